"""The page of a search that ran in Python."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from scrump.report.reading import parse_run
from scrump.report.run_page import run_page

if TYPE_CHECKING:
    from scrump.results import Result


@dataclass(frozen=True, repr=False)
class Page:
    """An HTML page, which notebooks show in a frame."""

    html: str

    def save(self, file: str | Path) -> Path:
        """Writes it, and returns where to."""
        path = Path(file)
        path.write_text(self.html, encoding="utf-8")
        return path

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 60em; border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<a page of {len(self.html)} characters: save(file) writes it>"


def page_of(result: Result, title: str | None = None) -> Page:
    source = f"scrump {result.problem}"
    return Page(run_page(parse_run(result.to_json(), source), source, title))
