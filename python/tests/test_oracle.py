"""Random problems, counted and solved in every way, against the definition."""

import json
from pathlib import Path

import dlx_count as dlx
import numpy
import pandas
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import solutions

settings.register_profile("short", max_examples=60, deadline=None)
settings.load_profile("short")

PRIMARY = ["a", "b", "c", "d"]
SECONDARY = ["s", "t"]


@st.composite
def options(draw):
    """Options with some of four primary items, and secondary ones with or without colors."""

    def option():
        items = draw(st.lists(st.sampled_from(PRIMARY), unique=True, max_size=3))
        tints = [(item, draw(st.sampled_from([None, "", ":x", ":y"]))) for item in SECONDARY]
        return items + [item + tint for item, tint in tints if tint is not None]

    made = [option() for _ in range(draw(st.integers(0, 9)))]
    return [option for option in made if option]


matrices = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(st.integers(0, 1), min_size=width, max_size=width), min_size=1, max_size=9))


@given(options(), st.randoms(use_true_random=False))
def test_every_engine_counts_and_every_search_finds_what_the_definition_says(options, dice):
    expected = solutions(options, PRIMARY, SECONDARY)
    problem = dlx.Problem(options, primary=PRIMARY, secondary=SECONDARY)
    for engine in (None, *dlx.ENGINES):
        try:
            outcome = problem.count(engine=engine, threads=dice.choice([1, 2]))
        except dlx.Error:
            assert engine == "signs"
            continue
        assert outcome.complete and outcome.count == len(expected), engine
    for how in ({}, {"in_order": False}, {"seed": dice.getrandbits(32)}):
        assert sorted(tuple(solution.indices) for solution in problem.solutions(**how)) == sorted(expected)
    assert {tuple(solution.indices) for solution in problem.sample(3, seed=1)} <= set(expected)
    if expected:
        assert problem.solve_one() is not None


@given(matrices)
def test_all_that_holds_a_matrix_is_the_same_problem(rows):
    array = numpy.array(rows)
    sets = [[column for column, value in enumerate(row) if value] for row in rows]
    expected = sorted(solutions([list(map(str, items)) for items in sets], list(map(str, range(len(rows[0]))))))
    found = {
        "array": dlx.Problem(array),
        "bool": dlx.Problem(array.astype(bool)),
        "float": dlx.Problem(array.astype(float)),
        "fortran": dlx.Problem(numpy.asfortranarray(array)),
        "csr": dlx.Problem(scipy.sparse.csr_matrix(array)),
        "coo": dlx.Problem(scipy.sparse.coo_array(array)),
        "frame": dlx.Problem(pandas.DataFrame(array)),
        "rows": dlx.Problem.from_matrix(rows),
        "sets": dlx.Problem(sets, primary=range(len(rows[0]))),
        "dictionary": dlx.Problem(dict(enumerate(sets)), primary=range(len(rows[0]))),
    }
    for name, problem in found.items():
        assert sorted(tuple(solution.indices) for solution in problem.solutions()) == expected, name
        assert problem.count() == len(expected), name
    assert len({problem.fingerprint for problem in found.values()}) == 1


@given(matrices)
def test_the_drop_ins_agree_with_the_definition(rows):
    array = numpy.array(rows, dtype=bool)
    sets = [[str(column) for column, value in enumerate(row) if value] for row in rows]
    expected = solutions(sets, list(map(str, range(len(rows[0])))))
    assert dlx.get_solution_count(array) == len(expected)
    if expected:
        assert dlx.get_all_solutions(array) == set(expected)
        assert tuple(dlx.get_exact_cover(array)) in expected
        assert len(dlx.get_all_solutions(array, max_count=1)) == 1
    else:
        with pytest.raises(dlx.NoSolution):
            dlx.get_exact_cover(array)
        with pytest.raises(dlx.NoSolution):
            dlx.get_all_solutions(array)


@given(st.lists(st.lists(st.integers(0, 3), unique=True, min_size=1, max_size=3), min_size=1, max_size=8))
def test_the_solver_of_sage_agrees_with_the_definition(rows):
    solver = dlx.DLXSolver(rows)
    columns = [str(column) for column in range(max(map(max, rows)) + 1)]
    expected = sorted(solutions([list(map(str, row)) for row in rows], columns))
    assert sorted(map(tuple, solver.all_solutions())) == expected == sorted(map(tuple, solver.all_solutions(ncpus=2)))
    assert solver.number_of_solutions() == len(expected) and solver.has_solution() == bool(expected)
    walked = 0
    while solver.search():
        assert tuple(solver.get_solution()) in expected
        walked += 1
    assert walked == len(expected)
    for column in range(solver.ncols()):
        assert sum(part.number_of_solutions() for part in solver.split(column).values()) == len(expected)


@given(st.integers(0, 10**40) | st.integers(0, 2**20000))
def test_limits_of_any_size_are_understood(limit):
    problem = dlx.Problem([["a"], ["a"]])
    assert problem.count(limit=limit).count >= min(limit, 2)


def test_counts_have_any_size():
    n = 5000
    problem = dlx.Problem([[k] for k in range(n) for _ in range(10)], primary=range(n))
    assert problem.count().count == 10**n


CORPUS = Path(__file__).parents[2] / "tests" / "data"


@pytest.mark.parametrize("line", (CORPUS / "corpus.jsonl").read_text().splitlines(), ids=lambda line: json.loads(line)["name"])
def test_the_corpus(line):
    known = json.loads(line)
    text = (CORPUS / known["file"]).read_text() if "file" in known else json.dumps(known["problem"])
    problem, count = dlx.read(text), int(known["count"])
    assert problem.count() == count
    if count < 1000:
        assert len({tuple(solution.indices) for solution in problem.solutions(in_order=False)}) == count
