"""Writes the keywords of the front doors, with their types, for type checkers and editors. The build runs it with the
compiled part, which has the tables: write_option_tables.py FILE
"""

import sys
from pathlib import Path
from typing import Any

import _native

#: The class of each door's keywords, and what it is for.
CLASSES = {
    "search": ("SearchTable", "Keywords of all searches."),
    "explore": ("ExploreTable", "Keywords of explorations of state spaces."),
    "random_walk": ("RandomWalkTable", "Keywords of random walks through state spaces."),
    "ltl": ("LtlTable", "Keywords of checks of formulas of linear temporal logic."),
    "reach": ("DiagramTable", "Keywords of whatever works on decision diagrams."),
}
#: The type of a keyword by the kind of its option.
TYPES = {
    "flag": "bool",
    "off_flag": "bool",
    "count": "int",
    "real": "float",
    "fraction": "float",
    "duration": "float | timedelta",
    "bytes": "int",
    "file": "str | os.PathLike[str]",
    "word": "str",
    "spec": "str",
    "integer": "int",
}
HEAD = '''"""The keywords of the front doors, as the compiled part has them in its tables. Written by the build."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Annotated, TypedDict

from .option_table import InTable
'''


def keyword(row: dict[str, Any]) -> str:
    """Its name in Python: `pin` of `no-pin`."""
    name = row["name"].removeprefix("no-") if row["kind"] == "off_flag" else row["name"]
    return name.replace("-", "_")


def type_of(row: dict[str, Any]) -> str:
    is_flag = row["kind"] in ("flag", "off_flag")
    return TYPES[row["kind"]] + ("" if is_flag or row["default"] else " | None")


def class_of(door: str) -> str:
    name, about = CLASSES[door]
    lines = [f'class {name}(TypedDict, total=False):\n    """{about} Each may be left out."""\n']
    lines += [
        f'    {keyword(row)}: Annotated[{type_of(row)}, InTable("{door}", "{row["name"]}")]' for row in _native.option_rows(door)
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n\n".join([HEAD, *(class_of(door) for door in CLASSES)]) + "\n", "utf-8")
