"""Problems, and all that can be asked of them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from . import _core
from ._convert import Joined, core_of
from ._errors import InputError
from ._outcome import Estimate, Outcome
from ._settings import Listener, Meter, decimal, settings, whole
from ._texts import decimal_of, is_row, whole_number
from ._trace import Trace


Number = int | float | Decimal | Fraction
Costs = Callable[[Any], Number] | Mapping[Any, Number] | Iterable[Number]
"""What an option costs: by its label, or in the order of the options."""


class Best(list[tuple[int | Decimal, _core.Solution]]):
    """Costs and solutions, the best first."""

    def __init__(self, solutions: Iterable[tuple[int | Decimal, _core.Solution]], *, bound: int | Decimal | None, complete: bool) -> None:
        super().__init__(solutions)
        self.bound = bound
        """No solution is better than this; none if there is no solution, or nothing is known."""
        self.complete = complete
        """Are they proved to be the best?"""


class Conflict(list[str]):
    """Items that cannot be covered together."""

    irreducible = True
    """Can the others be covered without any of them? If not, time was up before that was known."""


class Step(NamedTuple):
    """A step on the way to the solution."""

    technique: str
    """`single`, `intersection`, `dead end`, `pair`, `triple` or `trial`."""
    items: list[str]
    """The items that it is about: those whose options are looked at, or the one that would be left without."""
    shared: list[str]
    """The items that these share, for an intersection, a pair or a triple."""
    chosen: Any
    """The option that every solution has, after a single; else None."""
    out: list[Any]
    """The options that no solution has, after all others."""
    singles: int
    """Those of a trial before an item has no option left."""

    def __str__(self) -> str:
        items, shared, out = (", ".join(map(str, names)) for names in (self.items, self.shared, self.out))
        why = {
            "single": f"{self.chosen}: the only option left for {items}",
            "intersection": f"not {out}: every option for {items} covers {shared}",
            "dead end": f"not {out}: no option would be left for {items}",
            "trial": f"not {out}: {self.singles} singles later no option would be left for {items}",
        }
        return why.get(self.technique, f"not {out}: {shared} are left to {items}")


class Steps(list[Step]):
    """Steps, the simplest first; `print` shows a line for each."""

    solved = False
    """Do they lead to the only solution?"""
    complete = True
    """Are there no more? If not, time was up."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))


def prices(labels: list[Any], cost: Costs) -> list[Any]:
    """What each option costs."""
    cost = cost.to_dict() if hasattr(cost, "to_dict") else cost
    if callable(cost):
        return [cost(label) for label in labels]
    if isinstance(cost, Mapping):
        known = {label: price for label, price in cost.items()}
        missing = [label for label in labels if not isinstance(label, Hashable) or label not in known]
        if missing:
            raise InputError(f"option {missing[0]!r} has no cost\n  help: `cost` needs a number for each option: a dictionary by label, a list, or a function")
        return [known[label] for label in labels]
    if not is_row(cost):
        raise InputError(f"{cost!r} for `cost`\n  help: a dictionary by label, a list with a number for each option, or a function of the label")
    each = list(cost)
    if len(each) != len(labels):
        raise InputError(f"`cost` has {len(each)} numbers, but there are {len(labels)} options")
    return each


def exact_cost(label: Any, price: Any) -> str:
    """What an option costs, as a decimal number: nothing is rounded. A float stands for the decimal number that Python prints for it."""
    exact = decimal_of(price)
    if exact is None:
        raise InputError(f"option {label!r} costs {price!r}\n  help: a cost is a whole or decimal number; a fraction that is not one has to be rounded")
    return exact


def as_number(cost: str) -> int | Decimal:
    """A cost, as an int if it is whole."""
    return Decimal(cost) if "." in cost else int(cost)


