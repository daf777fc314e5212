"""How a search is run: the keywords that all of them take."""

from __future__ import annotations

import atexit
import math
import os
import sys
from collections.abc import Callable, Iterable
from datetime import timedelta
from difflib import get_close_matches
from functools import cache
from numbers import Real
from types import TracebackType
from typing import TypedDict, TypeVar

from . import _native
from .arguments import whole
from .errors import UsageError
from .progress import Bar
from .unpack import Unpack

Shown = TypeVar("Shown")

MOST_THREADS = 4096  # workers of a locality, and localities


class SearchOptions(TypedDict, total=False):
    """Keywords of all searches; each may be left out."""

    workers: int
    """Threads of each locality; 0, the default: one a core."""
    localities: int
    """Address spaces, simulated in this process; under mpirun each process is one."""
    skeleton: str
    """When work is given away: "adaptive", "sequential", "budget:backtracks=10000" … as the command has them."""
    policy: str
    """Whom thieves ask: "sticky-random", "performance-driven" … as the command has them."""
    time_limit: float | timedelta | None
    """Seconds, after which the result is the best so far."""
    node_limit: int | None
    """Nodes, soon after which the result is the best so far."""
    gap: float | None
    """Stop when no solution can be better by more than this part of the best one's objective: 0.01 is one percent. Of
    searches for one best solution, without a proof."""
    seed: int
    """Of the choices of victims."""
    pin: bool
    """Bind workers to cores, if there are enough for all."""
    history: bool
    """Keep how fast nodes were visited when, for the report."""
    progress: bool | Callable[[_native.Progress], object] | None
    """True: a bar (tqdm, if it is there); or a function that is told now and then, and closed if it has `close`."""
    progress_interval: float
    """Seconds between two calls of `progress`, and the longest that Ctrl-C waits."""


def proof_name(given: str | os.PathLike[str] | None, options: SearchOptions) -> str | None:
    """Of the files of a proof, if one is wanted, without what is behind the dot. Raises UsageError and TypeError."""
    if given is None:
        return None
    if options.get("gap") is not None:
        raise UsageError("there is no proof of a solution that is good enough; leave out gap, or proof")
    name = os.fsdecode(given)
    if not name or name.endswith(("/", os.sep)):
        raise UsageError(f"proof={name!r}; expected the name of two files, without .opb and .pbp")
    if "\0" in name:
        raise UsageError(f"proof={name!r}; expected the name of a file")
    return name


def native(**options: Unpack[SearchOptions]) -> _native.SearchOptions:
    """Checked, and as the compiled part takes them. Raises UsageError and TypeError."""
    if not options:
        return _usual()
    expect_known(options, SearchOptions)
    return _native_of(**options)


@cache
def _usual() -> _native.SearchOptions:
    """Made once: a search of a few nodes takes no longer than that."""
    return _native_of()


def expect_known(options: Iterable[str], among: type) -> None:
    """Raises TypeError for a keyword that is none of these, with one that it may be meant for."""
    known = among.__annotations__
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, 1, 0.6)
            meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise TypeError(f"there is no option {name!r}: {meant}")


def check_number(name: str, value: object, expected: str, low: float, high: float, *, open_below: bool = False) -> None:
    """None is fine. Raises UsageError."""
    if value is None:
        return
    try:
        number = float(value) if isinstance(value, Real) else math.nan
    except OverflowError:  # beyond what a float has room for
        number = math.nan
    if not (low < number if open_below else low <= number) or not number < high:
        raise UsageError(f"{name}={value!r}; expected {expected}")


def check_progress(value: object) -> None:
    if value is not None and not isinstance(value, bool) and not callable(value):
        raise UsageError(f"progress={value!r}; expected True, or a function")


def check_name(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise UsageError(f"{name}={value!r}; expected a name")


def seconds_of(limit: float | timedelta | None) -> float | None:
    """A time limit. Raises UsageError."""
    seconds = limit.total_seconds() if isinstance(limit, timedelta) else limit
    check_number("time_limit", seconds, "seconds, or leave it out for no limit", 0, 1e9, open_below=True)
    return None if seconds is None else float(seconds)


def _native_of(
    *,
    workers: int = 0,
    localities: int = 1,
    skeleton: str = "adaptive",
    policy: str = "sticky-random",
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    gap: float | None = None,
    seed: int = 1,
    pin: bool = True,
    history: bool = False,
    progress: bool | Callable[[_native.Progress], object] | None = None,
    progress_interval: float = 0.1,
) -> _native.SearchOptions:
    join()
    check_name("skeleton", skeleton)
    check_name("policy", policy)
    seconds = seconds_of(time_limit)
    check_number("gap", gap, "a part of the objective, from 0 on: 0.01 is one percent", 0, math.inf)
    check_number("progress_interval", progress_interval, "seconds, from 0.001 to 3600", 0.001, 3600.001)
    check_progress(progress)
    return _native.SearchOptions(
        workers=whole("workers=", workers, most=MOST_THREADS),
        localities=whole("localities=", localities, most=MOST_THREADS),
        skeleton=skeleton,
        policy=policy,
        time_limit=seconds,
        node_limit=None if node_limit is None else whole("node_limit=", node_limit),
        gap=None if gap is None else float(gap),
        seed=whole("seed=", seed),
        pin=bool(pin),
        history=bool(history),
        progress=shown(progress, Bar),
        progress_interval=float(progress_interval),
    )


def shown(progress: Shown | bool | None, bar: Callable[[], Shown]) -> Shown | None:
    """A bar is the first process's: they all would say the same."""
    if progress is True:
        return bar() if _native.process() == 0 else None
    return None if progress is False else progress


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
