"""Dominating sets of the hypercube of dimension N, in DIMACS: python3 dominate.py N > FILE."""
import sys

n = int(sys.argv[1])
print("p cnf", 1 << n, 1 << n)
for v in range(1 << n):
    print(v + 1, *((v ^ 1 << k) + 1 for k in range(n)), 0)
