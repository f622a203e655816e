"""Maximal independent sets of the triangular grid of n rows, in DIMACS: python3 maximal.py N > FILE."""
import sys

n = int(sys.argv[1])
number = {}
for r in range(n):
    for c in range(r + 1):
        number[r, c] = len(number) + 1
clauses = []
for (r, c), v in number.items():
    around = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
    near = [number[cell] for cell in around if cell in number]
    clauses += [[-v, -w] for w in near if w > v]
    clauses.append([v] + near)
print("p cnf", len(number), len(clauses))
for clause in clauses:
    print(*clause, 0)
