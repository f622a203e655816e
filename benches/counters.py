#!/usr/bin/env python3
"""Counts formulas of benches/formulas.py with this program and with model counters, in turns, on one thread each.

    python3 benches/counters.py PROGRAM [--limit SECONDS] [--only WORD] [--rivals PYTHON]

PYTHON is an interpreter that has the packages pyganak and d4solver (`pip install pyganak d4solver`); both are used through their Python bindings, so a tenth of a second of each time is Python's own.
Figures are processor seconds, user and system, of the whole process; `>` means that the limit came first. Two counts that differ are an error, in capitals.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

AMO = ["pairwise", "ladder", "product", "binary"]

CASES = [
    *[f"blocks {v} {k} --amo {amo}" for v, k in ((8, 4), (12, 4), (15, 3), (18, 3)) for amo in AMO],
    *[f"blocks {v} {k}" for v, k in ((16, 4), (21, 3), (24, 3), (30, 3))],
    *[f"parity {n} --amo {amo}" for n in (12, 20) for amo in AMO],
    "parity 50", "parity 80", "parity 100",
    *[f"coloring {n} {k} --amo {amo}" for n, k in ((8, 3), (8, 4), (10, 3), (10, 4), (12, 3), (12, 4)) for amo in ("pairwise", "ladder")],
    *[f"sparse {n} {m} 3 --seed {seed}" for n, m in ((60, 80), (100, 120), (125, 150), (130, 200)) for seed in (1, 2, 3)],
    *[f"latin {n} --amo {amo}" for n in (4, 5, 6) for amo in AMO],
    *[f"minimal {n} --amo {amo}" for n in (4, 5, 6) for amo in AMO],
    *[f"{kind} {n} {holes}" for kind in ("latin", "minimal") for n, holes in ((10, 40), (15, 80), (20, 140), (30, 260), (33, 300))],
    *[f"queens {n} --amo {amo}" for n in (6, 8, 10) for amo in AMO],
    "queens 12", "queens 14",
    *[f"pigeons {n} {m} --amo {amo}" for n, m in ((8, 8), (9, 8), (10, 12)) for amo in AMO],
    "pigeons 12 12", "pigeons 16 15",
    *[f"tseitin {n} {d}" for n, d in ((20, 3), (60, 3), (100, 4), (200, 5))],
    *[f"dominoes {n} {n} --amo {amo}" for n in (8, 12) for amo in ("pairwise", "ladder")],
    "dominoes 16 16",
]

GANAK = """
import sys, pyganak
counter, clause = pyganak.Counter(), []
for line in open(sys.argv[1]):
    if line[0] == "p": counter.new_vars(int(line.split()[2]))
    elif line[0] != "c": counter.add_clause([int(word) for word in line.split()[:-1]])
print(counter.count())
"""

D4 = """
import sys, py_d4
print("count", py_d4.Solver(sys.argv[1]).count().getResult())
"""


def timed(command, limit):
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, timeout=20 * limit)
        words = run.stdout.split() if run.returncode == 0 else []
    except subprocess.TimeoutExpired:
        words = []
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, words[-1] if words else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--rivals", default=None)
    arguments = parser.parse_args()
    commands = {"ours": [arguments.program, "cnf", "FILE", "-q", "-j", "1"]}
    if arguments.rivals:
        commands |= {"ganak": [arguments.rivals, "-c", GANAK, "FILE"], "d4": [arguments.rivals, "-c", D4, "FILE"]}
    print("case\tcount\t" + "\t".join(commands), flush=True)
    here = pathlib.Path(__file__).parent
    for case in (case for case in CASES if arguments.only in case):
        with tempfile.NamedTemporaryFile("w+", suffix=".cnf") as file:
            subprocess.run([sys.executable, here / "formulas.py", *case.split()], stdout=file, check=True)
            file.flush()
            row, counts = [], set()
            for command in commands.values():
                seconds, count = timed([file.name if word == "FILE" else word for word in command], arguments.limit)
                row.append(f"{seconds:.2f}" if count else f"> {arguments.limit:.0f}")
                counts |= {count} - {None}
            said = ", ".join(counts) if len(counts) < 2 else "DIFFERENT: " + ", ".join(counts)
            print(f"{case}\t{said}\t" + "\t".join(row), flush=True)


if __name__ == "__main__":
    main()
