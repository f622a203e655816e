"""What problems are made from, how they say that something is wrong, and what can be asked of them."""

import collections
import multiprocessing
import pathlib
import pickle
import random
import threading
from decimal import Decimal
from fractions import Fraction

import dlx_count as dlx
import numpy
import pandas
import pytest
import scipy.sparse


def said(call, *given, error=dlx.InputError, **named):
    """The message of an error."""
    with pytest.raises(error) as caught:
        call(*given, **named)
    return str(caught.value)


def test_solutions_have_labels():
    by_name = dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
    assert sorted(map(list, by_name.solutions())) == [["Ann"], ["Bob", "Cid"]]
    frame = pandas.DataFrame([[1, 1], [1, 0], [0, 1]], index=["Ann", "Bob", "Cid"], columns=["mon", "tue"])
    framed = dlx.Problem(frame)
    assert framed.items == ["mon", "tue"] and sorted(map(list, framed.solutions())) == [["Ann"], ["Bob", "Cid"]]
    pieces = [frozenset({1, 2}), frozenset({3})]
    assert list(dlx.Problem(pieces).solve_one()) == pieces
    keys = dlx.Problem({(0, "x"): [1], None: [2]})
    assert sorted(keys.solve_one(), key=str) == [(0, "x"), None]
    assert dlx.queens(1).solve_one() == [("r0", "c0")]
    labelled = dlx.read('{"Ann": ["a"], "Bob": ["b"]}')
    assert list(labelled.solve_one()) == ["Ann", "Bob"]


def test_solutions_are_sequences():
    solution = dlx.Problem({"x": [1], "y": [2]}).solve_one()
    assert len(solution) == 2 and solution[0] == "x" and solution[-1] == "y" and solution[:] == ["x", "y"]
    assert "x" in solution and "z" not in solution and solution.indices == [0, 1]
    assert solution == ["x", "y"] and solution == ("x", "y") and solution != ["y", "x"] and solution != "xy"
    assert repr(solution) == "['x', 'y']" and solution.items == [["1"], ["2"]] and solution.svg() is None
    with pytest.raises(IndexError):
        solution[2]
    one, other = dlx.queens(6).solutions(limit=2)
    assert one != other and one == dlx.queens(6).solve_one() and hash(one) == hash(dlx.queens(6).solve_one())


def test_items_with_the_same_text_are_told_apart():
    assert dlx.count([[1, "1"], [1], ["1"]]) == 2


def test_secondary_items_and_colors():
    options = [["a", "s:red"], ["b", "s:red"], ["b", ("s", "blue")], ["b", "s"]]
    assert list(map(list, dlx.Problem(options, secondary=["s"]).solutions())) == [options[:2]]
    assert dlx.Problem(numpy.array([[1, 0, 1], [0, 1, 1]]), secondary=[2]).count() == 0
    assert dlx.Problem(numpy.array([[1, 0, 1], [0, 1, 0]]), secondary=[2]).count() == 1
    assert dlx.Problem([["a", "x:y"]]).count() == 1, "what is no secondary item has no color"


def test_options_that_can_be_read_once():
    problem = dlx.Problem(iter(items) for items in [["a", "b"], ["a"], ["b"]])
    assert sorted(map(list, problem.solutions())) == [[("a",), ("b",)], [("a", "b")]]


def test_corners():
    assert dlx.count([]) == 1 and dlx.count({}) == 1
    assert dlx.Problem([], primary=["a"]).count() == 0
    assert dlx.Problem([["a"], ["a"]]).count() == 2
    assert dlx.count(numpy.zeros((0, 0))) == 1 and dlx.count(numpy.zeros((0, 1))) == 0
    assert list(dlx.Problem([]).solve_one()) == []


