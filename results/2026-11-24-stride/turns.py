"""Counts by `--engine frontier` with two builds in turns, one thread: user and system seconds of the whole process, medians of five.

    python3 turns.py BEFORE AFTER [FILE ...]

BEFORE and AFTER are two builds of dlx-count; FILEs are problems besides those below.
"""

import os
import statistics
import subprocess
import sys

CASES = [
    "polyomino 8x8 --pieces tetrominoes --reuse",
    "polyomino 10x10 --pieces tetrominoes --reuse",
    "polyomino 9x10 --pieces L4,I5 --reuse",
    "polyomino 10x8 --pieces pentominoes --reuse",
    "polyomino 5x12 --pieces pentominoes",
    "queens 13",
    "langford 12",
    "latin 6",
]


def run(program, words):
    before = os.times()
    count = subprocess.run([program, *words, "--engine", "frontier", "-j1", "-q"], capture_output=True, text=True, check=True)
    after = os.times()
    seconds = after.children_user - before.children_user + after.children_system - before.children_system
    return seconds, count.stdout.strip()


def main():
    programs = sys.argv[1:3]
    for words in [case.split() for case in CASES] + [["file", path] for path in sys.argv[3:]]:
        times, counts = ([], []), set()
        for _ in range(5):
            for program, seconds in zip(programs, times):
                spent, count = run(program, words)
                seconds.append(spent)
                counts.add(count)
        assert len(counts) == 1, f"{words}: {counts}"
        before, after = map(statistics.median, times)
        print(f"| `{' '.join(words)}` | {counts.pop()} | {before:.2f} | {after:.2f} | {before / after:.2f} |", flush=True)


main()
