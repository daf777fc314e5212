"""What to pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import SupportsIndex

from .. import _native
from ..arguments import whole, whole_numbers
from ..errors import UsageError
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..unpack import Unpack
from .several import wanted


def knapsack(
    profits: Iterable[SupportsIndex],
    weights: Iterable[SupportsIndex],
    capacity: SupportsIndex,
    *,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[list[int]]:
    """Items, from 0 on, that are worth most and do not weigh more than `capacity` together.

    Whole numbers, not negative: what has fractions is to be multiplied by the user, as 10.9 and 1.9 by 10. The
    objective is their profit, `details["weight"]` what they weigh. `best`: the so many packings that are worth most;
    `all_solutions`: all that are worth the most, or `at_least` so much; they are the result's `solutions`, and
    `details["weights"]` what each weighs. A set of items is a packing also where there is room for more.

    >>> scrump.knapsack(profits=[60, 100, 120], weights=[10, 20, 30], capacity=50).solution
    [1, 2]
    """
    worth, heavy = whole_numbers("the profit of item {} is ", profits), whole_numbers("item {} weighs ", weights)
    if len(worth) != len(heavy):
        raise UsageError(f"{len(worth)} profits and {len(heavy)} weights; expected one of each for an item")
    room = whole("capacity=", capacity)
    how, several = native(**options), wanted(best, all_solutions, at_least)
    if several is not None:
        outcome = _native.best_packings(worth, heavy, room, several, how)
    else:
        outcome = _native.knapsack(worth, heavy, room, how)
    return result_of("knapsack", outcome, options=how, instance={"items": len(worth), "capacity": room})
