"""Arguments of functions, checked: what is wrong is said in a sentence that names it."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

from .errors import UsageError

LARGEST = 2**63 - 1


def whole(what: str, value: Any, *, least: int = 0, most: int = LARGEST) -> int:
    """A whole number, also where it is a float without a fraction. `what` begins the error: "k=", "item 3 weighs "."""
    number: int | None
    try:
        number = operator.index(value)
    except TypeError:
        real = isinstance(value, Real) or (hasattr(value, "__float__") and not isinstance(value, str | bytes))
        try:
            number = int(value) if real and math.isfinite(value) and int(value) == value else None
        except OverflowError:  # beyond what a float has room for
            number = None
    if number is None or not least <= number <= most:
        upper = (number is not None and number > most) or most != LARGEST
        to = f"to {'2^63 - 1' if most == LARGEST else most}" if upper else "on"
        raise UsageError(f"{what}{value!r}; expected a whole number from {least} {to}")
    return number


def whole_numbers(what: str, values: Iterable[Any], *, least: int = 0) -> list[int]:
    """Several. `what` has `{}` where their places belong."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise UsageError(f"{what.format('…')}{values!r}; expected one for each")
    return [whole(what.format(place), value, least=least) for place, value in enumerate(values)]


def listed(argument: str, values: Any) -> list[Any]:
    """Something for each of several. Raises UsageError for a single thing."""
    if not isinstance(values, Iterable):
        raise UsageError(f"{argument}={values!r}; expected one for each")
    return list(values)


def real(what: str, value: Any, expected: str = "a number") -> float:
    """Any number but NaN, and whole ones that no float is."""
    try:
        number = float(value) if isinstance(value, Real) else math.nan
        if isinstance(value, Integral) and int(number) != int(value):
            number = math.nan
    except OverflowError:  # beyond what a float has room for
        number = math.nan
    if math.isnan(number):
        raise UsageError(f"{what}{value!r}; expected {expected}")
    return number
