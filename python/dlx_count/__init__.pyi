"""Counts exact covers: exactly, in parallel, and as far as one likes."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from . import exact_cover as exact_cover
from . import sage as sage
from ._core import Search as Search
from ._core import Solution as Solution
from ._errors import Error as Error
from ._errors import InputError as InputError
from ._errors import NoSolution as NoSolution
from ._errors import RunError as RunError
from ._families import Family as Family
from ._families import families as families
from ._outcome import Estimate as Estimate
from ._outcome import Outcome as Outcome
from ._problem import Problem as Problem
from ._problem import count as count
from ._problem import read as read
from ._problem import solutions as solutions
from ._settings import Progress as Progress
from ._table import table as table
from ._trace import Trace as Trace
from .exact_cover import get_all_solutions as get_all_solutions
from .exact_cover import get_exact_cover as get_exact_cover
from .exact_cover import get_solution_count as get_solution_count
from .sage import DLXCPP as DLXCPP
from .sage import DLXSolver as DLXSolver
from .sage import dlx_solver as dlx_solver

__version__: str
ENGINES: tuple[str, ...]

# A number or a word; several, or a range of numbers; words by names.
Value = int | str | Iterable[Any] | Mapping[str, Any]

# The families: made by tests/test_stubs.py from the table that the program has.

class _Queens(Family):
    """N non-attacking queens on an N by N board (A000170)."""

    def __call__(self, n: Value, *, toroidal: bool = False, placed: Value | None = None, blocked: Value | None = None, amazons: bool = False, dominate: bool = False, up_to_symmetry: bool = False) -> Problem: ...

queens: _Queens

class _Polyomino(Family):
    """Cover a board with polyominoes, or a box with polycubes."""

    def __call__(self, board: Any = None, *, pieces: Any, reuse: bool = False, copies: Value | None = None, one_sided: bool = False, fixed: bool = False, remove: Value | None = None, up_to_symmetry: bool = False, layers: Value | None = None, rows: Value | None = None, columns: Value | None = None) -> Problem: ...

polyomino: _Polyomino

class _Burrtools(Family):
    """Puzzles of BurrTools: solid pieces that fill a shape."""

    def __call__(self, path: Any, *, problem: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

burrtools: _Burrtools

class _Polyhex(Family):
    """Cover a board of hexagons with polyhexes."""

    def __call__(self, board: Any = None, *, pieces: Any, reuse: bool = False, copies: Value | None = None, one_sided: bool = False, fixed: bool = False, remove: Value | None = None, up_to_symmetry: bool = False, layers: Value | None = None, rows: Value | None = None, columns: Value | None = None) -> Problem: ...

polyhex: _Polyhex

class _Polyiamond(Family):
    """Cover a board of triangles with polyiamonds."""

    def __call__(self, board: Any = None, *, pieces: Any, reuse: bool = False, copies: Value | None = None, one_sided: bool = False, fixed: bool = False, remove: Value | None = None, up_to_symmetry: bool = False, layers: Value | None = None, rows: Value | None = None, columns: Value | None = None) -> Problem: ...

polyiamond: _Polyiamond

class _Sudoku(Family):
    """Solutions of sudoku puzzles: one count per puzzle in a file."""

    def __call__(self, puzzle: Any | None = None, *, box: Value | None = None, empty: bool = False, diagonals: bool = False, windoku: bool = False, anti_knight: bool = False, anti_king: bool = False, nonconsecutive: bool = False, jigsaw: Any | None = None, killer: Any | None = None, symmetry: Literal["all", "symbols", "places"] | None = None, up_to_symmetry: bool = False) -> Problem: ...

sudoku: _Sudoku

class _Langford(Family):
    """Langford pairings: k numbers between the two k's (A176127)."""

    def __call__(self, n: Value, *, up_to_reversal: bool = False, skolem: bool = False, up_to_symmetry: bool = False) -> Problem: ...

langford: _Langford

class _Latin(Family):
    """Latin squares (A002860), or completions of one in a file."""

    def __call__(self, n: Any, *, reduced: bool = False, transversals: bool = False, mates: bool = False, cube: bool = False, symmetry: Literal["main", "isotopy", "isomorphism"] | None = None, up_to_symmetry: bool = False) -> Problem: ...

latin: _Latin

class _Partition(Family):
    """Partitions of a set of N points (A000110)."""

    def __call__(self, n: Value, *, up_to_symmetry: bool = False) -> Problem: ...

partition: _Partition

class _Steiner(Family):
    """Labelled Steiner triple systems on N points (A030128)."""

    def __call__(self, n: Value, *, up_to_symmetry: bool = False) -> Problem: ...

steiner: _Steiner

class _Design(Family):
    """Labelled Steiner systems: any T of V points in one block of K."""

    def __call__(self, t: Value, v: Value, k: Value, *, resolvable: bool = False, lambda_: Value | None = None, named: bool = False, up_to_symmetry: bool = False) -> Problem: ...

design: _Design

class _Matching(Family):
    """Perfect matchings of a graph (A001147 if it is complete)."""

    def __call__(self, graph: Any, *, up_to_symmetry: bool = False) -> Problem: ...

matching: _Matching

class _Factorization(Family):
    """Partitions of a graph's edges into perfect matchings (A000438)."""

    def __call__(self, graph: Any, *, named: bool = False, up_to_symmetry: bool = False) -> Problem: ...

factorization: _Factorization

class _Cycles(Family):
    """Cycle covers: disjoint cycles through all vertices (A001205)."""

    def __call__(self, graph: Any, *, directed: bool = False, up_to_symmetry: bool = False) -> Problem: ...

