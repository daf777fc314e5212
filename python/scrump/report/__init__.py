"""Pages that show where the time of runs went: `scrump.report(result)` for a search in Python, `scrump-report` for the
command's JSON.

`reading` reads the files that Scrump writes, `diagnosis` finds what held a run back, `run_charts` draws, `page` makes one
HTML file of everything, `shown` shows it in a notebook, and `cli` is the command.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrump.exploration import Explored
    from scrump.net_checks import CheckedNet
    from scrump.reachability import Reached
    from scrump.report.shown import Page
    from scrump.results import Result


class _Report(ModuleType):
    """This module, made callable."""

    def __call__(self, *results: Result[Any] | Reached | CheckedNet | Explored[Any], title: str | None = None) -> Page:
        """The page of a run, or of several side by side, for display in a notebook; its `save(file)` writes it."""
        from scrump.report.shown import page_of

        return page_of(results, title)


sys.modules[__name__].__class__ = _Report
