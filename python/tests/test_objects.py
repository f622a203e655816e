"""Families take Python objects: graphs, grids, numbers, words, drawings."""

import math
import pickle
import re
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, permutations

import networkx as nx
import numpy
import pandas
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import dlx_count as dlx


def test_graphs_of_networkx():
    assert dlx.matching(nx.hypercube_graph(4)).count() == dlx.matching("hypercube:4").count() == 272
    assert dlx.coloring(nx.petersen_graph(), colors=3).count() == 120
    assert dlx.matching(nx.grid_2d_graph(6, 6)).count() == 6728
    alone = nx.Graph()
    alone.add_nodes_from("ab")
    assert dlx.matching(alone).count() == 0 and dlx.independent(alone).count() == 4
    arcs = nx.DiGraph([(1, 2), (2, 1), (1, 1), (2, 2)])
    assert dlx.cycles(arcs, directed=True).count() == 2
    named = dlx.matching(nx.Graph([("New York", (1, "b"))]))
    assert [list(solution) for solution in named.solutions()] == [[("New_York", "1:b")]]


def test_lists_of_edges_and_costs():
    square = [(0, 1, 5), (1, 2, 1), (2, 3, 5), (3, 0, 2)]
    assert [cost for cost, _ in dlx.matching(square).best(2)] == [3, 10]
    assert dlx.matching(list(combinations(range(8), 2))).count() == dlx.matching(8).count()
    assert dlx.matching(numpy.array([[0, 1], [1, 2], [2, 3]])).count() == 1
    weighted = nx.Graph()
    weighted.add_weighted_edges_from(square)
    assert dlx.matching(weighted).count() == 2
    assert dlx.matching({("a", "b"): 0.5, ("c", "d"): Fraction(-7, 4)}).best()[0][0] == Decimal("-1.25")
    assert dlx.matching(pandas.DataFrame([(1, 2, 0.5), (3, 4, Decimal("1.5"))], columns=["from", "to", "weight"])).best()[0][0] == 2
    assert dlx.matching(zip("abcdef", "bcdefg")).n_options == dlx.matching(iter(pair) for pair in zip("abcdef", "bcdefg")).n_options == 6, "read once"
    for wrong, what in [
        ([(1, 2, 5), (3, 4, float("nan"))], "the edge (3, 4) has no cost"), ([(1, 2, Fraction(1, 3))], "up to 6 digits behind the point"), ([(1, 2, "7")], "'7' for the edge (1, 2)"), ([(1, 2, 5), (3, 4)], "the edge (3, 4) has no cost"),
        ([(1, 2, 5), (2, 1, 4)], "two costs"), ([(1, 2, 3, 4)], "is not an edge"), ([1, 2], "no edges"), (numpy.ones((4, 5)), "is not an edge"),
        ([[0, 1, 0], [0, 0, 1], [0, 0, 0]], "not symmetric"), (scipy.sparse.csr_array((2, 3)), "is square"), ([nx.Graph()], "several graphs"), ({1: 2}, "neighbors"),
        (nx.MultiGraph([(1, 2), (1, 2)]), "parallel edges"), (nx.DiGraph([(1, 2)]), "is directed"),
    ]:  # fmt: skip
        with pytest.raises(dlx.InputError, match=re.escape(what)):
            dlx.matching(wrong)


NAMES = ["a", "#", "#1", "", "\xa0", "TYPE:", "EDGE_WEIGHT_TYPE", ":", "a b", "a_b", "a,b", "p", 1, "1", -1, 2.5, (0, 1), "0:1", frozenset("xy"), "\ufeff", "\n", "é"]


def could_be_edges(names):
    """Without neighbors such vertices are refused."""
    return all(isinstance(name, (tuple, frozenset)) for name in names)


@given(st.lists(st.sampled_from(NAMES), unique_by=repr, min_size=2, max_size=6).filter(lambda names: not could_be_edges(names)), st.randoms(use_true_random=False))
def test_graphs_in_every_form_are_the_same_graph(names, dice):
    """Independent sets are counted as the definition says; the numbers of vertices and edges decide whether none was lost."""
    chosen = nx.Graph()
    chosen.add_nodes_from(names)
    chosen.add_edges_from(pair for pair in combinations(names, 2) if dice.random() < 0.5)
    sets = (set(some) for size in range(len(names) + 1) for some in combinations(names, size))
    expected = sum(not any(a in some and b in some for a, b in chosen.edges) for some in sets)
    table = nx.to_numpy_array(chosen)
    forms = [chosen, table, table.astype(int).tolist(), scipy.sparse.coo_matrix(table), nx.to_pandas_adjacency(chosen), nx.to_dict_of_lists(chosen), nx.to_dict_of_dicts(chosen)]
    for form in forms:
        assert dlx.independent(form).count() == expected, form
    # Lists of edges have no other vertices.
    touched = chosen.subgraph([name for name in names if chosen.degree(name)])
    if touched.edges:
        for form in [list(touched.edges), nx.to_edgelist(touched), dict.fromkeys(touched.edges)]:
            assert dlx.independent(form).count() == dlx.independent(touched).count(), form
    arcs = nx.DiGraph((a, b) if dice.random() < 0.5 else (b, a) for a, b in chosen.edges)
    covers = sum(all(arcs.has_edge(*pair) for pair in zip(arcs, others)) for others in permutations(arcs))
    assert dlx.cycles(arcs).count() == dlx.cycles(list(arcs.edges), directed=True).count() == covers if arcs else True