def test_mistakes_are_said_in_the_words_of_the_program(tmp_path):
    assert "`a`" in said(dlx.Problem, [["a", "b"], ["a", "a"]]) and "twice" in said(dlx.Problem, [["a", "a"]])
    assert said(dlx.Problem, [["celar"]], primary=["cellar"]) == "unknown item `celar`\n  help: did you mean `cellar`?"
    assert "is not an option" in said(dlx.Problem, ["ab", "c"])
    assert "str is no problem" in said(dlx.Problem, "a b c")
    assert said(dlx.Problem, numpy.array([[0, 1], [2, 1]])).startswith("2 in row 1, column 0, from 0")
    assert said(dlx.Problem, scipy.sparse.csr_matrix([[0, 1], [0, 3]])).startswith("3 in row 1, column 1, from 0")
    assert "3 dimensions" in said(dlx.Problem, numpy.zeros((1, 1, 1)))
    assert said(dlx.queens, 1000) == "1000 is too large for queens\n  help: the largest is 700"
    assert said(dlx.queens).startswith("queens needs `n`")
    assert said(dlx.queens, "x").startswith("`x` for `n`\n  help: a number such as 8")
    assert "does not take `size`" in said(dlx.queens, size=8, error=TypeError)
    assert said(dlx.queens, 8, toroidal="yes").startswith("'yes' for `toroidal`")
    assert said(dlx.queens(8).count, engine="warp") == "there is no engine `warp`\n  help: the engines are auto, " + ", ".join(dlx.ENGINES)
    assert "written like 512MiB" in said(dlx.queens(8).count, memory="lots")
    assert "is from 1 to 4096" in said(dlx.queens(8).count, threads=0)
    assert "time_limit is -1" in said(dlx.queens(8).count, time_limit=-1)
    assert said(dlx.queens(8).where, select="r0 c9").startswith("no option is called `r0 c9`: there is no item `c9`\n  help: an option is named by its number")
    assert said(dlx.queens(8).up_to_symmetry().trace).startswith("trace is about all solutions")
    path = tmp_path / "broken.dlx"
    path.write_text("hall cellar\nhall celar\n")
    shown = f"{path}:2:6: unknown item `celar`\n 2 | hall celar\n   |      ^^^^^\n  help: did you mean `cellar`?"
    assert said(dlx.file, path) == shown == said(dlx.count, path)
    assert "cannot read" in said(dlx.file, tmp_path / "none", error=dlx.RunError)


def test_every_mistake_is_a_value_error_or_runtime_error():
    assert issubclass(dlx.InputError, ValueError) and issubclass(dlx.RunError, RuntimeError) and issubclass(dlx.NoSolution, dlx.Error)


def test_files_and_texts(root):
    path = root / "tests/data/labels/shifts.csv"
    assert dlx.count(path) == dlx.count(pathlib.PurePath(path)) == 2
    problem = dlx.file(path)
    again = dlx.read(problem.to_text("json"))
    assert again.fingerprint == problem.fingerprint
    for format in ("dlx", "json", "csv"):
        assert dlx.read(problem.to_text(format), format).count() == 2


def test_every_family_is_a_function():
    assert set(dlx.families) >= {"queens", "polyomino", "sudoku", "langford", "latin", "file"}
    for name, family in dlx.families.items():
        assert family.name == name and family.parameters and "dlx-count" in family.__doc__
        assert getattr(dlx, name) is family or name in ("count", "solutions", "table", "read", "sage")


def test_families_take_what_the_command_line_takes():
    assert dlx.queens(8).name == "queens 8" and dlx.queens("8").count() == 92 and dlx.queens(numpy.int64(6)).count() == 4
    assert dlx.queens(11, toroidal=True).count() == 88
    assert dlx.queens(8, placed=[(1, 1)]).name == 'queens 8 --placed "1,1"'
    assert dlx.queens(8, up_to_symmetry=True).count() == 12 == dlx.queens(8).up_to_symmetry().count().count
    assert dlx.polyomino("6x10", pieces="pentominoes").up_to_symmetry().count() == 2339
    assert dlx.polyomino(rows=3, columns=8, pieces="dominoes", reuse=True).count() == 153
    assert dlx.latin(4).up_to_symmetry().count() == 2
    assert dlx.sudoku(empty=True, box="2x2").count() == 288


def test_a_parameter_may_be_a_word_of_python():
    assert "lambda_" in dlx.design.parameters and dlx.design(2, 6, 3, lambda_=2).count() == dlx.families["design"](2, 6, 3, lambda_="2").count().count > 0


