NAME        
OBJSENSE
  MAX
ROWS
 N  Obj     
 E  row1    
 L  row2    
 L  rng     
 N  fr      
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    x0        Obj       1.5
    x0        row1      1
    x0        row2      1
    x0        rng       1
    x0        fr        1
    x1        Obj       2
    x1        row1      1
    x1        row2      2
    x1        rng       1
    x1        fr        1
    x2        Obj       -3.25
    x2        row1      1
    x3        Obj       0.30000000000000004
    x3        row2      -1
    x3        rng       1.5
    MARK0001  'MARKER'                 'INTEND'
RHS
    RHS_V     Obj       -7.5
    RHS_V     row1      1
    RHS_V     row2      2
    RHS_V     rng       2
RANGES
    RANGE     rng       3
BOUNDS
 BV BOUND     x0      
 BV BOUND     x1      
 BV BOUND     x2      
 FX BOUND     x3        0
ENDATA
