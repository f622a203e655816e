"""One problem counted by merging states, level by level, on the workers of a Ray cluster.

A level is dealt out into parts. A task takes one part through some levels, and gives a piece for each part of the level where they end; the next tasks merge the pieces for their part as they
read them. Pieces are objects of Ray: its store moves and spills them, and makes them again when a worker dies. Rust does what is done with states (`frontier::spill::dealt`).

Now and then a level is written to a folder, as the pieces that it is made of, and replaces the one before. It is all that the levels to come need: a driver that is started again continues there, and so does one whose
objects of Ray are lost for good. Every piece has checksums, and says where it belongs; a task that has not exactly the pieces for its part refuses them.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _core
from ._cluster import Timed, check_about, lock, on_cluster
from ._errors import InputError, RunError
from ._outcome import Outcome
from ._problem import problem_of

Where = tuple[int, int, bytes]
"""A level: how many are done, the number of its parts, how it is dealt out."""


@dataclass
class SweepPlan:
    """How a sweep is spread over a cluster."""

    parts: int | None = None
    """Parts of a level; four for each worker if it is not said."""
    memory: int = 2**28
    """Bytes for the states of a task."""
    first: int | None = None
    """A level with more states than this is dealt out; 20000, or with `isomorph` 2000, if it is not said."""
    keep: float = 30.0
    """Seconds between two levels that are written, at least; and twenty times as long as it takes to write one."""
    time_limit: float | None = None
    most_failures: int = 10
    """The sweep is given up when the objects of Ray were lost so often."""
    engine: str = "frontier"
    """`frontier` merges equal states, `isomorph` those that leave isomorphic problems."""


@dataclass
class Level:
    """A level that is there: for each part the pieces that it is made of."""

    where: Where
    sample: bytes
    """Some of its keys."""
    n_states: int
    pieces: list[list[Any]]
    """Objects of Ray."""
    made: dict[str, float] = field(default_factory=lambda: {"states": 0, "tasks": 0, "seconds": 0.0, "bytes": 0})
    """What was done until here: states, tasks, seconds of workers, bytes of pieces."""


class Shelf:
    """The folder: what is asked, and the last level that was written."""

    def __init__(self, path: Path, problem: Any, plan: SweepPlan) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        head = path / "head"
        self.lock = open(path / "lock", "w")
        lock(self.lock, path)
        if not head.exists():
            self.write(head, [_core.split_sweep(problem._known, plan.engine, plan.memory).encode()])
        self.said = _core.settle([(str(head), head.read_bytes())])
        check_about(self.said, problem, path, "folder")
        if self.said["engine"] != plan.engine:
            raise InputError(f"{path} has a sweep of the engine {self.said['engine']}\n  help: name that engine, or another folder")
        self.last = time.monotonic()
        self.took = 0.0

    def write(self, path: Path, contents: Iterator[bytes] | list[bytes]) -> None:
        """Writes a file that is there as a whole or not at all, even if the power fails."""
        new = path.with_name(path.name + ".new")
        with open(new, "wb") as file:
            for piece in contents:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
        folder = os.open(self.path, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def keep(self, level: Level, get: Callable[[list[Any]], list[bytes]]) -> None:
        """Writes a level in place of the one before: a line that says what it is, then the pieces, part by part."""
        started = time.monotonic()
        sizes: list[list[int]] = []

        def parts() -> Iterator[bytes]:
            for refs in level.pieces:
                pieces = get(refs)
                sizes.append([len(piece) for piece in pieces])
                yield from pieces
            at, n_parts, deal = level.where
            said = {"at": at, "parts": n_parts, "deal": deal.hex(), "sample": level.sample.hex(), "states": level.n_states, "sizes": sizes, "made": level.made}
            text = json.dumps(said).encode()
            yield text + hashlib.sha256(text).digest() + len(text).to_bytes(8, "little")

        self.write(self.path / "level", parts())
        self.last = time.monotonic()
        self.took = self.last - started

    def is_time(self, every: float) -> bool:
        return time.monotonic() - self.last >= max(every, 20 * self.took)

    def taken_up(self, put: Callable[[bytes], Any]) -> Level | None:
        """The level that was written, if there is one."""
        path = self.path / "level"
        if not path.exists():
            return None
        damaged = RunError(f"{path} is damaged\n  help: remove it, and the sweep begins again")
        with open(path, "rb") as file:
            end = file.seek(0, os.SEEK_END)
            if end < 40:
                raise damaged
            file.seek(end - 8)
            length = int.from_bytes(file.read(8), "little")
            if length > end - 40:
                raise damaged
            file.seek(end - 40 - length)
            text, sum = file.read(length), file.read(32)
            if hashlib.sha256(text).digest() != sum:
                raise damaged
            said = json.loads(text)
            file.seek(0)
            pieces = [[put(file.read(size)) for size in sizes] for sizes in said["sizes"]]
            if file.tell() != end - 40 - length:
                raise damaged
        where = (said["at"], said["parts"], bytes.fromhex(said["deal"]))
        return Level(where, bytes.fromhex(said["sample"]), said["states"], pieces, said["made"])

    def close(self) -> None:
        self.lock.close()


_sweeps: dict[tuple[str, int], _core.Sweep] = {}
"""In a worker process: the sweep of a problem, by its head and the memory of a task."""


def sweep_of(head: str, memory: int) -> _core.Sweep:
    key = (head, memory)
    return _sweeps.get(key) or _sweeps.setdefault(key, _core.Sweep(head, memory))


def step(head: str, memory: int, where: Where, to: Where, part: int, *pieces: bytes) -> tuple[Any, ...]:
    """In a worker process: takes a part of a level to the next one. Returns what is said about it, then the pieces."""
    started = time.perf_counter()
    made, sample, n_states, n_nodes = sweep_of(head, memory).step(where, to, part, list(pieces))
    about = {"states": n_nodes, "tasks": 1, "seconds": time.perf_counter() - started, "bytes": sum(map(len, made))}
    return ((sample, n_states, about), *made)


def total(head: str, memory: int, where: Where, part: int, *pieces: bytes) -> int:
    """In a worker process: the sum of a part of the last level."""
    return sweep_of(head, memory).total(where, part, list(pieces))


class OutOfTime(Exception):
    """The time limit has come."""


class SweepDriver(Timed):
    """Makes level after level, and keeps what a driver needs that continues."""

    def __init__(self, shelf: Shelf, plan: SweepPlan, show: Callable[[SweepDriver], object] | None = None, arrived: Callable[[SweepDriver], object] | None = None) -> None:
        import ray

        super().__init__(plan.time_limit)
        self.ray: Any = ray
        self.shelf, self.plan, self.show, self.arrived = shelf, plan, show, arrived
        self.name, self.head = shelf.said["name"], shelf.said["head"]
        self.sent = ray.put(self.head)
        self.sweep = _core.Sweep(self.head, plan.memory)
        self.n_workers = max(1, int(ray.cluster_resources().get("CPU", 0)))
        self.n_parts = plan.parts or 4 * self.n_workers
        self.n_lost = 0
        self.ending = "complete"
        self.level = self.begun()

    def begun(self) -> Level:
        """The level that was kept, or the first one that is worth dealing out."""
        if (level := self.shelf.taken_up(self.ray.put)) is not None:
            return level
        where, (pieces, sample, n_states, n_nodes) = self.sweep.begin(self.sweep.first if self.plan.first is None else self.plan.first, self.n_parts)
        level = Level(where, sample, n_states, [[self.ray.put(piece)] for piece in pieces])
        level.made["states"] = n_nodes
        return level

    def run(self) -> int | None:
        """The count; none if the time is over before, or it was interrupted. Then the level that was reached is kept."""
        while True:
            try:
                while self.level.where[0] < self.sweep.n_levels:
                    self.level = self.advanced()
                    if self.shelf.is_time(self.plan.keep):
                        self.shelf.keep(self.level, self.ray.get)
                    if self.arrived is not None:
                        self.arrived(self)
                counts: list[int] = self.ray.get(self.totals())
                return sum(counts)
            except (OutOfTime, KeyboardInterrupt) as why:
                self.ending = "time-limit" if isinstance(why, OutOfTime) else "interrupted"
                self.shelf.keep(self.level, self.ray.get)
                return None
            except self.ray.exceptions.RayError as error:
                cause = getattr(error, "cause", None)
                if isinstance(error, self.ray.exceptions.RayTaskError) and not isinstance(cause, self.ray.exceptions.RayError):
                    # A mistake, not a death: it would come again.
                    help = f"if {self.shelf.path / 'level'} is damaged, remove it, and the sweep begins again"
                    raise RunError(f"a worker could not go on: {cause}\n  help: {help}") from error
                # What Ray cannot make again is made again from the level that was kept.
                self.n_lost += 1
                if self.n_lost >= self.plan.most_failures:
                    raise RunError(f"pieces were lost {self.n_lost} times\n  help: the last time: {error}") from error
                self.level = self.begun()

    def advanced(self) -> Level:
        """The next level that is dealt out."""
        if self.is_over:
            raise OutOfTime
        level, sent = self.level, (self.sent, self.plan.memory)
        to = self.sweep.next(level.where, level.sample, level.n_states, self.n_parts)
        remote = self.ray.remote(step).options(num_cpus=1, max_retries=-1, num_returns=to[1] + 1)
        tasks = [remote.remote(*sent, level.where, to, part, *pieces) for part, pieces in enumerate(level.pieces)]
        self.wait([about for about, *_ in tasks])
        made = dict(level.made)
        samples, n_states = [], 0
        for sample, n, about in self.ray.get([about for about, *_ in tasks]):
            samples.append(sample)
            n_states += n
            made = {name: made[name] + about[name] for name in made}
        return Level(to, b"".join(thinned(samples)), n_states, [[task[1 + part] for task in tasks] for part in range(to[1])], made)

    def totals(self) -> list[Any]:
        remote = self.ray.remote(total).options(num_cpus=1, max_retries=-1)
        return [remote.remote(self.sent, self.plan.memory, self.level.where, part, *pieces) for part, pieces in enumerate(self.level.pieces)]

    def wait(self, left: list[Any]) -> None:
        """Waits for all of them, and for no longer than it may take."""
        while left:
            _, late = self.ray.wait(left, num_returns=len(left), timeout=0.5)
            if self.show is not None:
                self.show(self)
            if late and self.is_over:
                for ref in late:
                    self.ray.cancel(ref)
                raise OutOfTime
            left = late


def thinned(samples: list[bytes]) -> list[bytes]:
    """As many samples as one level needs."""
    return samples[:: max(1, sum(map(len, samples)) // 2**20)]


def count_by_sweep(
    problem: Any,
    folder: str | os.PathLike[str],
    *,
    address: str | None = None,
    plan: SweepPlan | None = None,
    show: Callable[[SweepDriver], object] | None = None,
    arrived: Callable[[SweepDriver], object] | None = None,
) -> Outcome:
    """Counts a problem on a Ray cluster as the engines `frontier` and `isomorph` do: states are merged, level by level. `folder` keeps a level to go on with; otherwise as `count`. A sweep that a limit has ended knows no lower bound but 0."""
    plan = plan or SweepPlan()
    shelf = Shelf(Path(folder), problem_of(problem), plan)
    started = time.monotonic()
    with closing(shelf), on_cluster(address):
        driver = SweepDriver(shelf, plan, show, arrived)
        count = driver.run()
        made = driver.level.made
        return Outcome(
            count=count or 0, complete=count is not None, ending=driver.ending, done=0.0 if count is None else 1.0, engine="ray", reason=None,
            threads=driver.n_workers, tasks=int(made["tasks"]), nodes=int(made["states"]), updates=0, seconds=time.monotonic() - started,
        )  # fmt: skip
