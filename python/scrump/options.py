"""Options of searches: the table of the keywords that all of them take."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import TracebackType
from typing import Annotated, Any, TypedDict

from . import _native
from ._option_tables import SearchTable
from .errors import UsageError
from .option_table import Option, a_file, known, read, real_number, shown_by, yes_or_no
from .progress import Bar
from .unpack import Unpack

class Watching(TypedDict, total=False):
    """Keywords of all functions that show progress; each is optional."""

    progress_interval: Annotated[
        float,
        Option(
            0.1,
            "Seconds between two calls of `progress`, and the longest that Ctrl-C waits",
            real_number("seconds, from 0.001 to 3600", 0.001, 3600.001),
        ),
    ]


class SearchOptions(SearchTable, Watching, total=False):
    """Keywords of all searches; each is optional."""

    history: Annotated[bool, Option(False, "Keep the rate of nodes over time, for the report", yes_or_no)]
    progress: Annotated[
        bool | Callable[[_native.Progress], object] | None,
        Option(
            None,
            "True: show a bar (by tqdm, where it is installed); or a function that is called with the progress, and "
            "closed at the end if it has `close`",
            shown_by(_native.process, Bar),
        ),
    ]


def proof_name(given: str | os.PathLike[str] | None, options: SearchOptions) -> str | None:
    """Name of the files of a proof, without extension, if a proof is wanted. Raises UsageError and TypeError."""
    if given is None:
        return None
    if options.get("gap") is not None:
        raise UsageError("gap and proof exclude each other, as a proof needs the whole search; leave one out")
    name = os.fsdecode(given)
    if not name or name.endswith(("/", os.sep)):
        raise UsageError(f"proof={name!r}; expected the name of two files, without .opb and .pbp")
    return a_file("proof", name)


def native(
    *, default_workers: int = 0, enumerates: bool = False, **options: Unpack[SearchOptions]
) -> _native.SearchOptions:
    """The options, checked and in the form for the compiled part. `enumerates`: whether the search can run on stacks of
    nodes, as those of some papers do. Raises UsageError and TypeError."""
    return _native_of(default_workers, enumerates, options) if options else _usual(default_workers)


@cache
def _usual(default_workers: int) -> _native.SearchOptions:
    """The default options, made once, so that a search of a few nodes stays fast."""
    return _native_of(default_workers, False, {})


def _native_of(default_workers: int, enumerates: bool, options: SearchOptions) -> _native.SearchOptions:
    return _native.SearchOptions(enumerates=enumerates, **joined(SearchOptions, options, workers=default_workers))


def joined(options: type, given: Mapping[str, Any], **defaults: Any) -> dict[str, Any]:
    """A value for each option of a table, in the form for the compiled part, once all processes have joined. Raises
    UsageError for invalid values, and TypeError for an unknown keyword."""
    current = known(given, options)
    join()
    return read(options, current, **defaults)


@cache
def join() -> None:
    """Joins all processes that mpirun started; once, before the first search."""
    atexit.register(_native.leave)
    if _native.processes() == 1:
        return
    report = sys.excepthook

    def fail(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """Reports a failure, so that the other processes do not wait for this one."""
        _native.fail(f"{kind.__name__}: {error}")
        report(kind, error, where)

    sys.excepthook = fail
