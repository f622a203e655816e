#!/usr/bin/env python3
"""Writes formulas of the kinds that model counters are tested with, in several encodings.

    python3 benches/formulas.py FAMILY ARGUMENTS [--amo ENCODING] [--seed N] > formula.cnf

    blocks V K       partitions of V points into blocks of K
    parity N         perfect matchings of the complete graph on N vertices
    coloring N K     colorings of the N x N grid with K colors
    sparse N M K     colorings of a random graph with N vertices and M edges
    latin N [HOLES]  Latin squares of order N; with HOLES, HOLES cells of a random square are empty
    minimal N [HOLES]  the same, as "at least one value in each cell, no value twice in a row or column"
    queens N         N queens
    pigeons N M      N pigeons in M holes, one at most in each
    tseitin N D      parities at the vertices of a random D-regular graph with N vertices
    dominoes N M     tilings of the N x M board
    sat N M          M random clauses of three of N variables
    circuit N M      M random gates (and, or, xor of two signals) behind N inputs; the last one is true
    bayes N V        a random Bayesian network: N variables with V values, up to three parents each among the six before, a weighted variable for each number of its tables; the last has its first value
    matrices N K     N x N matrices of zeros and ones with K ones in each row and column
    cells N K        K cells of the N x N board, no two of them side by side
    dominating N K   at most K cells of the N x N board, with each cell one of them or beside one
    covers N M K     at most K vertices of a random graph with N vertices and M edges, at least one on each edge
    half N M         M random clauses of three of N variables, half of which are true
    degrees N M K    at least two fifths of N * K of the M edges of a random graph with N vertices, at most K at each vertex

ENCODING of "at most one": pairwise, ladder, product, commander or binary. Helper variables are defined in both directions, so that they multiply no models; they are numbered behind the others.
"Exactly K" is written by --counter: sequential (each sum from the one before), totalizer (a balanced tree of sums), or opb (pseudo-Boolean lines for all, in OPB). With --shuffle variables are numbered at random; with --show N the first N of them are shown.
"""

import argparse
import itertools
import random
import sys


class Formula:
    def __init__(self, amo, counter):
        self.n = 0
        self.counter = counter
        self.clauses = []
        self.lines = []
        self.amo = amo
        self.weights = {}

    def variable(self):
        self.n += 1
        return self.n

    def grid(self, *sizes):
        return {key: self.variable() for key in itertools.product(*map(range, sizes))}

    def add(self, *clause):
        self.clauses.append(clause)

    def define_or(self, literals):
        """A helper that is true where one of these is."""
        helper = self.variable()
        for literal in literals:
            self.add(-literal, helper)
        self.add(-helper, *literals)
        return helper

    def exactly_one(self, literals):
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals):
        if len(literals) > 1:
            getattr(self, self.amo if len(literals) > 4 else "pairwise")(list(literals))

    def pairwise(self, literals):
        for a, b in itertools.combinations(literals, 2):
            self.add(-a, -b)

    def ladder(self, literals):
        before = literals[0]
        for literal in literals[1:-1]:
            self.add(-before, -literal)
            before = self.define_or([before, literal])
        self.add(-before, -literals[-1])

    def product(self, literals):
        width = next(w for w in itertools.count() if w * w >= len(literals))
        rows = [literals[start:start + width] for start in range(0, len(literals), width)]
        columns = [literals[start::width] for start in range(width)]
        for lines in (rows, columns):
            self.at_most_one([self.define_or(line) for line in lines])

    def commander(self, literals):
        groups = [literals[start:start + 3] for start in range(0, len(literals), 3)]
        for group in groups:
            self.pairwise(group)
        self.at_most_one([self.define_or(group) for group in groups])

    def binary(self, literals):
        """Literals have the numbers from 1 in binary, so that none is none of them."""
        for bit in range(len(literals).bit_length()):
            ones = [literal for k, literal in enumerate(literals, 1) if k >> bit & 1]
            digit = self.define_or(ones)
            for k, literal in enumerate(literals, 1):
                if not k >> bit & 1:
                    self.add(-literal, -digit)

    def merged(self, left, right):
        """Sums of two sorted lists: the k-th is true where at least k of both are."""
        sums = [self.variable() for _ in range(len(left) + len(right))]
        for a, b in itertools.product(range(len(left) + 1), range(len(right) + 1)):
            if a + b > 0:
                self.add(*(-it for it in left[a - 1 : a] if a > 0), *(-it for it in right[b - 1 : b] if b > 0), sums[a + b - 1])
            if a + b < len(sums):
                self.add(*left[a : a + 1], *right[b : b + 1], -sums[a + b])
        return sums

    def sums(self, literals):
        if len(literals) == 1:
            return literals
        half = len(literals) - 1 if self.counter == "sequential" else len(literals) // 2
        return self.merged(self.sums(literals[:half]), self.sums(literals[half:]))

    def between(self, literals, least, most):
        if self.counter == "opb":
            self.lines += [(literals, 1, least)] if least > 0 else []
            self.lines += [(literals, -1, -most)] if most < len(literals) else []
            return
        sums = self.sums(literals)
        if least > 0:
            self.add(sums[least - 1])
        if most < len(sums):
            self.add(-sums[most])

    def exactly(self, literals, k):
        self.between(literals, k, k)

    def write(self, out, shuffle):
        names = list(range(1, self.n + 1))
        if shuffle:
            random.shuffle(names)
        if self.counter == "opb":
            lines = self.lines + [(clause, 1, 1) for clause in self.clauses]
            out.write(f"* #variable= {self.n} #constraint= {len(lines)}\n")
            for literals, sign, bound in lines:
                words = (f"{sign:+} {'~' * (it < 0)}x{names[abs(it) - 1]}" for it in literals)
                out.write(" ".join(words) + f" >= {bound} ;\n")
            return
        out.write(f"p cnf {self.n} {len(self.clauses)}\n")
        for variable, (yes, no) in self.weights.items():
            out.write(f"c p weight {names[variable - 1]} {yes} 0\nc p weight {-names[variable - 1]} {no} 0\n")
        for clause in self.clauses:
            out.write(" ".join(str(names[abs(it) - 1] * (1 if it > 0 else -1)) for it in clause) + " 0\n")


