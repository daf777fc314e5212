"""The page of grain measurements: how time depends on the size of tasks, and the value of the chosen grain."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from scrump.report import units
from scrump.report.charts import Chart
from scrump.report.page import chart_section, escape, render, table

from . import published, rules
from .charts import heat_charts, partition_of, sweep_chart, sweep_panels
from .measurements import Comparison, HeatRun, Spread, SweepRun, by_grain, compare, parse_grain, spread

_GRAIN_UNITS = {"budget": "backtracks", "adaptive": "µs"}


def page_of(texts: Mapping[str, str], title: str | None = None, with_published: bool = False) -> str:
    """The page of CSV files of either kind, given as their contents by name; with what the paper's text states of its
    figures `with_published`."""
    runs = [run for name, text in texts.items() for run in parse_grain(text, name)]
    heat = [run for run in runs if isinstance(run, HeatRun)]
    sweep = [run for run in runs if isinstance(run, SweepRun)]
    return grain_page(heat, sweep, [Path(name).name for name in texts], title, with_published)


def grain_page(
    heat: Sequence[HeatRun],
    sweep: Sequence[SweepRun],
    sources: Iterable[str],
    title: str | None = None,
    with_published: bool = False,
) -> str:
    """The page of either kind of measurements, or both; `sources` are the files from which they were read."""
    heading = title or "Time by the grain of tasks"
    parts = [f"<header><h1>{escape(heading)}</h1></header>"]
    charts: list[Chart] = []
    for number, (points, steps, order, node) in enumerate(_experiments(heat), start=1):
        alike = [run for run in heat if (run.points, run.steps, run.node) == (points, steps, node)]
        own = [run for run in alike if run.order in (order, "")]
        suffix = "" if number == 1 else f"-{number}"
        drawn = heat_charts(own, suffix)
        if with_published:
            published.add(drawn, own)
        charts += drawn
        of = f"{points:,} points, {units.plural(steps, 'step')}{_ORDERS[order]}"
        of += f", simulated on {escape(node)}" if node else ""
        parts.append(f'<h2 class="experiment">Heat stencil, {of}</h2>')
        parts += [_heat_table(own, suffix), _rules(own, suffix), *map(chart_section, drawn), _variation(own, suffix)]
    if sweep:
        chart = sweep_chart(sweep)
        charts.append(chart)
        parts.append('<h2 class="experiment">Searches</h2>')
        parts += [_sweep_table(sweep), chart_section(chart)]
    parts.append(f"<footer>Made by lab/grain/report from {escape(', '.join(sources))}.</footer>")
    return render(heading, "\n".join(parts), charts)


_ORDERS = {"": "", "fifo": ", the oldest task first", "lifo": ", own newest task first"}


def _experiments(heat: Sequence[HeatRun]) -> list[tuple[int, int, str, str]]:
    """The measured combinations of points, steps, order and node. A loop has no order, so it stands beside all of them,
    or alone."""
    found = list(dict.fromkeys(run.experiment for run in heat))
    alone = [(points, steps, node) for points, steps, order, node in found if order]
    return [each for each in found if each[2] or (each[0], each[1], each[3]) not in alone]


def _rules(runs: Sequence[HeatRun], suffix: str) -> str:
    """What the paper's two rules pick, beside the best partition."""
    rows = []
    for pick in rules.picks(runs):
        picked = "none" if pick.partition is None else f"{pick.partition:,}"
        best = f"{pick.best_partition:,}"
        if pick.partition is None:
            figures = ["–", best, units.duration(pick.best), "–"]
        else:
            figures = [units.duration(pick.seconds), best, units.duration(pick.best), f"{pick.ratio:.3f}"]
        within = _YES if pick.close else '<span class="no">no</span>'
        rows.append([str(pick.workers), pick.rule, picked, *figures, within])
    if not rows:
        content = '<p class="absent">The rules need runs of several workers with fixed partitions.</p>'
    else:
        header = ["workers", "rule", "picks", "its time", "best", "its time", "ratio", f"within {rules.CLOSE - 1:.0%}"]
        content = (
            '<p class="caption">What the paper’s rules pick from counts alone (sections IV-A and IV-E). The fewest '
            "accesses come near the best where time is lost by the management of tasks or by starvation; where the "
            "memory decides, as within a range of sizes that keep all workers busy, no count of accesses shows it."
            "</p>" + table(header, rows, numbers=(0, 2, 3, 4, 5, 6))
        )
    return f'<section id="heat-rules{suffix}"><h2>Partitions by the paper’s rules</h2>{content}</section>'


# The quantities for which the paper gives means and deviations: the time, and the counts of events.
_MEASURED: tuple[tuple[str, Callable[[HeatRun], float | None], Callable[[float], str]], ...] = (
    ("execution time", lambda run: run.seconds, units.duration),
    ("idle-rate", lambda run: run.idle_rate, units.percent),
    ("looks into a pool", lambda run: run.pool_accesses, units.count),
    ("without success", lambda run: run.pool_misses, units.count),
)


