"""The slides' tables as Markdown, and everything as CSV and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lab.harness import tables
from lab.harness.place import Place
from lab.harness.tables import attributes, head, line

from .summary import Best, Latency, Row, Sample

SCHEMA = {"schema": "scrump-tasks-evaluation", "version": 1}


def latency_columns(where: str) -> dict[str, Any]:
    def of(row: Row) -> Latency | None:
        found: Latency | None = getattr(row, f"{where}_latency")
        return found

    return {
        f"{where}_steals": lambda row: getattr(row, f"{where}_steals"),
        f"{where}_median_us": lambda row: (found := of(row)) and found.median,
        f"{where}_p99_us": lambda row: (found := of(row)) and found.p99,
    }


COLUMNS: tables.Columns = {
    **attributes(program="name", size="size", of="kind.program"),
    **attributes("processes", "workers", "amount", "deque", of="kind"),
    **attributes("runs", "seconds", "speedup", "least_speedup", "greatest_speedup"),
    **latency_columns("local"),
    **latency_columns("remote"),
}


@dataclass(frozen=True)
class Results:
    place: Place
    programs: Sequence[Best]
    rows: Sequence[Row]
    samples: Sequence[Sample]
    left_out: Sequence[str]  # what the command refused, with its reason


def task_time(seconds: float) -> str:
    return f"{seconds * 1e6:.3g} µs"


def programs_table(programs: Sequence[Best]) -> list[str]:
    names = ("program", "tasks", "mean task time", "sequential, s", "fastest, s", "processes", "workers each", "speed-up")
    lines = head(names, 1)
    for each in programs:
        cells = [str(each.program), f"{each.tasks:,}", task_time(each.task_seconds), f"{each.sequential:.3f}"]
        best = each.fastest
        if best is not None:
            cells += [f"{best.seconds:.3f}", str(best.kind.processes), str(best.kind.workers), f"{best.speedup:.2f}"]
        lines.append(line(cells + [""] * (len(names) - len(cells))))
    return lines


def speedups_table(rows: Sequence[Row]) -> list[str]:
    """A line for each program and number of processes, a column for each number of workers of a process."""
    plain = [row for row in rows if row.kind.amount is None and row.kind.deque is None and not row.kind.is_sequential]
    workers = sorted({row.kind.workers for row in plain})
    lines = head(["program", "processes", *(f"{each} worker{'s' * (each != 1)}" for each in workers)], 1)
    found = {(row.kind.program, row.kind.processes, row.kind.workers): row for row in plain}
    for program, processes in dict.fromkeys((row.kind.program, row.kind.processes) for row in plain):
        cells = [str(program), str(processes)]
        for each in workers:
            row = found.get((program, processes, each))
            spread = f" ({row.least_speedup:.2f} … {row.greatest_speedup:.2f})" if row else ""
            cells.append(f"{row.speedup:.2f}{spread}" if row else "")
        lines.append(line(cells))
    return lines


def latency_cells(latency: Latency | None) -> list[str]:
    return ["", ""] if latency is None else [f"{latency.median:.2f}", f"{latency.p99:.2f}"]


def steals_table(rows: Sequence[Row]) -> list[str]:
    names = (
        "program", "how", "processes", "workers each", "s", "speed-up",
        "local steals", "median, µs", "99 %, µs", "remote steals", "median, µs", "99 %, µs",
    )  # fmt: skip
    lines = head(names, 2)
    for row in rows:
        kind = row.kind
        if kind.processes * kind.workers < 2:
            continue
        where = " within processes" if kind.amount and kind.processes > 1 else ""
        other = f"steal-{kind.amount}{where}" if kind.amount else f"{kind.deque} deque" if kind.deque else "as usual"
        cells = [str(kind.program), other, str(kind.processes), str(kind.workers)]
        cells += [f"{row.seconds:.3f}", f"{row.speedup:.2f}"]
        cells += [f"{row.local_steals:,.0f}", *latency_cells(row.local_latency)]
        cells += [f"{row.remote_steals:,.0f}", *latency_cells(row.remote_latency)]
        lines.append(line(cells))
    return lines


def markdown(results: Results) -> str:
    lines = ["# Fork and join", "", results.place.describe(), "## Programs", "", *programs_table(results.programs), ""]
    if any(not row.kind.is_sequential for row in results.rows):
        lines += ["## Speed-up", "", *speedups_table(results.rows), ""]
    if any(row.kind.processes * row.kind.workers > 1 for row in results.rows):
        lines += ["## Steals", "", *steals_table(results.rows), ""]
    if results.left_out:
        lines += ["Left out, as the command refuses it:", "", *(f"- {each}" for each in results.left_out), ""]
    lines += [
        "Medians; a speed-up is over the sequential twin of the same round, with the least and the greatest of all rounds. "
        "*tasks*: calls, each of which is a task for the slides, whether or not it is spawned. *mean task time*: sequential "
        "time by tasks. Latency: from running out of work to having a stolen task, of all runs together; local within a "
        "process, remote between processes, where tasks move one at a time.",
        "",
    ]
    return "\n".join(lines)


def csv_text(results: Results) -> str:
    return tables.csv_text(COLUMNS, results.rows)


def program_record(best: Best) -> dict[str, Any]:
    program = best.program
    return {"program": program.name, "size": program.size, "tasks": best.tasks, "sequential_seconds": best.sequential}


def json_text(results: Results) -> str:
    """The rows, and every sample that they were made of."""
    return tables.json_text(
        SCHEMA,
        machine=results.place,
        programs=[program_record(each) for each in results.programs],
        rows=[tables.record(COLUMNS, row) for row in results.rows],
        left_out=results.left_out,
        samples=results.samples,
    )
