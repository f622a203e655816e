"""Counts exact covers: exactly, in parallel, and as far as one likes.

>>> import dlx_count as dlx
>>> dlx.count([{1, 4, 7}, {1, 4}, {4, 5, 7}, {3, 5, 6}, {2, 3, 6, 7}, {2, 7}])
1
>>> dlx.polyomino("12x12", pieces="dominoes", reuse=True).count() == 53060477521960000
True
>>> [len(dlx.queens(8).sample(1, seed=1)[0]), dlx.queens(8).up_to_symmetry().count().count]
[8, 12]

`Problem` says what can be asked; each family of the command line is a function here: `help(dlx.queens)`.
"""

from . import _core, exact_cover, sage
from ._core import Search, Solution
from ._errors import Error, InputError, NoSolution, RunError
from ._families import Family, families
from ._outcome import Estimate, Outcome
from ._problem import Problem, count, read, solutions
from ._settings import Progress
from ._table import table
from ._trace import Trace
from .exact_cover import get_all_solutions, get_exact_cover, get_solution_count
from .sage import DLXCPP, DLXSolver, dlx_solver

__version__: str = _core.version()

ENGINES: tuple[str, ...] = tuple(_core.engines())
"""The engines by name; unless told, the one that seems best for each problem counts."""

__all__ = [
    "DLXCPP", "DLXSolver", "ENGINES", "Error", "Estimate", "Family", "InputError", "NoSolution", "Outcome", "Problem", "Progress",
    "RunError", "Search", "Solution", "Trace", "count", "dlx_solver", "exact_cover", "families", "get_all_solutions", "get_exact_cover",
    "get_solution_count", "read", "sage", "solutions", "table",
]  # fmt: skip

for _name, _family in families.items():
    # What the package itself calls so stays: then the family is in `families` only.
    if _name not in globals():
        globals()[_name] = _family
        __all__.append(_name)
del _name, _family