def test_a_file_of_puzzles_is_several_problems(root):
    path = root / "tests/data/sudoku/three.txt"
    assert [problem.count().count for problem in dlx.sudoku.all(path)] == [1, 3, 0]
    assert said(dlx.sudoku, path).startswith("these are 3 problems")


def test_what_cannot_have_a_solution_says_why():
    outcome = dlx.polyomino("5x11", pieces="pentominoes").count()
    assert outcome == 0 and outcome.complete and outcome.engine == "none" and "60 cells" in outcome.reason


def test_demands():
    shifts = dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
    assert shifts.where(select="Bob").count() == 1 and list(map(sorted, shifts.where(select=[1]).solutions())) == [["Bob", "Cid"]]
    assert shifts.where(optional="tue").count() == 2 and shifts.where(forbid=["tue"]).count() == 1
    assert dlx.queens(8).where(select=["r0 c0"]).where(select=["r1 c4"]).count() == dlx.queens(8, placed=[(1, 1), (2, 5)]).count()


def test_items_that_are_covered_several_times():
    shifts = dlx.Problem({"Ann": ["mon", "tue"], "Bob": ["mon"], "Cid": ["tue"]})
    twice = shifts.where(at_least={"mon": 2}, at_most={"mon": 2})
    assert list(map(list, twice.solutions())) == [["Ann", "Bob"]] and twice.count() == 1
    assert (twice.options, twice.items, twice.n_options) == (shifts.options, shifts.items, 3)
    assert list(twice.sample(1, seed=1)[0]) == ["Ann", "Bob"] and "<!doctype html>" in twice.trace().html
    assert said(shifts.where, at_least={"sun": 2}).startswith("no item is called `sun`")


def test_options_hang_together():
    edges = {f"{a}{b}{word}": [f"{a}{b}"] for a, b in ["ab", "bc", "ca"] for word in ("", " out")}
    ports = {"ab": "ab", "bc": "bc", "ca": "ca"}
    triangle = dlx.Problem(edges, ports=ports, connected=1, acyclic=True)
    assert triangle.count() == 6
    assert dlx.read(triangle.to_text("dlx")).count() == dlx.read(triangle.to_text("json")).count() == 6
    lists = [[1], [1], [2], [2]], [[1, 2], (), [(1,), "1"], ()]
    assert dlx.Problem(lists[0], ports=lists[1], connected="0..1").count() == 3
    assert dlx.Problem(lists[0], ports=[[1, 2], (), [1, 3], ()], connected="0..1").count() == 4
    assert "belong together" in said(dlx.Problem, [[1]], connected=1)
    assert "`ports` of 2 options, but there are 1" in said(dlx.Problem, [[1]], ports=[[], []], connected=1)
    assert "which is not there" in said(dlx.Problem, {"x": [1]}, ports={"y": [1]}, connected=1)
    assert "is written like" in said(dlx.Problem, [[1]], ports=[[1]], connected="many")
    assert "must be connected" in said(triangle.to_text, "ec")


def test_options_keep_nodes_apart():
    """A cycle of four vertices, in which each edge joins its ends or keeps them apart."""
    edges = [(a, (a + 1) % 4) for a in range(4)]
    options = [[edge] for edge in edges for _ in range(2)] + [[vertex] for vertex in range(4)]
    ports = [nodes for edge in edges for nodes in (edge, ())] + [(vertex,) for vertex in range(4)]
    apart = [nodes for edge in edges for nodes in ((), edge)] + [()] * 4
    parts = dlx.Problem(options, ports=ports, apart=apart, connected=2, nodes=2)
    assert parts.count() == 2 and dlx.read(parts.to_text("json")).count() == 2
    told = {"ports": ports, "apart": apart, "connected": "0.."}
    # All partitions into connected parts; and the one with 0 and 2 in one part, by way of 3, and 1 in another.
    assert dlx.Problem(options, **told).count() == 12
    assert dlx.Problem(options, **told, colors={0: "red", 2: "red", 1: "blue"}).count() == 1
    assert "is in `ports` and in `apart`" in said(dlx.Problem, [[1]], ports=[[1]], apart=[[1]], connected=1)
    assert "which no option has" in said(dlx.Problem, [[1]], ports=[[1]], connected=1, colors={2: "red"})
    assert "is written like" in said(dlx.Problem, [[1]], ports=[[1]], connected=1, nodes="few")
    assert "belong together" in said(dlx.Problem, [[1]], nodes=2)


