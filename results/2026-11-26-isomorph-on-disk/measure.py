"""Time and peak memory of `isomorph` with levels in memory and on a disk: python3 measure.py PROGRAM FOLDER "MEMORY ..." SOURCE ...

One thread. For each run: the count, seconds of the processor (user and system), those of the clock, the peak resident set, and the most bytes in files of the folder, looked at 20 times a second.
"""

import os
import subprocess
import sys
import time


def on_disk(pid, folder):
    """Bytes of the files without names that the process has open in the folder."""
    total = 0
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            path = f"/proc/{pid}/fd/{name}"
            if os.readlink(path).startswith(folder):
                total += os.stat(path).st_size
    except OSError:
        pass
    return total


def measure(program, folder, memory, source):
    words = [program, *source.split(), "--engine", "isomorph", "-q", "-j", "1", "--memory", memory, "--spill", folder]
    begun, most = time.monotonic(), 0
    child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    while True:
        pid, status, used = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        most = max(most, on_disk(child.pid, folder))
        time.sleep(0.05)
    count = child.stdout.read().strip()
    seconds = time.monotonic() - begun
    print(
        f"| {source} | {memory} | {count} | {used.ru_utime:.2f} + {used.ru_stime:.2f} | {seconds:.1f} | "
        f"{used.ru_maxrss / 1024:.0f} | {most / 1e6:.1f} | {os.waitstatus_to_exitcode(status)} |",
        flush=True,
    )


print("| source | memory | count | processor seconds | clock | peak MiB | disk MB | status |\n|---|---|---|---|---|---|---|---|")
for source in sys.argv[4:]:
    for memory in sys.argv[3].split():
        measure(sys.argv[1], sys.argv[2], memory, source)
