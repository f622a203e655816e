"""One problem counted by the workers of a Ray cluster, with a file of records as the truth.

The driver splits the problem into tasks and sends batches of them to workers. A worker counts for a while at most (a slice) and sends back lines: the tallies of the tasks it has
counted, and for a task that it has not brought to its end the rest, as tasks. The driver appends the lines to the file as they arrive, and puts rests, and whatever was
sent to a worker that died, back into the pool. A batch comes back as a whole or not at all, and nothing else writes to the file: so nothing is counted twice, no matter which process dies
and when. A driver that is started again reads the file and continues with what is open. At the end the file is settled as `dlx-count gather` does it.

Shares say how large tasks are: those that stand for much of the search go first and alone, small ones go together, so that a batch takes about half a second.
"""

from __future__ import annotations

import fcntl
import heapq
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from . import _core
from ._errors import InputError, RunError
from ._outcome import Outcome
from ._problem import Problem, problem_of
from ._settings import new_bar, settings


@dataclass(order=True)
class Task:
    """A task of the split, or a part of one. The largest comes first."""

    order: float = field(init=False, repr=False)
    share: float = field(compare=False)
    """The share of the whole search."""
    id: int
    prefix: list[int]
    """The options chosen already."""
    weight: int = field(compare=False)
    """How often its solutions count."""
    failures: int = field(default=0, compare=False)
    """How often a worker has died with it."""

    def __post_init__(self) -> None:
        self.order = -self.share


@dataclass(frozen=True)
class Batch:
    """Tasks that one worker has."""

    tasks: list[Task]
    sent: float


@dataclass
class Plan:
    """How a cluster is used."""

    tasks: int = 2000
    """Tasks to split the problem into, or some more."""
    batch: float = 0.5
    """Seconds that a batch should take."""
    slice: float = 5.0
    """Seconds after which a worker hands back what is left."""
    time_limit: float | None = None
    engine: str | None = None
    memory: int | str | None = None
    window: int = 2
    """Batches on their way for each worker."""
    most_failures: int = 10
    """A task is given up after this many workers have died while counting it."""


MOST_TASKS = 1000
"""Tasks of a batch."""

Arrived = Callable[[str], object]


class Pool:
    """Open tasks, and how long they may take."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.tasks = list(tasks)
        heapq.heapify(self.tasks)
        self.seconds = 0.0
        self.share = 0.0

    def __len__(self) -> int:
        return len(self.tasks)

    def put(self, task: Task) -> None:
        heapq.heappush(self.tasks, task)

    def note(self, seconds: float, share: float) -> None:
        """Notes the time that was spent on a share of the search."""
        self.seconds += seconds
        self.share += max(share, 0.0)

    def expected(self, task: Task) -> float:
        """Seconds that a task may take; at first this is not known, and each task is sent alone."""
        return task.share * self.seconds / self.share if self.share > 0 else float("inf")

    def batch(self, seconds: float, n_workers: int) -> list[Task]:
        """The largest task, and more as long as they take no longer than this together, and the others get as many."""
        most = max(1, min(MOST_TASKS, len(self.tasks) // (2 * max(n_workers, 1))))
        taken = [heapq.heappop(self.tasks)]
        left = seconds - self.expected(taken[0])
        while self.tasks and len(taken) < most and (left := left - self.expected(self.tasks[0])) >= 0:
            taken.append(heapq.heappop(self.tasks))
        return taken


def lock(file: IO[Any], path: Path) -> None:
    """Makes sure that no other process works on this."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RunError(f"{path} is in use by another process") from None


