"""Causes that may hold back a run of any kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from scrump.report.advice import Advice
from scrump.report.findings import (
    CROWDED,
    FINE,
    MANAGEMENT,
    OUTSIDE,
    REFUSED,
    REFUSED_STEALS,
    SHORT_TASK,
    SLOW_STEALS,
    WAITED_MORE,
    WAITING_LOCALITY,
    Finding,
    Purse,
    finding,
)
from scrump.report.run import Bucket, Host, Locality, Run, Times
from scrump.report.tasks_run import TasksRun
from scrump.report.units import count, duration, percent, plural

# --- Time before and after the work


def outside(run: Run, times: Times, title: str, tries: Iterable[str]) -> Finding | None:
    workers = run.all_workers
    lost = run.seconds * workers - times.total
    if lost <= 0:
        return None
    there = times.total / workers
    evidence = [f"The run took {duration(run.seconds)}, but the workers were there for {duration(there)} of it."]
    return finding(OUTSIDE, title, lost, evidence, tries)


# --- Management


def management(run: Run, times: Times, advice: Advice, tries: Iterable[str]) -> Finding | None:
    """The cost of managing tasks. `tries`: advice if the pieces of work are not short."""
    total = run.total
    if total is None or times.managing <= 0:
        return None
    evidence = [f"{percent(times.managing / times.total)} of the workers' time was the management of {run.piece}s."]
    length = run.task_duration
    if length is not None and run.pieces > 0:
        evidence.append(
            f"{plural(run.pieces, run.piece)} of {duration(length)} on average; managing cost "
            f"{duration(times.managing / run.pieces)} for each."
        )
    evidence += [*steals_won(run), *round_trips(run)]
    if length is not None and length < SHORT_TASK:
        return finding(FINE, f"The {run.piece}s are too short", times.managing, evidence, advice.coarser())
    return finding(
        MANAGEMENT,
        f"Much time went into managing {run.piece}s, although they are not short",
        times.managing,
        evidence,
        tries,
    )


def looking(run: Run, advice: Advice) -> str:
    """The likely cause of much management with long pieces, and advice if most of it is failed searches for work."""
    counted = "Looking for work counts as management while there is some to be found."
    total = run.total
    if total is None or total.steals_tried - total.steals_won <= REFUSED * total.steals_tried:
        return counted
    tries = ": try another `--policy`, such as `round-robin`" if advice.policies else ""
    return f"{counted} Most steals failed, so the work lies with few workers{tries}."


def steals_won(run: Run) -> list[str]:
    total = run.total
    if total is None or total.steals_tried == 0:
        return []
    return [
        f"{count(total.steals_won)} of {count(total.steals_tried)} steals got a {run.piece}, "
        f"{percent(total.steals_won / total.steals_tried)}."
    ]


# --- Localities


def by_locality(run: Run) -> dict[int, tuple[Times, int]]:
    """Times and nodes of each locality, if its workers' times are known."""
    sums: dict[int, tuple[Times, int]] = {}
    for worker in run.workers:
        if worker.counts.times is not None:
            times, nodes = sums.get(worker.locality, (Times(0, 0, 0), 0))
            sums[worker.locality] = (times + worker.counts.times, nodes + worker.counts.nodes)
    return sums


def name_of(run: Run, locality: int) -> str:
    process = next((each.process for each in run.traffic if each.locality == locality), "")
    return f"Locality {locality} ({process})" if process else f"Locality {locality}"


# --- Processors


@dataclass(frozen=True)
class Crowd:
    """Workers that shared processors."""

    hosts: tuple[Host, ...]
    while_computing: float  # seconds in which workers seemed to compute, but had no processor


def crowded(run: Run, times: Times) -> Crowd | None:
    """The limit of what processors can compute in the time of the run is known: workers that computed more took
    turns."""
    hosts = tuple(host for host in run.hosts if host.crowded)
    if not hosts:
        return None
    beyond = 0.0
    for host in hosts:
        there = {each.locality for each in run.traffic if each.host == host.name}
        sums = [each for locality, (each, _) in by_locality(run).items() if locality in there]
        whole, working = sum(each.total for each in sums), sum(each.working for each in sums)
        beyond += max(working - whole * len(host.processors) / host.workers, 0.0)
    return Crowd(hosts, beyond)


