"""A Latin square of order N with H cells emptied, as `dlx-count latin` reads it: holes.py N H SEED."""

import random
import sys

order, n_holes, seed = map(int, sys.argv[1:])
chance = random.Random(seed)
rows, columns, symbols = (chance.sample(range(order), order) for _ in range(3))
square = [[str(1 + symbols[(row + column) % order]) for column in columns] for row in rows]
for cell in chance.sample(range(order * order), n_holes):
    square[cell // order][cell % order] = "."
print("\n".join(" ".join(row) for row in square))
