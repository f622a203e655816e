"""Sweeps over Ray: levels in pieces, some of which are lost."""

import os
import signal
import subprocess
import sys

import dlx_count as dlx
import pytest

ray = pytest.importorskip("ray")

from conftest import cluster_of  # noqa: E402
from dlx_count import _core  # noqa: E402
from dlx_count.cluster import SweepPlan, count_by_sweep, main  # noqa: E402

BOARD = {"board": "8x8", "pieces": "dominoes", "reuse": True}
DEALT = SweepPlan(parts=5, first=10, keep=0.0)
"""Levels of a few states are dealt out, and each is kept."""


@pytest.fixture(scope="module")
def cluster():
    """A head without processors, and two nodes with one each."""
    with cluster_of(2) as cluster:
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        yield cluster


def test_counts(cluster, tmp_path):
    """Right, with little memory and with none, and however it is dealt out; what is kept at the end says it again."""
    assert count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=DEALT).count == 12988816
    assert count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=DEALT).count == 12988816
    assert count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "b", plan=SweepPlan(parts=9, first=3, memory=0)).count == 12988816
    pieces = dlx.polyomino("8x8", pieces="tetrominoes", reuse=True)
    outcome = count_by_sweep(pieces, tmp_path / "c", plan=SweepPlan(first=100))
    assert (outcome.complete, outcome.count) == (True, int(pieces.count(engine="frontier").count)) and outcome.tasks > 8
    with pytest.raises(dlx.InputError, match="is about `polyomino 8x8"):
        count_by_sweep(dlx.queens(8), tmp_path / "a")
    assert main(["queens", "8", "--engine", "frontier", "-q", "--records", str(tmp_path / "q")]) == 0


def test_classes(cluster, tmp_path):
    """States merged up to isomorphism; the folder knows by which engine."""
    plan = SweepPlan(engine="isomorph", parts=5, first=10, keep=0.0)
    outcome = count_by_sweep(dlx.latin(6), tmp_path / "a", plan=plan)
    assert outcome.count == 812851200 and outcome.tasks > 10
    assert count_by_sweep(dlx.latin(6), tmp_path / "a", plan=plan).count == 812851200
    with pytest.raises(dlx.InputError, match="sweep of the engine isomorph"):
        count_by_sweep(dlx.latin(6), tmp_path / "a", plan=DEALT)
    assert main(["latin", "5", "--engine", "isomorph", "-q", "--records", str(tmp_path / "l")]) == 0


def test_limits(cluster, tmp_path):
    """A sweep that is stopped keeps the level that it has reached, whenever one was kept last."""
    plan = SweepPlan(parts=5, first=10)

    def interrupt(driver):
        raise KeyboardInterrupt

    stopped = count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=SweepPlan(parts=5, first=10, time_limit=0.0))
    assert (stopped.complete, stopped.ending, stopped.count) == (False, "time-limit", 0)
    stopped = count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=plan, arrived=interrupt)
    assert (stopped.complete, stopped.ending) == (False, "interrupted") and stopped.tasks > 0
    outcome = count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=plan)
    assert outcome.count == 12988816 and outcome.tasks > stopped.tasks


def test_a_worker_dies(cluster, tmp_path, monkeypatch):
    """Some steps end with the death of their worker, and are done again by another one."""
    marks = tmp_path / "marks"
    marks.mkdir()

    def deadly(head, memory, where, to, part, *pieces):
        from dlx_count import _sweep

        mark = marks / f"{where[0]}"
        if part == 2 and not mark.exists() and len(list(marks.iterdir())) < 2:
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return _sweep.step(head, memory, where, to, part, *pieces)

    monkeypatch.setattr("dlx_count._sweep.step", deadly)
    assert count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=DEALT).count == 12988816
    assert any(marks.iterdir())


def test_a_node_dies(cluster, tmp_path):
    """Its pieces are gone with it."""
    removed = []

    def arrived(driver):
        if not removed:
            removed.append(cluster.workers.pop())
            cluster.add_node(**cluster.node)
            cluster.remove_node(removed[0], allow_graceful=False)

    outcome = count_by_sweep(dlx.polyomino(**BOARD), tmp_path / "a", plan=DEALT, arrived=arrived)
    assert outcome.count == 12988816 and removed


DYING = """
import os, signal, sys
import dlx_count as dlx
from dlx_count.cluster import SweepPlan, count_by_sweep

def arrived(driver):
    if driver.level.where[0] >= 20:
        os.kill(os.getpid(), signal.SIGKILL)

board = dlx.polyomino("8x8", pieces="dominoes", reuse=True)
count_by_sweep(board, sys.argv[1], address=sys.argv[2], plan=SweepPlan(parts=5, first=10, keep=0.0), arrived=arrived)
"""


def test_the_driver_dies(cluster, tmp_path):
    """Another one goes on after the last level that was kept; one that is damaged is refused."""
    folder = tmp_path / "a"
    done = subprocess.run([sys.executable, "-c", DYING, str(folder), cluster.address])
    assert done.returncode == -signal.SIGKILL
    whole = (folder / "level").read_bytes()
    levels = []
    outcome = count_by_sweep(dlx.polyomino(**BOARD), folder, plan=DEALT, arrived=lambda driver: levels.append(driver.level.where[0]))
    assert outcome.count == 12988816 and levels and levels[0] > 20
    for place in (0, len(whole) // 3, len(whole) - 100, len(whole) - 1):
        damaged = bytearray(whole)
        damaged[place] ^= 16
        (folder / "level").write_bytes(damaged)
        with pytest.raises(dlx.RunError, match="(?s)level is damaged"):
            count_by_sweep(dlx.polyomino(**BOARD), folder, plan=DEALT)


def test_other_sweeps_are_refused():
    """Pieces of another problem, and problems without a sweep."""
    own, other = [_core.Sweep(_core.split_sweep(dlx.polyomino(f"8x{n}", pieces="dominoes", reuse=True)._known, "frontier", 2**20), 2**20) for n in (8, 9)]
    where, (pieces, sample, n_states, _) = own.begin(10, 4)
    to = own.next(where, sample, n_states, 4)
    assert len(own.step(where, to, 0, pieces[:1])[0]) == to[1]
    for sweep, part, given in [(other, 0, pieces[:1]), (own, 1, pieces[:1]), (own, 0, []), (own, 0, [pieces[0], pieces[0]]), (own, 0, [pieces[0][:-1]])]:
        with pytest.raises(dlx.RunError):
            sweep.step(where, to, part, given)
