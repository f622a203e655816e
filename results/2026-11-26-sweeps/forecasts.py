"""Compares what `estimate` says of a sweep with what the sweep takes.

    python3 forecasts.py PROGRAM COMMANDS [MEMORY] > table

COMMANDS: a file with the words of a source in each line. Both are run with one thread; the sweep with this memory, and levels on the disk if they do not fit.
"""

import json
import math
import subprocess
import sys
import tempfile

program, commands = sys.argv[1:3]
memory = sys.argv[3] if len(sys.argv) > 3 else "4GiB"
print("| source | states | forecast | inside | largest/disk bytes: peak | forecast | seconds | forecast |")
print("|---|---|---|---|---|---|---|---|")
inside, off = [], []
for line in open(commands):
    words = line.split()
    if not words:
        continue
    said = json.loads(subprocess.run([program, "estimate", *words, "--json", "-j", "1", "--memory", memory, "--samples", "100"], capture_output=True, text=True, check=True).stdout)
    sweep = said["sweep"]
    if sweep is None or said["engines"]["frontier"]["measured"]:
        print(f"| `{line.strip()}` | ended while it was tried | | | | | | |", flush=True)
        continue
    with tempfile.TemporaryDirectory() as spill:
        run = subprocess.run([program, *words, "--engine", "frontier", "--json", "-j", "1", "--memory", memory, "--spill", spill, "--progress", "json", "--time-limit", "15m"], capture_output=True, text=True)
    count = json.loads(run.stdout)
    if not count["complete"]:
        print(f"| `{line.strip()}` | not ended in 15 minutes | {sweep['states']['about']:.2g} | | | | | |", flush=True)
        continue
    peak = max([0] + [json.loads(event).get("bytes_on_disk", 0) for event in run.stderr.splitlines() if event.startswith("{")])
    nodes, states, disk, seconds = count["nodes"], sweep["states"], sweep["bytes_on_disk"], sweep["seconds"]
    inside.append(states["from"] <= nodes <= states["to"])
    off.append(abs(math.log2(states["about"] / nodes)))
    figure = lambda outlook: f"{outlook['about']:.2g} ({outlook['from']:.2g} to {outlook['to']:.2g})"
    print(f"| `{line.strip()}` | {nodes:.3g} | {figure(states)} | {'yes' if inside[-1] else 'no'} | {peak:.2g} | {figure(disk)} | {count['seconds']:.1f} | {figure(seconds)} |", flush=True)
off.sort()
print(f"\n{sum(inside)} of {len(inside)} inside; the median is off by a factor of {2 ** off[len(off) // 2]:.2f}")
