"""Boolean functions in files: the JSON of dd, and the text of DDDMP, which CUDD reads and writes.

A function is a signed number here, as in CUDD: 1 is the constant true, others are nodes, and negative numbers are
complements. Of a node, the high edge is never negative.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import Error, UsageError

Roots = dict[str, int] | list[int]


@dataclass
class FunctionFile:
    """Functions as a file has them."""

    names: list[str]
    """All variables, in their order."""
    nodes: list[tuple[int, int, int]] = field(default_factory=list)
    """Place of the variable in the order, low and high; node k is at k - 2, so a node leads to those before it."""
    roots: Roots = field(default_factory=list)


def with_regular_highs(
    nodes: Iterable[tuple[int, int, int]], roots: Sequence[int]
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """The same functions, where low edges were those that are never negative: of each node and its complement, the one
    that holds if all variables are true."""
    holds = [False, True]  # of each number, if all variables are true

    def with_sign(edge: int) -> int:
        return abs(edge) if holds[abs(edge)] == (edge > 0) else -abs(edge)

    regular: list[tuple[int, int, int]] = []
    for variable, low, high in nodes:
        value = holds[abs(high)] == (high > 0)
        sign = 1 if value else -1
        regular.append((variable, sign * with_sign(low), sign * with_sign(high)))
        holds.append(value)
    return regular, [with_sign(root) for root in roots]


def expression(names: Sequence[str], nodes: Sequence[tuple[int, int, int]], root: int) -> str:
    """A function as text, in the form in which dd writes it."""
    texts = ["", "TRUE"]

    def text_of(edge: int) -> str:
        if edge > 0:
            return texts[edge]
        return "FALSE" if edge == -1 else f"(~ {texts[-edge]})"

    for variable, low, high in nodes:
        name, otherwise, then = names[variable], text_of(low), text_of(high)
        is_variable = (otherwise, then) == ("FALSE", "TRUE")
        texts.append(name if is_variable else f"ite({name}, {then}, {otherwise})")
    return text_of(root)


# --- JSON


def write_json(path: Path, functions: FunctionFile) -> None:
    """Writes functions as dd does, with a line for each node."""
    constants = {1: '"T"', -1: '"F"'}
    levels = {name: level for level, name in enumerate(functions.names)}
    lines = [f'"level_of_var": {json.dumps(levels)}', f'"roots": {json.dumps(functions.roots)}']
    for number, (level, low, high) in enumerate(functions.nodes, start=2):
        lines.append(f'"{number}": [{level}, {constants.get(low, low)}, {constants.get(high, high)}]')
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def read_json(path: Path) -> FunctionFile:
    """Reads the functions of a file that dd wrote."""
    try:
        content = json.loads(path.read_text("utf-8"))
        levels = {str(name): int(level) for name, level in content.pop("level_of_var").items()}
        roots = content.pop("roots")
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise Error(f"{path}: {error!r}; expected a JSON file of dd, with level_of_var and roots") from None
    names = sorted(levels, key=lambda name: levels[name])
    places = {levels[name]: place for place, name in enumerate(names)}
    read = _Numbers(path, {1: 1})
    functions = FunctionFile(names)
    for key, row in content.items():
        if not isinstance(row, list) or len(row) != 3 or row[0] not in places:
            raise Error(f"{path}: node {key} is {row!r}; expected its variable's level, low and high")
        functions.nodes.append((places[row[0]], read.edge(row[1]), read.edge(row[2])))
        read.add(key)
    functions.roots = (
        {str(name): read.edge(root) for name, root in roots.items()}
        if isinstance(roots, dict)
        else [read.edge(root) for root in roots]
    )
    return functions


class _Numbers:
    """Numbers of nodes by those that a file has."""

    def __init__(self, path: Path, known: dict[int, int]) -> None:
        self._path = path
        self._known = known
        self._next = 2

    def add(self, given: Any) -> None:
        self._known[self._number(given)] = self._next
        self._next += 1

    def edge(self, given: Any) -> int:
        if given in ("T", "F"):
            return 1 if given == "T" else -1
        number = self._number(given)
        if abs(number) not in self._known:
            raise Error(f"{self._path}: an edge leads to node {abs(number)}, which is not before it")
        return self._known[abs(number)] if number > 0 else -self._known[abs(number)]

    def _number(self, given: Any) -> int:
        try:
            return int(given)
        except (TypeError, ValueError):
            raise Error(f"{self._path}: {given!r} is not the number of a node") from None


# --- DDDMP


def write_dddmp(path: Path, functions: FunctionFile) -> None:
    """Writes functions as text in the format of CUDD's package DDDMP."""
    roots = functions.roots
    edges = [*roots.values()] if isinstance(roots, Mapping) else [*roots]
    support = sorted({level for level, _, _ in functions.nodes})
    place = {level: at for at, level in enumerate(support)}
    lines = [".ver DDDMP-2.0", ".mode A", ".varinfo 3", f".nnodes {len(functions.nodes) + 1}"]
    lines += [f".nvars {len(functions.names)}", f".nsuppvars {len(support)}"]
    if support:
        lines.append(f".suppvarnames {' '.join(functions.names[level] for level in support)}")
    if functions.names:
        lines.append(f".orderedvarnames {' '.join(functions.names)}")
    numbers = " ".join(map(str, support))
    lines += [f".ids {numbers}".rstrip(), f".permids {numbers}".rstrip()]
    lines += [f".nroots {len(edges)}", f".rootids {' '.join(map(str, edges))}"]
    if isinstance(roots, Mapping):
        lines.append(f".rootnames {' '.join(roots)}")
    lines += [".nodes", "1 T 1 0 0"]
    for number, (level, low, high) in enumerate(functions.nodes, start=2):
        lines.append(f"{number} {functions.names[level]} {place[level]} {high} {low}")
    path.write_text("\n".join([*lines, ".end", ""]), "utf-8")


