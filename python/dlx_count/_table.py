"""Tables: a count for each combination of parameters."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from . import _core
from ._families import Family
from ._settings import settings


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

    Values are ranges, lists, or words as on the command line. The limit on time is that of each row.

    >>> import dlx_count as dlx
    >>> frame = dlx.table(dlx.queens, range(1, 9))
    >>> list(frame["count"])
    [1, 0, 0, 2, 10, 4, 40, 92]
    >>> frame = dlx.table(dlx.polyomino, rows=[2, 4], columns=range(1, 5), pieces="dominoes", reuse=True)
    >>> frame[["rows", "columns", "count"]].values.tolist()[-1]
    [4, 4, 36]
    """
    words = family.words(given, named)
    names, rows = _core.rows(family.name, words)
    asked = settings(threads=threads, time_limit=time_limit, memory=memory, engine=engine, listener=None)
    found, raised = _core.count_rows(family.name, words, rows, asked)
    if raised is not None:
        raise raised
    lines = [
        {**dict(zip(names, row)), "count": outcome.count, "complete": outcome.complete, "engine": outcome.engine, "seconds": outcome.seconds}
        for row, (_, outcome) in zip(rows, filter(None, found))
    ]
    try:
        import pandas
    except ImportError:
        return lines
    frame = pandas.DataFrame(lines, columns=[*names, "count", "complete", "engine", "seconds"])
    # Counts have any size.
    frame["count"] = pandas.Series([line["count"] for line in lines], dtype=object)
    return frame
