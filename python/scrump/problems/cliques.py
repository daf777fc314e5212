"""Cliques, independent sets and vertex covers."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _native
from ..errors import UsageError
from ..graphs import GraphLike, NumberedGraph, numbered
from ..options import native, proof_name
from ..results import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import SearchOptions

Vertices = list[Any]


def max_clique(
    graph: GraphLike,
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    proof: str | os.PathLike[str] | None = None,
    **options: Unpack[SearchOptions],
) -> Result[Vertices]:
    """A largest clique: the most vertices that are all adjacent to one another.

    Only cliques larger than `known` are searched for. `local_search` looks for good ones at first. `proof`: a name;
    the problem is written to NAME.opb and a proof that no clique is larger to NAME.pbp, which `veripb NAME.opb
    NAME.pbp` checks (docs/proofs.md). The search takes longer then, for graphs of at most 4,096 vertices. One that is
    stopped writes nothing. Vertices have their numbers in these files, from 1.

    >>> scrump.max_clique([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]).solution
    ['a', 'b', 'c']
    """
    plain, how = numbered(graph), native(**options)
    given = (plain.vertices, plain.edges, plain.numbered(known), local_search)
    if proof is None:
        outcome = _native.max_clique(*given, how)
    else:
        outcome = _native.proved_max_clique(*given, proof_name(proof), how)
    return _of_vertices("maxclique", plain, outcome, how)


def max_weight_clique(
    graph: GraphLike,
    weights: str | Mapping[Hashable, int] | Sequence[int] = "weight",
    *,
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    **options: Unpack[SearchOptions],
) -> Result[Vertices]:
    """A clique whose vertices weigh the most together.

    `weights`: the name of an attribute of networkx's nodes (those without it weigh 1), a dict, or a number for each
    vertex. They are whole numbers, not negative.

    >>> scrump.max_weight_clique([("a", "b"), ("b", "c")], {"a": 1, "b": 2, "c": 5}).objective
    7
    """
    plain, how = numbered(graph), native(**options)
    heavy = _weights(graph, plain, weights)
    known_numbers = plain.numbered(known)
    outcome = _native.max_weight_clique(plain.vertices, plain.edges, heavy, known_numbers, local_search, how)
    return result_of("maxclique", outcome, options=how, instance=plain.described, named=plain.named)


def clique(
    graph: GraphLike,
    k: int,
    *,
    local_search: bool = True,
    proof: str | os.PathLike[str] | None = None,
    **options: Unpack[SearchOptions],
) -> Result[Vertices]:
    """A clique of `k` vertices or more; complete without a solution: there is none.

    `proof`: a name; the problem is written to NAME.opb and a proof that there is such a clique, or none, to NAME.pbp,
    as by `max_clique`.

    >>> scrump.clique([(0, 1), (1, 2)], 3).solution is None
    True
    """
    plain, how = numbered(graph), native(**options)
    given = (plain.vertices, plain.edges, _number("k", k), local_search)
    outcome = _native.clique(*given, how) if proof is None else _native.proved_clique(*given, proof_name(proof), how)
    return _of_vertices("kclique", plain, outcome, how, optimum=False)


def cliques(
    graph: GraphLike, k: int | None = None, *, most: int | None = None, **options: Unpack[SearchOptions]
) -> Result[list[Vertices]]:
    """All cliques of `k` vertices, maximal or not; without `k`, all of the most vertices.

    The objective is how many there are, `details["size"]` how many vertices each has. `most`: at most so many are
    returned, 0 to count alone.

    >>> scrump.cliques([(0, 1), (1, 2), (2, 0), (2, 3)], 2).solution
    [[0, 1], [0, 2], [1, 2], [2, 3]]
    """
    plain, how = numbered(graph), native(**options)
    kept = 2**63 if most is None else _number("most", most)
    outcome = _native.cliques(plain.vertices, plain.edges, None if k is None else _number("k", k), kept, how)
    if kept == 0:
        del outcome["solution"]

    def named(found: list[list[int]]) -> list[Vertices]:
        return [plain.named(each) for each in found]

    return result_of(
        "maxclique" if k is None else "kclique", outcome, options=how, instance=plain.described, named=named
    )


def independent_set(
    graph: GraphLike, *, known: Iterable[Hashable] = (), local_search: bool = True, **options: Unpack[SearchOptions]
) -> Result[Vertices]:
    """The most vertices of which no two are adjacent.

    >>> scrump.independent_set([(0, 1), (1, 2), (2, 3)]).objective
    2
    """
    plain, how = numbered(graph), native(**options)
    outcome = _native.independent_set(plain.vertices, plain.edges, plain.numbered(known), local_search, how)
    return _of_vertices("independent-set", plain, outcome, how)


def vertex_cover(
    graph: GraphLike, *, known: Iterable[Hashable] = (), local_search: bool = True, **options: Unpack[SearchOptions]
) -> Result[Vertices]:
    """The fewest vertices that every edge has an end among. `known`: vertices outside of a cover.

    >>> scrump.vertex_cover([("hub", "a"), ("hub", "b"), ("hub", "c")]).solution
    ['hub']
    """
    plain, how = numbered(graph), native(**options)
    outcome = _native.vertex_cover(plain.vertices, plain.edges, plain.numbered(known), local_search, how)
    return _of_vertices("vertex-cover", plain, outcome, how)


def _of_vertices(
    problem: str, plain: NumberedGraph, outcome: dict[str, Any], how: _native.SearchOptions, *, optimum: bool = True
) -> Result[Vertices]:
    return result_of(
        problem, outcome, options=how, instance=plain.described, named=plain.named, objective=len, optimum=optimum
    )


def _number(name: str, value: int) -> int:
    if not isinstance(value, int) or not 0 <= value < 2**63:
        raise UsageError(f"{name}={value!r}; expected a number from 0 on")
    return value


def _weights(graph: GraphLike, plain: NumberedGraph, given: str | Mapping[Hashable, int] | Sequence[int]) -> list[int]:
    if isinstance(given, str):
        if not hasattr(graph, "nodes"):
            raise UsageError(f"weights={given!r} names an attribute; expected weights, as the graph is no networkx one")
        weights = [data.get(given, 1) for _, data in graph.nodes(data=True)]
    elif isinstance(given, Mapping):
        weights = [given.get(plain.label(vertex), 1) for vertex in range(plain.vertices)]
    else:
        weights = list(given)
        if len(weights) != plain.vertices:
            raise UsageError(f"{len(weights)} weights of {plain.vertices} vertices")
    for vertex, weight in enumerate(weights):
        if int(weight) != weight or weight < 0:
            raise UsageError(f"vertex {plain.label(vertex)!r} weighs {weight!r}; expected a whole number, not negative")
    return [int(weight) for weight in weights]
