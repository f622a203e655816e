"""Families take Python objects: graphs, grids, numbers, words, drawings."""

from itertools import combinations

import networkx as nx
import numpy
import pandas
import pytest

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
    with pytest.raises(dlx.InputError, match="whole number from 0"):
        dlx.matching([(1, 2, 0.5)])


def test_grids_numbers_and_words():
    grid = [[0] * 4 for _ in range(4)]
    assert dlx.sudoku(grid).count() == dlx.sudoku(numpy.zeros((4, 4), int)).count() == 288
    grid[0] = [1, 2, 3, 4]
    assert dlx.sudoku(grid).count() == 12
    assert dlx.latin([[1, None, None], [None] * 3, [None] * 3]).count() == 4
    assert dlx.latin(pandas.DataFrame([[1, 2], [2, 1]])).count() == 1
    assert dlx.permanent(numpy.ones((5, 5), int)).count() == 120
    assert dlx.knapsack([1, 2, 3, 4, 5], sum=5).count() == 3
    assert dlx.words(["ab", "cd", "ac", "bd"], rows=2).count() == 4


def test_drawings():
    assert dlx.polyomino("...\n...\n", pieces="dominoes", reuse=True).count() == 3
    assert dlx.polyomino(["..", ".."], pieces="AA\n", reuse=True).count() == 2
    assert dlx.polyomino("aztec:4", pieces=["I2"], reuse=True).count() == 1024


def test_words_of_errors_are_those_of_python():
    with pytest.raises(dlx.InputError) as raised:
        dlx.design(2, 7, 3, named=True)
    assert "--" not in str(raised.value), raised.value


def test_tables_and_runs_take_texts_too(tmp_path):
    rows = dlx.table(dlx.coloring, [(1, 2), (2, 3), (3, 1)], colors=range(1, 5))
    assert list(rows["count"]) == [0, 0, 6, 24]
    run = tmp_path / "graph.run"
    assert dlx.matching([(1, 2), (3, 4)]).count(run=run) == 1
