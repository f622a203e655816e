"""What a count came to."""

import math
import numbers
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._errors import InputError

Binary = Callable[["Outcome", Any], Any]


def unary(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *more: operation(int(self), *more)


def binary(operation: Callable[[Any, Any], Any]) -> tuple[Binary, Binary]:
    """An operation on the number, with the outcome on the left, and on the right."""
    return lambda self, other: operation(int(self), other), lambda self, other: operation(other, int(self))


@dataclass(frozen=True, eq=False, kw_only=True)
class Outcome:
    """The result of a count: a number, exact or a lower bound, and how it was found.

    A complete outcome is used like its number: in sums, comparisons, formats, as an index. A count that was stopped is only a lower bound, `count`, and raises `InputError` there. It is
    equal to no number, and true if a solution was found; if none was found yet, it is neither true nor false.

    >>> import dlx_count as dlx
    >>> outcome = dlx.queens(8).count()
    >>> outcome == 92, outcome + 1, outcome / 8, outcome.complete, f"{outcome}", f"{outcome:,}"
    (True, 93, 11.5, True, '92 solutions', '92')
    >>> dlx.queens(16).count(limit=1000) + 1
    Traceback (most recent call last):
    dlx_count._errors.InputError: the count was stopped (count-limit) and is no number
      help: `.count` is a lower bound; `.complete` says whether it is exact
    """

    count: int
    """The number of solutions: exact if `complete`, else a lower bound."""
    complete: bool
    """Was everything searched?"""
    ending: str
    """Why it ended: complete, time-limit, count-limit, node-limit, interrupted or tasks-missing."""
    done: float
    """The share of the search that was done, from 0 to 1."""
    engine: str
    """The engine that counted."""
    reason: str | None
    """Why this engine, if it was not asked for."""
    threads: int
    tasks: int
    """Tasks that were run, whole or in part."""
    nodes: int
    """States looked at."""
    updates: int
    """Knuth's measure of the work of dancing links; 0 for engines without lists."""
    seconds: float
    """Time on the clock."""

    def __int__(self) -> int:
        if not self.complete:
            raise InputError(f"the count was stopped ({self.ending}) and is no number\n  help: `.count` is a lower bound; `.complete` says whether it is exact")
        return self.count

    __index__ = __int__
    numerator = property(__int__)
    __add__, __radd__ = binary(operator.add)
    __sub__, __rsub__ = binary(operator.sub)
    __mul__, __rmul__ = binary(operator.mul)
    __truediv__, __rtruediv__ = binary(operator.truediv)
    __floordiv__, __rfloordiv__ = binary(operator.floordiv)
    __mod__, __rmod__ = binary(operator.mod)
    __divmod__, __rdivmod__ = binary(divmod)
    __and__, __rand__ = binary(operator.and_)
    __or__, __ror__ = binary(operator.or_)
    __xor__, __rxor__ = binary(operator.xor)
    __lshift__, __rlshift__ = binary(operator.lshift)
    __rshift__, __rrshift__ = binary(operator.rshift)
    __lt__, __gt__ = binary(operator.lt)
    __le__, __ge__ = binary(operator.le)
    __neg__, __pos__, __abs__, __float__ = unary(operator.neg), unary(operator.pos), unary(abs), unary(float)
    __round__, __trunc__, __floor__, __ceil__ = unary(round), unary(math.trunc), unary(math.floor), unary(math.ceil)
    real = property(__int__)
    imag, denominator = 0, 1
    __invert__ = unary(operator.invert)

    def __pow__(self, other: Any, modulo: Any = None) -> Any:
        return pow(int(self), other, modulo)

    def __rpow__(self, other: Any) -> Any:
        return pow(other, int(self))

    def conjugate(self) -> int:
        return int(self)

    def as_integer_ratio(self) -> tuple[int, int]:
        return int(self), 1

    def __bool__(self) -> bool:
        return self.count > 0 or int(self) > 0

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, Outcome):
            return (self.count, self.complete) == (other.count, other.complete)
        if not isinstance(other, numbers.Number):
            return NotImplemented
        return self.complete and operator.eq(self.count, other)

    def __hash__(self) -> int:
        return hash(self.count) if self.complete else hash((self.count, self.complete))

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        return f"{least}{self.count} solution{'' if self.count == 1 else 's'}"

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)


# Fractions, random numbers and others take what says that it is a whole number.
numbers.Integral.register(Outcome)


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What a count is expected to come to, and to take: right within a factor of two or three at best.

    >>> import dlx_count as dlx
    >>> estimate = dlx.queens(9).estimate(seed=1)
    >>> estimate.solutions_interval[0] < 352 < estimate.solutions_interval[1]
    True
    >>> sorted(estimate.seconds)
    ['bits', 'frontier', 'isomorph', 'learn', 'links']
    """

    solutions: float
    solutions_interval: tuple[float, float]
    """Two deviations to each side."""
    nodes: float
    """Nodes of the search tree of the engine `links`."""
    nodes_interval: tuple[float, float]
    probes: int
    """Random ways down the tree that were tried."""
    states: float | None
    """States of a sweep of the engine `frontier`; none if it cannot sweep."""
    engine: str
    """The engine that promises to end first."""
    seconds: dict[str, float | None]
    """For each engine the time that it would take; None where it cannot be estimated."""
