"""The three functions of the package `exact-cover`, for its users: change the import, and nothing else.

>>> import numpy
>>> from dlx_count.exact_cover import get_all_solutions, get_exact_cover, get_solution_count
>>> matrix = numpy.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1]], dtype=bool)
>>> get_solution_count(matrix), sorted(get_all_solutions(matrix))
(2, [(0, 1), (2, 3)])
>>> sorted(int(row) for row in get_exact_cover(matrix)) in ([0, 1], [2, 3])
True
"""

from typing import Any

from ._errors import NoSolution
from ._problem import Problem

__all__ = ["NoSolution", "get_all_solutions", "get_exact_cover", "get_solution_count"]


def problem_of(matrix: Any) -> Problem:
    """The problem of a matrix, in which whatever is not 0 counts as 1."""
    import numpy

    return Problem(numpy.asarray(matrix) != 0)


def get_exact_cover(matrix: Any) -> Any:
    """The rows of a solution, as an array of their numbers; raises `NoSolution` if there is none."""
    import numpy

    solution = problem_of(matrix).solve_one()
    if solution is None:
        raise NoSolution("no solution")
    return numpy.array(solution.indices, dtype=numpy.intp)


def get_solution_count(matrix: Any) -> int:
    """The number of solutions."""
    return problem_of(matrix).count().count


def get_all_solutions(matrix: Any, max_count: int | None = None) -> set[tuple[int, ...]]:
    """All solutions, or at most `max_count`, each as a tuple of the numbers of its rows; raises `NoSolution` if there is none."""
    found = {tuple(solution.indices) for solution in problem_of(matrix).solutions(limit=max_count)}
    if not found and max_count != 0:
        raise NoSolution("no solution")
    return found
