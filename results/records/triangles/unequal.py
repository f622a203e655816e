"""Triangles of n rows of zeros and ones in which no smallest triangle of one kind is all equal, in DIMACS:
python3 unequal.py N up > FILE for a cell and the two below it, with `down` for two neighbors and the cell below both.
The count is even, since all can be reversed."""
import sys

n = int(sys.argv[1])
number = {}
for r in range(n):
    for c in range(r + 1):
        number[r, c] = len(number) + 1
if sys.argv[2] == "up":
    triangles = [(number[r, c], number[r + 1, c], number[r + 1, c + 1]) for r in range(n - 1) for c in range(r + 1)]
else:
    triangles = [(number[r, c], number[r, c + 1], number[r + 1, c + 1]) for r in range(n - 1) for c in range(r)]
print("p cnf", len(number), 2 * len(triangles))
for triangle in triangles:
    print(*triangle, 0)
    print(*(-v for v in triangle), 0)
