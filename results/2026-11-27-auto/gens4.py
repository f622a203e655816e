"""More kinds of problems to audit the choice among engines, with random shapes. K: name -> make(level, dice) -> (text, words, suffix)."""
import itertools, json, math, os, random
import gens
from gens import dlx, uniq, graph, cnf, opb, amo, xor, V
G = {}; START = {}
PICK = [random.Random(0)]
def pick(l):
    "choices that make a variant of a kind: sizes are tuned for each variant"
    return PICK[0].choice(l)
def kind(*start):
    "sizes to begin with and by which factor they grow"
    def dec(f):
        G[f.__name__] = f; START[f.__name__] = start
        return f
    return dec

# ---------- random graphs: n vertices about, connected as a rule, vertices shuffled
def relabel(e, d):
    e = {tuple(sorted(p)) for p in e if p[0] != p[1]}
    vs = sorted({v for p in e for v in p}); q = list(range(len(vs))); d.shuffle(q); m = dict(zip(vs, q))
    return sorted(tuple(sorted((m[a], m[b]))) for a, b in e)
def geometric(n, d, deg=5, stretch=None):
    stretch = stretch or pick((1, 1, 3, 8))
    p = [(d.random() * stretch, d.random()) for _ in range(n)]; e = set()
    pairs = sorted(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, i, j) for (i, a), (j, b) in itertools.combinations(enumerate(p), 2))
    comp = list(range(n))
    for w, i, j in pairs:
        if len(e) < deg * n / 2 or comp[i] != comp[j]:
            if len(e) < deg * n / 2 or comp[i] != comp[j]: e.add((i, j))
            a, b = comp[i], comp[j]
            if a != b: comp = [a if x == b else x for x in comp]
    return e
def apollonian(n, d):
    f = [(0, 1, 2)] * 2; e = {(0, 1), (0, 2), (1, 2)}; deep = pick(range(10)) < 10 * .5
    for v in range(3, n):
        i = d.randrange(max(0, len(f) - 8) if deep else 0, len(f)); a, b, c = f.pop(i); e |= {(a, v), (b, v), (c, v)}; f += [(a, b, v), (a, c, v), (b, c, v)]
    drop = d.random() * .3
    return {p for p in e if d.random() >= drop}
def smallworld(n, d):
    k = pick((1, 2, 2, 3)); p = pick((.05, .1, .2))
    return {(i, (i + t) % n) if d.random() > p else (i, d.randrange(n)) for i in range(n) for t in range(1, k + 1)} | {(i, i + 1) for i in range(n - 1)}
def scalefree(n, d):
    m = pick((1, 2, 2)); ends = [0, 1]; e = {(0, 1)}
    for v in range(2, n):
        for _ in range(m):
            u = d.choice(ends); e.add((u, v)); ends += [u, v]
    return e
def seriesparallel(n, d):
    e = [(0, 1)]; m = 2
    while m < n:
        a, b = d.choice(e)
        if d.random() < .4: e.remove((a, b))
        e += [(a, m), (m, b)]; m += 1
    return set(e)
def outerplanar(n, d):
    e = {(i, (i + 1) % n) for i in range(n)}
    def cut(a, b):
        if b - a < 2: return
        m = d.randint(a + 1, b - 1)
        if d.random() < .8: e.add((a, m))
        if d.random() < .8: e.add((m, b))
        cut(a, m); cut(m, b)
    cut(0, n - 1)
    return e
