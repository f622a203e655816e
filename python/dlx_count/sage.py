"""What Sage calls `dlx_solver` and `DLXCPP`, for its users: rows are lists of the numbers of their columns.

>>> solver = DLXSolver([[0, 1, 2], [3, 4, 5], [0, 1], [2, 3, 4, 5], [0], [1, 2, 3, 4, 5]])
>>> solver.number_of_solutions()
3
>>> sorted(sorted(solution) for solution in solver.solutions_iterator())
[[0, 1], [2, 3], [4, 5]]
>>> solver.search(), sorted(solver.get_solution())
(1, [0, 1])
>>> sorted(sorted(solution) for solution in DLXCPP([[0], [1], [0, 1]]))
[[0, 1], [2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._convert import from_options
from ._errors import InputError
from ._problem import Problem


class DLXSolver:
    """Solves as `sage.combinat.matrices.dancing_links.dlx_solver(rows)` does. Every column up to the largest that a row has must be covered exactly once."""

    def __init__(self, rows: Iterable[Iterable[int]]) -> None:
        self._rows = [sorted(row) for row in rows]
        if wrong := [row for row in self._rows if row and row[0] < 0]:
            raise InputError(f"column {wrong[0][0]}\n  help: columns are numbered from 0")
        self._ncols = max((row[-1] for row in self._rows if row), default=-1) + 1
        self._problem = Problem._of(from_options(self._rows, list(range(len(self._rows))), range(self._ncols), (), "rows"))
        self.reinitialize()

    def ncols(self) -> int:
        """The number of columns."""
        return self._ncols

    def nrows(self) -> int:
        """The number of rows."""
        return len(self._rows)

    def rows(self) -> list[list[int]]:
        """The rows."""
        return [list(row) for row in self._rows]

    def reinitialize(self) -> None:
        """Begins the search of `search` again."""
        self._search: Any = None
        self._solution: list[int] | None = None

    def search(self) -> int:
        """Finds the next solution: 1 if there is one, for `get_solution`, else 0."""
        if self._search is None:
            self._search = self.solutions_iterator()
        self._solution = next(self._search, None)
        return int(self._solution is not None)

    def get_solution(self) -> list[int]:
        """The rows of the solution that `search` has found."""
        if self._solution is None:
            raise InputError("there is no solution\n  help: `search()` finds one, and says so by 1")
        return list(self._solution)

    def solutions_iterator(self) -> Iterator[list[int]]:
        """All solutions, one after the other."""
        return (solution.indices for solution in self._problem.solutions())

    def all_solutions(self, ncpus: int | None = None) -> list[list[int]]:
        """All solutions."""
        is_alone = ncpus is None or ncpus == 1
        return [solution.indices for solution in self._problem.solutions(in_order=is_alone, threads=ncpus)]

    def one_solution(self, ncpus: int | None = None) -> list[int] | None:
        """A solution; none if there is none."""
        solution = self._problem.solve_one()
        return None if solution is None else solution.indices

    def number_of_solutions(self, ncpus: int | None = None) -> int:
        """The number of solutions, counted, not listed."""
        return self._problem.count(threads=ncpus).count

    def has_solution(self) -> bool:
        """Is there a solution?"""
        return self.one_solution() is not None

    def restrict(self, indices: Iterable[int]) -> DLXSolver:
        """The solver of those solutions only that contain these rows. Each of them gets a column of its own."""
        rows = self.rows()
        for place, index in enumerate(indices):
            rows[index].append(self._ncols + place)
        return DLXSolver(rows)

    def split(self, column: int) -> dict[int, DLXSolver]:
        """For each row that has this column the solver of the solutions with that row."""
        if not 0 <= column < self._ncols:
            raise InputError(f"column {column}\n  help: columns are numbered from 0 to {self._ncols - 1}")
        return {index: self.restrict([index]) for index, row in enumerate(self._rows) if column in row}

    def __repr__(self) -> str:
        return f"<DLXSolver for {self._ncols} columns and {len(self._rows)} rows>"


def dlx_solver(rows: Iterable[Iterable[int]]) -> DLXSolver:
    """The solver of these rows."""
    return DLXSolver(rows)


def DLXCPP(rows: Iterable[Iterable[int]]) -> Iterator[list[int]]:
    """All solutions of these rows, one after the other."""
    return DLXSolver(rows).solutions_iterator()
