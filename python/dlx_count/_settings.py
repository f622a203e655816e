"""How to count: threads, limits, memory, engine, run file, progress."""

import math
import operator
import os
import re
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from . import _core
from ._errors import InputError

UNITS = {"": 1, "b": 1, "k": 2**10, "kib": 2**10, "m": 2**20, "mib": 2**20, "g": 2**30, "gib": 2**30, "t": 2**40, "tib": 2**40}
UNITS |= {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


class Progress(NamedTuple):
    """How far a count is: what a function given as `progress` is called with, many times a second."""

    done: float
    """The share of the search that is done, from 0 to 1."""
    found: int
    """Solutions found; 2**64 - 1 if it is more."""
    nodes: int
    tasks: int
    """Tasks finished."""
    open_tasks: int
    """Tasks waiting or running."""
    busy: int
    """Threads that search."""
    seconds: float


Listener = Callable[[Progress], object]


def settings(
    *,
    threads: int | None = None,
    engine: str | None = None,
    memory: int | str | None = None,
    time_limit: float | str | timedelta | None = None,
    limit: int | None = None,
    node_limit: int | None = None,
    run: str | os.PathLike[str] | None = None,
    listener: Callable[..., object] | None = None,
) -> dict[str, Any]:
    """The settings that Rust reads, with the checks that Python has to make."""
    if engine is not None and not isinstance(engine, str):
        raise InputError(f"{engine!r} for `engine`\n  help: the engines are auto, {', '.join(_core.engines())}")
    return {
        "threads": None if threads is None else whole("threads", threads, 1, 4096),
        "engine": engine,
        "memory": n_bytes(memory),
        "time_limit": n_seconds(time_limit),
        "limit": None if limit is None else decimal(whole("limit", limit, 0, None)),
        "node_limit": None if node_limit is None else whole("node_limit", node_limit),
        "run": None if run is None else os.fspath(run),
        "listener": listener,
    }


def whole(name: str, value: Any, least: int | None = 0, most: int | None = 2**64 - 1) -> int:
    """A whole number between two others."""
    try:
        number = operator.index(value)
    except (TypeError, InputError):
        raise InputError(f"{value!r} for `{name}`\n  help: it is a whole number") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise InputError(f"{number} for `{name}`\n  help: it is from {least}" + ("" if most is None else f" to {most}"))
    return number


SECONDS = {"": 1, "s": 1, "ms": 0.001, "m": 60, "min": 60, "h": 3600, "d": 86400}


def n_seconds(time_limit: float | str | timedelta | None) -> float | None:
    """A time in seconds.

    >>> n_seconds("2s"), n_seconds("1.5 min"), n_seconds(0.5), n_seconds("1h30m")
    (2.0, 90.0, 0.5, 5400.0)
    """
    if time_limit is None:
        return None
    seconds = math.nan
    if isinstance(time_limit, timedelta):
        seconds = time_limit.total_seconds()
    elif isinstance(time_limit, str):
        written = re.findall(r"([0-9]+(?:\.[0-9]*)?)\s*([a-z]*)\s*", time_limit)
        is_whole = re.fullmatch(r"\s*(?:[0-9]+(?:\.[0-9]*)?\s*[a-z]*\s*)+", time_limit) is not None
        if is_whole and all(unit in SECONDS for _, unit in written) and (len(written) == 1 or all(unit for _, unit in written)):
            seconds = sum(float(number) * SECONDS[unit] for number, unit in written)
    elif hasattr(time_limit, "__float__"):
        seconds = float(time_limit)
    if not 0 <= seconds < 2**63:
        help = "a number of seconds such as 30 or 0.5, a text such as '2s', '15m' or '1h30m', or a timedelta"
        raise InputError(f"time_limit is {time_limit!r}\n  help: {help}")
    return seconds


def decimal(number: int) -> str:
    """Digits of a number of any size; `str` refuses long ones."""
    if number.bit_length() < 10_000:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return decimal(high) + decimal(low).rjust(half, "0")


def n_bytes(memory: int | str | None) -> int | None:
    """An amount of memory in bytes.

    >>> n_bytes("4GiB"), n_bytes("1.5 MB"), n_bytes(10**7)
    (4294967296, 1500000, 10000000)
    """
    if memory is None:
        return None
    written = re.fullmatch(r"\s*([0-9.]+(?:e[0-9]+)?)\s*([a-z]*)\s*", str(memory).lower())
    if written is None or written[2] not in UNITS or written[1].count(".") > 1:
        raise InputError(f"`{memory}` for memory\n  help: an amount of memory is written like 512MiB, 4GiB or 1e9")
    amount = int(float(written[1]) * UNITS[written[2]])
    if amount < 10**6:
        raise InputError(f"`{memory}` for memory\n  help: the least is 1 MB")
    return amount


class Meter:
    """Shows how far a count is, by a function or by tqdm, which appears when a count has lasted a second."""

    PATIENCE = 1.0

    def __init__(self, progress: bool | Listener | None, name: str) -> None:
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise InputError(f"{progress!r} for `progress`\n  help: it is True, False, or a function that is called with a Progress")
        self.listener = progress if callable(progress) else None
        self.wanted = progress if isinstance(progress, bool) else is_watched()
        self.name = name
        self.bar: Any = None

    @property
    def is_needed(self) -> bool:
        return self.listener is not None or self.wanted

    def __call__(self, *figures: Any) -> None:
        now = Progress(*figures)
        if self.listener is not None:
            self.listener(now)
        elif self.wanted and (self.bar is not None or now.seconds > self.PATIENCE):
            self.show(now)

    def show(self, now: Progress) -> None:
        if self.bar is None:
            self.bar = new_bar(self.name)
        if self.bar is None:
            self.wanted = False
            return
        self.bar.n = round(100 * now.done, 1)
        self.bar.set_postfix_str(f"{now.found} solutions, {now.busy} threads", refresh=False)
        self.bar.refresh()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def is_watched() -> bool:
    """Is there a terminal or a notebook that shows a bar?"""
    shell = sys.modules.get("IPython")
    is_notebook = shell is not None and "IPKernelApp" in getattr(shell.get_ipython(), "config", {})
    return is_notebook or (sys.stderr is not None and sys.stderr.isatty())


def new_bar(name: str) -> Any:
    """A bar of tqdm; none if it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    # tqdm puts a comma before what stands behind, if anything does.
    form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
    return tqdm(total=100, desc=name, bar_format=form, leave=False)
