"""Colourings of graphs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sized
from typing import Any

from .. import _native
from ..arguments import whole
from ..errors import UsageError
from ..graphs import GraphLike, NumberedGraph, numbered
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..unpack import Unpack
from .several import wanted


@takes(SearchOptions)
def colouring(
    graph: GraphLike,
    k: int | None = None,
    *,
    known: Mapping[Any, Hashable] | Iterable[Hashable] = (),
    best: int | None = None,
    all_solutions: bool = False,
    **options: Unpack[SearchOptions],
) -> IntegerResult[dict[Any, int]]:
    """A colour for each vertex, from 0 on, so that adjacent ones differ: with the fewest colours, or at most `k`.

    The bound is a proved lower bound of the number of colours. Complete without a solution: `k` colours are too few.

    `known`: a colouring, as a dict, or a colour of any hashable type for each vertex, in the order in which the graph
    or the pairs first name vertices, or of their numbers in an array or a matrix; only colourings with fewer colours
    are searched for. `best`: find the N colourings with the fewest colours; `all_solutions`: find all with the fewest,
    or with at most `k`. These are the result's `solutions`; no two of them differ only in the names of colours.

    >>> found = scrump.colouring([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> found.objective, found.bound
    (3, 3)
    >>> scrump.colouring([("a", "b"), ("b", "c")], known={"a": "red", "b": "blue", "c": "red"}).objective
    2
    """
    plain, how = numbered(graph), native(**options)
    colours_known = _colours(known, plain)
    few = None if k is None else whole("k=", k)
    several = wanted(best, all_solutions, few, name="k") if best is not None or all_solutions else None
    if several is not None:
        outcome = _native.best_colourings(plain.vertices, plain.edges, colours_known, several, how)
    elif few is None:
        outcome = _native.colouring(plain.vertices, plain.edges, colours_known, how)
    else:
        outcome = _native.k_colouring(plain.vertices, plain.edges, few, colours_known, how)

    def named(colours: list[int]) -> dict[Any, int]:
        return {plain.label(vertex): colour for vertex, colour in enumerate(colours)}

    return result_of(
        "colouring",
        outcome,
        options=how,
        instance=plain.described,
        named=named,
        objective=lambda it: len(set(it)),
        optimum=several is not None,
    )


#: The American spelling.
coloring = colouring


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
