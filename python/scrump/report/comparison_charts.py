"""The charts of several runs side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrump.report import units
from scrump.report.charts import BLUE, CATEGORIES, GREEN, GREY, ORANGE, SYMBOLS, Chart, Panel, category_axis, figure
from scrump.report.comparison import Curve, NamedRun, curves


def comparison_charts(runs: Sequence[NamedRun]) -> list[Chart]:
    found = curves(runs)
    charts = [speed_up(found)] if found else []
    return [*charts, amounts(runs)]


def amounts(runs: Sequence[NamedRun]) -> Chart:
    """Times, nodes and steals as bars, a panel for each."""
    panels = [
        _bars(runs, "plot-times", "Time", lambda each: each.run.seconds, units.duration, BLUE),
        _bars(runs, "plot-work", f"{runs[0].run.measure}s".capitalize(), lambda each: each.work, units.count, GREEN),
        _bars(runs, "plot-steals", "Steals", lambda each: each.steals, units.count, ORANGE),
    ]
    caption = (
        f"How many times as fast as {of}; medians where several runs have as many workers. The dashed line is the "
        "ideal."
    )
    return Chart("speed-up", "Speed-up", caption, (Panel("plot-speed-up", made),))
