"""Options of decision diagrams: the table of the keywords of `reach`, `run_diagrams` and `DiagramManager`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from . import _native
from ._option_tables import DiagramTable
from .errors import UsageError
from .option_table import Option, shown_by
from .options import Watching, joined
from .progress import DiagramLine
from .unpack import Unpack

class DiagramOptions(DiagramTable, Watching, total=False):
    """Keywords of decision diagrams; each is optional."""

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
    """The options, checked and in the form for the compiled part. Raises UsageError and TypeError."""
    return _native.DiagramOptions(**joined(DiagramOptions, options))


def native_reordering(reorder: bool, growth: float | None) -> _native.Reordering | None:
    """When the places of a net change levels, for the compiled part; None: never. Raises UsageError."""
    if reorder:
        return _native.Reordering(growth)
    if growth is not None:
        raise UsageError(f"reorder_growth={growth!r} means nothing without reorder=True")
    return None
