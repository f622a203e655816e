"""Python objects turned into the texts that families read: graphs, grids, numbers, words, drawings.

What is written has to be read again as the same thing: what could mean two things is refused.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from string import ascii_uppercase, digits
from typing import Any

from ._errors import InputError

NUMBERED = ("graph", "n", "tiles")
"""Where a number may stand instead of a file."""
DRAWN = ("board", "pieces", "grid", "jigsaw", "killer")
"""Drawings: a sign for each cell, with no spaces between them."""
ZERO_IS_EMPTY = ("hashi", "numberlink", "nurikabe")
SIGNS = digits + ascii_uppercase


def text_of(parameter: Mapping[str, Any], value: Any, called: str = "") -> str | None:
    """The text that stands for a value where a file is wanted; none if it is a word, a number or a path.

    >>> square = {"name": "path", "family": "sudoku", "is_path": True, "is_word_or_file": False}
    >>> text_of(square, [[1, 0], [None, 12]]), text_of(square, "puzzle.txt"), text_of(square, ["1..2", "...."])
    ('1 0\\n. C\\n', None, '1..2\\n....\\n')
    """
    name = parameter["name"]
    if not (parameter["is_path"] or parameter["is_word_or_file"]):
        return None
    if isinstance(value, str):
        # Addresses of puzzles, and graphs with the head that networkx writes, have one line.
        is_text = "\n" in value or (parameter["is_path"] and ("://" in value or value.startswith(">>")))
        return whole(value) if is_text else None
    if isinstance(value, os.PathLike) or is_number(value) or (isinstance(value, range) and name in NUMBERED):
        return None
    is_formula = parameter["family"] == "cnf"
    has_rows = isinstance(value, Iterable) or hasattr(value, "clauses" if is_formula else "toarray")
    if isinstance(value, bytes) or is_graph(value) or not has_rows:
        raise InputError(f"{type(value).__name__} for `{called}`\n  help: {parameter['help']}")
    if is_formula:
        return clauses(value)
    for array in ("toarray", "to_numpy"):
        value = getattr(value, array)() if hasattr(value, array) else value
    if isinstance(value, Mapping):
        if parameter["family"] != "knapsack":
            raise InputError(f"a dictionary for `{called}`\n  help: give rows, words or numbers in a list")
        value = value.items()
    rows = rows_of(value)
    if name == "pieces" and rows and all(is_name_of_pieces(row) or is_number(row) for row in rows):
        return None
    if name in ("board", "n") and rows and all(map(is_number, rows)):
        return None
    return whole("\n".join(lines(parameter, rows)))


def clauses(value: Any) -> str:
    """A formula in DIMACS: clauses in a list, or an object that has them, as those of PySAT.

    >>> clauses([[1, -2], (2, 3)])
    'p cnf 3 2\\n1 -2 0\\n2 3 0\\n'
    """
    if hasattr(value, "clausify") or getattr(value, "atmosts", None):
        raise InputError(f"{type(value).__name__} says more than clauses\n  help: give its clauses in a list, as CNF of PySAT has them")
    given = list(getattr(value, "clauses", value))
    if given and all(isinstance(line, str) for line in given):
        return whole("\n".join(given))
    try:
        rows = [[operator.index(literal) for literal in clause] for clause in given]
    except TypeError:
        rows = [[0]]
    if any(0 in row for row in rows):
        raise InputError("a formula is a list of clauses, and a clause a list of literals\n  help: [[1, -2], [2, 3]] is (x1 or not x2) and (x2 or x3); no literal is 0")
    most = max([getattr(value, "nv", 0), *(abs(literal) for row in rows for literal in row)])
    return f"p cnf {most} {len(rows)}\n" + "".join(" ".join(map(str, [*row, 0])) + "\n" for row in rows)


def is_number(value: Any) -> bool:
    return hasattr(value, "__index__") and not hasattr(value, "__len__") or isinstance(value, float)


def is_graph(value: Any) -> bool:
    return hasattr(value, "nodes") and hasattr(value, "edges")


def is_name_of_pieces(word: Any) -> bool:
    """Letters and sets; rows of a drawing have dots or spaces, or repeat a letter."""
    return isinstance(word, str) and any(map(str.isalnum, word)) and " " not in word and not (word.isupper() and len(set(word)) < len(word))


def whole(text: str) -> str:
    """A text of lines."""
    return text if text.endswith("\n") else text + "\n"


def lines(parameter: Mapping[str, Any], rows: list[Any], block: int | None = None) -> list[str]:
    """The lines of rows; between blocks of rows, such as the layers of a board, stands an empty one."""
    # The runs of the rows, and of the columns.
    is_runs = parameter["family"] == "nonogram" and block is None and len(rows) == 2 and all(map(is_row, rows))
    if is_runs or any(is_block(parameter, row) for row in rows):
        blocks = [lines(parameter, list(row), place) for place, row in enumerate(rows)]
        return [line for block in blocks for line in ["", *block]][1:]
    return [line_of(parameter, row, block or 0) for row in rows]


def rows_of(value: Iterable[Any]) -> list[Any]:
    """Rows that can be looked at several times."""
    return [list(row) if isinstance(row, Iterator) else row for row in value]


def is_row(row: Any) -> bool:
    return isinstance(row, Iterable) and not isinstance(row, (str, bytes, Mapping))


def is_block(parameter: Mapping[str, Any], row: Any) -> bool:
    """Does this have rows itself?"""
    is_drawn = parameter["name"] in ("board", "pieces")
    return is_row(row) and any(is_row(cell) or (is_drawn and isinstance(cell, str) and len(cell) > 1) for cell in row)


def line_of(parameter: Mapping[str, Any], row: Any, block: int = 0) -> str:
    """A line of a text: a row of cells, a number, a word."""
    if isinstance(row, str):
        return row
    cells = list(row) if is_row(row) else [row]
    if parameter["family"] == "knapsack" and is_row(row):
        if len(cells) != 2:
            raise InputError(f"{row!r} is not a number with its worth\n  help: a pair (7, 12) is the number 7 that is worth 12")
        return f"{cell(parameter, cells[0])}:{cost_of('the number', cells[0], cells[1])}"
    if parameter["name"] in DRAWN:
        return "".join(sign(parameter, one, block) for one in cells)
    words = [cell(parameter, one) for one in cells or ([0] if parameter["family"] == "nonogram" else [])]
    if any(len(word.split()) != 1 or word.startswith("#") for word in words if is_row(row)):
        raise InputError(f"{row!r} has a cell that is not one word, or begins with `#`\n  help: a row has a word or a number for each cell, and None where it is empty")
    return " ".join(words)


def cell(parameter: Mapping[str, Any], value: Any) -> str:
    """A sign of a grid, a number, a word; nothing is an empty cell."""
    if value is None or value != value:
        return "."
    if isinstance(value, str):
        return value or "."
    number, family = whole_number(value), parameter["family"]
    if number is None:
        raise InputError(f"{value!r} is not a whole number or a text\n  help: cells are whole numbers, texts, or None where they are empty")
    if (number == 0 and family in ZERO_IS_EMPTY) or (number == -1 and family in (*ZERO_IS_EMPTY, "slitherlink")):
        return "."
    return SIGNS[number] if family == "sudoku" and 9 < number < len(SIGNS) else str(number)


def sign(parameter: Mapping[str, Any], value: Any, block: int) -> str:
    """A cell of a drawing: one sign. Boards and pieces may be masks, in which 1 is a cell."""
    name = parameter["name"]
    is_empty = value is None or value != value or (isinstance(value, str) and not value.strip() and name in ("board", "pieces"))
    if isinstance(value, str) and len(value) == 1 and not value.isspace():
        return value
    if name in ("board", "pieces") and (is_empty or (not isinstance(value, str) and value in (0, 1))):
        # A line of spaces would divide layers.
        there, free = (".", "#") if name == "board" else (ascii_uppercase[block % 26], ".")
        return there if not is_empty and value else free
    number = None if is_empty else whole_number(value)
    if is_empty and name != "jigsaw":
        return "."
    if number is not None and name == "jigsaw" and 0 <= number < len(SIGNS):
        return SIGNS[number]
    raise InputError(f"{value!r} for a cell of `{name}`\n  help: a cell is one sign" + (", or 1, and 0 where there is none" if name in ("board", "pieces") else ""))


def whole_number(value: Any) -> int | None:
    """A whole number, written as one or not; numpy's are meant, too."""
    text = decimal_of(value)
    return None if text is None or "." in text else int(text)


def decimal_of(value: Any) -> str | None:
    """The decimal digits of a number, exactly; None if it is not a number, or its decimals do not end. A float stands for the decimal number that Python prints for it."""
    try:
        if isinstance(value, Fraction):
            shift = next(k for k in range(value.denominator.bit_length()) if 10**k % value.denominator == 0)
            return f"{Decimal(f'{int(value * 10**shift)}e-{shift}'):f}"
        if isinstance(value, (str, bytes)):
            return None
        if hasattr(value, "__index__"):
            return str(operator.index(value))
        return f"{Decimal(int(value)) if int(value) == value else Decimal(str(value)):f}"
    except (TypeError, ValueError, ArithmeticError, StopIteration):
        return None


def cost_of(what: str, owner: Any, cost: Any) -> str:
    """What an edge costs, or a number is worth."""
    text = decimal_of(cost)
    if text is None or len(text.rstrip("0").partition(".")[2]) > 6:
        raise InputError(f"{cost!r} for {what} {owner!r}\n  help: give a whole or decimal number with up to 6 digits behind the point: round it, or multiply all by the same number")
    return text
