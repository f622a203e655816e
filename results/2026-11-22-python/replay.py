"""How the driver would do with more workers than anybody here has: the recorded tasks of a count, replayed with the driver's own pool.

    dlx-count split queens 18 --tasks 20000 > q18.tasks
    dlx-count work q18.tasks -j 2 >> q18.tasks
    python replay.py q18.tasks --seconds-per-node 25e-9 --batch-cost 2e-3 --line-cost 50e-6

A task takes its nodes times the time of a node. The driver is one thread: each batch costs it a time, and each line of a batch another (measure.py prints both). A worker has a batch waiting
behind the one it works at; a slice ends a task that takes too long, and what is left comes back as as many parts as the search would hand back, here eight of the same size.
Not in it: the network, the split itself, which is done before, and workers that come or die.
"""

import argparse
import heapq
import json

from dlx_count._cluster import Plan, Pool, Task

PARTS = 8


def read(path, per_node):
    """The tasks of a file of records, and the seconds that each takes."""
    tasks, nodes = {}, {}
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        if record["record"] == "task":
            tasks[record["id"]] = record
        elif record["record"] == "tally":
            nodes[record["id"]] = nodes.get(record["id"], 0) + record["nodes"]
    return [(record, nodes[id] * per_node) for id, record in tasks.items()]


def replay(recorded, n_workers, plan, batch_cost, line_cost):
    """The time until all is counted, and what the driver was busy for."""
    seconds = {record["id"]: time for record, time in recorded}
    of_share = {record["id"]: record["share"] for record, _ in recorded}
    pool = Pool(Task(record["share"], record["id"], record["prefix"], 1) for record, _ in recorded)
    driver, busy, events, waiting, serial = 0.0, 0.0, [], [0.0] * n_workers, 0
    heapq.heapify(waiting)
    end = 0.0
    while len(pool) or events:
        while len(pool) and len(events) < plan.window * n_workers:
            batch = pool.batch(plan.batch, n_workers)
            driver += batch_cost / 2
            busy += batch_cost / 2
            begin = max(heapq.heappop(waiting), driver)
            is_short = len(pool) < plan.window * n_workers
            slice_end = begin + (max(plan.slice / 5, plan.batch) if is_short else plan.slice)
            now, rests, share = begin, [], 0.0
            for task in batch:
                time = seconds[task.id] * task.share / of_share[task.id]
                done = min(time, max(slice_end - now, 0.0))
                now += done
                part = done / time if time > 0 else 1.0
                share += task.share * part
                if part < 1.0:
                    rests += [Task(task.share * (1 - part) / PARTS, task.id, task.prefix, 1) for _ in range(PARTS)] if part > 0 else [task]
            heapq.heappush(waiting, now)
            serial += 1
            heapq.heappush(events, (now, serial, now - begin, share, len(batch), rests))
            end = max(end, now)
        now, _, worked, share, n_lines, rests = heapq.heappop(events)
        driver = max(driver, now) + batch_cost / 2 + line_cost * n_lines
        busy += batch_cost / 2 + line_cost * n_lines
        pool.note(worked, share)
        for rest in rests:
            pool.put(rest)
    return max(end, driver), busy


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records")
    parser.add_argument("--seconds-per-node", type=float, required=True)
    parser.add_argument("--batch-cost", type=float, required=True)
    parser.add_argument("--line-cost", type=float, required=True)
    parser.add_argument("--batch", type=float, default=Plan.batch, help="seconds, as for the driver")
    parser.add_argument("--slice", type=float, default=Plan.slice, help="seconds, as for the driver")
    given = parser.parse_args()
    recorded = read(given.records, given.seconds_per_node)
    total = sum(time for _, time in recorded)
    print(f"{len(recorded)} tasks, {total:.0f} s of work, the longest {max(time for _, time in recorded):.2f} s")
    print("| workers | time | efficiency | driver busy |\n|---|---|---|---|")
    for n_workers in (16, 64, 256, 1024, 4096):
        time, busy = replay(recorded, n_workers, Plan(batch=given.batch, slice=given.slice), given.batch_cost, given.line_cost)
        print(f"| {n_workers} | {time:.1f} s | {total / time / n_workers:.2f} | {100 * busy / time:.0f}% |")


if __name__ == "__main__":
    main()
