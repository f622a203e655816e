"""Sets, dictionaries, matrices and frames as problems."""

import difflib
import warnings
from array import array
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from . import _core
from ._errors import InputError

Item = Hashable


class Lexicon:
    """Items and colors, numbered."""

    def __init__(self, primary: Iterable[Item] | None, secondary: Iterable[Item]) -> None:
        self.secondary = list(secondary)
        self.is_closed = primary is not None
        self.places: dict[Item, int] = {}
        self.seconds = {item: place for place, item in enumerate(self.secondary)}
        self.colors: dict[str, int] = {}
        for item in primary or ():
            if item in self.places or item in self.seconds:
                raise InputError(f"item {item!r} is declared twice")
            self.places[item] = len(self.places)
        if len(self.seconds) < len(self.secondary):
            raise InputError("a secondary item is declared twice")

    def cell(self, item: Item) -> tuple[bool, int, int]:
        """Is it secondary, its place among its kind, and its color."""
        if item in self.places:
            return False, self.places[item], 0
        if item in self.seconds:
            return True, self.seconds[item], 0
        if colored := self.colored(item):
            return True, *colored
        if self.is_closed:
            raise self.unknown(item)
        self.places[item] = len(self.places)
        return False, self.places[item], 0

    def colored(self, item: Item) -> tuple[int, int] | None:
        """A secondary item with its color: `"s:red"` or `("s", "red")`."""
        if isinstance(item, str) and ":" in item:
            item, color = item.rsplit(":", 1)
        elif isinstance(item, tuple) and len(item) == 2:
            item, color = item
        else:
            return None
        if item not in self.seconds:
            return None
        return self.seconds[item], self.colors.setdefault(str(color), len(self.colors) + 1)

    def unknown(self, item: Item) -> InputError:
        known = [str(one) for one in [*self.places, *self.secondary]]
        near = difflib.get_close_matches(str(item), known, 1, 0.0)
        return InputError(f"unknown item `{item}`" + (f"\n  help: did you mean `{near[0]}`?" if near else ""))

    def labels(self) -> list[str]:
        """Labels of all items, no two alike."""
        items = [*self.places, *self.secondary]
        labels = [item if isinstance(item, str) else str(item) for item in items]
        if len(set(labels)) == len(labels):
            return labels
        return [f"{item!r}" for item in items]


def items_of(name: str, items: Any) -> list[Item]:
    """A list of items, or one that is a text."""
    if isinstance(items, str):
        return [items]
    if items is not None and not isinstance(items, Iterable):
        raise InputError(f"{items!r} for `{name}`\n  help: a list of items")
    return list(items or ())


class Joined(NamedTuple):
    """How options must be connected, as a caller says it."""

    components: int | str
    nodes: int | str | None
    acyclic: bool
    ports: Any
    apart: Any
    colors: Mapping[Any, Any]


def from_options(options: Iterable[Iterable[Item]], labels: list[Any] | None, primary: Any, secondary: Any, name: str, joined: Joined | None = None) -> _core.Problem:
    """A problem from the items of each option."""
    lexicon = Lexicon(None if primary is None else items_of("primary", primary), items_of("secondary", secondary))
    cells: list[tuple[bool, int, int]] = []
    ends = array("I")
    kept = []
    for option in options:
        if isinstance(option, (str, bytes)) or not isinstance(option, Iterable):
            help = "an option is a set, list or tuple of items; a text is read by `dlx_count.read(text)`"
            raise InputError(f"{option!r} is not an option\n  help: {help}")
        option = option if isinstance(option, Collection) else tuple(option)
        kept.append(option)
        cells.extend(map(lexicon.cell, option))
        ends.append(len(cells))
    if primary is None and lexicon.secondary:
        warn_of_unused(lexicon, cells, stacklevel=5 if labels is None else 6)
    n_primary = len(lexicon.places)
    items = array("I", (n_primary + place if is_secondary else place for is_secondary, place, _ in cells))
    tints = array("I", (color for _, _, color in cells)) if lexicon.colors else array("I")
    return _core.Problem(
        name, lexicon.labels(), n_primary, list(lexicon.colors), (items.tobytes(), tints.tobytes(), ends.tobytes()),
        kept if labels is None else labels, wiring(joined, labels, len(ends)),
    )  # fmt: skip


