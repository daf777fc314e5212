"""How decision diagrams are kept and worked on: the table of the keywords of `reach`, `run_diagrams` and
`DiagramManager`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from . import _native
from ._option_tables import DiagramTable
from .option_table import Option, shown_by
from .options import Watching, joined
from .progress import DiagramLine
from .unpack import Unpack

class DiagramOptions(DiagramTable, Watching, total=False):
    """Each may be left out."""

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
