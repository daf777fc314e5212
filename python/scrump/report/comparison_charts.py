"""The charts of several runs side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scrump.report import units
from scrump.report.charts import BLUE, CATEGORIES, GREEN, GREY, ORANGE, SYMBOLS, Chart, Panel, category_axis, figure
from scrump.report.comparison import Curve, NamedRun, curves, measure


def comparison_charts(runs: Sequence[NamedRun]) -> list[Chart]:
    found = curves(runs)
    charts = [speed_up(found)] if found else []
    return [*charts, amounts(runs)]


def amounts(runs: Sequence[NamedRun]) -> Chart:
    """Times, work and steals as bars, a panel for each."""
    panels = [
        _bars(runs, "plot-times", "Time", lambda each: each.run.seconds, units.duration, BLUE),
        _bars(runs, "plot-work", measure(runs).capitalize(), lambda each: each.work, units.count, GREEN),
        _bars(runs, "plot-steals", "Steals", lambda each: each.steals, units.count, ORANGE),
    ]
    caption = "Pale bars are of runs that were stopped."
    return Chart("amounts", "What each run took", caption, tuple(panel for panel in panels if panel is not None))


def _bars(
    runs: Sequence[NamedRun],
    name: str,
    title: str,
    value: Callable[[NamedRun], float | None],
    text: Callable[[float], str],
    colour: str,
) -> Panel | None:
    """Bars of a quantity; None if no run has it."""
    values = [value(each) for each in runs]
    if not any(values):
        return None
    names = [each.name for each in runs]
    made = figure(height=320)
    made.add_bar(
        x=names,
        y=values,
        text=["" if each is None else text(each) for each in values],
        marker={"color": [colour if each.complete else GREY for each in runs]},
        hovertemplate="%{x}: %{text}<extra></extra>",
    )
    made.update_layout(
        xaxis={**category_axis(names), "showgrid": False}, yaxis={"rangemode": "tozero", "showticklabels": False}
    )
    return Panel(name, made, title)


def speed_up(found: Sequence[Curve]) -> Chart:
    most = max(point.workers for curve in found for point in curve.points)
    made = figure(height=420)
    made.add_scatter(
        x=[1, most],
        y=[1, most],
        mode="lines",
        name="as many times as workers",
        line={"color": GREY, "dash": "dash"},
        hoverinfo="skip",
    )
    for at, curve in enumerate(found):
        made.add_scatter(
            x=[point.workers for point in curve.points],
            y=[point.speed_up for point in curve.points],
            mode="lines+markers",
            name=curve.label or "these runs",
            line={"color": CATEGORIES[at % len(CATEGORIES)]},
            marker={"symbol": SYMBOLS[at % len(SYMBOLS)], "size": 9},
            customdata=[[units.duration(point.seconds), units.percent(point.efficiency)] for point in curve.points],
            hovertemplate="%{x} workers: %{y:.2f} times, %{customdata[0]}, efficiency %{customdata[1]}<extra></extra>",
        )
    made.update_layout(
        xaxis={"title": {"text": "workers"}, "rangemode": "tozero"},
        yaxis={"title": {"text": "speed-up"}, "rangemode": "tozero"},
        showlegend=True,
    )
    fewest = min(point.workers for curve in found for point in curve.points)
    of = "one worker" if fewest == 1 else f"the fewest workers, {fewest}, of which each is taken for one"
    caption = f"How many times as fast as {of}; medians where several runs have as many workers. The dashed line is the ideal."
    return Chart("speed-up", "Speed-up", caption, (Panel("plot-speed-up", made),))
