"""The figures of this folder: python measure.py [PATH OF dlx-count]."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import dlx_count as dlx


def timed(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def pentominoes(program):
    import numpy

    text = dlx.polyomino("6x10", pieces="pentominoes").to_text("matrix")
    matrix = numpy.array([[int(sign) for sign in line.replace(" ", "")] for line in text.splitlines()])
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(text)
        file.flush()
        words = [program, "file", file.name, "--input-format", "matrix", "--threads", "2", "-q"]
        times = [(timed(lambda: subprocess.run(words, check=True, capture_output=True)), timed(lambda: dlx.Problem(matrix).count(threads=2))) for _ in range(21)]
    print(f"pentominoes 6x10 as a matrix of {matrix.shape}: program {median(a for a, _ in times):.3f} s, Python {median(b for _, b in times):.3f} s")


def million():
    problem = dlx.matching(16)
    alone = [timed(lambda: sum(1 for _ in problem.solutions(10**6))) for _ in range(5)]
    labels = [timed(lambda: sum(len(list(solution)) for solution in problem.solutions(10**6))) for _ in range(5)]
    print(f"a million solutions of matching 16: {median(alone):.2f} s, with a list of the labels of each {median(labels):.2f} s")


def driver(n, tasks):
    import ray
    from dlx_count import _cluster

    ray.init(num_cpus=1, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    plan = _cluster.Plan(tasks=tasks, batch=0.2)
    with tempfile.TemporaryDirectory() as folder:
        _cluster.count(dlx.queens(8), Path(folder) / "warm", plan=plan)
        journal = _cluster.Journal(Path(folder) / "records", dlx.queens(n), plan.tasks)
        worked, batches = [], 0
        settle = _cluster.Driver.settle

        def noted(self, batch, text, seconds):
            worked.append(seconds)
            settle(self, batch, text, seconds)

        _cluster.Driver.settle = noted
        run = _cluster.Driver(journal, plan)
        wall = timed(run.run)
        batches = len(worked)
        said = journal.settled()
        print(
            f"queens {n}, one worker of Ray: {said['count']} solutions, {wall:.2f} s, of which the worker counted {sum(worked):.2f} s in {batches} batches of "
            f"{sum(worked) / batches:.3f} s: overhead {100 * (wall / sum(worked) - 1):.1f}%"
        )
    ray.shutdown()


def killed(n, tasks):
    """Four nodes of one worker each, and the same with one of them killed when a quarter of the search is done."""
    import ray
    from dlx_count import _cluster
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
    for is_killed in (False, True, False, True):
        cluster = Cluster(initialize_head=True, head_node_args={**node, "num_cpus": 0})
        nodes = [cluster.add_node(**node) for _ in range(4)]
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        with tempfile.TemporaryDirectory() as folder:
            _cluster.count(dlx.queens(12), Path(folder) / "warm", plan=_cluster.Plan(tasks=200, batch=0.01))
            journal = _cluster.Journal(Path(folder) / "records", dlx.queens(n), tasks)

            def show(run):
                if is_killed and run.done > 0.25 and len(nodes) == 4:
                    cluster.remove_node(nodes.pop(), allow_graceful=False)

            run = _cluster.Driver(journal, _cluster.Plan(batch=0.2), show)
            wall = timed(run.run)
            said = journal.settled()
            words = f"one killed, {run.lost} batches lost" if is_killed else "none killed"
            print(f"queens {n}, four nodes, {words}: {said['count']} solutions, {said['closed']} tasks, {wall:.2f} s", flush=True)
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    pentominoes(sys.argv[1] if len(sys.argv) > 1 else "dlx-count")
    million()
    driver(16, 2000)
    driver(17, 2000)
    killed(17, 2000)
