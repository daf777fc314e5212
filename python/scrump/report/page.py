"""One HTML file that contains everything it shows: figures, plotly.js, style. It makes no network requests, and tells
the browser to block any.

It contains plotly.js's bundle of cartesian charts, compressed: plotly-cartesian.min.js is that file of the npm package
plotly.js-cartesian-dist-min 4.1.1, whose licence stands beside it. The browser decompresses it.
"""

from __future__ import annotations

import base64
import functools
import gzip
import html
import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

from scrump.report.charts import DARK, Chart

# Nothing is loaded from anywhere; scripts and styles are those in the page. Plotly makes pictures of its plots.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"
)

# Begins the ids of the page's own elements, so that they differ from those of sections and plots.
_OWN = "page"


def render(title: str, body: str, charts: Iterable[Chart]) -> str:
    """The whole page. `body` is HTML that contains each chart as `chart_section` makes it."""
    figures = {panel.id: panel.figure.to_plotly_json() for chart in charts for panel in chart.panels}
    carried = {"figures": figures, "dark": DARK}
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>
{_part("page.css")}</style>
</head>
<body>
<main>
{body}
<noscript><section>The charts need JavaScript, which this page carries with it.</section></noscript>
<section id="{_OWN}-too-old" hidden>The charts need a browser of 2023 or later.</section>
</main>
<script type="application/json" id="{_OWN}-figures">{_json(carried)}</script>
<script type="text/plain" id="{_OWN}-plotly">{_packed_plotly()}</script>
<script>
{_part("page.js")}</script>
</body>
</html>
"""


def chart_section(chart: Chart) -> str:
    """A chart with its title and caption, or the sentence in its place."""
    parts = [f"<h2>{escape(chart.title)}</h2>"]
    if chart.caption:
        parts.append(f'<p class="caption">{escape(chart.caption)}</p>')
    if chart.absent:
        parts.append(f'<p class="absent">{escape(chart.absent)}</p>')
    plots = []
    for panel in chart.panels:
        title = f"<h3>{escape(panel.title)}</h3>" if panel.title else ""
        height = panel.figure.layout.height
        plots.append(
            f'<div class="panel">{title}<div class="plot" id="{panel.id}" style="height:{height}px"></div></div>'
        )
    if len(plots) > 1:
        parts.append(f'<div class="panels">{"".join(plots)}</div>')
    else:
        parts += plots
    grouped = ' class="grouped"' if len(plots) > 1 else ""
    return f'<section id="{chart.id}"{grouped}>\n{chr(10).join(parts)}\n</section>'


def table(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int], kind: str = "") -> str:
    """A table. Cells are HTML; `numbers` are the right-aligned columns. The first cell of a row is its head."""

    def cell(tag: str, at: int, content: str, scope: str) -> str:
        css = ' class="number"' if at in numbers else ""
        return f"<{tag}{scope}{css}>{content}</{tag}>"

    head = "".join(cell("th", at, escape(name), ' scope="col"') for at, name in enumerate(header))
    lines = []
    for row in rows:
        cells = [cell("th", 0, row[0], ' scope="row"')]
        cells += [cell("td", at, content, "") for at, content in enumerate(row[1:], start=1)]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    css = f' class="{kind}"' if kind else ""
    return (
        f'<div class="scroll"><table{css}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{chr(10).join(lines)}\n'
        "</tbody>\n</table></div>"
    )


def escape(text: str) -> str:
    return html.escape(text, quote=True)


def breakable(text: str) -> str:
    """Text as HTML that may be broken after the colons and commas of options."""
    return re.sub(r"([:,=])(?=[^\s\d])", r"\1<wbr>", escape(text))


def prose(text: str) -> str:
    """Text as HTML; text in backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@functools.cache
def _packed_plotly() -> str:
    script = files(__package__).joinpath("plotly-cartesian.min.js").read_bytes()
    return base64.b64encode(gzip.compress(script, mtime=0)).decode("ascii")


def _json(value: Any) -> str:
    """JSON for a script: no text in it can end the script."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=_plain).replace("<", "\\u003c")


def _plain(value: Any) -> Any:
    if hasattr(value, "to_plotly_json"):
        return value.to_plotly_json()
    raise TypeError(f"not fit for a page: {type(value).__name__}")