def blocks(f, v, k):
    chosen = {block: f.variable() for block in itertools.combinations(range(v), k)}
    for point in range(v):
        f.exactly_one([it for block, it in chosen.items() if point in block])


def parity(f, n):
    edges = {edge: f.variable() for edge in itertools.combinations(range(n), 2)}
    for vertex in range(n):
        f.exactly_one([it for edge, it in edges.items() if vertex in edge])


def colored(f, n, edges, k):
    color = f.grid(n, k)
    for vertex in range(n):
        f.exactly_one([color[vertex, c] for c in range(k)])
    for a, b in edges:
        for c in range(k):
            f.add(-color[a, c], -color[b, c])


def coloring(f, n, k):
    cells = [(r, c) for r in range(n) for c in range(n)]
    edges = [(r * n + c, s * n + d) for r, c in cells for s, d in ((r, c + 1), (r + 1, c)) if s < n and d < n]
    colored(f, n * n, edges, k)


def sparse(f, n, m, k):
    edges = random.sample(list(itertools.combinations(range(n), 2)), m)
    colored(f, n, edges, k)


def square(n):
    """A random square: rows, columns and symbols of the cyclic one in any order, then some steps between squares by intercalates."""
    rows, columns, symbols = (random.sample(range(n), n) for _ in range(3))
    cells = [[symbols[(r + c) % n] for c in columns] for r in rows]
    for _ in range(200 * n):
        (a, b), (c, d) = random.sample(range(n), 2), random.sample(range(n), 2)
        if cells[a][c] == cells[b][d] and cells[a][d] == cells[b][c]:
            cells[a][c], cells[a][d], cells[b][c], cells[b][d] = cells[a][d], cells[a][c], cells[b][d], cells[b][c]
    return cells


def latin(f, n, holes=None, is_minimal=False):
    has = f.grid(n, n, n)
    lines = [[[(a, b, c), (a, c, b), (c, a, b)][kind] for c in range(n)] for kind in range(3) for a in range(n) for b in range(n)]
    for number, line in enumerate(lines):
        literals = [has[key] for key in line]
        if not is_minimal:
            f.exactly_one(literals)
        elif number < n * n:
            f.add(*literals)
        else:
            f.at_most_one(literals)
    if holes is not None:
        cells = square(n)
        given = random.sample([(r, c) for r in range(n) for c in range(n)], n * n - holes)
        for r, c in given:
            f.add(has[r, c, cells[r][c]])


def minimal(f, n, holes=None):
    latin(f, n, holes, True)


def queens(f, n):
    on = f.grid(n, n)
    for a in range(n):
        f.exactly_one([on[a, b] for b in range(n)])
        f.exactly_one([on[b, a] for b in range(n)])
    for total in range(2 * n - 1):
        f.at_most_one([it for (r, c), it in on.items() if r + c == total])
        f.at_most_one([it for (r, c), it in on.items() if r - c + n - 1 == total])


def pigeons(f, n, m):
    at = f.grid(n, m)
    for pigeon in range(n):
        f.exactly_one([at[pigeon, hole] for hole in range(m)])
    for hole in range(m):
        f.at_most_one([at[pigeon, hole] for pigeon in range(n)])