def warn_of_unused(lexicon: Lexicon, cells: list[tuple[bool, int, int]], stacklevel: int) -> None:
    """Warns of a secondary item that no option has: it may be a slip in a name."""
    used = {place for is_secondary, place, _ in cells if is_secondary}
    unused = next((item for place, item in enumerate(lexicon.secondary) if place not in used), None)
    if unused is not None:
        near = difflib.get_close_matches(str(unused), [str(item) for item in lexicon.places], 1, 0.5)
        hint = f"; did you mean `{near[0]}`, which is primary now?" if near else ""
        warnings.warn(f"no option has the secondary item `{unused}`{hint}", stacklevel=stacklevel)


def wiring(joined: Joined | None, labels: list[Any] | None, n_options: int) -> tuple[str, str, bool, list[list[tuple[str, str]]], list[bool]] | None:
    """How options must be connected, the nodes of each by name and color, and whether it keeps them apart: two nodes have the same name if and only if they are equal."""
    if joined is None:
        return None
    ports, apart = (nodes_of(name, nodes, labels, n_options) for name, nodes in [("ports", joined.ports), ("apart", joined.apart)])
    for place, (joins, parts) in enumerate(zip(ports, apart)):
        if joins and parts:
            option = place if labels is None else labels[place]
            raise InputError(f"option {option!r} is in `ports` and in `apart`\n  help: make two options of it")
    different = {node for each in [*ports, *apart] for node in each}
    if unknown := [node for node in joined.colors if node not in different]:
        raise InputError(f"`colors` has a node {unknown[0]!r}, which no option has")
    names: Any = str if len({str(node) for node in different}) == len(different) else repr
    nodes = [[(names(node), str(joined.colors.get(node, ""))) for node in joins or parts] for joins, parts in zip(ports, apart)]
    sizes = "0.." if joined.nodes is None else str(joined.nodes)
    return str(joined.components), sizes, joined.acyclic, nodes, [bool(parts) for parts in apart]


def nodes_of(name: str, nodes: Any, labels: list[Any] | None, n_options: int) -> list[list[Any]]:
    """The nodes of each option, which are given in the same order, or by label."""
    if nodes is None:
        return [[] for _ in range(n_options)]
    if isinstance(nodes, Mapping):
        if labels is None:
            raise InputError(f"`{name}` is a dictionary, the options are not\n  help: give a list with the nodes of each option")
        known = set(labels)
        if unknown := [label for label in nodes if label not in known]:
            raise InputError(f"`{name}` has an option {unknown[0]!r}, which is not there")
        nodes = [nodes.get(label, ()) for label in labels]
    lists = [list(each) for each in nodes]
    if len(lists) != n_options:
        raise InputError(f"`{name}` of {len(lists)} options, but there are {n_options}\n  help: an option without nodes has `()`")
    return lists


def from_mapping(options: Mapping[Any, Iterable[Item]], primary: Any, secondary: Any, name: str, joined: Joined | None) -> _core.Problem:
    return from_options(options.values(), list(options), primary, secondary, name, joined)


def from_rows(matrix: Any, columns: list[Any], labels: list[Any], secondary: Any, name: str, joined: Joined | None) -> _core.Problem:
    """A problem from an array of 0 and 1, or a sparse one."""
    import numpy

    rows, places = ones(matrix)
    seconds = set(items_of("secondary", secondary))
    if unknown := seconds - set(columns):
        raise InputError(f"unknown item `{unknown.pop()}`\n  help: secondary items are columns of the matrix")
    # Primary items first.
    order = sorted(range(len(columns)), key=lambda place: columns[place] in seconds)
    rank = numpy.empty(len(columns), dtype=numpy.uint32)
    rank[order] = numpy.arange(len(columns), dtype=numpy.uint32)
    ends = numpy.cumsum(numpy.bincount(rows, minlength=len(labels)), dtype=numpy.uint32)
    names = [str(columns[place]) for place in order]
    if len(set(names)) < len(names):
        names = [f"{place}:{columns[place]}" for place in order]
    n_primary = len(columns) - len(seconds)
    return _core.Problem(name, names, n_primary, [], (rank[places].tobytes(), b"", ends.tobytes()), labels, wiring(joined, labels, len(labels)))


