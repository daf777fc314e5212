"""Data of instances as their users have them, read by kind: for the compiled part, and with the names of things."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import SCALE, real, whole, whole_numbers
from ..errors import UsageError
from ..graphs import NumberedGraph, numbered
from ..shapes import by_name, columns_of, in_order, is_table, row_names

#: A number for each item: a dict or a pandas Series, or a list in the order of the items.
Values: TypeAlias = Iterable[SupportsIndex] | Mapping[Any, SupportsIndex]
#: Numbers of each of some things: a matrix, a dict, or a pandas DataFrame.
Rows: TypeAlias = ArrayLike | Mapping[Any, Iterable[Any]] | Any
#: Distances between things: a symmetric matrix, a pandas DataFrame, or a complete graph of networkx.
Distances: TypeAlias = ArrayLike | Any

Input = Mapping[str, Any]


@dataclass(frozen=True)
class Data:
    """The data of an instance."""

    native: dict[str, Any]
    """The arguments of the compiled part, by their names."""
    names: Sequence[Any]
    """The user's names of things 0, 1, …; for graphs see `graph`."""
    graph: NumberedGraph | None = None

    def named(self, numbers: Iterable[int]) -> list[Any]:
        """The names of things."""
        if self.graph is not None:
            return self.graph.named(numbers)
        return [self.names[number] for number in numbers]

    @property
    def described(self) -> dict[str, Any]:
        """What a result says of it, besides what the compiled part says."""
        return {} if self.graph is None else dict(self.graph.described)


def read(inputs: Sequence[Input], given: Mapping[str, Any], thing: str, **more: Any) -> Data:
    """Reads the arguments of a function, described by `inputs`. `thing`: what its numbers belong to, "item". Raises
    UsageError."""
    native: dict[str, Any] = {}
    names: Sequence[Any] = ()
    values = [each for each in inputs if each["kind"] == "values"]
    if values:
        names, numbers = _values(values, given, thing)
        native |= numbers
    for each in inputs:
        name, argument = each["name"], given[each["name"]]
        if each["kind"] == "number":
            native[name] = whole(f"{name}=", argument, scalable=True)
        elif each["kind"] == "graph":
            graph = numbered(argument)
            return Data({name: (graph.vertices, graph.edges)}, (), graph)
        elif each["kind"] == "distances":
            names, native[name] = _distances(argument, **more)
        elif each["kind"] == "rows":
            names, native[name] = _rows(each, argument, thing)
    return Data(native, names)


# Values with names.


def _values(inputs: Sequence[Input], given: Mapping[str, Any], thing: str) -> tuple[Sequence[Any], dict[str, list[int]]]:
    """Names of the items, and the numbers of each input. Raises UsageError if these do not match."""
    named = {each["name"]: by_name(each["name"], given[each["name"]]) for each in inputs}
    lists: dict[str, Any] = {}
    if all(numbers is not None for numbers in named.values()):
        names: Sequence[Any] = list(next(iter(named.values())) or ())
        _expect_same_names(named, thing)
        lists = {name: {item: numbers[item] for item in names} for name, numbers in named.items() if numbers is not None}
    else:
        _expect_no_names(named)
        lists = {
            name: in_order(name, given[name] if numbers is None else numbers.values()) for name, numbers in named.items()
        }
        lengths = {name: len(numbers) for name, numbers in lists.items()}
        if len({*lengths.values()}) > 1:
            counts = " and ".join(f"{length} {name}" for name, length in lengths.items())
            raise UsageError(f"{counts}; expected one of each for each {thing}")
        names = range(next(iter(lengths.values())))
    return names, {each["name"]: whole_numbers(each["what"], lists[each["name"]]) for each in inputs}


def _expect_same_names(named: Mapping[str, Mapping[Any, Any] | None], thing: str) -> None:
    for one in named.values():
        for lacking, other in named.items():
            missing = next((name for name in one or () if name not in (other or ())), None)
            if missing is not None:
                lacks = lacking.removesuffix("s")
                raise UsageError(f"{thing} {missing!r} has no {lacks}; expected one of each for each {thing}")


def _expect_no_names(named: Mapping[str, Mapping[Any, Any] | None]) -> None:
    unnamed = next(name for name, numbers in named.items() if numbers is None)
    for name, numbers in named.items():
        if numbers is not None and list(numbers) != list(range(len(numbers))):
            raise UsageError(f"{name} have names, but {unnamed} are a list; expected names of both, or of neither")


