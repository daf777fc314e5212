"""Durations of tasks and steals: distributions on logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from scrump.report import units
from scrump.report.causes import quantile
from scrump.report.charts import (
    BLACK,
    BLUE,
    VERMILION,
    WHITE,
    Chart,
    Panel,
    around,
    figure,
    linear_count_axis,
    log_duration_axis,
)
from scrump.report.run import Bucket, Run
from scrump.report.tasks_run import ForkJoinRun


def task_durations(run: Run) -> Chart:
    name, title, piece = "task-durations", f"How long {run.piece}s took", run.piece
    if not run.task_durations:
        return Chart(name, title, "", absent=f"The file has no histogram of the {piece}s' durations.")
    made = figure(height=300, bargap=0)
    made.add_trace(_bars(thirds(run.task_durations), BLUE, piece))
    low, high = around(_limits(run.task_durations))
    made.update_layout(
        xaxis=log_duration_axis(f"duration of a {piece}", low, high),
        yaxis=linear_count_axis(f"{piece}s", _highest(thirds(run.task_durations))),
        showlegend=False,
    )
    _mark_median(made, run.task_durations)
    number = sum(bucket.count for bucket in run.task_durations)
    caption = (
        f"{units.plural(number, piece)}: half of them took less than "
        f"{units.duration(quantile(run.task_durations, 0.5))}, one in a hundred more than "
        f"{units.duration(quantile(run.task_durations, 0.99))}."
    )
    if isinstance(run, ForkJoinRun):
        caption += (
            " These are the first one and what workers stole when they had nothing; what they stole while they waited "
            "within a task is a part of it."
        )
    return Chart(name, title, caption, (Panel("plot-task-durations", made),))


def steal_latencies(run: Run) -> Chart:
    name, title = "steal-latencies", "How long steals took"
    kinds = [
        ("within a locality", run.steal_latencies, BLUE),
        ("between localities", run.remote_steal_latencies, VERMILION),
    ]
    shown = [kind for kind in kinds if kind[1]]
    if not shown:
        reason = "nothing was stolen" if run.total is not None and run.total.steals_won == 0 else "the file has none"
        return Chart(name, title, "", absent=f"There are no latencies of steals to show: {reason}.")
    low, high = around([limit for _, histogram, _ in shown for limit in _limits(histogram)])
    grid = make_subplots(rows=len(shown), cols=1, shared_xaxes=True, vertical_spacing=0.14)
    made = figure(height=130 + 170 * len(shown), bargap=0, showlegend=False)
    grid.layout.template = None  # Plotly's own, to which the other would be added
    made = go.Figure(grid, layout=grid.layout.update(made.layout))
    texts = []
    for row, (what, histogram, colour) in enumerate(shown, start=1):
        made.add_trace(_bars(thirds(histogram), colour, "steal"), row=row, col=1)
        made.update_yaxes(linear_count_axis("steals", _highest(thirds(histogram))), row=row, col=1)
        made.update_xaxes(log_duration_axis("", low, high), row=row, col=1)
        _mark_median(made, histogram, row=row)
        made.add_annotation(
            text=what,
            xref="x domain",
            yref="y domain",
            x=0,
            y=1.0,
            xanchor="left",
            yanchor="bottom",
            showarrow=False,
            font={"size": 13, "color": colour},
            row=row,
            col=1,
        )
        texts.append(
            f"{units.plural(sum(bucket.count for bucket in histogram), 'steal')} {what}, median "
            f"{units.duration(quantile(histogram, 0.5))}, 99% within {units.duration(quantile(histogram, 0.99))}"
        )
    made.update_xaxes(title={"text": "time of a steal"}, row=len(shown), col=1)
    caption = (
        "From running out of work to having a stolen task, and between localities from the request to the "
        f"{run.piece}s in hand. {'; '.join(texts)}."
    )
    return Chart(name, title, caption, (Panel("plot-steal-latencies", made),))


def _limits(histogram: Sequence[Bucket]) -> list[float]:
    """The ends of a bucket, for a logarithmic axis: a duration of zero is shown at half a nanosecond."""
    return [max(histogram[0].low, 0.5e-9), histogram[-1].high]


def _highest(histogram: Sequence[Bucket]) -> int:
    return max(bucket.count for bucket in histogram)


def thirds(histogram: Sequence[Bucket]) -> list[Bucket]:
    """The same buckets with the 8 of each octave of nanoseconds merged into 3. The 8 have the same width within the
    octave, so that on a logarithmic axis they narrow by half, and their counts rise and fall with each octave."""
    merged: dict[tuple[int, int], Bucket] = {}
    for bucket in histogram:
        low, high = round(bucket.low * 1e9), round(bucket.high * 1e9)
        shift = max(low.bit_length() - 4, 0)
        start, end = next(
            ((a << shift, b << shift) for a, b in ((8, 10), (10, 13), (13, 16)) if a <= low >> shift < b), (low, high)
        )
        if low < start or high > end:
            start, end = low, high
        count = bucket.count + (merged[start, end].count if (start, end) in merged else 0)
        merged[start, end] = Bucket(start * 1e-9, end * 1e-9, count)
    return list(merged.values())


def _bars(histogram: Sequence[Bucket], colour: str, what: str) -> go.Bar:
    lows = [max(bucket.low, 0.5e-9) for bucket in histogram]
    total = sum(bucket.count for bucket in histogram)
    return go.Bar(
        x=lows,
        width=[bucket.high - low for bucket, low in zip(histogram, lows, strict=True)],
        offset=0,
        y=[bucket.count for bucket in histogram],
        marker={"color": colour, "line": {"color": WHITE, "width": 0.5}},
        customdata=[
            f"{units.duration(bucket.low)} to {units.duration(bucket.high)}: {units.plural(bucket.count, what)}, "
            f"{units.percent(bucket.count / total) if total else '0%'}"
            for bucket in histogram
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _mark_median(made: go.Figure, histogram: Sequence[Bucket], row: int | None = None) -> None:
    at = max(quantile(tuple(histogram), 0.5), 0.5e-9)
    axis = "" if row in (None, 1) else str(row)
    made.add_shape(
        type="line",
        x0=at,
        x1=at,
        y0=0,
        y1=1,
        xref=f"x{axis}",
        yref=f"y{axis} domain",
        line={"color": BLACK, "width": 1, "dash": "dot"},
    )
    # A shape is placed by its value even if the axis is logarithmic, a text by the logarithm.
    made.add_annotation(
        text=f"median {units.duration(at)}",
        x=math.log10(at),
        y=1,
        xref=f"x{axis}",
        yref=f"y{axis} domain",
        xanchor="center",
        yanchor="bottom",
        showarrow=False,
        font={"size": 12},
    )
