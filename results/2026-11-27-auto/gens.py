"""Problems on which the choice of engines was not tuned. Each generator: (level, dice) -> (text, words, suffix)."""
import itertools, math, random
K = {}
def kind(f):
    K[f.__name__] = f
    return f
def dlx(items, options, secondary=()):
    head = " ".join(items) + (" | " + " ".join(secondary) if secondary else "")
    return head + "\n" + "".join(" ".join(o) + "\n" for o in options), ["file", "FILE"], ".dlx"
def uniq(options):
    return list(dict.fromkeys(tuple(sorted(o)) for o in options))
def graph(pairs, words):
    return "".join(f"{a} {b}\n" for a, b in sorted({tuple(sorted(p)) for p in pairs})), words, ".txt"
def cnf(n, clauses):
    return f"p cnf {n} {len(clauses)}\n" + "".join(" ".join(map(str, c)) + " 0\n" for c in clauses), ["cnf", "FILE"], ".cnf"

# ---------- exact covers
@kind
def cliquechain(level, d):
    "communities in a chain, neighbours joined by two options"
    k, m = 3 + 2 * level, 12 + 2 * (level % 3)
    g = [[f"g{i}_{j}" for j in range(m)] for i in range(k)]
    o = [d.sample(x, d.randint(2, 3)) for x in g for _ in range(4 * m)] + [[i] for x in g for i in d.sample(x, 2)]
    for i in range(k - 1):
        o += [[d.choice(g[i]), d.choice(g[i + 1])] for _ in range(2)]
    return dlx(sum(g, []), uniq(o))
@kind
def cliquetree(level, d):
    "communities of different sizes joined as a tree by options of three items"
    k = 4 + 3 * level
    g = [[f"g{i}_{j}" for j in range(d.randint(8, 18))] for i in range(k)]
    o = [d.sample(x, d.randint(2, 4)) for x in g for _ in range(5 * len(x))] + [[i] for x in g for i in d.sample(x, 2)]
    for i in range(1, k):
        p = d.randrange(i)
        o += [d.sample(g[i], 2) + [d.choice(g[p])] for _ in range(3)]
    return dlx(sum(g, []), uniq(o))
@kind
def wheel(level, d):
    k, m = 5 + level, 9 + level
    hub = [f"h{i}" for i in range(4)]
    g = [[f"r{i}_{j}" for j in range(m)] for i in range(k)]
    o = [d.sample(x, d.randint(2, 4)) for x in g for _ in range(4 * m)] + [[h] for h in hub] + [[i] for x in g for i in d.sample(x, 2)]
    for i in range(k):
        o += [[d.choice(g[i]), d.choice(g[(i + 1) % k])] for _ in range(2)] + [[d.choice(hub), d.choice(g[i])] for _ in range(2)]
    return dlx(hub + sum(g, []), uniq(o))
@kind
def bags(level, d):
    "options inside the bags of a random 6-tree"
    n, k = 24 + 10 * level, 6 + level % 3
    c = [list(range(k))]; o = []
    bag = [list(range(k))]
    for v in range(k, n):
        b = d.choice(c[-12:]); nb = [v] + b; bag.append(nb)
        c += [[x for x in nb if x != y] for y in b]
    for b in bag:
        o += [[f"v{x}" for x in d.sample(b, d.randint(2, 4))] for _ in range(5)]
    o += [[f"v{x}"] for x in range(n) if d.random() < .2]
    return dlx([f"v{x}" for x in range(n)], uniq(o))
@kind
def torusblobs(level, d):
    r, c = [(5, 8), (6, 9), (6, 12), (8, 9), (7, 14), (8, 14)][level]
    o = []
    for i in range(r):
        for j in range(c):
            for _ in range(3):
                s = {(i, j)}
                while len(s) < 3 + (d.random() < .3):
                    a, b = d.choice(sorted(s)); x, y = d.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
                    s.add(((a + x) % r, (b + y) % c))
                o.append([f"c{a}_{b}" for a, b in s])
    return dlx([f"c{i}_{j}" for i in range(r) for j in range(c)], uniq(o))
@kind
def plantedmix(level, d):
    n = 36 + 6 * level
    it = [f"i{j}" for j in range(n)]; o = []
    for _ in range(2):
        p = d.sample(it, n); k = 0
        while k < n:
            s = d.randint(2, 6); o.append(p[k:k + s]); k += s
    o += [d.sample(it, d.randint(2, 6)) for _ in range((4 + level % 2) * n)]
    return dlx(it, uniq(o))
@kind
def bandlong(level, d):
    "band matrix with a few long options"
    n = 50 + 20 * level
    o = [[f"i{x}" for x in d.sample(range(j, min(n, j + 7)), min(n - j, d.randint(2, 4)))] for j in range(n - 1) for _ in range(4)]
    o += [[f"i{x}" for x in d.sample(range(n), 3)] for _ in range(4 + 2 * level)] + [[f"i{x}"] for x in range(n) if d.random() < .15]
    return dlx([f"i{x}" for x in range(n)], uniq(o))
@kind
def holedominoes(level, d):
    n = 10 + 2 * level
    while True:
        cells = {(i, j) for i in range(n) for j in range(n)} - {(d.randrange(n), d.randrange(n)) for _ in range(n)}
        if sum((-1) ** (i + j) for i, j in cells) == 0: break
    o = [[f"c{i}_{j}", f"c{x}_{y}"] for i, j in cells for x, y in ((i + 1, j), (i, j + 1)) if (x, y) in cells]
    its = [f"c{i}_{j}" for i, j in cells]; d.shuffle(its); d.shuffle(o)
    return dlx(its, o)
