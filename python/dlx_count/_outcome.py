"""What a count came to."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, eq=False, kw_only=True)
class Outcome:
    """The result of a count: a number, exact or a lower bound, and how it was found.

    >>> import dlx_count as dlx
    >>> outcome = dlx.queens(8).count()
    >>> outcome == 92, int(outcome), outcome.complete, f"{outcome}"
    (True, 92, True, '92 solutions')
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
        return self.count

    __index__ = __int__

    def __bool__(self) -> bool:
        return self.count > 0

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, Outcome):
            return (self.count, self.complete) == (other.count, other.complete)
        return self.count == other if isinstance(other, int) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.count)

    def __str__(self) -> str:
        least = "" if self.complete else "at least "
        return f"{least}{self.count} solution{'' if self.count == 1 else 's'}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


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
