#!/usr/bin/env python3
"""Counts problems of all kinds with this program and with others, in turns, on one thread each.

    python3 benches/rivals.py setup FOLDER                  installs what the package registries have: some 1 GB
    python3 benches/rivals.py count PROGRAM FOLDER > raw.tsv    --limit SECONDS, --only WORD, --programs WORD,WORD
    python3 benches/rivals.py report raw.tsv PLOT.svg > table.md

PROGRAM is a build of dlx-count, FOLDER any folder outside the repository. Programs that no registry has are run if they lie in FOLDER/bin: ssxcc, dlx1, dlx2, dlx3, dlx6 (Knuth's, which read a
problem from standard input), burrTxt (BurrTools), tdoku (a line for each sudoku on standard input, the sum of the counts on standard output), and sharpsat-td (a script that runs `./sharpSAT -decot 1 -decow 100 -tmpdir . -cs 3500 FILE` in its own
folder, where flow_cutter_pace17 lies, too: it looks for a tree decomposition for a second); and pbcount (PBCount 2, which counts in double precision).

Every program gets the form that suits it: exact covers as `convert --to dlx` writes them, formulas as they are or as `convert --to cnf` writes them, graphs for the methods of Graphillion and for
tours with a circuit constraint, sudokus one per line. Problems are made from seeds. Figures are processor seconds, user and system, of the whole process, medians of three runs if they are short.
Programs that visit one solution after another are not started where there are more solutions than they visit within the limit, and those that search as Knuth's do only where one of his came to its end.
Two counts that differ are shown as an error.
"""

import argparse
import collections
import itertools
import json
import math
import os
import pathlib
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from html import escape

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["miniexact==1.6.1", "exact-cover==1.5.0", "xcover==0.2.6", "dxz==0.0.6", "pyganak==2.8.0", "d4solver==1.0.0", "clingo==5.8.3", "ortools==9.15.6755", "graphillion==2.1"]
CRATES = 'dlx = "=0.8.5"\nexact-covers = "=0.3.0"\nsudoku = "=0.8.0"\n'
MEMORY = 8 << 30


# ---- Problems

class Case:
    """A problem: the words for dlx-count, in which FILE stands for the text; a graph with the method of Graphillion that counts the same, or a puzzle of BurrTools."""

    def __init__(self, kind, words, text="", method=None, name=None):
        self.kind, self.words, self.text, self.method = kind, words.split(" "), text, method
        self.name = name or words

    def __str__(self):
        return self.name