def test_costs_are_exact_and_complete():
    shifts = dlx.Problem({"a": [1], "b": [2]})
    for wrong in (Fraction(1, 3), float("nan"), float("inf"), Decimal("-inf"), None, [1]):
        assert said(shifts.best, cost={"a": wrong, "b": 2}).startswith(f"option 'a' costs {wrong!r}")
    assert "18 digits" in said(shifts.best, cost={"a": 1e-30, "b": 2})
    assert "18 digits" in said(shifts.best, cost={"a": 1e30, "b": 2})
    assert "costs are too large" in said(shifts.best, cost={"a": 1e-15, "b": 1e6})
    for cost, sum in [((0.1, 0.2), Decimal("0.3")), ((1.5, -2), Decimal("-0.5")), ((0.5, 1.5), 2), ((Decimal("0.10"), 1e-5), Decimal("0.10001"))]:
        best = shifts.best(cost=dict(zip("ab", cost)))
        assert (best[0][0], best.bound, type(best.bound)) == (sum, sum, type(sum))
    assert said(shifts.best, cost={"a": 1}).startswith("option 'b' has no cost")
    assert said(shifts.best, cost=lambda label: "1").startswith("option 'a' costs '1'")
    assert shifts.best(cost={"a": 1.0, "b": 2})[0][0] == 3
    for cost in ([1, 2], numpy.array([1, 2]), pandas.Series({"b": 2, "a": 1}), {"a": Fraction(3, 2), "b": Fraction(3, 2)}):
        assert shifts.best(cost=cost)[0][0] == 3
    assert "`cost` has 1 numbers, but there are 2 options" in said(shifts.best, cost=[1])
    assert said(dlx.Problem([[0]]).best, cost={0: 1}).startswith("option [0] has no cost")


def test_a_time_is_a_number_a_text_or_a_timedelta():
    assert dlx.queens(6).count(time_limit="20s") == dlx.queens(6).count(time_limit="1.5 min") == 4
    for wrong in ("soon", "2 weeks", [2]):
        assert said(dlx.queens(6).count, time_limit=wrong).startswith(f"time_limit is {wrong!r}")


def test_spanning_trees_are_a_determinant():
    outcome = dlx.spanning("complete:30").count()
    assert outcome == 30**28 and outcome.engine == "determinant"


def test_solutions_of_formulas_have_all_values():
    found = dlx.cnf([[1], [-2, 3], [2, 4]]).solutions()
    values = sorted(solution.values for solution in found)
    assert values == sorted([["1", "2", "3", "4"], ["1", "2", "3", "-4"], ["1", "-2", "3", "4"], ["1", "-2", "-3", "4"]])
    assert next(iter(dlx.queens(4).solutions())).values is None


def test_formulas_are_lists_of_clauses():
    class Formula:
        clauses = [[1, -2]]
        nv = 4

    assert dlx.cnf([[1, -2], (2, 3)]).count() == 4
    assert (dlx.cnf([[]]).count(), dlx.cnf(Formula()).count()) == (0, 12)
    Formula.atmosts = [[[1, 2], 1]]
    assert "more than clauses" in said(dlx.cnf, formula=Formula())
    for wrong in ([1, -2], [[1, 0]], [["1"]]):
        assert "list of clauses" in said(dlx.cnf, formula=wrong)


