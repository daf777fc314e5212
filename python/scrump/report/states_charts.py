"""The chart specific to state spaces: the number of states at each distance."""

from __future__ import annotations

from scrump.report import units
from scrump.report.charts import BLUE, GREY, ORANGE, Chart, Panel, around, figure, log_count_axis
from scrump.report.findings import SMALL_LEVEL
from scrump.report.states_run import StatesRun


def states_charts(run: StatesRun) -> list[Chart | None]:
    return [levels(run)]


def levels(run: StatesRun) -> Chart | None:
    """States by level; None in depth-first order, which has no levels."""
    name, title = "levels", "States by level"
    if not run.by_levels:
        return None
    if not run.levels:
        return Chart(name, title, "", absent="The file does not say how many states are how far away.")
    enough = SMALL_LEVEL * run.all_workers
    made = figure(height=320)
    made.add_scatter(
        x=list(range(len(run.levels))),
        y=[states or None for states in run.levels],
        mode="lines+markers",
        name="states",
        line={"color": BLUE, "width": 2},
        marker={"color": [ORANGE if states < enough else BLUE for states in run.levels], "size": 7},
        hovertemplate="level %{x}: %{y:,} states<extra></extra>",
    )
    made.add_scatter(
        x=[0, max(len(run.levels) - 1, 1)],
        y=[enough, enough],
        mode="lines",
        name=f"{SMALL_LEVEL} states for each worker",
        line={"color": GREY, "width": 2, "dash": "dash"},
        hoverinfo="skip",
    )
    made.update_layout(
        xaxis={"title": {"text": "steps from the first state"}},
        yaxis=log_count_axis("states", *around([*filter(None, run.levels), enough], by=2)),
    )
    largest = max(range(len(run.levels)), key=lambda level: run.levels[level])
    small = run.small_levels(SMALL_LEVEL)
    caption = (
        f"{units.plural(len(run.levels), 'level')}; the largest is level {largest}, of "
        f"{units.plural(run.levels[largest], 'state')}. {len(small):,} of them have fewer than {SMALL_LEVEL} states "
        "for each worker, which are taken at a time."
    )
    return Chart(name, title, caption, (Panel("plot-levels", made),))