def tseitin(f, n, d):
    while True:
        ends = random.sample([v for v in range(n) for _ in range(d)], n * d)
        pairs = {tuple(sorted(pair)) for pair in zip(ends[::2], ends[1::2])}
        if len(pairs) * 2 == n * d and all(a != b for a, b in pairs):
            break
    edges = {pair: f.variable() for pair in sorted(pairs)}
    charges = [random.randrange(2) for _ in range(n - 1)]
    for vertex, charge in enumerate(charges + [sum(charges) % 2]):
        its = [it for pair, it in edges.items() if vertex in pair]
        for signs in itertools.product((1, -1), repeat=len(its)):
            if signs.count(-1) % 2 != charge:
                f.add(*(sign * it for sign, it in zip(signs, its)))


def dominoes(f, n, m):
    cells = [(r, c) for r in range(n) for c in range(m)]
    places = {pair: f.variable() for pair in itertools.combinations(cells, 2)
              if abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) == 1}
    for cell in cells:
        f.exactly_one([it for pair, it in places.items() if cell in pair])


def sat(f, n, m):
    variables = list(f.grid(n).values())
    for _ in range(m):
        f.add(*(it * random.choice((1, -1)) for it in random.sample(variables, 3)))


def circuit(f, n, m):
    signals = [f.variable() for _ in range(n)]
    for _ in range(m):
        a, b = (it * random.choice((1, -1)) for it in random.sample(signals, 2))
        kind = random.choice(("and", "and", "or", "or", "xor"))
        if kind == "xor":
            it = f.variable()
            for signs in ((1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)):
                f.add(*(sign * literal for sign, literal in zip(signs, (a, b, it))))
        else:
            it = f.define_or([a, b]) if kind == "or" else -f.define_or([-a, -b])
        signals.append(it)
    f.add(signals[-1])


def bayes(f, n, v):
    values = [[f.variable() for _ in range(v)] for _ in range(n)]
    for number, its in enumerate(values):
        f.exactly_one(its)
        nearby = range(max(0, number - 6), number)
        parents = random.sample(nearby, min(random.randint(1, 3), len(nearby)))
        for chosen in itertools.product(*(values[parent] for parent in parents)):
            numbers = [random.randint(1, 9) for _ in its]
            for it, number in zip(its, numbers):
                row = (*chosen, it)
                parameter = -f.define_or([-literal for literal in row])
                f.weights[abs(parameter)] = (1, f"{number}/{sum(numbers)}")
    f.add(values[-1][0])


def matrices(f, n, k):
    cells = f.grid(n, n)
    for i in range(n):
        f.exactly([cells[i, j] for j in range(n)], k)
        f.exactly([cells[j, i] for j in range(n)], k)


def cells(f, n, k):
    board = f.grid(n, n)
    for i, j in board:
        for near in [(i + 1, j), (i, j + 1)]:
            if near in board:
                f.add(-board[i, j], -board[near])
    f.exactly(list(board.values()), k)


def dominating(f, n, k):
    board = f.grid(n, n)
    for i, j in board:
        near = [(i, j), (i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]
        f.add(*(board[cell] for cell in near if cell in board))
    f.between(list(board.values()), 0, k)


def covers(f, n, m, k):
    vertices = list(f.grid(n).values())
    for a, b in random.sample(list(itertools.combinations(vertices, 2)), m):
        f.add(a, b)
    f.between(vertices, 0, k)


def half(f, n, m):
    sat(f, n, m)
    f.exactly(list(range(1, n + 1)), n // 2)


def degrees(f, n, m, k):
    edges = {edge: f.variable() for edge in random.sample(list(itertools.combinations(range(n), 2)), m)}
    for vertex in range(n):
        f.between([it for edge, it in edges.items() if vertex in edge], 0, k)
    f.between(list(edges.values()), 2 * n * k // 5, m)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    families = [blocks, parity, coloring, sparse, latin, minimal, queens, pigeons, tseitin, dominoes, sat, circuit, bayes, matrices, cells, dominating, covers, half, degrees]
    parser.add_argument("family", choices=[family.__name__ for family in families])
    parser.add_argument("numbers", type=int, nargs="+")
    parser.add_argument("--amo", default="pairwise", choices=["pairwise", "ladder", "product", "commander", "binary"])
    parser.add_argument("--counter", default="sequential", choices=["sequential", "totalizer", "opb"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shuffle", action="store_true")
    parser.add_argument("--show", type=int)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    formula = Formula(arguments.amo, arguments.counter)
    globals()[arguments.family](formula, *arguments.numbers)
    if arguments.show is not None:
        print("c p show", *range(1, arguments.show + 1), 0)
    formula.write(sys.stdout, arguments.shuffle)


if __name__ == "__main__":
    main()
