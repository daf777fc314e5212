"""The thesis' figures 5.1 to 5.17, and A.3 to A.50, with this experiment's numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.harness.pictures import COLOURS, MARKERS, drawing, save

from . import published
from .launch import Outcome
from .plan import AMR, IMBALANCE, LOADED, MANDELBROT, SEDOV, Kind, Place, figure_of
from .summary import Row, Sample
from .tables import sections

NONE, PLAIN, STOLEN, BEST, WORST = COLOURS[7], COLOURS[4], COLOURS[1], COLOURS[2], COLOURS[5]

Outcomes = dict[Kind, list[Outcome]]


def draw(
    rows: Sequence[Row],
    samples: Sequence[Sample],
    folder: Path,
    paper: str | None = None,
    with_published: bool = False,
) -> list[Path]:
    """All that there are figures for, each as PNG and SVG. `paper`: whose system was measured; `with_published`: with
    what the thesis' text states of them. Raises ImportError where there is no matplotlib."""
    pyplot = drawing(autolayout=True)
    outcomes: Outcomes = {}
    for sample in samples:
        outcomes.setdefault(sample.kind, []).append(sample.outcome)
    drawn: list[Path] = []
    for (place, application, spread), found in sections(rows).items():
        for picture in PICTURES:
            number = figure_of(picture.numbers, application)
            if number is None or (place.simulated and not picture.simulated):
                continue
            panels = [found] if picture.together else by_workload(found)
            figure, axes = pyplot.subplots(len(panels), 1, squeeze=False, sharex=True)
            figure.set_size_inches(10, 1.4 + 2.8 * len(panels))
            for (axis,), panel in zip(axes, panels, strict=True):
                picture.draw(axis, panel, outcomes)
                if with_published and published.draw(axis, panel, number):
                    axis.set_title("grey: published", fontsize="medium", loc="right")
                _name_schemes(axis, panel)
                if len(panels) > 1:
                    axis.set_title(f"imbalance {panel[0].kind.workload.imbalance} %", fontsize="medium", loc="left")
            of = f"{application}, {spread}" if application in LOADED else str(found[0].kind.workload)
            name = "-".join(
                [f"figure-{number}", application, *([spread] if application in LOADED else []), of_place(place)]
            )
            system = "" if paper is None else f", the system of {paper}"
            drawn += save(figure, folder, name, f"{picture.title}: {of}, {place}{system}")
            pyplot.close(figure)
    return drawn


def of_place(place: Place) -> str:
    """As a part of a file's name."""
    return f"real-{place.ranks}" if place.way == "real" else f"{place.way}-{place.hosts}x{place.ranks}"


def by_workload(rows: Sequence[Row]) -> list[list[Row]]:
    panels: dict[int, list[Row]] = {}
    for row in rows:
        panels.setdefault(row.kind.workload.imbalance, []).append(row)
    return list(panels.values())


def colours(rows: Sequence[Row]) -> list[str]:
    """As in the thesis: black without stealing, green what was fastest with it, red what was slowest."""
    stealing = [row for row in rows if row.kind.scheme is not None]
    best = min(stealing, key=lambda row: row.seconds, default=None)
    worst = max(stealing, key=lambda row: row.seconds, default=None)
    special = {id(worst): WORST, id(best): BEST}
    return [NONE if row.kind.scheme is None else special.get(id(row), PLAIN) for row in rows]


def range_of(values: Sequence[float], middle: float) -> tuple[float, float]:
    """How far the least and the greatest are from the middle one."""
    return middle - min(values), max(values) - middle


# --- What is drawn in a panel


def _draw_together(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    """A mark for each scheme and imbalance."""
    for index, panel in enumerate(by_workload(rows)):
        axes.plot(
            range(len(panel)),
            [row.seconds for row in panel],
            color=COLOURS[index % len(COLOURS)],
            marker=MARKERS[index % len(MARKERS)],
            linestyle="none",
            label=f"{panel[0].kind.workload.imbalance} %",
        )
    axes.set_ylabel("seconds")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize="small", title="imbalance", ncol=4)


