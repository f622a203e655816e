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
    *[f"blocks 8 4 --amo {amo}" for amo in AMO],
    "blocks 12 4", "blocks 15 3", "blocks 18 3 --amo ladder", "blocks 30 3",
    *[f"parity 12 --amo {amo}" for amo in AMO],
    "parity 20", "parity 20 --amo product", "parity 50", "parity 100",
    *[f"coloring 8 3 --amo {amo}" for amo in ("pairwise", "binary")],
    "coloring 8 4", "coloring 10 3", "coloring 10 4", "coloring 12 3", "coloring 8 5 --amo ladder",
    *[f"sparse {n} {m} 3 --seed {seed}" for n, m in ((60, 80), (125, 150), (130, 200)) for seed in (1, 2)],
    *[f"latin 5 --amo {amo}" for amo in AMO],
    *[f"minimal 5 --amo {amo}" for amo in AMO],
    "latin 6", "minimal 6",
    *[f"{kind} {n} {holes}" for kind in ("latin", "minimal") for n, holes in ((15, 80), (20, 165), (30, 280))],
    *[f"queens 8 --amo {amo}" for amo in AMO],
    "queens 10", "queens 12", "queens 14",
    *[f"pigeons 9 8 --amo {amo}" for amo in AMO],
    "pigeons 10 12", "pigeons 16 15",
    "tseitin 20 3", "tseitin 60 3", "tseitin 200 5",
    "dominoes 8 8", "dominoes 12 12", "dominoes 16 16 --amo ladder",
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
