"""Counts each problem with dlx-count and with Knuth's ssxcc, in turns: turns.py DLX_COUNT SSXCC. Processor seconds of the whole process, the median of RUNS runs; `-` is more than LIMIT of them."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

ours, theirs = sys.argv[1:3]
LIMIT = 120
RUNS = 5
PROBLEMS = [
    "queens 8",
    "queens 12",
    "queens 13",
    "queens 14",
    "langford 11",
    "langford 12",
    "steiner 9",
    "latin 5",
    "matching 16",
    "polyomino 8x8 --pieces pentominoes --remove 4,4;4,5;5,4;5,5",
    "polyomino 3x20 --pieces pentominoes",
    "polyomino 4x15 --pieces pentominoes",
    "polyomino 5x12 --pieces pentominoes",
    "polyomino 6x10 --pieces pentominoes",
    "polyomino 8x8 --pieces dominoes --reuse",
    "polyomino 3x4x5 --pieces pentominoes",
]


def run(words, stdin):
    with open(stdin) as given:
        program = subprocess.Popen(words, stdin=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # Not before it starts: Python would make a copy of itself first, which takes 2 ms.
        resource.prlimit(program.pid, resource.RLIMIT_CPU, (LIMIT, LIMIT))
        printed = program.stdout.read()
        _, status, usage = os.wait4(program.pid, 0)
    if status:
        return None, None
    return usage.ru_utime + usage.ru_stime, printed.split()[-1]


for problem in PROBLEMS:
    words = [word.replace(";", " ") for word in problem.split()]
    with tempfile.TemporaryDirectory() as place:
        dlx = f"{place}/problem.dlx"
        subprocess.run([ours, "convert", *words, "--to", "dlx", "-o", dlx], check=True, stderr=subprocess.DEVNULL)
        times, counts = {"dlx-count": [], "ssxcc": []}, set()
        for _ in range(RUNS):
            for name, line in [("dlx-count", [ours, *words, "-q", "--threads", "1"]), ("ssxcc", [theirs])]:
                if None in times[name]:
                    continue
                time, count = run(line, dlx)
                times[name].append(time)
                counts.add(count)
        counts.discard(None)
        own, other = (None if None in some else statistics.median(some) for some in times.values())
        ratio = f"{other / own:.1f}" if own and other else ""
        print(f"| {problem} | {' '.join(counts)} | {own and round(own, 4)} | {round(other, 4) if other else '-'} | {ratio} |", flush=True)
