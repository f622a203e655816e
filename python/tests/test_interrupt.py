"""Ctrl-C: a real signal to a real process, in the middle of whatever it does."""

import os
import signal
import subprocess
import sys

import pytest

WORK = {
    "count": "dlx.queens(25).count(threads=2, engine='bits')",
    "auto": "dlx.queens(25).count(threads=2)",
    "frontier": "dlx.polyomino('30x30', pieces='tetrominoes', reuse=True).count(engine='frontier', threads=2)",
    "solutions": "list(dlx.queens(100).solutions())",
    "rare": "list(dlx.Problem([[k, (k + d) % 90] for k in range(90) for d in (1, 7, 31)] + [['x', k] for k in range(90)]).solutions())",
    "sample": "dlx.queens(22).sample(5, seed=1)",
    "table": "dlx.table(dlx.queens, range(20, 30), threads=2)",
    "drop-in": "dlx.DLXSolver([[k % 25, 25 + k // 25] for k in range(625)]).number_of_solutions() and dlx.queens(25).count(threads=1)",
}

SCRIPT = """
import os
import dlx_count as dlx
print(len(os.listdir('/proc/self/task')), flush=True)
try:
    {work}
except KeyboardInterrupt as stop:
    print('stopped', flush=True)
print(dlx.queens(8).count(), flush=True)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="Linux says how many threads a process has")
@pytest.mark.parametrize("what", WORK)
def test_it_stops_whatever_it_does(what):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT.format(work=WORK[what])], stdout=subprocess.PIPE, text=True)
    try:
        n_threads = int(process.stdout.readline())
        # One waits for the work, and at least one works.
        while len(os.listdir(f"/proc/{process.pid}/task")) < n_threads + 2:
            assert process.poll() is None, "it has ended by itself"
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert output == "stopped\n92 solutions\n"
    assert process.returncode == 0


def test_what_was_counted_is_told():
    script = """
import os, signal
import dlx_count as dlx

def listener(now):
    if now.found > 0:
        os.kill(os.getpid(), signal.SIGINT)

try:
    dlx.queens(18).count(threads=2, engine="bits", progress=listener)
except KeyboardInterrupt as stop:
    print(stop.outcome.ending, stop.outcome.count > 0, stop.outcome.complete)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted True False\n", done.stderr
