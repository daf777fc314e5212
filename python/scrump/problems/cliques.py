"""Cliques of vertices with weights, and all cliques of a size."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, SupportsIndex

from .. import _native
from ..arguments import whole
from ..graphs import GraphLike, NumberedGraph, attribute_of_nodes, numbered
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult
from ..unpack import Unpack
from .asking import shown
from .several import several

Vertices = list[Any]
Weights = str | Mapping[Any, SupportsIndex] | Iterable[SupportsIndex]


@takes(SearchOptions)
def max_weight_clique(
    graph: GraphLike,
    weights: Weights = "weight",
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Vertices]:
    """A clique of the greatest total weight.

    `weights`: the name of an attribute of networkx's nodes, a dict, or a number for each vertex, in the order in which
    the graph or the pairs first name them, or of their numbers in an array or a matrix. All vertices need weights,
    which are whole and not negative.

    `known`: a clique; only heavier ones are searched for. `local_search`: look for good cliques first. `best`: find the
    N heaviest maximal cliques; `all_solutions`: find all heaviest ones, or all maximal ones that weigh `at_least` N.
    These are the result's `solutions`.

    >>> scrump.max_weight_clique([("a", "b"), ("b", "c")], {"a": 1, "b": 2, "c": 5}).objective
    7
    """
    plain, how = numbered(graph), native(**options)
    question = several(best, all_solutions, at_least) | _flag("no-local-search", not local_search)
    outcome = _native.ask(
        "maxclique",
        {"graph": (plain.vertices, plain.edges, _weights(graph, plain, weights))},
        question | {"weights": "file"},
        plain.numbered(known),
        how,
    )
    del outcome["instance"]["weights"]
    return shown("maxclique", outcome, options=how, instance=plain.described, named=plain.named)


@takes(SearchOptions)
def cliques(
    graph: GraphLike, k: int | None = None, *, most: int | None = None, **options: Unpack[SearchOptions]
) -> IntegerResult[list[Vertices]]:
    """All cliques of `k` vertices, maximal or not; without `k`, all largest ones.

    The objective is the number of cliques, `details["size"]` the number of vertices of each. `most`: return at most N
    of them (0: only count).

    >>> scrump.cliques([(0, 1), (1, 2), (2, 0), (2, 3)], 2).solution
    [[0, 1], [0, 2], [1, 2], [2, 3]]
    """
    plain, how = numbered(graph), native(**options)
    problem = "maxclique" if k is None else "kclique"
    question = {"all-solutions": "", "list": ""} if k is None else {"all-solutions": ""}
    if k is not None:
        question["k"] = str(whole("k=", k))
    if most is not None:
        question["most"] = str(whole("most=", most))
    outcome = _native.ask(problem, {"graph": (plain.vertices, plain.edges)}, question, [], how)
    outcome["size"] = outcome.pop("objective")
    outcome.pop("objectives", None)
    if (found := outcome.pop("solutions", None)) is not None:
        outcome["solution"] = found

    def named(found: list[list[int]]) -> list[Vertices]:
        return [plain.named(each) for each in found]

    return shown(problem, outcome, options=how, instance=plain.described, named=named, count=True)


def _flag(name: str, value: bool) -> dict[str, str]:
    return {name: ""} if value else {}


def _weights(graph: GraphLike, plain: NumberedGraph, given: Weights) -> list[int]:
    weights: list[Any]
    if isinstance(given, str):
        weights = attribute_of_nodes("weights", graph, given)
    else:
        weights = plain.values_of("weights", given)
    return [
        whole(f"vertex {plain.label(vertex)!r} weighs ", weight, scalable=True) for vertex, weight in enumerate(weights)
    ]
