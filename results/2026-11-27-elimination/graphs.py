"""Graphs whose colorings are counted in README.md, an edge in each line.

    python3 graphs.py sparse SEED > graph.txt      130 vertices and 200 edges, at random
    python3 graphs.py cubic N SEED > graph.txt     every vertex with three edges
    python3 graphs.py ktree N K SEED > graph.txt   each vertex joined to a clique of K of those before
"""

import itertools
import random
import sys


def sparse(seed):
    return random.Random(seed).sample(list(itertools.combinations(range(130), 2)), 200)


def cubic(n, seed):
    dice = random.Random(seed)
    while True:
        ends = [vertex for vertex in range(n) for _ in range(3)]
        dice.shuffle(ends)
        edges = {tuple(sorted(ends[k : k + 2])) for k in range(0, 3 * n, 2)}
        if len(edges) == 3 * n // 2 and all(a != b for a, b in edges):
            return sorted(edges)


def ktree(n, k, seed):
    dice = random.Random(seed)
    edges = set(itertools.combinations(range(k + 1), 2))
    cliques = list(itertools.combinations(range(k + 1), k))
    for vertex in range(k + 1, n):
        clique = dice.choice(cliques)
        edges |= {(other, vertex) for other in clique}
        cliques += [rest + (vertex,) for rest in itertools.combinations(clique, k - 1)]
    return sorted(edges)


make = {"sparse": sparse, "cubic": cubic, "ktree": ktree}[sys.argv[1]]
for one, other in make(*map(int, sys.argv[2:])):
    print(one, other)
