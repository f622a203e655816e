"""Compares what `estimate` says of a sweep with the states that it takes.

    python3 forecasts.py PROGRAM SOURCES > table

SOURCES: in each line the number of states that `--engine frontier --json` reports as nodes, and the words of a source.
"""

import json
import math
import subprocess
import sys

program, sources = sys.argv[1:3]
print("| source | states | forecast | |")
print("|---|---|---|---|")
inside, off = [], []
for line in open(sources):
    states, *words = line.split()
    command = [program, "estimate", *words, "--json", "-j", "1", "--memory", "1GiB", "--samples", "100"]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    sweep, states, name = said["sweep"]["states"], int(states), " ".join(words)
    if sweep["from"] == sweep["to"]:
        print(f"| `{name}` | {states} | {sweep['about']:.0f} | it ended |", flush=True)
        continue
    inside.append(sweep["from"] <= states <= sweep["to"])
    off.append(abs(math.log2(sweep["about"] / states)))
    print(f"| `{name}` | {states} | {sweep['about']:.2g} ({sweep['from']:.2g} to {sweep['to']:.2g}) | {'inside' if inside[-1] else 'outside'} |", flush=True)
if inside:
    print(f"\n{sum(inside)} of {len(inside)} inside; the middle one is off by a factor of {2 ** sorted(off)[len(off) // 2]:.1f}")