def _draw_times(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    """With how much less it is than without stealing, and what all ranks at their best would take."""
    ranges = [range_of([each.seconds for each in outcomes[row.kind]], row.seconds) for row in rows]
    whiskers = [list(side) for side in zip(*ranges, strict=True)]
    seconds = [row.seconds for row in rows]
    axes.bar(range(len(rows)), seconds, color=colours(rows), yerr=whiskers, capsize=2, error_kw={"linewidth": 0.8})
    for at, row in enumerate(rows):
        if row.kind.scheme is not None:
            top = row.seconds + ranges[at][1]
            label = {"xytext": (0, 3), "textcoords": "offset points", "fontsize": 6, "rotation": 90}
            axes.annotate(f"{-row.faster:+.1f} %", (at, top), ha="center", va="bottom", **label)
    if rows[0].bound is not None:
        axes.axhline(rows[0].bound, color="black", linestyle="--", linewidth=0.8)
    axes.set_ylabel("seconds")
    axes.margins(y=0.25)


def _draw_stolen(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    stealing = _without_first(rows)
    axes.bar([at for at, _ in stealing], [row.stolen for _, row in stealing], color=STOLEN)
    for at, row in stealing:
        axes.annotate(f"{row.stolen:.2f}", (at, row.stolen), fontsize=6, ha="center", va="bottom")
    axes.set_ylabel("stolen, % of all iterations")


def _draw_steals(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    stealing = _without_first(rows)
    places = [at for at, _ in stealing]
    axes.bar(places, [row.tried for _, row in stealing], color=PLAIN, label="tried")
    axes.bar(places, [row.won for _, row in stealing], color=STOLEN, label="won")
    for at, row in stealing:
        axes.annotate(f"{row.won_share:.0f} %", (at, row.tried), fontsize=6, ha="center", va="bottom")
    axes.set_ylabel("steals")
    axes.legend(frameon=False, fontsize="small", ncol=2)


def _draw_variation(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    axes.bar(range(len(rows)), [row.variation for row in rows], color=[NONE, *[PLAIN] * (len(rows) - 1)])
    axes.set_ylabel("c.o.v. of finishing times, %")
    if all(row.variation > 0 for row in rows):
        axes.set_yscale("log")  # without stealing it is many times as much


def _draw_cost(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    axes.bar(range(len(rows)), [row.cost for row in rows], color=colours(rows))
    axes.set_ylabel("seconds of all ranks")


def _draw_imbalance(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    axes.bar(range(len(rows)), [row.imbalance for row in rows], color=[NONE, *[PLAIN] * (len(rows) - 1)])
    axes.set_ylabel("last finishing time by the mean")
    axes.set_ylim(bottom=1)


def _draw_transfers(axes: Any, rows: Sequence[Row], outcomes: Outcomes) -> None:
    """The mean of a chunk in each run, their median, and from the shortest to the longest of all runs."""
    for part, shift, colour in (("send", -0.15, PLAIN), ("receive", 0.15, WORST)):
        points = [
            (at + shift, 1e6 * times.mean)
            for at, row in _without_first(rows)
            for each in outcomes[row.kind]
            if (times := getattr(each, part)) is not None
        ]
        label = f"to {part}"
        axes.plot([x for x, _ in points], [y for _, y in points], ".", color=colour, alpha=0.6, label=label)
        for at, row in _without_first(rows):
            if (times := getattr(row, part)) is not None:
                axes.plot([at + shift], [1e6 * times.mean], "_", color=colour, markersize=10)
                axes.plot([at + shift] * 2, [1e6 * times.min, 1e6 * times.max], color=colour, linewidth=0.8)
    axes.set_ylabel("a chunk, µs")
    axes.set_yscale("log")
    axes.legend(frameon=False, fontsize="small", ncol=2)


# --- Parts of it


def _without_first(rows: Sequence[Row]) -> list[tuple[int, Row]]:
    """Those that steal, with their places."""
    return [(at, row) for at, row in enumerate(rows) if row.kind.scheme is not None]


def _name_schemes(axes: Any, rows: Sequence[Row]) -> None:
    names = list(dict.fromkeys(str(row.kind.scheme or "no stealing") for row in rows))
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize="small")


@dataclass(frozen=True)
class Picture:
    title: str
    numbers: dict[str, str]  # of the thesis' figures that it answers, by application
    draw: Callable[[Any, Sequence[Row], Outcomes], None]
    together: bool = False  # all imbalances in one panel; else each has its own
    simulated: bool = True  # whether simulations have it, too


PICTURES = (
    Picture("Parallel time", {IMBALANCE: "5.1"}, _draw_together, together=True),
    Picture(
        "Parallel time, and against no stealing",
        {IMBALANCE: "5.2-5.3", MANDELBROT: "5.9", SEDOV: "5.13", AMR: "5.17"},
        _draw_times,
    ),
    Picture("Parallel cost", {IMBALANCE: "A.3-A.24", MANDELBROT: "A.31", SEDOV: "A.38", AMR: "A.45"}, _draw_cost),
    Picture("Iterations stolen", {IMBALANCE: "5.4-5.5", MANDELBROT: "5.10", SEDOV: "5.14"}, _draw_stolen),
    Picture("Steals tried and won", {IMBALANCE: "5.6", MANDELBROT: "5.11", SEDOV: "5.15"}, _draw_steals),
    Picture("Variation of finishing times", {IMBALANCE: "5.7", MANDELBROT: "5.12", AMR: "A.49"}, _draw_variation),
    Picture("Load imbalance", {IMBALANCE: "A.8-A.29", MANDELBROT: "A.36", AMR: "A.50"}, _draw_imbalance),
    Picture(
        "Time to send and to receive a chunk",
        {IMBALANCE: "5.8", MANDELBROT: "A.34", SEDOV: "5.16", AMR: "A.48"},
        _draw_transfers,
        simulated=False,
    ),
)
