"""Problems about knights on an n by n board, in Knuth's format: python3 knights.py KIND N > FILE.

Items are the squares, row by row. Kinds:
  matchings   pairs of squares a knight's move apart, in any number; the other squares are single
  maximum     as many pairs as possible: no single square, or one of the color that has one square more
  maximal     no pair can be added: no two single squares are a knight's move apart
"""
import sys

MOVES = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

def squares(n):
    return [(r, c) for r in range(n) for c in range(n)]

def attacked(n, r, c):
    return [(r + a, c + b) for a, b in MOVES if 0 <= r + a < n and 0 <= c + b < n]

def name(square):
    return "r%dc%d" % square

def edge(a, b):
    return "-".join(name(s) for s in sorted((a, b)))

def pairs(n):
    return [(s, t) for s in squares(n) for t in attacked(n, *s) if s < t]

def write(primary, secondary, options):
    print(" ".join(primary) + (" | " + " ".join(secondary) if secondary else ""))
    for option in options:
        print(" ".join(option))

def main(kind, n):
    names = [name(s) for s in squares(n)]
    twos = [[name(s), name(t)] for s, t in pairs(n)]
    if kind == "matchings":
        write(names, [], twos + [[s] for s in names])
    elif kind == "maximum":
        odd = [name((r, c)) for r, c in squares(n) if (r + c) % 2 == 0] if n % 2 else []
        write(names + (["single"] if odd else []), [], twos + [[s, "single"] for s in odd])
    elif kind == "maximal":
        singles = [[name(s)] + [edge(s, t) for t in attacked(n, *s)] for s in squares(n)]
        write(names, [edge(s, t) for s, t in pairs(n)], twos + singles)
    else:
        sys.exit("unknown kind: " + kind)

main(sys.argv[1], int(sys.argv[2]))
