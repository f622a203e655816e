"""What forecasts would have said of sweeps whose levels are known: python3 replay.py levels.json

Each line of the file has a problem, the states of each level of its sweep (those that pass a level included), and the bits that were predicted for each level. Forecasts are made when 20000 states have been, and again each time that there are
twice as many, until half of all. `before` is the one of commit a001f866, `now` that of `frontier/forecast.rs`; errors are factors, either way."""
import json
import math
import sys

BACK = 4


def bits_of(size):
    return math.log2(max(size, 1))


def before(sizes, bits):
    made, half = len(sizes), len(sizes) // 2
    worth = lambda until: max([0.0] + [bits_of(sizes[k]) / max(bits[k], 1) for k in range(max(0, until - BACK), until)])
    now = worth(made)
    change = max(0.0, (now - worth(max(half, 1))) / (made - half))
    return sum(sizes) + sum(2 ** min(900, bits[k] * min(now + change * (k - made), max(now, 1))) for k in range(made, len(bits)))


def now(sizes, bits):
    made, half = len(sizes), len(sizes) // 2
    most = lambda levels: (max(bits_of(sizes[k]) for k in levels), max([1.0] + [bits[k] for k in levels]))
    (states, predicted), (earlier, predicted_earlier) = most(range(half, made)), most(range(half // 2, max(half, 1)))
    part, n_seen = states / predicted, made - half
    growth = max(0.0, part - earlier / predicted_earlier) / n_seen
    total = sum(sizes)
    for level in range(made, len(bits)):
        here = min(part + growth * min(level - made, n_seen), max(part, 1))
        expected = bits[level] * here
        total += 2 ** min(900, expected if here <= 1 else min(expected, bits[level] + states - predicted))
    return total


def points(sizes):
    made, due = 0, 20000
    for level, size in enumerate(sizes, 1):
        made += size
        if made >= due and 2 * made < sum(sizes) and level < len(sizes):
            due = 2 * made
            yield level


errors = {before: [], now: []}
for line in open(sys.argv[1]):
    known = json.loads(line)
    sizes, bits = known["sizes"], known["bits"]
    for made in points(sizes):
        for forecast, all_errors in errors.items():
            all_errors.append(abs(math.log2(forecast(sizes[:made], bits) / sum(sizes))))
for forecast, all_errors in errors.items():
    all_errors.sort()
    n = len(all_errors)
    mean = 2 ** (sum(all_errors) / n)
    print(f"{forecast.__name__:6} {n} forecasts: mean error {mean:.1f}, median {2 ** all_errors[n // 2]:.1f}, nine of ten {2 ** all_errors[n * 9 // 10]:.0f}, worst {2 ** all_errors[-1]:.2g}, {sum(error <= 3 for error in all_errors) / n:.0%} within a factor of 8")
