"""The trace of a run (`--trace`) as a chart: the activities of workers over time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scrump.report import units
from scrump.report.charts import (
    BLUE,
    GREY,
    ORANGE,
    WHITE,
    Chart,
    Panel,
    category_axis,
    figure,
    linear_duration_axis,
    row_height,
)
from scrump.report.errors import ReportError
from scrump.report.json_values import Object, kind_of, parse_json
from scrump.report.run import Recorded, Run, read_recorded
from scrump.report.tasks_run import ForkJoinRun

# The names of events; all others lie within these, or belong to no worker.
_WORKING, _LOOKING, _WAITING = "task", "look for work", "wait for work"
# Neighbours that are shorter than this part of the whole are drawn as one: a screen has no more columns.
_FINEST = 1 / 2000


@dataclass(frozen=True)
class Stretch:
    """A period in which a worker did one thing, in seconds since the start, or several such periods in a row."""

    what: str  # name of the event
    start: float
    end: float
    number: int = 1
    size: int = 0  # size of tasks: nodes, iterations or states

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True)
class Trace:
    workers: dict[tuple[int, int], tuple[Stretch, ...]]  # by locality and worker, in order of time
    recorded: Recorded | None

    @property
    def end(self) -> float:
        return max((each.end for stretches in self.workers.values() for each in stretches), default=0.0)


def parse_trace(text: str, file: str) -> Trace:
    """Reads a trace; `file` stands for it in errors."""
    value = parse_json(text, file, "a trace")
    if not isinstance(value, dict):
        raise ReportError(f"{file}: expected a trace, as '--trace' writes, found {kind_of(value)}")
    top = Object(value, file)
    if not top.has("traceEvents"):
        raise top.error("traceEvents", "is missing; expected a trace, as '--trace' writes")
    workers: dict[tuple[int, int], list[Stretch]] = {}
    for event in top.objects("traceEvents"):
        if event.value.get("name") in (_WORKING, _LOOKING, _WAITING) and event.value.get("ph") == "X":
            workers.setdefault((event.integer("pid"), event.integer("tid")), []).append(_stretch(event))
    in_order = {who: tuple(sorted(workers[who], key=lambda each: each.start)) for who in sorted(workers)}
    return Trace(in_order, read_recorded(top.child("otherData", optional=True)))


def expect_of(run: Run, trace: Trace, file: str) -> None:
    """Raises ReportError for the trace of another run, as far as its size shows. `file` stands for it in errors."""
    if run.recorded is not None and trace.recorded is not None and run.recorded != trace.recorded:
        raise ReportError(
            f"{file}: is the trace of another run: it has {_size(trace.recorded)}, and this run's {_size(run.recorded)}"
        )


def _size(of: Recorded) -> str:
    return units.plural(of.events, "event") + (f" without the oldest {of.dropped:,}" if of.dropped else "")


def _stretch(event: Object) -> Stretch:
    start = event.number("ts", negative=True) * 1e-6
    size = event.child("args", optional=True).integer("nodes", default=0)
    return Stretch(event.text("name"), start, start + event.number("dur") * 1e-6, size=size)


def timeline(run: Run, trace: Trace) -> Chart:
    name, title = "timeline", "Activity of each worker over time"
    if not trace.workers:
        return Chart(name, title, "", absent="The trace has no tasks of any worker.")
    labels = [run.label(*who) for who in trace.workers]
    made = figure(height=row_height(len(labels)) + 80, barmode="overlay", bargap=0.15)
    parts = (
        (_WORKING, f"a {run.piece}", BLUE),
        (_LOOKING, "looking for work", ORANGE),
        (_WAITING, "waiting for work", GREY),
    )
    drawn = [
        (label, stretch)
        for label, stretches in zip(labels, trace.workers.values(), strict=True)
        for stretch in coarsened(stretches, trace.end * _FINEST)
    ]
    for what, called, colour in parts:
        own = [(label, stretch) for label, stretch in drawn if stretch.what == what]
        made.add_bar(
            orientation="h",
            y=[label for label, _ in own],
            x=[stretch.seconds for _, stretch in own],
            base=[stretch.start for _, stretch in own],
            name=called,
            marker={"color": colour, "line": {"color": WHITE, "width": 0.5 if what == _WORKING else 0}},
            customdata=[_told(stretch, run) for _, stretch in own],
            hovertemplate="worker %{y}: %{customdata}<extra></extra>",
        )
    made.update_layout(
        xaxis=linear_duration_axis("time since the start", 0, trace.end or 1.0),
        yaxis={**category_axis(labels), "title": {"text": run.label_title}, "autorange": "reversed", "showgrid": False},
        legend={"traceorder": "normal"},
    )
    caption = (
        f"A line for each worker, from the trace; each {run.piece} is a box. Short ones in a row are drawn as one."
    )
    if trace.recorded is not None and trace.recorded.dropped:
        caption += f" The oldest {units.plural(trace.recorded.dropped, 'event')} were not kept."
    return Chart(name, title, caption, (Panel("plot-timeline", made),))


def coarsened(stretches: Iterable[Stretch], shortest: float) -> Iterator[Stretch]:
    """The same with shorter stretches merged with their neighbours, under the name of the longest."""
    short: list[Stretch] = []
    for each in stretches:
        if short and (each.seconds >= shortest or each.start - short[-1].end >= shortest):
            yield _together(short)
            short = []
        if each.seconds >= shortest:
            yield each
            continue
        short.append(each)
        if each.end - short[0].start >= shortest:
            yield _together(short)
            short = []
    if short:
        yield _together(short)


def _together(several: list[Stretch]) -> Stretch:
    seconds: dict[str, float] = {}
    for each in several:
        seconds[each.what] = seconds.get(each.what, 0.0) + each.seconds
    longest = max(seconds, key=lambda what: seconds[what])
    own = [each for each in several if each.what == longest]
    return replace(
        own[0],
        start=several[0].start,
        end=max(each.end for each in several),
        number=sum(each.number for each in own),
        size=sum(each.size for each in own),
    )


def _told(stretch: Stretch, run: Run) -> str:
    when = f"{units.duration(stretch.seconds)}, from {units.duration(stretch.start)} on"
    if stretch.what != _WORKING:
        return when
    pieces = units.plural(stretch.number, run.piece)
    if isinstance(run, ForkJoinRun):  # which have no size
        return f"{pieces}, {when}"
    size = units.plural(stretch.size, run.measure)
    return f"{pieces} of {size}, {when}"
