"""The page of several runs side by side."""

from __future__ import annotations

from collections.abc import Sequence

from scrump.report import key_figures, units
from scrump.report.comparison import NamedRun, differing, measure, notes, settings
from scrump.report.comparison_charts import comparison_charts
from scrump.report.page import breakable, chart_section, escape, prose, render, table

_NOT_KNOWN = "–"


def comparison_page(runs: Sequence[NamedRun], title: str | None = None) -> str:
    """The page of several runs. Ratios are relative to the first run."""
    charts = comparison_charts(runs)
    heading = title or f"{units.plural(len(runs), 'run')} compared"
    body = "\n".join(
        [
            f'<header><h1>{escape(heading)}</h1><p class="subtitle">{escape(_subtitle(runs))}</p></header>',
            _notes(runs),
            _table(runs),
            *map(chart_section, charts),
            f"<footer>Made by scrump-report from {escape(', '.join(each.name for each in runs))}.</footer>",
        ]
    )
    return render(heading, body, charts)


def _subtitle(runs: Sequence[NamedRun]) -> str:
    """What all runs have in common."""
    differ = differing(runs)
    common = {name: value for name, value in settings(runs[0].run).items() if name not in differ}
    return ", ".join(value if name in ("problem", "instance") else f"{name} {value}" for name, value in common.items())


def _notes(runs: Sequence[NamedRun]) -> str:
    found = notes(runs)
    if not found:
        return ""
    items = "".join(f"<li>{prose(each)}</li>" for each in found)
    return f'<section id="notes"><h2>Before you compare</h2><ul>{items}</ul></section>'


def _table(runs: Sequence[NamedRun]) -> str:
    differ = differing(runs)
    header = [
        *("run", *differ, "workers", "status", "time", "of the first", measure(runs), "of the first"),
        *("steals", "idle-rate"),
    ]
    first = runs[0]
    rows = []
    for each in runs:
        own = settings(each.run)
        rows.append(
            [
                escape(each.name),
                *(breakable(own.get(name, _NOT_KNOWN)) for name in differ),
                escape(key_figures.workers(each.run)),
                escape(each.run.status),
                units.duration(each.run.seconds),
                _ratio(each.run.seconds, first.run.seconds) if each.complete and first.complete else _NOT_KNOWN,
                units.count(each.work) if each.work else _NOT_KNOWN,
                _ratio(each.work, first.work),
                _NOT_KNOWN if each.steals is None else f"{each.steals:,}",
                _NOT_KNOWN if each.idle_rate is None else units.percent(each.idle_rate),
            ]
        )
    numbers = range(len(differ) + 3, len(header))
    return f'<section id="comparison"><h2>Figures</h2>{table(header, rows, numbers=numbers)}</section>'


def _ratio(value: float, of: float) -> str:
    return f"{value / of:.2f}" if of else _NOT_KNOWN