def lines(rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def grid(rows, columns, wraps=False):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    beside = ((r, c, *((r + dr, c + dc) if not wraps else ((r + dr) % rows, (c + dc) % columns))) for r, c in cells for dr, dc in ((0, 1), (1, 0)))
    return [(r * columns + c + 1, s * columns + d + 1) for r, c, s, d in beside if s < rows and d < columns]


def leaper(rows, columns, steps):
    """A knight's graph, or that of another piece that leaps."""
    cells = list(itertools.product(range(rows), range(columns)))
    return [(r * columns + c + 1, s * columns + d + 1) for (r, c), (s, d) in itertools.combinations(cells, 2) if (abs(r - s), abs(c - d)) in steps]


def sparse(vertices, edges, seed):
    return random.Random(seed).sample(list(itertools.combinations(range(1, vertices + 1), 2)), edges)


def complete(vertices):
    return list(itertools.combinations(range(1, vertices + 1), 2))


def regular(vertices, degree, seed):
    dice = random.Random(seed)
    while True:
        ends = dice.sample([v for v in range(1, vertices + 1) for _ in range(degree)], vertices * degree)
        pairs = {tuple(sorted(pair)) for pair in zip(ends[::2], ends[1::2])}
        if len(pairs) * 2 == vertices * degree and all(a != b for a, b in pairs):
            return sorted(pairs)


def network(what, name, edges, method=None, more=""):
    return Case("networks" if what != "coloring" else "colorings", f"{what} FILE{more}", lines(edges), method, f"{what} of {name}{more}")


def cover(name, n_items, n_options, least, most, seed):
    dice = random.Random(seed)
    options = [[f"i{item}" for item in dice.sample(range(n_items), dice.randint(least, most))] for _ in range(n_options)]
    return Case("random covers", "file FILE", lines([[f"i{item}" for item in range(n_items)]] + options), name=f"{name}: {n_items} items, {n_options} options")


def shaped(shape, seed):
    sys.path.insert(0, str(HERE))
    import shapes
    text, words = shapes.SHAPES[shape](random.Random(f"{seed} {shape}"))
    return Case("random covers", " ".join(words), text, name=f"{shape} {seed}")


def formula(words):
    said = subprocess.run([sys.executable, HERE / "formulas.py", *words.split()], capture_output=True, text=True, check=True)
    return Case("formulas", "cnf FILE", said.stdout, name=f"cnf: {words}")


def square(order, holes, seed):
    """A random Latin square with holes: the cyclic one, its rows, columns and symbols in any order, after some steps by intercalates."""
    sys.path.insert(0, str(HERE))
    import formulas
    random.seed(seed)
    cells = formulas.square(order)
    for r, c in random.sample(list(itertools.product(range(order), repeat=2)), holes):
        cells[r][c] = None
    rows = [["." if symbol is None else symbol + 1 for symbol in row] for row in cells]
    return Case("Latin squares", "latin FILE", lines(rows), name=f"latin of order {order}, {holes} holes, seed {seed}")


def sudokus(number, clues, seed):
    """Puzzles with this many clues of random grids, a line each."""
    dice, puzzles = random.Random(seed), []
    for _ in range(number):
        bands = [[3 * band + row for row in dice.sample(range(3), 3)] for band in dice.sample(range(3), 3)]
        stacks = [[3 * stack + column for column in dice.sample(range(3), 3)] for stack in dice.sample(range(3), 3)]
        digits = dice.sample("123456789", 9)
        cells = [digits[(3 * (r % 3) + r // 3 + c) % 9] for r in sum(bands, []) for c in sum(stacks, [])]
        shown = set(dice.sample(range(81), clues))
        puzzles.append("".join(digit if cell in shown else "." for cell, digit in enumerate(cells)))
    return Case("sudoku", "sudoku FILE", "\n".join(puzzles) + "\n", "sudoku", f"sudoku: {number} with {clues} clues")


def nonogram(rows, columns, seed):
    dice = random.Random(seed)
    black = [[dice.random() < 0.55 for _ in range(columns)] for _ in range(rows)]
    runs = lambda line: [len(list(run)) for is_black, run in itertools.groupby(line) if is_black] or [0]
    return Case("puzzles", "nonogram FILE", lines(map(runs, black)) + "\n" + lines(map(runs, zip(*black))), name=f"nonogram {rows}x{columns}, seed {seed}")


def kakuro(rows, columns, seed):
    """Cross sums: runs are items, the ways to fill one are options, and two runs that cross agree on the color of a cell."""
    dice = random.Random(seed)
    while True:
        white = {cell for cell in itertools.product(range(rows), range(columns)) if dice.random() < 0.7}
        runs = []
        for step in ((0, 1), (1, 0)):
            for r, c in sorted(white):
                if (r - step[0], c - step[1]) not in white:
                    cells = itertools.takewhile(white.__contains__, ((r + step[0] * k, c + step[1] * k) for k in itertools.count()))
                    runs.append(list(cells))
        digits = {}
        for cell in sorted(white):
            free = set("123456789") - {digits.get(other) for run in runs if cell in run for other in run}
            digits[cell] = dice.choice(sorted(free or {""}))
        if all(digits.values()) and len(white) > 0.5 * rows * columns:
            runs = [run for run in runs if 1 < len(run) < 6]  # longer runs have no sums
            break
    name = lambda cell: f"r{cell[0]}c{cell[1]}"
    used = sorted({cell for run in runs for cell in run})
    out = [" ".join(f"run{k}" for k in range(len(runs))) + " | " + " ".join(map(name, used))]
    for k, run in enumerate(runs):
        total = sum(int(digits[cell]) for cell in run)
        out += [" ".join([f"run{k}", *(f"{name(cell)}:{digit}" for cell, digit in zip(run, way))]) for way in itertools.permutations(range(1, 10), len(run)) if sum(way) == total]
    return Case("puzzles", "file FILE", "\n".join(out) + "\n", name=f"kakuro {rows}x{columns}, seed {seed}")


def words(number, length, rows, seed):
    dice = random.Random(seed)
    return Case("puzzles", f"words FILE --rows {rows}", lines([["".join(dice.choice("aeinrst") for _ in range(length))] for _ in range(number)]), name=f"words: {number} random words, {rows}x{length}")


def permanent(order, density, seed):
    dice = random.Random(seed)
    return Case("networks", "permanent FILE", lines([[int(dice.random() < density) for _ in range(order)] for _ in range(order)]), name=f"permanent {order}x{order}, density {density}")


def burr(name, box, pieces, more=""):
    """Pieces in a box as a puzzle of BurrTools. A piece is rows from above, layers apart by a slash."""
    def voxel(cells):
        layers = [layer.split(",") for layer in cells.split("/")]
        return f'<voxel x="{len(layers[0][0])}" y="{len(layers[0])}" z="{len(layers)}" type="0">{"".join(sum(layers, []))}</voxel>'
    full = "/".join([",".join(["#" * box[0]] * box[1])] * box[2])
    kinds = list(dict.fromkeys(pieces))
    shapes = "".join(map(voxel, [full, *kinds]))
    used = "".join(f'<shape id="{k}" count="{pieces.count(piece)}"/>' for k, piece in enumerate(kinds, 1))
    text = f'<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>{shapes}</shapes><problems><problem><shapes>{used}</shapes><result id="0"/></problem></problems></puzzle>'
    return Case("packings in space", f"burrtools FILE --up-to-symmetry{more}", text, "burr", f"{name}, up to symmetry")


SOMA = ["#_,##", "#_,#_,##", "###,_#_", "##_,_##", "##,#_/__,#_", "##,#_/_#,__", "##,#_/#_,__"]
PENTOMINOES = ["_##,##_,_#_", "#####", "#___,####", "##__,_###", "##,##,#_", "###,_#_,_#_", "#_#,###", "#__,#__,###", "#__,##_,_##", "_#_,###,_#_", "_#__,####", "##_,_#_,_##"]
KNIGHT = {(1, 2), (2, 1)}


def cases():
    poly = lambda kind, words, method=None, text="": Case(kind, f"polyomino {words}", text, method)
    yield from (Case("queens", f"queens {n}") for n in ("8", "12", "14", "13 --toroidal", "12 --amazons", "4 --dominate"))
    for a, b in ((6, 6), (8, 8), (16, 16)):
        yield poly("tilings", f"{a}x{b} --pieces dominoes --reuse", "perfect_matchings", lines(grid(a, b)))
    yield from (poly("tilings", words) for words in (
        "3x20 --pieces pentominoes", "6x10 --pieces pentominoes", "5x12 --pieces pentominoes", "8x8 --pieces pentominoes,O4", "6x6 --pieces tetrominoes --reuse", "8x8 --pieces tetrominoes --reuse",
        "9x10 --pieces L4,I5 --reuse", "6x6 --pieces I4,L4,O4,T4 --copies I4=1..2,L4=2,O4=0..,T4=1..", ))
    yield Case("tilings", "polyhex 4x7 --pieces 4")
    yield Case("tilings", "polyiamond 6x6 --pieces 6")
    yield from (poly("packings in space", words) for words in ("3x3x3 --pieces soma", "2x5x6 --pieces pentominoes", "3x4x5 --pieces pentominoes", "2x3x4 --pieces tetracubes --reuse", "2x2x10 --pieces dominoes --reuse"))
    yield burr("soma cube", (3, 3, 3), SOMA)
    yield burr("pentominoes in 3x4x5", (3, 4, 5), PENTOMINOES)
    yield burr("six 2x2 and three 1x1 in 3x3x3", (3, 3, 3), ["##,##"] * 6 + ["#"] * 3)
    yield burr("Conway's box of 5x5x5", (5, 5, 5), ["####,####"] * 13 + ["##,##/##,##", "##,##"] + ["###"] * 3)
    yield network("tour", "the 6x6 grid", grid(6, 6), "cycles")
    yield network("tour", "the 8x8 grid", grid(8, 8), "cycles")
    yield network("tour", "the 12x12 grid", grid(12, 12), "cycles")
    yield network("tour", "the 6x6 torus", grid(6, 6, True), "cycles")
    yield network("tour", "the knight on 3x10", leaper(3, 10, KNIGHT), "cycles")
    yield network("tour", "the knight on 6x6", leaper(6, 6, KNIGHT), "cycles")
    yield network("tour", "a cubic graph of 40", regular(40, 3, 1), "cycles")
    yield network("tour", "the complete graph of 12", complete(12), "cycles")
    yield network("path", "the 8x8 grid", grid(8, 8), "paths")
    yield network("path", "the 11x11 grid", grid(11, 11), "paths")
    yield network("path", "a random graph 30/50", sparse(30, 50, 3), "paths", " --start 1 --end 30")
    yield network("spanning", "the 6x6 grid", grid(6, 6), "trees")
    yield network("spanning", "a cubic graph of 30", regular(30, 3, 1), "trees")
    yield network("matching", "the complete graph of 16", complete(16), "perfect_matchings")
    yield network("matching", "the complete graph of 40", complete(40), "perfect_matchings")
    yield network("matching", "a random graph 40/120", sparse(40, 120, 1), "perfect_matchings")
    yield network("matching", "a cubic graph of 100", regular(100, 3, 2), "perfect_matchings")
    yield network("cycles", "the 6x6 grid", grid(6, 6), "two_factors")
    yield network("cycles", "a quartic graph of 30", regular(30, 4, 5), "two_factors")
    yield network("independent", "the 8x8 grid", grid(8, 8))
    yield network("independent", "a random graph 80/160", sparse(80, 160, 1))
    yield network("vertexcover", "a cubic graph of 80", regular(80, 3, 3))
    yield network("cliques", "a random graph 30/120", sparse(30, 120, 1))
    yield permanent(16, 0.4, 1)
    yield permanent(30, 0.15, 1)
    yield network("coloring", "the 6x6 grid", grid(6, 6), more=" --colors 3")
    yield network("coloring", "the 10x10 grid", grid(10, 10), more=" --colors 3")
    yield network("coloring", "the 7x7 torus", grid(7, 7, True), more=" --colors 3")
    for vertices, edges, seed in ((60, 80, 1), (80, 130, 1), (100, 150, 2), (125, 150, 1)):
        yield network("coloring", f"a random graph {vertices}/{edges}", sparse(vertices, edges, seed), more=" --colors 3")
    yield network("coloring", "queens on 5x5", [(a, b) for a, b in complete(25) if (lambda r, s: r[0] == s[0] or r[1] == s[1] or abs(r[0] - s[0]) == abs(r[1] - s[1]))(divmod(a - 1, 5), divmod(b - 1, 5))], more=" --colors 6")
    yield from (Case("Latin squares", f"latin {n}") for n in ("4", "5", "6", "7", "3x7"))
    yield from (square(*given) for given in ((10, 55, 1), (15, 80, 1), (20, 150, 1), (20, 165, 1), (25, 220, 1), (30, 280, 1)))
    yield from (Case("pairings and partitions", words) for words in ("langford 11", "langford 12", "partition 12"))
    yield from (Case("designs", words) for words in ("steiner 9", "steiner 13", "design 3 8 4", "design 2 13 4", "design 2 16 4", "factorization 8", "factorization 8 --named"))
    yield from (sudokus(*given) for given in ((1, 22, 1), (1, 18, 2), (1000, 26, 3), (5000, 32, 4), (20000, 40, 5)))
    yield Case("sudoku", "sudoku --empty --box 2x2")
    yield Case("sudoku", "sudoku --empty --box 2x3")
    yield kakuro(8, 8, 1)
    yield Case("puzzles", f"sudoku --empty --killer {HERE.parent}/docs/src/examples/killer.txt", name="killer sudoku of the encyclopedia")
    yield nonogram(12, 12, 1)
    yield nonogram(20, 20, 2)
    yield words(200, 4, 4, 1)
    yield words(300, 5, 5, 2)
    yield Case("puzzles", "edges 3 --rows 4 --columns 6 --border 1")
    yield from map(formula, (
        "sat 40 120 --seed 1", "sat 60 200 --seed 2", "sat 80 300 --seed 3", "sat 100 420 --seed 4", "blocks 8 4", "blocks 12 4 --amo ladder", "blocks 15 3", "parity 12 --amo binary", "parity 20 --amo product",
        "coloring 8 3", "coloring 10 4 --amo ladder", "sparse 130 200 3 --seed 1", "latin 5 --amo product", "minimal 6", "minimal 15 80", "latin 20 165", "queens 10 --amo ladder", "pigeons 10 12",
        "tseitin 60 3", "dominoes 8 8 --amo ladder", "tseitin 100 5"))
    yield cover("loose", 30, 150, 2, 4, 1)
    yield cover("wide", 44, 900, 5, 8, 2)
    yield cover("large", 60, 4000, 7, 13, 3)
    yield from (shaped(shape, seed) for shape in ("communities", "star", "band", "planted") for seed in (1, 2))


# ---- Programs

def read(path):
    """Primary items with how often they are covered, secondary items, options as lists of items and colors."""
    rows = [line.split() for line in open(path) if line.strip() and not line.startswith("|")]
    bar = rows[0].index("|") if "|" in rows[0] else len(rows[0])
    primary = {}
    for word in rows[0][:bar]:
        bounds, _, name = word.rpartition("|")
        low, _, high = bounds.partition(":")
        primary[name] = (int(low or 1), int(high or low or 1))
    return primary, rows[0][bar + 1:], [[tuple(word.partition(":")[::2]) for word in row] for row in rows[1:]]


def plain(path):
    primary, secondary, options = read(path)
    number = {name: k for k, name in enumerate(primary)}
    matrix = [[0] * len(number) for _ in options]
    for row, option in zip(matrix, options):
        for name, _ in option:
            row[number[name]] = 1
    return matrix, len(number)


def by_exact_cover(path):
    import numpy
    from exact_cover import get_solution_count
    return get_solution_count(numpy.array(plain(path)[0], dtype="int32"))


def by_dxz(path):
    import dxz
    matrix, columns = plain(path)
    return dxz.dxz_count(len(matrix), columns, sum(matrix, []))


def by_xcover(path):
    from xcover import covers
    primary, secondary, options = read(path)
    named = [[name + ":" + color if color else name for name, color in option] for option in options]
    return sum(1 for _ in covers(named, primary=list(primary), secondary=secondary, colored=any(color for option in options for _, color in option)))


def by_ganak(path):
    import pyganak
    counter = pyganak.Counter()
    for line in open(path):
        if line[0] == "p":
            counter.new_vars(int(line.split()[2]))
        elif line[0] != "c":
            counter.add_clause([int(word) for word in line.split()[:-1]])
    return counter.count()


def by_d4(path):
    import py_d4
    return py_d4.Solver(path).count().getResult()


def colors(options):
    """Which options give a secondary item which color; an option that gives none is a color of its own."""
    taken = collections.defaultdict(lambda: collections.defaultdict(list))
    for k, option in enumerate(options):
        for name, color in option:
            taken[name][color or f"option {k}"].append(k)
    return taken


def by_cpsat(path):
    from ortools.sat.python import cp_model
    model = cp_model.CpModel()
    if path.endswith(".txt"):
        return tours(model, cp_model, path)
    primary, secondary, options = read(path)
    chosen, taken = [model.new_bool_var("") for _ in options], colors(options)
    for name, (low, high) in primary.items():
        its = [chosen[k] for ks in taken[name].values() for k in ks]
        model.add_exactly_one(its) if low == high == 1 else model.add_linear_constraint(sum(its), low, high)
    for name in secondary:
        has = []
        for ks in taken[name].values():
            has.append(chosen[ks[0]] if len(ks) == 1 else model.new_bool_var(""))
            if len(ks) > 1:
                model.add_max_equality(has[-1], [chosen[k] for k in ks])
        model.add_at_most_one(has)
    return enumerated(model, cp_model)


def enumerated(model, cp_model):
    class Counter(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self):
            self.count += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.enumerate_all_solutions, solver.parameters.num_workers = True, 1
    solver.solve(model, counter)
    return counter.count


def tours(model, cp_model, path):
    arcs = [arc for line in open(path) for arc in (tuple(map(int, line.split())), tuple(map(int, line.split()))[::-1])]
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in arcs])
    return enumerated(model, cp_model) // 2


def by_graphillion(path, method):
    from graphillion import GraphSet
    edges = [tuple(map(int, line.split())) for line in open(path)]
    GraphSet.set_universe(edges)
    vertices = {v for edge in edges for v in edge}
    return {
        "perfect_matchings": lambda: GraphSet.f_factors({v: 1 for v in vertices}),
        "two_factors": lambda: GraphSet.f_factors({v: 2 for v in vertices}),
        "cycles": lambda: GraphSet.cycles(is_hamilton=True),
        "paths": lambda: GraphSet.paths(1, max(vertices)),
        "trees": lambda: GraphSet.trees(is_spanning=True),
    }[method]().len()


def asp(path):
    """The covers, or the tours, of a file as a logic program."""
    if path.endswith(".txt"):
        edges = "".join(f"e({a},{b}). e({b},{a}). " for a, b in (line.split() for line in open(path)))
        return edges + ("v(X) :- e(X,_). 1 {t(X,Y) : e(X,Y)} 1 :- v(X). 1 {t(X,Y) : e(X,Y)} 1 :- v(Y). s(M) :- M = #min {X : v(X)}. "
                        "r(X) :- s(X). r(Y) :- r(X), t(X,Y). :- v(X), not r(X). :- s(M), t(M,A), t(B,M), A > B. #show t/2.")
    primary, secondary, options = read(path)
    taken, out = colors(options), ["{" + ";".join(f"o({k})" for k in range(len(options))) + "}."]
    for name, (low, high) in primary.items():
        out.append(f":- not {low} #count {{ " + "; ".join(f"{k} : o({k})" for ks in taken[name].values() for k in ks) + f" }} {high}.")
    for n, name in enumerate(secondary):
        for color, ks in enumerate(taken[name].values()):
            out += [f"h({n},{color}) :- o({k})." for k in ks]
        if taken[name]:
            out.append(":- 2 {" + ";".join(f"h({n},{color})" for color in range(len(taken[name]))) + "}.")
    return "\n".join(out) + "\n#show o/1.\n"


def knuth(problem):
    """A problem in Knuth's format: items get numbers, colors a letter each."""
    if "primary" not in problem:
        problem = {"options": problem}
    options = problem["options"]
    options = [option["items"] if isinstance(option, dict) else option for option in (options.values() if isinstance(options, dict) else options)]
    primary, secondary = problem.get("primary") or list(dict.fromkeys(itertools.chain(*options))), problem.get("secondary", [])
    names = {name: f"i{k}" for k, name in enumerate(primary + secondary)}
    letters, bounds = {}, {}
    for name, times in problem.get("times", {}).items():
        low, dots, high = times.partition("..")
        bounds[name] = f"{low or 0}:{(high or len(options)) if dots else low}|"

    def word(item):
        if item in names:
            return names[item]
        name, _, color = item.rpartition(":")
        return f"{names[name]}:{letters.setdefault(color, LETTERS[len(letters)])}"

    rows = [" ".join(map(word, option)) for option in options if option]
    first = " ".join(bounds.get(name, "") + names[name] for name in primary) + (" | " + " ".join(names[name] for name in secondary) if secondary else "")
    return "\n".join([first, *rows]) + "\n"


LETTERS = "".join(map(chr, [*range(48, 58), *range(65, 91), *range(97, 123)]))

ADAPTERS = {"exact-cover": by_exact_cover, "dxz": by_dxz, "xcover": by_xcover, "ganak": by_ganak, "d4": by_d4, "cpsat": by_cpsat, "graphillion": by_graphillion}

MAIN = r"""
use dlx::choose::*;
use exact_covers::Solver as _;

fn count<P: dlx::Solve>(mut problem: P) -> usize {
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = dlx::Solver::new(&mut problem);
    std::iter::from_fn(|| solver.next_solution(&mut chooser).then_some(())).count()
}

fn by_dlx(text: &str) -> usize {
    let spec = dlx::Spec::new(text, true).unwrap();
    let has_bounds = spec.primary.iter().any(|item| item.contains('|'));
    let has_colors = spec.opts.iter().flatten().any(|item| item.contains(':'));
    match (has_bounds, has_colors) {
        (false, false) => count(dlx::x::Problem::from_spec(&spec, dlx::OptOrder::Seq).unwrap()),
        (false, true) => count(dlx::c::Problem::from_spec(&spec).unwrap()),
        (true, false) => count(dlx::m::Problem::from_spec(&spec, dlx::OptOrder::Seq).unwrap()),
        (true, true) => count(dlx::mc::Problem::from_spec(&spec).unwrap()),
    }
}

fn by_exact_covers(text: &str) -> usize {
    let mut lines = text.lines().filter(|line| !line.starts_with('|') && !line.trim().is_empty());
    let first = lines.next().unwrap();
    let (primary, secondary) = first.split_once('|').unwrap_or((first, ""));
    let primary: Vec<&str> = primary.split_whitespace().collect();
    let secondary: Vec<&str> = secondary.split_whitespace().collect();
    let known: std::collections::HashSet<&str> = primary.iter().copied().collect();
    let mut solver: exact_covers::DlSolver<&str, &str> = exact_covers::DlSolver::new(&primary, &secondary);
    for line in lines {
        let (mut items, mut colored) = (vec![], vec![]);
        for word in line.split_whitespace() {
            let (name, color) = word.split_once(':').map_or((word, None), |(name, color)| (name, Some(color)));
            if known.contains(name) { items.push(name) } else { colored.push((name, color)) }
        }
        solver.add_option(items, colored);
    }
    let mut count = 0;
    solver.solve(|_| { count += 1; std::ops::ControlFlow::Continue(()) });
    count
}

fn by_sudoku(text: &str) -> usize {
    text.lines().map(|line| sudoku::Sudoku::from_str_line(line).unwrap().solutions_count_up_to(1 << 40)).sum()
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&words[2]).unwrap();
    println!("{}", match &words[1][..] { "dlx" => by_dlx(&text), "exact-covers" => by_exact_covers(&text), _ => by_sudoku(&text) });
}
"""


def setup(folder):
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    subprocess.run([folder / "venv/bin/pip", "install", "-q", *PACKAGES], check=True)
    (folder / "crates/src").mkdir(parents=True, exist_ok=True)
    (folder / "crates/Cargo.toml").write_text(f'[package]\nname = "rivals"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n{CRATES}[profile.release]\nlto = true\ncodegen-units = 1\npanic = "abort"\n[workspace]\n')
    (folder / "crates/src/main.rs").write_text(MAIN)
    subprocess.run(["cargo", "build", "--release", "--target-dir", folder / "crates/target"], cwd=folder / "crates", check=True)
    with tempfile.NamedTemporaryFile("w", suffix=".dlx") as file:  # numba compiles once
        file.write("a b | c\na c:1\nb c:1\n")
        file.flush()
        subprocess.run([folder / "venv/bin/python", __file__, "adapter", "xcover", file.name], check=True)


class Forms:
    """What the programs read, written when it is first asked for; None where a problem has no such form."""

    def __init__(self, case, program, folder):
        self.case, self.program, self.folder, self.made = case, program, pathlib.Path(folder), {}
        suffix = ".xmpuzzle" if case.method == "burr" else ".cnf" if case.words[0] == "cnf" else ".txt"
        self.file = self.folder / f"problem{suffix}"
        self.file.write_text(case.text)
        self.words = [str(self.file) if word == "FILE" else word for word in case.words]
        self.is_connected = case.words[0] in ("tour", "path", "spanning")

    def written(self, form):
        """A file written by `convert`, if the form can say all of it."""
        if form not in self.made:
            path, many = self.folder / f"problem.{form}", self.case.method == "sudoku" and self.case.text.count("\n") > 1
            done = not many and not self.is_connected and "--up-to-symmetry" not in self.words and subprocess.run(
                [self.program, "convert", *self.words, "--to", form, "-o", path, "--time-limit", "4s", "-q"], stderr=subprocess.DEVNULL, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))).returncode == 0
            self.made[form] = str(path) if done else None
        return self.made[form]

    def covers(self, bounds=True, secondary=True):
        """Knuth's format, with short names, since some programs are particular about them. Not for formulas: to find the items in one is a part of the work."""
        path = self.file.suffix != ".cnf" and self.written("json")
        if path and "dlx" not in self.made:
            self.made["dlx"] = self.folder / "problem.dlx"
            self.made["dlx"].write_text(knuth(json.load(open(path))))
            first = self.made["dlx"].read_text().partition("\n")[0]
            self.has_bounds, self.has_secondary = re.search(r"\d\|", first), " | " in first
        return path and (bounds or not self.has_bounds) and (secondary or not self.has_secondary) and str(self.made["dlx"])

    def formula(self):
        return str(self.file) if self.file.suffix == ".cnf" else self.written("cnf")

    def sums(self):
        """Pseudo-Boolean constraints; clauses as sums that are at least 1."""
        if self.file.suffix != ".cnf":
            return self.written("opb")
        rows = [line.split()[:-1] for line in self.case.text.splitlines() if line[:1] not in ("c", "p", "")]
        variables = re.search(r"^p cnf (\d+)", self.case.text, re.MULTILINE)[1]
        sums = [" ".join(f"+1 {'~' if word[0] == '-' else ''}x{word.lstrip('-')}" for word in row) + " >= 1 ;" for row in rows]
        path = self.folder / "problem.opb"
        path.write_text("\n".join([f"* #variable= {variables} #constraint= {len(rows)}", *sums]) + "\n")
        return str(path)

    def graph(self):
        """A file of edges that Graphillion or a circuit constraint can count."""
        return str(self.file) if self.case.method not in (None, "sudoku", "burr") else None

    def tours(self):
        """The edges of a graph whose tours are counted, else the covers."""
        return str(self.file) if self.case.words[0] == "tour" else self.covers()

    def logic(self):
        """A logic program, or a formula, which clingo reads in its mode for clauses."""
        if self.file.suffix == ".cnf":
            return ["--mode=clasp", str(self.file)]
        path = self.tours()
        if path and "lp" not in self.made:
            self.made["lp"] = self.folder / "problem.lp"
            self.made["lp"].write_text(asp(path))
        return str(self.made["lp"]) if path else None