def check_about(said: dict[str, Any], problem: Problem, path: Path, kind: str) -> None:
    """Refuses a file or folder that is about another problem."""
    if said["fingerprint"] != problem.fingerprint:
        raise InputError(f"{path} is about `{said['name']}`, not about `{problem.name}`\n  help: name another {kind}")


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Work with Ray: with the cluster that this process has joined already, or with the one at this address, which it leaves at the end."""
    import ray

    is_ours = not ray.is_initialized()
    try:
        if is_ours:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        yield
    finally:
        if is_ours:
            ray.shutdown()


class Timed:
    """What began at some time, and has perhaps a limit."""

    def __init__(self, time_limit: float | None) -> None:
        self.started, self.time_limit = time.monotonic(), time_limit

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def is_over(self) -> bool:
        return self.time_limit is not None and self.elapsed >= self.time_limit


class Journal:
    """The file of records: read when it is opened, locked, and appended to."""

    def __init__(self, path: Path, problem: Problem, n_tasks: int) -> None:
        self.path = path
        if not path.exists() or path.stat().st_size == 0:
            self.create(problem, n_tasks)
        self.file: IO[bytes] = open(path, "r+b")
        lock(self.file, path)
        contents = self.file.read()
        self.said = _core.settle([(str(path), contents)])
        check_about(self.said, problem, path, "file")
        if self.said["unlisted"]:
            raise RunError(f"{path} does not list all tasks\n  help: give the file that the driver or `dlx-count split` has written")
        # Its writer had no time to finish the last line: what it was about to say is counted again.
        self.file.truncate(self.said["whole"][0])
        self.file.seek(0, os.SEEK_END)
        if not contents[: self.said["whole"][0]].endswith(b"\n"):
            self.file.write(b"\n")

    def create(self, problem: Problem, n_tasks: int) -> None:
        """Splits the problem. The file is there with all tasks, or not at all."""
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        new.write_text(_core.split(problem._known, n_tasks), encoding="utf-8")
        os.replace(new, self.path)

    def open_tasks(self) -> list[Task]:
        return [Task(share, id, prefix, weight) for id, prefix, weight, share in self.said["open"]]

    @property
    def n_bytes(self) -> int:
        """What a worker has to be sent to make the problem: it stands in the first line of the file."""
        return len(self.said["head"].encode())

    def append(self, text: str) -> None:
        """Adds lines, so that they stay if this process dies."""
        self.file.write(text.encode())
        self.file.flush()

    def settled(self) -> dict[str, Any]:
        """What all lines say together."""
        os.fsync(self.file.fileno())
        return _core.settle([(str(self.path), self.path.read_bytes())])

    def close(self) -> None:
        self.file.close()


_workers: dict[str, _core.Worker] = {}
"""In a worker process: what counts, by the head of its records. Making the problem takes longer than many a batch."""


def work(head: str, tasks: list[tuple[int, list[int], float]], seconds: float, how: dict[str, Any]) -> tuple[str, float]:
    """In a worker process: counts tasks for so long at most. Returns the lines, and how long it took."""
    started = time.perf_counter()
    worker = _workers.get(head) or _workers.setdefault(head, _core.Worker(head))
    text, _ = worker.work(tasks, settings(threads=1, time_limit=seconds, **how))
    return text, time.perf_counter() - started


class Driver(Timed):
    """Feeds the cluster, and writes down what comes back."""

    def __init__(self, journal: Journal, plan: Plan, show: Callable[[Driver], object] | None = None, arrived: Arrived | None = None) -> None:
        import ray

        super().__init__(plan.time_limit)
        self.ray: Any = ray
        self.journal, self.plan, self.show, self.arrived = journal, plan, show, arrived
        self.pool = Pool(journal.open_tasks())
        self.running: dict[Any, Batch] = {}
        self.count: int = journal.said["count"]
        self.done: float = journal.said["done"]
        self.begun_at = self.done
        self.head = ray.put(journal.said["head"])
        self.remote: Any = ray.remote(work).options(num_cpus=1, max_retries=0)
        self.how = {"engine": plan.engine, "memory": plan.memory}
        self.n_workers, self.asked_at = 0, 0.0
        self.lost = 0

    def run(self) -> str:
        """Runs until all is counted, the time is over, or it is interrupted, and says why it ended."""
        try:
            while self.pool or self.running:
                if self.is_over:
                    return "time-limit"
                self.look_for_workers()
                self.feed()
                self.take()
                if self.show is not None:
                    self.show(self)
            return "complete"
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            self.drain()

    def look_for_workers(self) -> None:
        """Nodes come and go."""
        if self.n_workers == 0 or time.monotonic() - self.asked_at > 1.0:
            self.n_workers, self.asked_at = int(self.ray.cluster_resources().get("CPU", 0)), time.monotonic()

    def feed(self) -> None:
        """Keeps every worker busy, and a batch waiting behind it."""
        while self.pool and len(self.running) < self.plan.window * max(self.n_workers, 1):
            tasks = self.pool.batch(self.plan.batch, self.n_workers)
            given = [(task.id, task.prefix, task.share) for task in tasks]
            ref = self.remote.remote(self.head, given, self.slice(), self.how)
            self.running[ref] = Batch(tasks, time.monotonic())

    def slice(self) -> float:
        """Seconds for a batch: fewer near the end, so that a worker with a large task shares it soon."""
        is_short = len(self.pool) < self.plan.window * self.n_workers
        seconds = max(self.plan.slice / 5, self.plan.batch) if is_short else self.plan.slice
        left = float("inf") if self.plan.time_limit is None else self.plan.time_limit - self.elapsed
        return max(min(seconds, left), 0.01)

    def take(self) -> None:
        """Waits for a batch for a moment, and takes all that are there."""
        refs = list(self.running)
        ready, _ = self.ray.wait(refs, num_returns=1, timeout=0.2)
        if ready:
            ready, _ = self.ray.wait(refs, num_returns=len(refs), timeout=0)
        for ref in ready:
            self.close(ref, self.running.pop(ref))

    def close(self, ref: Any, batch: Batch) -> None:
        """Writes down what a worker has counted; if it has died, its tasks are open as before."""
        errors = self.ray.exceptions
        try:
            text, seconds = self.ray.get(ref)
        except errors.RayTaskError as error:
            # A mistake, not a death: it would come again.
            raise RunError(f"a worker could not count: {error.cause}") from error
        except errors.RayError as error:
            self.put_back(batch, error)
            return
        self.journal.append(text)
        self.settle(batch, text, seconds)
        if self.arrived is not None:
            self.arrived(text)

    def put_back(self, batch: Batch, error: Exception) -> None:
        self.lost += 1
        for task in batch.tasks:
            task.failures += 1
            if task.failures >= self.plan.most_failures:
                raise RunError(f"{task.failures} workers have died with task {task.id}\n  help: the last one said: {error}")
            self.pool.put(task)

    def settle(self, batch: Batch, text: str, seconds: float) -> None:
        """Adds up the lines of a batch. What was given and is not in them was not begun."""
        weights = {(task.id, tuple(task.prefix)): task for task in batch.tasks}
        open_parts: dict[tuple[int, tuple[int, ...]], Task] = dict(weights)
        share_before = sum(task.share for task in batch.tasks)
        for line in text.splitlines():
            record = json.loads(line)
            task = open_parts.pop((record["id"], tuple(record["prefix"])))
            self.count += int(record["count"]) * task.weight
            for part in record.get("rest", ()):
                rest = Task(part["share"], task.id, part["prefix"], int(part["weight"]) * task.weight)
                open_parts[(rest.id, tuple(rest.prefix))] = rest
        for task in open_parts.values():
            self.pool.put(task)
        share = share_before - sum(task.share for task in open_parts.values())
        self.done += share
        self.pool.note(seconds, share)

    def drain(self) -> None:
        """Takes what is ready or about to be, and lets go of the rest: it is open in the file."""
        refs = list(self.running)
        if not refs:
            return
        ready, late = self.ray.wait(refs, num_returns=len(refs), timeout=1.0)
        for ref in ready:
            self.close(ref, self.running.pop(ref))
        for ref in late:
            self.ray.cancel(ref)


def count(
    problem: Any,
    records: str | os.PathLike[str],
    *,
    address: str | None = None,
    plan: Plan | None = None,
    show: Callable[[Driver], object] | None = None,
    arrived: Arrived | None = None,
) -> Outcome:
    """Counts a problem on a Ray cluster: the one at this address, `"auto"` for the one that this machine belongs to, or one of this machine's processors.

    The problem is given as for `dlx_count.count`. Workers are sent it as words or as a text, with the texts of the files that it was made from: they need no files.

    `records` is the file that keeps the count: if it exists already, the count continues from it. `dlx-count gather` and `dlx-count work` read it, too.
    """
    plan = plan or Plan()
    journal = Journal(Path(records), problem_of(problem), plan.tasks)
    started = time.monotonic()
    with closing(journal), on_cluster(address):
        driver = Driver(journal, plan, show, arrived)
        ending = driver.run()
        return outcome_of(journal.settled(), ending, driver.n_workers, time.monotonic() - started)


def outcome_of(said: dict[str, Any], ending: str, n_workers: int, seconds: float) -> Outcome:
    """What the file says, as an outcome."""
    return Outcome(
        count=said["count"], complete=said["complete"], ending="complete" if said["complete"] else ending,
        done=1.0 if said["complete"] else min(said["done"], 1.0), engine="ray", reason=None, threads=n_workers, tasks=said["closed"],
        nodes=said["nodes"], updates=0, seconds=seconds,
    )  # fmt: skip


class Shown:
    """Shows how far a driver is: by a bar in a terminal or notebook, otherwise by a line every minute."""

    def __init__(self, name: str) -> None:
        self.name, self.last = name, float("-inf")
        self.bar = new_bar(name) if sys.stderr.isatty() else None

    def __call__(self, driver: Driver) -> None:
        now = time.monotonic()
        if now - self.last < (0.2 if self.bar is not None else 60.0):
            return
        self.last = now
        if self.bar is not None:
            self.bar.n = round(100 * driver.done, 2)
            self.bar.set_postfix_str(words(driver), refresh=False)
            self.bar.refresh()
        else:
            print(f"{self.name}: {100 * driver.done:.2f}%, {words(driver)}", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def words(driver: Driver) -> str:
    progress = driver.done - driver.begun_at
    left = f"{driver.elapsed * (1 - driver.done) / progress:.0f} s left, " if progress > 0 else ""
    lost = f", {driver.lost} lost" if driver.lost else ""
    sent = f"the problem sent in {driver.journal.n_bytes} bytes"
    return f"{left}at least {driver.count} solutions, {driver.n_workers} workers, {len(driver.pool)} tasks waiting{lost}, {sent}"
