"""Charts of grain measurements: figures 3 to 10 of Grubel et al. (2015) for the heat stencil, the sweep of searches.

The paper shows some of them once for each of its two machines: figures 4 and 5, 7 and 8, 9 and 10. Points are medians
over repetitions; error bars reach from the minimum to the maximum.
"""

import math
from collections.abc import Callable, Iterable, Sequence

import plotly.graph_objects as go
from scrump.report import units
from scrump.report.charts import (
    BLACK,
    BLUE,
    GREEN,
    LINE,
    ORANGE,
    PURPLE,
    SYMBOLS,
    VERMILION,
    WHITE,
    Chart,
    Panel,
    around,
    figure,
    linear_duration_axis,
    log_count_axis,
    log_duration_axis,
    sequence,
)

from .measurements import HeatRun, Spread, SweepRun, by_grain, spread

_REPEATS = "Medians over repeats; error bars reach from the least to the most."


_QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def partition_of(run: HeatRun) -> float | None:
    return run.partition


def heat_charts(runs: Sequence[HeatRun], suffix: str = "") -> list[Chart]:
    """Charts of runs that have the same points and steps. `suffix` ends the charts' ids."""
    makers = (_execution_time, _idle_rates, _wait_per_task, _overheads, _pool_accesses)
    if not any(run.mode == "fixed" for run in runs):
        return [Chart(f"heat-time{suffix}", "Execution time", "", absent="There are no runs with a fixed partition.")]
    return [maker(runs, suffix) for maker in makers]


# --- Figure 3


def _execution_time(runs: Sequence[HeatRun], suffix: str) -> Chart:
    numbers = _worker_counts(runs)
    made = figure(height=460)
    for workers, colour, symbol in zip(numbers, sequence(len(numbers)), _symbols(len(numbers)), strict=True):
        fixed = [run for run in runs if run.mode == "fixed" and run.workers == workers]
        chosen = [run for run in runs if run.mode == "adaptive" and run.workers == workers]
        name = units.plural(workers, "worker")
        if fixed:
            made.add_trace(_line(fixed, _seconds, name, colour, symbol, group=str(workers)))
        if chosen:
            _add_chosen(
                made,
                spread(run.seconds for run in chosen),
                _partitions(chosen),
                f"{name}, adaptive",
                colour,
                _span(runs),
                group=str(workers),
            )
    alone = [run.seconds for run in runs if run.mode == "sequential"]
    if alone:
        _add_level(made, spread(alone), "plain loop, no tasks", BLACK, _span(runs), dash="dash")
    made.update_layout(
        xaxis=_partition_axis(runs),
        yaxis=log_duration_axis("execution time", *around([run.seconds for run in runs])),
        legend={"groupclick": "togglegroup"},
    )
    caption = (
        f"Figure 3. {_REPEATS} To the left tasks are too fine and cost more than they compute, to the right there are "
        "too few of them."
    )
    if any(run.mode == "adaptive" for run in runs):
        caption += " A star is the adaptive grain, at the partition that it chose last; a dotted line has its time."
    return Chart(f"heat-time{suffix}", "Execution time by grain", caption, (Panel(f"plot-heat-time{suffix}", made),))


# --- Figures 4 to 10


def _idle_rates(runs: Sequence[HeatRun], suffix: str) -> Chart:
    def draw(own: list[HeatRun]) -> go.Figure:
        made = _two_axes(runs, "idle-rate", VERMILION, {"range": [0, 1.02], "tickformat": ".0%", "tickvals": _QUARTERS})
        made.add_trace(_line(own, _seconds, "execution time", BLUE, "circle"))
        made.add_trace(
            _line(own, lambda run: run.idle_rate, "idle-rate", VERMILION, "square", second=True, text=units.percent)
        )
        return made

    caption = (
        "Figures 4 and 5, which differ in the machine only. The idle-rate is the share of time in which no task "
        f"computed (equation 1). {_REPEATS}"
    )
    return _per_worker_count(
        runs, f"heat-idle{suffix}", "Idle-rate and execution time", caption, draw, lambda run: run.idle_rate
    )


