"""The driver over Ray: several nodes on this machine, some of which die."""

import collections
import io
import json
import os
import random
import signal
import subprocess
import sys

import dlx_count as dlx
import pytest

ray = pytest.importorskip("ray")

from conftest import cluster_of  # noqa: E402
from dlx_count.cluster import Plan, count, main  # noqa: E402

SEED = 20

SCRIPT = """
let names = param("names", "").split(" ");
for name in names { item(name); }
for i in 0..names.len() { for j in i + 1..names.len() { option([names[i], names[j]]); } }
"""


@pytest.fixture(scope="module")
def cluster():
    """A head without processors, and four nodes with one each."""
    with cluster_of(4) as cluster:
        yield cluster


def tallies(path):
    """The tallies of a file: number and prefix of each."""
    records = map(json.loads, path.read_text().splitlines())
    return [(record["id"], tuple(record["prefix"])) for record in records if record["record"] == "tally"]


def assert_sound(path, problem, expected):
    """Everything is counted, nothing twice, and reading the file again gives the same count."""
    assert max(collections.Counter(tallies(path)).values()) == 1
    outcome = count(problem, path)
    assert (outcome.count, outcome.complete) == (expected, True)


def test_a_node_dies(cluster, tmp_path):
    """Killed at a seeded moment: the count is right, and nothing is counted twice."""
    problem, path = dlx.queens(14), tmp_path / "q.records"
    moment, seen = random.Random(SEED).randrange(5, 20), 0

    def arrived(text):
        nonlocal seen
        seen += 1
        if seen == moment:
            cluster.remove_node(cluster.workers.pop(), allow_graceful=False)

    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        outcome = count(problem, path, plan=Plan(tasks=300, batch=0.01), arrived=arrived)
        assert (outcome.count, outcome.complete) == (365596, True) and seen > moment
        assert_sound(path, problem, 365596)
    finally:
        ray.shutdown()
        cluster.workers.append(cluster.add_node(**cluster.node))


def test_workers_die(cluster, tmp_path, monkeypatch):
    """Some batches end with the death of their worker, and are counted by another one."""
    problem, path = dlx.queens(12), tmp_path / "q.records"
    marks = tmp_path / "marks"
    marks.mkdir()

    def deadly(head, tasks, seconds, how):
        from dlx_count import _cluster

        mark = marks / str(tasks[0][0])
        if tasks[0][0] % 5 == 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return _cluster.work(head, tasks, seconds, how)

    monkeypatch.setattr("dlx_count._cluster.work", deadly)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        outcome = count(problem, path, plan=Plan(tasks=40, batch=0.001))
    finally:
        ray.shutdown()
    assert (outcome.count, outcome.complete) == (14200, True) and any(marks.iterdir())
    assert max(collections.Counter(tallies(path)).values()) == 1


def test_the_driver_dies(cluster, tmp_path):
    """A driver that is killed when it has written some lines, and started again, continues."""
    path = tmp_path / "q.records"
    words = [sys.executable, "-m", "dlx_count.cluster", "queens", "13", "--address", cluster.address, "--records", str(path)]
    words += ["--tasks", "400", "--batch", "0.01", "-q"]
    lines = random.Random(SEED + 1).randrange(20, 60)
    process = subprocess.Popen(words)
    while not path.exists() or len(tallies_so_far(path)) < lines:
        assert process.poll() is None, "it has ended before it was killed"
    process.kill()
    process.wait()
    before = tallies_so_far(path)
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert own_lines(done.stdout) == ["73712"], done.stderr
    assert tallies(path)[: len(before)] == before
    assert max(collections.Counter(tallies(path)).values()) == 1


