"""Families as functions, made from the table of families that the program has."""

from __future__ import annotations

import inspect
import keyword
import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._errors import InputError, RunError
from ._graphs import HELP, is_object, text_of_graph, word_of
from ._problem import Problem
from ._texts import DRAWN, NUMBERED, is_number, text_of

Words = dict[str, list[str]]


class Family:
    """Makes a problem from parameters. Arguments are those of the command line: an argument without a name comes first here, too, and `--up-to-symmetry` is `up_to_symmetry=True`.

    >>> import dlx_count as dlx
    >>> dlx.queens
    <Family queens(n, *, toroidal, placed, blocked, amazons, dominate, up_to_symmetry)>
    >>> dlx.queens(8, placed=[(1, 1)]).count() == 4
    True
    >>> dlx.polyomino("6x6", pieces="I4,L4,O4,T4", copies={"I4": "1..2", "L4": 2, "O4": "0..", "T4": "1.."}).count() == 1208
    True
    >>> dlx.polyomino(rows=8, columns=8, pieces="dominoes", reuse=True).count() == 12988816
    True

    Where the command line takes a file, here stands what a program has: a graph of networkx or a list of edges, rows of a grid as lists or as an array, numbers, words, a drawing as a text of several lines.

    >>> dlx.matching([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]).count() == 2
    True
    >>> dlx.matching([("a", "b"), ("b", "c"), ("c", "d")]).solve_one().chosen
    {'edges': [('a', 'b'), ('c', 'd')]}
    >>> dlx.queens(4, placed=[(1, 2)]).solve_one().rows
    [[None, 'Q', None, None], [None, None, None, 'Q'], ['Q', None, None, None], [None, None, 'Q', None]]
    >>> dlx.knapsack([1, 2, 3, 4, 5], sum=5).count() == 3
    True
    >>> dlx.polyomino("...\\n...\\n", pieces="dominoes", reuse=True).count() == 3
    True
    """

    def __init__(self, described: Mapping[str, Any]) -> None:
        self.name: str = described["name"]
        self.about: str = described["about"]
        self._parameters = {python_name(parameter, self.name): {**parameter, "family": self.name} for parameter in described["parameters"]}
        self.__name__ = self.name
        self.__doc__ = document(described, self._parameters)
        self.__signature__ = signature(self._parameters)

    @property
    def parameters(self) -> dict[str, str]:
        """What it takes: names, and what they mean."""
        return {name: parameter["help"] for name, parameter in self._parameters.items()}

    def __call__(self, *given: Any, **named: Any) -> Problem:
        """The problem with these parameters."""
        problems = self.all(*given, **named)
        if len(problems) != 1:
            raise InputError(f"these are {len(problems)} problems\n  help: dlx_count.{self.name}.all(...) makes all of them")
        return problems[0]

    def all(self, *given: Any, **named: Any) -> list[Problem]:
        """All problems with these parameters: of most families it is one, of a file of puzzles one for each."""
        words, vertices = self.words(given, named)
        problems = [Problem._of(core) for core in _core.members(self.name, words)]
        for problem in problems if vertices else []:
            problem._known.name_vertices(vertices)
        return problems

    def _by_name(self, given: Iterable[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """All arguments by name."""
        firsts = [name for name, parameter in self._parameters.items() if parameter["is_first"]]
        given = list(given)
        named = {FILES.get(self.name, name) if name == "path" else name: value for name, value in named.items()}
        if len(given) > len(firsts):
            raise TypeError(f"{self.name} takes {', '.join(firsts) or 'nothing'} without a name, and {len(given)} were given")
        if both := [name for name, _ in zip(firsts, given) if name in named]:
            raise TypeError(f"{self.name} got `{both[0]}` twice")
        return dict(zip(firsts, given)) | named

    def words(self, given: Iterable[Any], named: Mapping[str, Any]) -> tuple[Words, dict[str, Any]]:
        """The words of the command line for these arguments, and the vertices of a graph by their names."""
        arguments = self.with_board(self._by_name(given, named))
        if unknown := [name for name in arguments if name not in self._parameters]:
            raise TypeError(f"{self.name} does not take `{unknown[0]}`; it takes {', '.join(self._parameters)}")
        for name, parameter in self._parameters.items():
            if parameter["is_first"] and parameter["is_required"] and name != "board" and not arguments.keys() & {name, parameter["unless"]}:
                raise InputError(f"{self.name} needs `{name}`\n  help: {parameter['help']}")
        said, vertices = self._with_graph({name: value for name, value in arguments.items() if value is not None and value is not False}, arguments)
        return {self._parameters[name]["name"]: words_of(self._parameters[name], value) for name, value in said.items()}, vertices

    def _with_graph(self, said: dict[str, Any], arguments: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """A graph as an object is a text, and its vertices, which come by their names, are named as there. A directed one is asked for as directed."""
        graph = said.get("graph")
        if isinstance(graph, Iterator):
            graph = said["graph"] = list(graph)
        if not is_object(graph):
            return said, {}
        if getattr(graph, "is_directed", bool)():
            if "directed" not in self._parameters or arguments.get("directed") is False:
                what = "with directed=False" if "directed" in self._parameters else f"and directions mean nothing to {self.name}"
                raise InputError(f"`graph` is directed, {what}\n  help: graph.to_undirected()")
            said["directed"] = True
        ends = {end: word_of(said[end]) for end in ("start", "end") if end in said}
        text, vertices = text_of_graph(graph, "directed" in said)
        return said | ends | {"graph": text}, vertices

    def with_board(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The sides of a board, given by name, are its word: `rows=6, columns=10` is `6x10`."""
        sides = [side for side in ("layers", "rows", "columns") if side in arguments and side not in self._parameters]
        if "board" in self._parameters and sides and "board" not in arguments:
            arguments["board"] = "x".join(word(arguments.pop(side)) for side in sides)
        return arguments

    def __repr__(self) -> str:
        firsts = [name for name, parameter in self._parameters.items() if parameter["is_first"]]
        others = [name for name in self._parameters if name not in firsts]
        return f"<Family {self.name}({', '.join([*firsts, '*', *others])})>"


FILES = dict.fromkeys(("sudoku", "slitherlink", "masyu", "numberlink", "hashi", "nurikabe"), "puzzle") | dict.fromkeys(("lp", "mps"), "program")
FILES |= {"knapsack": "numbers", "words": "words", "permanent": "matrix", "cnf": "formula", "opb": "constraints", "nonogram": "runs", "script": "script"}
"""What a file holds: the argument is called so, and `path`, too."""


def python_name(parameter: Mapping[str, Any], family: str) -> str:
    """What a parameter is called here: `--up-to-symmetry` is `up_to_symmetry`, and `--lambda`, which is a word of Python, `lambda_`."""
    name: str = parameter["name"].replace("-", "_")
    if name == "path":
        return FILES.get(family, name)
    return name + "_" if keyword.iskeyword(name) else name


def words_of(parameter: Mapping[str, Any], value: Any) -> list[str]:
    """A value as the words of one parameter."""
    name = python_name(parameter, parameter["family"])
    if parameter["value"] is None:
        if value is not True:
            raise InputError(f"{value!r} for `{name}`\n  help: it is True or False: {parameter['help']}")
        return []
    if value is True:
        raise InputError(f"True for `{name}`\n  help: it takes a value, {parameter['value']}: {parameter['help']}")
    if parameter["is_word_or_file"] and isinstance(value, os.PathLike):
        return ["@" + os.fspath(value)]
    if (text := text_of(parameter, value, name)) is not None:
        return ["@" + text if parameter["is_word_or_file"] else text]
    help = f"  help: {name} is {parameter['help'][:1].lower()}{parameter['help'][1:]}"
    if parameter["is_path"] and name not in NUMBERED:
        if is_number(value):
            raise InputError(f"the number {value!r} for `{name}`\n{help}")
        # A sudoku may be one line.
        if isinstance(value, str) and value != "-" and parameter["family"] != "sudoku" and not os.path.exists(value):
            raise RunError(f"cannot read `{value}`: there is no such file\n{help}; a text ends with a line break")
    try:
        said = joined(parameter, value) if isinstance(value, tuple) else word(value)
    except TypeError as error:
        raise InputError(f"{value!r} for `{name}`\n{help}") from error
    if name in NUMBERED and said.startswith("-"):
        raise InputError(f"{said} for `{name}`\n{help}")
    return said.split(",") if parameter["is_list"] else [said]


def joined(parameter: Mapping[str, Any], values: Any) -> str:
    """Several numbers: sides as `2x3`, a least and a greatest number as `2..4`."""
    if parameter["name"] in ("board", "box", "n", "triangles", "hexagons"):
        return "x".join(map(word, values))
    return "..".join(map(word, values)) if parameter["value"] == "A..B" else word(values)


def word(value: Any) -> str:
    """A value as a word: ranges as `1..8`, squares as `1,1 2,5`, numbers of copies as `I4=2,L4=0..3`."""
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, range) and value.step == 1 and len(value) > 0:
        return f"{value[0]}..{value[-1]}"
    if isinstance(value, Mapping):
        return ",".join(f"{name}={'..'.join(map(word, one)) if isinstance(one, tuple) else word(one)}" for name, one in value.items())
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        parts = list(value.tolist() if hasattr(value, "tolist") else value)
        is_nested = any(isinstance(part, (tuple, list)) for part in parts)
        return (" " if is_nested else ",").join(map(word, parts))
    return str(operator.index(value))


def signature(parameters: Mapping[str, Any]) -> inspect.Signature:
    """What help() and editors show."""

    def shown(name: str, parameter: Mapping[str, Any]) -> inspect.Parameter:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if parameter["is_first"] else inspect.Parameter.KEYWORD_ONLY
        is_needed = parameter["is_required"] and parameter["unless"] is None
        default = inspect.Parameter.empty if is_needed else (False if parameter["value"] is None else None)
        return inspect.Parameter(name, kind, default=default)

    try:
        return inspect.Signature([shown(name, parameter) for name, parameter in parameters.items()])
    except ValueError:
        return inspect.Signature([shown(name, {**parameter, "unless": ""}) for name, parameter in parameters.items()])


def document(described: Mapping[str, Any], parameters: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [described["about"] + ".", ""]
    lines += [f"    {name}: {parameter['help']}{objects(parameter)}" for name, parameter in parameters.items()]
    lines += ["", "On the command line:", ""]
    lines += [f"    dlx-count {words}" + (f"  ({meaning})" if meaning else "") for words, meaning in described["examples"]]
    return "\n".join(lines)


def objects(parameter: Mapping[str, Any]) -> str:
    """What Python has in place of a file."""
    if parameter["name"] == "graph":
        return f". Or {HELP}"
    if parameter["name"] in DRAWN:
        return ". Drawings are texts of several lines, lists of lines, or rows of cells" + (", in which 1 is a cell" if parameter["name"] == "board" else "")
    return ". Or a text of several lines, a list of lines, or rows as lists, an array or a frame" if parameter["is_path"] else ""


families: dict[str, Family] = {described["name"]: Family(described) for described in _core.families()}
"""All families by name."""