def _wait_per_task(runs: Sequence[HeatRun], suffix: str) -> Chart:
    name, title = f"heat-wait{suffix}", "Wait time of a task"
    known = [run for run in runs if run.mode == "fixed" and run.wait_time_per_task is not None]
    if not known:
        return Chart(name, title, "", absent=_absent_wait())
    numbers = _worker_counts(known)
    made = figure(height=380)
    for workers, colour, symbol in zip(numbers, sequence(len(numbers)), _symbols(len(numbers)), strict=True):
        own = [run for run in known if run.workers == workers]
        made.add_trace(
            _line(
                own,
                lambda run: run.wait_time_per_task,
                units.plural(workers, "worker"),
                colour,
                symbol,
                place=signed_log,
            )
        )
    made.update_layout(
        xaxis=_partition_axis(known),
        yaxis=_signed_log_axis("wait time of a task", [run.wait_time_per_task or 0.0 for run in known]),
    )
    caption = (
        "Figure 6: by how much a task took longer than on one worker (equation 5), because workers share memory and "
        "caches. Negative where it took less. The scale is linear within 1 µs of nothing and logarithmic beyond. "
        f"{_REPEATS}"
    )
    return Chart(name, title, caption, (Panel(f"plot-heat-wait{suffix}", made),))


def _overheads(runs: Sequence[HeatRun], suffix: str) -> Chart:
    def combined(run: HeatRun) -> float | None:
        if run.management_overhead is None or run.wait_time_per_core is None:
            return None
        return run.management_overhead + run.wait_time_per_core

    parts: tuple[tuple[str, Callable[[HeatRun], float | None], str, str], ...] = (
        ("execution time", _seconds, BLUE, "circle"),
        ("TM, task management", lambda run: run.management_overhead, ORANGE, "square"),
        ("WT, wait time", lambda run: run.wait_time_per_core, GREEN, "triangle-up"),
        ("TM + WT", combined, BLACK, "diamond"),
    )

    def draw(own: list[HeatRun]) -> go.Figure:
        made = figure(height=360)
        values = [value for run in own for _, part, _, _ in parts if (value := part(run)) is not None]
        for label, part, colour, symbol in parts:
            made.add_trace(_line(own, part, label, colour, symbol))
        made.update_layout(
            xaxis=_partition_axis(runs),
            yaxis={
                **linear_duration_axis("time", *_padded(min(0.0, *values), max(values))),
                "zeroline": True,
                "zerolinecolor": LINE,
            },
        )
        return made

    caption = (
        "Figures 7 and 8, which differ in the machine only. Each worker's time for the management of tasks (TM, "
        "equation 4), for waiting on what the workers share (WT, equation 6), and both. What execution time has above "
        f"both is computing. {_REPEATS}"
    )
    return _per_worker_count(
        runs,
        f"heat-overheads{suffix}",
        "Task management and wait time",
        caption,
        draw,
        lambda run: run.management_overhead,
    )


def _pool_accesses(runs: Sequence[HeatRun], suffix: str) -> Chart:
    counts = [
        value
        for run in runs
        if run.mode == "fixed"
        for value in (run.pool_accesses, run.pool_misses)
        if value is not None and value > 0
    ]

    def draw(own: list[HeatRun]) -> go.Figure:
        axis = log_count_axis("looks into a pool", *around(counts)) if counts else {}
        made = _two_axes(runs, "looks into a pool", VERMILION, axis)
        made.add_trace(_line(own, _seconds, "execution time", BLUE, "circle"))
        for label, value, colour, symbol in (
            ("accesses", _accesses, VERMILION, "square"),
            ("misses", _misses, PURPLE, "triangle-up"),
        ):
            made.add_trace(_line(own, value, label, colour, symbol, second=True, text=units.count))
        return made

    caption = (
        "Figures 9 and 10, which differ in the machine only. How often workers looked for a task in a pool, and how "
        "often without success, idle workers included, with the execution time. Counting this takes no clock. None at all is not drawn: the scale is "
        f"logarithmic. {_REPEATS}"
    )
    return _per_worker_count(runs, f"heat-accesses{suffix}", "Accesses to the pools", caption, draw, _accesses)


def _per_worker_count(
    runs: Sequence[HeatRun],
    name: str,
    title: str,
    caption: str,
    draw: Callable[[list[HeatRun]], go.Figure],
    needed: Callable[[HeatRun], float | None],
) -> Chart:
    """A panel for each number of workers."""
    fixed = [run for run in runs if run.mode == "fixed" and needed(run) is not None]
    if not fixed:
        return Chart(name, title, "", absent="The file has no figures for this chart.")
    panels = tuple(
        Panel(
            f"plot-{name}-{workers}",
            draw([run for run in fixed if run.workers == workers]),
            units.plural(workers, "worker"),
        )
        for workers in _worker_counts(fixed)
    )
    return Chart(name, title, caption, panels)


# --- The sweep of searches


