"""Python objects turned into the texts that families read: graphs, grids, numbers, words, drawings."""

from __future__ import annotations

import numbers
import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any

from ._errors import InputError

INFINITY = float("inf")


def text_of(parameter: Mapping[str, Any], value: Any) -> str | None:
    """The text that stands for a value where a file is wanted; none if it is a word, a number or a path.

    >>> graph = {"name": "graph", "is_path": True, "is_word_or_file": False}
    >>> text_of(graph, [(1, 2), (2, 3, 7)]), text_of(graph, "grid:6x6"), text_of(graph, 8)
    ('1 2\\n2 3 7\\n', None, None)
    >>> text_of({"name": "path", "is_path": True, "is_word_or_file": False}, [[1, 0], [None, 12]])
    '1 0\\n. 12\\n'
    """
    is_drawn = parameter["name"] in ("board", "pieces")
    if isinstance(value, str):
        is_text = "\n" in value and (parameter["is_path"] or parameter["is_word_or_file"])
        return whole(value) if is_text else None
    if not (parameter["is_path"] or (parameter["is_word_or_file"] and is_drawn)):
        return None
    if isinstance(value, (bytes, range, os.PathLike)) or hasattr(value, "__index__") and not hasattr(value, "shape"):
        return None
    if hasattr(value, "nodes") and hasattr(value, "edges"):
        return graph(value)
    if hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if not isinstance(value, Iterable) or (is_drawn and parameter["name"] == "pieces"):
        return None
    lines = [row(parameter, one) for one in value]
    return whole("\n".join(lines)) if lines else "\n"


def whole(text: str) -> str:
    """A text of lines."""
    return text if text.endswith("\n") else text + "\n"


def row(parameter: Mapping[str, Any], one: Any) -> str:
    """A line of a text: an edge, a row of a grid, a number, a word."""
    if isinstance(one, str) or not isinstance(one, Iterable):
        return cell(one)
    if parameter["name"] == "graph":
        ends = list(one)
        costs = [cost_of(ends, cost) for cost in ends[2:]]
        return " ".join([*map(vertex, ends[:2]), *costs])
    return " ".join(map(cell, one))


def cell(value: Any) -> str:
    """A sign of a grid, a number, a word; nothing is an empty cell."""
    if value is None or value != value:
        return "."
    if isinstance(value, str):
        return value or "."
    if (number := whole_number(value)) is not None:
        return str(number)
    raise InputError(f"{value!r} is not a whole number or a text\n  help: cells are whole numbers, texts, or None where they are empty")


def vertex(name: Any) -> str:
    """The name of a vertex as a word: `(0, 1)` is `0:1`."""
    said = ":".join(map(vertex, name)) if isinstance(name, (tuple, list, frozenset)) else str(name)
    return "_".join(said.replace(",", ":").replace(";", ":").split())


def whole_number(value: Any) -> int | None:
    """A whole number, written as one or not; numpy's are meant, too."""
    try:
        number = operator.index(value) if hasattr(value, "__index__") else float(value)
    except (TypeError, ValueError):
        return None
    return int(number) if number == number and number not in (INFINITY, -INFINITY) and number == int(number) else None


def cost_of(edge: Any, cost: Any) -> str:
    """What an edge costs."""
    number = whole_number(cost)
    if number is None or number < 0:
        raise InputError(f"{cost!r} for the edge {edge!r}\n  help: what an edge costs is a whole number from 0: multiply by a power of ten")
    return str(number)


def graph(value: Any) -> str:
    """The vertices and edges of a graph of networkx, or of what looks like one; `weight` is what an edge costs."""
    names = {node: vertex(node) for node in value.nodes}
    if len(set(names.values())) < len(names):
        names = {node: str(place) for place, node in enumerate(names)}
    has_costs = hasattr(value, "is_multigraph")
    # Without this line, vertices alone would be taken for a list whose edges cannot be read.
    lines = ["# vertices and edges", *names.values()]
    for edge in value.edges(data="weight") if has_costs else value.edges:
        a, b, *cost = edge
        costs = [cost_of((a, b), one) for one in cost if one is not None]
        lines.append(" ".join([names[a], names[b], *costs]))
    return whole("\n".join(lines))
