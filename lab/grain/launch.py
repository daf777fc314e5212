"""Command lines, running them, and what they print as rows of a table."""

import csv
from typing import Any

from lab.harness.running import Failure, output, understood

from .plan import ADAPTIVE, FIXED, SEQUENTIAL, HeatRun, SearchRun

SEARCH_COLUMNS = (
    "problem", "skeleton", "mode", "grain", "workers", "repeat", "seconds", "nodes", "idle_rate", "task_duration_us",
    "task_overhead_us", "phase_duration_us", "phase_overhead_us", "management_overhead_s", "tasks", "phases",
    "pool_accesses", "pool_misses",
)  # fmt: skip

Row = dict[str, str]


def heat_command(program: str, run: HeatRun, alone_us: float | None) -> list[str]:
    words = [program, "--csv", "--points", str(run.stencil.points), "--steps", str(run.stencil.steps)]
    if run.mode == SEQUENTIAL:
        return [*words, "--sequential"]
    whose = ["--order", run.order] if run.paper is None else ["--paper", run.paper]
    words += ["--workers", str(run.workers), *whose]
    if run.node:
        words += ["--simulate", run.node]
    if run.hardware_counters:
        words += ["--hardware-counters"]
    if run.mode == ADAPTIVE:
        return [*words, "--adaptive"]
    words += ["--partition", str(run.partition)]
    return words if alone_us is None else [*words, "--alone-us", f"{alone_us:.6g}"]


def search_command(program: str, run: SearchRun) -> list[str]:
    return [program, *run.problem.arguments, "--skeleton", run.spec, "--workers", str(run.workers), "--json"]


def heat_row(run: HeatRun, text: str) -> Row:
    """The program counts its own repetitions, of which there is one a call."""
    rows = list(csv.DictReader(text.splitlines()))
    if len(rows) != 1 or rows[0].get("mode") != run.mode:
        raise Failure(f"one line on a run in mode {run.mode} was expected of scrump_heat, not\n{text}")
    told = {**rows[0], "repeat": str(run.repeat)}
    return told if run.paper is None else {**told, "paper": run.paper}


def papers_partitions(program: str, name: str) -> tuple[int, ...]:
    """Those of the system of that name, as the program has it."""
    sizes = output([program, "--paper", name, "--list-partitions"])
    return tuple(int(size) for size in sizes.split(","))


def search_row(run: SearchRun, text: str) -> Row:
    """What the build does not measure stays empty."""

    def row(result: dict[str, Any]) -> Row:
        statistics = result.get("statistics", {})
        found = {
            "problem": run.problem.title,
            **{name: getattr(run, name) for name in ("skeleton", "mode", "grain", "workers", "repeat")},
            **{name: result[name] for name in ("seconds", "nodes")},
        }
        values = {name: found.get(name, statistics.get(name)) for name in SEARCH_COLUMNS}
        return {name: "" if value is None else f"{value}" for name, value in values.items()}

    return understood(text, str(run), row)


def is_reference(run: HeatRun) -> bool:
    """Whether its task duration is what equation 5 compares with."""
    return run.mode == FIXED and run.workers == 1