class Problem:
    """An exact cover problem: choose options so that every primary item is in exactly one of them, and every secondary item in at most one, or in several that
    give it the same color.

    It is made from sets or lists of items, from a dictionary of them (its keys are the labels of the options), from a numpy array or scipy matrix of 0 and 1 (rows are
    options), or from a pandas frame of 0 and 1. Items may be anything that can be a key. A secondary item has a color as `"s:red"` or `("s", "red")`.

    >>> import dlx_count as dlx
    >>> shifts = dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
    >>> int(shifts.count())
    2
    >>> sorted(sorted(solution) for solution in shifts.solutions())
    [['Ann'], ['Bob', 'Cid']]
    >>> dlx.Problem([{1, 4, 7}, {1, 4}, {4, 5, 7}, {3, 5, 6}, {2, 3, 6, 7}, {2, 7}]).solve_one().indices
    [1, 3, 5]
    >>> wires = dlx.Problem([["a", "s:red"], ["b", "s:red"], ["b", "s:blue"]], secondary=["s"])
    >>> list(wires.solutions())
    [[['a', 's:red'], ['b', 's:red']]]

    With `connected` the chosen options are connected: those that have a node in common, their *ports*, are joined, and what is joined is a component; there are as many as given: `1`, or
    `"0..2"`. Options without ports belong to none. The edges of a triangle, each in or out, of which those that are in are one piece:

    >>> edges = {"ab": ["1"], "no ab": ["1"], "bc": ["2"], "no bc": ["2"], "ca": ["3"], "no ca": ["3"]}
    >>> triangle = dlx.Problem(edges, ports={"ab": "ab", "bc": "bc", "ca": "ca"}, connected=1)
    >>> int(triangle.count())
    7

    Components have as many nodes as `nodes` says. An option of `apart` keeps its nodes apart: no two of them are in one component. Nodes may have `colors`: two that have some are in one component if
    and only if their colors are equal. The triangle cut into one part of two corners and one of one corner:

    >>> corners = {f"{corner} is there": [corner] for corner in "abc"}
    >>> ports = {"ab": "ab", "bc": "bc", "ca": "ca", "a is there": "a", "b is there": "b", "c is there": "c"}
    >>> apart = {"no ab": "ab", "no bc": "bc", "no ca": "ca"}
    >>> int(dlx.Problem(edges | corners, ports=ports, apart=apart, connected=2, nodes="1..2").count())
    3
    """

    __slots__ = ("_known",)
    _known: _core.Problem

    def __init__(
        self,
        problem: Any,
        *,
        primary: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] | None = None,
        name: str = "problem",
        ports: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]] | None = None,
        connected: int | str | None = None,
        acyclic: bool = False,
        apart: Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]] | None = None,
        nodes: int | str | None = None,
        colors: Mapping[Any, Any] | None = None,
    ) -> None:
        """With `primary` the items and their order are those, and others are an error; without it, items are primary as they come, if they are not in `secondary`.

        `ports` has the nodes of each option, in the same order or by label, `connected` the number of components; with `acyclic` there are no cycles. `apart` has nodes that options keep apart, `nodes`
        the number of nodes of a component, and `colors` the colors of nodes.
        """
        has_nodes = ports is not None or apart is not None
        if has_nodes != (connected is not None) or (connected is None and (acyclic or nodes is not None or colors is not None)):
            raise InputError("`ports` and `connected` belong together\n  help: Problem(options, ports=[...], connected=1)")
        if not isinstance(name, str):
            raise InputError(f"{name!r} for `name`\n  help: it is a text")
        if isinstance(problem, Problem) and connected is not None:
            raise InputError("this is a problem already\n  help: give its options, with `ports`")
        joined = None if connected is None else Joined(connected, nodes, acyclic, ports, apart, colors or {})
        self._known = problem._known if isinstance(problem, Problem) else core_of(problem, primary, secondary, name, joined)

    @classmethod
    def _of(cls, core: _core.Problem) -> Problem:
        problem = cls.__new__(cls)
        problem._known = core
        return problem

    @classmethod
    def from_matrix(cls, rows: Iterable[Iterable[int]], *, secondary: Iterable[int] | None = None, name: str = "matrix") -> Problem:
        """A problem from rows of 0 and 1, which need not be an array.

        >>> Problem.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]]).count() == 2
        True
        """
        import numpy

        return cls(numpy.array([list(row) for row in rows]), secondary=secondary, name=name)

    @property
    def name(self) -> str:
        """What it calls itself: of a member of a family the words of the command line."""
        return self._known.name

    @property
    def n_items(self) -> int:
        return self._known.sizes[0]

    @property
    def n_primary(self) -> int:
        return self._known.sizes[1]

    @property
    def n_options(self) -> int:
        return self._known.sizes[2]

    @property
    def items(self) -> list[str]:
        """The labels of the items, primary ones first."""
        return self._known.item_labels

    @property
    def options(self) -> list[Any]:
        """The labels of the options, as they stand in solutions."""
        return list(self._known.option_labels)

    @property
    def fingerprint(self) -> str:
        """Problems with the same items and options have the same one."""
        return self._known.fingerprint

    def option_items(self, option: int) -> list[str]:
        """The labels of the items of an option, given by its number, with colors.

        >>> import dlx_count as dlx
        >>> dlx.queens(8).option_items(9)
        ['r1', 'c1', 'a2', 'b7']
        """
        if not 0 <= whole("option", option, None) < self.n_options:
            raise IndexError(f"there is no option {option} among {self.n_options}, numbered from 0")
        return self._known.option_items(option)

    def count(
        self,
        *,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
        limit: int | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
        engine: str | None = None,
        run: str | os.PathLike[str] | None = None,
        progress: bool | Listener | None = None,
    ) -> Outcome:
        """Counts the solutions, with all processors unless `threads` says otherwise.

        A limit ends it earlier, with a lower bound: seconds, solutions or nodes. `memory` bounds what states may take, `"4GiB"` for example. `run` is a file that keeps the count:
        the same call continues it where it ended, and so does `dlx-count resume`. `progress` is True for a bar by tqdm, False for none, or a function that is called with a
        `Progress`; by default there is a bar if the output is a terminal or a notebook and tqdm is installed. Ctrl-C raises KeyboardInterrupt, whose `outcome` has what was counted.

        >>> import dlx_count as dlx
        >>> dlx.queens(10).count(threads=2, engine="bits") == 724
        True
        >>> bound = dlx.queens(16).count(limit=1000)
        >>> bound.complete, bound.ending, bound.count >= 1000
        (False, 'count-limit', True)
        """
        meter = Meter(progress, self.name)
        asked = settings(
            threads=threads, engine=engine, memory=memory, time_limit=time_limit, limit=limit,
            node_limit=node_limit, run=run, listener=meter if meter.is_needed else None,
        )  # fmt: skip
        try:
            outcome, raised = self._known.count(asked)
        finally:
            meter.close()
        if raised is not None:
            # What was counted so far, for the code that catches it.
            raised.__dict__["outcome"] = outcome
            raise raised
        return outcome

    def solutions(
        self,
        limit: int | None = None,
        *,
        in_order: bool = True,
        seed: int | None = None,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
    ) -> _core.Search:
        """An iterator over the solutions, found while one iterates. Each is a sequence of the labels of its options.

        They come in the order of the search; with `in_order=False` all processors look for them, and they come as they are found. With a `seed` items and options are
        shuffled first. When it is exhausted, its `outcome` says whether these were all. Up to symmetry there is one of each kind.

        >>> import dlx_count as dlx
        >>> for solution in dlx.queens(6).solutions(limit=1):
        ...     print(solution)
        . . . . Q .
        . . Q . . .
        Q . . . . .
        . . . . . Q
        . . . Q . .
        . Q . . . .
        """
        threads = 1 if in_order and threads is None else threads
        seed, limit = (None if number is None else whole(name, number) for name, number in (("seed", seed), ("limit", limit)))
        return _core.Search(self._known, in_order, seed, limit, settings(threads=threads, time_limit=time_limit))

    def solve_one(self, *, seed: int | None = None) -> _core.Solution | None:
        """A solution; none if there is none.

        >>> import dlx_count as dlx
        >>> dlx.langford(3).solve_one().items
        [['1', 's2', 's4'], ['2', 's3', 's6'], ['3', 's1', 's5']]
        >>> dlx.langford(5).solve_one() is None
        True
        """
        return next(self.solutions(limit=1, seed=seed), None)

    def sample(self, number: int, *, seed: int | None = None, memory: int | str | None = None, threads: int | None = None) -> list[_core.Solution]:
        """Draws this number of solutions at random, independently and each with exactly the same chance; none if there is no solution. Up to symmetry each kind has the same chance.

        >>> import dlx_count as dlx
        >>> len(dlx.polyomino("8x8", pieces="dominoes", reuse=True).sample(3, seed=1))
        3
        """
        seed = random.getrandbits(64) if seed is None else whole("seed", seed)
        return self._known.sample(whole("number", number), seed, settings(memory=memory, threads=threads))

    def estimate(
        self,
        *,
        probes: int = 100_000,
        seed: int | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
    ) -> Estimate:
        """Estimates a count, and the time that it would take, by random walks down the search tree and a short run of each engine, each of them shorter where the time limit is less than some seconds."""
        seed = random.getrandbits(64) if seed is None else whole("seed", seed)
        return Estimate(**self._known.estimate(whole("probes", probes), seed, settings(memory=memory, threads=threads, time_limit=time_limit)))

    def tally(
        self,
        *,
        memory: int | str | None = None,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
        **columns: Callable[[Any], int],
    ) -> dict[int | tuple[int, ...], int]:
        """Counts the solutions by what their options come to: a column is a function that says what an option, given by its label, adds to it (True is 1). The keys are the sums of a solution,
        one for each column in the order given, or the sum itself if there is one column; the values are numbers of solutions. Where the diagram of all solutions fits in memory it takes milliseconds,
        however many there are.

        >>> import dlx_count as dlx
        >>> dlx.Problem({"both": ["a", "b"], "a": ["a"], "b": ["b"]}).tally(short=lambda option: option != "both")
        {0: 1, 2: 1}
        """
        if not columns:
            raise InputError("a tally needs a column\n  help: problem.tally(size=lambda option: 1), for example")
        adds = [[(place, whole_of(name, column, label)) for place, (name, column) in enumerate(columns.items())] for label in self.options]
        for place, name in enumerate(columns):
            if sum(abs(numbers[place][1]) for numbers in adds) >= 2**63:
                raise InputError(f"the numbers of `{name}` may add up to 2^63 or more\n  help: take smaller numbers")
        rows, is_all = _core.tally(self._known, len(columns), adds, settings(memory=memory, threads=threads, time_limit=time_limit))
        if not is_all:
            raise InputError("stopped before all solutions were seen\n  help: give it more time")
        return {sums[0] if len(columns) == 1 else tuple(sums): number for sums, number in rows}

    def best(
        self,
        limit: int = 1,
        *,
        cost: Costs | None = None,
        greatest: bool = False,
        memory: int | str | None = None,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
    ) -> Best:
        """The solutions of least cost, or of greatest: a list of pairs of a cost and a solution, the best first, proved to be the best unless a time limit has ended the search. `cost` is what an option, given by
        its label, costs: a function, a dictionary, or a list in the order of the options; numbers are whole or decimal, and perhaps negative. Sums are exact: 0.1 and 0.2 are 0.3, and a cost that is not whole is returned as a `Decimal`. Without `cost` the
        costs are those of the problem, or 1 for each option.

        >>> import dlx_count as dlx
        >>> shifts = dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
        >>> shifts.best(2, cost={"Ann": 5, "Bob": 1, "Cid": 2})
        [(3, ['Bob', 'Cid']), (5, ['Ann'])]
        >>> shifts.best(cost={"Ann": 0.3, "Bob": 0.1, "Cid": 0.2}, limit=2)
        [(Decimal('0.3'), ['Ann']), (Decimal('0.3'), ['Bob', 'Cid'])]
        >>> dlx.queens(8).best().complete
        True
        """
        costs = None if cost is None else [exact_cost(label, price) for label, price in zip(self.options, prices(self.options, cost))]
        found, bound, is_proved = _core.best(self._known, costs, whole("limit", limit), greatest, settings(memory=memory, threads=threads, time_limit=time_limit))
        solutions = [(as_number(cost), solution) for cost, solution in found]
        return Best(solutions, bound=None if bound is None else as_number(bound), complete=is_proved)

    def explain(
        self,
        *,
        within: Number | None = None,
        memory: int | str | None = None,
        threads: int | None = None,
        time_limit: float | str | timedelta | None = None,
    ) -> Conflict | None:
        """Why there is no solution, or none that costs at most `within`: items that cannot be covered together, though the others can be without any of them. None if there is a solution.

        >>> import dlx_count as dlx
        >>> dlx.Problem([["a", "s"], ["b", "s"], ["c"]], secondary=["s"]).explain()
        ['a', 'b']
        >>> dlx.queens(8).explain() is None
        True
        """
        cost = None if within is None else decimal_of(within)
        if within is not None and cost is None:
            raise InputError(f"{within!r} for `within`\n  help: a cost is a whole or decimal number")
        items, irreducible, is_unknown = self._known.explain(cost, settings(memory=memory, threads=threads, time_limit=time_limit))
        if is_unknown:
            raise InputError("stopped before it was known whether there is a solution\n  help: give it more time")
        if items is None:
            return None
        conflict = Conflict(items)
        conflict.irreducible = irreducible
        return conflict

    def steps(self, *, time_limit: float | str | timedelta | None = None) -> Steps:
        """How a person gets to the solution: what every solution has, or none, step by step. None of the steps assumes that there is only one.

        >>> import dlx_count as dlx
        >>> problem = dlx.Problem({"Ann": ["mon", "mic"], "Bob": ["tue", "mic"], "Cat": ["tue"]}, secondary=["mic"])
        >>> [(step.technique, step.chosen) for step in problem.steps()], problem.steps().solved
        ([('single', 'Ann'), ('single', 'Cat')], True)
        >>> print(problem.steps())
        Ann: the only option left for mon
        Cat: the only option left for tue
        """
        found, solved, complete = self._known.steps(settings(time_limit=time_limit))
        named = self._known.option_labels
        steps = Steps(
            Step(technique, items, shared, None if chosen is None else named[chosen], [named[option] for option in out], singles)
            for technique, items, shared, chosen, out, singles in found
        )
        steps.solved, steps.complete = solved, complete
        return steps

    def up_to_symmetry(self) -> Problem:
        """The problem up to symmetry: solutions that a symmetry carries into one another count as one. For boards the symmetries are rotations and reflections, otherwise all symmetries of the problem.

        >>> import dlx_count as dlx
        >>> dlx.queens(8).up_to_symmetry().count() == 12
        True
        """
        return Problem._of(self._known.up_to_symmetry())

    def where(
        self,
        *,
        select: Any = (),
        forbid: Any = (),
        optional: Any = (),
        at_least: Mapping[Any, int] | str | Iterable[str] = (),
        at_most: Mapping[Any, int] | str | Iterable[str] = (),
        irredundant: bool = False,
    ) -> Problem:
        """The problem with demands: options that must be in, items that no option may touch (or several items, or one with a color, that no option may have together: `"r0 c3"`, `"1-2:in"`), items that need not be covered, least and greatest numbers of times that items are covered
        (`{"mon": 2}`, or `"mon=2"`; `*` is all primary items), and that no option can be left out (`irredundant`). An option is named by its label, a whole number, or items that it alone has together; an item by its label or a whole number (in a text, `#3`): what
        was a key when the problem was made is one here. Where a label, or an item's, is a number, numbers are labels. One of them, or a list.

        >>> import dlx_count as dlx
        >>> dlx.queens(8).where(select="r0 c0").count() == 4
        True
        >>> dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]}).where(select="Bob").count() == 1
        True
        >>> sorted(map(list, dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]}).where(at_most={"mon": 2}).solutions()))
        [['Ann'], ['Ann', 'Bob'], ['Bob', 'Cid'], ['Cid']]
        >>> dlx.matching("petersen").where(forbid="1 2").count() == 4
        True
        >>> dlx.cliques(6, size=2).where(at_least="*=1", irredundant=True).count() == 171
        True
        """
        options, items = places(self._known.option_labels), places(self.items)
        words = {"select": [place(word, options, "option", items) for word in listed(select, options)]}
        words |= {name: [place(word, items, "item") for word in listed(given, items)] for name, given in (("forbid", forbid), ("optional", optional))}
        words |= {name: times(given, items) for name, given in (("at_least", at_least), ("at_most", at_most))}
        return Problem._of(self._known.demand(words, irredundant))

    def trace(self, *, steps: int = 2000) -> Trace:
        """The search step by step, as a page with a slider; `.save("q.html")` writes it."""
        return Trace(self.name, self._known.trace(whole("steps", steps, 1, 10_000)))

    def to_text(self, format: str = "dlx") -> str:
        """The problem in a format: dlx, ec, list, matrix, csv, json, cnf, opb, lp or mps.

        >>> import dlx_count as dlx
        >>> print(dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"]}, name="shifts").to_text("ec"))
        c shifts
        p ec 2
        s 1 2
        s 1
        <BLANKLINE>
        """
        return self._known.text(format)

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem._of, (self._known,)

    def __repr__(self) -> str:
        symmetry = ", up to symmetry" if self._known.is_up_to_symmetry else ""
        return f"<Problem {self.name}: {self.n_options} options, {self.n_items} items{symmetry}>"

    def _repr_svg_(self) -> str | None:
        return self._known.svg()

    def _repr_html_(self) -> str | None:
        if self._known.svg() is not None:
            return None
        shown = [self.option_items(option) for option in range(min(self.n_options, MOST_SHOWN))]
        rows = "".join(f"<tr><th>{escape(str(label))}</th><td>{escape(' '.join(items))}</td></tr>" for label, items in zip(self.options, shown))
        more = f"<p>and {self.n_options - MOST_SHOWN} more</p>" if self.n_options > MOST_SHOWN else ""
        return f"<table><caption>{escape(self.name)}</caption>{rows}</table>{more}"


