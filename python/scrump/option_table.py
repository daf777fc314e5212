"""Tables of options: each keyword stands once, with its type, its default, its help, and its check.

Type checkers, `help()`, `inspect.signature` and the arguments of the compiled part all use such a table.
"""

from __future__ import annotations

import inspect
import math
import os
import textwrap
import warnings
from collections.abc import Callable, Mapping
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
    """Placed beside the type of a keyword, in a TypedDict: `Annotated[int, Option(0, …)]`."""

    default: Any
    help: str
    read: Callable[[str, Any], Any] | None = None
    """Makes the argument for the compiled part from a name and a value. Raises UsageError. None: the value as it is."""
    native: str | None = None
    """Name of its row in the compiled part's table, which takes a text, or None to leave the option out."""
    formerly: str | None = None
    """Name in the previous version, which is accepted with a warning."""
    door: str | None = None
    """Front door or problem whose table has it."""


@dataclass(frozen=True)
class InTable:
    """Placed beside the type of a keyword that is a row of a front door's table in the compiled part, which has its
    default, help and range."""

    door: str
    name: str

    def option(self) -> Option:
        row = _native_rows(self.door)[self.name]
        formerly = row["formerly"].replace("-", "_") or None
        return Option(_default(row), _help(row), _reader(row), native=self.name, formerly=formerly, door=self.door)

    def text(self, name: str, value: Any) -> str | None:
        """The text for the table. Raises UsageError, which calls the value `name`."""
        return _reader(_native_rows(self.door)[self.name])(name, value)


@dataclass(frozen=True)
class Row:
    """An option with its name and its type."""

    name: str
    type: Any
    option: Option


@cache
def table(options: type) -> dict[str, Row]:
    """The options of a TypedDict, in its order."""
    rows = {}
    for name, hint in get_type_hints(options, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{options.__name__}.{name} is not in the table of options")
        kind, option = get_args(hint)
        rows[name] = Row(name, kind, option.option() if isinstance(option, InTable) else option)
    return rows


def read(options: type, given: Mapping[str, Any], **defaults: Any) -> dict[str, Any]:
    """A value for each option, in the form for the compiled part, from known keywords; those in its tables are texts in
    `table`, which has only the given ones. `defaults`: replace those of the table. Raises UsageError for invalid
    values."""
    values: dict[str, Any] = {"table": {}}
    for name, row in table(options).items():
        if row.option.native is not None and name not in given and name not in defaults:
            continue
        value = given.get(name, defaults.get(name, row.option.default))
        read = value if row.option.read is None else row.option.read(name, value)
        if row.option.native is None:
            values[name] = read
        elif read is not None:
            values["table"][row.option.native] = read
    return values


def takes(options: type, **defaults: Any) -> Callable[[Function], Function]:
    """Gives a function with `**options` the signature and the help of the table: every keyword with its default.
    `defaults`: replace those of the table."""

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
    """Help on each option, in one or more lines."""
    return "\n".join(
        textwrap.fill(f"{row.name}: {row.option.help}", 110, initial_indent="  ", subsequent_indent="      ")
        for row in table(options).values()
    )


def known(given: Mapping[str, Any], options: type) -> dict[str, Any]:
    """The keywords, with names of the previous version replaced by current ones. Raises TypeError for one that is not
    in the table, and suggests another."""
    rows = table(options)
    old = {row.option.formerly: row.name for row in rows.values() if row.option.formerly}
    found = {}
    for name, value in given.items():
        if name in old:
            warnings.warn(f"{name} is now called {old[name]}", DeprecationWarning, stacklevel=4)
        elif name not in rows:
            near = get_close_matches(name, rows, 1, 0.6)
            meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(rows)}"
            raise TypeError(f"there is no option {name!r}: {meant}")
        found[old.get(name, name)] = value
    return found


# Rows of the compiled part's tables.


@cache
def _native_rows(door: str) -> dict[str, dict[str, Any]]:
    from . import _native

    rows: list[dict[str, Any]] = _native.option_rows(door)
    return {row["name"]: row for row in rows}