def place(cells, shapes):
    o = []
    for s in shapes:
        seen = set()
        for t in range(8):
            q = [(x, y) for x, y in s]
            for _ in range(t % 4): q = [(y, -x) for x, y in q]
            if t >= 4: q = [(x, -y) for x, y in q]
            mx, my = min(x for x, y in q), min(y for x, y in q)
            seen.add(tuple(sorted((x - mx, y - my) for x, y in q)))
        for q in seen:
            for i, j in cells:
                p = [(i + x - 0, j + y) for x, y in q]
                if all(c in cells for c in p): o.append([f"c{a}_{b}" for a, b in p])
    return o
L3 = [(0, 0), (1, 0), (0, 1)]; I3 = [(0, 0), (1, 0), (2, 0)]; T4 = [(0, 0), (1, 0), (2, 0), (1, 1)]; S4 = [(0, 0), (1, 0), (1, 1), (2, 1)]; P5 = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]; X5 = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
@kind
def aztec(level, d):
    n = 4 + level
    cells = {(i, j) for i in range(-n, n) for j in range(-n, n) if abs(i + .5) + abs(j + .5) <= n}
    cells = {(i + n, j + n) for i, j in cells}
    sh = d.choice([[L3, I3], [T4, S4, I3], [L3, T4], [P5, I3]])
    return dlx([f"c{i}_{j}" for i, j in sorted(cells)], place(cells, sh))
@kind
def rundown(level, d):
    "grid with holes, mixed shapes, monomino patches"
    n, m = 7 + level, 8 + level
    cells = {(i, j) for i in range(n) for j in range(m) if d.random() < .88}
    o = place(cells, d.sample([L3, I3, T4, S4, P5, X5, [(0, 0), (0, 1)]], 2)) + [[f"c{i}_{j}"] for i, j in cells if d.random() < .25]
    return dlx([f"c{i}_{j}" for i, j in sorted(cells)], uniq(o))
