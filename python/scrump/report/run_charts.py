"""The charts of a run: each a function from the run to a chart, or to the sentence that says what the file lacks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from scrump.report import units
from scrump.report.charts import (
    AMOUNT_SCALE,
    BLACK,
    BLUE,
    CATEGORIES,
    GREY,
    ORANGE,
    VERMILION,
    Chart,
    Panel,
    around,
    figure,
    linear_count_axis,
    linear_duration_axis,
    log_duration_axis,
    sequence,
)
from scrump.report.diagnosis import quantile
from scrump.report.run import Bucket, History, Run

_NO_HISTORY = "The file has no history of the workers, so this cannot be drawn."
_NO_TIMES = "The file does not say how the workers spent their time, so this cannot be drawn."

# If the last incumbent came before this share of the time, time is drawn on a logarithmic axis.
EARLY = 0.1
# Up to so many rows and columns a matrix has its numbers written in it.
_NUMBERED = 12


def run_charts(run: Run) -> list[Chart]:
    over_time = [] if run.of_tasks else [incumbents(run), node_rate(run), utilisation(run)]
    charts = [
        *over_time,
        idle_rate(run),
        task_durations(run),
        steal_latencies(run),
        steals_within(run),
        steals_between(run),
    ]
    return [chart for chart in charts if chart is not None]


def incumbents(run: Run) -> Chart | None:
    """None where nothing better is looked for, as in enumerations."""
    if not run.incumbents:
        return None
    # The last one stands until the end.
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
    # Most searches find what is best soon, and prove it for long.
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


def node_rate(run: Run) -> Chart:
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
        fillcolor="rgba(0,0,0,0.04)",
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
        "busy, the nodes are dearer there, or the workers are in each other's way."
    )
    return Chart(name, title, caption, (Panel("plot-node-rate", made),))


def utilisation(run: Run) -> Chart:
    name, title = "utilisation", "Who was busy when"
    history = run.history
    if history is None:
        return Chart(name, title, "", absent=_NO_HISTORY)
    times, widths = _intervals(history, run)
    labels = [run.label(worker.locality, worker.worker) for worker in history.workers]
    # The last interval is measured by the part of it that the run lasted.
    busy = [
        [
            min(worker.busy[at] * history.interval / widths[at], 1.0) if at < len(worker.busy) else 0.0
            for at in range(history.intervals)
        ]
        for worker in history.workers
    ]
    made = figure(height=_row_height(len(labels)))
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
        yaxis={**_worker_axis(labels), "title": {"text": _worker_title(run)}, "autorange": "reversed"},
    )
    caption = f"A line for each worker, dark where it computed, in intervals of {units.duration(history.interval)}."
    return Chart(name, title, caption, (Panel("plot-utilisation", made),))


def idle_rate(run: Run) -> Chart:
    name, title = "idle-rate", "What each worker did with its time"
    known = [
        (worker, times) for worker in run.workers if (times := worker.counts.times) is not None and times.total > 0
    ]
    if not known:
        return Chart(name, title, "", absent=_NO_TIMES)
    labels = [run.label(worker.locality, worker.worker) for worker, _ in known]
    made = figure(height=320, barmode="stack", bargap=0.15 if len(known) <= 64 else 0)
    parts = (
        ("computing", [times.working for _, times in known], BLUE, ""),
        ("managing tasks", [times.managing for _, times in known], ORANGE, ""),
        ("waiting for work", [times.waiting for _, times in known], GREY, "/"),
    )
    for part, seconds, colour, pattern in parts:
        made.add_bar(
            x=labels,
            y=[each / times.total for each, (_, times) in zip(seconds, known, strict=True)],
            name=part,
            marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": "#7A828C", "size": 5, "solidity": 0.2}},
            customdata=[units.duration(each) for each in seconds],
            hovertemplate=f"worker %{{x}}, {part}: %{{y:.1%}}, %{{customdata}}<extra></extra>",
        )
    made.update_layout(
        xaxis={**_worker_axis(labels), "title": {"text": _worker_title(run)}, "showgrid": False},
        yaxis={"title": {"text": "share of its time"}, "tickformat": ".0%", "range": [0, 1]},
        legend={"traceorder": "normal"},
    )
    caption = "All but computing is a worker's idle-rate (equation 1 of Grubel et al. (2015))."
    return Chart(name, title, caption, (Panel("plot-idle-rate", made),))


def task_durations(run: Run) -> Chart:
    name, title = "task-durations", "How long tasks took"
    if not run.task_durations:
        return Chart(name, title, "", absent="The file has no histogram of the tasks' durations.")
    made = figure(height=300, bargap=0)
    made.add_trace(_bars(thirds(run.task_durations), BLUE, "task"))
    low, high = around(_limits(run.task_durations))
    made.update_layout(
        xaxis=log_duration_axis("duration of a task", low, high),
        yaxis=linear_count_axis("tasks", _highest(thirds(run.task_durations))),
        showlegend=False,
    )
    _mark_median(made, run.task_durations)
    tasks = sum(bucket.count for bucket in run.task_durations)
    caption = (
        f"{units.plural(tasks, 'task')}: half of them took less than "
        f"{units.duration(quantile(run.task_durations, 0.5))}, one in a hundred more than "
        f"{units.duration(quantile(run.task_durations, 0.99))}."
    )
    if run.of_tasks:
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
        "From running out of work to having a stolen task, and between localities from the request to the tasks in "
        f"hand. {'; '.join(texts)}."
    )
    return Chart(name, title, caption, (Panel("plot-steal-latencies", made),))


def steals_within(run: Run) -> Chart | None:
    """None where nobody could be stolen from."""
    if run.workers_each < 2:
        return None
    name, title = (
        "steals-within",
        "Who stole from whom within a locality" if run.localities > 1 else "Who stole from whom",
    )
    if not run.steals_within:
        return Chart(name, title, "", absent=_no_steals(run))
    who = [(worker.locality, worker.worker) for worker in run.workers]
    index = {worker: at for at, worker in enumerate(who)}
    amounts: list[list[int | None]] = [
        [0 if thief[0] == victim[0] and thief != victim else None for victim in who] for thief in who
    ]
    for locality, thief, victim, steals in run.steals_within:
        at, source = index.get((locality, thief)), index.get((locality, victim))
        if at is not None and source is not None and at != source:
            amounts[at][source] = (amounts[at][source] or 0) + steals
    labels = [run.label(*each) for each in who]
    made = _matrix(labels, amounts, "worker", "stole %{z:,} times from", "%{z:,}")
    several = run.of_tasks and run.steal_amount != "one"
    each = "a steal may take several tasks" if several else "each steal takes one task"
    caption = f"A row for each thief, a column for each victim; {each}."
    return Chart(name, title, caption, (Panel("plot-steals-within", made),))


def steals_between(run: Run) -> Chart | None:
    """None where there is one locality."""
    if run.localities < 2:
        return None
    name, title = "steals-between", "Which locality stole from which"
    if not run.steals_between:
        return Chart(name, title, "", absent=_no_steals(run))
    labels = [str(locality) for locality in range(run.localities)]
    amounts: list[list[int | None]] = [
        [None if thief == victim else 0 for victim in range(run.localities)] for thief in range(run.localities)
    ]
    tasks = 0
    for thief, victim, steals, taken in run.steals_between:
        if max(thief, victim) < run.localities and thief != victim:
            amounts[thief][victim] = (amounts[thief][victim] or 0) + steals
            tasks += taken
    made = _matrix(labels, amounts, "locality", "stole %{z:,} times from", "%{z:,}")
    steals = sum(each[2] for each in run.steals_between)
    each = f", {tasks / steals:.1f} at a time" if steals else ""
    caption = (
        "A row for each thief, a column for each victim; a steal may take several tasks. "
        f"{units.plural(steals, 'steal')} took {units.plural(tasks, 'task')}{each}."
    )
    return Chart(name, title, caption, (Panel("plot-steals-between", made),))


# --- Parts of charts


def _no_steals(run: Run) -> str:
    if run.total is not None and run.total.steals_won == 0:
        return "Nothing was stolen."
    return "The file does not say who stole from whom."


def _intervals(history: History, run: Run) -> tuple[list[float], list[float]]:
    """The middle and the width of each interval; the last one ends with the run."""
    widths = [history.interval] * history.intervals
    rest = run.seconds - history.interval * (history.intervals - 1)
    if 0 < rest < history.interval:
        widths[-1] = rest
    return [at * history.interval + width / 2 for at, width in enumerate(widths)], widths


def _worker_title(run: Run) -> str:
    return "worker (locality.worker)" if run.localities > 1 else "worker"


def _worker_axis(labels: Sequence[str]) -> dict[str, object]:
    """A category for each worker; if there are many, only some are named."""
    step = math.ceil(len(labels) / 24)
    named = list(range(0, len(labels), step))
    return {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": list(labels),
        "tickmode": "array",
        "tickvals": named,
        "ticktext": [labels[at] for at in named],
    }


def _row_height(rows: int) -> int:
    return round(110 + min(max(rows * 26, 60), 640))


def _limits(histogram: Sequence[Bucket]) -> list[float]:
    """Its ends, for a logarithmic axis: what took no time at all is shown at half a nanosecond."""
    return [max(histogram[0].low, 0.5e-9), histogram[-1].high]


def _highest(histogram: Sequence[Bucket]) -> int:
    return max(bucket.count for bucket in histogram)


def thirds(histogram: Sequence[Bucket]) -> list[Bucket]:
    """The same with the 8 buckets of each octave of nanoseconds put together to 3. The 8 are of one width within the
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
        marker={"color": colour, "line": {"color": "white", "width": 0.5}},
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


