* Two shifts, three people; names with blanks stand in the columns of the fixed format.
NAME          SHIFTS
ROWS
 N  PAY
 E  EARLY DU
 G  LATE DUT
 N  SPARE
COLUMNS
    MARKER                 'MARKER'                 'INTORG'
    ANN LEE   PAY               12.5   EARLY DU           1.0
    BO DIAZ   PAY                 14   EARLY DU           1.0
    BO DIAZ   LATE DUT             1   SPARE                3
    CY WU     PAY               9.75   LATE DUT           1.0
    MARKER                 'MARKER'                 'INTEND'
RHS
    HOURS     EARLY DU             1   LATE DUT             1
    HOURS     PAY                -.5
RANGES
    WIDTH     LATE DUT             1
BOUNDS
 UP LIMIT     CY WU                1
ENDATA
