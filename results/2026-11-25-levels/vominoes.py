"""Tilings of an N x N board by V-ominoes (OEIS A322495) in Knuth's format: two arms of equal length 0, 1, 2 ... that meet in a corner, in one orientation. python3 vominoes.py N"""
import sys

n = int(sys.argv[1])
name = lambda row, column: f"c{row}_{column}"
print(" ".join(name(row, column) for row in range(n) for column in range(n)))
for row in range(n):
    for column in range(n):
        for arm in range(n - max(row, column)):
            down = [name(row + step, column) for step in range(1, arm + 1)]
            right = [name(row, column + step) for step in range(1, arm + 1)]
            print(" ".join([name(row, column), *down, *right]))
