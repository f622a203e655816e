"""Graphs turned into the text that families read: graphs of networkx, lists of edges, adjacency matrices, dictionaries."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import InputError
from ._texts import cost_of, decimal_of, is_graph, is_row, rows_of, whole

HELP = "a graph of networkx, a list of edges (a, b) or (a, b, cost), a square matrix, or a dictionary of edges with costs or of neighbors"


def is_object(value: Any) -> bool:
    """Is this a graph as an object, and not a word, a number, or lines of a text?"""
    if is_graph(value) or hasattr(value, "tocoo") or hasattr(value, "itertuples"):
        return True
    is_many = isinstance(value, Iterable) and not isinstance(value, (str, bytes, range)) and not hasattr(value, "__fspath__")
    return is_many and (isinstance(value, Mapping) or (isinstance(value, list) and not value) or not all(isinstance(one, str) for one in value))


def text_of_graph(value: Any, is_directed: bool) -> tuple[str, dict[str, Any]]:
    """Vertices in a line each, so that they cannot be taken for anything else, then edges; and the vertices by their names.

    >>> text_of_graph([("#", "New York"), ("New York", (0, 1), 2.5), ("#", (0, 1), 1)], False)
    Traceback (most recent call last):
    dlx_count._errors.InputError: the edge ('#', 'New York') has no cost, but others have
      help: give each edge a cost, 0 where it is free
    >>> print(text_of_graph([[0, 1, 0], [1, 0, 1], [0, 1, 0]], False)[0], end="")
    # vertices and edges
    0
    1
    2
    0 1
    1 2
    """
    vertices, given = parts(value, is_directed)
    edges: dict[Any, tuple[Any, Any, Any]] = {}
    for a, b, cost in given:
        vertices += [a, b]
        before = edges.setdefault((a, b) if is_directed else frozenset((a, b)), (a, b, cost))
        if before[2] != cost:
            raise InputError(f"the edge {(a, b)!r} has two costs\n  help: an edge that is given twice is one edge")
    if costly := [edge for edge in edges.values() if edge[2] is not None]:
        if free := [edge[:2] for edge in edges.values() if edge[2] is None]:
            raise InputError(f"the edge {free[0]!r} has no cost, but others have\n  help: give each edge a cost, 0 where it is free")
    names = words(dict.fromkeys(vertices))
    written = [" ".join([names[a], names[b], *([cost_of("the edge", (a, b), cost)] if costly else [])]) for a, b, cost in edges.values()]
    # The first line has several words: vertices alone would be taken for graphs in graph6.
    return whole("\n".join(["# vertices and edges", *names.values(), *written])), {name: vertex for vertex, name in names.items()}


def chosen_of(text: str, vertices: dict[str, Any] | None) -> dict[str, Any]:
    """What a solution chooses, with vertices as they were given.

    >>> chosen_of('{"edges": [["0:1", "b"]], "colors": {"0:1": 2}}', {"0:1": (0, 1)})
    {'edges': [((0, 1), 'b')], 'colors': {(0, 1): 2}}
    """
    known = vertices or {}

    def named(part: Any, is_edge: bool) -> Any:
        if isinstance(part, dict):
            return {named(vertex, False): color for vertex, color in part.items()}
        if isinstance(part, list):
            return tuple(named(one, False) for one in part) if is_edge and part and isinstance(part[0], str) else [named(one, is_edge) for one in part]
        return known.get(part, part)

    return {what: named(part, what in ("edges", "rounds")) for what, part in json.loads(text).items()}


def words(vertices: Iterable[Any]) -> dict[Any, str]:
    """A word for each vertex, no two alike: as `str` names them, or else as `repr` does, or else numbers."""
    each = list(vertices)
    for say in (str, repr):
        names = {one: word_of(one, say) for one in each}
        if len(set(names.values())) == len(each):
            return names
    return {one: str(place) for place, one in enumerate(each)}


def word_of(name: Any, say: Any = str) -> str:
    """The name of a vertex as a word that the reader of graphs takes for nothing else: `(0, 1)` is `0:1`, and signs with a meaning become `_`."""
    if isinstance(name, (tuple, list, frozenset)):
        each = [word_of(one, say) for one in name]
        return ":".join(sorted(each) if isinstance(name, frozenset) else each)
    number = decimal_of(name) if isinstance(name, float) else None
    said = number or "_".join(say(name).replace(",", ":").replace(";", ":").split())
    return re.sub(r"^(?=EDGE_WEIGHT_TYPE)|^[^\w-]|[^\w!-~]|:$", "_", said) or "_"


def parts(value: Any, is_directed: bool) -> tuple[list[Any], Iterable[tuple[Any, Any, Any]]]:
    """Vertices, and edges with their costs, or None."""
    if is_graph(value):
        edges = list(value.edges(data="weight") if hasattr(value, "is_multigraph") else value.edges)
        if getattr(value, "is_multigraph", bool)() and len({frozenset(edge[:2]) if not value.is_directed() else edge[:2] for edge in edges}) < len(edges):
            raise InputError("`graph` has parallel edges\n  help: nx.Graph(graph) has one edge in place of them")
        pairs = [(a, b, cost[0] if cost and cost[0] == cost[0] else None) for a, b, *cost in edges]
        both = is_directed and not getattr(value, "is_directed", bool)()
        return list(value.nodes), [*pairs, *((b, a, cost) for a, b, cost in pairs)] if both else pairs
    if hasattr(value, "tocoo"):
        found = value.tocoo()
        found.sum_duplicates()
        return matrix(list(range(found.shape[0])), found.shape, zip(found.row.tolist(), found.col.tolist(), found.data.tolist()), is_directed)
    data = getattr(value, "data", None)
    if callable(data) and isinstance(value, Mapping):
        # The edges of a graph of networkx, which are a dictionary of their attributes.
        value = list(data("weight"))
    if isinstance(value, Mapping):
        return dictionary(value)
    if hasattr(value, "itertuples"):
        names = list(value.columns)
        rows = [list(row) for row in value.itertuples(index=False, name=None)]
        if list(value.index) != names and len(names) == len(rows) and set(value.index) == set(names):
            raise InputError("rows and columns of the frame for `graph` are in different orders\n  help: frame.loc[frame.columns]")
        filled = as_matrix(rows, is_directed) if list(value.index) == names else None
        if list(value.index) == names and (names != list(range(len(names))) or filled):
            return matrix(names, value.shape, cells(filled or rows), is_directed)
    else:
        rows = value.tolist() if hasattr(value, "tolist") else rows_of(value)
        if filled := as_matrix(rows, is_directed):
            return matrix(list(range(len(rows))), (len(rows), len(rows)), cells(filled), is_directed)
    ends = [edge_of(row) for row in rows]
    if rows and all(len(one) == 1 for one in ends):
        raise InputError(f"`graph` has no edges: {rows[0]!r} is a vertex\n  help: {HELP}")
    return [end for one in ends for end in one[:2]], [(one[0], one[1], one[2]) for one in ends if len(one) == 3]


def edge_of(row: Any) -> tuple[Any, ...]:
    """Two vertices and a cost, or one vertex."""
    if is_graph(row):
        raise InputError("several graphs for `graph`\n  help: [family(graph) for graph in graphs], or dlx_count.table")
    ends = [tuple(one) if isinstance(one, list) else one for one in (row if is_row(row) else [row])]
    if len(ends) == 3 and isinstance(ends[2], Mapping):
        ends[2] = ends[2].get("weight")
    if not 1 <= len(ends) <= 3:
        raise InputError(f"{row!r} is not an edge\n  help: {HELP}")
    if any(map(is_gap, ends[:2])):
        raise InputError(f"{row!r} is not an edge: something is missing\n  help: leave the row out, or say which vertices are meant")
    if len(ends) == 3 and is_gap(ends[2]):
        raise InputError(f"the edge {tuple(ends[:2])!r} has no cost\n  help: give each edge a cost, 0 where it is free")
    return (ends[0],) if len(ends) == 1 else (*ends[:2], ends[2] if len(ends) == 3 else None)


def dictionary(value: Mapping[Any, Any]) -> tuple[list[Any], list[tuple[Any, Any, Any]]]:
    """Edges with their costs, or vertices with their neighbors, which may have costs."""
    if value and all(isinstance(ends, (tuple, frozenset)) and len(ends) == 2 and not is_row(cost) and not isinstance(cost, (str, Mapping)) for ends, cost in value.items()):
        return [], [(*ends, cost) for ends, cost in value.items()]
    pairs = [ends for ends in value if isinstance(ends, (tuple, frozenset)) and len(ends) == 2]
    if value and len(pairs) == len(value) and all(isinstance(data, Mapping) for data in value.values()):
        inner = [key for data in value.values() for key in data]
        if not inner:
            raise InputError("`graph` could be edges or vertices without neighbors: its keys are pairs, and their values are empty\n  help: list(graph) has the edges")
        if all(isinstance(key, str) for key in inner) and not any(key in value for key in inner):
            return [], [(*ends, data.get("weight")) for ends, data in value.items()]
    if odd := [ends for ends in value.values() if not is_row(ends) and not isinstance(ends, Mapping)]:
        raise InputError(f"{odd[0]!r} for the neighbors of a vertex\n  help: {HELP}")
    costs = [(a, b, ends[b] if isinstance(ends, Mapping) else None) for a, ends in value.items() for b in ends]
    return list(value), [(a, b, cost.get("weight") if isinstance(cost, Mapping) else cost) for a, b, cost in costs]


def is_gap(value: Any) -> bool:
    """Not a number, or infinite, as numpy and pandas write what is missing."""
    return isinstance(value, float) and (value != value or abs(value) == float("inf"))


def as_matrix(rows: list[Any], is_directed: bool) -> list[list[Any]] | None:
    """The rows of an adjacency matrix, with 0 where something is missing; none if these are edges. Two rows of two numbers could be both, and three of three."""
    n = len(rows)
    if n < 2 or not all(is_row(row) and not isinstance(row, (set, frozenset)) and len(row) == n for row in rows):
        return None
    if not all(one is None or is_gap(one) or decimal_of(one) is not None for row in rows for one in row):
        return None
    filled = [[0 if one is None or is_gap(one) else one for one in row] for row in rows]
    if n > 3 or (n == 3 and all(one in (0, 1) for row in filled for one in row)):
        return filled
    if all(isinstance(row, tuple) for row in rows):
        return None
    is_symmetric = all(filled[a][b] == filled[b][a] and not filled[a][a] for a in range(n) for b in range(n))
    if is_symmetric or any(one != int(one) for row in filled for one in row):
        return filled
    if is_directed:
        raise InputError(f"`graph` could be a {n}x{n} matrix or {n} edges\n  help: give edges as tuples, or nx.from_numpy_array(matrix, create_using=nx.DiGraph)")
    return None


def cells(rows: Iterable[Iterable[Any]]) -> Iterable[tuple[int, int, Any]]:
    return ((a, b, one) for a, row in enumerate(rows) for b, one in enumerate(row))


def matrix(names: list[Any], shape: tuple[int, ...], entries: Iterable[tuple[int, int, Any]], is_directed: bool) -> tuple[list[Any], list[tuple[Any, Any, Any]]]:
    """A graph by its adjacency matrix: where something else than 0 stands is an edge, and if it is not always 1, that is its cost."""
    if shape[0] != shape[1]:
        raise InputError(f"a {shape[0]}x{shape[1]} matrix for `graph`\n  help: an adjacency matrix is square")
    costs = {(a, b): one for a, b, one in entries if one is not None and not is_gap(one) and one != 0}
    odd = [(a, b) for (a, b), one in costs.items() if costs.get((b, a)) != one]
    if odd and not is_directed:
        a, b = odd[0]
        raise InputError(f"the matrix for `graph` is not symmetric: row {a}, column {b}, from 0\n  help: families with `directed` take others, with directed=True")
    has_costs = any(one != 1 for one in costs.values())
    return names, [(names[a], names[b], one if has_costs else None) for (a, b), one in costs.items()]
