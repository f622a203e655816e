"""Set partitioning, covering and packing: the least cost by dlx-count and by HiGHS, from files that HiGHS has written.

python compare.py DLX_COUNT FOLDER [NUMBER_OF_PROBLEMS]
"""

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from fractions import Fraction

import highspy
import numpy as np

INF = highspy.kHighsInf
LIMIT = float(os.environ.get("LIMIT", "20"))


def columns(rng, kind):
    """The rows of each variable, and what it costs."""
    n_rows, n_columns = rng.randint(15, 60), rng.randint(100, 2000)
    sets = []
    # A solution for sure: rows in a random order, cut into pieces.
    order = rng.sample(range(n_rows), n_rows)
    while order:
        size = rng.randint(1, 5)
        sets.append(order[:size])
        order = order[size:]
    largest = rng.randint(3, 8)
    while len(sets) < n_columns:
        sets.append(rng.sample(range(n_rows), rng.randint(1 if kind != "partition" else 2, largest)))
    rng.shuffle(sets)
    # Costs go with the size, as those of routes do; half of the problems have cents.
    cents = rng.random() < 0.5
    costs = [rng.randint(60, 140) * len(rows) for rows in sets]
    return n_rows, sets, [cost / 100 if cents else cost for cost in costs]


def model(n_rows, sets, costs, kind):
    h = highspy.Highs()
    h.silent()
    for number, cost in enumerate(costs):
        h.addVariable(lb=0, ub=1, obj=cost, type=highspy.HighsVarType.kInteger, name=f"x{number}")
    of_row = [[] for _ in range(n_rows)]
    for number, rows in enumerate(sets):
        for row in rows:
            of_row[row].append(number)
    low, high = {"partition": (1, 1), "cover": (1, INF), "packing": (-INF, 1)}[kind]
    for number, list_ in enumerate(of_row):
        h.addRow(low, high, len(list_), np.array(list_, dtype=np.int32), np.ones(len(list_)))
        h.passRowName(number, f"row{number}")
    if kind == "packing":
        h.changeObjectiveSense(highspy.ObjSense.kMaximize)
    return h


def by_highs(path):
    h = highspy.Highs()
    h.silent()
    for option, value in [("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0), ("time_limit", LIMIT)]:
        h.setOptionValue(option, value)
    start = time.process_time()
    h.readModel(path)
    h.run()
    seconds = time.process_time() - start
    is_proved = h.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return (h.getObjectiveValue() if is_proved else None), seconds


def by_us(program, path, kind):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    flag = "--maximize" if kind == "packing" else "--minimize"
    command = [program, "solve", path, flag, "--limit", "1", "--threads", "1", "--as", "json", "--time-limit", f"{LIMIT}s"]
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    line = done.stdout.splitlines()[:1]
    found = json.loads(line[0], parse_float=str) if line else {}
    return (Fraction(str(found["cost"])) if found.get("proved") else None), seconds


def main(program, folder, n):
    os.makedirs(folder, exist_ok=True)
    n_wrong = 0
    for kind in ["partition", "cover", "packing"]:
        ours, theirs = [], []
        for seed in range(n if kind == "partition" else n // 3):
            n_rows, sets, costs = columns(random.Random(f"{kind} {seed}"), kind)
            h = model(n_rows, sets, costs, kind)
            found = {}
            for ending in ["lp", "mps"]:
                path = os.path.join(folder, f"{kind}-{seed}.{ending}")
                h.writeModel(path)
                found[ending] = by_us(program, path, kind)
            best, seconds = by_highs(path)
            for ending, (cost, _) in found.items():
                if cost is not None and best is not None and abs(float(cost) - best) > 1e-6:
                    n_wrong += 1
                    print("DIFFERENT", kind, seed, ending, cost, best)
            mine = found["mps"][1]
            ours.append(mine if found["mps"][0] is not None else INF)
            theirs.append(seconds if best is not None else INF)
            print(f"{kind} {seed}: {n_rows} rows {len(sets)} columns, best {best}, dlx-count {ours[-1]:.3f} s, HiGHS {theirs[-1]:.3f} s", flush=True)
        faster = sum(a < b for a, b in zip(ours, theirs))
        both = [(a, b) for a, b in zip(ours, theirs) if a < INF and b < INF]
        print(f"{kind}: {len(ours)} problems; proved by dlx-count {sum(a < INF for a in ours)}, by HiGHS {sum(b < INF for b in theirs)}; "
              f"dlx-count faster in {faster}; medians {statistics.median(ours):.3f} and {statistics.median(theirs):.3f} s; "
              f"slowest {max(ours):.2f} and {max(theirs):.2f} s; geometric mean of HiGHS / dlx-count where both end {statistics.geometric_mean(b / max(a, 1e-3) for a, b in both):.1f}")
    print(f"{n_wrong} different")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 60)
