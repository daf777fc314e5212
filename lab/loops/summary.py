"""The samples in numbers: medians, and how much faster it is than without stealing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from lab.harness import samples

from .launch import Outcome, Times
from .plan import Kind

Sample = samples.Sample[Kind, Outcome]


@dataclass(frozen=True)
class Row:
    """All runs of a kind: medians."""

    kind: Kind
    runs: int
    seconds: float
    cost: float
    bound: float | None  # none: not known
    faster: float  # per cent of the time that the run without stealing of the same round took
    least_faster: float
    greatest_faster: float
    stolen: float  # per cent of all iterations
    tried: float
    won: float
    imbalance: float
    variation: float  # per cent
    send: Times | None  # of a chunk; none: simulated, or nothing was sent
    receive: Times | None

    @property
    def won_share(self) -> float:
        """Per cent of those tried."""
        return 100 * self.won / self.tried if self.tried else 0


@dataclass(frozen=True)
class Verdict:
    """What stealing is worth to a workload at a place."""

    without: Row
    best: Row
    worst: Row
    slower: Sequence[Row]  # than without stealing, in the median
    schemes: int

    @property
    def possible(self) -> float | None:
        """Per cent by which nothing could be more than faster."""
        return None if self.without.bound is None else 100 * (1 - self.without.bound / self.without.seconds)


def median_of(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def times_of(values: Iterable[Times | None]) -> Times | None:
    """The shortest of all runs, the median of their means, and the longest."""
    known = [each for each in values if each is not None]
    if not known:
        return None
    return Times(min(each.min for each in known), median(each.mean for each in known), max(each.max for each in known))


def row(kind: Kind, own: Sequence[Sample], without: dict[int, Outcome]) -> Row:
    """`without`: the run without stealing in each round; the rounds of all its `own` samples have one."""
    all_of = [each.outcome for each in own]
    faster = [100 * (1 - each.outcome.seconds / without[each.round].seconds) for each in own]
    return Row(
        kind=kind,
        runs=len(all_of),
        seconds=median(each.seconds for each in all_of),
        cost=median(each.cost for each in all_of),
        bound=median_of(each.bound for each in all_of),
        faster=median(faster),
        least_faster=min(faster),
        greatest_faster=max(faster),
        stolen=median(100 * each.stolen / max(each.iterations, 1) for each in all_of),
        tried=median(each.tried for each in all_of),
        won=median(each.won for each in all_of),
        imbalance=median(each.imbalance for each in all_of),
        variation=median(100 * each.variation for each in all_of),
        send=times_of(each.send for each in all_of),
        receive=times_of(each.receive for each in all_of),
    )


def rows(kinds: Iterable[Kind], found: Sequence[Sample]) -> list[Row]:
    """Of the kinds that have samples, in their order; each kind once."""
    return [row(kind, own, without) for kind, own, without in samples.compared(kinds, found)]


def verdicts(found: Sequence[Row]) -> list[Verdict]:
    made = []
    for without in found:
        if without.kind.scheme is not None:
            continue
        others = [each for each in found if each.kind.scheme and each.kind.sequential() == without.kind]
        if others:
            by_gain = sorted(others, key=lambda each: each.faster)
            slower = [each for each in by_gain if each.faster < 0]
            made.append(Verdict(without, by_gain[-1], by_gain[0], slower, len(others)))
    return made
