"""Writes a Latin square of order N with H holes, made by lot: holes.py N H SEED > FILE

A shuffled cyclic square, in which 2002 times two rows exchange a part in which they have the same symbols. `.` is a hole."""

import random
import sys

SWITCHES = 2002


def cycle(upper, lower, column):
    """The columns, from this one on, in which two rows have the same symbols."""
    where = {symbol: place for place, symbol in enumerate(upper)}
    columns = [column]
    while (column := where[lower[column]]) != columns[0]:
        columns.append(column)
    return columns


def main():
    n, n_holes, seed = map(int, sys.argv[1:])
    dice = random.Random(seed)
    rows, columns, symbols = (dice.sample(range(n), n) for _ in range(3))
    square = [[symbols[(row + column) % n] for column in columns] for row in rows]
    for _ in range(SWITCHES):
        one, other = (square[row] for row in dice.sample(range(n), 2))
        part = cycle(one, other, dice.randrange(n))
        if len(part) < n:
            for column in part:
                one[column], other[column] = other[column], one[column]
    holes = set(dice.sample(range(n * n), n_holes))
    for row in range(n):
        print(*("." if row * n + column in holes else square[row][column] + 1 for column in range(n)))


main()
