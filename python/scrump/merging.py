"""The joint result of searches in shards."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from . import _native
from .errors import Error
from .option_table import a_file
from .results import Result, provenance

__all__ = ["merge"]


def merge(*shards: str | os.PathLike[str] | Mapping[str, Any] | Result[Any]) -> dict[str, Any]:
    """The joint result of the shards of a search, as the object that `scrump merge --json` prints.

    Each shard is a file with what the command printed with `--shard` and `--json`, such an object, or a `Result` of a
    search with `shard=`. `merged` lists the shards that were stopped and must run again; then the status is "stopped".

    >>> parts = [scrump.semigroups(20, shard=f"{part}/3") for part in (1, 2, 3)]
    >>> joint = scrump.merge(*parts)
    >>> joint["status"], joint["objective"], joint["merged"]["shards"]
    ('complete', 37396, 3)
    """
    joint = json.loads(_native.merge([_text_of(place, each) for place, each in enumerate(shards, start=1)]))
    return cast("dict[str, Any]", joint | provenance(time.time()))


def _text_of(place: int, shard: Any) -> tuple[str, str]:
    """The name of a shard in messages, and its object as text."""
    if isinstance(shard, Result):
        return f"result {place}", shard.to_json()
    if isinstance(shard, Mapping):
        return f"result {place}", json.dumps(dict(shard))
    if not isinstance(shard, str | os.PathLike):
        raise TypeError(f"{shard!r} is not the result of a shard; expected a file, an object of JSON or a Result")
    file = a_file("file", cast("str | os.PathLike[str]", shard))
    try:
        return file, Path(file).read_text("utf-8", "replace")
    except OSError as error:
        raise Error(f"{file}: cannot be read: {error.strerror}") from None
