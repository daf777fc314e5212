"""Checks arguments of functions: an error is a sentence that names the argument."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from .errors import UsageError

LARGEST = 2**63 - 1

#: Advice on fractions.
SCALE = "multiply all of them by 10, 100 or 1000 and round them first"


def whole(what: str, value: Any, *, least: int = 0, most: int = LARGEST, scalable: bool = False) -> int:
    """A whole number, including a float without a fraction. `what` begins the error: "k=", "item 3 weighs ".
    `scalable`: the answer stays the same if all such numbers are multiplied, which the error then advises."""
    number: int | None
    try:
        number = operator.index(value)
    except TypeError:
        real = isinstance(value, Real) or (hasattr(value, "__float__") and not isinstance(value, str | bytes))
        try:
            number = int(value) if real and math.isfinite(value) and int(value) == value else None
        except (OverflowError, TypeError, ValueError):  # beyond the range of a float, or an array of several
            number = None
    if number is None or not least <= number <= most:
        upper = (number is not None and number > most) or most != LARGEST
        to = f"to {'2^63 - 1' if most == LARGEST else most}" if upper else "on"
        advice = f"; {SCALE}" if scalable and has_fraction(value) else ""
        raise UsageError(f"{what}{value!r}; expected a whole number from {least} {to}{advice}")
    return number


def has_fraction(value: Any) -> bool:
    """Whether it is a number, but not a whole one."""
    try:
        return math.isfinite(value) and int(value) != value
    except (TypeError, ValueError, OverflowError):
        return False


def whole_numbers(what: str, values: Iterable[Any], *, least: int = 0) -> list[int]:
    """Several whole numbers that may be scaled. `what` has `{!r}` as a placeholder for their names, which are their
    places unless it is a dict."""
    named = values.items() if isinstance(values, Mapping) else enumerate(values)
    return [whole(what.format(name), value, least=least, scalable=True) for name, value in named]


def real(what: str, value: Any, expected: str = "a number") -> float:
    """Any number except NaN, including whole numbers that no float represents."""
    try:
        number = float(value) if isinstance(value, Real) else math.nan
        if isinstance(value, Integral) and int(number) != int(value):
            number = math.nan
    except OverflowError:  # beyond the range of a float
        number = math.nan
    if math.isnan(number):
        raise UsageError(f"{what}{value!r}; expected {expected}")
    return number
