"""Counts with Sage's dancing links: count.py PROBLEM.dlx prints the seconds that it took, without those of loading Sage, and the count.

By the clock: where processor time goes by ticks of 4 ms, nothing shorter can be measured by it.

An item that may stay uncovered gets an option of its own, as Sage's own examples do for the diagonals of queens."""

import sys
import time

from sage.combinat.matrices.dancing_links import dlx_solver

with open(sys.argv[1]) as file:
    lines = [line.split() for line in file if line.strip() and not line.startswith("|")]
names = lines[0]
primary = names.index("|") if "|" in names else len(names)
number = {name: place for place, name in enumerate(name for name in names if name != "|")}
rows = [[number[name] for name in line] for line in lines[1:]]
rows += [[item] for item in range(primary, len(number))]
start = time.perf_counter()
count = dlx_solver(rows).number_of_solutions(ncpus=1)
print(time.perf_counter() - start, count)