MOST_SHOWN = 20
"""Options that a notebook shows of a problem without a board."""


def places(labels: list[Any]) -> dict[Hashable, int]:
    """The numbers of what can be found by its label."""
    return {label: number for number, label in reversed(list(enumerate(labels))) if isinstance(label, Hashable)}


def place(word: Any, known: Mapping[Hashable, int], kind: str, more: Iterable[Hashable] = ()) -> str:
    """How the command line names an option or an item: an option by its number, an item by its label, where it has a label here, or as it is given. Where no label, nor one of `more`, is a number, a whole number is one."""
    for label in (word, str(word), repr(word)):
        if isinstance(label, Hashable) and label in known:
            return f"#{known[label]}" if kind == "option" else str(label)
    if isinstance(word, str):
        return word
    if not isinstance(word, int) or any(str(label).removeprefix("-").isdigit() for label in (*known, *more)):
        raise InputError(f"no {kind} is called {word!r}\n  help: Problem.{kind}s has the labels; '#0' is the first {kind}")
    return f"#{decimal(word)}"


def listed(words: Any, known: Mapping[Hashable, int]) -> list[Any]:
    """One word, or several. A tuple may be a label, or several of them."""
    if isinstance(words, (str, int)) or (isinstance(words, (tuple, frozenset)) and (words in known or str(words) in known)):
        return [words]
    if not isinstance(words, Iterable):
        raise InputError(f"{words!r} names no option and no item\n  help: a label, a number, or a list of them")
    return list(words)