def test_arguments_of_other_types_are_named():
    queens = dlx.queens(4)
    wrong = [
        (queens.count, "threads", "2"), (queens.count, "threads", 1.5), (queens.count, "engine", 3), (queens.count, "limit", "3"), (queens.count, "progress", 5),
        (queens.solutions, "limit", -1), (queens.sample, "number", -1), (queens.best, "limit", -1), (queens.best, "cost", 3), (queens.tally, "n", {"Ann": 1}),
        (queens.trace, "steps", 0), (queens.option_items, "option", "Ann"), (queens.explain, "within", "x"), (dlx.queens, "n", 8.0), (dlx.coloring, "graph", -3),
        (dlx.sudoku, "puzzle", 5), (dlx.cnf, "formula", b"p cnf 1 1"), (dlx.Problem, "name", 3), (dlx.table, "family", "queens"),
    ]  # fmt: skip
    for call, name, value in wrong:
        given = {"problem": []} if call is dlx.Problem else {"colors": 3} if call is dlx.coloring else {}
        assert f"`{name}`" in said(call, **given, **{name: value}), (call, name)
    assert said(queens.tally, n=lambda option: 0.5).endswith("is 0.5\n  help: a tally adds whole numbers")
    assert queens.count(time_limit="1h30m") == 2
    for value in (-1, float("nan"), float("inf"), 1e300):
        assert repr(value) in said(queens.count, time_limit=value)
    for text in (".1..", "1 2 3", "+1 x1 >= 1 ;"):
        assert f"cannot read `{text}`: there is no such file" in said(dlx.slitherlink, text, error=dlx.RunError)


def test_problems_and_solutions_can_be_pickled(root):
    def again(value):
        return pickle.loads(pickle.dumps(value))

    named = dlx.Problem({(0, 1): ["a"], None: ["b"]}, name="mine")
    assert again(named).name == "mine" and again(named).options == named.options and again(named.solve_one()) == [(0, 1), None]
    for problem in (named, dlx.queens(6, up_to_symmetry=True), dlx.matching([(1, "1")]), named.where(at_most={"a": 2}), dlx.queens(6).where(select="r0 c1"), dlx.read("a b\na\nb\n")):
        assert again(problem).name == problem.name and again(problem).count() == problem.count()
        assert again(again(problem)).fingerprint == problem.fingerprint and again(problem.solve_one()) == problem.solve_one()
    assert [again(problem).count().count for problem in dlx.sudoku.all(root / "tests/data/sudoku/three.txt")] == [1, 3, 0]
    assert again(dlx.queens(6).solve_one()).svg() == dlx.queens(6).solve_one().svg()
    assert "cannot be pickled" in said(again, dlx.Problem([["a"], ["b"]]).up_to_symmetry())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(dlx.Problem.solve_one, [dlx.queens(6)]) == [dlx.queens(6).solve_one()]


def test_items_that_cannot_be_covered_together():
    clash = dlx.Problem({"x": ["a", "s"], "y": ["b", "s"], "z": ["c"]}, secondary=["s"])
    assert clash.explain() == ["a", "b"] and clash.explain().irreducible
    assert dlx.Problem({"x": ["a"], "y": ["b"]}).explain(within=Decimal("1.5")) == ["a", "b"] and dlx.queens(6).explain() is None
    assert "60 cells" in said(dlx.polyomino("5x11", pieces="pentominoes").explain)


def test_steps_to_the_solution():
    problem = dlx.sudoku("6....8...872.1...9.4....72.7......6.26..3.4.7...4.........7.5..4....9...9.63.....")
    steps, solution = problem.steps(), problem.solve_one()
    assert steps.solved and steps.complete and {step.technique for step in steps} == {"single", "intersection"}
    assert sorted(step.chosen for step in steps if step.chosen) == sorted(solution)
    out = [option for step in steps for option in step.out]
    assert out and not set(out) & set(solution)
    twice = dlx.Problem([["a"], ["a"]]).where(at_most={"a": 2})
    assert not dlx.queens(6).steps().solved and "covered once" in said(twice.steps)
    assert not dlx.polyomino("6x10", pieces="pentominoes").steps(time_limit=0).complete


def test_symmetries_of_a_problem_of_ones_own():
    problem = dlx.Problem([[0, 1], [1, 2], [2, 3], [3, 0]])
    assert problem.count() == 2 and problem.up_to_symmetry().count() == 1
    assert len(list(problem.up_to_symmetry().solutions())) == 1


