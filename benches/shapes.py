#!/usr/bin/env python3
"""How far `auto` is from its best engine, on problems made by generators with random shapes.

    python3 benches/shapes.py PROGRAM [-n CASES] [--seed S] [--limit SECONDS] [--only WORD]

Each case is counted by `auto` and by each engine alone, on one thread; figures are processor seconds. The factor is the time of `auto` over that of the best
engine, after 50 ms are taken off the former: below 1 it is 1. Nothing in the program was tuned on these: another seed makes others. A count that differs is an error.
"""
import argparse, math, os, random, resource, subprocess, sys, tempfile

ENGINES = ["bits", "frontier", "isomorph", "learn", "signs"]


def dlx(items, options):
    return " ".join(items) + "\n" + "".join(" ".join(option) + "\n" for option in options)


def some(dice, items, least=2, most=4):
    return dice.sample(items, min(len(items), dice.randint(least, most)))


def communities(dice):
    k, m = dice.randint(4, 14), dice.randint(8, 20)
    groups = [[f"c{i}x{j}" for j in range(m)] for i in range(k)]
    options = [some(dice, group) for group in groups for _ in range(3 * m)]
    options += [[item] for group in groups for item in group if dice.random() < 0.25]
    options += [[dice.choice(a), dice.choice(b)] for a, b in (dice.sample(groups, 2) for _ in range(2 * k))]
    return dlx(sum(groups, []), options)


def star(dice):
    k, m = dice.randint(4, 9), dice.randint(10, 20)
    hub, parts = [f"h{i}" for i in range(6)], [[f"p{i}x{j}" for j in range(m)] for i in range(k)]
    options = [some(dice, part) for part in parts for _ in range(4 * m)] + [[item] for item in hub]
    options += [[dice.choice(hub), dice.choice(part)] for part in parts for _ in range(4)]
    return dlx(hub + sum(parts, []), options)


def band(dice):
    n, width = dice.randint(40, 90), dice.randint(4, 8)
    items = [f"i{j}" for j in range(n)]
    options = [some(dice, items[j : j + width], 2, 4) for j in range(n - 2) for _ in range(dice.randint(3, 5))]
    return dlx(items, options + [[item] for item in items if dice.random() < 0.2])


def planted(dice):
    n = dice.randint(40, 60)
    items = [f"i{j}" for j in range(n)]
    order = dice.sample(items, n)
    options = [order[j : j + 4] for j in range(0, n, 4)] + [some(dice, items, 3, 5) for _ in range(dice.randint(4, 7) * n)]
    return dlx(items, options)


def distinct(dice):
    r, c = dice.randint(5, 7), dice.randint(5, 8)
    key = dice.choice([lambda h, w: f"{h}x{w}", lambda h, w: f"{min(h, w)}x{max(h, w)}", lambda h, w: f"a{h * w}"])
    sizes = [(h, w) for h in range(1, r + 1) for w in range(1, c + 1) if dice.random() < 0.9]
    cells = [f"{i},{j}" for i in range(r) for j in range(c)]
    cover = lambda h, w, i, j: [f"{i + di},{j + dj}" for di in range(h) for dj in range(w)] + [key(h, w)]
    options = [cover(h, w, i, j) for h, w in sizes for i in range(r - h + 1) for j in range(c - w + 1)]
    return dlx(cells + ["|", *dict.fromkeys(key(h, w) for h, w in sizes)], options)


def edges(pairs):
    return "".join(f"{a} {b}\n" for a, b in sorted({tuple(sorted(pair)) for pair in pairs}))


def cubic(dice):
    n = 2 * dice.randint(20, 50)
    while True:
        ends = [vertex for vertex in range(n) for _ in range(3)]
        dice.shuffle(ends)
        pairs = {tuple(sorted(ends[i : i + 2])) for i in range(0, 3 * n, 2)}
        if len(pairs) == 3 * n // 2 and all(a != b for a, b in pairs):
            return edges(pairs)


def torus(dice):
    r, c = dice.randint(4, 9), dice.randint(6, 11)
    return edges([(i * c + j, ii * c + jj) for i in range(r) for j in range(c) for ii, jj in [(i, (j + 1) % c), ((i + 1) % r, j)]])


