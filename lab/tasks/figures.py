"""The slides' speed-up graphs with this experiment's numbers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lab.harness.pictures import COLOURS, MARKERS, drawing, mark_published, save
from lab.harness.published import table

from .plan import Program
from .summary import Row

# The slides' names of our programs.
NAMES = {"fib": "fib({})", "queens": "nqueens({})", "uts": "uts({})", "matmul": "matmul({})"}


def draw(rows: Sequence[Row], folder: Path, published: bool = False) -> list[Path]:
    """Speed-up by all workers, a line for each number of workers of a process and amount of a steal: a figure for each
    program, as PNG and SVG, with the slides' best one if `published`. Raises ImportError where there is no
    matplotlib."""
    pyplot = drawing()
    drawn: list[Path] = []
    parallel = [row for row in rows if not row.kind.is_sequential]
    for program in dict.fromkeys(row.kind.program for row in parallel):
        figure, axes = pyplot.subplots(figsize=(6, 4.4))
        _draw_lines(axes, [row for row in parallel if row.kind.program == program])
        if published:
            _publish(axes, program)
        axes.set_xlabel("workers of all processes")
        axes.set_ylabel("speed-up over the sequential twin")
        axes.set_ylim(bottom=0)
        axes.legend(frameon=False, fontsize="small")
        drawn += save(figure, folder, f"speed-up-{program.name}-{program.size}", str(program))
        pyplot.close(figure)
    return drawn


def lines(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """By what a line stands for, in the order of its points."""
    made: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.kind.processes):
        kind = row.kind
        how = f", steal-{kind.amount}" if kind.amount else f", {kind.deque} deque" if kind.deque else ""
        made.setdefault(f"{kind.workers} per process{how}", []).append(row)
    return made


def _draw_lines(axes: Any, rows: Sequence[Row]) -> None:
    for index, (label, own) in enumerate(lines(rows).items()):
        places = [row.kind.processes * row.kind.workers for row in own]
        middles = [row.speedup for row in own]
        below = [row.speedup - row.least_speedup for row in own]
        above = [row.greatest_speedup - row.speedup for row in own]
        style = {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)], "markersize": 4}
        axes.errorbar(places, middles, yerr=[below, above], capsize=2, linewidth=1.2, label=label, **style)


def _publish(axes: Any, program: Program) -> None:
    """The best configuration of the slides; their graphs are not in numbers."""
    name = NAMES[program.name].format(program.size)
    for row in table("slides", "times").rows:
        if row["program"] == name:
            workers = int(row["machines"]) * int(row["processes_per_machine"])
            label = f"published: {row['machines']} x {row['processes_per_machine']}"
            mark_published(axes, [workers], [float(row["speedup"])], label)