# Rows of numbers.


def _rows(input_: Input, given: Any, thing: str) -> tuple[Sequence[Any], NDArray[np.int64]]:
    argument = input_["name"]
    names, rows = _named_rows(argument, given)
    checked: list[list[int]] = []
    for name, row in zip(names, rows, strict=True):
        its = in_order(f"the {argument} of {thing} {name!r}", row)
        if checked and len(its) != len(checked[0]):
            raise UsageError(
                f"{thing} {name!r} has {len(its)} {argument}, but {thing} {names[0]!r} {len(checked[0])}; "
                "expected as many of each"
            )
        checked.append(
            [whole(input_["what"].format(name, place), number, scalable=True) for place, number in enumerate(its)]
        )
    if not checked or not checked[0]:
        raise UsageError(f"{argument}: there is no {thing} with a number; expected at least one")
    return names, np.array(checked, np.int64)


def _named_rows(argument: str, given: Any) -> tuple[Sequence[Any], list[Any]]:
    if isinstance(given, Mapping):
        return list(given), list(given.values())
    if is_table(given):
        columns = columns_of(given)
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        return row_names(given) or range(len(rows)), rows
    rows = in_order(argument, given)
    return range(len(rows)), rows


# Distances.


def _distances(given: Any, weight: str = "weight") -> tuple[Sequence[Any], NDArray[np.int64]]:
    cities, matrix = _of_graph(given, weight) if hasattr(given, "adj") else _of_matrix(given)
    checked = _checked(matrix)
    return range(len(checked)) if cities is None else cities, checked


def _of_graph(graph: Any, weight: str) -> tuple[list[Any], NDArray[Any]]:
    cities = list(graph)
    number = {city: place for place, city in enumerate(cities)}
    matrix = np.full((len(cities), len(cities)), np.inf)
    np.fill_diagonal(matrix, 0)
    for one, other, distance in graph.edges(data=weight):
        if distance is None:
            raise UsageError(f"the edge from {one!r} to {other!r} has no {weight!r}; expected a distance of each")
        if one == other:
            continue
        far = real(f"the distance from {one!r} to {other!r} is ", distance, "a whole number")
        ends = number[one], number[other]
        matrix[ends] = min(matrix[ends], far)  # the shortest of parallel edges
        if not graph.is_directed():
            matrix[ends[::-1]] = matrix[ends]
    if np.isinf(matrix).any():
        one, other = np.argwhere(np.isinf(matrix))[0]
        raise UsageError(f"no distance from {cities[one]!r} to {cities[other]!r}; expected a complete graph")
    return cities, matrix


def _of_matrix(distances: Any) -> tuple[list[Any] | None, NDArray[Any]]:
    """The distances in a matrix. Cities have names if rows and columns have some."""
    if isinstance(distances, Mapping):
        raise UsageError("distances are a dict; expected a square matrix, or a complete graph of networkx")
    if hasattr(distances, "tocoo"):
        raise UsageError("distances are a sparse matrix, in which some are missing; expected all of them (toarray())")
    if isinstance(distances, np.ma.MaskedArray) and np.ma.getmaskarray(distances).any():
        raise UsageError("a distance is masked; expected all of them")
    if is_table(distances):
        rows, columns = row_names(distances), columns_of(distances)
        if rows is not None and {*rows} != {*columns}:
            raise UsageError(
                "a table whose rows and columns have different names; expected those of the cities for both"
            )
        names = list(columns) if rows is None else rows
        matrix = np.array([columns[name] for name in names]).T
        return (None if rows is None or rows == list(range(len(rows))) else rows), matrix
    try:
        return None, np.asarray(distances)
    except ValueError:
        raise UsageError("distances whose rows differ in length; expected a square matrix") from None


