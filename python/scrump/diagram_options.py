"""How decision diagrams are kept and worked on: the table of the keywords of `reach`, `run_diagrams` and
`DiagramManager`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated

from . import _native
from .option_table import Option, a_name_or_none, real_number, shown_by, whole_number
from .options import RunOptions, joined
from .progress import DiagramLine
from .unpack import Unpack

_MOST_BUCKETS = 2**40


class DiagramOptions(RunOptions, total=False):
    """Each may be left out."""

    policy: Annotated[
        str | None,
        Option(None, 'Choice of victims: "hierarchical" by default, and others, as in the command', a_name_or_none),
    ]
    buckets: Annotated[
        int,
        Option(
            2**18,
            "Buckets of the table of nodes at first, of 16 bytes each: three nodes for four buckets",
            whole_number(least=1, most=_MOST_BUCKETS),
        ),
    ]
    most_buckets: Annotated[
        int, Option(2**28, "Largest size of the table, in buckets", whole_number(least=1, most=_MOST_BUCKETS))
    ]
    memory_limit: Annotated[
        int | None,
        Option(
            None,
            "Largest size in bytes of a table that has grown, with the operation cache (None: three quarters of the "
            "free memory)",
            whole_number(optional=True),
        ),
    ]
    collect_from: Annotated[
        int,
        Option(
            2**24,
            "Buckets from which on a table that one operation has filled is collected before it grows",
            whole_number(),
        ),
    ]
    cache_ratio: Annotated[
        float,
        Option(
            1,
            "Entries of the operation cache for each bucket, of 32 bytes each (four times as many up to 2^22)",
            real_number("a number from 0 on", 0, math.inf),
        ),
    ]
    progress: Annotated[
        bool | Callable[[_native.DiagramProgress], object] | None,
        Option(
            None,
            "True: show a line on standard error; or a function that is called with the progress, and closed at "
            "the end if it has `close`",
            shown_by(_native.process, DiagramLine),
        ),
    ]


def native_diagrams(**options: Unpack[DiagramOptions]) -> _native.DiagramOptions:
    """Checked, and as the compiled part takes them. Raises UsageError and TypeError."""
    return _native.DiagramOptions(**joined(DiagramOptions, options))