def test_outcomes():
    outcome = dlx.queens(6).count()
    assert outcome == 4 and outcome != 5 and int(outcome) == 4 and range(10)[outcome] == 4 and hash(outcome) == hash(4)
    assert str(outcome) == "4 solutions" and outcome.done == 1.0 and outcome.ending == "complete" and outcome
    bound = dlx.queens(16).count(node_limit=1000)
    number = dlx.queens(8).count()
    assert (number + 1, 1000 - number, number // 5, divmod(number, 5), 2**number, -number, sum([number, number])) == (93, 908, 18, (18, 2), 2**92, -92, 184)
    assert number < 100 and 100 > number and number >= 92.0 and number == 92.0 and Fraction(number) == 92 and f"{number:,.1f}" == "92.0" and max(number, 5) is number
    assert (numpy.array([1]) + number).tolist() == [93] and round(number / 7) == 13
    none = dlx.queens(16).count(node_limit=1, threads=1)
    for use in (bool, int, range, float, "{:,}".format, lambda bound: bound + 1, lambda bound: 3 > bound, lambda bound: sum([bound])):
        assert "`.count` is a lower bound" in said(use, none)
    assert none != 0 and none.count == 0 and f"{none}" == "at least 0 solutions"
    assert not bound.complete and bound.ending == "node-limit" and str(bound).startswith("at least ") and 0 <= bound.done < 1
    with pytest.raises(dlx.InputError, match="stopped: at least"):
        dlx.count(dlx.queens(16), node_limit=1000)


def test_samples_and_estimates():
    problem = dlx.queens(8)
    assert problem.sample(4, seed=7) == problem.sample(4, seed=7)
    assert dlx.queens(3).sample(4) == []
    # Of 6 queens there is one kind.
    assert len({tuple(solution.indices) for solution in dlx.queens(6).up_to_symmetry().sample(5, seed=2)}) == 1
    estimate = problem.estimate(probes=20_000, seed=1)
    assert estimate.solutions_interval[0] <= 92 <= estimate.solutions_interval[1] and set(estimate.seconds) == set(dlx.ENGINES) - {"signs"}


def test_pictures_and_pages(tmp_path):
    queens = dlx.queens(6)
    assert queens._repr_svg_().startswith("<svg") and queens._repr_html_() is None
    assert queens.solve_one()._repr_svg_().count('class="queen"') == 6
    shifts = dlx.Problem({"Ann <1>": ["mon"]})
    assert shifts._repr_svg_() is None and "Ann &lt;1&gt;" in shifts._repr_html_()
    path = queens.trace().save(tmp_path / "q.html")
    assert path.read_text().startswith("<!doctype html>") and "srcdoc=" in queens.trace()._repr_html_()


def test_tables():
    frame = dlx.table(dlx.queens, range(1, 10), threads=2)
    assert isinstance(frame, pandas.DataFrame) and list(frame["n"]) == list(range(1, 10)) and frame["count"].iloc[-1] == 352
    huge = dlx.table(dlx.polyomino, rows=[14], columns=[14], pieces="dominoes", reuse=True)
    assert huge["count"].iloc[0] == 112202208776036178000000  # OEIS A004003
    assert said(dlx.table, dlx.queens, "701").startswith("701 is too large for queens")


def test_a_run_goes_on_where_it_has_ended(tmp_path):
    path = tmp_path / "q.run"
    first = dlx.queens(14).count(run=path, node_limit=20_000, threads=1)
    assert not first.complete
    assert dlx.queens(14).count(run=path, threads=2) == 365596
    assert dlx.queens(14).count(run=path) == 365596
    assert "is a run of `queens 14`, not of `queens 13`" in said(dlx.queens(13).count, run=path, error=dlx.RunError)
    own = dlx.Problem([[k] for k in range(20) for _ in range(2)])
    assert own.count(run=tmp_path / "own.run") == 2**20 == own.count(run=tmp_path / "own.run").count
    squares = dlx.latin(5).up_to_symmetry()
    assert [squares.count(run=tmp_path / "kinds.run") for _ in range(2)] == [2, 2]


def test_others_go_on_while_rust_counts():
    """The lock of the interpreter is not held: two counts at once, and this thread asks for progress from both."""
    seen = []
    counts = []
    threads = [
        threading.Thread(target=lambda: counts.append(dlx.queens(16).count(threads=1, engine="links", progress=seen.append).count))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [14772512, 14772512] and seen and all(isinstance(now, dlx.Progress) for now in seen)


def test_a_listener_may_stop_a_count():
    class Enough(Exception):
        pass

    def listener(now):
        raise Enough

    with pytest.raises(Enough) as caught:
        dlx.queens(18).count(threads=2, engine="bits", progress=listener)
    assert not caught.value.outcome.complete


def test_bars(capsys, monkeypatch):
    monkeypatch.setattr("dlx_count._settings.Meter.PATIENCE", 0.0)
    dlx.queens(20).count(threads=1, engine="links", progress=True, time_limit=2)
    assert "queens 20" in capsys.readouterr().err
    dlx.queens(20).count(threads=1, engine="links", progress=False, time_limit=2)
    assert capsys.readouterr().err == ""


def test_a_million_solutions_are_iterated():
    search = dlx.matching(16).solutions(limit=1_000_000)
    assert sum(1 for _ in search) == 1_000_000
    assert search.outcome.ending == "count-limit"


def test_keys_of_a_problem_name_its_items_and_options():
    sets = [{1, 4, 7}, {1, 4}, {4, 5, 7}, {3, 5, 6}, {2, 3, 6, 7}, {2, 7}]
    items = sorted(set().union(*sets))

    def by_hand(covered, may=()):
        """Choices of sets that cover these items once, of which some may stay uncovered."""
        chosen = [[k for k in range(6) if choice >> k & 1] for choice in range(64)]
        times = [collections.Counter(item for k in each for item in sets[k]) for each in chosen]
        return sum(all((n[item] == 1) if item in covered else (n[item] <= (item in may)) for item in items) for n in times)

    problem = dlx.Problem(sets)
    for item in items:
        assert problem.where(forbid=item).count() == by_hand([one for one in items if one != item])
        assert problem.where(optional=item).count() == by_hand([one for one in items if one != item], [item])
        assert problem.where(optional=item).count() == problem.where(optional=str(item)).count()
    with pytest.raises(dlx.InputError, match="no item is called 8"):
        problem.where(forbid=8)
    cells = [(row, column) for row in range(2) for column in range(2)]
    dominoes = {(a, b): [a, b] for a in cells for b in cells if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    board = dlx.Problem(dominoes)
    assert board.count() == 2 and board.where(forbid=(0, 1)).count() == 0 and board.where(forbid=[(0, 0), (0, 1)]).count() == 1
    assert board.where(select=((0, 0), (0, 1))).count() == 1 and board.where(at_most={(0, 0): 2}).count() == 2
    numbered = dlx.Problem({2: ["a", "b"], 0: ["a"], 1: ["b"]})
    assert [list(numbered.where(select=label).solve_one() or ()) for label in (2, 0)] == [[2], [0, 1]]
    with pytest.raises(dlx.InputError):
        problem.where(at_least=2)


def test_a_text_is_one_item():
    shifts = {"Ann": ["mon", "tue"], "Bob": ["mon", "mic"], "Cid": ["tue", "mic"], "Dan": ["wed"], "Eve": ["tue", "wed"]}
    assert dlx.Problem(shifts, secondary="mic").count() == dlx.Problem(shifts, secondary=["mic"]).count() == 2
    with pytest.raises(dlx.InputError, match="a list of items"):
        dlx.Problem(shifts, secondary=2)


def test_a_closed_search_has_no_more_solutions():
    with dlx.queens(12).solutions() as search:
        next(search)
    assert list(search) == [] and search.outcome.ending == "interrupted"


def test_searches_end_when_nobody_listens():
    search = dlx.queens(20).solutions()
    next(search)
    search.close()
    assert sum(1 for _ in search) >= 0 and not search.outcome.complete
    for _ in range(50):
        next(dlx.queens(12).solutions())


def test_tallies_and_best_solutions_agree_with_all_solutions():
    problem = dlx.polyomino("4x4", pieces="tetrominoes", reuse=True)
    weight = {label: place % 7 for place, label in enumerate(problem.options)}
    sums = collections.Counter(sum(weight[label] for label in solution) for solution in problem.solutions())
    assert problem.tally(sum=weight.__getitem__) == dict(sums)
    pairs = problem.tally(sum=weight.__getitem__, options=lambda _: True)
    assert sum(pairs.values()) == problem.count() and {key[1] for key in pairs} == {4}
    # No item says which piece it is: the name stands before the cells.
    assert {"L4", "O4"} < {option[0] for solution in problem.solutions() for option in solution} <= {"I4", "L4", "O4", "S4", "T4"}
    costs = sorted(sums.elements())
    assert [cost for cost, _ in problem.best(20, cost=weight)] == costs[:20]
    assert [cost for cost, _ in problem.best(20, cost=weight.get, greatest=True)] == costs[: -21 : -1]
    assert [(cost, list(solution)) for cost, solution in dlx.Problem([[1], [2]]).best()] == [(2, [[1], [2]])]
    assert dlx.Problem({"a": [1]}).where(at_least={"1": 1}).best(cost={"a": 3}).bound == 3
    tenths = {label: round(weight[label] / 10 - 0.3, 1) for label in weight}
    assert [cost for cost, _ in problem.best(20, cost=tenths)] == [Decimal(cost - 12) / 10 for cost in costs[:20]]
    assert problem.tally(sum=lambda label: weight[label] - 3) == {sum - 12: number for sum, number in sums.items()}
    with pytest.raises(dlx.InputError, match="needs a column"):
        problem.tally()


def test_estimates_in_little_time():
    assert 1e20 < dlx.queens(30).estimate(time_limit=1).solutions < 1e21


def test_rows_of_0_and_1_are_not_taken_for_options():
    for rows in ([[1, 0], [0, 1]], [(1, 0, 1), (0, 1, 0)]):
        with pytest.raises(dlx.InputError, match="from_matrix"):
            dlx.Problem(rows)
    assert dlx.Problem.from_matrix([[1, 0], [0, 1]]).count() == 1
    assert dlx.Problem([{0, 1}, {0, 1}]).count() == dlx.Problem([[0, 1]] * 2, primary=[0, 1]).count() == 2


def test_hidden_variables_are_left_to_counts(tmp_path):
    """A formula whose hidden variables are too many to eliminate is counted by its shown ones; what is about all options is refused."""
    dice = random.Random(3)
    clauses = [[it * dice.choice((1, -1)) for it in dice.sample(range(1, 61), 3)] for _ in range(150)]

    path = tmp_path / "f.cnf"
    lines = ["p cnf 60 150", "c p show 1 2 3 4 5 6 7 8 9 10 11 12 0", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    path.write_text("\n".join(lines) + "\n")
    formula = dlx.cnf(path)
    # A SAT solver that is asked for each of the 4096 values of the shown variables says the same.
    assert formula.count() == 3321
    for ask in (lambda: next(iter(formula.solutions())), lambda: formula.sample(1), formula.explain, formula.best):
        with pytest.raises(dlx.Error):
            ask()


def test_a_secondary_item_that_no_option_has_is_warned_of():
    with pytest.warns(UserWarning, match="`mike`; did you mean `mic`"):
        assert dlx.Problem({"Ann": ["mon", "mic"], "Bob": ["tue", "mic"]}, secondary=["mike"]).count() == 0


def test_frames_may_have_empty_cells_and_say_what_is_wrong():
    frame = pandas.DataFrame({"mon": [1, None], "tue": [None, 1.0]}, index=["Ann", "Bob"])
    assert dlx.Problem(frame).count() == 1
    with pytest.raises(dlx.InputError, match="Ann in column 'name'"):
        dlx.Problem(pandas.DataFrame({"name": ["Ann"], "mon": [1]}))


def test_solutions_say_what_is_left_out():
    trees = {tuple(tree) for tree in dlx.spanning("complete:3").solutions()}
    assert len(trees) == 3 and all("not " in " ".join(map(str, tree)) for tree in trees)
    assert dlx.spanning(4).tally(x=lambda label: label == "1-2") == {0: 8, 1: 8}
