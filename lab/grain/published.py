"""What the text of Grubel et al. (2015) states of its figures, drawn into ours: their curves are not in numbers."""

from collections.abc import Callable, Sequence

import plotly.graph_objects as go
from scrump.report import units
from scrump.report.charts import BLACK, Chart

from lab.harness.published import Value, value, values

from .measurements import HeatRun

PAPER = "grubel2015"
CELLS = value(PAPER, "section II", "points").low * value(PAPER, "section II", "time steps").low


def points_of(told: Value) -> float:
    """The partition that a value is about: its case ends with "N points"."""
    return float(told.case.split()[-2])


def times(cells: float) -> dict[float, float]:
    """Execution times by partition, for as many points in as many steps as ours."""
    told = [*values(PAPER, "figure 3", "execution time"), *values(PAPER, "figure 9", "execution time")]
    return {points_of(each): each.low * cells / CELLS for each in told}


def _mark(made: go.Figure, places: dict[float, float], name: str, text: Callable[[float], str], second: bool) -> None:
    made.add_scatter(
        x=list(places),
        y=list(places.values()),
        mode="markers",
        name=name,
        marker={"symbol": "star-open", "size": 12, "color": BLACK},
        customdata=[f"{partition:,.0f} points: {text(each)}" for partition, each in places.items()],
        hovertemplate="%{customdata}<extra>" + name + "</extra>",
        **({"yaxis": "y2"} if second else {}),
    )


def _times(made: go.Figure, cells: float) -> None:
    _mark(made, times(cells), "published: 28 cores of Haswell, for as many points", units.duration, second=False)


def _idle_rate(made: go.Figure, cells: float) -> None:
    least = value(PAPER, "figure 4", "smallest partition with at most 30 % idle-rate")
    _mark(made, {least.low: 0.3}, "published: least partition with 30 %, 28 cores", units.percent, second=True)


def _waiting(made: go.Figure, cells: float) -> None:
    told = value(PAPER, "figure 7", "partition where waiting follows the time")
    label = {"text": "published: waiting decides", "font": {"size": 10}}
    made.add_vrect(x0=told.low, x1=told.high, fillcolor=BLACK, opacity=0.08, line_width=0, label=label)


def _accesses(made: go.Figure, cells: float) -> None:
    fewest = value(PAPER, "figure 9", "partition with fewest accesses to pending queues")
    label = {"text": "published: fewest, 28 cores", "font": {"size": 10}}
    made.add_vline(x=fewest.low, line_dash="dot", line_color=BLACK, label=label)


# By the beginning of a chart's id.
ADDED = {
    "heat-time": _times,
    "heat-idle": _idle_rate,
    "heat-overheads": _waiting,
    "heat-accesses": _accesses,
}


def add(charts: Sequence[Chart], runs: Sequence[HeatRun]) -> None:
    """`runs` have the same points and steps."""
    cells = runs[0].points * runs[0].steps
    for chart in charts:
        for name, draw in ADDED.items():
            if chart.id.startswith(name):
                for panel in chart.panels:
                    draw(panel.figure, cells)
