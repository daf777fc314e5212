"""The charts specific to symbolic reachability: the cost of each round, and the states and nodes after it."""

from __future__ import annotations

import plotly.graph_objects as go

from scrump.report import units
from scrump.report.charts import (
    BLUE,
    ORANGE,
    VERMILION,
    Chart,
    Panel,
    around,
    figure,
    linear_count_axis,
    linear_duration_axis,
    log_count_axis,
)
from scrump.report.reach_run import ReachRun


def reach_charts(run: ReachRun) -> list[Chart | None]:
    return [rounds(run), reached(run), table(run)]


def rounds(run: ReachRun) -> Chart:
    name, title = "rounds", "How long each round took"
    if len(run.rounds) < 2:
        return Chart(name, title, "", absent=_few_rounds(run))
    made = _by_round(run)
    grown = set(run.grown_rounds)
    seconds = [each.seconds for each in run.rounds]
    for what, colour, with_growth in (("the table grew in it", ORANGE, True), ("other rounds", BLUE, False)):
        shown = [at for at in range(len(seconds)) if (at in grown) == with_growth]
        if shown:
            made.add_bar(
                x=[at + 1 for at in shown],
                y=[seconds[at] for at in shown],
                name=what,
                marker={"color": colour},
                customdata=[units.duration(seconds[at]) for at in shown],
                hovertemplate="round %{x}: %{customdata}<extra></extra>",
            )
    made.update_layout(yaxis=linear_duration_axis("time", 0, max(seconds) * 1.05 or 1.0), showlegend=bool(grown))
    longest = max(range(len(seconds)), key=lambda at: seconds[at])
    whole = sum(seconds)
    share = f", {units.percent(seconds[longest] / whole)} of all" if whole > 0 else ""
    caption = (
        f"{units.plural(len(seconds), 'round')} by {run.strategy}. The longest was round {longest + 1}, which took "
        f"{units.duration(seconds[longest])}{share}."
    )
    return Chart(name, title, caption, (Panel("plot-rounds", made),))


def reached(run: ReachRun) -> Chart | None:
    """States and nodes by round; None if there is nothing to compare."""
    name, title = "reached", "States and nodes by round"
    if len(run.rounds) < 2:
        return None
    if not run.counted:
        return Chart(name, title, "", absent="They were not counted; '--rounds' has them counted, which takes time.")
    made = _by_round(run)
    lines = (
        ("states", [each.states for each in run.rounds], BLUE, "circle"),
        ("nodes", [each.nodes for each in run.rounds], VERMILION, "square"),
    )
    known = [value for _, values, _, _ in lines for value in values if value]
    for what, values, colour, symbol in lines:
        made.add_scatter(
            x=[at + 1 for at in range(len(values))],
            y=[value or None for value in values],
            mode="lines+markers",
            name=what,
            line={"color": colour, "width": 2},
            marker={"color": colour, "symbol": symbol, "size": 5},
            customdata=["" if value is None else units.count(value) for value in values],
            hovertemplate=f"round %{{x}}: %{{customdata}} {what}<extra></extra>",
        )
    made.update_layout(yaxis=log_count_axis("after the round", *around(known or [1.0], by=2)))
    caption = (
        "What was reached by the end of each round, and the nodes of the diagram that says so: where these grow as "
        "fast as the states, diagrams save nothing."
    )
    return Chart(name, title, caption, (Panel("plot-reached", made),))


def table(run: ReachRun) -> Chart | None:
    """Size of the table; None if it is known at only one moment, which is a key figure."""
    if len(run.rounds) < 2:
        return None
    made = figure(height=300)
    made.add_scatter(
        x=[each.end for each in run.rounds],
        y=[each.table_nodes for each in run.rounds],
        mode="lines+markers",
        line={"color": BLUE, "width": 2},
        marker={"color": BLUE, "size": 5},
        customdata=[f"round {at}, after {units.duration(each.end)}" for at, each in enumerate(run.rounds, start=1)],
        hovertemplate="%{customdata}: %{y:,} nodes<extra></extra>",
        showlegend=False,
    )
    made.update_layout(
        xaxis=linear_duration_axis("time since the search began", 0, run.rounds[-1].end or 1.0),
        yaxis=linear_count_axis("nodes in the table", max(each.table_nodes for each in run.rounds)),
    )
    diagrams = run.diagrams
    caption = (
        f"At the end of each round, dead ones included. There were {diagrams.peak_nodes:,} at most, "
        f"{units.percent(diagrams.fullness)} of the {diagrams.buckets:,} buckets that there were in the end; "
        f"{units.plural(diagrams.collections, 'collection')} and {units.plural(diagrams.growths, 'growth')}."
    )
    return Chart("table", "How full the table was", caption, (Panel("plot-table", made),))


# --- Parts of charts


def _few_rounds(run: ReachRun) -> str:
    if run.strategy == "saturation":
        return "Saturation has one round, which goes on until no relation adds anything."
    return "There was no more than one round."


def _by_round(run: ReachRun) -> go.Figure:
    made = figure(height=300, bargap=0.1 if len(run.rounds) <= 128 else 0)
    return made.update_layout(xaxis={"title": {"text": "round"}, "range": [0.5, len(run.rounds) + 0.5]})