cycles: _Cycles

class _Coloring(Family):
    """Proper colorings of a graph with K colors."""

    def __call__(self, graph: Any, *, colors: Value, up_to_symmetry: bool = False) -> Problem: ...

coloring: _Coloring

class _Cliques(Family):
    """Partitions of a graph's vertices, or edges, into cliques."""

    def __call__(self, graph: Any, *, edges: bool = False, size: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

cliques: _Cliques

class _Tour(Family):
    """Hamiltonian cycles of a graph: one cycle through all vertices."""

    def __call__(self, graph: Any, *, directed: bool = False, up_to_symmetry: bool = False) -> Problem: ...

tour: _Tour

class _Path(Family):
    """Paths of a graph from one vertex to another (A007764)."""

    def __call__(self, graph: Any, *, start: Value | None = None, end: Value | None = None, hamiltonian: bool = False, directed: bool = False, up_to_symmetry: bool = False) -> Problem: ...

path: _Path

class _Spanning(Family):
    """Spanning trees of a graph, or forests (A007341)."""

    def __call__(self, graph: Any, *, forests: bool = False, trees: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

spanning: _Spanning

class _Pieces(Family):
    """Connected sets of vertices of a graph."""

    def __call__(self, graph: Any, *, size: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

pieces: _Pieces

class _Districts(Family):
    """Partitions of a graph into connected parts (A172477)."""

    def __call__(self, graph: Any, *, into: Value | None = None, size: Value | None = None, sizes: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

districts: _Districts

class _Independent(Family):
    """Independent sets of a graph."""

    def __call__(self, graph: Any, *, maximal: bool = False, size: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

independent: _Independent

class _Vertexcover(Family):
    """Vertex covers of a graph."""

    def __call__(self, graph: Any, *, minimal: bool = False, size: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

vertexcover: _Vertexcover

class _Permanent(Family):
    """The permanent of a matrix of 0 and 1."""

    def __call__(self, matrix: Any, *, up_to_symmetry: bool = False) -> Problem: ...

permanent: _Permanent

class _Cnf(Family):
    """Models of a formula in DIMACS, or projected on shown variables."""

    def __call__(self, formula: Any, *, models: bool = False, assume: Value | None = None, as_written: bool = False, up_to_symmetry: bool = False) -> Problem: ...

cnf: _Cnf

class _Opb(Family):
    """Models of pseudo-Boolean constraints in OPB."""

    def __call__(self, constraints: Any, *, assume: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

opb: _Opb

class _Lp(Family):
    """0-1 programs in LP format: set partitioning, covering, packing."""

    def __call__(self, program: Any, *, assume: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

lp: _Lp

class _Mps(Family):
    """0-1 programs in MPS format, free or fixed."""

    def __call__(self, program: Any, *, assume: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

mps: _Mps

class _Knapsack(Family):
    """Subsets of numbers whose sum is given, or at most N (A001300)."""

    def __call__(self, numbers: Any, *, sum: Value | None = None, capacity: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

knapsack: _Knapsack

class _Words(Family):
    """Word rectangles and crosswords: listed words across and down."""

    def __call__(self, words: Any, *, rows: Value | None = None, columns: Value | None = None, grid: Any | None = None, symmetric: bool = False, different: bool = False, up_to_symmetry: bool = False) -> Problem: ...

words: _Words

class _Edges(Family):
    """Edge-matching tiles with 3, 4 or 6 sides."""

    def __call__(self, tiles: Any, *, rows: Value | None = None, columns: Value | None = None, triangles: Value | None = None, hexagons: Value | None = None, border: Value | None = None, fixed: bool = False, reuse: bool = False, up_to_symmetry: bool = False) -> Problem: ...

edges: _Edges

class _Nonogram(Family):
    """Nonograms: pictures with given runs in rows and columns."""

    def __call__(self, runs: Any, *, up_to_symmetry: bool = False) -> Problem: ...

nonogram: _Nonogram

class _Slitherlink(Family):
    """Slitherlink: a loop; numbers count the sides of cells in it."""

    def __call__(self, puzzle: Any, *, up_to_symmetry: bool = False) -> Problem: ...

slitherlink: _Slitherlink

class _Masyu(Family):
    """Masyu: a loop through white and black pearls."""

    def __call__(self, puzzle: Any, *, up_to_symmetry: bool = False) -> Problem: ...

masyu: _Masyu

class _Numberlink(Family):
    """Numberlink: paths between equal numbers."""

    def __call__(self, puzzle: Any, *, full: bool = False, up_to_symmetry: bool = False) -> Problem: ...

numberlink: _Numberlink

class _Hashi(Family):
    """Hashi: bridges that join islands, as many as given for each."""

    def __call__(self, puzzle: Any, *, up_to_symmetry: bool = False) -> Problem: ...

hashi: _Hashi

class _Nurikabe(Family):
    """Nurikabe: islands of given sizes in a sea in one piece."""

    def __call__(self, puzzle: Any, *, up_to_symmetry: bool = False) -> Problem: ...

nurikabe: _Nurikabe

class _Script(Family):
    """A problem given by a small program in a file (see the book)."""

    def __call__(self, script: Any, *, set: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

script: _Script

class _File(Family):
    """A problem in a file: Knuth's, .ec, list, matrix, CSV, JSON."""

    def __call__(self, path: Any, *, input_format: Literal["dlx", "ec", "list", "matrix", "csv", "json"] | None = None, cost_column: Value | None = None, up_to_symmetry: bool = False) -> Problem: ...

file: _File