def read_dddmp(path: Path) -> FunctionFile:
    """Reads the functions of a DDDMP file in text form."""
    lines = iter(path.read_bytes().decode("utf-8", "replace").splitlines())
    header = _dddmp_header(path, lines)
    names = header.get("orderedvarnames") or _by_level(path, header)
    place = {name: at for at, name in enumerate(names)}
    variables = _dddmp_variables(path, header, names)
    read = _Numbers(path, {})
    functions = FunctionFile(names)
    for line in lines:
        row = line.split()
        if row == [".end"]:
            break
        if len(row) != 5:
            raise Error(f"{path}: {line!r}; expected a node: number, variable, its place, high and low")
        if row[1] == "T":
            read._known[read._number(row[0])] = 1
            continue
        if row[1] not in variables or variables[row[1]] not in place:
            raise Error(f"{path}: node {row[0]} has variable {row[1]}, which the header does not list")
        functions.nodes.append((place[variables[row[1]]], read.edge(row[4]), read.edge(row[3])))
        read.add(row[0])
    else:
        raise Error(f"{path}: the file ends before '.end'")
    roots = [read.edge(root) for root in header.get("rootids", [])]
    titles = header.get("rootnames", [])
    functions.roots = dict(zip(titles, roots, strict=True)) if len(titles) == len(roots) > 0 else roots
    return functions


def _dddmp_header(path: Path, lines: Iterable[str]) -> dict[str, list[str]]:
    header: dict[str, list[str]] = {}
    for line in lines:
        key, *values = line.split() or ["#"]
        if key == ".nodes":
            break
        header[key.removeprefix(".")] = values
    else:
        raise Error(f"{path}: no line '.nodes'; expected a DDDMP file")
    if header.get("mode") != ["A"]:
        raise Error(f"{path}: the mode is {' '.join(header.get('mode', ['missing']))}; expected A, which is text")
    if "add" in header:
        raise Error(f"{path}: an algebraic diagram (.add); expected Boolean functions")
    return header


def _by_level(path: Path, header: Mapping[str, Sequence[str]]) -> list[str]:
    names, places = header.get("suppvarnames", []), header.get("permids", [])
    if len(names) != len(places):
        raise Error(f"{path}: the variables have no names; expected .suppvarnames or .orderedvarnames")
    return [name for _, name in sorted(zip(map(int, places), names, strict=True))]


def _dddmp_variables(path: Path, header: Mapping[str, Sequence[str]], names: Sequence[str]) -> dict[str, str]:
    """The name of a variable by what a node has of it."""
    info = " ".join(header.get("varinfo", []))
    if info == "3":
        return {name: name for name in names}
    if info not in ("0", "1"):
        raise Error(f"{path}: .varinfo {info or 'is missing'}; expected 0, 1 or 3")
    order, ids = header.get("permids", []), header.get("ids" if info == "0" else "permids", [])
    support = header.get("suppvarnames") or [names[int(place)] for place in order if int(place) < len(names)]
    if len(support) != len(ids):
        raise Error(f"{path}: {len(ids)} variables in .ids, but {len(support)} names")
    return dict(zip(ids, support, strict=True))


#: Functions that write and read each type of file.
WRITERS = {"json": write_json, "dddmp": write_dddmp}
READERS = {"json": read_json, "dddmp": read_dddmp}


def type_of(path: Path, given: str | None, known: Iterable[str]) -> str:
    """The type of a file: the given one, or that of the end of its name."""
    found = (given or path.suffix.removeprefix(".")).lower()
    if found not in known:
        raise UsageError(f"{path}: files of type {found!r} are unknown; expected {', '.join(known)}")
    return found
