"""The CSV files of measurements: of the heat stencil (`scrump_heat`) and of the sweep over searches.

One line is one run. Their headers tell the files apart; columns may come in any order, and further columns are allowed.
"""

import csv
import io
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import TypeVar

from lab.harness.running import Failure

from .verdict import CLOSE


@dataclass(frozen=True)
class HeatRun:
    """A run of the stencil. Missing figures are `None`; times are in seconds."""

    mode: str  # fixed, adaptive or sequential
    points: int
    partition: int | None  # points of a partition; if adaptive, the last chosen number
    steps: int
    workers: int
    order: str  # fifo or lifo: order of a worker's own tasks; empty for a loop, and in files of older versions
    repeat: int
    seconds: float
    tasks: float | None
    idle_rate: float | None
    management_overhead: float | None  # equation 4
    wait_time_per_task: float | None  # equation 5
    wait_time_per_core: float | None  # equation 6
    pool_accesses: float | None
    pool_misses: float | None
    node: str = ""  # simulated node; empty: a real machine

    @property
    def experiment(self) -> tuple[int, int, str, str]:
        """What runs that are compared have in common: points, steps, order and node."""
        return self.points, self.steps, self.order, self.node


@dataclass(frozen=True)
class SweepRun:
    """A run of a search with a given grain, or with one chosen by the skeleton (`auto`)."""

    problem: str
    skeleton: str  # budget or adaptive
    mode: str  # fixed or auto
    grain: float | None  # backtracks of a budget, microseconds of a heartbeat interval
    workers: int
    repeat: int
    seconds: float


@dataclass(frozen=True)
class Spread:
    """Repetitions of one measurement: median, minimum and maximum, mean and the standard deviation of a sample."""

    middle: float
    least: float
    most: float
    repeats: int
    mean: float
    deviation: float  # 0 for a single one

    @property
    def variation(self) -> float:
        """The coefficient of variation: the standard deviation as a share of the mean (section IV of the paper)."""
        return self.deviation / abs(self.mean) if self.mean else 0.0


def spread(values: Iterable[float]) -> Spread:
    """`values` must not be empty."""
    known = sorted(values)
    deviation = stdev(known) if len(known) > 1 else 0.0
    return Spread(median(known), known[0], known[-1], len(known), fmean(known), deviation)


@dataclass(frozen=True)
class Comparison:
    """A grain chosen during the run, compared with the best of the given ones."""

    best_grain: float
    best: Spread
    chosen: Spread
    chosen_grain: float | None

    @property
    def ratio(self) -> float:
        return self.chosen.middle / self.best.middle

    @property
    def close(self) -> bool:
        return self.ratio <= CLOSE


Measured = TypeVar("Measured", HeatRun, SweepRun)


def by_grain(runs: Iterable[Measured], grain: Callable[[Measured], float | None]) -> dict[float, list[Measured]]:
    """Repetitions grouped by grain, in ascending order; runs without a grain are left out."""
    groups: dict[float, list[Measured]] = {}
    for run in runs:
        size = grain(run)
        if size is not None:
            groups.setdefault(size, []).append(run)
    return dict(sorted(groups.items()))


def compare(
    fixed: list[Measured], chosen: list[Measured], grain: Callable[[Measured], float | None]
) -> Comparison | None:
    """A comparison; None unless there are runs of both kinds."""
    times = {size: spread(run.seconds for run in runs) for size, runs in by_grain(fixed, grain).items()}
    if not times or not chosen:
        return None
    best = min(times, key=lambda size: times[size].middle)
    grains = [size for size in map(grain, chosen) if size is not None]
    return Comparison(best, times[best], spread(run.seconds for run in chosen), median(grains) if grains else None)


