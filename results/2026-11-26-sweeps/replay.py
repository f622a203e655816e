"""What the forecast of `estimate` would have said after 10^5 to 10^7 states of sweeps whose levels are known: python3 replay.py levels.json

Each line of the file has a source, the states of each level of its sweep (those that pass a level included), and the bits that were predicted for each level.
"""

import json
import math
import sys

BACK, MARGIN = 4, 2.5


def forecasts(sizes, bits):
    """All states, if the part of the bits that becomes states stays as it is, and if it goes on growing: as `frontier/forecast.rs`."""
    made, half = len(sizes), len(sizes) // 2
    last = lambda until: [(math.log2(max(sizes[level], 1)), max(bits[level], 1)) for level in range(max(0, until - BACK), until)]
    most = lambda until: max(states / b for states, b in last(until))
    mean = sum(states / b for states, b in last(made)) / len(last(made))
    more = max(0, sum(states - b for states, b in last(made)) / len(last(made)))
    growth = max(0, (most(made) - most(max(half, 1))) / (made - half))

    def all_levels(now, growth):
        total = sum(sizes)
        for level in range(made, len(bits)):
            part = min(now + growth * (level - made), max(now, 1))
            total += 2 ** (min(bits[level] * part, bits[level] + more) if part > 1 else bits[level] * part)
        return total

    return all_levels(mean, 0), all_levels(most(made), growth)


inside, off = 0, []
print("| source | states | after | it stays | it grows | |\n|---|---|---|---|---|---|")
for line in open(sys.argv[1]):
    known = json.loads(line)
    sizes, bits = known["sizes"], known["bits"]
    for most in (1e5, 3e5, 1e6, 3e6, 1e7):
        made = next((level for level in range(len(sizes)) if sum(sizes[: level + 1]) > most), len(sizes))
        if sum(sizes) < 2 * most:
            continue
        stays, grows = forecasts(sizes[:made], bits)
        is_inside = min(stays, grows) / MARGIN <= sum(sizes) <= max(stays, grows) * MARGIN
        inside += is_inside
        off.append(abs(math.log2(stays**0.25 * grows**0.75 / sum(sizes))))
        print(f"| `{known['source']}` | {sum(sizes):.2g} | {most:.0e} | {stays / sum(sizes):.2f} | {grows / sum(sizes):.2f} | {'' if is_inside else 'outside'} |")
off.sort()
print(f"\n{inside} of {len(off)} inside; off by a factor of {2 ** off[len(off) // 2]:.1f} in the middle, of {2 ** off[len(off) * 9 // 10]:.0f} in nine of ten")
