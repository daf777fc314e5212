"""The paper's two rules that pick a partition from counts of events alone (sections IV-A and IV-E), and how close to
the best partition their picks come."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from .measurements import HeatRun, by_grain

IDLE_RATE_LIMIT = 0.3  # section IV-A: on 28 cores of a Haswell
CLOSE = 1.13  # section IV-E: "within 13% of the minimum time"

FEWEST_ACCESSES = "fewest accesses to pools"


def idle_rate_rule(limit: float) -> str:
    """The name of that rule."""
    return f"smallest with an idle-rate of at most {limit:.0%}"


@dataclass(frozen=True)
class Pick:
    """What a rule picks for a ring and a number of workers. Times are medians, in seconds."""

    rule: str
    experiment: tuple[int, int, str, str]
    workers: int
    partition: int | None  # none: the rule has nothing to pick
    seconds: float
    best_partition: int
    best: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.best

    @property
    def close(self) -> bool:
        return self.partition is not None and self.ratio <= CLOSE


def _medians(groups: dict[float, list[HeatRun]], figure: Callable[[HeatRun], float | None]) -> dict[float, float]:
    """Of the partitions all of whose samples have it."""
    found = {}
    for partition, runs in groups.items():
        values = [value for run in runs if (value := figure(run)) is not None]
        if len(values) == len(runs):
            found[partition] = median(values)
    return found


def fewest_accesses(groups: dict[float, list[HeatRun]]) -> float | None:
    """Section IV-E. Of equals the smaller partition, which balances better."""
    accesses = _medians(groups, lambda run: run.pool_accesses)
    return min(accesses, key=lambda partition: (accesses[partition], partition)) if accesses else None


def within_idle_rate(groups: dict[float, list[HeatRun]], limit: float) -> float | None:
    """Section IV-A: the smallest partition whose idle-rate is at most the limit."""
    rates = _medians(groups, lambda run: run.idle_rate)
    return min((partition for partition, rate in rates.items() if rate <= limit), default=None)


def picks(runs: Sequence[HeatRun], limit: float = IDLE_RATE_LIMIT) -> list[Pick]:
    """For each ring and number of workers. One worker never starves: to it the rules say nothing."""
    found: list[Pick] = []
    for experiment in dict.fromkeys(run.experiment for run in runs):
        for workers in sorted({run.workers for run in runs if run.workers > 1}):
            alike = [run for run in runs if (run.experiment, run.workers) == (experiment, workers)]
            own = [run for run in alike if run.mode == "fixed"]
            groups = by_grain(own, lambda run: run.partition)
            if groups:
                found += _picks_of(groups, experiment, workers, limit)
    return found


def _picks_of(
    groups: dict[float, list[HeatRun]], experiment: tuple[int, int, str, str], workers: int, limit: float
) -> Iterable[Pick]:
    seconds = _medians(groups, lambda run: run.seconds)
    best = min(seconds, key=lambda partition: seconds[partition])
    ways = ((FEWEST_ACCESSES, fewest_accesses(groups)), (idle_rate_rule(limit), within_idle_rate(groups, limit)))
    for rule, partition in ways:
        yield Pick(
            rule,
            experiment,
            workers,
            None if partition is None else int(partition),
            seconds[best] if partition is None else seconds[partition],
            int(best),
            seconds[best],
        )


def table(found: Sequence[Pick]) -> str:
    """In lines."""
    head = f"{'rule':<46}{'points':>11}{'workers':>9}{'picks':>11}{'seconds':>10}"
    head += f"{'best':>11}{'seconds':>10}{'ratio':>8}{f'within {CLOSE - 1:.0%}':>12}"
    lines = [head]
    for pick in found:
        points, _, _, _ = pick.experiment
        start = f"{pick.rule:<46}{points:>11}{pick.workers:>9}"
        if pick.partition is None:
            lines.append(f"{start}{'none':>11}")
            continue
        lines.append(
            f"{start}{pick.partition:>11}{pick.seconds:>10.4f}{pick.best_partition:>11}{pick.best:>10.4f}"
            f"{pick.ratio:>8.3f}{'yes' if pick.close else 'no':>12}"
        )
    return "\n".join(lines)
