"""The page of grain measurements: how time depends on the size of tasks, and what the chosen grain is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scrump.report import units
from scrump.report.charts import Chart
from scrump.report.grain import Comparison, HeatRun, Spread, SweepRun, compare
from scrump.report.grain_charts import heat_charts, partition_of, sweep_chart, sweep_panels
from scrump.report.page import chart_section, escape, render, table

_GRAIN_UNITS = {"budget": "backtracks", "adaptive": "µs"}


def grain_page(
    heat: Sequence[HeatRun], sweep: Sequence[SweepRun], sources: Iterable[str], title: str | None = None
) -> str:
    """Of either or both; `sources` are the files that they were read from."""
    heading = title or "Time by the grain of tasks"
    parts = [f"<header><h1>{escape(heading)}</h1></header>"]
    charts: list[Chart] = []
    for number, (points, steps) in enumerate(dict.fromkeys((run.points, run.steps) for run in heat), start=1):
        own = [run for run in heat if (run.points, run.steps) == (points, steps)]
        suffix = "" if number == 1 else f"-{number}"
        drawn = heat_charts(own, suffix)
        charts += drawn
        parts.append(f'<h2 class="experiment">Heat stencil, {points:,} points, {units.plural(steps, "step")}</h2>')
        parts += [_heat_table(own, suffix), *map(chart_section, drawn)]
    if sweep:
        chart = sweep_chart(sweep)
        charts.append(chart)
        parts.append('<h2 class="experiment">Searches</h2>')
        parts += [_sweep_table(sweep), chart_section(chart)]
    parts.append(f"<footer>Made by scrump-report from {escape(', '.join(sources))}.</footer>")
    return render(heading, "\n".join(parts), charts)


_YES = "yes"
_BEST = ("best fixed grain", "its time")
_VERDICT = ("chosen grain's time", "ratio", "within 5%")


def _heat_table(runs: Sequence[HeatRun], suffix: str) -> str:
    rows = []
    for workers in sorted({run.workers for run in runs}):
        own = [run for run in runs if run.workers == workers]
        compared = compare(
            [run for run in own if run.mode == "fixed"], [run for run in own if run.mode == "adaptive"], partition_of
        )
        if compared is not None:
            best, verdict = _compared(compared, "points")
            chosen = f"{compared.chosen_grain:,.0f} points" if compared.chosen_grain is not None else "–"
            rows.append([str(workers), *best, chosen, *verdict])
    return _comparison(f"heat-comparison{suffix}", ["workers", *_BEST, "chosen last", *_VERDICT], 1, rows)


def _sweep_table(runs: Sequence[SweepRun]) -> str:
    rows = []
    for problem, workers in sweep_panels(runs):
        for skeleton, unit in _GRAIN_UNITS.items():
            own = [run for run in runs if (run.problem, run.workers, run.skeleton) == (problem, workers, skeleton)]
            compared = compare(
                [run for run in own if run.mode == "fixed"], [run for run in own if run.mode == "auto"], _grain_of
            )
            if compared is not None:
                best, verdict = _compared(compared, unit)
                rows.append([escape(problem), str(workers), skeleton, *best, *verdict])
    return _comparison("sweep-comparison", ["problem", "workers", "skeleton", *_BEST, *_VERDICT], 3, rows)


def _grain_of(run: SweepRun) -> float | None:
    return run.grain


def _compared(compared: Comparison, unit: str) -> tuple[list[str], list[str]]:
    """Cells on the best fixed grain, and on the chosen one beside it."""
    verdict = _YES if compared.close else '<span class="no">no</span>'
    best = [f"{compared.best_grain:,.10g} {unit}", _time(compared.best)]
    return best, [_time(compared.chosen), f"{compared.ratio:.3f}", verdict]


def _time(time: Spread) -> str:
    if time.repeats == 1:
        return units.duration(time.middle)
    ranged = f"{units.duration(time.least)} to {units.duration(time.most)}, {time.repeats} runs"
    return f'<span title="{ranged}">{units.duration(time.middle)}</span>'


def _comparison(name: str, header: list[str], texts: int, rows: list[list[str]]) -> str:
    """So many columns are `texts`, all others but the last are numbers."""
    if rows:
        close = sum(row[-1] == _YES for row in rows)
        content = (
            '<p class="caption">The grain that was chosen while running, beside the best of the fixed ones, which one '
            "knows only after having tried them all. Medians; a ratio below 1 is faster. "
            f"{close} of {len(rows)} within 5%.</p>" + table(header, rows, numbers=range(texts, len(header) - 1))
        )
    else:
        content = (
            '<p class="absent">There is nothing to compare: it takes runs with a fixed grain and with a chosen one, '
            "with the same number of workers.</p>"
        )
    return f'<section id="{name}"><h2>The chosen grain against the best fixed one</h2>{content}</section>'