class Program:
    """A rival: the file that is run and its first words; the form that it reads, as a path or as more words, or None where a problem has no such form; how many solutions a second it visits at most."""

    def __init__(self, name, file, form, words=(), stdin=False, speed=math.inf, like_knuth=False):
        self.name, self.file, self.form, self.words, self.stdin, self.speed, self.like_knuth = name, file, form, words, stdin, speed, like_knuth

    def command(self, forms):
        """Words and standard input for a problem."""
        given = self.form(forms)
        if not given:
            return None
        given = given if isinstance(given, list) else [given]
        words = [self.file, *self.words] if self.stdin else [self.file, *self.words, *given]
        return list(map(str, words)), given[0] if self.stdin else os.devnull


def programs(folder):
    """All rivals that lie in the folder, those first that are made for a kind of problem."""
    once = lambda forms: forms.covers(bounds=False)
    primary = lambda forms: forms.covers(bounds=False, secondary=False)
    bounded = lambda forms: None if once(forms) else forms.covers()
    only = lambda method: lambda forms: str(forms.file) if forms.case.method == method else None
    python, crates = folder / "venv/bin/python", folder / "crates/target/release/rivals"

    def own(name, form, file, **more):
        return Program(name, folder / "bin" / file, form, stdin=True, **more)

    def adapter(name, form, title=None, **more):
        return Program(title or name, python, form, [HERE / "rivals.py", "adapter", name], **more)

    known = [
        own("tdoku", only("sudoku"), "tdoku"),
        Program("sudoku (crate)", crates, only("sudoku"), ["sudoku"]),
        Program("BurrTools", folder / "bin/burrTxt", only("burr"), ["-q"]),
        adapter("graphillion", lambda forms: forms.graph() and [forms.graph(), forms.case.method], "Graphillion"),
        adapter("ganak", Forms.formula, "Ganak"),
        adapter("d4", Forms.formula, "D4"),
        Program("sharpSAT-TD", folder / "bin/sharpsat-td", Forms.formula),
        Program("PBCount", folder / "bin/pbcount", Forms.sums, ["--wf", "1", "--cf"]),
        own("DLX6", once, "dlx6"),
        own("SSXCC", once, "ssxcc", speed=1e7),
        own("DLX2", once, "dlx2", speed=1e7, like_knuth=True),
        own("DLX3", bounded, "dlx3", speed=1e7),
        Program("clingo", python, Forms.logic, ["-m", "clingo", "0", "-q"], speed=5e5),
        adapter("cpsat", Forms.tours, "CP-SAT", speed=3e4),
        Program("miniexact", folder / "venv/bin/miniexact", once, ["-c", "-e"], speed=3e6, like_knuth=True),
        Program("dlx (crate)", crates, Forms.covers, ["dlx"], speed=1e7, like_knuth=True),
        Program("exact-covers (crate)", crates, once, ["exact-covers"], speed=1e7, like_knuth=True),
        adapter("exact-cover", primary, speed=3e6, like_knuth=True),
        adapter("dxz", primary, like_knuth=True),
        adapter("xcover", once, speed=3e6, like_knuth=True),
    ]
    return [program for program in known if program.file.exists()]


