"""How a search is run: the table of the keywords that all of them take."""

from __future__ import annotations

import atexit
import math
import os
import sys
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from types import TracebackType
from typing import Annotated, Any, TypedDict

from . import _native
from .errors import UsageError
from .option_table import (
    Option,
    a_file,
    a_name,
    expect_known,
    read,
    real_number,
    seconds,
    shown_by,
    whole_number,
    yes_or_no,
)
from .progress import Bar
from .unpack import Unpack

MOST_THREADS = 4096  # workers of a locality, and localities


class RunOptions(TypedDict, total=False):
    """Keywords of everything that runs on workers; each may be left out."""

    workers: Annotated[int, Option(0, "Threads of each locality (0: one a core)", whole_number(most=MOST_THREADS))]
    localities: Annotated[
        int,
        Option(
            1,
            "Address spaces, simulated in this process; under mpirun each process is one",
            whole_number(least=1, most=MOST_THREADS),
        ),
    ]
    time_limit: Annotated[float | timedelta | None, Option(None, "Seconds after which it stops", seconds)]
    seed: Annotated[int, Option(1, "Seed of the random choice of victims", whole_number())]
    pin: Annotated[bool, Option(True, "Bind workers to cores, if there are enough for all", yes_or_no)]
    progress_interval: Annotated[
        float,
        Option(
            0.1,
            "Seconds between two calls of `progress`, and the longest that Ctrl-C waits",
            real_number("seconds, from 0.001 to 3600", 0.001, 3600.001),
        ),
    ]


class SearchOptions(RunOptions, total=False):
    """Keywords of all searches; each may be left out."""

    skeleton: Annotated[
        str,
        Option(
            "adaptive",
            'How work is shared: "adaptive", "sequential", "budget:backtracks=10000" and others, as in the command',
            a_name,
        ),
    ]
    policy: Annotated[
        str,
        Option(
            "sticky-random",
            'Choice of victims: "sticky-random", "performance-driven" and others, as in the command',
            a_name,
        ),
    ]
    node_limit: Annotated[
        int | None, Option(None, "Number of nodes after which the search stops", whole_number(optional=True))
    ]
    gap: Annotated[
        float | None,
        Option(
            None,
            "Stop once the relative gap to the bound is at most this: 0.01 is one percent. For searches for one best "
            "solution, without a proof",
            real_number("a part of the objective, from 0 on: 0.01 is one percent", 0, math.inf, optional=True),
        ),
    ]
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
    """Of the files of a proof, if one is wanted, without what is behind the dot. Raises UsageError and TypeError."""
    if given is None:
        return None
    if options.get("gap") is not None:
        raise UsageError("there is no proof of a solution that is good enough; leave out gap, or proof")
    name = os.fsdecode(given)
    if not name or name.endswith(("/", os.sep)):
        raise UsageError(f"proof={name!r}; expected the name of two files, without .opb and .pbp")
    return a_file("proof", name)


def native(*, default_workers: int = 0, **options: Unpack[SearchOptions]) -> _native.SearchOptions:
    """Checked, and as the compiled part takes them. Raises UsageError and TypeError."""
    return _native_of(default_workers, options) if options else _usual(default_workers)


@cache
def _usual(default_workers: int) -> _native.SearchOptions:
    """Made once: a search of a few nodes takes no longer than that."""
    return _native_of(default_workers, {})


def _native_of(default_workers: int, options: SearchOptions) -> _native.SearchOptions:
    return _native.SearchOptions(**joined(SearchOptions, options, workers=default_workers))


def joined(options: type, given: Mapping[str, Any], **defaults: Any) -> dict[str, Any]:
    """A value for each option of a table, as the compiled part takes it, once all processes have joined. Raises
    UsageError for wrong values, and TypeError for an unknown keyword."""
    expect_known(given, options)
    join()
    return read(options, given, **defaults)


@cache
def join() -> None:
    """Once, before the first search: with all processes that mpirun started."""
    atexit.register(_native.leave)
    if _native.processes() == 1:
        return
    report = sys.excepthook

    def fail(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """The others do not wait for this process."""
        _native.fail(f"{kind.__name__}: {error}")
        report(kind, error, where)

    sys.excepthook = fail
