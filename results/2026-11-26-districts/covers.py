"""The same counts as exact covers whose options are all connected sets of vertices: python3 covers.py PROGRAM"""

import json
import subprocess
import sys


def grid(rows, columns):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return {(r, c): [x for x in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] if x in cells] for r, c in cells}


def cube(n):
    return {v: [v ^ 1 << k for k in range(n)] for v in range(2**n)}


def knight(n):
    steps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    cells = {(r, c) for r in range(n) for c in range(n)}
    return {(r, c): [(r + a, c + b) for a, b in steps if (r + a, c + b) in cells] for r, c in cells}


def connected_sets(graph, least, most):
    sets = {frozenset([v]) for v in graph}
    for size in range(1, most + 1):
        if size >= least:
            yield from sets
        sets = {s | {w} for s in sets for v in s for w in graph[v] if w not in s}


def main(program):
    for name, graph, least, most in [
        ("grid:5x5", grid(5, 5), 5, 5),
        ("grid:5x6", grid(5, 6), 4, 6),
        ("grid:6x6", grid(6, 6), 6, 6),
        ("grid:3x8", grid(3, 8), 2, 5),
        ("hypercube:4", cube(4), 4, 4),
        ("hypercube:4", cube(4), 2, 6),
        ("knight:5x5", knight(5), 5, 5),
        ("knight:4x4", knight(4), 1, 5),
    ]:
        options = [[str(v) for v in s] for s in connected_sets(graph, least, most)]
        text = json.dumps(options)
        cover = subprocess.run([program, "file", "-", "-q"], input=text, capture_output=True, text=True, check=True)
        words = ["districts", name, "--sizes", f"{least}..{most}", "-q"]
        parts = subprocess.run([program, *words], capture_output=True, text=True, check=True)
        print(name, f"{least}..{most}", len(options), cover.stdout.strip(), parts.stdout.strip(), flush=True)
        assert cover.stdout == parts.stdout


main(sys.argv[1])