def test_directions():
    assert dlx.tour(nx.DiGraph([(1, 2), (1, 3), (2, 3)])).count() == 0 and dlx.cycles(nx.DiGraph([(1, 2), (2, 1)])).count() == 1
    assert dlx.tour(nx.cycle_graph(4), directed=True).count() == 2, "an edge without direction is two arcs"
    assert dlx.path(nx.grid_2d_graph(3, 3), start=(0, 0), end=(2, 2)).count() == 12
    with pytest.raises(dlx.InputError, match="with directed=False"):
        dlx.tour(nx.DiGraph([(1, 2)]), directed=False)
    with pytest.raises(dlx.InputError, match="2x2 matrix or 2 edges"):
        dlx.tour([[0, 5], [0, 0]], directed=True)


def test_grids_numbers_and_words():
    grid = [[0] * 4 for _ in range(4)]
    assert dlx.sudoku(grid).count() == dlx.sudoku(numpy.zeros((4, 4), int)).count() == 288
    grid[0] = [1, 2, 3, 4]
    assert dlx.sudoku(grid).count() == 12
    assert dlx.latin([[1, None, None], [None] * 3, [None] * 3]).count() == 4
    assert dlx.latin(pandas.DataFrame([[1, 2], [2, 1]])).count() == 1
    assert dlx.permanent(numpy.ones((5, 5), int)).count() == 120
    assert dlx.knapsack([1, 2, 3, 4, 5], sum=5).count() == 3
    assert dlx.words(["ab", "cd", "ac", "bd"], rows=2).count() == dlx.words(["ab", "cd", "ac", "bd"], grid=[[None, "."], [".", "."]]).count() == 4
    for worth in ({7: 12, 5: 3}, [(7, 12), (5, 3)]):
        assert dlx.knapsack(worth, capacity=10).best(greatest=True)[0][0] == 12
    assert dlx.knapsack(range(1, 6), sum=5).count() == dlx.knapsack(numbers="1 2 3 4 5\n", sum=5).count() == dlx.knapsack(path=[1, 2, 3, 4, 5], sum=5).count() == 3
    assert dlx.permanent(scipy.sparse.csr_array(numpy.ones((3, 3)))).count() == 6
    large = [[None] * 16 for _ in range(16)]
    large[0] = list(range(1, 17))
    assert dlx.sudoku(large).solve_one() is not None and dlx.sudoku("." * 81).name
    for clues in ([[2, 0, 2], [0, 0, 0], [2, 0, 2]], [[2, None, 2], [-1, -1, -1], [2, ".", 2]]):
        assert dlx.hashi(clues).count() == 1
    for runs in (["1", "1", "", "1", "1"], [[1, 1], [1, 1]], [[[1], [1]], [[1], [1]]]):
        assert dlx.nonogram(runs).count() == 2
    assert dlx.nonogram([[[], 2], [1, [1]]]).count() == 1
    for wrong, what in [(lambda: dlx.sudoku(nx.Graph()), "Graph for"), (lambda: dlx.words({"a": 1}), "a dictionary"), (lambda: dlx.latin([["1 2", 1], [1, 2]]), "one word"), (lambda: dlx.knapsack([(1, 2, 3)], sum=1), "worth")]:
        with pytest.raises(dlx.InputError, match=what):
            wrong()


