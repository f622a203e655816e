"""Counts exact covers: exactly, in parallel, and as far as one likes."""

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

ENGINES: tuple[str, ...]

# The families, from the table that the program has.
def __getattr__(name: str) -> Family: ...