def test_ctrl_c_leaves_a_lower_bound(cluster, tmp_path):
    path = tmp_path / "q.records"
    words = [sys.executable, "-m", "dlx_count.cluster", "queens", "18", "--address", cluster.address, "--records", str(path), "--batch", "0.05"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not path.exists() or len(tallies_so_far(path)) < 5:
        assert process.poll() is None, "it has ended by itself"
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 130 and own_lines(output)[0].startswith("queens 18: at least "), output
    assert tallies(path) == tallies_so_far(path)


def own_lines(output):
    """What the program says. Ray tells of nodes that other tests have killed when it hears of it, on the same stream, whatever it was asked to log; what follows that is indented by tabs."""
    return [line for line in output.splitlines() if "(raylet)" not in line and not line.startswith("\t")]


def tallies_so_far(path):
    """The tallies of a file that is being written: the last line may not be whole."""
    whole = path.read_bytes().rpartition(b"\n")[0].decode()
    records = map(json.loads, whole.splitlines())
    return [(record["id"], tuple(record["prefix"])) for record in records if record["record"] == "tally"]


def test_large_tasks_are_handed_back_and_limits_leave_a_lower_bound(cluster, tmp_path):
    """A few tasks only, which take long: slices end them, and their rests are shared by all workers. The limit ends the count, and the same file continues it."""
    problem, path = dlx.polyomino("6x10", pieces="pentominoes"), tmp_path / "p.records"
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        bound = count(problem, path, plan=Plan(tasks=2, batch=0.02, slice=0.02, time_limit=0.0))
        assert not bound.complete and bound.ending == "time-limit" and bound.count <= 9356
        outcome = count(problem, path, plan=Plan(batch=0.02, slice=0.02, engine="links"))
    finally:
        ray.shutdown()
    assert (outcome.count, outcome.complete) == (9356, True)
    assert any(json.loads(line).get("rest") for line in path.read_text().splitlines())
    assert max(collections.Counter(tallies(path)).values()) == 1


def test_mistakes(tmp_path, capsys):
    path = tmp_path / "q.records"
    assert main(["queens", "1000"]) == 2 and "the largest is 700" in capsys.readouterr().err
    path.write_text("nonsense\n")
    assert main(["queens", "8", "--records", str(path)]) == 1 and f"{path}:1:" in capsys.readouterr().err
    with pytest.raises(dlx.InputError, match="is not split"):
        count(dlx.queens(8).up_to_symmetry(), tmp_path / "up.records")
    with pytest.raises(SystemExit):
        main(["kings", "8"])


def test_an_unfinished_line_is_counted_again(cluster, tmp_path):
    problem, path = dlx.queens(10), tmp_path / "q.records"
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        assert count(problem, path, plan=Plan(tasks=20)) == 724
        contents = path.read_bytes()
        path.write_bytes(contents[:-30])
        with pytest.raises(dlx.InputError, match="is about `queens 10`, not about `queens 11`"):
            count(dlx.queens(11), path)
        assert count(problem, path) == 724
    finally:
        ray.shutdown()
    assert len(path.read_bytes().splitlines()) == len(contents.splitlines())


SHIFTS = "mon tue\nmon tue\nmon\ntue\n"


def head(path):
    return json.loads(path.read_text().splitlines()[0])


def test_any_source(cluster, tmp_path, monkeypatch, capsys):
    """Problems of Python, files, scripts, standard input, and families that read files. Their files are gone when workers count, as if these were on other machines."""
    (tmp_path / "p.dlx").write_text(SHIFTS)
    (tmp_path / "p.rhai").write_text(SCRIPT)
    (tmp_path / "names").write_text("a b c d")
    (tmp_path / "board.txt").write_text("....\n....\n")
    monkeypatch.chdir(tmp_path)
    sources = {
        "own": (dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]}), 2),
        "where": (dlx.Problem([[1, 2], [1], [2], [2, 3], [3]]).where(forbid=[]), 3),
        "colors": (dlx.Problem([["a", "s:red"], ["b", "s:red"], ["b", "s:blue"]], secondary=["s"]), 1),
        "path": (tmp_path / "p.dlx", 2),
        "script": (dlx.script(tmp_path / "p.rhai", set="names=@names"), 3),
        "board": (dlx.polyomino("@board.txt", pieces="dominoes", reuse=True), 5),
        "family": (dlx.queens(6), 4),
    }
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        for name, (problem, expected) in sources.items():
            count(problem, tmp_path / name, plan=Plan(tasks=3, time_limit=0.0))
        lines = [(["p.dlx"], "", 2), (["p.rhai", "--set", "names=@names"], "", 3), (["-"], SHIFTS, 2)]
        lines.append((["polyomino", "@-", "--pieces", "dominoes", "--reuse"], "..\n..\n", 2))
        for words, text, expected in lines:
            monkeypatch.setattr("sys.stdin", io.StringIO(text))
            assert main([*words, "-q", "--records", str(tmp_path / "words.records"), "--tasks", "2"]) == 0
            assert own_lines(capsys.readouterr().out) == [str(expected)]
            (tmp_path / "words.records").unlink()
        for file in ("p.dlx", "p.rhai", "names", "board.txt"):
            (tmp_path / file).unlink()
        for name, (problem, expected) in sources.items():
            problem = dlx.read(SHIFTS) if name == "path" else problem
            outcome = count(problem, tmp_path / name)
            assert (outcome.count, outcome.complete) == (expected, True), name
    finally:
        ray.shutdown()
    assert head(tmp_path / "family")["request"]["ask"]["source"]["arguments"] == {"n": ["6"]}
    assert head(tmp_path / "board")["request"]["ask"]["source"]["arguments"]["board"] == ["@....\n....\n"]
