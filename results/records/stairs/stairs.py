"""Tilings of n by n with single cells and stairs (three cells over two over one, in one position), in Knuth's format:
python3 stairs.py N > FILE."""
import sys

n = int(sys.argv[1])
STAIRS = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
cell = lambda r, c: "r%dc%d" % (r, c)
print(" ".join(cell(r, c) for r in range(n) for c in range(n)))
for r in range(n):
    for c in range(n):
        print(cell(r, c))
        if r + 2 < n and c + 2 < n:
            print(" ".join(cell(r + a, c + b) for a, b in STAIRS))
