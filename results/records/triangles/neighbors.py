"""Triangles of n rows of zeros and ones in which no cell has four ones in a row among its neighbors, taken clockwise, in
DIMACS: python3 neighbors.py N > FILE."""
import sys

n = int(sys.argv[1])
number = {}
for r in range(n):
    for c in range(r + 1):
        number[r, c] = len(number) + 1
CLOCKWISE = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
clauses = set()
for r, c in number:
    around = [number.get((r + a, c + b)) for a, b in CLOCKWISE]
    for k in range(6):
        four = [around[(k + j) % 6] for j in range(4)]
        if None not in four:
            clauses.add(tuple(sorted(four)))
print("p cnf", len(number), len(clauses))
for clause in sorted(clauses):
    print(*(-v for v in clause), 0)