def used(process):
    """Processor seconds of a process that still runs."""
    words = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def timed(command, stdin, limit):
    """Processor seconds of a process, and what it said; None if it did not end by itself within the limit."""
    with tempfile.TemporaryFile("w+", errors="replace") as said, open(stdin) as given:
        process = subprocess.Popen(command, stdin=given, stdout=said, stderr=subprocess.STDOUT, start_new_session=True)
        # Not before it starts: Python would make a copy of itself first, which takes 2 ms.
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
        resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
            if used(process.pid) > limit:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.004)
        _, status, usage = ended
        process.returncode = status
        seconds = usage.ru_utime + usage.ru_stime
        said.seek(0)
        text = said.read()
    return seconds, (text if not os.WIFSIGNALED(status) else None)


COUNTS = [r"Found (\d+) solution", r"Altogether (\d+) solution", r"^(?:c )?Models\s*: (\d+)\s*$", r"(\d+) assemblies", r"^count (\d+)$", r"^c s exact arb int (\d+)$", r"^s mc (\d+)"]


def count_of(text):
    """The number in what a program said; None if it said none."""
    for pattern in COUNTS:
        found = re.findall(pattern, text, re.MULTILINE)
        if found:
            return int(found[-1])
    words = text.split()
    return int(words[-1]) if words and re.fullmatch(r"\d+", words[-1]) else None


