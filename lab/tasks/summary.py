"""The samples in numbers: medians, speed-ups, steals and how long they took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from lab.harness import samples

from .launch import Histogram, Outcome
from .plan import Kind, Program

Sample = samples.Sample[Kind, Outcome]


@dataclass(frozen=True)
class Latency:
    """Of steals, in microseconds."""

    median: float
    p99: float


@dataclass(frozen=True)
class Row(samples.Medians[Kind]):
    local_steals: float
    remote_steals: float
    local_latency: Latency | None  # of all runs together; none: there were no steals
    remote_latency: Latency | None


@dataclass(frozen=True)
class Best:
    """A program, and what was fastest."""

    program: Program
    tasks: int
    sequential: float  # seconds
    fastest: Row | None  # none: nothing but the twin was run

    @property
    def task_seconds(self) -> float:
        """What a task takes on average, without what it costs to be one."""
        return self.sequential / self.tasks


def percentile(histogram: Histogram, share: float) -> float:
    """The middle of the bucket where so large a share of all is reached, in microseconds."""
    buckets = sorted(histogram)
    wanted = share * sum(count for _, _, count in buckets)
    passed = 0
    for low, high, count in buckets:
        passed += count
        if passed >= wanted:
            return (low + high) / 2000
    return 0


def latency(histograms: Iterable[Histogram]) -> Latency | None:
    together: Histogram = [bucket for histogram in histograms for bucket in histogram]
    if not together:
        return None
    return Latency(percentile(together, 0.5), percentile(together, 0.99))


def row(kind: Kind, own: Sequence[Sample], sequential: dict[int, Outcome]) -> Row:
    """`sequential`: the twin's run in each round; the rounds of all its `own` samples have one."""
    return Row(
        **samples.medians(kind, own, sequential),
        local_steals=median(each.outcome.local_steals for each in own),
        remote_steals=median(each.outcome.remote_steals for each in own),
        local_latency=latency(each.outcome.local_latencies for each in own),
        remote_latency=latency(each.outcome.remote_latencies for each in own),
    )


def rows(kinds: Iterable[Kind], found: Sequence[Sample]) -> list[Row]:
    """Of the kinds that have samples, in their order; each kind once."""
    return [row(kind, own, sequential) for kind, own, sequential in samples.compared(kinds, found)]


def bests(tasks: dict[Program, int], found: Sequence[Row], measured: Sequence[Sample]) -> list[Best]:
    """Of the programs whose twin was run."""
    made = []
    for program, count in tasks.items():
        twin = [each.outcome.seconds for each in measured if each.kind == Kind(program)]
        own = [each for each in found if each.kind.program == program and not each.kind.is_sequential]
        if twin:
            fastest = min(own, key=lambda each: each.seconds) if own else None
            made.append(Best(program, count, median(twin), fastest))
    return made
