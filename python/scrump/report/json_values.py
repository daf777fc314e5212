"""JSON values with their positions, for errors."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scrump.report.errors import ReportError


def parse_json(text: str, file: str, what: str) -> Any:
    """Parses the text; `what` names the expected content in errors."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        why = "is empty" if not text.strip() else f"not JSON: {error.msg} (column {error.colno})"
        raise ReportError(f"{file}:{error.lineno}: {why}") from None
    except RecursionError:
        raise ReportError(f"{file}: not {what}: nested too deeply") from None


def kind_of(value: Any) -> str:
    """The kind of a value, in words."""
    names: dict[type, str] = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    return names.get(type(value), f"the number {value}")


@dataclass(frozen=True)
class Object:
    """An object of the file, with its position."""

    value: dict[str, Any]
    file: str
    path: str = ""

    def error(self, key: str, what: str) -> ReportError:
        return ReportError(f"{self.file}: {self.path}{key}: {what}")

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def _get(self, key: str) -> Any:
        if key not in self.value:
            raise self.error(key, "is missing")
        return self.value[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self._get(key)
        if not isinstance(value, str):
            raise self.error(key, f"expected text, found {kind_of(value)}")
        return value

    def number(self, key: str, default: float | None = None, negative: bool = False) -> float:
        if default is not None and not self.has(key):
            return default
        return self._number(key, self._get(key), negative)

    def optional(self, key: str, scale: float = 1, negative: bool = False) -> float | None:
        """A number in other units, or `None` if it is absent."""
        return self.number(key, negative=negative) * scale if self.has(key) else None

    def integer(self, key: str, default: int | None = None, least: int = 0) -> int:
        if default is not None and not self.has(key):
            return default
        return self._integer(key, self._get(key), least)

    def child(self, key: str, optional: bool = False) -> Object:
        """The object of that name; an empty one if it is absent and optional."""
        value = {} if optional and not self.has(key) else self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"expected an object, found {kind_of(value)}")
        return Object(value, self.file, f"{self.path}{key}.")

    def objects(self, key: str) -> Iterator[Object]:
        for at, value in self._list(key):
            if not isinstance(value, dict):
                raise self.error(at, f"expected an object, found {kind_of(value)}")
            yield Object(value, self.file, f"{self.path}{at}.")

    def texts(self, key: str) -> Iterator[str]:
        for at, value in self._list(key):
            if not isinstance(value, str):
                raise self.error(at, f"expected text, found {kind_of(value)}")
            yield value

    def integers(self, key: str) -> Iterator[int]:
        for at, value in self._list(key):
            yield self._integer(at, value)

    def numbers(self, key: str) -> Iterator[float]:
        for at, value in self._list(key):
            yield self._number(at, value)

    def rows(self, key: str, width: int) -> Iterator[tuple[str, list[int]]]:
        """Lists of `width` integers each, with their positions."""
        for at, row in self._list(key):
            if not isinstance(row, list) or len(row) != width:
                raise self.error(at, f"expected a list of {width} integers")
            yield at, [self._integer(f"{at}[{column}]", value) for column, value in enumerate(row)]

    def _list(self, key: str) -> Iterator[tuple[str, Any]]:
        values = self.value[key] if self.has(key) else []
        if not isinstance(values, list):
            raise self.error(key, f"expected a list, found {kind_of(values)}")
        return ((f"{key}[{index}]", value) for index, value in enumerate(values))

    def _number(self, at: str, value: Any, negative: bool = False) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self.error(at, f"expected a number, found {kind_of(value)}")
        if value < 0 and not negative:
            raise self.error(at, f"expected no less than 0, found {value:g}")
        return float(value)

    def _integer(self, at: str, value: Any, least: int = 0) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(at, f"expected an integer, found {kind_of(value)}")
        if value < least:
            raise self.error(at, f"expected no less than {least}, found {value}")
        return value
