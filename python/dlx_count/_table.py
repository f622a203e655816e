"""Tables: a count for each combination of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from . import _core
from ._errors import InputError
from ._families import Family
from ._settings import settings
from ._texts import is_graph, is_number


def table(
    family: Family,
    *given: Any,
    threads: int | None = None,
    time_limit: float | str | timedelta | None = None,
    memory: int | str | None = None,
    engine: str | None = None,
    **named: Any,
) -> Any:
    """A count for each combination of the values of the parameters, counted side by side: a pandas frame if pandas is installed, else a list of dictionaries.

    Values are ranges, lists, or words as on the command line; there may be a list of graphs. The limit on time is that of each row.

    >>> import dlx_count as dlx
    >>> frame = dlx.table(dlx.queens, range(1, 9))
    >>> list(frame["count"])
    [1, 0, 0, 2, 10, 4, 40, 92]
    >>> frame = dlx.table(dlx.polyomino, rows=[2, 4], columns=range(1, 5), pieces="dominoes", reuse=True)
    >>> frame[["rows", "columns", "count"]].values.tolist()[-1]
    [4, 4, 36]
    """
    if not isinstance(family, Family):
        raise InputError(f"{family!r} for `family`\n  help: it is a family itself, such as dlx_count.queens")
    arguments = family._by_name(given, named)
    asked = settings(threads=threads, time_limit=time_limit, memory=memory, engine=engine, listener=None)
    graphs = arguments.get("graph")
    lines = []
    if isinstance(graphs, (list, tuple)) and graphs and all(is_graph(graph) or is_number(graph) or isinstance(graph, str) for graph in graphs):
        for graph in graphs:
            lines += [{"graph": str(graph), **line} for line in counted(family, {**arguments, "graph": graph}, asked)]
    else:
        lines = counted(family, arguments, asked)
    try:
        import pandas
    except ImportError:
        return lines
    frame = pandas.DataFrame(lines)
    # Counts have any size.
    frame["count"] = pandas.Series([line["count"] for line in lines], dtype=object)
    return frame


def counted(family: Family, arguments: Mapping[str, Any], asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows for one graph, or whatever the family is about."""
    words, _ = family.words((), arguments)
    names, rows = _core.rows(family.name, words)
    found, raised = _core.count_rows(family.name, words, rows, asked)
    if raised is not None:
        raise raised
    return [
        {**dict(zip(names, row)), "count": outcome.count, "complete": outcome.complete, "engine": outcome.engine, "seconds": outcome.seconds}
        for row, (_, outcome) in zip(rows, filter(None, found))
    ]
