"""python3 measure.py PROGRAM SOURCE...: one process against a folder that 1, 2 and 4 workers share, one of them killed; processor seconds, and the count each time."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time


def spent(words: list[list[str]], killed: float | None = None) -> tuple[float, str]:
    """The processor seconds of processes that run at once, and what the first one prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    children = [subprocess.Popen(own, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for own in words]
    if killed is not None:
        time.sleep(killed)
        children[-1].kill()
    printed = [child.communicate()[0].strip() for child in children]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed[0]


program, *sources = sys.argv[1:]
for source in sources:
    words = [program, *source.split(), "--engine", "isomorph", "-q", "-j", "1"]
    alone, count = spent([words])
    print(f"{source}: {count}\n  one process {alone:.2f} s", flush=True)
    for n_workers, killed in [(1, None), (2, None), (4, None), (4, 0.15)]:
        folder = os.path.join(tempfile.mkdtemp(), "sweep")
        begun, _ = spent([[program, "split", *source.split(), "--engine", "isomorph", "--parts", "8", "-q", "-o", folder]])
        worked, _ = spent([[program, "work", folder, "-q", "-j", "1"]] * n_workers, killed)
        if killed is not None:
            spent([[program, "work", folder, "-q", "-j", "1"]])
        _, gathered = spent([[program, "gather", folder, "-q"]])
        said = "right" if gathered == count else f"WRONG: {gathered}"
        print(f"  split {begun:.2f} s, {n_workers} workers{' (one killed)' if killed else ''} {worked:.2f} s in all, {worked / alone:.2f} of one process: {said}", flush=True)
        shutil.rmtree(os.path.dirname(folder))
