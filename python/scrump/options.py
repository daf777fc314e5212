"""How a search is run: the keywords that all of them take."""

from __future__ import annotations

import atexit
import math
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from types import TracebackType
from typing import TypedDict

from . import _native
from .errors import UsageError
from .progress import Bar


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
    """Stop when no solution can be better by more than this part of the best one's objective: 0.01 is one percent."""
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


def proof_name(given: str | os.PathLike[str]) -> str:
    """Of the files of a proof, without what is behind the dot. Raises UsageError and TypeError."""
    name = os.fsdecode(given)
    if not name or name.endswith(("/", os.sep)):
        raise UsageError(f"proof={name!r}; expected the name of two files, without .opb and .pbp")
    if "\0" in name:
        raise UsageError(f"proof={name!r}; expected the name of a file")
    return name


def native(
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
    """Checked, and as the compiled part takes them. Raises UsageError and TypeError."""
    join()
    if isinstance(time_limit, timedelta):
        time_limit = time_limit.total_seconds()
    for name, number in {"workers": workers, "localities": localities, "seed": seed, "node_limit": node_limit}.items():
        if number is not None and (not isinstance(number, int) or not 0 <= number < 2**63):
            raise UsageError(f"{name}={number!r}; expected a number from 0 on")
    if max(workers, localities) > 4096:
        raise UsageError(f"workers={workers}, localities={localities}; expected at most 4096 of each")
    if time_limit is not None and not 0 < time_limit < 1e9:
        raise UsageError(f"time_limit={time_limit!r}; expected seconds, or leave it out for no limit")
    if gap is not None and not 0 <= gap < math.inf:
        raise UsageError(f"gap={gap!r}; expected a part of the objective, from 0 on")
    if not 0.001 <= progress_interval <= 3600:
        raise UsageError(f"progress_interval={progress_interval!r}; expected seconds, from 0.001 to 3600")
    return _native.SearchOptions(
        workers=workers,
        localities=localities,
        skeleton=skeleton,
        policy=policy,
        time_limit=time_limit,
        node_limit=node_limit,
        gap=gap,
        seed=seed,
        pin=pin,
        history=history,
        progress=Bar() if progress is True else None if progress is False else progress,
        progress_interval=progress_interval,
    )


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
