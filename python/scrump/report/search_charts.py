"""The charts specific to searches: their course over time."""

from __future__ import annotations

from scrump.report import units
from scrump.report.charts import (
    AMOUNT_SCALE,
    BLACK,
    BLUE,
    CATEGORIES,
    SHADE,
    Chart,
    Panel,
    category_axis,
    figure,
    linear_count_axis,
    linear_duration_axis,
    log_duration_axis,
    row_height,
    sequence,
)
from scrump.report.search_run import History, SearchRun

_NO_HISTORY = "The file has no history of the workers, so this cannot be drawn."

# If the last incumbent came before this share of the time, time is drawn on a logarithmic axis.
EARLY = 0.1


def search_charts(run: SearchRun) -> list[Chart | None]:
    return [incumbents(run), node_rate(run), utilisation(run)]


def incumbents(run: SearchRun) -> Chart | None:
    """Incumbents over time; None if nothing better is searched for, as in enumerations."""
    if not run.incumbents:
        return None
    # The last incumbent stands until the end.
    times = [seconds for seconds, _ in run.incumbents] + [max(run.seconds, run.incumbents[-1][0])]
    values = [objective for _, objective in run.incumbents] + [run.incumbents[-1][1]]
    made = figure(height=280)
    made.add_scatter(
        x=times,
        y=values,
        mode="lines+markers",
        line={"shape": "hv", "color": BLUE, "width": 2},
        marker={"size": [6] * len(run.incumbents) + [0], "color": BLUE},
        customdata=[units.duration(time) for time in times],
        hovertemplate="%{y:,} after %{customdata}<extra></extra>",
        showlegend=False,
    )
    # Most searches find the best solution early, and take long to prove it.
    early = 0 < times[-2] < EARLY * times[-1]
    soonest = min((time for time in times if time > 0), default=1.0)
    axis = log_duration_axis if early else linear_duration_axis
    made.update_layout(
        xaxis=axis("time since the start", soonest / 1.5 if early else 0, times[-1]),
        yaxis={"title": {"text": "objective"}},
    )
    if early:
        made.update_traces(x=[max(time, soonest / 1.5) for time in times])
    if len({round(value, 9) for value in values}) <= 5:
        made.update_yaxes(tickvals=sorted(set(values)))
    last = run.incumbents[-1][0]
    final = "the optimum" if run.status == "complete" else "the best known"
    caption = (
        f"{units.plural(len(run.incumbents), 'solution')}, each better than the one before. The last, {final}, was "
        "found "
        f"after {units.duration(last)}, {units.percent(last / run.seconds) if run.seconds else '0%'} of the time."
    )
    return Chart("incumbents", "Best solution over time", caption, (Panel("plot-incumbents", made),))


def node_rate(run: SearchRun) -> Chart:
    name, title = "node-rate", "Nodes per second over time"
    history = run.history
    if history is None:
        return Chart(name, title, "", absent=_NO_HISTORY)
    times, widths = _intervals(history, run)
    made = figure(height=320, hovermode="x unified")

    def rates(locality: int | None) -> list[float]:
        return [
            sum(
                worker.nodes[at]
                for worker in history.workers
                if locality in (None, worker.locality) and at < len(worker.nodes)
            )
            / widths[at]
            for at in range(history.intervals)
        ]

    total = rates(None)
    made.add_scatter(
        x=times,
        y=total,
        name="all workers",
        mode="lines",
        line={"color": BLACK, "width": 1.5, "shape": "hvh"},
        fill="tozeroy",
        fillcolor=SHADE,
        customdata=[units.rate(each, "nodes") for each in total],
        hovertemplate="%{customdata}",
    )
    localities = sorted({worker.locality for worker in history.workers})
    if len(localities) > 1:
        colours = CATEGORIES if len(localities) < len(CATEGORIES) else sequence(len(localities))
        for locality, colour in zip(localities, colours, strict=False):
            each = rates(locality)
            made.add_scatter(
                x=times,
                y=each,
                name=f"locality {locality}",
                mode="lines",
                line={"color": colour, "width": 1.5, "shape": "hvh"},
                customdata=[units.rate(value, "nodes") for value in each],
                hovertemplate="%{customdata}",
            )
    made.update_layout(
        xaxis={
            **linear_duration_axis("time since the start", 0, times[-1] + widths[-1] / 2),
            "unifiedhovertitle": {"text": "%{x:.4~g} s"},
        },
        yaxis=linear_count_axis("nodes per second", max(total)),
        showlegend=len(localities) > 1,
    )
    caption = (
        f"Means over intervals of {units.duration(history.interval)}. Where the rate falls although all workers are "
        "busy, the nodes are more expensive there, or the workers are in each other's way."
    )
    return Chart(name, title, caption, (Panel("plot-node-rate", made),))


def utilisation(run: SearchRun) -> Chart:
    name, title = "utilisation", "Busy workers over time"
    history = run.history
    if history is None:
        return Chart(name, title, "", absent=_NO_HISTORY)
    times, widths = _intervals(history, run)
    labels = [run.label(worker.locality, worker.worker) for worker in history.workers]
    # The last interval is scaled by the part of it that the run lasted.
    busy = [
        [
            min(worker.busy[at] * history.interval / widths[at], 1.0) if at < len(worker.busy) else 0.0
            for at in range(history.intervals)
        ]
        for worker in history.workers
    ]
    made = figure(height=row_height(len(labels)))
    made.add_heatmap(
        x=times,
        y=labels,
        z=busy,
        zmin=0,
        zmax=1,
        colorscale=AMOUNT_SCALE,
        ygap=1 if len(labels) <= 64 else 0,
        customdata=[[units.duration(time) for time in times]] * len(labels),
        hovertemplate="worker %{y}, at %{customdata}: busy for %{z:.0%} of the interval<extra></extra>",
        colorbar={
            "title": {"text": "busy", "side": "right"},
            "tickformat": ".0%",
            "thickness": 10,
            "outlinewidth": 0,
            "tickvals": [0, 0.5, 1],
        },
    )
    made.update_layout(
        xaxis={
            **linear_duration_axis("time since the start", 0, times[-1] + widths[-1] / 2),
            "showgrid": False,
        },
        yaxis={**category_axis(labels), "title": {"text": run.label_title}, "autorange": "reversed"},
    )
    interval = units.duration(history.interval)
    caption = f"A line for each worker, strong in colour where it computed, in intervals of {interval}."
    return Chart(name, title, caption, (Panel("plot-utilisation", made),))


def _intervals(history: History, run: SearchRun) -> tuple[list[float], list[float]]:
    """The middle and the width of each interval; the last one ends with the run."""
    widths = [history.interval] * history.intervals
    rest = run.seconds - history.interval * (history.intervals - 1)
    if 0 < rest < history.interval:
        widths[-1] = rest
    return [at * history.interval + width / 2 for at, width in enumerate(widths)], widths
