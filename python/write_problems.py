"""Writes the functions of the problems that are described in the compiled part, for `help()` and type checkers, and their
names. The build runs it with the compiled part: write_problems.py FUNCTIONS NAMES
"""

import sys
from pathlib import Path
from typing import Any

import _native
from write_option_tables import keyword, type_of

#: The type of an argument, and the keywords that come with it.
INPUTS = {
    "values": ("Values", []),
    "number": ("SupportsIndex", []),
    "distances": ("Distances", ['weight: str = "weight"']),
    "rows": ("Rows", []),
    "graph": ("GraphLike", []),
}
#: The type of a solution.
SOLUTIONS = {"colouring": "dict[Any, int]"}
#: The type of a known solution.
KNOWN = {"colouring": "Mapping[Any, Hashable] | Iterable[Hashable]"}

HEAD = '''"""The functions of the problems that the compiled part describes. Written by the build."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from typing import Annotated, Any, SupportsIndex, TypedDict

from .graphs import GraphLike
from .option_table import InTable, takes
from .options import SearchOptions
from .problems.asking import ask
from .problems.inputs import Distances, Rows, Values
from .results import IntegerResult
from .unpack import Unpack
'''


def options_of(face: dict[str, Any]) -> tuple[str, str]:
    """The name of the class of all keywords, and that class with the class of the function's own."""
    name = "".join(word.capitalize() for word in face["name"].split("_"))
    rows = [row for row in _native.option_rows(face["problem"]) if row["name"] != face["positional"]]
    keywords = [f'    {keyword(row)}: Annotated[{type_of(row)}, InTable("{face["problem"]}", "{row["name"]}")]' for row in rows]
    own = "\n".join([f"class {name}Question(TypedDict, total=False):", f'    """Keywords of `{face["name"]}` alone."""\n', *keywords])
    both = f'class {name}Options({name}Question, SearchOptions, total=False):\n    """All keywords of `{face["name"]}`."""\n'
    return f"{name}Options", f"{own}\n\n\n{both}"


def positional(face: dict[str, Any]) -> list[str]:
    name = face["positional"]
    if not name:
        return []
    row = next(row for row in _native.option_rows(face["problem"]) if row["name"] == name)
    return [f"{name}: int" if row["required"] else f"{name}: int | None = None"]


def function(face: dict[str, Any], options: str) -> str:
    """Its definition."""
    inputs = face["inputs"]
    arguments = [f"{each['name']}: {INPUTS[each['kind']][0]}" for each in inputs] + positional(face)
    keywords = [extra for each in inputs for extra in INPUTS[each["kind"]][1]]
    if face["known"]:
        keywords.append(f"known: {KNOWN.get(face['form'], 'Iterable[Hashable]')} = ()")
    star = ["*"] if keywords else []
    head = ",\n    ".join([*arguments, *star, *keywords, f"**options: Unpack[{options}]"])
    data = ", ".join(f'"{each["name"]}": {each["name"]}' for each in inputs)
    passed = [f"positional={face['positional']}"] if face["positional"] else []
    passed += [f"{name}={name}" for name in (word.partition(":")[0] for word in keywords)]
    call = ", ".join([f'"{face["problem"]}"', options, f"{{{data}}}", "options", *passed])
    result = SOLUTIONS.get(face["form"], "list[Any]")
    text = face["documentation"].replace("\n", "\n    ").rstrip()
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    return (
        f"@takes({options})\ndef {face['name']}(\n    {head},\n) -> IntegerResult[{result}]:\n"
        f'    r"""{text}\n    """\n    return ask({call})\n'
    )


def module(faces: list[dict[str, Any]]) -> str:
    parts = [HEAD]
    for face in faces:
        name, options = options_of(face)
        parts += [options, function(face, name)]
        if face["alias"]:
            parts.append(f"#: Another name of it.\n{face['alias']} = {face['name']}\n")
    parts.append(f"__all__ = {names_of(faces)!r}")
    return "\n\n".join(parts) + "\n"


def names_of(faces: list[dict[str, Any]]) -> list[str]:
    return sorted(name for face in faces for name in (face["name"], face["alias"]) if name)


if __name__ == "__main__":
    all_faces = [row for row in _native.problem_rows() if row["name"]]
    Path(sys.argv[1]).write_text(module(all_faces), "utf-8")
    Path(sys.argv[2]).write_text(
        '"""The names of the functions in `_problems`. Written by the build."""\n\n' f"NAMES = {names_of(all_faces)!r}\n", "utf-8"
    )