def _default(row: Mapping[str, Any]) -> Any:
    """The default as a Python value: a number, seconds, a name, or None."""
    kind, text = row["kind"], row["default"]
    if kind == "flag":
        return False
    if kind == "off_flag":
        return True
    if not text:
        return None
    if kind in ("count", "bytes", "integer"):
        return int(text)
    if kind in ("real", "fraction"):
        return float(text)
    return _seconds_in(text) if kind == "duration" else text


def _seconds_in(text: str) -> float:
    """Seconds in a duration such as "2m", "60s" or "250ms"."""
    number = text.rstrip("hms")
    return float(number) * {"": 1, "ms": 0.001, "s": 1, "m": 60, "h": 3600}[text[len(number) :]]


def _help(row: Mapping[str, Any]) -> str:
    help_: str = row["help"]
    if row["kind"] == "off_flag":
        positive = help_.removeprefix("Do not ")
        help_ = positive[0].upper() + positive[1:]
    if row["words"]:
        help_ += ": " + ", ".join(row["words"])
    return help_ + {"duration": ", in seconds", "bytes": ", in bytes"}.get(row["kind"], "")


def _reader(row: Mapping[str, Any]) -> Callable[[str, Any], str | None]:
    """Makes the text for the table from a value; None for a flag that is not set, and for None."""
    kind, least, most = row["kind"], row["min"], min(row["max"], LARGEST)
    is_optional = not row["default"]

    def text(name: str, value: Any) -> str | None:
        if kind in ("flag", "off_flag"):
            return "" if bool(value) == (kind == "flag") else None
        if value is None and is_optional:
            return None
        if kind == "integer":
            return str(whole(f"{name}=", value, least=-LARGEST - 1))
        if kind in ("count", "bytes"):
            return str(whole(f"{name}=", value, least=max(least, int(kind == "bytes")), most=most))
        if kind == "duration":
            return f"{_limit(name, value) if least else _span(name, value)!r}s"
        if kind in ("real", "fraction"):
            return repr((_number if kind == "real" else _fraction)(name, value))
        return a_file(name, value) if kind == "file" else a_name(name, value)

    return text


# Readers of values.


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


def _seconds(value: float | timedelta) -> float:
    return value.total_seconds() if isinstance(value, timedelta) else value


def _limit(name: str, value: float | timedelta) -> float | None:
    return _positive_seconds(name, _seconds(value))


def _span(name: str, value: float | timedelta) -> float | None:
    return _any_seconds(name, _seconds(value))


_positive_seconds = real_number("seconds, or leave it out for no limit", 0, 1e9, open_below=True)
_any_seconds = real_number("seconds", 0, 1e9)
_number = real_number("a number from 0 on", 0, math.inf)
_fraction = real_number("a fraction from 0 on: 0.01 is one percent", 0, math.inf)


def a_name(name: str, value: Any) -> str:
    """The name of a skeleton, a policy or the like."""
    if not isinstance(value, str):
        raise UsageError(f"{name}={value!r}; expected a name")
    return value


def a_file(name: str, value: str | os.PathLike[str]) -> str:
    """The name of a file."""
    file = os.fsdecode(value)
    if not file or "\0" in file:
        raise UsageError(f"{name}={file!r}; expected the name of a file")
    return file


def yes_or_no(name: str, value: Any) -> bool:
    """The truth value of any object."""
    return bool(value)


def shown_by(process: Callable[[], int], bar: Callable[[], Any]) -> Callable[[str, Any], Any]:
    """A function to be called with the progress, or None. Only the first process has a bar: all must ask for it."""

    def shown(name: str, value: Any) -> Any:
        if value is not None and not isinstance(value, bool) and not callable(value):
            raise UsageError(f"{name}={value!r}; expected True, or a function")
        if value is True:
            return bar() if process() == 0 else None
        return None if value is False else value

    return shown