def _matrix(labels: Sequence[str], amounts: list[list[int | None]], who: str, verb: str, number: str) -> go.Figure:
    """Thieves by victims. Where nothing can be stolen there is a hole."""
    most = max([amount for row in amounts for amount in row if amount is not None], default=0)
    made = figure(height=_row_height(len(labels)) + 20)
    made.add_heatmap(
        x=list(labels),
        y=list(labels),
        z=amounts,
        zmin=0,
        zmax=max(most, 1),
        colorscale=AMOUNT_SCALE,
        xgap=1,
        ygap=1,
        hoverongaps=False,
        texttemplate=number if len(labels) <= _NUMBERED else None,
        hovertemplate=f"{who} %{{y}} {verb} {who} %{{x}}<extra></extra>",
        colorbar={
            "title": {"text": "steals", "side": "right"},
            "thickness": 10,
            "outlinewidth": 0,
            "tickvals": (scale := sorted({0, max(most // 2, 1), max(most, 1)})),
            "ticktext": [units.short_count(tick) for tick in scale],
        },
    )
    axis = {**_worker_axis(labels), "showgrid": False}
    made.update_layout(
        xaxis={**axis, "title": {"text": f"victim ({who})"}},
        yaxis={**axis, "title": {"text": f"thief ({who})"}, "autorange": "reversed"},
    )
    return made
