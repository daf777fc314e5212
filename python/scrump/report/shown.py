"""The page of a search that ran in Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrump.report.comparison import NamedRun
from scrump.report.comparison_page import comparison_page
from scrump.report.reading import parse_run
from scrump.report.run_page import run_page

if TYPE_CHECKING:
    from scrump.exploration import Explored
    from scrump.net_checks import CheckedNet
    from scrump.reachability import Reached
    from scrump.results import Result


@dataclass(frozen=True, repr=False)
class Page:
    """An HTML page, which notebooks show in a frame."""

    html: str

    def save(self, file: str | Path) -> Path:
        """Writes the page, and returns its path."""
        path = Path(file)
        path.write_text(self.html, encoding="utf-8")
        return path

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 60em; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<a page of {len(self.html)} characters: save(file) writes it>"


def page_of(results: Sequence[Result[Any] | Reached | CheckedNet | Explored[Any]], title: str | None = None) -> Page:
    """The page of a result; several are compared. Raises TypeError for a value that is not a result."""
    if not results:
        raise TypeError("expected a result, or several to compare")
    for each in results:
        if not hasattr(each, "to_json"):
            raise TypeError(f"{type(each).__name__} is not the result of a search; expected what its function returned")
    runs = [parse_run(each.to_json(), f"scrump {each.problem}") for each in results]
    if len(runs) == 1:
        return Page(run_page(runs[0], f"scrump {results[0].problem}", title))
    named = [NamedRun(f"run {place}", run) for place, run in enumerate(runs, 1)]
    return Page(comparison_page(named, title))