@kind
def cyclicdesign(level, d):
    "all translates of random base blocks in Z_n"
    n = [21, 24, 30, 33, 36, 40][level]; k = 3 if n % 3 == 0 else 4
    base = [d.sample(range(n), k) for _ in range(6 + level // 2)]
    o = [[f"z{(x + t) % n}" for x in b] for b in base for t in range(n)]
    return dlx([f"z{x}" for x in range(n)], uniq(o))
@kind
def vectorspreads(level, d):
    "partitions of the nonzero vectors of GF(2)^n into lines (a+b=c), some lines forbidden"
    n = [4, 4, 4, 6, 6, 6][level]
    v = range(1, 1 << n)
    l = [(a, b, a ^ b) for a in v for b in v if a < b < a ^ b]
    keep = 1 if level == 0 else [1, .9, .8, .08, .1, .12][level]
    return dlx([f"v{x}" for x in v], [[f"v{x}" for x in t] for t in l if d.random() < keep])
@kind
def coloredpartition(level, d):
    "random blocks; secondary items with colors tie blocks together"
    n = 24 + 6 * level; s = [f"s{i}" for i in range(8)]
    it = [f"p{i}" for i in range(n)]; o = []
    for _ in range(12 * n):
        b = d.sample(it, 3); o.append(b + [f"{x}:{d.choice('abc')}" for x in d.sample(s, d.randint(0, 2))])
    return dlx(it, o, s)
@kind
def coloredband(level, d):
    n = 30 + 12 * level; it = [f"p{i}" for i in range(n)]; s = [f"s{i}" for i in range(n)]; o = []
    for j in range(n - 3):
        for _ in range(6):
            b = d.sample(range(j, min(j + 5, n)), d.randint(2, 3)); o.append([it[x] for x in b] + [f"{s[x]}:{d.choice('abc')}" for x in d.sample(range(j, min(j + 5, n)), 2)])
    o += [[it[x], f"{s[x]}:a"] for x in range(n) if d.random() < .4]
    return dlx(it, o, s)
@kind
def quotas(level, d):
    "random sets, items covered between two numbers of times"
    n = 14 + 3 * level; it = [f"q{i}" for i in range(n)]
    o = uniq(d.sample(it, d.randint(2, 4)) for _ in range(int(1.6 * n)))
    head = [f"{a}:{a + d.randint(0, 1)}|{x}" for x in it for a in [d.randint(1, 2)]]
    return dlx(head, o)
@kind
def quotaband(level, d):
    n = 30 + 15 * level; it = [f"q{i}" for i in range(n)]
    o = uniq([it[x] for x in d.sample(range(j, min(j + 6, n)), min(n - j, d.randint(2, 4)))] for j in range(n - 2) for _ in range(3))
    head = [f"1:{d.randint(1, 3)}|{x}" for x in it]
    return dlx(head, o)
@kind
def quotagrid(level, d):
    "binary matrices with row and column sums, and some cells absent"
    n = 5 + level; m = n + 1
    rows = [f"{d.randint(1, 3)}|r{i}" for i in range(n)]; tot = sum(int(r.split('|')[0]) for r in rows)
    col = [0] * m
    for t in range(tot): col[t % m] += 1
    o = [[f"r{i}", f"c{j}"] for i in range(n) for j in range(m) if d.random() < .85]
    return dlx(rows + [f"{c}|c{j}" for j, c in enumerate(col) if c], [x for x in o if col[int(x[1][1:])]])
@kind
def domatic(level, d):
    "colorings of vertices in which each vertex sees each color: domatic partitions"
    n = 12 + 3 * level; k = 3
    e = {tuple(sorted((i, (i + 1) % n))) for i in range(n)} | {tuple(sorted((i, (i + 2) % n))) for i in range(n)} | {tuple(sorted(d.sample(range(n), 2))) for _ in range(n // 2)}
    nb = {v: {v} for v in range(n)}
    for a, b in e: nb[a].add(b); nb[b].add(a)
    head = [f"v{v}" for v in range(n)] + [f"1:{len(nb[v])}|d{v}_{c}" for v in range(n) for c in range(k)]
    return dlx(head, [[f"v{v}"] + [f"d{u}_{c}" for u in nb[v]] for v in range(n) for c in range(k)])
@kind
def domination(level, d):
    "covers: each cell of a torus or grid has between 1 and 2 chosen neighbours"
    n, m = 4 + level // 2, 5 + level
    cells = [(i, j) for i in range(n) for j in range(m)]
    wrap = d.random() < .5
    nb = lambda i, j: {(i, j)} | {((i + a) % n, (j + b) % m) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)) if wrap or (0 <= i + a < n and 0 <= j + b < m)}
    return dlx([f"1:{d.choice([2, 2, 9])}|c{i}_{j}" for i, j in cells], [[f"c{a}_{b}" for a, b in sorted(nb(i, j))] for i, j in cells])
@kind
def irredundant(level, d):
    n = 10 + 2 * level; it = [f"x{i}" for i in range(n)]
    t, w, s = dlx(it, uniq(d.sample(it, d.randint(2, 4)) for _ in range(n + 8)))
    return t, w + ["--irredundant"], s
@kind
def langfordlike(level, d):
    "each number once or twice with a random gap set; some places stay empty"
    k = 8 + level; L = 2 * k + 1
    o = []
    for x in range(k):
        gaps = d.sample(range(1, L // 2 + 2), 3)
        o += [[f"n{x}", f"p{i}", f"p{i + g}"] for g in gaps for i in range(L - g)]
    return dlx([f"n{x}" for x in range(k)], o, [f"p{i}" for i in range(L)])
@kind
def hookedskolem(level, d):
    k = 8 + level; L = 2 * k + 1
    o = [[f"n{x}", f"p{i}", f"p{i + x}"] for x in range(1, k + 1) for i in range(L - x) if L - 2 not in (i, i + x)]
    return dlx([f"n{x}" for x in range(1, k + 1)] + [f"p{i}" for i in range(L) if i != L - 2], o)
@kind
def threedim(level, d):
    "three-dimensional matching"
    n = 14 + 3 * level
    o = uniq([f"a{d.randrange(n)}", f"b{d.randrange(n)}", f"c{d.randrange(n)}"] for _ in range(9 * n))
    return dlx([f"{x}{i}" for x in "abc" for i in range(n)], o)
@kind
def hypermatch(level, d):
    "packings: all items secondary but a few"
    n = 24 + 4 * level; it = [f"x{i}" for i in range(n)]
    o = uniq(d.sample(it, d.randint(3, 5)) for _ in range(4 * n))
    return dlx(it[:6 + level], o, it[6 + level:])
@kind
def latinholes(level, d):
    "Latin rectangle with forbidden symbols and empty cells"
    n, m = 6 + level // 2, 6 + (level + 1) // 2; k = max(n, m)
    o = [[f"p{i}_{j}", f"r{i}_{s}", f"c{j}_{s}"] for i in range(n) for j in range(m) for s in range(k) if d.random() < .72]
    return dlx([f"p{i}_{j}" for i in range(n) for j in range(m)], o, [f"{x}{i}_{s}" for x in "rc" for i in range(k) for s in range(k)])
@kind
def latincells(level, d):
    "Latin square of order n, a random set of cells already filled from a cyclic one permuted, all rows and columns complete"
    n = 7 + level; h = int(n * n * [.75, .7, .62, .6, .55, .52][level])
    p, q, r = (d.sample(range(n), n) for _ in range(3))
    given = set(d.sample([(i, j) for i in range(n) for j in range(n)], n * n - h))
    o = [[f"p{i}_{j}", f"r{i}_{s}", f"c{j}_{s}"] for i in range(n) for j in range(n) for s in range(n) if (i, j) not in given or s == r[(p[i] + q[j]) % n]]
    return dlx([f"{x}{i}_{j}" for x in "prc" for i in range(n) for j in range(n)], o)
@kind
def gerechte(level, d):
    "Latin squares with irregular regions"
    n = 5 + level // 2
    while True:
        reg = {}; free = {(i, j) for i in range(n) for j in range(n)}; ok = True
        for k in range(n):
            s = [min(free)]
            while len(s) < n:
                b = [(a + x, c + y) for a, c in s for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)) if (a + x, c + y) in free and (a + x, c + y) not in s]
                if not b: break
                s.append(d.choice(b))
            if len(s) < n: ok = False; break
            for c in s: reg[c] = k; free.discard(c)
        if ok: break
    o = [[f"p{i}_{j}", f"r{i}_{s}", f"c{j}_{s}", f"b{reg[i, j]}_{s}"] for i in range(n) for j in range(n) for s in range(n) if level % 2 == 0 or (i > 0 or s == j)]
    return dlx([f"{x}{i}_{j}" for x in "prcb" for i in range(n) for j in range(n)], o)
@kind
def holequeens(level, d):
    n = 9 + level
    cells = [(i, j) for i in range(n) for j in range(n) if d.random() < .8]
    o = [[f"r{i}", f"c{j}", f"a{i + j}", f"b{i - j}"] for i, j in cells]
    return dlx([f"{x}{i}" for x in "rc" for i in range(n)], o, sorted({f"a{i + j}" for i, j in cells} | {f"b{i - j}" for i, j in cells}))
@kind
def costas(level, d):
    "permutations whose differences at distances up to 3 are different"
    n = 7 + level
    o = []; sec = set()
    its = [f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)]
    # pair items: (i, i+1) with values, tied by colors
    for i in range(n):
        for s in range(n): o.append([f"r{i}", f"c{s}", f"v{i}:{s}"])
    pairs = []
    for t in (1, 2):
        for i in range(n - t):
            its.append(f"d{t}_{i}")
            for a in range(n):
                for b in range(n):
                    if a != b: o.append([f"d{t}_{i}", f"v{i}:{a}", f"v{i + t}:{b}", f"e{t}_{b - a + n}"]); sec.add(f"e{t}_{b - a + n}")
    return dlx(its, o, [f"v{i}" for i in range(n)] + sorted(sec))
@kind
def edgecolors(level, d):
    "graph colorings: an item for each edge, an option for each pair of colors"
    n = 14 + 6 * level; k = 3 + level % 2
    e = {tuple(sorted(d.sample(range(n), 2))) for _ in range(int(1.7 * n))}
    vs = sorted({x for p in e for x in p})
    return dlx([f"e{a}_{b}" for a, b in e], [[f"e{a}_{b}", f"v{a}:{x}", f"v{b}:{y}"] for a, b in e for x in range(k) for y in range(k) if x != y], [f"v{x}" for x in vs])
@kind
def wang(level, d):
    "Wang tiles: a random set on a torus or rectangle"
    r, c = [(4, 5), (5, 6), (6, 6), (6, 8), (7, 8), (8, 8)][level]; k = 3
    tiles = {tuple(d.randrange(k) for _ in range(4)) for _ in range(14)}
    o = [[f"c{i}_{j}", f"h{i}_{j}:{a}", f"h{i}_{(j + 1)}:{b}", f"w{i}_{j}:{x}", f"w{i + 1}_{j}:{y}"] for i in range(r) for j in range(c) for a, b, x, y in tiles]
    return dlx([f"c{i}_{j}" for i in range(r) for j in range(c)], o, [f"h{i}_{j}" for i in range(r) for j in range(c + 1)] + [f"w{i}_{j}" for i in range(r + 1) for j in range(c)])
@kind
def binarycsp(level, d):
    "random binary constraints on a partial 3-tree"
    n = 20 + 12 * level; q = 4
    e = set(); c = [[0, 1, 2]]
    for v in range(3, n):
        b = d.choice(c[-8:]); e |= {(x, v) for x in b if d.random() < .8}
        c += [[v] + [x for x in b if x != y] for y in b]
    o = [[f"e{a}_{b}", f"x{a}:{s}", f"x{b}:{t}"] for a, b in e for s in range(q) for t in range(q) if d.random() < .75]
    return dlx([f"e{a}_{b}" for a, b in sorted(e)], o, [f"x{i}" for i in range(n)])
@kind
def crossfigures(level, d):
    "words of a random language in a grid with blocks: colors"
    r = 4 + level // 2; c = 4 + (level + 1) // 2
    def wordset(k): return {tuple(d.choice("aabcde") for _ in range(k)) for _ in range(min(60 + 15 * level, 6 ** k // 2 + 1))}
    ws = {k: wordset(k) for k in range(2, 8)}
    o = []; it = []
    for i in range(r):
        it.append(f"h{i}"); o += [[f"h{i}"] + [f"x{i}_{j}:{w[j]}" for j in range(c)] for w in ws[c]]
    for j in range(c):
        it.append(f"w{j}"); o += [[f"w{j}"] + [f"x{i}_{j}:{w[i]}" for i in range(r)] for w in ws[r]]
    return dlx(it, o, [f"x{i}_{j}" for i in range(r) for j in range(c)])
@kind
def scheduling(level, d):
    "jobs with lengths and windows on machines"
    k, T, M = 8 + level, 10 + level, 3
    o = []
    for x in range(k):
        l = d.randint(1, 4); a = d.randint(0, T - l - 3)
        o += [[f"j{x}"] + [f"t{m}_{t + q}" for q in range(l)] for m in d.sample(range(M), 2) for t in range(a, min(T - l, a + 7))]
    return dlx([f"j{x}" for x in range(k)], o, [f"t{m}_{t}" for m in range(M) for t in range(T)])

# ---------- graphs
def regular(n, k, d):
    while True:
        ends = [v for v in range(n) for _ in range(k)]; d.shuffle(ends)
        p = {tuple(sorted(ends[i:i + 2])) for i in range(0, n * k, 2)}
        if len(p) == n * k // 2 and all(a != b for a, b in p): return p
def petersen(n, k): return [(i, (i + 1) % n) for i in range(n)] + [(i, n + i) for i in range(n)] + [(n + i, n + (i + k) % n) for i in range(n)]
def circulant(n, s): return [(i, (i + x) % n) for i in range(n) for x in s]
def cube(n): return [(v, v ^ (1 << b)) for v in range(1 << n) for b in range(n)]
def triangular(r, c): return [(i * c + j, x * c + y) for i in range(r) for j in range(c) for x, y in ((i, j + 1), (i + 1, j), (i + 1, j + 1)) if x < r and y < c]
def king(r, c): return triangular(r, c) + [(i * c + j + 1, i * c + c + j) for i in range(r - 1) for j in range(c - 1)]
def gnp(n, m, d): return d.sample(list(itertools.combinations(range(n), 2)), m)
@kind
def matchcirculant(level, d):
    n = 20 + 6 * level
    return graph(circulant(n, d.sample(range(1, n // 2), 3)), ["matching", "FILE"])
@kind
def matchgraph(level, d):
    g = [lambda: cube(5), lambda: petersen(22, 5), lambda: triangular(8, 10), lambda: regular(36, 4, d), lambda: king(6, 9), lambda: regular(40, 5, d)][level]()
    return graph(g, ["matching", "FILE"])
@kind
def indepgraph(level, d):
    g = [lambda: petersen(24, 7), lambda: regular(50, 4, d), lambda: triangular(9, 12), lambda: circulant(60, [1, 5, 12]), lambda: gnp(60, 150, d), lambda: king(10, 14)][level]()
    return graph(g, ["independent", "FILE"] + (["--maximal"] if level % 2 else []))
@kind
def colorgraph(level, d):
    g, k = [(lambda: petersen(18, 4), 3), (lambda: regular(36, 4, d), 3), (lambda: triangular(6, 9), 4), (lambda: circulant(40, [1, 4]), 4), (lambda: gnp(50, 110, d), 4), (lambda: regular(50, 3, d), 5)][level]
    return graph(g(), ["coloring", "FILE", "--colors", str(k)])
@kind
def covergraph(level, d):
    g = [lambda: gnp(50, 100, d), lambda: cube(5), lambda: regular(60, 4, d), lambda: circulant(70, [1, 2, 9]), lambda: cube(6), lambda: gnp(80, 170, d)][level]()
    return graph(g, ["vertexcover", "FILE"])
@kind
def cliquegraph(level, d):
    n = 18 + 4 * level
    return graph(gnp(n, int(n * (n - 1) / 2 * [.5, .45, .4, .35, .3, .3][level]), d), ["cliques", "FILE"])
@kind
def toursgraph(level, d):
    g = [lambda: petersen(15, 2), lambda: regular(40, 3, d), lambda: triangular(6, 7), lambda: circulant(24, [1, 5]), lambda: regular(24, 4, d), lambda: regular(60, 3, d)][level]()
    return graph(g, ["tour", "FILE"])
@kind
def cyclesgraph(level, d):
    g = [lambda: petersen(16, 3), lambda: triangular(6, 8), lambda: regular(30, 4, d), lambda: cube(4), lambda: circulant(30, [1, 4, 6]), lambda: king(5, 8)][level]()
    return graph(g, ["cycles", "FILE"])
@kind
def spanninggraph(level, d):
    g = [lambda: gnp(12, 26, d), lambda: triangular(4, 6), lambda: petersen(9, 2), lambda: regular(18, 4, d), lambda: cube(4), lambda: regular(26, 3, d)][level]()
    return graph(g, ["spanning", "FILE"])
@kind
def districtsgraph(level, d):
    g, w = [(lambda: triangular(4, 5), ["--into", "3"]), (lambda: petersen(10, 3), ["--size", "5"]), (lambda: triangular(5, 6), ["--size", "6"]), (lambda: gnp(20, 34, d), ["--into", "4"]), (lambda: king(4, 6), ["--size", "4"]), (lambda: regular(24, 3, d), ["--into", "4"])][level]
    return graph(g(), ["districts", "FILE"] + w)
@kind
def piecesgraph(level, d):
    g = [lambda: triangular(5, 5), lambda: petersen(12, 5), lambda: gnp(24, 44, d), lambda: regular(30, 3, d), lambda: circulant(26, [1, 6]), lambda: king(5, 7)][level]()
    return graph(g, ["pieces", "FILE"])
@kind
def forbiddenperm(level, d):
    n = 16 + 4 * level
    kindof = level % 3
    row = lambda i: [int(d.random() < .35) if kindof == 0 else int(abs(i - j) <= 4 and d.random() < .85) if kindof == 1 else int((j - i) % n in (0, 1, 3, 8) or d.random() < .03) for j in range(n)]
    return "\n".join(" ".join(map(str, row(i))) for i in range(n)) + "\n", ["permanent", "FILE"], ".txt"
@kind
def knapsacks(level, d):
    n = 18 + 6 * level
    x = [d.randint(10, 10 ** (2 + level // 2)) for _ in range(n)]
    return " ".join(map(str, x)) + "\n", ["knapsack", "FILE", "--sum", str(sum(x) // 2)], ".txt"

# ---------- formulas
def xor(clauses, vs, parity):
    for s in itertools.product((1, -1), repeat=len(vs)):
        if s.count(-1) % 2 != (parity + len(vs) * 0) % 2: clauses.append([a * v for a, v in zip(s, vs)])
def amo(c, new, l, enc):
    if enc == "pairwise" or len(l) <= 3:
        c += [[-a, -b] for a, b in itertools.combinations(l, 2)]
    elif enc == "ladder":
        p = l[0]
        for x in l[1:-1]:
            y = new(); c += [[-p, -x], [-p, y], [-x, y], [-y, p, x]]; p = y
        c.append([-p, -l[-1]])
    elif enc == "binary":
        for b in range(len(l).bit_length()):
            y = new(); ones = [x for k, x in enumerate(l, 1) if k >> b & 1]
            c += [[-x, y] for x in ones] + [[-y] + ones] + [[-x, -y] for k, x in enumerate(l, 1) if not k >> b & 1]
    else:
        w = math.ceil(math.sqrt(len(l)))
        for lines in ([l[i:i + w] for i in range(0, len(l), w)], [l[i::w] for i in range(w)]):
            hs = []
            for g in lines:
                y = new(); c += [[-x, y] for x in g] + [[-y] + g]; hs.append(y)
            c += [[-a, -b] for a, b in itertools.combinations(hs, 2)]
class V:
    def __init__(s, n=0): s.n = n
    def __call__(s): s.n += 1; return s.n
def rnd(n, k, d): return [v * d.choice((1, -1)) for v in d.sample(range(1, n + 1), k)]
@kind
def twosat(level, d):
    n = 60 + 30 * level
    return cnf(n, [rnd(n, 2, d) for _ in range(int(n * [.9, .85, .8, .75, .7, .7][level]))])
@kind
def monotone(level, d):
    n = 30 + 8 * level
    return cnf(n, [d.sample(range(1, n + 1), d.randint(2, 3)) for _ in range(int(1.5 * n))])
@kind
def threesat(level, d):
    n = [50, 60, 90, 120, 160, 220][level]; r = [2.2, 2.6, 3.2, 3.7, 4.1, 4.25][level]
    return cnf(n, [rnd(n, 3, d) for _ in range(int(r * n))])
@kind
def plantedsat(level, d):
    n = [80, 120, 160, 200, 240, 300][level]; r = [3.5, 4.0, 4.3, 4.6, 5.0, 5.2][level]
    m = {v: d.choice((1, -1)) for v in range(1, n + 1)}; c = []
    while len(c) < r * n:
        x = rnd(n, 3, d)
        if any(l * m[abs(l)] > 0 for l in x): c.append(x)
    return cnf(n, c)
@kind
def mixedsat(level, d):
    "clauses of 2 to 6 literals, variables with uneven degrees"
    n = 60 + 25 * level
    w = [1 / (1 + i) ** .6 for i in range(n)]; c = []
    for _ in range(int(1.9 * n)):
        vs = set()
        k = d.choice([2, 3, 3, 3, 4, 6])
        while len(vs) < k: vs.add(d.choices(range(1, n + 1), w)[0])
        c.append([v * d.choice((1, -1)) for v in vs])
    return cnf(n, c)
@kind
def xorchain(level, d):
    "XORs of 3 or 4 along a line, and some clauses"
    n = 40 + 25 * level; c = []
    for j in range(1, n - 5, 2): xor(c, d.sample(range(j, j + 6), d.choice((3, 4))), d.randrange(2))
    c += [[v * d.choice((1, -1)) for v in d.sample(range(1, n + 1), 3)] for _ in range(int(.25 * n))]
    return cnf(n, c)
@kind
def xorrandom(level, d):
    n = 30 + 10 * level; c = []
    for _ in range(int(.55 * n)): xor(c, d.sample(range(1, n + 1), 3), d.randrange(2))
    c += [rnd(n, 3, d) for _ in range(int(.5 * n))]
    return cnf(n, c)
@kind
def pigeonvariants(level, d):
    "pigeons: two at most in a hole, or functions onto, or each pigeon knows some holes only"
    p, h = [(7, 7), (8, 5), (12, 11), (10, 6), (14, 14), (16, 13)][level]; new = V(); x = [[new() for _ in range(h)] for _ in range(p)]; c = []
    for i in range(p):
        c.append(x[i][:]); c += [[-a, -b] for a, b in itertools.combinations(x[i], 2)]
        if level % 2 == 0: c += [[-x[i][j]] for j in range(h) if d.random() < .55]
    for j in range(h):
        c += [[-x[i][j] for i in t] for t in itertools.combinations(range(p), 2 if level % 2 == 0 else 3)]
        if level % 4 == 1: c.append([x[i][j] for i in range(p)])
    return cnf(new.n, c)
@kind
def bayesgrid(level, d):
    "a deterministic-ish network on a grid: tables of 0, 1 or a free parameter variable"
    r, c_ = [(5, 6), (6, 8), (8, 8), (8, 12), (10, 12), (12, 13)][level]; new = V(); x = {(i, j): new() for i in range(r) for j in range(c_)}; c = []
    for i in range(r):
        for j in range(c_):
            ps = [x[p] for p in ((i - 1, j), (i, j - 1)) if p in x]
            for s in itertools.product((1, -1), repeat=len(ps)):
                body = [-a * b for a, b in zip(s, ps)]; t = d.random()
                if t < .3: c.append(body + [x[i, j]])
                elif t < .55: c.append(body + [-x[i, j]])
                elif t < .75: y = new(); c += [body + [-x[i, j], y], body + [x[i, j], -y]]
    for j in range(2): c.append([x[r - 1, d.randrange(c_)] * d.choice((1, -1))])
    return cnf(new.n, c)
@kind
def bayesrandom(level, d):
    n = 40 + 20 * level; new = V(n); c = []
    for v in range(2, n + 1):
        ps = d.sample(range(max(1, v - 9), v), min(v - 1, d.randint(1, 3)))
        for s in itertools.product((1, -1), repeat=len(ps)):
            body = [-a * b for a, b in zip(s, ps)]; t = d.random()
            if t < .35: c.append(body + [v * d.choice((1, -1))])
            elif t < .5: y = new(); c += [body + [-v, y], body + [v, -y]]
    c += [[d.randint(n // 2, n) * d.choice((1, -1))]]
    return cnf(new.n, c)
def coverencoded(enc):
    def make(level, d):
        n = 16 + 3 * level; new = V(); o = uniq(d.sample(range(n), d.randint(2, 4)) for _ in range((6 + level) * n)); x = [new() for _ in o]; c = []
        by = [[x[k] for k, b in enumerate(o) if i in b] for i in range(n)]
        for l in by: c.append(l); amo(c, new, l, enc)
        return cnf(new.n, c)
    make.__name__ = "cover_" + enc
    return kind(make)
for enc in ("pairwise", "ladder", "product", "binary"): coverencoded(enc)
def bandencoded(enc):
    def make(level, d):
        "the perfect matchings of a circulant or the tilings of a strip, as a formula"
        n = 16 + 6 * level; e = sorted({tuple(sorted(p)) for p in circulant(n, [1, 3, 4, 6][: 3 + level % 2])}); new = V(); x = {p: new() for p in e}; c = []
        for v in range(n):
            l = [x[p] for p in e if v in p]; c.append(l); amo(c, new, l, enc)
        return cnf(new.n, c)
    make.__name__ = "matching_" + enc
    return kind(make)
for enc in ("pairwise", "ladder", "binary"): bandencoded(enc)
@kind
def colorcnf(level, d):
    "colorings as a formula, ladder or binary encoding of the color"
    n = 16 + 8 * level; k = 3 + level % 2; e = gnp(n, int(1.9 * n), d); new = V(); x = [[new() for _ in range(k)] for _ in range(n)]; c = []
    if level % 2: # two bits: 4 colors
        for a, b in e:
            for s in range(4): c.append([(-1 if s >> t & 1 else 1) * x[v][t] for v in (a, b) for t in range(2)])
        return cnf(new.n, [[l if abs(l) in {x[v][t] for v in range(n) for t in range(2)} else l for l in q] for q in c] + [[x[v][t]] for v in range(n) for t in range(2, k)])
    for v in range(n): c.append(x[v][:]); amo(c, new, x[v], "pairwise")
    for a, b in e: c += [[-x[a][t], -x[b][t]] for t in range(k)]
    return cnf(new.n, c)
@kind
def waerden(level, d):
    n, k = [(24, 4), (28, 4), (30, 4), (32, 5), (40, 5), (60, 5)][level]
    c = []
    for a in range(1, n + 1):
        for s in range(1, n):
            p = [a + s * t for t in range(k)]
            if p[-1] <= n: c += [p, [-v for v in p]]
    return cnf(n, c)
@kind
def ramsey(level, d):
    n = [6, 7, 8, 9, 10, 11][level]; e = {p: k for k, p in enumerate(itertools.combinations(range(n), 2), 1)}; c = []
    for t in itertools.combinations(range(n), 3): c.append([-e[p] for p in itertools.combinations(t, 2)])
    for t in itertools.combinations(range(n), 4): c.append([e[p] for p in itertools.combinations(t, 2)])
    return cnf(len(e), c)
@kind
def features(level, d):
    "feature models: trees of or, xor, and mandatory; cross constraints"
    n = 60 + 60 * level; c = [[1]]; ch = {}
    for v in range(2, n + 1): ch.setdefault(max(1, (v - d.randint(1, 4)) // 2), []).append(v)
    for p, l in ch.items():
        c += [[-v, p] for v in l]; t = d.randrange(3)
        if t == 0: c += [[-p, v] for v in l if d.random() < .4]
        else:
            c.append([-p] + l)
            if t == 2: c += [[-a, -b] for a, b in itertools.combinations(l, 2)]
    c += [[-d.randint(2, n), d.choice((1, -1)) * d.randint(2, n)] for _ in range(n // 5)]
    return cnf(n, [q for q in c if len({abs(x) for x in q}) == len(q)])
@kind
def circuit(level, d):
    "random circuits of and, or, xor gates with an output fixed"
    n, m = 14 + 2 * level, 50 + 30 * level; new = V(n); c = []
    for _ in range(m):
        a, b = d.sample(range(max(1, new.n - 20), new.n + 1), 2); a *= d.choice((1, -1)); b *= d.choice((1, -1)); y = new(); t = d.random()
        if t < .6: c += [[-y, a], [-y, b], [y, -a, -b]]
        else: c += [[-y, a, b], [-y, -a, -b], [y, -a, b], [y, a, -b]]
    c.append([new.n]); c.append([-(new.n - 1), -(new.n - 2)])
    return cnf(new.n, c)
@kind
def multiplier(level, d):
    "factorizations: a multiplier of two small numbers with a product fixed in its lowest bits"
    n = 4 + level; new = V(); a = [new() for _ in range(n)]; b = [new() for _ in range(n)]; c = []
    def AND(x, y): z = new(); c.extend([[-z, x], [-z, y], [z, -x, -y]]); return z
    def XOR(x, y): z = new(); c.extend([[-z, x, y], [-z, -x, -y], [z, -x, y], [z, x, -y]]); return z
    def OR(x, y): z = new(); c.extend([[z, -x], [z, -y], [-z, x, y]]); return z
    cols = [[] for _ in range(2 * n + 1)]
    for i in range(n):
        for j in range(n): cols[i + j].append(AND(a[i], b[j]))
    N = d.randrange(1 << (n + 1)) | 1
    for k in range(2 * n):
        while len(cols[k]) > 1:
            if len(cols[k]) == 2: x, y = cols[k]; cols[k] = [XOR(x, y)]; cols[k + 1].append(AND(x, y))
            else:
                x, y, z = cols[k][:3]; s = XOR(x, y); cols[k] = cols[k][3:] + [XOR(s, z)]; cols[k + 1].append(OR(AND(x, y), AND(s, z)))
        if k < n and cols[k]: c.append([cols[k][0] * (1 if N >> k & 1 else -1)])
    return cnf(new.n, c)
@kind
def cardinality(level, d):
    "at most k of random groups by sequential counters, defined both ways"
    n = 24 + 8 * level; new = V(n); c = []
    for _ in range(n // 3):
        l = [v * d.choice((1, -1)) for v in d.sample(range(1, n + 1), 7)]; k = d.randint(1, 3)
        s = []
        for i, x in enumerate(l):
            row = []
            for j in range(k + 1):
                if j > i: row.append(None); continue
                up = s[-1][j] if s else None; diag = (s[-1][j - 1] if s and j else (x if j == 0 else None)); y = new()
                # y <-> up or (x and diag)
                if j == 0: c += [[-y, x] + ([up] if up else []), [y, -x]] + ([[y, -up]] if up else [])
                else: c += [[-y, x] + ([up] if up else []), [-y, diag] + ([up] if up else []), [y, -x, -diag]] + ([[y, -up]] if up else [])
                row.append(y)
            s.append(row)
        if s[-1][k]: c.append([-s[-1][k]])
    return cnf(new.n, c)
@kind
def isles(level, d):
    "communities of random 3-CNF, joined weakly"
    k, m = 3 + level, 18 + level; c = []
    for i in range(k):
        c += [[(v + i * m) * d.choice((1, -1)) for v in d.sample(range(1, m + 1), 3)] for _ in range(int(2.4 * m))]
        if i: c += [[(d.randint(1, m) + i * m) * d.choice((1, -1)), (d.randint(1, m) + d.randrange(i) * m) * d.choice((1, -1))] for _ in range(3)]
    return cnf(k * m, c)
@kind
def gridsat(level, d):
    "clauses of neighbours in a grid"
    r, q = [(6, 8), (7, 12), (9, 12), (11, 12), (12, 16), (14, 18)][level]; c = []
    x = lambda i, j: i * q + j + 1
    for i in range(r - 1):
        for j in range(q - 1):
            for _ in range(2): c.append([v * d.choice((1, -1)) for v in d.sample([x(i, j), x(i + 1, j), x(i, j + 1), x(i + 1, j + 1)], 3)])
    return cnf(r * q, c)

# ---------- sums
def opb(n, cs): return f"* #variable= {n} #constraint= {len(cs)}\n" + "".join(" ".join(f"{a:+d} x{v}" for a, v in t) + f" {op} {b} ;\n" for t, op, b in cs), ["opb", "FILE"], ".opb"
@kind
def opbrandom(level, d):
    n = 20 + 6 * level; cs = []
    for _ in range(n // 2):
        t = [(d.choice((1, 1, 2, 3, -1)), v) for v in d.sample(range(1, n + 1), d.randint(4, 7))]; s = sum(a for a, _ in t); cs.append((t, d.choice([">=", ">=", "="]), s // 2))
    return opb(n, cs)
@kind
def opbband(level, d):
    n = 30 + 15 * level; cs = []
    for j in range(1, n - 7, 2):
        t = [(d.randint(1, 4), v) for v in d.sample(range(j, j + 8), 6)]; s = sum(a for a, _ in t); cs.append((t, d.choice([">=", ">=", "="]), s // 2 - 1))
    return opb(n, cs)
@kind
def opbmarket(level, d):
    "a few equations with small coefficients on all variables"
    n = 18 + 3 * level; cs = []
    for _ in range(2 + level // 3):
        t = [(d.randint(1, 9), v) for v in range(1, n + 1)]; cs.append((t, "=", sum(a for a, _ in t) // 2))
    return opb(n, cs)
@kind
def opbcards(level, d):
    n = 24 + 6 * level; cs = []
    for _ in range(n // 2):
        vs = d.sample(range(1, n + 1), 6); cs.append(([(1, v) for v in vs], d.choice([">=", "="]), d.randint(2, 3)))
    return opb(n, cs)
