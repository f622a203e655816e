"""Counts each problem with dlx-count and with Sage's dancing links, in turns: turns.py DLX_COUNT PYTHON, where PYTHON has passagemath-categories and passagemath-combinat.

Medians of RUNS runs: processor seconds of the whole process for dlx-count, seconds by the clock without loading it for Sage. `-` is more than LIMIT processor seconds."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile

ours, python = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
LIMIT = 120
RUNS = 5
PROBLEMS = [
    "queens 8",
    "queens 10",
    "queens 12",
    "langford 8",
    "langford 11",
    "steiner 9",
    "latin 5",
    "matching 16",
    "polyomino 8x8 --pieces pentominoes --remove 4,4;4,5;5,4;5,5",
    "polyomino 3x20 --pieces pentominoes",
    "polyomino 4x15 --pieces pentominoes",
    "polyomino 6x10 --pieces pentominoes",
    "polyomino 3x3x3 --pieces soma",
    "polyomino 6x6 --pieces dominoes --reuse",
    "polyomino 8x8 --pieces dominoes --reuse",
    "sudoku .67.4..3......3...3.5.7...4...9..3.8.......7.5.8..7...6....8......42.5.....7.....",
]


def run(words):
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    # Not before it starts: Python would make a copy of itself first, which takes 2 ms.
    resource.prlimit(program.pid, resource.RLIMIT_CPU, (LIMIT, LIMIT))
    printed = program.stdout.read().split()
    _, status, usage = os.wait4(program.pid, 0)
    if status:
        return None, None
    seconds = float(printed[0]) if words[0] == python else usage.ru_utime + usage.ru_stime
    return seconds, printed[-1]


for problem in PROBLEMS:
    words = [word.replace(";", " ") for word in problem.split()]
    with tempfile.TemporaryDirectory() as place:
        dlx = f"{place}/problem.dlx"
        subprocess.run([ours, "convert", *words, "--to", "dlx", "-o", dlx], check=True, stderr=subprocess.DEVNULL)
        programs = {"dlx-count": [ours, *words, "-q", "--threads", "1"], "sage": [python, f"{here}/count.py", dlx]}
        times, counts = {name: [] for name in programs}, set()
        for _ in range(RUNS):
            for name, line in programs.items():
                if None in times[name]:
                    continue
                time, count = run(line)
                times[name].append(time)
                counts.add(count)
        counts.discard(None)
        own, other = (None if None in some else statistics.median(some) for some in times.values())
        ratio = f"{other / own:.2g}" if other else ""
        print(f"| {problem} | {' '.join(counts)} | {round(own, 4)} | {round(other, 4) if other else '-'} | {ratio} |", flush=True)
