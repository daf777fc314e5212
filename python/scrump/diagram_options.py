"""How decision diagrams are kept and worked on: the keywords of `reach` and `run_diagrams`."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import timedelta
from typing import TypedDict

from . import _native
from .arguments import whole
from .options import MOST_THREADS, check_name, check_number, check_progress, expect_known, join, seconds_of, shown
from .progress import DiagramLine
from .unpack import Unpack

_MOST_BUCKETS = 2**40


class DiagramOptions(TypedDict, total=False):
    """Each may be left out."""

    workers: int
    """Threads of each locality; 0, the default: one a core."""
    localities: int
    """Address spaces, simulated in this process; under mpirun each process is one."""
    policy: str
    """Whom thieves ask: "hierarchical" … as the command has them."""
    time_limit: float | timedelta | None
    """Seconds, after which it ends without an answer."""
    seed: int
    """Of the choices of victims."""
    pin: bool
    """Bind workers to cores, if there are enough for all."""
    buckets: int
    """Of the table of nodes at first, 16 bytes each: three nodes for four buckets."""
    most_buckets: int
    """To how many it may grow."""
    memory_limit: int | None
    """Bytes that a table which has grown may take, with the operation cache; None: three quarters of what is free."""
    collect_from: int
    """A table with fewer buckets grows where one operation has filled it; a larger one is collected first."""
    cache_ratio: float
    """Entries of the operation cache for each bucket, 32 bytes each; up to 2^22 four times as many."""
    progress: bool | Callable[[_native.DiagramProgress], object] | None
    """True: a line on standard error; or a function that is told now and then, and closed if it has `close`."""
    progress_interval: float
    """Seconds between two calls of `progress`, and the longest that Ctrl-C waits."""


def native_diagrams(**options: Unpack[DiagramOptions]) -> _native.DiagramOptions:
    """Checked, and as the compiled part takes them. Raises UsageError and TypeError."""
    expect_known(options, DiagramOptions)
    return _native_of(**options)


def _native_of(
    *,
    workers: int = 0,
    localities: int = 1,
    policy: str | None = None,
    time_limit: float | timedelta | None = None,
    seed: int = 1,
    pin: bool = True,
    buckets: int = 2**18,
    most_buckets: int = 2**28,
    memory_limit: int | None = None,
    collect_from: int = 2**24,
    cache_ratio: float = 1,
    progress: bool | Callable[[_native.DiagramProgress], object] | None = None,
    progress_interval: float = 0.1,
) -> _native.DiagramOptions:
    join()
    if policy is not None:
        check_name("policy", policy)
    seconds = seconds_of(time_limit)
    check_number("cache_ratio", cache_ratio, "a number from 0 on", 0, math.inf)
    check_number("progress_interval", progress_interval, "seconds, from 0.001 to 3600", 0.001, 3600.001)
    check_progress(progress)
    return _native.DiagramOptions(
        workers=whole("workers=", workers, most=MOST_THREADS),
        localities=whole("localities=", localities, most=MOST_THREADS),
        policy=policy,
        time_limit=seconds,
        seed=whole("seed=", seed),
        pin=pin,
        buckets=whole("buckets=", buckets, least=1, most=_MOST_BUCKETS),
        most_buckets=whole("most_buckets=", most_buckets, least=1, most=_MOST_BUCKETS),
        memory_limit=None if memory_limit is None else whole("memory_limit=", memory_limit),
        collect_from=whole("collect_from=", collect_from),
        cache_ratio=cache_ratio,
        progress=shown(progress, DiagramLine),
        progress_interval=progress_interval,
    )
