"""Larger and other programs than in compare.py, where HiGHS is ahead more often. python harder.py DLX_COUNT FOLDER"""

import os
import random
import sys

import highspy
import numpy as np

from compare import INF, by_highs, by_us, model

BINARY = highspy.HighsVarType.kInteger


def sets(kind, n_rows, n_columns, seed):
    rng = random.Random(seed)
    order = rng.sample(range(n_rows), n_rows)
    lists = [order[start : start + 4] for start in range(0, n_rows, 4)]
    lists += [rng.sample(range(n_rows), rng.randint(2, 7)) for _ in range(n_columns - len(lists))]
    return model(n_rows, lists, [rng.randint(60, 140) * len(rows) for rows in lists], kind)


def add(h, low, high, terms):
    columns, numbers = zip(*terms)
    h.addRow(low, high, len(columns), np.array(columns, dtype=np.int32), np.array(numbers, dtype=float))


def places(n_places, n_customers, seed):
    """Uncapacitated facility location."""
    rng, h = random.Random(seed), highspy.Highs()
    h.silent()
    for _ in range(n_places):
        h.addVariable(lb=0, ub=1, obj=rng.randint(200, 400), type=BINARY)
    for customer in range(n_customers):
        first = n_places * (customer + 1)
        for _ in range(n_places):
            h.addVariable(lb=0, ub=1, obj=rng.randint(10, 200), type=BINARY)
        add(h, 1, 1, [(first + place, 1) for place in range(n_places)])
        for place in range(n_places):
            add(h, -INF, 0, [(first + place, 1), (place, -1)])
    return h


def jobs(n_agents, n_jobs, seed):
    """Generalized assignment."""
    rng, h = random.Random(seed), highspy.Highs()
    h.silent()
    for _ in range(n_agents * n_jobs):
        h.addVariable(lb=0, ub=1, obj=rng.randint(10, 50), type=BINARY)
    for job in range(n_jobs):
        add(h, 1, 1, [(agent * n_jobs + job, 1) for agent in range(n_agents)])
    for agent in range(n_agents):
        weights = [rng.randint(5, 25) for _ in range(n_jobs)]
        add(h, -INF, int(0.8 * sum(weights) / n_agents), [(agent * n_jobs + job, weight) for job, weight in enumerate(weights)])
    return h


os.makedirs(sys.argv[2], exist_ok=True)
for name, kind, h in [
    ("partition 100 x 3000", "partition", sets("partition", 100, 3000, 1)),
    ("partition 80 x 1500", "partition", sets("partition", 80, 1500, 1)),
    ("cover 100 x 2000", "cover", sets("cover", 100, 2000, 1)),
    ("cover 70 x 1500", "cover", sets("cover", 70, 1500, 1)),
    ("packing 100 x 2000", "packing", sets("packing", 100, 2000, 1)),
    ("facilities 8 x 20", "", places(8, 20, 1)),
    ("facilities 15 x 40", "", places(15, 40, 1)),
    ("assignment 4 x 16", "", jobs(4, 16, 1)),
    ("assignment 5 x 30", "", jobs(5, 30, 1)),
]:
    path = os.path.join(sys.argv[2], name.replace(" ", "-") + ".mps")
    h.writeModel(path)
    ours, theirs = by_us(sys.argv[1], path, kind), by_highs(path)
    print(f"{name}: dlx-count {ours[0] and float(ours[0])} in {ours[1]:.2f} s, HiGHS {theirs[0]} in {theirs[1]:.2f} s", flush=True)
