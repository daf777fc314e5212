"""The samples in numbers: medians, speed-ups, and what the workers spent their time with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from lab.workstealing import samples

from .launch import Activity, Outcome
from .plan import Kind

Sample = samples.Sample[Kind, Outcome]


@dataclass(frozen=True)
class Row:
    """All runs of a kind: medians. None: not known."""

    kind: Kind
    runs: int
    seconds: float
    rate: float  # nodes a second
    speedup: float  # over the sequential run of the same round
    least_speedup: float
    greatest_speedup: float
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
    working, searching, stealing, terminating = (
        activity.working_seconds,
        activity.searching_seconds,
        activity.stealing_seconds,
        activity.terminating_seconds,
    )
    total = working + searching + stealing + terminating
    if total == 0:
        return (0, 0, 0, 0)
    return (working / total, searching / total, stealing / total, terminating / total)


def row(
    kind: Kind, own: Sequence[Sample], sequential: dict[int, Outcome], ceiling: float | None, cores: int
) -> Row:
    """`sequential`: the sequential run of the same tree in each round; the rounds of all its `own` samples have one."""
    speedups = [sequential[each.round].seconds / each.outcome.seconds for each in own]
    rate = median(each.outcome.rate for each in own)
    active = [(each, each.outcome.activity) for each in own if each.outcome.activity is not None]

    def middle(value: Callable[[Activity], float]) -> float | None:
        return median(value(activity) for _, activity in active) if active else None

    divided = [shares(activity) for _, activity in active]
    return Row(
        kind=kind,
        runs=len(own),
        seconds=median(each.outcome.seconds for each in own),
        rate=rate,
        speedup=median(speedups),
        least_speedup=min(speedups),
        greatest_speedup=max(speedups),
        of_ceiling=None if ceiling is None else rate / (ceiling * min(kind.workers, cores)),
        working_efficiency=median(activity.working_rate / sequential[each.round].rate for each, activity in active)
        if active
        else None,
        shares=(
            median(each[0] for each in divided),
            median(each[1] for each in divided),
            median(each[2] for each in divided),
            median(each[3] for each in divided),
        )
        if active
        else None,
        steals=middle(lambda activity: activity.steals),
        steals_per_second=middle(lambda activity: activity.steals_per_second),
        chunks_stolen=middle(lambda activity: activity.chunks_stolen),
        releases=middle(lambda activity: activity.releases),
        reacquires=middle(lambda activity: activity.reacquires),
        failed_probes=middle(lambda activity: activity.failed_probes),
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
