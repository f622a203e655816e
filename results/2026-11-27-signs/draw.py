"""A random matrix of zeros and ones, or a random graph: `python3 draw.py matrix 24` or `graph 24`, with the size as the seed."""
import itertools, random, sys
what, n = sys.argv[1], int(sys.argv[2])
random.seed(n)
if what == "matrix":
    for _ in range(n):
        print("".join(random.choice("01") for _ in range(n)))
else:
    for a, b in itertools.combinations(range(n), 2):
        if random.random() < 0.5:
            print(a, b)