def times(words: Any, known: Mapping[Hashable, int]) -> list[str]:
    if isinstance(words, Mapping):
        return [f"{item if item == '*' else place(item, known, 'item')}={number}" for item, number in words.items()]
    if not isinstance(words, Iterable):
        raise InputError(f"{words!r} for a number of times\n  help: a dictionary, such as {{'mon': 2}}, or 'mon=2'")
    return [words] if isinstance(words, str) else list(words)


def whole_of(name: str, column: Callable[[Any], int], label: Any) -> int:
    """What an option adds to a column of a tally."""
    if not callable(column):
        raise InputError(f"{column!r} for `{name}`\n  help: a column is a function of the label of an option, such as {name}=lambda option: 1")
    number = whole_number(column(label))
    if number is None:
        raise InputError(f"`{name}` of option {label!r} is {column(label)!r}\n  help: a tally adds whole numbers")
    return number


@lru_cache(maxsize=8)
def core_of_recipe(recipe: str, vertices: tuple[tuple[str, Any], ...]) -> _core.Problem:
    core = _core.made(recipe, None, None)
    if vertices:
        core.name_vertices(dict(vertices))
    return core


def core_again(recipe: str, name: str | None, labels: list[Any] | None, vertices: dict[str, Any] | None) -> _core.Problem:
    """A pickled problem; one of a family is made once, whatever many solutions it has."""
    return core_of_recipe(recipe, tuple((vertices or {}).items())) if name is None else _core.made(recipe, name, labels)


