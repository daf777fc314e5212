"""The values and names in tables, series and the like, whichever package they come from.

They are told apart by their attributes, so that these packages need not be installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from .errors import UsageError


def is_table(value: Any) -> bool:
    """Whether it is a data frame of pandas or polars, or a table of pyarrow. Iteration over these gives their columns
    or the names of them."""
    has_columns = hasattr(value, "columns") or hasattr(value, "collect_schema")
    return has_columns and not isinstance(value, np.ndarray | Mapping)


def columns_of(table: Any) -> dict[Any, list[Any]]:
    """The values of each column, by its name."""
    if hasattr(table, "collect") and not hasattr(table, "shape"):  # polars' lazy ones
        table = table.collect()
    if hasattr(table, "column_names"):  # pyarrow
        names = list(table.column_names)
        return {name: table.column(place).to_pylist() for place, name in enumerate(names)}
    names = list(table.columns)
    if len({*names}) < len(names):
        raise UsageError("a table with two columns of the same name; expected each name once")
    return {name: list(table[name]) for name in names}


def row_names(table: Any) -> list[Any] | None:
    """Names of the rows, in pandas: other tables have none."""
    index = getattr(table, "index", None)
    return None if index is None or callable(index) else list(index.tolist())


def is_series(value: Any) -> bool:
    """Whether it is a pandas Series, whose values have names: its index. Other series have none, and are treated as
    lists."""
    index = getattr(value, "index", None)
    return index is not None and not callable(index) and hasattr(value, "to_numpy") and not is_table(value)


def is_default_index(series: Any) -> bool:
    """Whether the names are the places, from 0 on."""
    names = series.index.tolist()
    return bool(names == list(range(len(names))))


def by_name(argument: str, values: Any) -> Mapping[Any, Any] | None:
    """Values with names: those of a dict or a pandas Series; None for all others. Raises UsageError if two have the
    same name."""
    if isinstance(values, Mapping):
        return values
    if not is_series(values):
        return None
    names = values.index.tolist()
    named = dict(zip(names, values.tolist(), strict=True))
    if len(named) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise UsageError(f"{argument}: {twice!r} is in the index of the Series twice; expected each once")
    return named


def in_order(argument: str, values: Any) -> list[Any]:
    """Values that belong to things by their order. Raises UsageError for values without an order, and for a single
    one."""
    if isinstance(values, set | frozenset):
        raise UsageError(f"{argument}={values!r}: a set has no order; expected a list, or a dict")
    if is_table(values):
        names = ", ".join(map(str, columns_of(values)))
        raise UsageError(f"{argument} is a table with the columns {names}; expected one of these columns")
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise UsageError(f"{argument}={values!r}; expected one for each")
    return list(values)


def is_missing(value: Any) -> bool:
    """Whether it is None, NaN, or pandas' missing value."""
    return (
        value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    )