def sweep_chart(runs: Sequence[SweepRun]) -> Chart:
    panels = []
    for at, (problem, workers) in enumerate(sweep_panels(runs)):
        own = [run for run in runs if run.problem == problem and run.workers == workers]
        panels.append(Panel(f"plot-sweep-{at}", _sweep_panel(own), f"{problem}, {units.plural(workers, 'worker')}"))
    caption = (
        "The grain is the backtracks after which the budget skeleton gives work away, and the microseconds between two "
        "heartbeat intervals of the adaptive one. A dotted line is the time with the grain that the skeleton chooses itself, its "
        f"band from the least to the most. {_REPEATS}"
    )
    return Chart("sweep", "Search time by grain", caption, tuple(panels))


def sweep_panels(runs: Iterable[SweepRun]) -> list[tuple[str, int]]:
    """Problems and numbers of workers, in the file's order."""
    return list(dict.fromkeys((run.problem, run.workers) for run in runs))


_SKELETONS = {"budget": (BLUE, "circle", "backtracks"), "adaptive": (VERMILION, "square", "µs")}


def _sweep_panel(runs: Sequence[SweepRun]) -> go.Figure:
    made = figure(height=360)
    grains = [run.grain for run in runs if run.grain is not None]
    span = around(grains, 1.6) if grains else (1.0, 10.0)
    for skeleton, (colour, symbol, unit) in _SKELETONS.items():
        own = [run for run in runs if run.skeleton == skeleton]
        fixed = by_grain([run for run in own if run.mode == "fixed"], lambda run: run.grain)
        chosen = [run.seconds for run in own if run.mode == "auto"]
        if fixed:
            spreads = {grain: spread(run.seconds for run in repeats) for grain, repeats in fixed.items()}
            texts = [f"{units.count(grain)} {unit}: {_ranged(each)}" for grain, each in spreads.items()]
            made.add_trace(_spread_line(spreads, texts, f"{skeleton} ({unit})", colour, symbol))
        if chosen:
            _add_level(made, spread(chosen), f"{skeleton}, auto", colour, span, dash="dot", band=True)
    made.update_layout(
        xaxis=log_count_axis("grain", *span),
        yaxis=log_duration_axis("time", *around([run.seconds for run in runs], 1.15)),
    )
    return made


# --- Parts of charts


def _seconds(run: HeatRun) -> float | None:
    return run.seconds


def _accesses(run: HeatRun) -> float | None:
    return run.pool_accesses


def _misses(run: HeatRun) -> float | None:
    return run.pool_misses


def _worker_counts(runs: Iterable[HeatRun]) -> list[int]:
    return sorted({run.workers for run in runs if run.mode != "sequential"})


def _symbols(how_many: int) -> list[str]:
    return [SYMBOLS[at % len(SYMBOLS)] for at in range(how_many)]


def _partitions(runs: Iterable[HeatRun]) -> float | None:
    known = [run.partition for run in runs if run.partition is not None]
    return spread(known).middle if known else None


def _span(runs: Iterable[HeatRun]) -> tuple[float, float]:
    return around([run.partition for run in runs if run.partition is not None], 1.6)


def _partition_axis(runs: Iterable[HeatRun]) -> dict[str, object]:
    return log_count_axis("points of a partition", *_span(runs))


def _absent_wait() -> str:
    return "There is no wait time: it takes runs with one worker to compare with, and the file has none."


