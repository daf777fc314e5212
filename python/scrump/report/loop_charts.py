"""The charts specific to loops: when each worker finished, its share, and the traffic between localities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from scrump.report import units
from scrump.report.charts import (
    BLACK,
    BLUE,
    GREY,
    ORANGE,
    VERMILION,
    Chart,
    Panel,
    around,
    category_axis,
    linear_axis,
    figure,
    linear_count_axis,
    linear_duration_axis,
    log_duration_axis,
)
from scrump.report.loop_run import ChunkTimes, LoopRun

_NO_SHARES = "The file does not say what each worker had, so this cannot be drawn."


def loop_charts(run: LoopRun) -> list[Chart | None]:
    return [finishing_times(run), steps(run), iterations(run), chunks(run), transfers(run)]


def finishing_times(run: LoopRun) -> Chart:
    name, title = "finishing-times", "When each worker was finished"
    last, mean = run.last, run.mean_finished
    if last is None:
        return Chart(name, title, "", absent=_NO_SHARES)
    made = _by_worker(run)
    made.add_bar(
        x=_labels(run),
        y=[share.finished for share in run.shares],
        marker={"color": [VERMILION if share is last else BLUE for share in run.shares]},
        customdata=[units.duration(share.finished) for share in run.shares],
        hovertemplate="worker %{x}: finished after %{customdata}<extra></extra>",
        showlegend=False,
    )
    made.add_hline(
        y=mean,
        line={"color": BLACK, "width": 1, "dash": "dot"},
        annotation={"text": f"mean {units.duration(mean)}", "xanchor": "right", "yanchor": "bottom"},
    )
    made.update_layout(yaxis=linear_duration_axis("time since the start of the loop", 0, last.finished * 1.1 or 1.0))
    caption = (
        f"The last one was worker {run.label(last.locality, last.worker)}, after {units.duration(last.finished)}: "
        f"{last.finished / mean if mean > 0 else 1:.3f} times the mean. The times vary by {units.percent(run.variation)} of it (their standard "
        "deviation). What others have above them they waited."
    )
    if run.loops > 1:
        caption += f" Times are sums of {run.loops:,} loops, in each of which another worker may have been the last."
    return Chart(name, title, caption, (Panel("plot-finishing-times", made),))


def steps(run: LoopRun) -> Chart | None:
    """Parallel time and imbalance of each time step; None for a single loop."""
    if len(run.by_step) < 2:
        return None
    seconds = [step.seconds for step in run.by_step]
    imbalances = [step.imbalance for step in run.by_step]
    longest = max(range(len(seconds)), key=lambda at: seconds[at])
    worst = max(range(len(imbalances)), key=lambda at: imbalances[at])
    times = _by_step(seconds, [units.duration(each) for each in seconds], BLUE)
    times.update_layout(yaxis=linear_duration_axis("parallel time", 0, seconds[longest] * 1.05 or 1.0))
    balance = _by_step(imbalances, [f"{each:.4f}" for each in imbalances], VERMILION)
    balance.update_layout(yaxis=linear_axis("max/mean", 1, max(1 + (imbalances[worst] - 1) * 1.05, 1.01)))
    caption = (
        f"{units.plural(len(seconds), 'step')}. The longest was step {longest + 1}, of {units.duration(seconds[longest])}; "
        f"the least balanced was step {worst + 1}: its last worker finished after {imbalances[worst]:.4f} times the mean."
    )
    panels = (
        Panel("plot-step-times", times, "Parallel time"),
        Panel("plot-step-imbalances", balance, "Last finishing time by the mean of all"),
    )
    return Chart("steps", "What each time step took", caption, panels)


def iterations(run: LoopRun) -> Chart:
    name, title = "iterations", "How many iterations each worker had"
    if not run.shares:
        return Chart(name, title, "", absent=_NO_SHARES)
    made = _by_worker(run)
    parts = [("of its own locality" if run.stealing else "iterations", [share.own for share in run.shares], BLUE)]
    if run.stealing:
        parts.append(("stolen", [share.stolen for share in run.shares], ORANGE))
    for part, numbers, colour in parts:
        _add_bars(made, _labels(run), numbers, part, colour)
    highest = max(share.iterations for share in run.shares)
    made.update_layout(
        barmode="stack",
        yaxis=linear_count_axis("iterations", highest),
        showlegend=run.stealing,
        legend={"traceorder": "normal"},
    )
    caption = f"{units.plural(run.iterations, 'iteration')} in all."
    if run.stealing:
        share = units.percent(run.iterations_stolen / max(run.iterations, 1))
        caption += f" {run.iterations_stolen:,} of them, {share}, were run by another locality than had them at first."
    caption += " Iterations are not equally expensive: a worker that had fewer may have worked as long."
    return Chart(name, title, caption, (Panel("plot-iterations", made),))


def chunks(run: LoopRun) -> Chart:
    name, title = "chunks", "In how many chunks"
    if not run.shares:
        return Chart(name, title, "", absent=_NO_SHARES)
    made = _by_worker(run)
    _add_bars(made, _labels(run), [share.chunks for share in run.shares], "chunks", BLUE)
    made.update_layout(
        yaxis=linear_count_axis("chunks", max(share.chunks for share in run.shares)),
        showlegend=False,
    )
    each = f", of {units.count(run.iterations / run.chunks)} iterations on average" if run.chunks else ""
    caption = f"{units.plural(run.chunks, 'chunk')} by {run.technique}{each}."
    return Chart(name, title, caption, (Panel("plot-chunks", made),))


def transfers(run: LoopRun) -> Chart | None:
    """Transfers between localities; None if nothing could be stolen."""
    if not run.stealing:
        return None
    labels = [str(at) for at in range(len(run.transfers))]
    steals = _by_locality(labels)
    failed = [max(each.steals_tried - each.steals_won, 0) for each in run.transfers]
    _add_bars(steals, labels, [each.steals_won for each in run.transfers], "got iterations", BLUE)
    _add_bars(steals, labels, failed, "failed", GREY)
    most = max(max(each.steals_tried, each.steals_won) for each in run.transfers)
    steals.update_layout(barmode="stack", yaxis=linear_count_axis("steals", most), legend={"traceorder": "normal"})
    panels = [Panel("plot-transfer-steals", steals, "Steals by each locality")]
    sending = [each.send_of_chunk for each in run.transfers]
    receiving = [each.receive_of_chunk for each in run.transfers]
    known = [each for each in (*sending, *receiving) if each]
    if known:
        times = _by_locality(labels)
        for part, seconds, ranges, colour, symbol in (
            ("to send", sending, [each.send for each in run.transfers], BLUE, "circle"),
            ("to receive", receiving, [each.receive for each in run.transfers], VERMILION, "square"),
        ):
            times.add_scatter(
                error_y=_whiskers(ranges),
                x=labels,
                y=[each or None for each in seconds],
                mode="markers",
                name=part,
                marker={"color": colour, "symbol": symbol, "size": 9},
                customdata=["" if each is None else units.duration(each) for each in seconds],
                hovertemplate=f"locality %{{x}}, {part} a chunk: %{{customdata}}<extra></extra>",
            )
        ends = [end for of in run.transfers for each in (of.send, of.receive) if each for end in (each.min, each.max)]
        times.update_layout(yaxis=log_duration_axis("time of a chunk", *around([*known, *filter(None, ends)], by=2)))
        panels.append(Panel("plot-transfer-times", times, "Time to send and to receive a chunk: mean, min and max"))
    all_of = run.all_transfers()
    caption = (
        f"{all_of.steals_won:,} of {units.plural(all_of.steals_tried, 'try')} got iterations, "
        f"{all_of.iterations_stolen:,} in all, with {all_of.bytes:,} bytes."
    )
    return Chart("transfers", "What went between localities", caption, tuple(panels))


# --- Parts of charts


def _labels(run: LoopRun) -> list[str]:
    return [run.label(share.locality, share.worker) for share in run.shares]


def _by_worker(run: LoopRun) -> go.Figure:
    made = figure(height=320, bargap=0.15 if len(run.shares) <= 64 else 0)
    return made.update_layout(
        xaxis={**category_axis(_labels(run)), "title": {"text": run.label_title}, "showgrid": False}
    )


def _by_step(values: Sequence[float], texts: Sequence[str], colour: str) -> go.Figure:
    made = figure(height=260)
    made.add_scatter(
        x=list(range(1, len(values) + 1)),
        y=list(values),
        mode="lines+markers" if len(values) <= 64 else "lines",
        line={"color": colour},
        customdata=list(texts),
        hovertemplate="step %{x}: %{customdata}<extra></extra>",
        showlegend=False,
    )
    return made.update_layout(xaxis={"title": {"text": "time step"}})


def _whiskers(ranges: Sequence[ChunkTimes | None]) -> dict[str, Any] | None:
    """From the means to the longest and the shortest times; None if these are unknown."""
    if not any(ranges):
        return None
    return {
        "type": "data",
        "symmetric": False,
        "array": [each.max - each.mean if each else 0.0 for each in ranges],
        "arrayminus": [each.mean - each.min if each else 0.0 for each in ranges],
    }


def _by_locality(labels: Sequence[str]) -> go.Figure:
    made = figure(height=300)
    return made.update_layout(xaxis={**category_axis(labels), "title": {"text": "locality"}, "showgrid": False})


def _add_bars(made: go.Figure, labels: Sequence[str], numbers: Sequence[int], part: str, colour: str) -> None:
    made.add_bar(
        x=list(labels),
        y=list(numbers),
        name=part,
        marker={"color": colour},
        hovertemplate=f"%{{x}}, {part}: %{{y:,}}<extra></extra>",
    )
