"""Counts problems of all kinds by `auto` and by each engine: audit.py PROGRAM SEED [-l SECONDS] [-o TABLE] [WORD...]

Problems are made as by make.py, of the kinds whose names have one of the words, or of all. An engine has as long as `auto` took, since a slower one is not the best, and half of the limit where `auto` has not ended. One thread,
processor seconds; the factor is (auto - 50 ms) / best engine, and at least 1, of those that take more than 60 ms and that an engine counted. Counts that differ end everything."""
import argparse
import importlib
import math
import os
import random
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "benches"))
from shapes import run

ENGINES = ["bits", "frontier", "isomorph", "learn", "links", "signs"]


def time_and_count(words, limit):
    """Processor seconds and what is printed; infinite and nothing where there is no count."""
    return run([*words, "-q", "-j", "1", "--time-limit", f"{limit:.2f}s"], limit)


def problems(seed, words):
    """Name and the program's words for each, its file in a temporary folder."""
    folder = tempfile.mkdtemp()
    for table in ("gens", "gens2", "gens3", "gens4"):
        for kind, make in importlib.import_module(table).K.items():
            if words and not any(word in kind for word in words):
                continue
            for level in range(4):
                name = f"{table}-{kind}-{level}-{seed}"
                try:
                    text, call, suffix = make(level, random.Random(f"audit {kind} {level} {seed}"))
                except (IndexError, KeyError, ValueError):
                    continue
                path = os.path.join(folder, name + suffix)
                with open(path, "w") as file:
                    file.write(text)
                yield name, [path if word == "FILE" else word for word in call]


def audit(program, name, call, limit):
    """One line of the table, and the factor."""
    auto, count = time_and_count([program, *call], limit)
    if auto <= 0.06:
        return None, 1.0
    least = limit / 2 if count is None else max(auto, 0.1)
    alone = {engine: time_and_count([program, *call, "--engine", engine], least) for engine in ENGINES}
    counts = {count for _, count in [*alone.values(), (auto, count)] if count is not None}
    if len(counts) > 1:
        sys.exit(f"{name}: counts differ: {counts}")
    engine = min(alone, key=lambda engine: alone[engine][0])
    best = alone[engine][0]
    if math.isinf(best):
        return None, 1.0
    factor = max(1.0, (min(auto, limit) - 0.05) / best)
    return f"{factor:7.2f} {name:32} auto {auto:7.3f} {engine:8} {best:7.3f}", factor


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("seed")
    parser.add_argument("-l", type=float, default=6)
    parser.add_argument("-o", default="/dev/stdout")
    parser.add_argument("words", nargs="*")
    given = parser.parse_intermixed_args()
    n, factors = 0, []
    with open(given.o, "w") as table:
        for name, call in problems(given.seed, given.words):
            line, factor = audit(given.program, name, call, given.l)
            n += 1
            if line:
                factors.append(factor)
                print(line, file=table, flush=True)
        mean = math.exp(sum(map(math.log, factors)) / max(1, len(factors)))
        over = [sum(factor > most for factor in factors) for most in (2, 3)]
        print(f"{n} problems, {len(factors)} with a factor, mean {mean:.3f}, {over[0]} above 2, {over[1]} above 3", file=table)


if __name__ == "__main__":
    main()
