"""Kills a kept sweep with levels on a disk at random moments, resumes it each time, and says what came of it.

    python3 kills.py PROGRAM RIGHT_COUNT KILLS SECONDS WORDS...

WORDS begin the run, without --run. Each time the process is killed after a random part of SECONDS, and then the run goes on; the run that ends counts once, and another begins until there were enough kills.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time

program, right, kills, most, *words = sys.argv[1:]
random.seed(44)
with tempfile.TemporaryDirectory() as folder:
    run = os.path.join(folder, "sweep.run")
    command = [program, *words, "-q", "--run", run]
    left, legs, on_disk, wrong, began = int(kills), 0, 0, 0, time.monotonic()
    ends = 0
    while True:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            out = process.communicate(timeout=random.uniform(0, float(most)) if left else None)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            left -= 1
            status = subprocess.run([program, "status", run, "--json"], capture_output=True, text=True)
            if status.returncode == 0:
                said = json.loads(status.stdout)
                on_disk += bool(said["bytes_on_disk"] or (said["bytes_kept"] or 0) > 0)
                print(f"killed: level {said['levels_kept']} of {said['levels']} is kept, {said['bytes_kept']} bytes, and {said['bytes_on_disk']} in other files", flush=True)
            else:
                print("killed before the run had begun", flush=True)
            continue
        legs += 1
        wrong += process.returncode != 0 or out.strip() != right
        ends += 1
        names = sorted(os.listdir(folder))
        wrong += names != ["sweep.run"]
        print(f"ended with {out.strip()}, status {process.returncode}, files {names}", flush=True)
        if not left:
            break
        os.remove(run)
    print(f"{kills} kills, {on_disk} of them with states on the disk; {ends} ends, {wrong} wrong; {time.monotonic() - began:.0f} s")
    sys.exit(wrong > 0)