def ones(matrix: Any) -> tuple[Any, Any]:
    """Rows and columns of the ones, row by row; all others have to be zeros."""
    import numpy

    wrong: Any
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr().copy()
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        wrong = numpy.flatnonzero(sparse.data != 1)
        rows = numpy.repeat(numpy.arange(sparse.shape[0]), numpy.diff(sparse.indptr))
        if wrong.size:
            raise NoMatrix(rows[wrong[0]], sparse.indices[wrong[0]], sparse.data[wrong[0]])
        return rows, sparse.indices
    wrong = numpy.argwhere((matrix != 0) & (matrix != 1))
    if wrong.size:
        row, column = wrong[0]
        raise NoMatrix(row, column, matrix[row, column])
    rows, columns = numpy.nonzero(matrix)
    return rows, columns


class NoMatrix(InputError):
    """A number that is not 0 or 1, or something else, in a matrix."""

    def __init__(self, row: int, column: int, value: Any) -> None:
        help = "a matrix has 0 and 1 only: a row for each option, a column for each item"
        super().__init__(f"{value} in row {row}, column {column}, from 0\n  help: {help}")
        self.row, self.column, self.value = row, column, value


def is_matrix(problem: Any) -> bool:
    return hasattr(problem, "tocsr") or (hasattr(problem, "ndim") and hasattr(problem, "shape") and not is_frame(problem))


def is_like_a_matrix(options: Any) -> bool:
    """Lists of the same length, two or more, with 0 and 1 only."""
    if not isinstance(options, Sequence) or not all(isinstance(row, Sequence) and not isinstance(row, str) for row in options):
        return False
    return len({len(row) for row in options}) == 1 and len(options[0]) > 1 and all(type(it) in (int, bool) and it in (0, 1) for row in options for it in row)


def is_frame(problem: Any) -> bool:
    return hasattr(problem, "columns") and hasattr(problem, "to_numpy") and hasattr(problem, "index")


def core_of(problem: Any, primary: Any, secondary: Any, name: str, joined: Joined | None = None) -> _core.Problem:
    """A problem from any supported object."""
    if is_frame(problem):
        if hasattr(problem, "fillna"):
            problem = problem.fillna(0)
        try:
            return from_rows(problem.to_numpy(), list(problem.columns), list(problem.index), secondary, name, joined)
        except NoMatrix as error:
            row, column = problem.index[error.row], problem.columns[error.column]
            help = f"a column is an item, with 0 and 1: names of options are the index, `frame.set_index({column!r})`; costs go to `best(cost=frame[{column!r}].to_dict())`, and their column out, `frame.drop(columns={column!r})`"
            raise InputError(f"{error.value!s} in column {column!r}, row {row!r}\n  help: {help}") from None
    if is_matrix(problem):
        if len(problem.shape) != 2:
            raise InputError(f"an array of {len(problem.shape)} dimensions\n  help: a matrix has 2: a row for each option, a column for each item")
        n_rows, n_columns = problem.shape
        return from_rows(problem, list(range(n_columns)), list(range(n_rows)), secondary, name, joined)
    if isinstance(problem, Mapping):
        return from_mapping(problem, primary, secondary, name, joined)
    if isinstance(problem, (str, bytes)) or not isinstance(problem, Iterable):
        help = "give sets, a dictionary of lists, a matrix, a frame or a Problem; `read(text)` and `file(path)` read what is written"
        raise InputError(f"{type(problem).__name__} is no problem\n  help: {help}")
    if primary is None and is_like_a_matrix(problem):
        raise InputError("rows of 0 and 1 could be those of a matrix, or options with the items 0 and 1\n  help: `Problem.from_matrix(rows)` takes a matrix; options may be sets, `{0, 1}`")
    return from_options(problem, None, primary, secondary, name, joined)
