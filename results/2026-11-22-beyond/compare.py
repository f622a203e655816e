"""Counts problems that are more than exact covers with dlx-count and with two model counters: compare.py DLX-COUNT PYTHON [WORD...]

PYTHON has pyganak and d4Solver. Formulas they read as they are; of all other problems they get what `dlx-count convert --to cnf` writes. Processor seconds of the whole process, one thread, one run each, `-` after 20.
A count that differs ends everything with an error."""

import os
import random
import resource
import subprocess
import sys
import tempfile

LIMIT = 20
COUNTERS = {
    "Ganak": """
from pyganak import Counter
counter = Counter()
for clause in clauses: counter.add_clause(clause)
print(counter.count())""",
    "D4": """
import py_d4
print("count", py_d4.Solver(clauses, variables).count().getResult())""",
}
READ = """
import sys
clauses = []
for line in open(sys.argv[1]):
    if line.startswith("p"): variables = int(line.split()[2])
    elif line[0] not in "c\\n": clauses.append([int(word) for word in line.split()[:-1]])"""


def formula(path, n, m, seed):
    dice = random.Random(seed)
    with open(path, "w") as file:
        print(f"p cnf {n} {m}", file=file)
        for _ in range(m):
            print(*(v * dice.choice([-1, 1]) for v in dice.sample(range(1, n + 1), 3)), 0, file=file)


def grid(rows, columns):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [(cell, other) for cell in cells for other in [(cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)] if other in cells]


def graph(path, edges):
    with open(path, "w") as file:
        for a, b in edges:
            print("-".join(map(str, a)), "-".join(map(str, b)), file=file)


def neighborhoods(path, edges):
    """Each vertex is an item, and the vertices next to it and itself an option."""
    near = {}
    for a, b in edges:
        near.setdefault(a, {a}).add(b)
        near.setdefault(b, {b}).add(a)
    name = lambda vertex: "-".join(map(str, vertex))
    with open(path, "w") as file:
        print(*map(name, sorted(near)), file=file)
        for vertex in sorted(near):
            print(*map(name, sorted(near[vertex])), file=file)


def matrix(path, n, seed):
    dice = random.Random(seed)
    with open(path, "w") as file:
        for _ in range(n):
            print("".join(dice.choice("01") for _ in range(n)), file=file)


def problems(folder):
    """What to call it, and the words of dlx-count; the last may be a file of clauses."""
    at = lambda name: os.path.join(folder, name)
    for n, m in [(30, 60), (40, 120), (60, 220)]:
        formula(at(f"f{n}"), n, m, n)
        yield f"random 3-CNF, {n} variables, {m} clauses", ["cnf", at(f"f{n}")]
    for rows, columns in [(3, 12), (3, 28), (5, 6)]:
        neighborhoods(at(f"n{rows}x{columns}"), grid(rows, columns))
        words = [at(f"n{rows}x{columns}"), "--at-least", "*=1"]
        yield f"dominating sets of the grid {rows} x {columns}", words
        yield f"minimal ones of {rows} x {columns}", [*words, "--irredundant"]
    yield "queens that dominate 5 x 5", ["queens", "5", "--dominate"]
    yield "minimal ones of 5 x 5", ["queens", "5", "--dominate", "--irredundant"]
    yield "minimal edge covers of K10", ["cliques", "10", "--size", "2", "--at-least", "*=1", "--irredundant"]
    for rows, columns in [(8, 8), (6, 8)]:
        graph(at(f"g{rows}x{columns}"), grid(rows, columns))
    yield "3-colorings of the grid 8 x 8", ["coloring", at("g8x8"), "--colors", "3"]
    yield "Hamiltonian cycles of the grid 6 x 8", ["tour", at("g6x8")]
    yield "matchings of the grid 8 x 8", ["matching", at("g8x8")]
    matrix(at("m16"), 16, 1)
    yield "permanent of a random matrix 16 x 16", ["permanent", at("m16")]
    yield "2-(7,3,2) designs without repeated blocks", ["design", "2", "7", "3", "--lambda", "2"]
    yield "2-(8,4,3) designs without repeated blocks", ["design", "2", "8", "4", "--lambda", "3"]


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None, "-"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    words = done.stdout.split()
    if done.returncode or not words:
        return None, "failed"
    return words[-1], f"{seconds:.2f}"


def main():
    program, python, *wanted = sys.argv[1:]
    print("| problem | count | dlx-count |", " | ".join(COUNTERS), "|")
    print("|---" * (3 + len(COUNTERS)) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, words in problems(folder):
            if wanted and not any(word in name for word in wanted):
                continue
            count, seconds = timed([program, *words, "--threads", "1", "-q"])
            row = [name, count or "?", seconds]
            clauses = words[1] if words[0] == "cnf" else os.path.join(folder, "clauses")
            if words[0] != "cnf":
                with open(clauses, "w") as file:
                    subprocess.run([program, "convert", *words, "--to", "cnf"], stdout=file, check=True)
            for counter in COUNTERS.values():
                other, seconds = timed([python, "-c", READ + counter, clauses])
                assert None in (count, other) or count == other, (name, count, other)
                row.append(seconds)
            print("|", " | ".join(row), "|", flush=True)


main()