def test_drawings():
    assert dlx.polyomino("...\n...\n", pieces="dominoes", reuse=True).count() == 3
    assert dlx.polyomino(["..", ".."], pieces="AA\n", reuse=True).count() == 2
    assert dlx.polyomino("aztec:4", pieces=["I2"], reuse=True).count() == 1024
    for square in ((2, 2), (iter("..") for _ in range(2)), [[".", "."], [".", "."]], numpy.array([[".", "."], [".", "."]]), numpy.ones((2, 2)), [[1, 1, 0], [1, 1, 0]]):
        assert dlx.polyomino(square, pieces=["AA"], reuse=True).count() == 2
    for box in (["..", "..", "", "..", ".."], [["..", ".."], ["..", ".."]], numpy.ones((2, 2, 2)), (2, 2, 2)):
        assert dlx.polyomino(box, pieces=[[1, 1]], reuse=True).count() == 9
    assert dlx.polyomino("2x4", pieces=[numpy.ones((1, 2)), [[1, 1], [1, 0]]], reuse=True).count() == 11
    assert dlx.sudoku(empty=True, box=(2, 2)).count() == dlx.sudoku(empty=True, jigsaw=[[0, 0, 1, 1]] * 2 + [[2, 2, 13, 13]] * 2).count() == 288
    assert dlx.polyiamond("2x2", pieces=[1, 2], reuse=True).count() == dlx.polyiamond("2x2", pieces="1,2", reuse=True).count().count > 0
    assert dlx.latin((3, 5)).count() == 66240 and dlx.queens(8, placed=numpy.array([[1, 1], [2, 5]])).count() == 1
    assert dlx.districts("grid:2x2", sizes=(2, 2)).count() == 2 and dlx.polyomino("2x2", pieces="I2", copies={"I2": (0, 2)}).count() == 2
    assert str(dlx.districts("petersen", size=5).solve_one()) == "{1 2 3 6 8} {4 5 7 9 10}"


def tilings(cells):
    """Dominoes on cells, by the first cell that is free."""
    if not cells:
        return 1
    first = min(cells)
    nexts = [tuple(place + (axis == way) for axis, place in enumerate(first)) for way in range(3)]
    return sum(tilings(cells - {first, other}) for other in nexts if other in cells)


@given(st.lists(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=3, max_size=3), min_size=1, max_size=2))
def test_masks_and_cells_are_the_board_that_they_show(layers):
    """Layers and rows may be empty; only where none is, is a text the same."""
    cells = frozenset((layer, *place) for layer, rows in enumerate(layers) for place in numpy.argwhere(rows).tolist() for place in [tuple(place)])
    if not cells:
        return
    signs = [[["." if cell else " " for cell in row] for row in rows] for rows in layers]
    for board in [layers, numpy.array(layers, bool), numpy.array(layers, float), signs, numpy.array(signs), *([layers[0], pandas.DataFrame(layers[0])] if len(layers) == 1 else [])]:
        assert dlx.polyomino(board, pieces="dominoes", reuse=True).count() == tilings(cells)


def test_words_of_errors_are_those_of_python():
    with pytest.raises(dlx.InputError) as raised:
        dlx.design(2, 7, 3, named=True)
    assert "--" not in str(raised.value), raised.value
    for family in dlx.families.values():
        assert not any(word in help for help in family.parameters.values() for word in ("--", "`-`")), family
    with pytest.raises(dlx.InputError, match="dlx_count.table"):
        dlx.queens(range(4, 6))


def test_tables_and_runs_take_texts_too(tmp_path):
    rows = dlx.table(dlx.coloring, [(1, 2), (2, 3), (3, 1)], colors=range(1, 5))
    assert list(rows["count"]) == [0, 0, 6, 24]
    graphs = dlx.table(dlx.matching, graph=[nx.cycle_graph(6), nx.complete_graph(4)])
    assert list(dlx.table(dlx.matching, [4, 6])["count"]) == [3, 15] and list(dlx.table(dlx.latin, [2, 3])["count"]) == [2, 12]
    assert list(graphs["count"]) == [2, 3] and list(dlx.table(dlx.coloring, graph=["petersen", "grid:2x2"], colors=[2, 3])["count"])[:2] == [0, 120]
    run = tmp_path / "graph.run"
    assert dlx.matching([(1, 2), (3, 4)]).count(run=run) == 1


def test_edges_of_networkx_are_edges():
    cycle = nx.cycle_graph(4)
    for edges in (cycle.edges, cycle.edges(), cycle.edges(data=True), nx.MultiGraph(cycle).edges):
        assert dlx.coloring(edges, colors=3).count() == 18
        assert dlx.matching(edges).count() == 2 and dlx.spanning(edges).count() == 4
    ring = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    assert dlx.cycles(ring.edges, directed=True).count() == 1
    nx.set_edge_attributes(cycle, {edge: number for number, edge in enumerate(cycle.edges)}, "weight")
    for edges in (cycle.edges, dict(cycle.edges)):
        assert [cost for cost, _ in dlx.matching(edges).best(2)] == [dlx.matching(cycle).best(2)[0][0], dlx.matching(cycle).best(2)[1][0]]
    with pytest.raises(dlx.InputError, match="edges or vertices"):
        dlx.coloring({(0, 1): {}, (1, 2): {}}, colors=3)
    # A grid's vertices are pairs, too.
    grid = nx.grid_2d_graph(2, 3)
    assert dlx.matching(nx.to_dict_of_dicts(grid)).count() == dlx.matching(grid).count() == 3


