"""The paper's figures 4.1 to 4.7, with this machine's numbers."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from lab.harness.pictures import COLOURS, drawing, legend_below, save

from . import equations
from .plan import CONTENDED, ISOLATED, ONE_WORKER
from .summary import Chart, Group

TIMES = {
    (ISOLATED, "maxclique"): "4.1",
    (ISOLATED, "semigroups"): "4.3",
    (CONTENDED, "maxclique"): "4.5",
    (CONTENDED, "semigroups"): "4.6",
    (ONE_WORKER, "semigroups"): "4.7",
}
FLUCTUATIONS = {(ISOLATED, "maxclique"): "4.2", (ISOLATED, "semigroups"): "4.4"}


FLUCTUATING = 10  # the localities of which the paper draws every run


def draw(
    charts: Sequence[Chart], titles: dict[tuple[str, str], str], folder: Path, published: Sequence[Chart] = ()
) -> list[Path]:
    """Draws what there are samples for, each as PNG and SVG, with the `published` chart of the same figure below.
    Raises ImportError where there is no matplotlib."""
    pyplot = drawing(autolayout=True)
    drawn: list[Path] = []
    for chart in charts:
        key = (chart.experiment, chart.application)
        rows = [chart, *(each for each in published if (each.experiment, each.application) == key)]
        columns = 2 if chart.experiment != ONE_WORKER and chart.baselines() else 1
        figure, axes = pyplot.subplots(len(rows), columns, squeeze=False, figsize=(5 * columns, 3.6 * len(rows)))
        for line, each in zip(axes, rows, strict=True):
            _draw_times(line[0], each)
            if columns == 2:
                _draw_speedups(line[1], each)
        _name_rows(axes)
        drawn += save(figure, folder, f"figure-{TIMES[key]}-{chart.experiment}-{chart.application}", titles[key])
        if key in FLUCTUATIONS:
            figure, axes = pyplot.subplots(len(rows), 1, squeeze=False, figsize=(6, 3.6 * len(rows)))
            for line, each in zip(axes, rows, strict=True):
                _draw_fluctuations(line[0], [each.group(_fluctuating(each), policy) for policy in each.policies])
            _name_rows(axes)
            title = f"{titles[key]}, {_localities(_fluctuating(chart))}"
            drawn += save(figure, folder, f"figure-{FLUCTUATIONS[key]}-fluctuations-{chart.application}", title)
    pyplot.close("all")
    return drawn


def _name_rows(axes: Any) -> None:
    """Which is whose, where there are both."""
    if len(axes) > 1:
        for (first, *_), name in zip(axes, ("ours", "published"), strict=True):
            first.set_title(name, loc="left", fontsize="medium")


def _fluctuating(chart: Chart) -> int:
    return FLUCTUATING if FLUCTUATING in chart.localities else chart.localities[len(chart.localities) // 2]


def _localities(number: int) -> str:
    return f"{number} {'locality' if number == 1 else 'localities'}"


def _bars(
    axes: Any, chart: Chart, series: Sequence[tuple[str, list[float]]], label: str = "{}", **options: Any
) -> None:
    """A group of bars for each number of localities, with a bar for each of the series: its policy and heights."""
    width = 0.8 / len(series)
    for index, (policy, heights) in enumerate(series):
        places = [group + (index - (len(series) - 1) / 2) * width for group in range(len(heights))]
        colour = COLOURS[chart.policies.index(policy) % len(COLOURS)]
        extra = {name: values[index] for name, values in options.items()}
        axes.bar(places, heights, width * 0.92, label=label.format(policy), color=colour, capsize=3, **extra)
    axes.set_xticks(range(len(chart.localities)), [str(number) for number in chart.localities])
    axes.set_xlabel("localities")


def _draw_times(axes: Any, chart: Chart) -> None:
    by_policy = [[chart.group(number, policy) for number in chart.localities] for policy in chart.policies]
    means = [[mean(group.seconds) for group in groups] for groups in by_policy]
    series = list(zip(chart.policies, means, strict=True))
    _bars(axes, chart, series, yerr=[_whiskers(groups) for groups in by_policy])
    axes.set_ylabel("seconds: mean, least, greatest")
    legend_below(axes)


def _whiskers(groups: Sequence[Group]) -> list[list[float]]:
    """How far the least and the greatest are from the mean."""
    below = [mean(group.seconds) - min(group.seconds) for group in groups]
    above = [max(group.seconds) - mean(group.seconds) for group in groups]
    return [below, above]


def _draw_speedups(axes: Any, chart: Chart) -> None:
    def of(baseline: str, number: int) -> float:
        means = [mean(chart.group(number, policy).seconds) for policy in (baseline, chart.policies[0])]
        return equations.speedup(*means)

    series = [(baseline, [of(baseline, number) for number in chart.localities]) for baseline in chart.baselines()]
    _bars(axes, chart, series, label="over {}")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel("speed-up of the first policy, %")
    legend_below(axes)


def _draw_fluctuations(axes: Any, groups: Sequence[Group]) -> None:
    for group, colour in zip(groups, COLOURS, strict=False):
        label = f"{group.policy}: varies by {equations.variability(group.seconds):.2f} %"
        axes.plot(range(1, len(group.seconds) + 1), group.seconds, marker="o", color=colour, label=label)
    axes.set_xlabel("run")
    axes.set_ylabel("seconds")
    axes.set_xticks(range(1, max(len(group.seconds) for group in groups) + 1))
    axes.set_ylim(bottom=0)
    legend_below(axes)
