"""Tables of options: each keyword stands once, with its type, its default, what it does, and how it is checked.

Type checkers, `help()`, `inspect.signature` and the arguments of the compiled part all use such a table.
"""

from __future__ import annotations

import inspect
import os
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from functools import cache
from numbers import Real
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from .arguments import LARGEST, whole
from .errors import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Option:
    """Beside the type of a keyword, in a TypedDict: `Annotated[int, Option(0, …)]`."""

    default: Any
    help: str
    read: Callable[[str, Any], Any] | None = None
    """Makes the argument of the compiled part from a name and a value. Raises UsageError. None: the value as it is."""


@dataclass(frozen=True)
class Row:
    """An option with its name and its type."""

    name: str
    type: Any
    option: Option


@cache
def table(options: type) -> dict[str, Row]:
    """Of a TypedDict, in its order."""
    rows = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{options.__name__}.{name} is not in the table of options")
        kind, option = get_args(hint)
        rows[name] = Row(name, kind, option)
    return rows


def read(options: type, given: Mapping[str, Any], **defaults: Any) -> dict[str, Any]:
    """A value for each option, as the compiled part takes it, of keywords that are known. `defaults`: where others than
    the table's hold. Raises UsageError for wrong values."""
    rows = table(options)
    values = {name: given.get(name, defaults.get(name, row.option.default)) for name, row in rows.items()}
    return {
        name: value if (check := rows[name].option.read) is None else check(name, value)
        for name, value in values.items()
    }


def takes(options: type, **defaults: Any) -> Callable[[Function], Function]:
    """Gives a function with `**options` the signature and the help of the table: every keyword with its default.
    `defaults`: where others than the table's hold."""

    def documented(function: Function) -> Function:
        own = inspect.signature(function)
        parameters = [each for each in own.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        for row in table(options).values():
            default = defaults.get(row.name, row.option.default)
            parameters.append(
                inspect.Parameter(row.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=row.type)
            )
        function.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n\nOptions:\n\n{described(options)}\n"
        return function

    return documented


@cache
def described(options: type) -> str:
    """A line for each option, or more."""
    return "\n".join(
        textwrap.fill(f"{row.name}: {row.option.help}", 110, initial_indent="  ", subsequent_indent="      ")
        for row in table(options).values()
    )


def expect_known(given: Iterable[str], options: type) -> None:
    """Raises TypeError for a keyword that is not in the table, with one that it may be meant for."""
    known = list(table(options))
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1, 0.6)
            meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise TypeError(f"there is no option {name!r}: {meant}")


# How values are read.


def whole_number(*, least: int = 0, most: int = LARGEST, optional: bool = False) -> Callable[[str, Any], int | None]:
    """A whole number, or None if it is optional."""

    def number(name: str, value: Any) -> int | None:
        if value is None and optional:
            return None
        return whole(f"{name}=", value, least=least, most=most)

    return number


def real_number(
    expected: str, low: float, high: float, *, open_below: bool = False, optional: bool = False
) -> Callable[[str, Any], float | None]:
    """A number from `low` on that is less than `high`, or None if it is optional."""

    def number(name: str, value: Any) -> float | None:
        if value is None and optional:
            return None
        try:
            number = float(value) if isinstance(value, Real) else float("nan")
        except OverflowError:  # beyond the range of a float
            number = float("nan")
        if not (low < number if open_below else low <= number) or not number < high:
            raise UsageError(f"{name}={value!r}; expected {expected}")
        return number

    return number


def seconds(name: str, value: float | timedelta | None) -> float | None:
    """A limit of time, or None."""
    limit = value.total_seconds() if isinstance(value, timedelta) else value
    return _limit(name, limit)


_limit = real_number("seconds, or leave it out for no limit", 0, 1e9, open_below=True, optional=True)


def a_name(name: str, value: Any) -> str:
    """Of a skeleton, a policy or the like."""
    if not isinstance(value, str):
        raise UsageError(f"{name}={value!r}; expected a name")
    return value


def a_name_or_none(name: str, value: Any) -> str | None:
    return None if value is None else a_name(name, value)


def a_file(name: str, value: str | os.PathLike[str]) -> str:
    """The name of a file."""
    file = os.fsdecode(value)
    if not file or "\0" in file:
        raise UsageError(f"{name}={file!r}; expected the name of a file")
    return file


def a_file_or_none(name: str, value: str | os.PathLike[str] | None) -> str | None:
    return None if value is None else a_file(name, value)


def yes_or_no(name: str, value: Any) -> bool:
    """Of whatever has a truth value."""
    return bool(value)


def shown_by(process: Callable[[], int], bar: Callable[[], Any]) -> Callable[[str, Any], Any]:
    """A function that is called with the progress, or None. The first process alone has a bar: all say the same."""

    def shown(name: str, value: Any) -> Any:
        if value is not None and not isinstance(value, bool) and not callable(value):
            raise UsageError(f"{name}={value!r}; expected True, or a function")
        if value is True:
            return bar() if process() == 0 else None
        return None if value is False else value

    return shown