def shared_processors(run: Run, crowd: Crowd, purse: Purse) -> Finding:
    """A worker without a processor computes nothing, and answers no thief."""
    evidence = [
        f"{host.name} had {plural(len(host.processors), 'processor')} for {plural(host.workers, 'worker')}."
        for host in crowd.hosts
    ]
    lost = 0.0
    histogram = run.remote_steal_latencies
    if histogram:
        tried, won = _requests(run.traffic)
        typical = quantile(histogram, 0.5)
        lost = purse.take(_under_way(histogram) + _in_vain(run, max(tried - won, 0), typical))
        evidence.append(
            f"From request to {run.piece}s in hand it took {duration(typical)} (median), "
            f"{duration(quantile(histogram, 0.99))} (99%): who is asked must first get a processor."
        )
    if crowd.while_computing > 0:
        evidence.append(
            f"Workers seemed to compute for {duration(crowd.while_computing)} more than the processors can give in the "
            "time of the run: they took turns."
        )
    each = max(min(len(host.processors) * run.workers_each // host.workers for host in crowd.hosts), 1)
    tries = []
    if each < run.workers_each:
        where = " in each process" if run.localities > 1 else ""
        tries.append(f"As many workers as there are processors: `--workers {each}`{where}.")
    if any(len(host.processors) < sum(at.host == host.name for at in run.traffic) for host in crowd.hosts):
        tries.append(
            "Fewer processes on a host: at most one for each processor, or one with all its `--workers`. See that the "
            "launcher does not bind them all to the same ones."
        )
    return finding(CROWDED, "There were more workers than processors", crowd.while_computing + lost, evidence, tries)


# --- Waiting for others


def waiting_localities(run: Run, purse: Purse, advice: Advice) -> list[Finding]:
    sums = {locality: times for locality, (times, _) in by_locality(run).items() if times.total > 0}
    shares = {locality: times.waiting / times.total for locality, times in sums.items()}
    findings = []
    for locality, share in shares.items():
        others = [other for number, other in shares.items() if number != locality]
        if not others or share <= median(others) + WAITED_MORE:
            continue
        lost = purse.take((share - median(others)) * sums[locality].total)
        evidence = [
            f"Its workers waited for {percent(share)} of their time; the median of the other localities is "
            f"{percent(median(others))}."
        ]
        traffic = next((each for each in run.traffic if each.locality == locality), None)
        if traffic is not None and traffic.steals_tried:
            received = plural(traffic.tasks_received, run.piece)
            evidence.append(
                f"It asked other localities {count(traffic.steals_tried)} times, got work for "
                f"{count(traffic.steals_won)} of these requests, and received {received}."
            )
        findings.append(
            finding(
                WAITING_LOCALITY,
                f"{name_of(run, locality)} waited far more than the others",
                lost,
                evidence,
                ["Too little work came to it. See whether its messages are slow.", *advice.other_victims()],
            )
        )
    return findings


def _under_way(histogram: tuple[Bucket, ...]) -> float:
    return sum(bucket.count * (bucket.low + bucket.high) / 2 for bucket in histogram)


def _in_vain(run: Run, refused: int, typical: float) -> float:
    """Seconds of failed requests, which are not measured. An answer without tasks takes about as long as one with
    tasks; for fork and join the number of round trips is known, of which a steal takes two."""
    if not isinstance(run, TasksRun) or run.round_trips is None:
        return refused * typical
    return max(run.round_trips.number - 2 * run.round_trips.steals_won, 0) * typical / 2


def round_trips(run: Run) -> list[str]:
    trips = run.round_trips if isinstance(run, TasksRun) else None
    if trips is None or trips.steals_won == 0:
        return []
    return [f"{trips.per_steal:.1f} round trips between localities for each steal; one that gets a task takes 2."]


def remote_steals(run: Run, purse: Purse, advice: Advice) -> list[Finding]:
    """Time for which thieves of other localities waited, with and without success."""
    tried, won = _requests(run.traffic)
    histogram = run.remote_steal_latencies
    if tried == 0 or not histogram:
        return []
    typical, slow = quantile(histogram, 0.5), quantile(histogram, 0.99)
    latency = f"From request to {run.piece}s in hand it took {duration(typical)} (median), {duration(slow)} (99%)."
    under_way = _under_way(histogram)
    slow_steals = finding(
        SLOW_STEALS,
        "Steals between localities are slow",
        purse.take(under_way),
        [f"{plural(won, 'steal')} between localities were under way for {duration(under_way)}, all together.", latency],
        [*advice.rarer_steals(), *advice.nearer()],
    )
    refused = tried - won
    if refused <= REFUSED * tried:
        return [slow_steals]
    return [
        slow_steals,
        finding(
            REFUSED_STEALS,
            "Steals between localities are refused often",
            purse.take(_in_vain(run, refused, typical)),
            [
                f"{count(refused)} of {count(tried)} requests to other localities, {percent(refused / tried)}, found "
                "nothing to take.",
                latency,
                *round_trips(run),
            ],
            ["Thieves ask localities that have no work.", *advice.other_victims(), *advice.nearer()],
        ),
    ]


def waited(run: Run, times: Times, seconds: float) -> str:
    computing = times.working / times.total * run.all_workers
    return (
        f"Workers waited {duration(seconds)}, all together; on average {computing:.1f} of {run.all_workers} computed."
    )


def tasks_for_each(run: Run) -> str:
    workers = plural(run.all_workers, "worker")
    return f"{plural(run.pieces, run.piece)} for {workers}: {run.pieces / run.all_workers:.1f} for each."


def _requests(traffic: tuple[Locality, ...]) -> tuple[int, int]:
    return sum(each.steals_tried for each in traffic), sum(each.steals_won for each in traffic)


def quantile(histogram: tuple[Bucket, ...], share: float) -> float:
    """The seconds that this share of all durations do not exceed: the middle of a bucket; 0 without durations."""
    rank = share * sum(bucket.count for bucket in histogram)
    passed = 0
    for bucket in histogram:
        passed += bucket.count
        if passed >= rank:
            return (bucket.low + bucket.high) / 2
    return 0.0
