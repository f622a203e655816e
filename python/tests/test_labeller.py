"""Kinds of solutions, against an independent labeller: bliss, as python-igraph has it.

A problem is a graph: a vertex for each item and each option, an edge where an option has an item. Two solutions are of one kind if the graphs in which their options are marked have the same canonical form.
"""

import random

import dlx_count as dlx
import igraph
import pytest

PRIMARY, SECONDARY, OPTION, CHOSEN = range(4)


def canonical(options, n_primary, n_items, chosen=()):
    """The graph of a problem, in the form that all that are isomorphic to it have."""
    edges = [(item, n_items + place) for place, option in enumerate(options) for item in option]
    kinds = [PRIMARY] * n_primary + [SECONDARY] * (n_items - n_primary) + [CHOSEN if place in chosen else OPTION for place in range(len(options))]
    graph = igraph.Graph(n_items + len(options), edges, vertex_attrs={"kind": kinds})
    form = graph.permute_vertices(graph.canonical_permutation(color=kinds))
    return tuple(sorted(tuple(sorted(edge)) for edge in form.get_edgelist())), tuple(form.vs["kind"])


def orbit(option, steps):
    """All that some permutations of the items make of an option."""
    seen, open_ = {option}, [option]
    while open_:
        now = open_.pop()
        for step in steps:
            image = frozenset(step[item] for item in now)
            if image not in seen:
                seen.add(image)
                open_.append(image)
    return seen


def symmetric(dice):
    """A problem that some permutations carry into itself: options are added with all their images."""
    n_primary = dice.choice([4, 6, 6, 8, 9])
    n_items = n_primary + dice.choice([0, 0, 2, 4])
    steps = []
    for _ in range(dice.choice([1, 1, 2])):
        halves = [list(range(n_primary)), list(range(n_primary, n_items))]
        power = dice.choice([2, 3, 4])
        step = list(range(n_items))
        for half in halves:
            dice.shuffle(half)
            for cycle in (half[start : start + power] for start in range(0, len(half) - power + 1, power)):
                for here, there in zip(cycle, cycle[1:] + cycle[:1]):
                    step[here] = there
        steps.append(step)
    options = set()
    while len(options) < 14:
        covered = dice.sample(range(n_primary), dice.choice([1, 2, 2, 3]))
        extra = [item for item in range(n_primary, n_items) if dice.random() < 0.3]
        more = orbit(frozenset(covered + extra), steps)
        if len(options | more) > 40:
            break
        options |= more
    return n_primary, n_items, sorted(map(sorted, options))


def made(seed):
    """Such a problem, as numbers and as the package has it."""
    n_primary, n_items, options = symmetric(random.Random(seed))
    items = list(map(str, range(n_items)))
    names = [[items[item] for item in option] for option in options]
    return n_primary, n_items, options, dlx.Problem(names, primary=items[:n_primary], secondary=items[n_primary:])


@pytest.mark.parametrize("seed", range(120))
def test_kinds_are_those_of_an_independent_labeller(seed):
    n_primary, n_items, options, problem = made(seed)
    found = [frozenset(solution.indices) for solution in problem.solutions()]
    kinds = {canonical(options, n_primary, n_items, chosen) for chosen in found}
    up_to = problem.up_to_symmetry()
    assert up_to.count() == len(kinds)
    shown = [frozenset(solution.indices) for solution in up_to.solutions()]
    assert {canonical(options, n_primary, n_items, chosen) for chosen in shown} == kinds and len(shown) == len(kinds)


def test_some_of_them_have_many_solutions_of_few_kinds():
    problems = [made(seed)[-1] for seed in range(120)]
    sizes = [(int(problem.count()), int(problem.up_to_symmetry().count())) for problem in problems]
    assert sum(kinds > 1 and all_ > 2 * kinds for all_, kinds in sizes) > 20, sizes
