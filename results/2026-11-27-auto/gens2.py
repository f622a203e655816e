import gens, random, itertools
from gens import *
K = {}
def again(name, levels):
    f = gens.K[name]
    K[name] = lambda level, d: f(levels[level], d)
for name, levels in dict(cliquechain=[6, 9, 14, 20], cliquetree=[6, 9, 14, 20], wheel=[5, 6, 7, 8], plantedmix=[5, 6, 7, 9], bandlong=[6, 9, 13, 18], bags=[6, 10, 15, 22], quotas=[6, 8, 10, 12], quotaband=[6, 10, 16, 20],
    quotagrid=[3, 4, 5, 6], domatic=[3, 4, 5, 6], domination=[6, 7, 8, 9], irredundant=[6, 8, 10, 12], langfordlike=[3, 4, 5, 6], hookedskolem=[3, 4, 6, 7], threedim=[3, 4, 5, 6], hypermatch=[4, 6, 8, 10], latinholes=[2, 3, 4, 5],
    holequeens=[3, 4, 5, 6], costas=[3, 4, 5, 6], edgecolors=[5, 7, 9, 12], binarycsp=[5, 7, 9, 12], crossfigures=[3, 4, 5, 6], scheduling=[3, 5, 7, 9], coloredband=[5, 8, 12, 16], aztec=[3, 4, 5, 6], rundown=[3, 4, 5, 6], holedominoes=[3, 4, 5, 6],
    gerechte=[4, 3, 5, 6], matchcirculant=[4, 6, 8, 10], knapsacks=[3, 4, 5, 6], forbiddenperm=[3, 4, 5, 6], monotone=[4, 6, 8, 10], mixedsat=[2, 3, 4, 5], xorchain=[4, 8, 12, 20], xorrandom=[4, 6, 8, 10], bayesrandom=[3, 4, 5, 7],
    cover_pairwise=[3, 4, 5, 6], cover_ladder=[3, 4, 5, 6], cover_product=[3, 4, 5, 6], cover_binary=[3, 4, 5, 6], matching_pairwise=[3, 5, 7, 9], matching_ladder=[3, 5, 7, 9], matching_binary=[3, 5, 7, 9], colorcnf=[2, 3, 4, 5],
    features=[3, 6, 9, 12], circuit=[2, 4, 6, 8], multiplier=[2, 3, 4, 5], cardinality=[2, 3, 4, 6], isles=[3, 5, 7, 9], opbrandom=[3, 4, 5, 6], opbband=[3, 6, 9, 14], opbmarket=[3, 4, 5, 6], opbcards=[2, 3, 4, 5]).items(): again(name, levels)
for name in ("torusblobs", "cyclicdesign", "vectorspreads", "latincells", "wang", "matchgraph", "indepgraph", "colorgraph", "covergraph", "cliquegraph", "toursgraph", "cyclesgraph", "spanninggraph", "districtsgraph", "piecesgraph", "waerden", "ramsey", "gridsat", "bayesgrid", "pigeonvariants"): again(name, [3, 4, 5])
def new(f): K[f.__name__] = f; return f
@new
def satsmall(level, d):
    "random 3-SAT of the sizes at which the search that learns takes 20 to 80 ms"
    n = [50, 55, 60, 120][level]; r = [2.4, 2.8, 3.3, 4.2][level]
    return cnf(n, [rnd(n, 3, d) for _ in range(int(r * n))])
@new
def ksat(level, d):
    k = [4, 5, 4, 7][level]; n = [40, 36, 55, 30][level]; r = [7, 13, 8.6, 50][level]
    return cnf(n, [rnd(n, k, d) for _ in range(int(r * n))])
@new
def nae(level, d):
    "not all equal: both signs"
    n = [40, 50, 60, 70][level]; c = []
    for _ in range(int(1.5 * n)):
        x = rnd(n, 3, d); c += [x, [-v for v in x]]
    return cnf(n, c)
@new
def oneinthree(level, d):
    n = [45, 60, 75, 90][level]; c = []
    for _ in range(int(.5 * n)):
        x = rnd(n, 3, d); c += [x] + [[-a, -b] for a, b in itertools.combinations(x, 2)]
    return cnf(n, c)
@new
def sudokulike(level, d):
    "gerechte designs of order 6 and 7 with some cells given as forbidden options"
    n = 6 + level // 2
    o = []; h = d.sample(range(n), n)
    for i in range(n):
        for j in range(n):
            for s in range(n):
                if d.random() < [.8, .9, .75, .8][level]: o.append([f"p{i}_{j}", f"r{i}_{s}", f"c{j}_{s}", f"b{(i + h[j]) % n}_{s}"])
    return dlx([f"{x}{i}_{j}" for x in "prcb" for i in range(n) for j in range(n)], o)
@new
def looseparts(level, d):
    "dense covers joined by one option each, all of the same hub: parts come apart"
    k, m = 3 + level, 22; g = [[f"g{i}_{j}" for j in range(m)] for i in range(k)]
    o = [d.sample(x, d.randint(3, 5)) for x in g for _ in range(9 * m)] + [["hub"]] + [["hub"] + [d.choice(x)] for x in g for _ in range(2)]
    for i in range(k - 1): o += [[d.choice(g[i]), d.choice(g[i + 1])] for _ in range(3)]
    return dlx(["hub"] + sum(g, []), uniq(o))
@new
def exactquota(level, d):
    "t-fold coverings: every item exactly twice"
    n = 12 + 2 * level; it = [f"q{i}" for i in range(n)]
    return dlx([f"2|{x}" for x in it], uniq(d.sample(it, d.randint(3, 4)) for _ in range(int(2.6 * n))))
@new
def coloredcubes(level, d):
    "sparse CSP with hubs: colors of hubs are in many options"
    n = 30 + 12 * level; it = [f"p{i}" for i in range(n)]; o = []
    for i in range(n):
        for _ in range(5): o.append([it[i], f"h{d.randrange(4)}:{d.choice('abc')}", f"x{i}:{d.choice('ab')}", f"x{(i + d.choice((1, 1, 5))) % n}:{d.choice('ab')}"])
    return dlx(it, [list(dict((w.split(':')[0], w) for w in q).values()) for q in o], [f"h{i}" for i in range(4)] + [f"x{i}" for i in range(n)])
