"""Cliques, independent sets and vertex covers."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, SupportsIndex

import numpy as np

from .. import _native
from ..arguments import whole
from ..errors import UsageError
from ..graphs import GraphLike, NumberedGraph, attribute_of_nodes, numbered
from ..option_table import takes
from ..options import SearchOptions, native, proof_name
from ..results import IntegerResult, result_of
from ..unpack import Unpack
from .several import wanted

Vertices = list[Any]
Weights = str | Mapping[Any, SupportsIndex] | Iterable[SupportsIndex]


@takes(SearchOptions)
def max_clique(
    graph: GraphLike,
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    proof: str | os.PathLike[str] | None = None,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Vertices]:
    """A largest clique: as many vertices as possible that are all adjacent to one another.

    `known`: a clique; only larger ones are searched for. `local_search`: look for good cliques first. `best`: find the
    N largest maximal cliques; `all_solutions`: find all largest ones, or all maximal ones of `at_least` N vertices.
    These are the result's `solutions`.

    `proof`: a name; the problem is written to NAME.opb, and a proof that no clique is larger to NAME.pbp, which `veripb
    NAME.opb NAME.pbp` checks (docs/proofs.md). The search then takes longer, and graphs may have at most 4,096
    vertices. A stopped search writes nothing. Vertices are numbers in these files, from 1.

    >>> scrump.max_clique([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]).solution
    ['a', 'b', 'c']
    """
    plain, how = numbered(graph), native(**options)
    name = proof_name(proof, options)
    several = wanted(best, all_solutions, at_least, proof=proof)
    given = (plain.vertices, plain.edges, plain.numbered(known), local_search)
    if several is not None:
        outcome = _native.best_cliques(*given[:2], [], *given[2:], several, how)
    elif name is None:
        outcome = _native.max_clique(*given, how)
    else:
        outcome = _native.proved_max_clique(*given, name, how)
    return _of_vertices("maxclique", plain, outcome, how)


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
    heavy = _weights(graph, plain, weights)
    given = (plain.vertices, plain.edges, heavy, plain.numbered(known), local_search)
    several = wanted(best, all_solutions, at_least)
    if several is not None:
        outcome = _native.best_cliques(*given, several, how)
    else:
        outcome = _native.max_weight_clique(*given, how)
    return result_of("maxclique", outcome, options=how, instance=plain.described, named=plain.named)


@takes(SearchOptions)
def clique(
    graph: GraphLike,
    k: int,
    *,
    local_search: bool = True,
    proof: str | os.PathLike[str] | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Vertices]:
    """A clique of `k` vertices. Complete without a solution: none exists.

    `proof`: a name; the problem is written to NAME.opb and a proof that such a clique exists, or that none does, to
    NAME.pbp, as by `max_clique`.

    >>> scrump.clique([(0, 1), (1, 2)], 3).solution is None
    True
    """
    plain, how = numbered(graph), native(**options)
    name = proof_name(proof, options)
    given = (plain.vertices, plain.edges, whole("k=", k), local_search)
    outcome = _native.clique(*given, how) if name is None else _native.proved_clique(*given, name, how)
    return _of_vertices("kclique", plain, outcome, how, optimum=False)


#: Name of the problem in the command.
kclique = clique


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
    kept = 2**63 if most is None else whole("most=", most)
    outcome = _native.cliques(plain.vertices, plain.edges, None if k is None else whole("k=", k), kept, how)
    if kept == 0:
        del outcome["solution"]

    def named(found: list[list[int]]) -> list[Vertices]:
        return [plain.named(each) for each in found]

    return result_of(
        "maxclique" if k is None else "kclique",
        outcome,
        options=how,
        instance=plain.described,
        named=named,
        count=True,
    )


@takes(SearchOptions)
def independent_set(
    graph: GraphLike,
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Vertices]:
    """As many vertices as possible of which no two are adjacent.

    `known`: an independent set; only larger ones are searched for. `best`: find the N largest maximal ones;
    `all_solutions`: find all largest ones, or all maximal ones of `at_least` N vertices. These are the result's
    `solutions`.

    >>> scrump.independent_set([(0, 1), (1, 2), (2, 3)]).objective
    2
    """
    plain, how = numbered(graph), native(**options)
    given = (plain.vertices, plain.edges, _independent(plain, known, "an independent set"), local_search)
    several = wanted(best, all_solutions, at_least)
    if several is not None:
        outcome = _native.best_independent_sets(*given, several, how)
    else:
        outcome = _native.independent_set(*given, how)
    return _of_vertices("independent-set", plain, outcome, how)


@takes(SearchOptions)
def vertex_cover(
    graph: GraphLike,
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    best: int | None = None,
    all_solutions: bool = False,
    at_most: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Vertices]:
    """As few vertices as possible that include an end of every edge. `known`: vertices outside of a cover.

    `best`: find the N smallest minimal covers; `all_solutions`: find all smallest ones, or all minimal ones of
    `at_most` N vertices. These are the result's `solutions`.

    >>> scrump.vertex_cover([("hub", "a"), ("hub", "b"), ("hub", "c")]).solution
    ['hub']
    """
    plain, how = numbered(graph), native(**options)
    given = (plain.vertices, plain.edges, _independent(plain, known, "vertices outside of a cover"), local_search)
    several = wanted(best, all_solutions, at_most, name="at_most")
    if several is not None:
        outcome = _native.best_vertex_covers(*given, several, how)
    else:
        outcome = _native.vertex_cover(*given, how)
    return _of_vertices("vertex-cover", plain, outcome, how)


def _of_vertices(
    problem: str, plain: NumberedGraph, outcome: dict[str, Any], how: _native.SearchOptions, *, optimum: bool = True
) -> IntegerResult[Vertices]:
    return result_of(
        problem, outcome, options=how, instance=plain.described, named=plain.named, objective=len, optimum=optimum
    )


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


def _weights(graph: GraphLike, plain: NumberedGraph, given: Weights) -> list[int]:
    weights: list[Any]
    if isinstance(given, str):
        weights = attribute_of_nodes("weights", graph, given)
    else:
        weights = plain.values_of("weights", given)
    return [
        whole(f"vertex {plain.label(vertex)!r} weighs ", weight, scalable=True) for vertex, weight in enumerate(weights)
    ]
