"""Writes a 0-1 program: `knapsacks VARIABLES ROWS SEED` and `assignment JOBS AGENTS SEED` as LP, `covering VARIABLES ROWS SEED` as OPB."""

import random
import sys

kind, n, m, seed = sys.argv[1], *map(int, sys.argv[2:5])
dice = random.Random(seed)


def total(weights, names):
    return " + ".join(f"{weight} {name}" for weight, name in zip(weights, names))


if kind == "knapsacks":
    names = [f"x{i}" for i in range(n)]
    print("Maximize\n " + total([dice.randint(10, 100) for _ in names], names) + "\nSubject To")
    for _ in range(m):
        print(" " + total([dice.randint(5, 100) for _ in names], names) + f" <= {20 * n}")
    print("Binaries\n " + " ".join(names) + "\nEnd")
elif kind == "assignment":
    names = [[f"x{j}_{i}" for i in range(m)] for j in range(n)]
    costs, weights = ([[dice.randint(*ends) for _ in range(m)] for _ in range(n)] for ends in ((5, 40), (5, 25)))
    print("Minimize\n " + " + ".join(total(*row) for row in zip(costs, names)) + "\nSubject To")
    for row in names:
        print(" " + " + ".join(row) + " = 1")
    for i in range(m):
        load = [row[i] for row in weights]
        print(" " + total(load, [row[i] for row in names]) + f" <= {int(0.8 * sum(load) / m)}")
    print("Binaries\n " + " ".join(sum(names, [])) + "\nEnd")
else:
    print("min:", " ".join(f"+{dice.randint(1, 50)} x{i}" for i in range(1, n + 1)), ";")
    for _ in range(m):
        row = sorted(dice.sample(range(1, n + 1), 6))
        print(" ".join(f"+{dice.randint(1, 9)} x{i}" for i in row), ">=", dice.randint(8, 16), ";")
