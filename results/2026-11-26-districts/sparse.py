"""Districts of random sparse graphs of 9 to 14 vertices against a sum over the part of the first vertex: sparse.py PROGRAM SEED SECONDS"""

import functools
import random
import subprocess
import sys
import time


def connected(neighbors, part):
    reached = part & -part
    while True:
        more = reached
        for vertex, others in enumerate(neighbors):
            if reached >> vertex & 1:
                more |= others & part
        if more == reached:
            return reached == part
        reached = more


def expected(neighbors, least, most, number):
    n = len(neighbors)
    parts = [least <= part.bit_count() <= most and connected(neighbors, part) for part in range(1, 1 << n)]

    @functools.cache
    def count(left, number):
        if left == 0 or number == 0:
            return int(left == 0 and number in (None, 0))
        first = left & -left
        total, others = 0, left ^ first
        while True:
            if parts[(others | first) - 1]:
                total += count(left & ~(others | first), None if number is None else number - 1)
            if others == 0:
                return total
            others = (others - 1) & (left ^ first)

    return count((1 << n) - 1, number)


def case(dice):
    n = dice.randint(9, 14)
    edges = set()
    while len(edges) < dice.randint(n - 1, n + 6):
        edges.add(tuple(sorted(dice.sample(range(n), 2))))
    neighbors = [0] * n
    for a, b in edges:
        neighbors[a] |= 1 << b
        neighbors[b] |= 1 << a
    least = dice.choice([0, 0, 1, 2, 2, 3])
    most = dice.choice([n, n, 4, 5, 6, 7])
    number = dice.choice([None, None, 2, 3, 4])
    words = ["--sizes", f"{least}..{most}"] + (["--into", str(number)] if number else [])
    vertices, edges = list(range(n)), list(edges)
    dice.shuffle(vertices)
    dice.shuffle(edges)
    text = "".join(f"{vertex}\n" for vertex in vertices) + "".join(f"{a} {b}\n" for a, b in edges)
    return text, words, expected(neighbors, least, most, number)


def main():
    program, seed, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    dice, end, n_runs = random.Random(seed), time.time() + seconds, 0
    while time.time() < end:
        text, words, number = case(dice)
        for more in (["--engine", "frontier"], ["--split-depth", "2"]):
            command = [program, "districts", "-", "-q", "-j", "1", *words, *more]
            said = subprocess.run(command, input=text, capture_output=True, text=True).stdout.strip()
            if said != str(number):
                sys.exit(f"{' '.join(command)}: {said}, not {number}\n{text}")
            n_runs += 1
    print(f"{n_runs} runs agree")


main()