def _padded(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * 0.05 or 1.0
    return (low - room if low < 0 else 0.0), high + room


def _two_axes(runs: Iterable[HeatRun], title: str, colour: str, axis: dict[str, object]) -> go.Figure:
    """Execution time on the left, another quantity on the right, each axis in its line's colour."""
    fixed = [run.seconds for run in runs if run.mode == "fixed"]
    made = figure(height=360)
    left = log_duration_axis("execution time", *around(fixed))
    made.update_layout(
        xaxis=_partition_axis(runs),
        yaxis={**left, "title": {"text": "execution time", "font": {"color": BLUE}}},
        yaxis2={
            **axis,
            "title": {"text": title, "font": {"color": colour}},
            "overlaying": "y",
            "side": "right",
            "showgrid": False,
            "automargin": True,
        },
    )
    return made


def _line(
    runs: Sequence[HeatRun],
    value: Callable[[HeatRun], float | None],
    name: str,
    colour: str,
    symbol: str,
    second: bool = False,
    group: str | None = None,
    text: Callable[[float], str] = units.duration,
    place: Callable[[float], float] = float,
) -> go.Scatter:
    """A line over the partitions. `place` is the position of a value on its axis, `text` its label."""
    spreads = {}
    for partition, repeats in by_grain(runs, partition_of).items():
        known = [each for each in map(value, repeats) if each is not None]
        if known:
            spreads[partition] = spread(known)
    texts = [f"{partition:,.0f} points: {_ranged(each, text)}" for partition, each in spreads.items()]
    trace = _spread_line(spreads, texts, name, colour, symbol, place)
    trace.update(legendgroup=group)
    if second:
        trace.update(yaxis="y2", line={"dash": "dash" if symbol == "square" else "dot"})
    return trace


def _spread_line(
    spreads: dict[float, Spread],
    texts: Sequence[str],
    name: str,
    colour: str,
    symbol: str,
    place: Callable[[float], float] = float,
) -> go.Scatter:
    middles = [place(each.middle) for each in spreads.values()]
    return go.Scatter(
        x=list(spreads),
        y=middles,
        error_y={
            "array": [place(each.most) - middle for each, middle in zip(spreads.values(), middles, strict=True)],
            "arrayminus": [middle - place(each.least) for each, middle in zip(spreads.values(), middles, strict=True)],
            "thickness": 1,
            "width": 3,
        },
        name=name,
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={"color": colour, "symbol": symbol, "size": 7},
        customdata=list(texts),
        hovertemplate="%{customdata}<extra>%{fullData.name}</extra>",
    )


def _ranged(each: Spread, text: Callable[[float], str] = units.duration) -> str:
    if each.repeats == 1:
        return text(each.middle)
    return f"{text(each.middle)} ({text(each.least)} to {text(each.most)}, {each.repeats} runs)"


def _add_chosen(
    made: go.Figure,
    time: Spread,
    partition: float | None,
    name: str,
    colour: str,
    span: tuple[float, float],
    group: str,
) -> None:
    """A star at the final adaptive grain, and its time as a line across the chart."""
    _add_level(made, time, name, colour, span, dash="dot", group=group, named=False)
    if partition is not None:
        star = _spread_line(
            {partition: time}, [f"{partition:,.0f} points chosen last: {_ranged(time)}"], name, colour, "star"
        )
        star.update(
            mode="markers",
            marker={"size": 13, "line": {"color": WHITE, "width": 1}},
            legendgroup=group,
            showlegend=False,
        )
        made.add_trace(star)


def _add_level(
    made: go.Figure,
    time: Spread,
    name: str,
    colour: str,
    span: tuple[float, float],
    dash: str,
    band: bool = False,
    group: str | None = None,
    named: bool = True,
) -> None:
    """A time that belongs to no grain: a horizontal line, optionally with a band from the minimum to the maximum."""
    if band and time.repeats > 1:
        made.add_scatter(
            x=[span[0], span[1], span[1], span[0]],
            y=[time.least, time.least, time.most, time.most],
            fill="toself",
            mode="none",
            fillcolor=colour,
            opacity=0.12,
            hoverinfo="skip",
            showlegend=False,
            legendgroup=name,
        )
    made.add_scatter(
        x=[span[0], math.sqrt(span[0] * span[1]), span[1]],
        y=[time.middle] * 3,
        mode="lines",
        name=name,
        line={"color": colour, "width": 1.5, "dash": dash},
        legendgroup=group if group is not None else name,
        showlegend=named,
        hovertemplate=f"{_ranged(time)}<extra>{name}</extra>",
    )


# A scale for values that span orders of magnitude on both sides of zero.
_LINEAR_WITHIN = 1e-6


def signed_log(seconds: float) -> float:
    """Linear within a microsecond of zero, logarithmic beyond, with the sign kept."""
    return math.copysign(math.log10(1 + abs(seconds) / _LINEAR_WITHIN), seconds)


def _signed_log_axis(title: str, values: Sequence[float]) -> dict[str, object]:
    low, high = min(0.0, *values), max(0.0, *values)
    ticks = [0.0]
    first = -6 if max(-low, high) < 1e-5 else -5  # a microsecond is next to zero on a long scale
    for power in range(first, 3):
        ticks += [sign * 10.0**power for sign in (1, -1) if low * 1.5 <= sign * 10.0**power <= high * 1.5]
    if len(ticks) > 9:  # both sides extend far: every other power is enough
        ticks = [tick for tick in ticks if tick == 0 or round(math.log10(abs(tick))) % 2 == 0]
    return {
        "title": {"text": title},
        "range": [signed_log(low * 1.5) - 0.1, signed_log(high * 1.5) + 0.1],
        "tickvals": [signed_log(tick) for tick in sorted(ticks)],
        "ticktext": [units.short_duration(tick).replace("-", "−") if tick else "0" for tick in sorted(ticks)],
        "zeroline": True,
        "zerolinecolor": LINE,
    }
