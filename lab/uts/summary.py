"""The samples in numbers: medians, speed-ups, and what the workers spent their time with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from lab.harness import samples

from .launch import Activity, Outcome
from .plan import Kind

Sample = samples.Sample[Kind, Outcome]

STATES = ("working", "searching", "stealing", "terminating")
COUNTS = ("steals", "steals_per_second", "chunks_stolen", "releases", "reacquires", "failed_probes")


@dataclass(frozen=True)
class Row(samples.Medians[Kind]):
    """All runs of a kind: medians. None: not known."""

    rate: float  # nodes a second
    of_ceiling: float | None  # rate by what the hash alone would reach on as many cores
    working_efficiency: float | None  # rate in the working state by the sequential one of the same round
    shares: tuple[float, float, float, float] | None  # of time: working, searching, stealing, terminating
    steals: float | None
    steals_per_second: float | None
    chunks_stolen: float | None
    releases: float | None
    reacquires: float | None
    failed_probes: float | None

    @property
    def efficiency(self) -> float:
        return self.speedup / self.kind.workers


def shares(activity: Activity) -> tuple[float, float, float, float]:
    each = tuple(getattr(activity, f"{state}_seconds") for state in STATES)
    total = sum(each)
    return tuple(seconds / total if total else 0 for seconds in each)  # type: ignore[return-value]


def row(
    kind: Kind, own: Sequence[Sample], sequential: dict[int, Outcome], ceiling: float | None, cores: int
) -> Row:
    """`sequential`: the sequential run of the same tree in each round; the rounds of all its `own` samples have one."""
    rate = median(each.outcome.rate for each in own)
    active = [(each.round, each.outcome.activity) for each in own if each.outcome.activity is not None]

    divided = [shares(activity) for _, activity in active]

    def middle(value: Callable[[int, Activity], float]) -> Any:
        return median(value(*each) for each in active) if active else None

    def middle_of(name: str) -> Any:
        return middle(lambda _, activity: getattr(activity, name))

    return Row(
        **samples.medians(kind, own, sequential),
        rate=rate,
        of_ceiling=None if ceiling is None else rate / (ceiling * min(kind.workers, cores)),
        working_efficiency=middle(lambda number, activity: activity.working_rate / sequential[number].rate),
        shares=tuple(map(median, zip(*divided, strict=True))) or None,
        **{name: middle_of(name) for name in COUNTS},
    )


def rows(kinds: Iterable[Kind], found: Sequence[Sample], ceiling: float | None, cores: int) -> list[Row]:
    """Of the kinds that have samples, in their order; each kind once."""
    return [row(kind, own, sequential, ceiling, cores) for kind, own, sequential in samples.compared(kinds, found)]


def best_chunks(found: Sequence[Row]) -> dict[tuple[str, str], int]:
    """For each tree and protocol the chunk size with the greatest speed-up; of several, the least."""
    best: dict[tuple[str, str], Row] = {}
    for each in sorted(found, key=lambda each: each.kind.chunk or 0):
        key = (each.kind.tree, each.kind.protocol or "")
        if key not in best or each.speedup > best[key].speedup:
            best[key] = each
    return {key: each.kind.chunk or 0 for key, each in best.items()}


def best_protocol(found: Sequence[Row]) -> tuple[str, int]:
    """The protocol, and its chunk size, of the greatest speed-up."""
    best = max(found, key=lambda each: each.speedup).kind
    return best.protocol or "", best.chunk or 0
