"""The knapsack problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

from .. import _native
from ..arguments import whole, whole_numbers
from ..errors import UsageError
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..shapes import by_name, in_order
from ..unpack import Unpack
from .several import wanted


@takes(SearchOptions)
def knapsack(
    profits: Iterable[SupportsIndex] | Mapping[Any, SupportsIndex],
    weights: Iterable[SupportsIndex] | Mapping[Any, SupportsIndex],
    capacity: SupportsIndex,
    *,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[list[Any]]:
    """Items of the greatest total profit that together weigh at most `capacity`.

    Items are named by the keys of dicts, or by the index of pandas Series, and otherwise by their places, from 0 on.
    Numbers are whole and not negative: multiply fractions first, such as 10.9 and 1.9 by 10. The objective is the total
    profit, `details["weight"]` the total weight. `best`: find the N best packings; `all_solutions`: find all best ones,
    or all that are worth `at_least` N. These are the result's `solutions`, and `details["weights"]` their weights. A
    set of items is a packing even if there is room for more.

    >>> scrump.knapsack(profits=[60, 100, 120], weights=[10, 20, 30], capacity=50).solution
    [1, 2]
    """
    names, *given = _items(profits, weights)
    worth = whole_numbers("the profit of item {!r} is ", given[0])
    heavy = whole_numbers("item {!r} weighs ", given[1])
    room = whole("capacity=", capacity, scalable=True)
    how, several = native(**options), wanted(best, all_solutions, at_least)
    if several is not None:
        outcome = _native.best_packings(worth, heavy, room, several, how)
    else:
        outcome = _native.knapsack(worth, heavy, room, how)
    return result_of(
        "knapsack",
        outcome,
        options=how,
        instance={"items": len(worth), "capacity": room},
        named=lambda items: [names[item] for item in items],
    )


def _items(profits: Any, weights: Any) -> tuple[Sequence[Any], Any, Any]:
    """Names of the items, their profits and their weights. Raises UsageError if these do not match."""
    worth, heavy = by_name("profits", profits), by_name("weights", weights)
    if worth is not None and heavy is not None:
        for one, other, lacks in ((worth, heavy, "weight"), (heavy, worth, "profit")):
            missing = next((name for name in one if name not in other), None)
            if missing is not None:
                raise UsageError(f"item {missing!r} has no {lacks}; expected one of each for an item")
        return list(worth), dict(worth), {name: heavy[name] for name in worth}
    for named, argument, others in ((worth, "profits", "weights"), (heavy, "weights", "profits")):
        if named is not None and list(named) != list(range(len(named))):
            raise UsageError(f"{argument} have names, but {others} are a list; expected names of both, or of neither")
    each = in_order("profits", profits if worth is None else worth.values())
    its = in_order("weights", weights if heavy is None else heavy.values())
    if len(each) != len(its):
        raise UsageError(f"{len(each)} profits and {len(its)} weights; expected one of each for an item")
    return range(len(each)), each, its
