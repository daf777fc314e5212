"""Colourings of graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _native
from ..graphs import GraphLike, numbered
from ..options import native
from ..results import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import SearchOptions


def colouring(graph: GraphLike, k: int | None = None, **options: Unpack[SearchOptions]) -> Result[dict[Any, int]]:
    """The colour of each vertex, from 0 on, so that adjacent ones differ: with the fewest colours, or at most `k`.

    The bound says that fewer colours are too few. Complete without a solution: `k` are too few.

    >>> found = scrump.colouring([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> found.objective, found.bound
    (3, 3)
    """
    plain, how = numbered(graph), native(**options)
    if k is None:
        outcome = _native.colouring(plain.vertices, plain.edges, how)
    else:
        outcome = _native.k_colouring(plain.vertices, plain.edges, k, how)

    def named(colours: list[int]) -> dict[Any, int]:
        return {plain.label(vertex): colour for vertex, colour in enumerate(colours)}

    return result_of(
        "colouring",
        outcome,
        options=how,
        instance=plain.described,
        named=named,
        objective=lambda it: len(set(it)),
        optimum=False,
    )