def tree_like(dice):
    n, k = dice.randint(30, 70), dice.randint(2, 4)
    cliques, pairs = [list(range(k))], [(a, b) for a in range(k) for b in range(a)]
    for vertex in range(k, n):
        clique = dice.choice(cliques)
        pairs += [(vertex, other) for other in clique]
        cliques += [[vertex] + [other for other in clique if other != left] for left in clique]
    return edges(pairs)


def ring(dice):
    n = dice.randint(30, 80)
    return edges([(i, (i + step) % n) for i in range(n) for step in range(1, dice.randint(3, 4))])


def graph(make):
    verbs = [["independent", "FILE"], ["vertexcover", "FILE"], ["matching", "FILE"], ["coloring", "FILE", "--colors", "3"]]
    return lambda dice: (make(dice), dice.choice(verbs))


def cover(make):
    return lambda dice: (make(dice), ["file", "FILE"])


def family(dice):
    r, c = dice.randint(5, 9), dice.randint(6, 10)
    words = dice.choice([f"polyomino {r}x{c} --pieces dominoes --reuse", f"polyomino {r}x{c} --pieces tetrominoes --reuse",
        f"polyomino {r}x{c} --pieces trominoes --reuse", f"latin {dice.randint(4, 6)}", f"langford {dice.choice([7, 8, 11, 12])}", f"matching {2 * dice.randint(5, 9)}"])
    return "", words.split()


def formula(dice):
    n = dice.randint(40, 160)
    clauses = [dice.sample(range(1, n + 1), 3) for _ in range(int(n * dice.uniform(2.5, 4.4)))]
    lines = [" ".join(str(dice.choice([1, -1]) * variable) for variable in [*clause, 0]) for clause in clauses]
    return "\n".join([f"p cnf {n} {len(lines)}", *lines, ""]), ["cnf", "FILE"]


SHAPES = {"communities": cover(communities), "star": cover(star), "band": cover(band), "planted": cover(planted), "cubic": graph(cubic),
    "torus": graph(torus), "k-tree": graph(tree_like), "ring": graph(ring), "distinct": cover(distinct), "family": family, "formula": formula}


def run(words, limit):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        output = subprocess.run(words, capture_output=True, text=True, timeout=3 * limit + 10)
    except subprocess.TimeoutExpired:
        return math.inf, None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    time = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (time, output.stdout.strip()) if output.returncode == 0 else (math.inf, None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("-n", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    folder, factors, names = tempfile.mkdtemp(), [], list(SHAPES)
    for case in range(given.n):
        shape = names[case % len(names)]
        dice = random.Random(f"{given.seed} {case}")
        text, words = SHAPES[shape](dice)
        if given.only not in shape:
            continue
        path = os.path.join(folder, f"{case}.txt")
        open(path, "w").write(text)
        words = [given.program, *(path if word == "FILE" else word for word in words), "-q", "-j", "1", "--time-limit"]
        alone = {engine: run([*words, f"{given.limit}s", "--engine", engine], given.limit) for engine in ENGINES}
        best = min(time for time, _ in alone.values())
        patience = given.limit if math.isinf(best) else 20 * best + 1
        time, count = run([*words, f"{patience}s"], patience)
        counts = {count for _, count in [*alone.values(), (time, count)] if count is not None}
        if len(counts) > 1:
            sys.exit(f"{shape} {case}: counts differ: {counts}")
        factor = max(1.0, (time - 0.05) / best) if not math.isinf(best) else math.nan
        if not math.isnan(factor):
            factors.append(min(factor, 100.0))
        figures = "  ".join(f"{engine} {alone[engine][0]:8.3f}" for engine in ENGINES)
        print(f"{case:3} {shape:12} {words[1]:12} auto {time:8.3f}  {figures}  factor {factor:6.2f}", flush=True)
    mean = math.exp(sum(map(math.log, factors)) / len(factors))
    print(f"{len(factors)} cases, geometric mean {mean:.2f}, worst {max(factors):.1f}, {sum(factor > 3 for factor in factors)} over 3")


if __name__ == "__main__":
    main()
