"""Whether a process holds more at the end than when it had warmed up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from .counts import Counts

MIB = 1 << 20
KINDS = ("resident", "heap", "threads", "files", "sockets", "pipes", "memory_files", "anonymous")
MEMORY = ("resident", "heap")
FEWEST = 50  # searches: of fewer, a fifth says nothing


@dataclass(frozen=True)
class Tolerance:
    """How much memory may grow and still be said not to: resident memory by what the allocator keeps and the system
    takes back when it likes, the heap by some arenas' heads."""

    resident: float = 2 * MIB
    heap: float = MIB / 8
    share: float = 0.02

    def of(self, kind: str, before: float) -> float:
        if kind not in MEMORY:
            return 0
        return (self.resident if kind == "resident" else self.heap) + self.share * before


@dataclass(frozen=True)
class Spread:
    """Of one fifth of a run's searches."""

    median: float
    greatest: float


@dataclass(frozen=True)
class Line:
    """What a process held of one kind, warmed up and at the end. The first fifth of a run warms up."""

    rank: int
    kind: str
    early: Spread  # second fifth
    late: Spread  # last fifth
    tolerance: float

    @property
    def grew(self) -> float:
        """Memory goes up and down, so its medians count; all else is exact, so one too many is one too many."""
        if self.kind in MEMORY:
            return self.late.median - self.early.median
        return self.late.greatest - self.early.greatest

    @property
    def good(self) -> bool:
        return self.grew <= self.tolerance


def spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), max(values))


def fifth(counts: Sequence[Counts], number: int) -> Sequence[Counts]:
    """The first is number 1."""
    return counts[len(counts) * (number - 1) // 5 : len(counts) * number // 5]


def _line(rank: int, kind: str, counts: Sequence[Counts], tolerance: Tolerance) -> Line:
    early, late = (spread([getattr(each, kind) for each in fifth(counts, number)]) for number in (2, 5))
    return Line(rank, kind, early, late, tolerance.of(kind, early.median))


def lines(processes: Mapping[int, Sequence[Counts]], tolerance: Tolerance) -> list[Line]:
    """Of each process all kinds. Throws ValueError for processes that did too little."""
    for rank, counts in processes.items():
        if len(counts) < FEWEST:
            raise ValueError(f"process {rank} did {len(counts)} searches: too few, give it more time")
    return [_line(rank, kind, counts, tolerance) for rank, counts in processes.items() for kind in KINDS]


def _written(value: float, kind: str) -> str:
    return f"{value / MIB:.3f} MiB" if kind in MEMORY else f"{value:.0f}"


def _row(line: Line) -> str:
    spreads = (line.early.median, line.early.greatest, line.late.median, line.late.greatest)
    cells = "".join(f"{_written(value, line.kind):>12}" for value in (*spreads, line.grew, line.tolerance))
    return f"{line.rank:<9}{line.kind.replace('_', ' '):<14}{cells}{'' if line.good else '  TOO MUCH'}"


def table(judged: Sequence[Line]) -> str:
    columns = ("median", "greatest", "median", "greatest", "grew", "may")
    head = [
        f"{'':<23}{'warmed up':>24}{'at the end':>24}",
        f"{'process':<9}{'what':<14}" + "".join(f"{column:>12}" for column in columns),
    ]
    return "\n".join([*head, *map(_row, judged)])