def ours_of(text):
    """A count in each line; the sum, as the solvers of many sudokus print it."""
    rows = text.split()
    return sum(map(int, rows)) if rows and all(re.fullmatch(r"\d+", row) for row in rows) else None


def measure(command, stdin, limit, count):
    times, found = [], None
    while len(times) < 3 and (not times or sum(times) < 0.1):
        seconds, text = timed(command, stdin, limit)
        found = count(text) if text is not None else None
        if found is None or seconds > limit:
            return None, None
        times.append(seconds)
    return statistics.median(times), found


def compete(case, forms, rivals, arguments):
    """Our time, the count, and what each rival has in its column: seconds, `>` where it was stopped or not started, nothing where it has no form for the problem."""
    own, known = measure([arguments.program, *forms.words, "-q", "-j", "1"], os.devnull, arguments.limit, ours_of)
    limit = arguments.limit if own is None else min(arguments.limit, arguments.patience * own + arguments.grace)
    row, knuth_ended = {}, None
    for program in rivals:
        call = program.command(forms)
        row[program.name] = ">" if call else ""
        is_hopeless = known and known > program.speed * limit or program.like_knuth and knuth_ended is False
        seconds, found = measure(*call, limit, count_of) if call and not is_hopeless else (None, None)
        if call and program.name in ("SSXCC", "DLX3"):
            knuth_ended = seconds is not None
        if seconds is None or known and known >> 64 and found == known % (1 << 64):  # counted in 64 bits
            continue
        row[program.name] = f"{seconds:.4f}"
        known = found if known is None else known
        if found != known and not (program.name == "PBCount" and math.isclose(found, known)):  # in double precision
            print(f"{case}: {program.name} counts {found}, and not {known}", file=sys.stderr, flush=True)
            row[program.name] = f"WRONG {found}"
    return own, known, row


