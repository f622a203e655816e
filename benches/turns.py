"""Counts the problems of a list with two programs, in turns, and writes a table: turns.py BEFORE AFTER [-n RUNS] [-l SECONDS] [WORD...]

BEFORE and AFTER are two builds of dlx-count, or AFTER is `-`, and then one is measured. Rivals that are on the PATH (`miniexact`, from PyPI) are run
on what `dlx-count convert --to dlx` writes, if `--rivals` says so. Of the cases in cases.txt those are run that have one of the words, or all.

Processor seconds of the whole process on one thread, the median of the runs; other work on the machine changes those little. A run that takes more than SECONDS is
`-`. A count that differs from the list's, or from another program's, ends everything with an error."""

import argparse
import os
import random
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("-n", type=int, default=3, metavar="RUNS")
    parser.add_argument("-l", type=int, default=30, metavar="SECONDS")
    parser.add_argument("--rivals", action="store_true")
    parser.add_argument("words", nargs="*")
    return parser.parse_args()


def random_cover(n_items, n_options, least, most, seed, path):
    """A problem of random options, the same for the same seed."""
    dice = random.Random(seed)
    with open(path, "w") as file:
        print(*(f"i{item}" for item in range(n_items)), file=file)
        for _ in range(n_options):
            print(*(f"i{item}" for item in dice.sample(range(n_items), dice.randint(least, most))), file=file)


def cases(words, folder):
    """The known count, the name, and the words for dlx-count."""
    for line in open(f"{HERE}/cases.txt"):
        if line.startswith("#") or not line.strip():
            continue
        count, name = line.strip().split(" ", 1)
        if words and not any(word in name for word in words):
            continue
        source = shlex.split(name)
        if source[0] == "random":
            path = f"{folder}/{'-'.join(source)}.dlx"
            random_cover(*map(int, source[1:6]), path)
            source = ["file", path] + source[6:]
        yield count, name, source


def run(words, limit):
    """Processor seconds and the count; no count if it took too long."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(words, stdout=said, stderr=subprocess.STDOUT)
        # Not before it starts: Python would make a copy of itself first, which takes 2 ms.
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
        _, status, usage = os.wait4(process.pid, 0)
        said.seek(0)
        text = said.read()
    seconds = usage.ru_utime + usage.ru_stime
    if os.WIFSIGNALED(status) or "not complete" in text:
        return seconds, None
    if os.WEXITSTATUS(status) not in (0, 20):  # a rival ends with 20 where its search has come to its end
        sys.exit(f"{shlex.join(words)}: {text}")
    return seconds, text


def count_of(text):
    """The first word of numbers alone behind the name; remarks of the program begin with its own."""
    line = next(line for line in text.splitlines() if not line.startswith("dlx-count: "))
    return line.rsplit(": ", 1)[1].split()[0].replace(" ", "")


def programs(args):
    ours = {"before": args.before} if args.after == "-" else {"before": args.before, "after": args.after}
    rivals = {"miniexact": ["miniexact", "-c", "-e"]} if args.rivals and shutil.which("miniexact") else {}
    return ours, rivals


def measure(args, source, ours, rivals, folder):
    """The times of each program, run in turns, and the counts."""
    times, counts = {name: [] for name in [*ours, *rivals]}, set()
    if rivals:
        path = f"{folder}/rival.dlx"
        with open(path, "w") as file:
            subprocess.run([args.before, "convert", *source, "--to", "dlx"], stdout=file, check=True)
    for _ in range(args.n):
        for name, program in ours.items():
            if None in times[name]:
                continue
            seconds, text = run([program, *source, "--threads", "1"], args.l)
            times[name].append(seconds if text else None)
            counts.update([count_of(text)] if text else [])
        for name, words in rivals.items():
            if None not in times[name]:
                seconds, text = run([*words, path], args.l)
                times[name].append(seconds if text else None)
                counts.update([text.split()[-1]] if text else [])
    return {name: None if None in of else statistics.median(of) for name, of in times.items()}, counts


def main():
    args = options()
    ours, rivals = programs(args)
    print("| problem | count |", " | ".join([*ours, *rivals]), "| ratio |")
    print("|---|---|" + "---|" * (len(ours) + len(rivals) + 1))
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        # Copied together: where a file happens to lie in the system's cache was worth 0.7 ms.
        ours = {name: shutil.copy(program, f"{folder}/{name}") for name, program in ours.items()}
        for known, name, source in cases(args.words, folder):
            times, counts = measure(args, source, ours, rivals, folder)
            if len(counts) > 1 or known.isdigit() and counts - {known}:
                sys.exit(f"{name}: counts {known} and {', '.join(counts)}: this must not be")
            shown = ["-" if time is None else f"{time:.3f}" for time in times.values()]
            ratio = ""
            if times.get("before") and times.get("after"):
                ratios.append(times["before"] / times["after"])
                ratio = f"{ratios[-1]:.2f}"
            print("|", name, "|", *counts or ["-"], "|", " | ".join(shown), "|", ratio, "|", flush=True)
    if ratios:
        print(f"\nGeometric mean of {len(ratios)} ratios: {statistics.geometric_mean(ratios):.2f}")


main()
