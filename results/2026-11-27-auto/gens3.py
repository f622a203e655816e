import gens, gens2, itertools
from gens import *
B = {**gens.K, **gens2.K}
K = {}
def at(name, levels, table=None):
    f = (table or gens.K)[name]
    K[name] = lambda level, d: f(levels[level], d)
at("cliquetree", [4, 5, 6, 7]); at("looseparts", [0, 1, 1, 2], gens2.K); at("quotaband", [7, 8, 10, 11]); at("gerechte", [2, 3, 2, 2]); at("plantedsat", [0, 0, 0, 0]); at("ksat", [2, 1, 0, 3], gens2.K)
@gens.kind
def transgraph(level, d):
    "vertex-transitive graphs: independent sets, covers, colorings, matchings, cliques"
    n = d.choice((5, 5, 6)); paley = lambda p: [(i, j) for i in range(p) for j in range(i) if (i - j) % p in {x * x % p for x in range(1, p)}]
    kn = list(itertools.combinations(range(7), 2)); kneser = [(a, b) for a in range(21) for b in range(a) if not set(kn[a]) & set(kn[b])]
    g, w = [(lambda: cube(6), ["independent", "FILE"]), (lambda: gens.circulant(44, [1, 7, 16]), ["vertexcover", "FILE"]), (lambda: gens.circulant(36, [2, 3, 13]), ["independent", "FILE", "--maximal"]), (lambda: kneser, ["coloring", "FILE", "--colors", "6"])][level]
    return graph(g(), w)
K["transgraph"] = transgraph
@gens.kind
def sparsehub(level, d):
    "bands around a hub"
    n = 60; k = 2 + level; its = [f"b{i}_{j}" for i in range(k) for j in range(n)]; o = []
    for i in range(k):
        for j in range(n - 2):
            for _ in range(3): o.append([f"b{i}_{x}" for x in d.sample(range(j, min(n, j + 6)), min(n - j, d.randint(2, 3)))])
        o += [[f"hub{h}", f"b{i}_{d.randrange(n)}"] for h in range(3)] + [[f"b{i}_{j}"] for j in range(n) if d.random() < .3]
    return dlx([f"hub{h}" for h in range(3)] + its, uniq(o))
K["sparsehub"] = sparsehub
at("satsmall", [0, 1, 2, 3], gens2.K); at("nae", [1, 2, 2, 3], gens2.K); at("oneinthree", [0, 1, 2, 3], gens2.K)
at("multiplier", [2, 3, 3, 4]); at("circuit", [2, 3, 4, 5]); at("cardinality", [1, 2, 3, 4]); at("pigeonvariants", [2, 3, 4, 5]); at("xorrandom", [5, 6, 7, 8])
at("coloredcubes", [0, 1, 2, 3], gens2.K); at("exactquota", [0, 1, 2, 3], gens2.K); at("sudokulike", [0, 2, 1, 3], gens2.K); at("coloredband", [4, 6, 8, 11])
at("scheduling", [3, 4, 4, 5]); at("opbrandom", [3, 4, 5, 6]); at("opbcards", [2, 3, 4, 5]); at("opbband", [2, 4, 6, 9]); at("domination", [4, 5, 4, 5]); at("irredundant", [3, 4, 5, 6]); at("hypermatch", [3, 4, 5, 6]); at("cliquechain", [8, 11, 15, 18]); at("wheel", [4, 5, 6, 7]); at("features", [4, 5, 7, 8]); at("monotone", [3, 4, 5, 6]); at("bags", [5, 8, 12, 16]); at("rundown", [3, 4, 5, 6]); at("bayesrandom", [3, 4, 5, 6]); at("isles", [4, 5, 6, 7]); at("gridsat", [2, 3, 4, 4]); at("latinholes", [2, 2, 3, 3]); at("mixedsat", [1, 1, 2, 2])