def count(arguments):
    rivals = [program for program in programs(arguments.folder) if not arguments.programs or program.name in arguments.programs.split(",")]
    print("kind", "case", "count", "ours", *(program.name for program in rivals), sep="\t", flush=True)
    for case in cases():
        if arguments.only in case.name or arguments.only in case.kind:
            with tempfile.TemporaryDirectory() as folder:
                own, known, row = compete(case, Forms(case, arguments.program, folder), rivals, arguments)
            print(case.kind, case, "?" if known is None else known, ">" if own is None else f"{own:.4f}", *row.values(), sep="\t", flush=True)


# ---- Report

def ahead(a, b):
    """Whether a time is less than another by more than noise: a tenth, and half a millisecond."""
    return a is not None and (b is None or a < 0.9 * b and a < b - 0.0005)


def table(head, rows):
    return "\n".join(["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows]]) + "\n"


def shown(time):
    return "-" if time is None else f"{time:.3f}" if time < 1 else f"{time:.1f}"


def short(count):
    return count if len(count) < 16 else f"{float(count):.3g}"


def geometric(ratios):
    return f"{statistics.geometric_mean(ratios):.1f}" if ratios else ""


def report(arguments):
    head, *rows = (line.split("\t") for line in arguments.raw.read_text().splitlines())
    rivals, number = head[4:], lambda cell: float(cell) if re.fullmatch(r"[\d.]+", cell) else None
    Row = collections.namedtuple("Row", "kind case count own best theirs times tried")
    found = []
    for kind, case, count, own, *cells in rows:
        times = {rival: number(cell) for rival, cell in zip(rivals, cells)}
        best = min((rival for rival in rivals if times[rival] is not None), key=times.get, default="-")
        found.append(Row(kind, case, count, number(own), best, times.get(best), times, {rival for rival, cell in zip(rivals, cells) if cell}))
    losses = sorted((row for row in found if ahead(row.theirs, row.own)), key=lambda row: row.theirs / (row.own or math.inf))
    wins = [row for row in found if ahead(row.own, row.theirs)]
    ratios = lambda rows: [row.theirs / row.own for row in rows if row.own and row.theirs]
    print(f"{len(found)} problems: a rival is ahead in {len(losses)}, dlx-count in {len(wins)}, and {len(found) - len(losses) - len(wins)} are within a tenth or half a millisecond. dlx-count counted "
          f"{sum(row.own is not None for row in found)} within the limit, the best rival for each {sum(row.theirs is not None for row in found)}; where both did, it took {geometric(ratios(found))} times as long (geometric mean).\n")
    print("## Where a rival is ahead\n")
    print(table(["problem", "count", "dlx-count", "rival", "its time", "ratio"],
                [[row.case, short(row.count), shown(row.own), row.best, shown(row.theirs), f"{row.theirs / row.own:.2f}" if row.own else ""] for row in losses]))
    print("## By kind\n")
    kinds = {kind: [row for row in found if row.kind == kind] for kind in dict.fromkeys(row.kind for row in found)}
    print(table(["kind", "problems", "a rival ahead", "dlx-count ahead", "counted by the best rival", "its time as a multiple"],
                [[kind, len(rows), sum(row in losses for row in rows), sum(row in wins for row in rows), sum(row.theirs is not None for row in rows), geometric(ratios(rows))] for kind, rows in kinds.items()]))
    print("## By program\n")
    each = []
    for rival in rivals:
        mine = [row for row in found if rival in row.tried]
        both = [row.times[rival] / row.own for row in mine if row.own and row.times[rival]]
        each.append([rival, len(mine), sum(ahead(row.times[rival], row.own) for row in mine), sum(ahead(row.own, row.times[rival]) for row in mine), len(both), geometric(both)])
    print(table(["program", "problems", "it is ahead", "dlx-count ahead", "counted by both", "its time as a multiple"], each))
    print("## All problems\n")
    print(table(["problem", "count", "dlx-count", "best rival", "its time"], [[row.case, short(row.count), shown(row.own), row.best, shown(row.theirs)] for row in found]))
    arguments.plot.write_text(plot(found))


COLORS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#000080", "#556b2f"]


def plot(found, size=560, low=5e-4, high=20.0):
    """Time against time, a point for each problem; those that were stopped lie on the edge."""
    at = lambda time: size * math.log(min(max(time or high, low), high) / low) / math.log(high / low)
    kinds = list(dict.fromkeys(row.kind for row in found))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -20 {size + 284} {size + 76}" font-family="sans-serif" font-size="13">',
           f'<rect x="-70" y="-20" width="{size + 284}" height="{size + 76}" fill="white"/><rect width="{size}" height="{size}" fill="none" stroke="#888"/>',
           f'<path d="M0 {size}L{size} 0" stroke="#888" stroke-dasharray="4 3"/>']
    for tick, name in ((1e-3, "1 ms"), (1e-2, "10 ms"), (0.1, "0.1 s"), (1, "1 s"), (10, "10 s")):
        x = at(tick)
        out.append(f'<path d="M{x:.1f} {size}V0M0 {size - x:.1f}H{size}" stroke="#eee"/><text x="{x:.1f}" y="{size + 18}" text-anchor="middle">{name}</text><text x="-6" y="{size - x + 4:.1f}" text-anchor="end">{name}</text>')
    for row in found:
        title = escape(f"{row.case}: {shown(row.own)} s, {row.best} {shown(row.theirs)} s")
        out.append(f'<circle cx="{at(row.own):.1f}" cy="{size - at(row.theirs):.1f}" r="4.5" fill="{COLORS[kinds.index(row.kind) % len(COLORS)]}" fill-opacity="0.7"><title>{title}</title></circle>')
    for k, kind in enumerate(kinds):
        out.append(f'<circle cx="{size + 34}" cy="{20 + 22 * k}" r="5" fill="{COLORS[k % len(COLORS)]}"/><text x="{size + 46}" y="{24 + 22 * k}">{escape(kind)}</text>')
    out.append(f'<text x="4" y="-6">stopped</text><text transform="translate({size + 14} {size - 4}) rotate(-90)">stopped</text>')
    out.append(f'<text x="{size / 2}" y="{size + 42}" text-anchor="middle">dlx-count, processor seconds</text><text transform="translate(-54 {size / 2}) rotate(-90)" text-anchor="middle">the best rival for the problem</text></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("setup").add_argument("folder", type=pathlib.Path)
    counting = verbs.add_parser("count")
    counting.add_argument("program")
    counting.add_argument("folder", type=pathlib.Path)
    counting.add_argument("--limit", type=float, default=10)
    counting.add_argument("--patience", type=float, default=math.inf, help="stop a rival after this many times our time ...")
    counting.add_argument("--grace", type=float, default=1, help="... and this many seconds more, in which it may start")
    counting.add_argument("--only", default="")
    counting.add_argument("--programs", default="")
    reporting = verbs.add_parser("report")
    reporting.add_argument("raw", type=pathlib.Path)
    reporting.add_argument("plot", type=pathlib.Path)
    adapting = verbs.add_parser("adapter")
    adapting.add_argument("name", choices=ADAPTERS)
    adapting.add_argument("rest", nargs="+")
    arguments = parser.parse_args()
    if arguments.verb == "adapter":
        print(ADAPTERS[arguments.name](*arguments.rest))
    else:
        {"setup": lambda: setup(arguments.folder), "count": lambda: count(arguments), "report": lambda: report(arguments)}[arguments.verb]()


if __name__ == "__main__":
    main()
