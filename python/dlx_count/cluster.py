"""`python -m dlx_count.cluster queens 20 --address auto`: one problem counted by all workers of a Ray cluster.

The source is any that `dlx-count` takes: a family, a file, a script, `-` for standard input. Workers need no files: they are sent the texts.
The count is kept in a file of records. If workers, nodes or this driver die, start it again with the same words, and it continues. `--time-limit` ends it with a lower bound.
Needs `ray`: `pip install './python[ray]'`, on all nodes, with the same version of this package.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Any

from ._cluster import Driver, Plan, Shown, count
from ._errors import Error
from ._families import Family, families
from ._outcome import Outcome
from ._problem import Problem
from ._sweep import SweepDriver, SweepPlan, count_by_sweep

__all__ = ["Driver", "Plan", "SweepDriver", "SweepPlan", "count", "count_by_sweep", "main"]


def parser() -> argparse.ArgumentParser:
    """The command line: a source with its words, and how the cluster is used."""
    common = argparse.ArgumentParser(add_help=False)
    group = common.add_argument_group("cluster")
    group.add_argument("--address", help="the cluster: `auto` for the one this machine belongs to, HOST:PORT, or nothing for this machine alone")
    group.add_argument("--records", metavar="FILE", help="the file that keeps the count; made from the name of the problem if it is not given")
    group.add_argument("--tasks", type=int, default=Plan.tasks, metavar="N", help="tasks to split the problem into, or some more (%(default)s)")
    group.add_argument("--batch", type=float, default=Plan.batch, metavar="SECONDS", help="what a batch of tasks should take (%(default)s)")
    group.add_argument("--slice", type=float, default=Plan.slice, metavar="SECONDS", help="after so long a worker hands back what is left (%(default)s)")
    group.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop then, with a lower bound")
    group.add_argument("--engine", help="the engine that counts below a task; `frontier` and `isomorph` merge states level by level instead, and --records is a folder that keeps a level")
    group.add_argument("--parts", type=int, metavar="N", help="of a sweep: parts of a level (four for each worker)")
    group.add_argument("--memory", type=int, default=SweepPlan.memory >> 20, metavar="MIB", help="of a sweep: MiB for the states of a task (%(default)s)")
    group.add_argument("--keep", type=float, default=SweepPlan.keep, metavar="SECONDS", help="of a sweep: between two levels that are written (%(default)s)")
    group.add_argument("-q", "--quiet", action="store_true", help="the number alone")
    main = argparse.ArgumentParser(prog="python -m dlx_count.cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sources = main.add_subparsers(dest="source", required=True, metavar="SOURCE")
    for family in families.values():
        add_words(sources.add_parser(family.name, parents=[common], help=family.about), family)
    return main


def add_words(parser: argparse.ArgumentParser, family: Family) -> None:
    """The parameters of a family."""
    for name, parameter in family._parameters.items():
        help = parameter["help"].replace("%", "%%")
        if parameter["is_first"]:
            is_needed = parameter["is_required"] and parameter["unless"] is None
            parser.add_argument(name, metavar=parameter["value"], nargs=None if is_needed else "?", help=help)
        elif parameter["value"] is None:
            parser.add_argument(f"--{parameter['name']}", dest=name, action="store_true", help=help)
        else:
            parser.add_argument(f"--{parameter['name']}", dest=name, metavar=parameter["value"], help=help)


def main(words: list[str] | None = None) -> int:
    """Returns the status of the process: 0 complete, 1 and 2 errors, 3 stopped by a limit, 130 interrupted."""
    given = parser().parse_args(with_source(sys.argv[1:] if words is None else words))
    family = families[given.source]
    try:
        outcome, name = run(family, given)
    except ImportError as error:
        print(f"{error}\n  help: pip install './python[ray]'", file=sys.stderr)
        return 1
    except Error as error:
        print(f"dlx_count.cluster: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    if given.quiet:
        print(outcome.count)
    else:
        print(f"{name}: {outcome}\n  ray, {outcome.threads} workers, {outcome.tasks} tasks, {outcome.nodes} nodes, {outcome.seconds:.1f} s")
    return {"complete": 0, "interrupted": 130}.get(outcome.ending, 3)


def with_source(words: list[str]) -> list[str]:
    """The words with `file` or `script` before the name of a file that stands where a source should."""
    if not words or words[0] in families or not (words[0] == "-" or os.path.isfile(words[0])):
        return words
    return ["script" if words[0].endswith(".rhai") else "file", *words]


def read(parameter: dict[str, Any], value: Any) -> Any:
    """A value; for standard input the text that stands there."""
    name = "-" if parameter["is_path"] else "@-" if parameter["is_word_or_file"] else None
    if name is None or value != name:
        return value
    text = sys.stdin.read()
    return text if "\n" in text else text + "\n"


def run(family: Family, given: argparse.Namespace) -> tuple[Outcome, str]:
    """Counts what the words say, and the name of the problem."""
    problem = family(**{name: read(parameter, getattr(given, name)) for name, parameter in family._parameters.items()})
    name = re.sub(r"[^A-Za-z0-9.,_-]+", "-", problem.name).strip("-")
    if given.engine in ("frontier", "isomorph"):
        return sweep(problem, given.records or name + ".sweep", given), problem.name
    plan = Plan(tasks=given.tasks, batch=given.batch, slice=given.slice, time_limit=given.time_limit, engine=given.engine)
    shown = None if given.quiet else Shown(problem.name)
    try:
        return count(problem, given.records or name + ".records", address=given.address, plan=plan, show=shown), problem.name
    finally:
        if shown is not None:
            shown.close()


def sweep(problem: Problem, folder: str, given: argparse.Namespace) -> Outcome:
    """Counts by merging states."""
    plan = SweepPlan(engine=given.engine, parts=given.parts, memory=given.memory << 20, keep=given.keep, time_limit=given.time_limit)
    return count_by_sweep(problem, folder, address=given.address, plan=plan, arrived=None if given.quiet else say)


def say(driver: SweepDriver) -> None:
    """A line for each level."""
    (at, n_parts, _), made = driver.level.where, driver.level.made
    speed = f"{made['states'] / made['seconds']:.0f} states and {made['bytes'] / made['seconds']:.0f} bytes for each second of a worker" if made["seconds"] else ""
    print(f"{driver.name}: level {at} of {driver.sweep.n_levels}, {driver.level.n_states} states in {n_parts} parts, {speed}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
