"""The types of the families in `__init__.pyi`, made from the table of families, and the list of all other public names in `public.txt`. `python python/tests/test_stubs.py` writes both anew."""

import inspect
from pathlib import Path

import dlx_count as dlx

MARK = "# The families: made by tests/test_stubs.py from the table that the program has.\n"


def kind(parameter) -> str:
    """The type of a parameter."""
    if parameter["value"] is None:
        return "bool"
    if parameter["choices"]:
        return "Literal[" + ", ".join(f'"{word}"' for word in parameter["choices"]) + "]"
    if parameter["is_path"] or parameter["is_word_or_file"]:
        return "Any"
    return "Value"


def argument(name, parameter) -> str:
    is_needed = parameter["is_required"] and parameter["unless"] is None
    if is_needed:
        return f"{name}: {kind(parameter)}"
    return f"{name}: bool = False" if parameter["value"] is None else f"{name}: {kind(parameter)} | None = None"


def stub(name, family) -> str:
    """The class of one family, and its only member."""
    parameters = list(family._parameters.items())
    firsts = [argument(*pair) for pair in parameters if pair[1]["is_first"]]
    # A board may be given by its sides instead.
    if "board" in family._parameters:
        firsts = ["board: Any = None"]
        parameters += [(side, {"value": "N", "choices": None, "is_path": False, "is_word_or_file": False, "is_required": False, "is_first": False}) for side in ("layers", "rows", "columns")]
    others = [argument(*pair) for pair in parameters if not pair[1]["is_first"]]
    others.sort(key=lambda text: "=" in text)
    given = ", ".join(["self", *firsts, *(["*", *others] if others else [])])
    title = "_" + name.capitalize()
    lines = [f"class {title}(Family):", f'    """{family.about}."""', "", f"    def __call__({given}) -> Problem: ...", "", f"{name}: {title}", ""]
    return "\n".join(lines)


def stubs() -> str:
    return MARK + "\n" + "\n".join(stub(name, family) for name, family in dlx.families.items())


def test_stubs_are_those_of_the_program():
    text = (Path(dlx.__file__).parent / "__init__.pyi").read_text()
    assert text.split(MARK)[1] == stubs().split(MARK)[1], "python python/tests/test_stubs.py writes them anew"


PUBLIC = Path(__file__).parent / "public.txt"


def said(name, value) -> str:
    """A name, with its parameters if it is called. Types are left out, since Python's versions write them differently; mypy looks after them."""
    try:
        call = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    if inspect.isclass(value) and issubclass(value, Exception):
        return name
    named = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in call.parameters.values()]
    return name + str(call.replace(parameters=named, return_annotation=inspect.Signature.empty))


def public() -> list[str]:
    """A line for each public name, and for each public member of a class or module, but for the families."""
    named = {name: getattr(dlx, name) for name in dlx.__all__ if name not in dlx.families}
    members = {}
    for owner, value in named.items():
        if inspect.isclass(value) or inspect.ismodule(value):
            own = [name for name in vars(value) if not name.startswith("_")]
            members |= {f"{owner}.{name}": getattr(value, name) for name in own if inspect.isclass(value) or getattr(getattr(value, name), "__module__", "") == value.__name__}
    return sorted(said(*pair) for pair in (named | members).items())


def test_public_names_are_those_listed():
    assert public() == PUBLIC.read_text().splitlines(), "python python/tests/test_stubs.py writes them anew"


if __name__ == "__main__":
    PUBLIC.write_text("".join(f"{line}\n" for line in public()))
    path = Path(__file__).parent.parent / "dlx_count" / "__init__.pyi"
    path.write_text(path.read_text().split(MARK)[0] + stubs())
