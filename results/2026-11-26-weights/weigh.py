"""Weighted formulas: weights for the variables of a formula, or a network of chances on a grid.

    python3 weigh.py FORMULA.cnf DIGITS SEED > weighted.cnf    random weights w and 1 - w, with DIGITS decimals
    python3 weigh.py grid N SEED > weighted.cnf                each cell of a grid N x N depends on those above and to the left; the last one is true
"""

import itertools
import random
import sys


def weights(dice, variables, digits=3):
    for variable in variables:
        weight = dice.randint(1, 10**digits - 1)
        for literal, part in ((variable, weight), (-variable, 10**digits - weight)):
            print(f"c p weight {literal} 0.{part:0{digits}d} 0")


def grid(n, dice):
    clauses, chances, last = [], [], n * n
    for row, column in itertools.product(range(n), repeat=2):
        cell = row * n + column + 1
        parents = [cell - n] * (row > 0) + [cell - 1] * (column > 0)
        for values in itertools.product((1, -1), repeat=len(parents)):
            last += 1
            chances.append(last)
            unless = [-value * parent for value, parent in zip(values, parents)]
            clauses += [unless + [last, -cell], unless + [-last, cell]]
    clauses.append([n * n])
    print(f"c t wmc\np cnf {last} {len(clauses)}")
    for clause in clauses:
        print(*clause, 0)
    weights(dice, chances)


if sys.argv[1] == "grid":
    grid(int(sys.argv[2]), random.Random(int(sys.argv[3])))
else:
    text = open(sys.argv[1]).read().rstrip()
    n = next(int(line.split()[2]) for line in text.splitlines() if line.startswith("p cnf"))
    print(text)
    weights(random.Random(int(sys.argv[3])), range(1, n + 1), int(sys.argv[2]))