def test_what_is_missing_in_a_matrix_is_no_edge():
    for nothing in (math.nan, math.inf):
        for graph in (nx.path_graph(2), nx.empty_graph(2), nx.path_graph(3), nx.path_graph(5)):
            expected = dlx.coloring(graph, colors=3).count()
            assert dlx.coloring(nx.to_numpy_array(graph, nonedge=nothing), colors=3).count() == expected
            assert dlx.coloring(nx.to_pandas_adjacency(graph, nonedge=nothing), colors=3).count() == expected
    for odd, words in (
        (pandas.DataFrame({"u": [1, 3], "v": [2, math.nan]}), "something is missing"),
        (pandas.DataFrame({"u": [1, 3], "v": [2, 4], "cost": [math.nan, math.nan]}), "has no cost"),
        (numpy.array([[0, 1 + 1e-9], [1, 0]]), "not symmetric"),
        (pandas.DataFrame([[0, 1], [1, 0]], index=["a", "b"], columns=["b", "a"]), "different orders"),
    ):
        with pytest.raises(dlx.InputError, match=words):
            dlx.matching(odd)
    assert dlx.matching([]).count() == 1


def test_what_is_chosen_in_a_graph_is_told_in_its_vertices():
    cycle = nx.relabel_nodes(nx.cycle_graph(6), lambda vertex: (vertex // 3, vertex % 3))
    for problem, is_right in [
        (dlx.matching(cycle), lambda chosen: nx.is_perfect_matching(cycle, set(chosen["edges"]))),
        (dlx.independent(cycle), lambda chosen: cycle.subgraph(chosen["vertices"]).size() == 0),
        (dlx.spanning(cycle), lambda chosen: nx.is_tree(nx.Graph(chosen["edges"]))),
        (dlx.path(cycle, start=(0, 0), end=(0, 2)), lambda chosen: nx.is_simple_path(cycle, chosen["path"]) and len(chosen["edges"]) == len(chosen["path"]) - 1),
        (dlx.tour(cycle), lambda chosen: len(chosen["cycles"][0]) == len(chosen["edges"]) == 6 and all(cycle.has_edge(*edge) for edge in chosen["edges"])),
        (dlx.cycles(cycle), lambda chosen: sorted(chosen["cycles"][0]) == sorted(cycle)),
        (dlx.coloring(cycle, colors=3), lambda chosen: all(chosen["colors"][a] != chosen["colors"][b] for a, b in cycle.edges)),
        (dlx.cliques(cycle), lambda chosen: sorted(vertex for part in chosen["parts"] for vertex in part) == sorted(cycle)),
        (dlx.districts(cycle, into=2), lambda chosen: all(nx.is_connected(cycle.subgraph(part)) for part in chosen["parts"]) and len(chosen["parts"]) == 2),
        (dlx.factorization(cycle), lambda chosen: len(chosen["rounds"]) == 2 and all(nx.is_perfect_matching(cycle, set(edges)) for edges in chosen["rounds"])),
    ]:
        found = list(problem.solutions())
        assert len(found) == problem.count() > 0, problem
        assert all(is_right(solution.chosen) for solution in found), problem
        again = pickle.loads(pickle.dumps(problem)).solve_one()
        assert again.chosen == found[0].chosen or again.chosen in [solution.chosen for solution in found]
        assert problem.where(select=[0]).solve_one().chosen is not None
    assert dlx.queens(4).solve_one().chosen is None and dlx.matching("path:4").solve_one().chosen == {"edges": [("1", "2"), ("3", "4")]}
    arrows = dlx.cycles(nx.DiGraph([("a", "b"), ("b", "a")])).solve_one().chosen
    assert arrows == {"edges": [("a", "b"), ("b", "a")], "cycles": [["a", "b"]]}


def test_boards_are_rows_of_words():
    grid = dlx.sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").solve_one().rows
    assert all(sorted(row) == list("123456789") for row in [*grid, *zip(*grid)]) and grid[0][0] == "5"
    assert dlx.polyomino("2x3", pieces="dominoes", reuse=True).solve_one().rows[0][0].startswith("I")
    assert dlx.matching("cycle:4").solve_one().rows is None


def test_labels_that_are_texts_are_written_down():
    shifts = dlx.Problem({"Ann B": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
    assert "Ann B" in shifts.to_text("json") and "Cid" in shifts.trace().html
    assert sorted(map(sorted, dlx.read(shifts.to_text("json")).solutions())) == [["Ann B"], ["Bob", "Cid"]]


def test_graphs_that_differ_in_their_objects_alone_are_pickled_apart():
    for vertices in ([0, 1], ["0", "1"]):
        solution = pickle.loads(pickle.dumps(dlx.matching([vertices]).solve_one()))
        assert solution.chosen == {"edges": [tuple(vertices)]}
