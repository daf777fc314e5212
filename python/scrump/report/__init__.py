"""Pages that show where the time of runs went: `scrump.report(result)` of a search in Python, `scrump-report` of what
the command printed.

`reading` and `grain` read what Scrump writes, `diagnosis` says what held a run back, `run_charts` and `grain_charts`
draw, `page` makes one HTML file of it all, `shown` shows it in a notebook, and `cli` is the command.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrump.exploration import Explored
    from scrump.reachability import Reached
    from scrump.report.shown import Page
    from scrump.results import Result


class _Report(ModuleType):
    """This module, which can be called."""

    def __call__(self, *results: Result[Any] | Reached | Explored[Any], title: str | None = None) -> Page:
        """The page of a run, or of several side by side, which a notebook shows; its `save(file)` writes it."""
        from scrump.report.shown import page_of

        return page_of(results, title)


sys.modules[__name__].__class__ = _Report
