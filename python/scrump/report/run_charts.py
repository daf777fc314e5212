"""The charts of a run: each a function from the run to a chart, or to a sentence that names the missing data."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from scrump.report import units
from scrump.report.charts import AMOUNT_SCALE, BLUE, GREY, ORANGE, Chart, Panel, category_axis, figure, row_height
from scrump.report.histogram_charts import steal_latencies, task_durations
from scrump.report.loop_charts import loop_charts
from scrump.report.loop_run import LoopRun
from scrump.report.reach_charts import reach_charts
from scrump.report.reach_run import ReachRun
from scrump.report.run import Run
from scrump.report.search_charts import search_charts
from scrump.report.search_run import SearchRun
from scrump.report.states_charts import states_charts
from scrump.report.states_run import StatesRun

_NO_TIMES = "The file does not say how the workers spent their time, so this cannot be drawn."

# A matrix with at most this many rows and columns has its numbers written in it.
_NUMBERED = 12


def run_charts(run: Run) -> list[Chart]:
    charts: list[Chart | None] = []
    if isinstance(run, SearchRun):
        charts += search_charts(run)
    if isinstance(run, LoopRun):
        charts += loop_charts(run)
    if isinstance(run, ReachRun):
        charts += reach_charts(run)
    if isinstance(run, StatesRun):
        charts += states_charts(run)
    charts += [idle_rate(run), task_durations(run)]
    if isinstance(run, StatesRun):  # the duration of a steal is not measured
        charts += [steals_within(run), steals_between(run) if run.steals_between else None]
    elif not isinstance(run, LoopRun):  # within a locality its workers share the chunks
        charts += [steal_latencies(run), steals_within(run), steals_between(run)]
    elif run.steals_between:  # which do not include a coordinator's
        charts += [steal_latencies(run), steals_between(run)]
    return [chart for chart in charts if chart is not None]


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
        (f"managing {run.piece}s", [times.managing for _, times in known], ORANGE, ""),
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
        xaxis={**category_axis(labels), "title": {"text": run.label_title}, "showgrid": False},
        yaxis={"title": {"text": "share of its time"}, "tickformat": ".0%", "range": [0, 1]},
        legend={"traceorder": "normal"},
    )
    caption = "All but computing is a worker's idle-rate (equation 1 of Grubel et al. (2015))."
    return Chart(name, title, caption, (Panel("plot-idle-rate", made),))


def steals_within(run: Run) -> Chart | None:
    """Steals within localities; None if nobody could be stolen from."""
    if run.workers_each < 2:
        return None
    name, title = (
        "steals-within",
        "Thieves and victims within a locality" if run.localities > 1 else "Thieves and victims",
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
    caption = f"A row for each thief, a column for each victim; {run.one_steal}."
    return Chart(name, title, caption, (Panel("plot-steals-within", made),))


def steals_between(run: Run) -> Chart | None:
    """Steals between localities; None if there is only one."""
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
    if isinstance(run, LoopRun):
        what, taken_each, number = "iteration", "many iterations", run.all_transfers().iterations_stolen
    else:
        what, taken_each, number = "task", "several tasks", tasks
    each = f", {number / steals:,.1f} at a time" if steals else ""
    caption = (
        f"A row for each thief, a column for each victim; a steal may take {taken_each}. "
        f"{units.plural(steals, 'steal')} took {units.plural(number, what)}{each}."
    )
    return Chart(name, title, caption, (Panel("plot-steals-between", made),))


# --- Parts of charts


def _no_steals(run: Run) -> str:
    if run.total is not None and run.total.steals_won == 0:
        return "Nothing was stolen."
    return "The file does not say who stole from whom."


def _matrix(labels: Sequence[str], amounts: list[list[int | None]], who: str, verb: str, number: str) -> go.Figure:
    """Thieves by victims. Pairs that cannot steal are left blank."""
    most = max([amount for row in amounts for amount in row if amount is not None], default=0)
    made = figure(height=row_height(len(labels)) + 20)
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
    axis = {**category_axis(labels), "showgrid": False}
    made.update_layout(
        xaxis={**axis, "title": {"text": f"victim ({who})"}},
        yaxis={**axis, "title": {"text": f"thief ({who})"}, "autorange": "reversed"},
    )
    return made
