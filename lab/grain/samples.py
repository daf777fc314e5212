"""Mean, standard deviation and coefficient of variation of the samples of each measurement, as the paper has them
(section IV): of times and of counts of events."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping

from .measurements import Spread, spread
from .plan import ADAPTIVE

# What a measurement is known by, and what is measured, in the columns of either kind of file.
CASE = ("problem", "skeleton", "points", "steps", "order", "node", "mode", "partition", "grain", "workers")
FIGURES = (
    "seconds", "nodes", "tasks", "phases", "idle_rate", "task_duration_us", "task_overhead_us", "phase_duration_us",
    "phase_overhead_us", "management_overhead_s", "wait_time_per_task_us", "wait_time_per_core_s", "pool_accesses",
    "pool_misses", "instructions", "cycles", "cache_misses",
)  # fmt: skip
COLUMNS = (*CASE, "figure", "samples", "mean", "standard_deviation", "coefficient_of_variation")

Row = Mapping[str, str]


def _case(row: Row) -> tuple[str, ...]:
    """A partition that was chosen while running may be another one in each sample."""
    chosen = row.get("mode") == ADAPTIVE
    return tuple("" if name == "partition" and chosen else row.get(name, "") for name in CASE)


def summaries(rows: Iterable[Row]) -> list[tuple[dict[str, str], str, Spread]]:
    """For each measurement, in the order in which they came first, each figure that all its samples have."""
    cases: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        cases[_case(row)].append(row)
    found = []
    for case, members in cases.items():
        for figure in FIGURES:
            if all(row.get(figure) for row in members):
                told = spread([float(row[figure]) for row in members])
                found.append((dict(zip(CASE, case, strict=True)), figure, told))
    return found


def table(rows: Iterable[Row]) -> list[dict[str, str]]:
    """The lines of a CSV file with `COLUMNS`."""
    return [
        {
            **case,
            "figure": figure,
            "samples": str(told.repeats),
            "mean": f"{told.mean:.6g}",
            "standard_deviation": f"{told.deviation:.6g}",
            "coefficient_of_variation": f"{told.variation:.4f}",
        }
        for case, figure, told in summaries(rows)
    ]


def in_words(rows: Iterable[Row]) -> str:
    """How far the execution times of one measurement lie apart: whether the numbers can be trusted."""
    times = [(case, told) for case, figure, told in summaries(rows) if figure == "seconds" and told.repeats > 1]
    if not times:
        return "One sample of each measurement: nothing is known of how far they lie apart."
    shares = [told.variation for _, told in times]
    worst, told = max(times, key=lambda each: each[1].variation)
    name = ", ".join(f"{key} {value}" for key, value in worst.items() if value)
    return (
        f"Coefficient of variation of the execution time, {told.repeats} samples each: median "
        f"{statistics.median(shares):.1%}, at most {told.variation:.1%} ({name})."
    )
