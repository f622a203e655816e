"""A 0-1 program of one row: budget.py N SHARE SEED. N prices from 5 to 99.99, and a budget that is this share of their sum."""
import random
import sys

n, share, seed = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
dice = random.Random(seed)
prices = [dice.randint(500, 9999) for _ in range(n)]
names = [f"x{k}" for k in range(n)]
values = [dice.randint(1, 50) for _ in range(n)]
print("Maximize\n value: " + " + ".join(f"{value} {name}" for value, name in zip(values, names)))
print("Subject To\n budget: " + " + ".join(f"{price / 100:.2f} {name}" for price, name in zip(prices, names)), end="")
print(f" <= {sum(prices) * share / 100:.2f}\nBinaries\n " + " ".join(names) + "\nEnd")