def solution_of(core: _core.Problem, indices: list[int]) -> _core.Solution:
    """A pickled solution."""
    return core.solution(indices)


def problem_of(problem: Any) -> Problem:
    """A problem, whatever it is given as; a path is a file."""
    if isinstance(problem, os.PathLike):
        return Problem._of(_core.members("file", {"path": [os.fspath(problem)]})[0])
    return problem if isinstance(problem, Problem) else Problem(problem)


def read(text: str, format: str | None = None) -> Problem:
    """Reads a problem in a text: Knuth's format, .ec, list, matrix, CSV or JSON, told from the text unless `format` says which.

    >>> read("a b c\\na b\\nb c\\nc\\na\\n").count() == 2
    True
    >>> read("hall cellar\\nhall celar\\n")
    Traceback (most recent call last):
    dlx_count._errors.InputError: text:2:6: unknown item `celar`
     2 | hall celar
       |      ^^^^^
      help: did you mean `cellar`?
    """
    return Problem._of(_core.read(text, format))


def count(problem: Any, **how: Any) -> int:
    """The number of solutions of a problem: a `Problem`, sets, a dictionary of lists, a numpy or scipy matrix of 0 and 1, a pandas frame, or a path. The rest is as for
    `Problem.count`; a count that a limit has ended raises `InputError`, since it is no count: ask `Problem.count` for lower bounds.

    >>> count([{1, 2}, {1}, {2}])
    2
    """
    outcome = problem_of(problem).count(**how)
    if not outcome.complete:
        raise InputError(f"stopped: {outcome}\n  help: Problem(...).count(...) has lower bounds")
    return outcome.count


def solutions(problem: Any, limit: int | None = None, **how: Any) -> _core.Search:
    """An iterator over the solutions of a problem, given as for `count`: see `Problem.solutions`.

    >>> list(solutions({"x": [1, 2], "y": [1], "z": [2]}))
    [['x'], ['y', 'z']]
    """
    return problem_of(problem).solutions(limit, **how)