def _variation(runs: Sequence[HeatRun], suffix: str) -> str:
    """Mean, standard deviation and coefficient of variation of the samples of each partition size."""
    rows = []
    most = 0.0
    for workers in sorted({run.workers for run in runs}):
        fixed = [run for run in runs if run.mode == "fixed" and run.workers == workers]
        for partition, samples in by_grain(fixed, partition_of).items():
            cells = []
            for _, value, text in _MEASURED:
                known = [each for each in map(value, samples) if each is not None]
                of = spread(known) if len(known) > 1 else None
                cells.append(f"{text(of.mean)} ± {text(of.deviation)}, {units.percent(of.variation)}" if of else "–")
            if len(samples) > 1:
                most = max(most, spread(run.seconds for run in samples).variation)
                rows.append([str(workers), f"{partition:,.0f}", str(len(samples)), *cells])
    if rows:
        header = ["workers", "points of a partition", "samples", *(name for name, _, _ in _MEASURED)]
        content = (
            '<p class="caption">Mean ± standard deviation, and the latter as a share of the mean, the coefficient of '
            f"variation, which for execution times is {units.percent(most)} at most.</p>"
            + table(header, rows, numbers=range(1, len(header)))
        )
    else:
        content = '<p class="absent">There is one sample of each partition size, so nothing varies.</p>'
    return f'<section id="heat-variation{suffix}"><h2>How far samples lie apart</h2>{content}</section>'


_YES = "yes"
_BEST = ("best fixed grain", "its time")
_VERDICT = ("chosen grain's time", "ratio", "within 5%")


def _heat_table(runs: Sequence[HeatRun], suffix: str) -> str:
    rows = []
    for workers in sorted({run.workers for run in runs}):
        own = [run for run in runs if run.workers == workers]
        compared = compare(
            [run for run in own if run.mode == "fixed"], [run for run in own if run.mode == "adaptive"], partition_of
        )
        if compared is not None:
            best, verdict = _compared(compared, "points")
            chosen = f"{compared.chosen_grain:,.0f} points" if compared.chosen_grain is not None else "–"
            rows.append([str(workers), *best, chosen, *verdict])
    return _comparison(f"heat-comparison{suffix}", ["workers", *_BEST, "chosen last", *_VERDICT], 1, rows)


def _sweep_table(runs: Sequence[SweepRun]) -> str:
    rows = []
    for problem, workers in sweep_panels(runs):
        for skeleton, unit in _GRAIN_UNITS.items():
            own = [run for run in runs if (run.problem, run.workers, run.skeleton) == (problem, workers, skeleton)]
            compared = compare(
                [run for run in own if run.mode == "fixed"], [run for run in own if run.mode == "auto"], _grain_of
            )
            if compared is not None:
                best, verdict = _compared(compared, unit)
                rows.append([escape(problem), str(workers), skeleton, *best, *verdict])
    return _comparison("sweep-comparison", ["problem", "workers", "skeleton", *_BEST, *_VERDICT], 3, rows)


def _grain_of(run: SweepRun) -> float | None:
    return run.grain


def _compared(compared: Comparison, unit: str) -> tuple[list[str], list[str]]:
    """Cells of the best fixed grain, and of the chosen one beside it."""
    verdict = _YES if compared.close else '<span class="no">no</span>'
    best = [f"{compared.best_grain:,.10g} {unit}", _time(compared.best)]
    return best, [_time(compared.chosen), f"{compared.ratio:.3f}", verdict]


def _time(time: Spread) -> str:
    if time.repeats == 1:
        return units.duration(time.middle)
    ranged = f"{units.duration(time.least)} to {units.duration(time.most)}, {time.repeats} runs"
    return f'<span title="{ranged}">{units.duration(time.middle)}</span>'


def _comparison(name: str, header: list[str], texts: int, rows: list[list[str]]) -> str:
    """A table whose first columns are `texts`; all others except the last are numbers."""
    if rows:
        close = sum(row[-1] == _YES for row in rows)
        content = (
            '<p class="caption">The grain that was chosen while running, beside the best of the fixed ones, which one '
            "knows only after having tried them all. Medians; a ratio below 1 is faster. "
            f"{close} of {len(rows)} within 5%.</p>" + table(header, rows, numbers=range(texts, len(header) - 1))
        )
    else:
        content = (
            '<p class="absent">There is nothing to compare: it takes runs with a fixed grain and with a chosen one, '
            "with the same number of workers.</p>"
        )
    return f'<section id="{name}"><h2>The chosen grain against the best fixed one</h2>{content}</section>'