def parse_grain(text: str, file: str) -> list[HeatRun] | list[SweepRun]:
    """Reads a file of either kind; `file` stands for it in errors."""
    reader = csv.reader(io.StringIO(text))
    try:
        lines = [(reader.line_num, [cell.strip() for cell in row]) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise Failure(f"{file}:{reader.line_num}: not CSV: {error}") from None
    if not lines:
        raise Failure(f"{file}:1: is empty; expected a header and a line for each run")
    (header_line, header), *rows = lines
    is_heat = "points" in header
    if not is_heat and "problem" not in header:
        raise Failure(
            f"{file}:{header_line}: expected the header of scrump_heat, with a column 'points', or of a sweep over "
            "searches, with a column 'problem'"
        )
    missing = [name for name in (_HEAT_COLUMNS if is_heat else _SWEEP_COLUMNS) if name not in header]
    if missing:
        raise Failure(f"{file}:{header_line}: the header has no column {_listed(missing)}")
    if not rows:
        raise Failure(f"{file}:{header_line}: there are no runs below the header")
    records = []
    for line, cells in rows:
        if len(cells) != len(header):
            raise Failure(f"{file}:{line}: expected {len(header)} cells, as the header has, found {len(cells)}")
        records.append(_Row(dict(zip(header, cells, strict=True)), file, line))
    return [_heat_run(row) for row in records] if is_heat else [_sweep_run(row) for row in records]


_HEAT_COLUMNS = (
    "mode",
    "points",
    "partition",
    "steps",
    "workers",
    "repeat",
    "seconds",
    "tasks",
    "idle_rate",
    "management_overhead_s",
    "wait_time_per_task_us",
    "wait_time_per_core_s",
    "pool_accesses",
    "pool_misses",
)
_SWEEP_COLUMNS = ("problem", "skeleton", "mode", "grain", "workers", "repeat", "seconds")


def _listed(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


@dataclass(frozen=True)
class _Row:
    """A line of the file, with its position."""

    cells: dict[str, str]
    file: str
    line: int

    def error(self, column: str, expected: str) -> Failure:
        return Failure(f"{self.file}:{self.line}: {column}: expected {expected}, found '{self.cells[column]}'")

    def number(self, column: str) -> float:
        try:
            value = float(self.cells[column])
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise self.error(column, "a number")
        return value

    def optional(self, column: str) -> float | None:
        return self.number(column) if self.cells[column] else None

    def positive(self, column: str) -> float:
        value = self.number(column)
        if value <= 0:
            raise self.error(column, "more than 0")
        return value

    def whole(self, column: str, least: int = 1) -> int:
        value = self.number(column)
        if value < least or not value.is_integer():
            raise self.error(column, f"a whole number from {least} on")
        return int(value)

    def one_of(self, column: str, names: tuple[str, ...]) -> str:
        if self.cells[column] not in names:
            raise self.error(column, " or ".join(f"'{name}'" for name in names))
        return self.cells[column]


def _heat_run(row: _Row) -> HeatRun:
    mode = row.one_of("mode", ("fixed", "adaptive", "sequential"))
    per_task = row.optional("wait_time_per_task_us")
    return HeatRun(
        mode=mode,
        points=row.whole("points"),
        partition=_partition(row, mode),
        steps=row.whole("steps"),
        workers=row.whole("workers"),
        order=row.one_of("order", ("", "fifo", "lifo")) if "order" in row.cells else "",
        repeat=row.whole("repeat", least=0),
        seconds=row.positive("seconds"),
        tasks=row.optional("tasks"),
        idle_rate=row.optional("idle_rate"),
        management_overhead=row.optional("management_overhead_s"),
        wait_time_per_task=None if per_task is None else per_task * 1e-6,
        wait_time_per_core=row.optional("wait_time_per_core_s"),
        pool_accesses=row.optional("pool_accesses"),
        pool_misses=row.optional("pool_misses"),
        node=row.cells.get("node", ""),
    )


def _partition(row: _Row, mode: str) -> int | None:
    """Number of points of a partition; a plain loop has none, whatever the cell says."""
    if mode == "sequential" or (mode == "adaptive" and not row.cells["partition"]):
        return None
    return row.whole("partition")


def _sweep_run(row: _Row) -> SweepRun:
    mode = row.one_of("mode", ("fixed", "auto"))
    if not row.cells["problem"]:
        raise row.error("problem", "a name")
    return SweepRun(
        problem=row.cells["problem"],
        skeleton=row.one_of("skeleton", ("budget", "adaptive")),
        mode=mode,
        grain=row.positive("grain") if mode == "fixed" else None,
        workers=row.whole("workers"),
        repeat=row.whole("repeat", least=0),
        seconds=row.positive("seconds"),
    )