def doublecover(n, d):
    e = relabel(pick((geometric, smallworld, scalefree))(n // 2, d), d); m = n // 2
    return {p for a, b in e for p in ((a, b + m), (b, a + m))}
def cayley(n, d):
    a = pick([x for x in range(2, 9) if n // x > 1]); b = max(2, n // a)
    gen = [(d.randrange(a), d.randrange(1, b)) for _ in range(pick((1, 2)))] + [(1, 0)]
    tw = d.randrange(b)
    return {(i * b + j, (i + x) % a * b + (j + y + (tw if i + x >= a else 0)) % b) for i in range(a) for j in range(b) for x, y in gen}
def partialtree(n, d):
    k = pick((2, 3, 4)); c = [list(range(k))]; e = {(i, j) for i in range(k) for j in range(i)}
    for v in range(k, n):
        b = d.choice(c[-d.choice((3, 30)):]); e |= {(x, v) for x in b if d.random() < .75}; c += [[v] + [x for x in b if x != y] for y in b]
    return e
def board(n, d, ):
    "cells of a random shape, about n"
    t = pick(range(9))
    if t == 0:
        w = pick((2, 3, 4)); a = d.randint(2 * w + 1, 2 * w + 6); b = max(2 * w + 1, n // (2 * w) - a + 2 * w)
        return {(i, j) for i in range(a) for j in range(b) if not (w <= i < a - w and w <= j < b - w)}
    if t == 1:
        w = pick((2, 3)); c = {(i, j) for i in range(w) for j in range(n // 3)}
        j = 0
        while len(c) < n:
            tw = d.choice((2, 2, 3)); l = d.randint(2, 8); c |= {(i, j + y) for i in range(w, w + l) for y in range(tw)}; j += tw + d.choice((1, 2))
        return c
    if t == 2:
        c = set(); x = y = 0
        while len(c) < n:
            a, b = d.randint(2, 5), d.randint(2, 5); c |= {(x + i, y + j) for i in range(a) for j in range(b)}; x, y = d.choice(sorted(c))
        return c
    if t == 3:
        w = pick((2, 3)); c = set(); x = y = 0; k = 2; dx, dy = 0, 1
        while len(c) < n:
            for _ in range(k):
                if len(c) < n: c |= {(x + i, y + j) for i in range(w) for j in range(w)}
                x += dx; y += dy
            dx, dy = dy, -dx; k += d.choice((w, w, 1 + w))
        return c
    if t == 4:
        a = pick(range(5, 10)); b = n // a + 1
        return {(i, j) for i in range(a) for j in range(b) if d.random() > .1}
    if t == 5:
        c = set(); lo, hi = 0, 3; j = 0
        while len(c) < n:
            lo += d.choice((-1, 0, 0, 1)); hi = max(lo + 2, min(lo + 5, hi + d.choice((-1, 0, 0, 1)))); c |= {(i, j) for i in range(lo, hi)}; j += 1
        return c
    if t == 6:
        c = {(0, 0)}
        while len(c) < n:
            a, b = d.choice(sorted(c)); x, y = d.choice(((0, 1), (1, 0), (0, -1), (-1, 0))); c.add((a + x, b + y))
        return c
    if t == 7:
        k = math.isqrt(2 * n)
        return {(i, j) for i in range(k) for j in range(i + 1 + d.randrange(2))}
    a = pick((3, 4, 5)); b = n // a
    return {(i + j // d.choice((3, 4)) if False else i + j // 3, j) for i in range(a) for j in range(b)}
def grid(n, d):
    c = sorted(board(n, d)); m = {x: i for i, x in enumerate(c)}; p = pick((0, .3, 1))
    return {(m[a, b], m[x, y]) for a, b in c for x, y in ((a + 1, b), (a, b + 1), (a + 1, b + 1)) if (x, y) in m and ((x, y) != (a + 1, b + 1) or d.random() < p)}
def sparse(n, d):
    k = pick((3, 4, 6))
    return {tuple(d.sample(range(n), 2)) for _ in range(k * n // 2)} | {(i, i + 1) for i in range(n - 1)}
def smallband(n, d):
    w = pick((5, 8, 12))
    return {(i, j) for i in range(n) for j in range(i + 1, min(n, i + w)) if d.random() < .45}
def cyc(f):
    def g(n, d): n -= n % 2; return {(a, b) for a, b in f(n, d) if max(a, b) < n} | {(i, (i + 1) % n) for i in range(n)}
    return g
def thick(n, d): return geometric(n, d, 9)
def kingboard(n, d):
    a = pick((4, 5)); b = max(3, n // a); c = {(i, j) for i in range(a) for j in range(b) if d.random() > .04}; m = {x: i for i, x in enumerate(sorted(c))}; p = pick((.3, .7, 1))
    return {(m[i, j], m[x]) for i, j in c for x in ((i + 1, j), (i, j + 1), (i + 1, j + 1), (i + 1, j - 1)) if x in m and (x in ((i + 1, j), (i, j + 1)) or d.random() < p)}
HAM = [cyc(sparse), cyc(smallband), cyc(smallworld), cyc(apollonian), cyc(cayley), kingboard, thick]
HARD = [geometric, sparse, smallband, cayley, doublecover, smallworld, partialtree, grid]
MODELS = [geometric, apollonian, smallworld, scalefree, seriesparallel, outerplanar, doublecover, cayley, partialtree, grid]
def model(n, d, which=MODELS):
    f = pick(which)
    while True:
        e = relabel(f(n, d), d)
        if len(e) >= n / 2: return e
def neighbours(e):
    nb = {}
    for a, b in e: nb.setdefault(a, set()).add(b); nb.setdefault(b, set()).add(a)
    return nb
NOTREE = [m for m in MODELS if m is not scalefree]
COVER = [geometric, apollonian, smallworld, doublecover, cayley, partialtree, grid]
def thin(o, k, d, keep=None):
    "at most k options"
    return o if len(o) <= k else d.sample(o, k)

# ---------- exact covers of graphs
@kind(24, 1.15)
def starcover(s, d):
    "vertices of a random graph partitioned into edges, paths of three and claws, or a choice of these"
    e = model(s, d, COVER); nb = neighbours(e); o = []
    sizes = pick(([1, 2], [2, 3], [1, 3], [1, 2, 3]))
    for v in nb:
        for k in sizes:
            l = [c for c in itertools.combinations(sorted(nb[v]), k) if k > 1 or c[0] > v]
            o += [[f"v{v}"] + [f"v{x}" for x in c] for c in thin(l, 12, d)]
    o += [[f"v{v}"] for v in nb if d.random() < .1 or len(nb[v]) < 2]
    return dlx([f"v{v}" for v in nb], uniq(o))
@kind(30, 1.15)
def trianglecover(s, d):
    "vertices of geometric graphs, triangulations and circulants partitioned into triangles, paths of four, and a few vertices left alone"
    e = model(s, d, [thick, apollonian, smallband, kingboard]); nb = neighbours(e); o = []
    for a, b in e: o += [[a, b, c] for c in nb[a] & nb[b] if c > b]
    long = pick(range(10)) < 10 * .5
    for a, b in e:
        l = [[x, a, b, y] for x in nb[a] - {b} for y in nb[b] - {a} if x != y]
        o += thin(l, 3 if long else 1, d)
    o += [[v] for v in nb if d.random() < .3 or len(nb[v]) < 2] + [[a, b] for a, b in e if d.random() < .3]
    return dlx([f"v{v}" for v in nb], uniq([f"v{x}" for x in q] for q in o))
@kind(16, 1.15)
def edgepaths(s, d):
    "edges of a random graph decomposed into paths of two or three edges, some edges alone"
    e = model(s, d, COVER + [scalefree, outerplanar]); nb = neighbours(e); o = []
    name = lambda a, b: f"e{min(a, b)}_{max(a, b)}"
    mode = pick(((2,), (2, 3), (3,)))
    if 2 in mode: o += [[name(a, v), name(b, v)] for v in nb for a, b in itertools.combinations(sorted(nb[v]), 2)]
    if 3 in mode:
        for a, b in e: o += thin([[name(x, a), name(a, b), name(b, y)] for x in nb[a] - {b} for y in nb[b] - {a} if x != y], 9, d)
    o += [[name(*p)] for p in e if d.random() < .2]
    return dlx([name(*p) for p in e], uniq(o))
@kind(14, 1.15)
def clawedges(s, d):
    "edges decomposed into claws, triangles and matchings of two far edges"
    e = model(s, d, COVER); nb = neighbours(e); name = lambda a, b: f"e{min(a, b)}_{max(a, b)}"; o = []
    for v in nb: o += thin([[name(v, x) for x in c] for c in itertools.combinations(sorted(nb[v]), 3)], 15, d)
    for a, b in e: o += [[name(a, b), name(a, c), name(b, c)] for c in nb[a] & nb[b]]
    for _ in range(len(e)):
        p, q = d.sample(e, 2)
        if not set(p) & set(q): o.append([name(*p), name(*q)])
    o += [[name(*p)] for p in e if d.random() < .1]
    return dlx([name(*p) for p in e], uniq(o))

# ---------- tilings
def polyomino(k, d):
    s = {(0, 0)}
    while len(s) < k:
        a, b = d.choice(sorted(s)); x, y = d.choice(((0, 1), (1, 0), (0, -1), (-1, 0))); s.add((a + x, b + y))
    mx, my = min(a for a, _ in s), min(b for _, b in s)
    return sorted((a - mx, b - my) for a, b in s)
def allplaces(cells, shape):
    o = set()
    for t in range(8):
        q = list(shape)
        for _ in range(t % 4): q = [(y, -x) for x, y in q]
        if t >= 4: q = [(x, -y) for x, y in q]
        ax, ay = q[0]
        for i, j in cells:
            p = [(i + x - ax, j + y - ay) for x, y in q]
            if all(c in cells for c in p): o.add(tuple(sorted(p)))
    return sorted(o)
def fill(cells, o):
    "monominoes where nothing fits"
    have = {c for p in o for c in p}
    return o + [(c,) for c in sorted(cells - have)]
N = lambda c: "c" + "_".join(map(str, c)).replace("-", "m")
@kind(40, 1.18)
def shapetiling(s, d):
    "rings, combs, rooms, spirals, boards with holes, strips, blobs by two or three random polyominoes"
    cells = board(s, d); sh = [polyomino(k, d) for k in pick(((2, 3, 4), (3, 3, 4), (2, 4, 5), (3, 4, 5), (2, 5, 5), (3, 5, 5, 5), (4, 4, 5, 3)))]
    o = fill(cells, sorted({p for q in sh for p in allplaces(cells, q)}))
    return dlx([N(c) for c in sorted(cells)], [[N(c) for c in p] for p in o])
@kind(24, 1.12)
def oncepieces(s, d):
    "random boards cut at random into connected pieces, each piece once"
    cells = board(s, d); free = set(cells); parts = []
    while free:
        p = {min(free)}; k = d.choice((4, 5, 5, 6))
        while len(p) < k:
            b = sorted({(a + x, c + y) for a, c in p for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))} & free - p)
            if not b: break
            p.add(d.choice(b[:2]))
        free -= p; parts.append(sorted(p))
    o = [[f"piece{k}"] + [N(c) for c in p] for k, q in enumerate(parts) for p in allplaces(cells, q)]
    return dlx([N(c) for c in sorted(cells)] + [f"piece{k}" for k in range(len(parts))], o)
@kind(24, 1.15)
def limitedpieces(s, d):
    "random boards; each of some polyominoes at most once or between two numbers of times, the rest dominoes and straight trominoes"
    cells = board(s, d); sh = [polyomino(d.choice((4, 5, 6)), d) for _ in range(max(2, s // 12))]
    o = [[f"piece{k}"] + [N(c) for c in p] for k, q in enumerate(sh) for p in allplaces(cells, q)]
    ranged = pick(range(10)) < 10 * .6
    o += [[N(c) for c in p] for p in fill(cells, allplaces(cells, [(0, 0), (0, 1)]) + allplaces(cells, [(0, 0), (0, 1), (0, 2)]))]
    use = [k for k in range(len(sh)) if any(x[0] == f"piece{k}" for x in o)]
    if ranged: return dlx([N(c) for c in sorted(cells)] + [f"{a}:{a + d.randint(1, 3)}|piece{k}" for k in use for a in [d.randint(0, 1)]], o)
    return dlx([N(c) for c in sorted(cells)], o, [f"piece{k}" for k in use])
@kind(30, 1.15)
def cylindertiling(s, d):
    "cylinders, Moebius strips, tori with a twist and Klein bottles by random polyominoes"
    a = pick((4, 5, 6, 7)); b = max(4, s // a); t = pick(range(4)); tw = pick(range(a))
    def norm(i, j):
        if t == 0: return (i, j % b) if 0 <= i < a else None
        if t == 1: return ((i if j // b % 2 == 0 else a - 1 - i), j % b) if 0 <= i < a else None
        if t == 2: return ((i + tw * (j // b)) % a, j % b)
        return ((i if j // b % 2 == 0 else a - 1 - i) % a, j % b)
    sh = [polyomino(k, d) for k in pick(((3, 3), (3, 4), (4, 5, 2), (4, 4, 5), (5, 3)))]
    cells = {(i, j) for i in range(a) for j in range(b) if d.random() > .04}; o = set()
    big = {(i, j) for i in range(-6, a + 6) for j in range(-6, b + 6)}
    for q in sh:
        for p in allplaces(big, q):
            z = [norm(i, j) for i, j in p]
            if None not in z and len(set(z)) == len(z) and set(z) <= cells: o.add(tuple(sorted(z)))
    return dlx([N(c) for c in sorted(cells)], [[N(c) for c in p] for p in fill(cells, sorted(o))])
@kind(40, 1.18)
def triangletiling(s, d):
    "polyiamonds on random parts of the triangular grid: all connected sets of some size, a random part of their kinds"
    c = {(0, 0)}; nb = lambda i, j: [(i, j - 1), (i, j + 1), (i + 1, j - 1) if (i + j) % 2 else (i - 1, j + 1)]
    nb = lambda i, j: [(i, j - 1), (i, j + 1), (i + 1, j) if (i + j) % 2 else (i - 1, j)]
    if d.random() < .5:
        while len(c) < s:
            c.add(d.choice(nb(*d.choice(sorted(c)))))
    else:
        a = pick((4, 5, 6)); c = {(i, j) for i in range(a) for j in range(s // a) if d.random() > .05}
    k = pick((2, 3, 3, 4)); keep = pick((.5, .8, 1)); sets = {frozenset([x]) for x in c}
    small = sets
    for _ in range(k - 1): small = sets; sets = {q | {y} for q in sets for x in q for y in nb(*x) if y in c and y not in q}
    def sig(q):
        i0, j0 = min(q); return (i0 + j0) % 2, tuple(sorted((i - i0, j - j0) for i, j in q))
    sets = sorted(map(sorted, sets)); bad = {x for x in sorted({sig(q) for q in sets}) if d.random() > keep}
    o = [tuple(q) for q in sets if sig(q) not in bad] + [tuple(sorted(q)) for q in sorted(map(sorted, small)) if d.random() < .3]
    return dlx([N(x) for x in sorted(c)], [[N(x) for x in q] for q in fill(c, o)])
@kind(25, 1.15)
def hextiling(s, d):
    "polyhexes on random parts of the hexagonal grid"
    dirs = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)); c = {(0, 0)}
    t = pick(range(3))
    if t == 0:
        while len(c) < s: a, b = d.choice(sorted(c)); x, y = d.choice(dirs); c.add((a + x, b + y))
    elif t == 1:
        a = pick((3, 4, 5)); c = {(i, j) for i in range(a) for j in range(s // a) if d.random() > .05}
    else:
        r = round(math.sqrt(s / 3)); c = {(i, j) for i in range(-r, r + 1) for j in range(-r, r + 1) if abs(i + j) <= r and max(abs(i), abs(j)) > d.choice((0, 0, 1))}
    o = set()
    for k in pick(((2, 3), (3, 3), (3, 4), (4, 4, 3), (3, 4, 5))):
        q = {(0, 0)}
        while len(q) < k: a, b = d.choice(sorted(q)); x, y = d.choice(dirs); q.add((a + x, b + y))
        q = sorted(q)
        for f in range(2):
            for r in range(6):
                q = [(-y, x + y) for x, y in q]; ax, ay = q[0]
                for i, j in c:
                    p = [(i + x - ax, j + y - ay) for x, y in q]
                    if all(z in c for z in p): o.add(tuple(sorted(p)))
            q = [(y, x) for x, y in q]
    return dlx([N(x) for x in sorted(c)], [[N(x) for x in q] for q in fill(c, sorted(o))])
@kind(24, 1.15)
def cubetiling(s, d):
    "boxes and piles of cubes by random polycubes of 3 to 5 cubes"
    a, b = pick(((2, 2), (2, 3), (3, 3), (2, 4))); h = max(2, round(s / a / b))
    c = {(i, j, k) for i in range(a) for j in range(b) for k in range(h) if d.random() > .03}; o = set()
    rots = [(p, sg) for p in itertools.permutations(range(3)) for sg in itertools.product((1, -1), repeat=3)]
    for k in pick(((3, 4), (4, 4), (2, 4, 5), (3, 3), (4, 5, 3))):
        q = {(0, 0, 0)}
        while len(q) < k:
            x = list(d.choice(sorted(q))); x[d.randrange(3)] += d.choice((1, -1)); q.add(tuple(x))
        for p, sg in rots:
            z = [tuple(x[p[t]] * sg[t] for t in range(3)) for x in sorted(q)]; a0 = z[0]
            for y in c:
                w = [tuple(y[t] + x[t] - a0[t] for t in range(3)) for x in z]
                if all(x in c for x in w): o.add(tuple(sorted(w)))
    return dlx([N(x) for x in sorted(c)], [[N(x) for x in q] for q in fill(c, sorted(o))])
@kind(30, 1.15)
def leapertiling(s, d):
    "random boards cut into pairs a leaper's move apart, and triples"
    cells = board(s, d); mv = PICK[0].sample([(0, 1), (1, 1), (1, 2), (0, 2), (2, 2), (0, 3), (1, 3)], 2); o = set()
    full = lambda m: {(x * a, y * b) for x, y in (m, m[::-1]) for a in (1, -1) for b in (1, -1)}
    A, B = full(mv[0]), full(mv[1])
    for i, j in cells:
        for x, y in A:
            p = (i + x, j + y)
            if p in cells:
                if (i + j + x) % 2: o.add(tuple(sorted(((i, j), p))))
                for z, w in B:
                    q = (p[0] + z, p[1] + w)
                    if q in cells and q != (i, j) and d.random() < .35: o.add(tuple(sorted(((i, j), p, q))))
    return dlx([N(c) for c in sorted(cells)], [[N(c) for c in p] for p in fill(cells, sorted(o))])

# ---------- structure that is hidden
@kind(40, 1.2)
def folded(s, d):
    "a long narrow random cover folded like a hairpin or a spiral: far links in the given order, few in another"
    w = pick((10, 14, 18, 24)); t = pick(range(3)); o = []
    pos = (lambda i: min(i, s - 1 - i)) if t == 0 else (lambda i: i % (s // 3)) if t == 1 else (lambda i: i)
    order = sorted(range(s), key=lambda i: (pos(i), i))
    for k in range(s - w + 1):
        for _ in range(4): o.append([f"i{x}" for x in d.sample(order[k:k + w], d.randint(2, 5))])
    for i in range(s - 3): o.append([f"i{i}", f"i{i + 1}"]) if d.random() < .5 else o.append([f"i{i}", f"i{i + 1}", f"i{i + 3}"])
    o += [[f"i{i}"] for i in range(s) if d.random() < .12]
    return dlx([f"i{i}" for i in range(s)], uniq(o))
@kind(8, 1.12)
def blownup(s, d):
    "a random cover in which every item is a group of two or three twins: hidden symmetry"
    it = {i: [f"g{i}_{j}" for j in range(d.choice((2, 2, 3)))] for i in range(s)}; o = []
    for _ in range(int(2.5 * s)):
        b = d.sample(range(s), d.choice((2, 3)))
        o += [list(c) for c in itertools.product(*(it[i] for i in b))]
    o += [[x] for i in d.sample(range(s), s // 3) for x in it[i]]
    a = [x for l in it.values() for x in l]; d.shuffle(a)
    return dlx(a, uniq(o))
@kind(12, 1.1)
def wide(s, d):
    "few items, thousands of options"
    it = [f"w{i}" for i in range(s)]; lo, hi = pick(((2, 4), (3, 5), (2, 6), (3, 8))); sec = [f"z{i}" for i in range(pick((0, 0, 3, 8)))]
    o = uniq(d.sample(it, d.randint(lo, min(hi, s))) + d.sample(sec, min(len(sec), d.choice((0, 0, 1)))) for _ in range(pick((800, 2000, 5000))))
    return dlx(it, o, sec)
def rename(q, t): return [(x if x.find("|") < 0 else x[x.find("|") + 1:]) + t for x in q]
@kind(3, 1.3)
def twoworlds(s, d):
    "a tiling, a dense random cover and a band: disjoint, or joined by one option or through one item"
    o = []; items = []
    cells = board(10 * s, d); sh = [polyomino(3, d), polyomino(2, d)]
    o += [[N(c) for c in p] for q in sh for p in allplaces(cells, q)] + [[N(c)] for c in cells if d.random() < .1]; items += [N(c) for c in sorted(cells)]
    m = 12 + 2 * s; it = [f"d{i}" for i in range(m)]; o += [d.sample(it, d.randint(2, 5)) for _ in range(5 * m)] + [[x] for x in d.sample(it, 3)]; items += it
    m = 15 * s; it = [f"b{i}" for i in range(m)]; o += [d.sample(it[k:k + 6], d.randint(2, 3)) for k in range(m - 5) for _ in range(3)] + [[x] for x in it if d.random() < .15]; items += it
    t = pick(range(3))
    if t == 1: o += [[d.choice(items), d.choice(items)] for _ in range(4)]
    if t == 2: items.append("hub"); o += [["hub"]] + [["hub", d.choice(items[:-1])] for _ in range(9)]
    return dlx(items, uniq(q for q in o if len(set(q)) == len(q)))
@kind(20, 1.12)
def treecover(s, d):
    "options are subtrees or paths of one of two random trees on the same items: a small part of them of the second"
    shape = pick(range(3)); part = pick((.05, .2, .5)); order = d.sample(range(s), s); second = neighbours([(order[v], order[d.randrange(max(0, v - 6), v)]) for v in range(1, s)]); par = [0] + [d.randrange(max(0, v - (2 if shape == 0 else 6 if shape == 1 else v)), v) for v in range(1, s)]
    first = neighbours([(v, par[v]) for v in range(1, s)]); o = []
    top = pick((4, 6, 9))
    for _ in range(pick((5, 8, 12)) * s):
        nb = second if d.random() < part else first; k = d.randint(2, top); q = [d.randrange(s)]; path = d.random() < .5
        while len(q) < k:
            b = [x for x in (nb[q[-1]] if path else set().union(*(nb[y] for y in q))) if x not in q]
            if not b: break
            q.append(d.choice(sorted(b)))
        o.append([f"t{x}" for x in q])
    cov = {x for q in o for x in q}
    o += [[f"t{x}"] for x in range(s) if f"t{x}" not in cov or d.random() < .1]
    return dlx([f"t{x}" for x in range(s)], uniq(o))
@kind(8, 1.1)
def sumtriples(s, d):
    "random numbers, or 1 to 3n, partitioned into triples with a + b = c, perhaps modulo m, perhaps some left over"
    t = pick(range(3)); n = 3 * s
    x = list(range(1, n + 1)) if t < 2 else sorted(d.sample(range(1, int(1.3 * n)), n))
    m = n + 1 if t == 1 else None; S = set(x)
    o = [[a, b, (a + b) % m if m else a + b] for a in x for b in x if a < b]
    o = [q for q in o if q[2] in S and len(set(q)) == 3]
    if t == 1: o = d.sample(o, len(o) // 3)
    o += [[a] for a in d.sample(x, len(x) // 4)]
    return dlx([f"n{a}" for a in x], uniq([f"n{a}" for a in q] for q in o))
@kind(16, 1.12)
def rhythms(s, d):
    "Z_n or an interval tiled by translates of rhythms, some with reversals and stretched ones"
    cyc = pick(range(10)) < 10 * .5; o = []
    for _ in range(pick((3, 4, 6))):
        r = sorted(d.sample(range(min(s, d.choice((5, 8, 12)))), d.choice((2, 3, 3, 4)))); k = d.choice((1, 1, 2))
        for b in (r, [-x for x in r]):
            for t in range(-s, s if not cyc else 0):
                p = [t + k * x for x in b]
                if cyc: p = [x % s for x in p]
                if all(0 <= x < s for x in p) and len(set(p)) == len(p): o.append([f"z{x}" for x in p])
    o += [[f"z{x}"] for x in range(s) if d.random() < .15]
    cov = {x for q in o for x in q}; o += [[f"z{x}"] for x in range(s) if f"z{x}" not in cov]
    return dlx([f"z{x}" for x in range(s)], uniq(o))
@kind(6, 1.1)
def gaplangford(s, d):
    "numbers with random gaps, once, twice, or three times in arithmetic progression, in a row or ring with holes; all places full"
    ring = pick(range(10)) < 10 * .5; gaps = sorted(d.sample(range(1, 2 * s), s)) if pick((0, 1)) else list(range(2, s + 2)); trip = {g for g in gaps if d.random() < .15}
    L = 2 * s + len(trip) + d.choice((0, 1, 2)); holes = L - 2 * s - len(trip); o = []
    for g in gaps:
        for i in range(L):
            p = [i + t * g for t in range(3 if g in trip else 2)]
            if ring: p = [x % L for x in p]
            if max(p) < L and len(set(p)) == len(p): o.append([f"g{g}"] + [f"p{x}" for x in p])
    o = uniq(o)
    if holes: o += [("hole", f"p{x}") for x in range(L)]
    return dlx([f"g{g}" for g in gaps] + ([f"{holes}|hole"] if holes else []) + [f"p{x}" for x in range(L)], o)
# ---------- designs, numbers, multiplicities
@kind(7, 1.07)
def packingdesign(s, d):
    "triples of random points, each pair at most once, each point between two numbers of times"
    v = s + 2; o = [t for t in itertools.combinations(range(v), 3)]; o = d.sample(o, min(len(o), pick((3, 4, 5)) * v)); lo = pick((1, 1, 2))
    deg = {x: sum(x in t for t in o) for x in range(v)}; pairs = sorted({p for t in o for p in itertools.combinations(t, 2)})
    return dlx([f"{min(lo, deg[x])}:{min(lo + d.randint(0, 1), deg[x]) or 1}|p{x}" for x in range(v) if deg[x]], [[f"p{x}" for x in t] + [f"q{a}_{b}" for a, b in itertools.combinations(t, 2)] for t in o], [f"q{a}_{b}" for a, b in pairs])
@kind(5, 1.07)
def coveringdesign(s, d):
    "blocks of three or four random points that cover each pair of a random graph one to three times"
    v = s + 1; k = pick((3, 3, 4)); o = d.sample(sorted(itertools.combinations(range(v), k)), min(math.comb(v, k), int(pick((2.5, 3, 4)) * s)))
    pairs = sorted({p for t in o for p in itertools.combinations(t, 2)}); pairs = [p for p in pairs if d.random() < .6]; S = set(pairs); most = pick((2, 2, 3))
    opts = [[f"q{a}_{b}" for a, b in itertools.combinations(t, 2) if (a, b) in S] for t in o]
    return dlx([f"1:{most + d.randint(0, 1)}|q{a}_{b}" for a, b in pairs], uniq(q for q in opts if q))
@kind(24, 1.15)
def mendelsohn(s, d):
    "arcs of a random digraph partitioned into directed triangles, paths of two, and a few single arcs"
    n = max(pick((6, 7, 9, 12)), math.isqrt(s) + 2); arcs = set(d.sample([(a, b) for a in range(n) for b in range(n) if a != b], s)); s = n; o = []
    w = pick((0, .1, .3)); A = sorted(arcs)
    for a, b in A:
        for c in range(s):
            if (b, c) in arcs and c != a:
                if (c, a) in arcs and a == min(a, b, c): o.append([f"a{a}_{b}", f"a{b}_{c}", f"a{c}_{a}"])
                elif d.random() < w: o.append([f"a{a}_{b}", f"a{b}_{c}"])
    o += [[f"a{a}_{b}"] for a, b in A if d.random() < .3]; cov = {x for q in o for x in q}
    return dlx([f"a{a}_{b}" for a, b in A if f"a{a}_{b}" in cov], uniq(o))
@kind(5, 1.06)
def roundrobin(s, d):
    "a season of random pairings: each game in one of a few random rounds, each team at most once, or exactly once, in a round"
    n = s - s % 2 + 6; k = pick((3, 4, 5)); order = list(range(n)); e = set(); full = pick((0, 1))
    tries = 0
    while len(e) < k * n // 2:
        d.shuffle(order); m = {tuple(sorted(order[i:i + 2])) for i in range(0, n, 2)}; tries += 1
        if not m & e: e |= m
        if tries > 200: e = set(); tries = 0
    R = k if full else k + 1
    o = [[f"g{a}_{b}", f"t{a}_{r}", f"t{b}_{r}"] for a, b in sorted(e) for r in range(R) if d.random() < (.97 if full else .85)]
    t = [f"t{a}_{r}" for a in range(n) for r in range(R)]; g = sorted({q[0] for q in o})
    return dlx(g + t, o) if full and len(g) == len(e) else dlx(g, o, t)
@kind(12, 1.15)
def rangedom(s, d):
    "sets of vertices of a random graph: each vertex has between two numbers of chosen vertices around it"
    e = model(s, d, NOTREE); nb = neighbours(e); open_ = pick((0, 1)); lo = pick((0, 1, 1)); w = pick((0, 1, 1, 2))
    N_ = {v: (nb[v] if open_ else nb[v] | {v}) for v in nb}
    head = [f"{lo}:{max(1, min(len(N_[v]), lo + w + d.randint(0, 1)))}|v{v}" for v in nb]
    o = [[f"v{u}" for u in sorted(N_[v])] for v in nb]
    return dlx(head + [f"0:1|x{v}" for v in nb], [q + [f"x{v}"] for q, v in zip(o, nb)])
@kind(8, 1.1)
def factors(s, d):
    "subgraphs of a random graph with degrees in given ranges, each edge once or twice"
    e = model(s, d, COVER); nb = neighbours(e); w = pick((0, 1)); dup = pick((0, 0, 1))
    head = [f"{a}:{min(len(nb[v]), a + w)}|v{v}" for v in nb for a in [min(len(nb[v]), d.choice((1, 2, 2, 3)))]]
    return dlx(head + [f"0:1|e{a}_{b}_{k}" for a, b in e for k in range(1 + dup)], [[f"v{a}", f"v{b}", f"e{a}_{b}_{k}"] for a, b in e for k in range(1 + dup)])
@kind(6, 1.08)
def graceful(s, d):
    "labelings of random trees and sparse graphs: different numbers at vertices, different differences at edges"
    t = pick(range(3)); n = s
    e = [(d.randrange(max(0, v - 2) if t == 0 else 0, v), v) for v in range(1, n)]
    if t == 2: e += [p for p in [tuple(sorted(d.sample(range(n), 2)))] if p not in e]
    m = len(e) + pick((0, 0, 1)); its = [f"v{v}" for v in range(n)] + [f"e{a}_{b}" for a, b in e]
    o = [[f"v{v}", f"x{v}:{a}", f"u{a}"] for v in range(n) for a in range(m + 1)]
    o += [[f"e{a}_{b}", f"x{a}:{p}", f"x{b}:{q}", f"d{abs(p - q)}"] for a, b in e for p in range(m + 1) for q in range(m + 1) if p != q]
    return dlx(its, o, [f"x{v}" for v in range(n)] + [f"u{a}" for a in range(m + 1)] + [f"d{x}" for x in range(1, m + 1)])
@kind(5, 1.2)
def kakuro(s, d):
    "runs of different digits with sums, on random boards, sums taken from a random filling"
    q = pick((5, 6, 7)); h = pick((3, 4, 5)); cells = {(i, j) for i in range(h) for j in range(s) if d.random() < .9}; runs = []
    for x, y in ((0, 1), (1, 0)):
        for i, j in sorted(cells):
            if (i - x, j - y) not in cells:
                r = []
                while (i, j) in cells and len(r) < q - 1: r.append((i, j)); i, j = i + x, j + y
                if len(r) > 1: runs.append(r)
    val = {}
    for c in sorted(cells):
        bad = {val[z] for r in runs if c in r for z in r if z in val}; ok = [x for x in range(1, q + 1) if x not in bad]
        val[c] = d.choice(ok or [1])
    runs = [r for r in runs if len({val[c] for c in r}) == len(r)]; o = []; loose = pick((0, 1, 1))
    for k, r in enumerate(runs):
        S = sum(val[c] for c in r); free = d.random() < .15 * loose
        o += [[f"r{k}"] + [N(c) + f":{x}" for c, x in zip(r, p)] for p in itertools.permutations(range(1, q + 1), len(r)) if free or sum(p) == S]
    used = sorted({c for r in runs for c in r})
    return dlx([f"r{k}" for k in range(len(runs))], o, [N(c) for c in used])
@kind(8, 1.12)
def dominochain(s, d):
    "domino tiles, each at most once, laid along the edges of a random graph so that ends at a vertex agree"
    q = pick((4, 5, 6, 7)); e = model(s, d, [seriesparallel, outerplanar, cayley, smallworld, grid]); e = e[:q * (q + 1) // 2 - pick((0, 2, 4))]
    tiles = [(a, b) for a in range(q) for b in range(a, q)]; o = []
    for u, v in e:
        for a, b in tiles:
            for x, y in {(a, b), (b, a)}: o.append([f"e{u}_{v}", f"t{a}_{b}", f"v{u}:{x}", f"v{v}:{y}"])
    return dlx([f"e{u}_{v}" for u, v in e], o, [f"t{a}_{b}" for a, b in tiles] + [f"v{x}" for x in sorted({x for p in e for x in p})])
@kind(8, 1.1)
def debruijn(s, d):
    "words, open or cyclic, all of whose windows of length k are different, some windows forbidden"
    q, k = pick(((2, 6), (3, 3), (5, 2), (2, 7), (3, 4))); cyc = pick((0, 1)); L = min(s, q ** k) ; W = [w for w in itertools.product(range(q), repeat=k) if d.random() < .97]
    m = L if cyc else L - k + 1
    o = [[f"p{i}", "w" + "".join(map(str, w))] + [f"x{(i + j) % L}:{w[j]}" for j in range(k)] for i in range(m) for w in W]
    return dlx([f"p{i}" for i in range(m)], o, ["w" + "".join(map(str, w)) for w in W] + [f"x{i}" for i in range(L)])
@kind(12, 1.15)
def wangregion(s, d):
    "a random set of tiles on a random board, or on a torus or a hexagonal board: neighbours agree"
    t = pick(range(3)); q = pick((2, 3, 4)); keep = pick((.25, .4, .55)); dirs = [(0, 1), (1, 0)] + ([(1, -1)] if t == 2 else [])
    if t == 1: a = pick((3, 4, 5)); b = max(3, s // a); cells = {(i, j) for i in range(a) for j in range(b)}
    else: cells = board(s, d)
    tiles = [w for w in itertools.product(range(q), repeat=2 * len(dirs))]; tiles = d.sample(tiles, max(6, min(40, int(len(tiles) * keep)))); o = []; sec = set()
    for i, j in sorted(cells):
        for w in tiles:
            z = [N((i, j))]
            for k, (x, y) in enumerate(dirs):
                for c, p in ((w[2 * k], (i, j)), (w[2 * k + 1], (i - x, j - y))):
                    if t == 1: p = (p[0] % a, p[1] % b)
                    z.append(f"s{k}" + N(p) + f":{c}"); sec.add(f"s{k}" + N(p))
            o.append(z)
    return dlx([N(c) for c in sorted(cells)], o, sorted(sec))
@kind(6, 1.08)
def tetravex(s, d):
    "edge-matching tiles from a random filling of a rectangle, fixed or turned"
    a = pick((2, 3, 3, 4)); b = max(2, s // a); q = pick((2, 3, 4)); h = [[d.randrange(q) for _ in range(b)] for _ in range(a + 1)]; v = [[d.randrange(q) for _ in range(b + 1)] for _ in range(a)]
    t = [(h[i][j], v[i][j + 1], h[i + 1][j], v[i][j]) for i in range(a) for j in range(b)]; d.shuffle(t)
    return "".join(" ".join(map(str, x)) + "\n" for x in t), ["edges", "FILE", "--rows", str(a), "--columns", str(b)] + pick((["--fixed"], ["--fixed"], [], ["--fixed", "--reuse"])), ".txt"
@kind(8, 1.1)
def pictures(s, d):
    "nonograms of random blobs, stripes, noise"
    a, b = max(3, s - pick((0, 3, 6))), s; t = pick(range(3)); p = d.choice((.3, .4, .5, .65)); m = [[int(d.random() < p) for _ in range(b)] for _ in range(a)]
    if t == 1: m = [[int((i + j * d.choice((1, 1, 2))) % 3 == 0) for j in range(b)] for i in range(a)]
    if t == 2: m = [[int((i - a / 2) ** 2 / a / a + (j - b / 2) ** 2 / b / b < .15) ^ int(d.random() < .15) for j in range(b)] for i in range(a)]
    r = lambda l: " ".join(str(len(list(g))) for x, g in itertools.groupby(l) if x) or "0"
    return "\n".join(map(r, m)) + "\n\n" + "\n".join(r(c) for c in zip(*m)) + "\n", ["nonogram", "FILE"], ".txt"
@kind(1, 1.25)
def killer(s, d):
    "killer sudokus of 8 by 8 without clues, with few or loose cages"
    g = [[(4 * (i % 2) + i // 2 + j) % 8 + 1 for j in range(8)] for i in range(8)]; p = d.sample(range(1, 9), 8); free = [(i, j) for i in range(8) for j in range(8)]; d.shuffle(free); lab = {}; n = 0; most = pick((2, 3, 4))
    while free and n < 26 - s:
        c = free[0]; cage = [c]; k = d.randint(2, most)
        while len(cage) < k:
            b = [(a + x, e + y) for a, e in cage for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)) if (a + x, e + y) in free and (a + x, e + y) not in cage and all(g[a + x][e + y] != g[u][w] for u, w in cage)]
            if not b: break
            cage.append(d.choice(b))
        for x in cage: lab[x] = chr(97 + n); free.remove(x)
        n += 1
    sums = {}
    for (i, j), l in lab.items(): sums[l] = sums.get(l, 0) + p[g[i][j] - 1]
    return "\n".join("".join(lab.get((i, j), ".") for j in range(8)) for i in range(8)) + "\n" + " ".join(f"{l}={x}" for l, x in sorted(sums.items())) + "\n", ["sudoku", "--empty", "--box", "2x4", "--killer", "FILE"], ".txt"

# ---------- formulas
@kind(12, 1.12)
def twocolor(s, d):
    "2-colorings of hypergraphs: subtrees of a tree, cyclic designs, projective planes with lines missing, geometric balls"
    t = pick(range(4)); n = s; h = []; st = pick((1, 3))
    if t == 0:
        par = [0] + [d.randrange(max(0, v - 4), v) for v in range(1, n)]; nb = neighbours([(v, par[v]) for v in range(1, n)])
        for _ in range(2 * n):
            q = {d.randrange(n)}
            while len(q) < d.choice((3, 4)): q.add(d.choice(sorted(set().union(*(nb[x] for x in q)))))
            h.append(q)
    elif t == 1: h = [{(x + i) % n for x in b} for b in [d.sample(range(n), 3), d.sample(range(n), 4), d.sample(range(n), 4)] for i in range(n)]
    elif t == 2:
        m = max(n.bit_length(), 4); h = [{a, b, a ^ b} for a in range(1, 1 << m) for b in range(1, a) if a ^ b < b and max(a, b) <= n]; h = [q for q in h if d.random() < .4]
    else:
        P = [(d.random() * st, d.random()) for _ in range(n)]; h = [set(sorted(range(n), key=lambda j: (P[j][0] - P[i][0]) ** 2 + (P[j][1] - P[i][1]) ** 2)[:k]) for i in range(n) for k in (d.choice((3, 4)), d.choice((4, 5)))]
    h = [q for q in {tuple(sorted(q)) for q in h} if len(q) > 2]; one = pick((0, 0, 0, 1)); t = [[x + (t != 2) for x in q] for q in sorted(h)] if False else [sorted(x + 1 for x in q) for q in sorted(h)]
    return cnf(max(n, max(max(q) for q in t)), t + ([] if one else [[-x for x in q] for q in t]))
@kind(10, 1.12)
def homomorphisms(s, d):
    "homomorphisms of a random graph or digraph to a small random one"
    e = model(s, d, HARD); k = pick((3, 4, 5)); p = pick((.4, .5, .65)); H = {(a, b) for a in range(k) for b in range(k) if d.random() < p} | {(a, (a + 1) % k) for a in range(k)}
    n = 1 + max(b for _, b in e); x = lambda v, a: v * k + a + 1; c = []
    for v in range(n): c.append([x(v, a) for a in range(k)]); c += [[-x(v, a), -x(v, b)] for a in range(k) for b in range(a)]
    if pick((0, 1)): H |= {(b, a) for a, b in H}
    for u, v in e: c += [[-x(u, a), -x(v, b)] for a in range(k) for b in range(k) if (a, b) not in H]
    return cnf(n * k, c)
@kind(24, 1.2)
def kernels(s, d):
    "kernels of digraphs: independent sets that everything else has an arc to; or complete labelings of argumentation frameworks"
    e = model(s, d, HARD); n = 1 + max(b for _, b in e); t = pick(range(3)); p = pick((.3, .6, .9)); att = {v: set() for v in range(n)}
    for a, b in e:
        if d.random() < .5: a, b = b, a
        att[b].add(a)
        if d.random() < p: att[a].add(b)
    c = []
    if t < 2:
        for v in range(n): c += [[-v - 1, -u - 1] for u in att[v]] + [[v + 1] + [u + 1 for u in sorted(att[v])]]
        return cnf(n, c)
    I = lambda v: 2 * v + 1; O = lambda v: 2 * v + 2
    for v in range(n):
        c.append([-I(v), -O(v)]); c += [[-I(v), O(u)] for u in att[v]] + [[I(v)] + [-O(u) for u in att[v]]] + [[-O(v)] + [I(u) for u in att[v]]] + [[O(v), -I(u)] for u in att[v]]
    return cnf(2 * n, c)
@kind(24, 1.2)
def boolnet(s, d):
    "fixed points of Boolean networks: random tables on band, scale-free, ring, or random wirings"
    t = pick(range(4)); bias = pick((.5, .65)); c = []; free = pick((.25, .35, .5)); ends = list(range(4))
    for v in range(s):
        if d.random() < free: continue
        k = d.choice((2, 3)); ps = set()
        while len(ps) < k:
            ps.add(d.randrange(s) if t == 0 else min(s - 1, max(0, v + d.randint(-4, 4))) if t == 1 else (v + d.choice((-1, 1, 2, s // 2))) % s if t == 2 else d.choice(ends))
        ends += list(ps)[:1] + [v]
        for q in itertools.product((1, -1), repeat=k):
            out = d.random() < bias; b = [-a * (u + 1) for a, u in zip(q, sorted(ps))]; l = (v + 1) * (1 if out else -1)
            if -l not in b: c.append(sorted(set(b + [l])))
    return cnf(s, c)
@kind(16, 1.15)
def registers(s, d):
    "bounded model checking: a nonlinear shift register or counter with inputs, run for some steps, some bits given at the end and between"
    n = pick((8, 10, 12, 16)); new = V(); st = [new() for _ in range(n)]; c = []; kind_ = pick(range(3)); taps = PICK[0].sample(range(n), 4); all_ = [st]
    def gate(a, b, f):
        z = new()
        for p, q in itertools.product((0, 1), repeat=2): c.append([a * (-1) ** p, b * (-1) ** q, z * (1 if f(p, q) else -1)])
        return z
    X = lambda p, q: p ^ q; A = lambda p, q: p & q; O = lambda p, q: p | q
    for i in range(s):
        if kind_ == 0: st = st[1:] + [gate(gate(st[taps[0]], st[taps[1]], A), gate(st[taps[2]], st[taps[3]], X), X)]
        elif kind_ == 1:
            inp = new(); carry = inp; nx = []
            for b in st: nx.append(gate(b, carry, X)); carry = gate(b, carry, A)
            st = nx
        else:
            inp = new(); st = st[1:] + [gate(gate(st[taps[0]], inp, O), gate(st[taps[1]], st[taps[2]], A), X)]
        all_.append(st)
        if i % 5 == 4: c.append([d.choice(st) * d.choice((1, -1)), d.choice(d.choice(all_)) * d.choice((1, -1))])
    for b in d.sample(st, pick((1, 3))): c.append([b * d.choice((1, -1))])
    return cnf(new.n, c)
@kind(10, 1.12)
def sorters(s, d):
    "random comparator networks: inputs whose outputs are in order at random places"
    new = V(); w = [new() for _ in range(s)]; c = []; near = pick((0, 1, 1))
    for _ in range(int(s * pick((1, 2, 3)))):
        i = d.randrange(s - 1); j = i + 1 if near else d.choice([x for x in range(s) if x != i]); a, b = w[i], w[j]; x, y = new(), new()
        c += [[-x, a], [-x, b], [x, -a, -b], [y, -a], [y, -b], [-y, a, b]]; w[i], w[j] = x, y
    for i in range(s - 1):
        if d.random() < .35: c.append([-w[i], w[i + 1]])
    c.append([w[d.randrange(s)] * d.choice((1, -1))])
    return cnf(new.n, c)
@kind(16, 1.15)
def tseitinmix(s, d):
    "a parity at each vertex of a random graph, and some clauses on edges"
    e = model(s, d, [m for m in MODELS if m not in (apollonian, scalefree)]); n = len(e); inc = {}; c = []
    for k, (a, b) in enumerate(e, 1): inc.setdefault(a, []).append(k); inc.setdefault(b, []).append(k)
    for v in sorted(inc):
        l = inc[v][:5]
        if d.random() < .8: xor(c, l, d.randrange(2))
    c += [[x * d.choice((1, -1)) for x in d.sample(range(1, n + 1), 3)] for _ in range(int(n * pick((.2, .5))))]
    return cnf(n, c)
@kind(14, 1.12)
def sumfree(s, d):
    "sets without a + b = c, without three in a row, or with different differences; of numbers, random numbers, or residues"
    t = pick(range(3)); u = pick(range(3)); S = list(range(1, s + 1)) if u < 2 else sorted(d.sample(range(1, 2 * s), s)); ix = {x: i for i, x in enumerate(S, 1)}; m = s + 1 if u == 1 else None; f = (lambda x: x % m) if m else (lambda x: x); c = set()
    for a in S:
        for b in S:
            if t == 0 and a <= b and f(a + b) in ix: c.add(tuple(sorted({-ix[a], -ix[b], -ix[f(a + b)]})))
            if t == 1 and a < b and f(2 * b - a) in ix: c.add(tuple(sorted({-ix[a], -ix[b], -ix[f(2 * b - a)]})))
            if t == 2 and a < b:
                for x in S:
                    y = f(x + b - a)
                    if y in ix and (a, b) != (x, y): c.add(tuple(sorted({-ix[a], -ix[b], -ix[x], -ix[y]})))
    return cnf(s, [q for q in sorted(c) if len(q) > 1 and d.random() < .97])
@kind(4, 1.07)
def orders(s, d):
    "linear extensions of a random poset, or orders in which no three of some triples are monotone, by a variable for each pair"
    n = s + 1; x = {}; new = V(); t = pick(range(3)); c = []
    for a, b in itertools.combinations(range(n), 2): x[a, b] = new(); x[b, a] = -x[a, b]
    for a, b, e in itertools.permutations(range(n), 3): c.append([-x[a, b], -x[b, e], x[a, e]])
    if t == 0: c += [[x[a, b]] for a, b in x if a < b and d.random() < .12]
    elif t == 1: c += [q for a, b, e in itertools.combinations(range(n), 3) if d.random() < .4 for q in ([-x[a, b], -x[b, e]], [x[a, b], x[b, e]])]
    else: c += [[x[d.sample(sorted(x), 1)[0]], x[d.sample(sorted(x), 1)[0]]] for _ in range(n // 3)]
    return cnf(new.n, sorted({tuple(sorted(q)) for q in c if not any(-l in q for l in q)}))
@kind(8, 1.15)
def modthree(s, d):
    "sums of random literals modulo 3 or 4, by automata whose states are variables, along a band or anywhere"
    m = pick((3, 4)); far = pick((0, 1)); n = 2 * s; new = V(n); c = []
    for i in range(int(n * pick((.25, .4)))):
        a = d.randrange(n); l = d.sample(range(1, n + 1), 6) if far else d.sample(range(max(1, min(a, n - 9)), min(n, max(1, min(a, n - 9)) + 9) + 1), 6); prev = None
        for k, x in enumerate(l):
            cur = [new() for _ in range(m)]; c += [[-p, -q] for p, q in itertools.combinations(cur, 2)]; c.append(cur[:])
            if prev is None: c += [[-x, cur[1]], [x, cur[0]]]
            else:
                for r in range(m): c += [[-prev[r], -x, cur[(r + 1) % m]], [-prev[r], x, cur[r]]]
            prev = cur
        c.append([-prev[d.randrange(m)]] if pick((0, 1)) else [prev[d.randrange(m)]])
    return cnf(new.n, c)
@kind(4, 1.1)
def gridplan(s, d):
    "tokens that walk on a random graph in steps: one vertex at a time each, never two at one vertex, ends given"
    e = model(8, d, [cayley, grid, smallworld, outerplanar]); nb = neighbours(e); n = len(nb); k = pick((1, 2, 3)); new = V(); x = {(p, t, v): new() for p in range(k) for t in range(s) for v in range(n)}; c = []
    for p in range(k):
        for t in range(s):
            l = [x[p, t, v] for v in range(n)]; c.append(l); c += [[-a, -b] for a, b in itertools.combinations(l, 2)]
            if t: c += [[-x[p, t - 1, v], x[p, t, v]] + [x[p, t, u] for u in nb[v]] for v in range(n)]
        c.append([x[p, 0, p]])
    for t in range(s):
        for v in range(n): c += [[-x[p, t, v], -x[q, t, v]] for p, q in itertools.combinations(range(k), 2)]
    return cnf(new.n, c)

# ---------- sums
@kind(12, 1.12)
def minesweeper(s, d):
    "mines on a random board: counts at some cells, from a random laying"
    cells = sorted(board(s * 2, d)); p = pick((.2, .35, .5)); mine = {c for c in cells if d.random() < .35}; shown = {c for c in cells if c not in mine and d.random() < p}; ix = {c: i for i, c in enumerate([c for c in cells if c not in shown], 1)}; cs = []
    for i, j in sorted(shown):
        z = [c for c in ((i + x, j + y) for x in (-1, 0, 1) for y in (-1, 0, 1)) if c in ix]
        if z: cs.append(([(1, ix[c]) for c in z], "=", sum(c in mine for c in z)))
    if pick((0, 1)): cs.append(([(1, v) for v in ix.values()], "=", len(mine)))
    return opb(len(ix), cs)
@kind(12, 1.12)
def balancedcut(s, d):
    "halves of a random graph with few edges between them: a variable for each vertex and for each cut edge"
    e = model(s, d); n = 1 + max(b for _, b in e); cs = []
    for k, (a, b) in enumerate(e, n + 1):
        a += 1; b += 1
        cs += [([(1, a), (-1, b), (-1, k)], "<=", 0), ([(-1, a), (1, b), (-1, k)], "<=", 0), ([(1, a), (1, b), (-1, k)], ">=", 0), ([(1, a), (1, b), (1, k)], "<=", 2)]
    cs.append(([(1, v) for v in range(1, n + 1)], "=", n // 2)); cs.append(([(1, n + 1 + k) for k in range(len(e))], "<=", max(2, int(len(e) * pick((.25, .35, .5))))))
    return opb(n + len(e), cs)
@kind(10, 1.12)
def knapsackrows(s, d):
    "several knapsacks over overlapping windows with item conflicts"
    n = 2 * s; cs = []; w = pick((6, 10, 14)); big = pick((5, 12, 40))
    for j in range(1, max(2, n - w + 2), pick((3, 5))):
        t = [(d.randint(1, big), v) for v in range(j, min(n, j + w - 1) + 1)]; S = sum(a for a, _ in t); cs.append((t, "<=", S // 2)); cs.append((t, ">=", S // 3))
    cs += [([(1, a), (1, b)], "<=", 1) for a, b in (d.sample(range(1, n + 1), 2) if pick((0, 1)) else (a, min(n, a + 2)) for a in range(1, n - 2, 2)) if a != b]
    return opb(n, cs)
@kind(3, 1.1)
def contingency(s, d):
    "0-1 tables of random shape with weighted row sums and plain column sums, holes"
    a = s + 1; b = s + pick((0, 2, 5)); ix = {}; t = pick((0, 1))
    for i in range(a):
        for j in range(b):
            if d.random() < .85: ix[i, j] = len(ix) + 1
    f = {v: d.random() < .5 for v in ix.values()}; w = lambda i, j: 1 + (i + j) % 3 if t else 1; cs = []
    for i in range(a): r = [(w(i, j), ix[i, j]) for j in range(b) if (i, j) in ix]; cs.append((r, "=", sum(x for x, v in r if f[v])))
    for j in range(b): r = [(1, ix[i, j]) for i in range(a) if (i, j) in ix]; cs.append((r, "=", sum(x for x, v in r if f[v])))
    return opb(len(ix), [q for q in cs if q[0]])
@kind(16, 1.15)
def weightedsets(s, d):
    "independent sets of a random graph whose weights are in a window"
    e = model(s, d); n = 1 + max(b for _, b in e); w = [d.randint(1, pick((3, 10, 30))) for _ in range(n)]; S = sum(w)
    return opb(n, [([(1, a + 1), (1, b + 1)], "<=", 1) for a, b in e] + [([(x, v) for v, x in enumerate(w, 1)], ">=", S // 5), ([(x, v) for v, x in enumerate(w, 1)], "<=", S // pick((3, 4)))])
@kind(6, 1.12)
def crewslp(s, d):
    "0-1 programs: flights in a time line or anywhere, crews fly some; rows equal, at most and at least"
    n = 2 * s; band = pick((0, 1)); cols = []
    for _ in range(pick((4, 7)) * n):
        a = d.randrange(n); k = d.randint(2, 4); cols.append(sorted({min(n - 1, a + d.randint(0, 5)) for _ in range(k)}) if band else sorted(d.sample(range(n), k)))
    cols = sorted({tuple(c) for c in cols}); rows = [[f"x{k}" for k, c in enumerate(cols) if i in c] for i in range(n)]; mix = pick((("=",), ("=", "<="), ("=", ">=", "<="), ("=", "=", "=", "<=")))
    out = [f" r{i}: " + " + ".join(r) + f" {op} {b}" for i, r in enumerate(rows) if r for op in [d.choice(mix)] for b in [2 if op == "<=" and d.random() < .3 else 1]]
    return "Minimize\n obj: x0\nSubject To\n" + "\n".join(out) + "\nBinaries\n" + "\n".join(" " + " ".join(f"x{k}" for k in range(len(cols))[q:q + 12]) for q in range(0, len(cols), 12)) + "\nEnd\n", ["lp", "FILE"], ".lp"

# ---------- families of graphs on random models
def graphkind(name, start, models, words, extra=lambda s: []):
    def f(s, d):
        e = model(s, d, models); w = pick(words)
        return graph([(f"n{a}", f"n{b}") for a, b in e], w[:1] + ["FILE"] + w[1:] + extra(s))
    f.__name__ = name; f.__doc__ = f"random graphs of many models: {words}"; kind(*start)(f)
graphkind("g_independent", (30, 1.2), HARD, [["independent"], ["independent", "--maximal"], ["vertexcover", "--minimal"]])
graphkind("g_coloring", (14, 1.15), HARD, [["coloring", "--colors", "3"], ["coloring", "--colors", "4"], ["coloring", "--colors", "5"], ["coloring", "--colors", "7"]])
graphkind("g_matching", (24, 1.2), HAM, [["matching"], ["cycles"]])
graphkind("g_tour", (14, 1.12), HAM, [["tour"], ["path", "--hamiltonian"]])
graphkind("g_path", (14, 1.15), [geometric, apollonian, smallband, sparse, cayley, kingboard, partialtree], [["path"], ["path"], ["pieces"]])
graphkind("g_spanning", (10, 1.12), NOTREE, [["spanning", "--forests"], ["spanning", "--trees", "3"], ["districts", "--sizes", "2..4"], ["districts", "--into", "3"]])
graphkind("g_cliques", (8, 1.1), [thick, smallband, kingboard, apollonian, sparse, partialtree], [["cliques"], ["cliques", "--edges"], ["cliques", "--edges"]])
@kind(6, 1.1)
def g_factorization(s, d):
    "one-factorizations of random regular graphs, bipartite or not"
    k = pick((3, 4, 5)); n = 2 * max(k + 1, s // 2 + 1); bip = pick((0, 1)); e = set(); t = 0
    while len(e) < k * n // 2:
        o = list(range(n)); d.shuffle(o); h = n // 2
        m = {(i, h + j) for i, j in enumerate(d.sample(range(h), h))} if bip else {tuple(sorted(o[i:i + 2])) for i in range(0, n, 2)}
        t += 1
        if not m & e: e |= m
        if t > 200: e = set(); t = 0
    return graph(e, ["factorization", "FILE"])
# MORE
LEVELS = {}  # name -> for each level, variants and their sizes
_p = os.path.join(os.path.dirname(os.path.abspath(__file__)), "levels.json")
if os.path.exists(_p): LEVELS = json.load(open(_p))
def variant(name, v, s, d):
    PICK[0] = random.Random(f"{name} {v}")
    return G[name](s, d)
def _make(name):
    a, r = START[name][:2]
    def make(level, d):
        v, s = d.choice(LEVELS[name][level]) if LEVELS.get(name) else (d.randrange(9), round(a * r ** (3 * level)))
        return variant(name, v, s, d)
    make.__doc__ = G[name].__doc__
    return make
K = {name: _make(name) for name in G}
