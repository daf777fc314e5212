"""What to pack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .. import _native
from ..errors import UsageError
from ..options import native
from ..results import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import SearchOptions


def knapsack(
    profits: Iterable[int], weights: Iterable[int], capacity: int, **options: Unpack[SearchOptions]
) -> Result[list[int]]:
    """Items, from 0 on, that are worth most and do not weigh more than `capacity` together.

    Whole numbers, not negative. The objective is their profit, `details["weight"]` what they weigh.

    >>> scrump.knapsack(profits=[60, 100, 120], weights=[10, 20, 30], capacity=50).solution
    [1, 2]
    """
    worth, heavy = [int(each) for each in profits], [int(each) for each in weights]
    if len(worth) != len(heavy):
        raise UsageError(f"{len(worth)} profits and {len(heavy)} weights; expected one of each for an item")
    how = native(**options)
    outcome = _native.knapsack(worth, heavy, int(capacity), how)
    return result_of("knapsack", outcome, options=how, instance={"items": len(worth), "capacity": int(capacity)})