def _checked(matrix: NDArray[Any]) -> NDArray[np.int64]:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        points = matrix.ndim == 2 and matrix.shape[1] in (2, 3)
        hint = " (scrump.problems.tours.euclidean(points) makes one of points)" if points else ""
        raise UsageError(f"distances of shape {matrix.shape}; expected a square matrix{hint}")
    if np.issubdtype(matrix.dtype, np.complexfloating):
        raise UsageError("distances are complex numbers; expected whole numbers")
    if not np.issubdtype(matrix.dtype, np.number):
        try:
            matrix = matrix.astype(float)
        except (TypeError, ValueError):
            raise UsageError(f"distances of {matrix.dtype}; expected whole numbers") from None
    if not np.isfinite(matrix).all():
        one, other = np.argwhere(~np.isfinite(matrix))[0]
        raise UsageError(f"a distance of {matrix[one, other]}, from {one} to {other}; expected whole numbers")
    if (matrix != matrix.T).any():
        one, other = np.argwhere(matrix != matrix.T)[0]
        there, back = matrix[one, other], matrix[other, one]
        raise UsageError(f"{there} from {one} to {other}, but {back} back; expected the same in both directions")
    if (np.abs(matrix) >= 2.0**62).any():
        raise UsageError("a distance of 2^62 or more; expected smaller ones")
    whole = matrix.astype(np.int64)
    if (whole != matrix).any():
        one, other = np.argwhere(whole != matrix)[0]
        distance = f"a distance of {matrix[one, other]}, from {one} to {other}"
        raise UsageError(f"{distance}; expected whole numbers: {SCALE}, as by np.rint(1000 * distances)")
    return np.ascontiguousarray(whole)


# Known solutions, by the form of solutions.


def known_solution(form: str, thing: str, given: Any, data: Data) -> list[int]:
    """The numbers of a known solution. Raises UsageError if it is not one; nothing is fine."""
    if data.graph is None:
        return _permutation(given, data.names, thing, closed=form == "tour")
    return _KNOWN[form](given, data.graph)


def _permutation(given: Any, names: Sequence[Hashable], thing: str, *, closed: bool) -> list[int]:
    """Numbers of all things in an order. `closed`: with or without the first one again at the end."""
    if not isinstance(given, Iterable):
        raise UsageError(f"known={given!r}; expected each {thing} once, in an order")
    listed = list(given)
    for each in listed:
        if not isinstance(each, Hashable):
            raise UsageError(f"known: {each!r} is not a {thing}; it has no hash")
    if closed and len(listed) == len(names) + 1 > 2 and listed[0] == listed[-1]:
        listed.pop()
    number = {name: place for place, name in enumerate(names)}
    seen: set[Hashable] = set()
    for each in listed:
        if each not in number:
            raise UsageError(f"known: there is no {thing} {each!r}")
        if each in seen:
            raise UsageError(f"known: {thing} {each!r} is there twice; expected each once")
        seen.add(each)
    if listed and len(listed) < len(names):
        missing = next(name for name in names if name not in seen)
        raise UsageError(f"known: {thing} {missing!r} is missing; expected all {len(names)} of them")
    return [number[each] for each in listed]


def _independent(graph: NumberedGraph, known: Iterable[Hashable], expected: str) -> list[int]:
    """Numbers of the vertices. Raises UsageError if two of them are adjacent."""
    vertices = graph.numbered(known)
    if not vertices:
        return vertices
    if len({*vertices}) < len(vertices):
        raise UsageError(f"known: a vertex is there twice; expected {expected}")
    one, other = graph.edges.T
    adjacent = graph.edges[np.isin(one, vertices) & np.isin(other, vertices) & (one != other)]
    if len(adjacent):
        names = " and ".join(repr(graph.label(vertex)) for vertex in adjacent[0].tolist())
        raise UsageError(f"known: {names} are adjacent; expected {expected}")
    return vertices


def _colours(given: Mapping[Any, Hashable] | Iterable[Hashable], graph: NumberedGraph) -> list[int]:
    """Number of each vertex's colour. Raises UsageError if adjacent vertices have the same; None is allowed."""
    if isinstance(given, Sized) and not len(given):
        return []
    colours = graph.values_of("known", given)
    for vertex, colour in enumerate(colours):
        if not isinstance(colour, Hashable):
            raise UsageError(f"known: {colour!r} of vertex {graph.label(vertex)!r} is not a colour; it has no hash")
    number: dict[Hashable, int] = {}
    numbers = [number.setdefault(colour, len(number)) for colour in colours]
    for one, other in graph.edges.tolist():
        if one != other and numbers[one] == numbers[other]:
            names = f"{graph.label(one)!r} and {graph.label(other)!r}"
            raise UsageError(f"known: {names} are adjacent, and both have colour {colours[one]!r}")
    return numbers


_KNOWN: dict[str, Callable[[Any, NumberedGraph], list[int]]] = {
    "clique": lambda given, graph: graph.numbered(given),
    "independent_set": lambda given, graph: _independent(graph, given, "an independent set"),
    "vertex_cover": lambda given, graph: _independent(graph, given, "vertices outside of a cover"),
    "colouring": _colours,
}
