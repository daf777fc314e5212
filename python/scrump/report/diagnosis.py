"""What held a run back: figures in, findings out.

All that was not computing is lost time: workers wait for work, or they manage tasks. The waiting is shared out among
its likely causes, each second to one of them, the most particular cause first; what is left is plain starvation. So the
findings never add up to more than was lost. A locality that computes slowly, and workers that slow each other down,
lose time while they compute, which is counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from scrump.report import advice
from scrump.report.run import Bucket, History, Host, Locality, Run, Times
from scrump.report.units import count, duration, percent, plural

# A cause is worth a line from this share of all workers' time on: the times of two equal runs differ by as much.
MATTERS = 0.03
# Shorter tasks are too short. To make, keep and hand over a task costs about a microsecond, to steal one several; Grubel
# et al. (2015) find this cost to dominate at 20 µs a task and to be small at 100 µs.
SHORT_TASK = 100e-6
# A worker needs some tasks for the load to even out: with n of about the same length for each, the last one holds up
# the others for up to 1/n of the run.
FEW_TASKS = 4.0
# So many workers busy in an interval, on average, is one alone: a little more, because another may just have begun.
ALONE = 1.25
# A locality is slow below this share of the others' speed. Nodes are not equally dear, so small differences mean
# nothing.
SLOW = 0.75
# A locality waited far more than the others if its share of waiting is above theirs by as much.
WAITED_MORE = 0.10
# More than this share of the requests to other localities refused is many: on average a thief then asks twice.
REFUSED = 0.5
# Of a shorter run, the start and the end of threads are a part that can be seen.
SHORT_RUN = 0.05

_UNSEEN = (
    "workers share memory bandwidth and caches, two hardware threads share a core, and a processor with all cores at "
    "work runs at a lower clock rate. These figures cannot see that"
)

STARVATION = "starvation"
FEW = "too-few-tasks"
SERIAL_START = "serial-start"
SERIAL_END = "serial-end"
FINE = "grain-too-fine"
MANAGEMENT = "management"
SLOW_LOCALITY = "slow-locality"
WAITING_LOCALITY = "waiting-locality"
SLOW_STEALS = "slow-steals"
REFUSED_STEALS = "refused-steals"
CONTENTION = "contention"
CROWDED = "more-workers-than-processors"
OUTSIDE = "outside"


@dataclass(frozen=True)
class Finding:
    """A cause of lost time. In the texts, what is to be typed stands in backticks."""

    kind: str
    title: str
    seconds: float  # of all workers' time, an estimate
    share: float  # of all workers' time
    evidence: tuple[str, ...]
    advice: tuple[str, ...]


@dataclass(frozen=True)
class Diagnosis:
    headline: str
    findings: tuple[Finding, ...]  # the dearest first
    notes: tuple[str, ...]


def diagnose(run: Run) -> Diagnosis:
    """Ranks what held the run back by the time that it cost."""
    times = run.times
    if times is None or times.total <= 0:
        return Diagnosis(
            "The file does not say how the workers spent their time, so nothing can be said about what held them back.",
            (),
            ("It comes from an older version, or from a build without counters.",),
        )
    whole = max(times.total, run.seconds * run.all_workers)
    crowded = _crowded(run, times)
    slow = _slow_localities(run)
    explained = sum(each.seconds for each in slow) + (crowded.while_computing if crowded else 0.0)
    waiting = _waiting(run, times, crowded)
    findings = [_outside(run, times), _management(run, times), *slow, _contention(run, explained), *waiting]
    telling = sorted(
        (finding for finding in findings if finding is not None and finding.seconds >= MATTERS * whole),
        key=lambda finding: finding.seconds,
        reverse=True,
    )
    ranked = tuple(
        Finding(each.kind, each.title, each.seconds, each.seconds / whole, each.evidence, each.advice)
        for each in telling
    )
    return Diagnosis(_headline(run, times, ranked), ranked, _notes(run, ranked))


def _finding(kind: str, title: str, seconds: float, evidence: Iterable[str], tries: Iterable[str]) -> Finding:
    return Finding(kind, title, seconds, 0.0, tuple(evidence), tuple(tries))


def _headline(run: Run, times: Times, findings: tuple[Finding, ...]) -> str:
    subject = "The one worker" if run.all_workers == 1 else f"The {plural(run.all_workers, 'worker')}"
    own = "its" if run.all_workers == 1 else "their"
    split = (
        f"{subject} computed for {percent(times.working / times.total)} of {own} time, waited for work for "
        f"{percent(times.waiting / times.total)} and managed tasks for {percent(times.managing / times.total)}."
    )
    if findings:
        return split
    return f"Nothing that Scrump can measure: it was busy computing. {split}"


def _notes(run: Run, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    notes = []
    if run.all_workers == 1:
        notes.append("There was one worker, and nobody to share the work with. Try more: `--workers N`.")
    elif run.of_tasks:
        if not findings:
            notes.append(
                f"A busy worker is not always a fast one: {_UNSEEN}, nor what spawns cost that nobody steals. Compare "
                "with a run of `--workers 1`, and that with the same program without tasks, `--sequential`."
            )
    elif all(finding.kind == SLOW_LOCALITY for finding in findings) and _wait_time(run) is None:
        notes.append(
            "A busy worker is not always a fast one. Nodes per second of each worker can still be lower than alone: "
            f"{_UNSEEN}; compare with a run of `--workers 1 --json`, which `--reference` reads. Also compare the "
            "number of nodes: a parallel search may visit more."
        )
    elif not findings:
        notes.append(
            "Tasks did not take much longer than on one worker either. Compare the number of nodes: a parallel search "
            "may visit more."
        )
    if run.seconds < SHORT_RUN:
        notes.append(
            f"The run took {duration(run.seconds)} only. In so short a time, starting the threads and sharing out the "
            "first work counts; figures of a longer run say more."
        )
    if run.status == "stopped":
        notes.append("The run was stopped, so its end, where workers often run out of work, is not in these figures.")
    return tuple(notes)


# --- Time before and after the search


def _outside(run: Run, times: Times) -> Finding | None:
    workers = run.all_workers
    lost = run.seconds * workers - times.total
    if lost <= 0:
        return None
    there = times.total / workers
    evidence = [f"The run took {duration(run.seconds)}, but the workers were there for {duration(there)} of it."]
    if run.of_tasks:
        return _finding(
            OUTSIDE,
            "Workers were there for only a part of the run",
            lost,
            evidence,
            [
                "The rest is the beginning and the end of the threads, and of the localities. A `Session` keeps them "
                "from one computation to the next."
            ],
        )
    return _finding(
        OUTSIDE,
        "The search was only a part of the run",
        lost,
        evidence,
        [
            "The rest is what is done before and after: preparing the input, a first heuristic. It is not shared among "
            "the workers, so more of them do not make it faster."
        ],
    )


# --- Management of tasks


def _management(run: Run, times: Times) -> Finding | None:
    total = run.total
    if total is None or times.managing <= 0:
        return None
    evidence = [f"{percent(times.managing / times.total)} of the workers' time was the management of tasks."]
    length = run.task_duration
    if length is not None and total.tasks > 0:
        evidence.append(
            f"{plural(total.tasks, 'task')} of {duration(length)} on average; managing cost "
            f"{duration(times.managing / total.tasks)} for each."
        )
    if total.steals_tried:
        evidence.append(
            f"{count(total.steals_won)} of {count(total.steals_tried)} steals got a task, "
            f"{percent(total.steals_won / total.steals_tried)}."
        )
    evidence += _round_trips(run)
    if length is not None and length < SHORT_TASK:
        return _finding(FINE, "The tasks are too short", times.managing, evidence, advice.coarser(run))
    return _finding(
        MANAGEMENT,
        "Much time went into managing tasks, although they are not short",
        times.managing,
        evidence,
        [
            "Looking for work counts as management while there is some to be found. If most steals were in vain, the "
            "work lies with few workers: try another `--policy`, such as `round-robin`.",
            *(advice.finer(run) if run.of_tasks else []),
            *advice.skeleton_of_choice(run),
        ],
    )


# --- Localities


def _by_locality(run: Run) -> dict[int, tuple[Times, int]]:
    """The times and the nodes of each locality, where its workers' times are known."""
    sums: dict[int, tuple[Times, int]] = {}
    for worker in run.workers:
        if worker.counts.times is not None:
            times, nodes = sums.get(worker.locality, (Times(0, 0, 0), 0))
            sums[worker.locality] = (times + worker.counts.times, nodes + worker.counts.nodes)
    return sums


def _name(run: Run, locality: int) -> str:
    process = next((each.process for each in run.traffic if each.locality == locality), "")
    return f"Locality {locality} ({process})" if process else f"Locality {locality}"


def _slow_localities(run: Run) -> list[Finding]:
    speeds = {
        locality: nodes / times.working
        for locality, (times, nodes) in _by_locality(run).items()
        if times.working > 0 and nodes > 0
    }
    findings = []
    for locality, speed in speeds.items():
        others = [other for number, other in speeds.items() if number != locality]
        if not others or speed >= SLOW * median(others):
            continue
        working = _by_locality(run)[locality][0].working
        findings.append(
            _finding(
                SLOW_LOCALITY,
                f"{_name(run, locality)} computes slowly",
                working * (1 - speed / median(others)),
                [
                    f"Each of its workers visited {count(speed)} nodes in a second of computing; the median of the "
                    f"other localities is {count(median(others))}.",
                    f"Its workers computed for {duration(working)}; at the others' speed the same would have taken "
                    f"{duration(working * speed / median(others))}.",
                ],
                [
                    "See what else runs on that machine, whether its workers share cores (fewer `--workers`), and "
                    "whether its processor is a slower one. Nodes are not equally dear, so it may also have had the "
                    "harder ones.",
                    *advice.policy_that_measures(run),
                ],
            )
        )
    return findings


def _wait_time(run: Run) -> float | None:
    """Equation 6 for all workers: the time that tasks took longer than on one worker."""
    each = run.total.wait_per_worker if run.total is not None else None
    return None if each is None else each * run.all_workers


@dataclass(frozen=True)
class Crowd:
    """Workers that shared processors."""

    hosts: tuple[Host, ...]
    while_computing: float  # seconds for which workers seemed to compute, but had no processor


def _crowded(run: Run, times: Times) -> Crowd | None:
    """What processors can give in the time of the run is known: what workers computed beyond that they did in turns."""
    hosts = tuple(host for host in run.hosts if host.crowded)
    if not hosts:
        return None
    beyond = 0.0
    for host in hosts:
        there = {each.locality for each in run.traffic if each.host == host.name}
        sums = [each for locality, (each, _) in _by_locality(run).items() if locality in there]
        whole, working = sum(each.total for each in sums), sum(each.working for each in sums)
        beyond += max(working - whole * len(host.processors) / host.workers, 0.0)
    return Crowd(hosts, beyond)


def _contention(run: Run, explained: float) -> Finding | None:
    """What of that is not explained by other findings."""
    waited = _wait_time(run)
    if waited is None or run.total is None:
        return None
    evidence = [f"All together, tasks took {duration(waited)} longer than the same work on one worker (equation 6)."]
    if run.total.wait_per_task is not None and run.total.task_duration is not None:
        evidence.append(
            f"Of the {duration(run.total.task_duration)} of a task on average, {duration(run.total.wait_per_task)} are "
            "that (equation 5)."
        )
    return _finding(
        CONTENTION,
        "Workers slowed each other down while they computed",
        waited - explained,
        evidence,
        [
            "They share memory bandwidth, caches, or cores: two hardware threads of one core are not two cores. Try "
            "fewer `--workers`, one for each core."
        ],
    )


# --- Waiting


class _Purse:
    """The waiting that has no cause yet."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def take(self, seconds: float) -> float:
        taken = min(max(seconds, 0.0), self.left)
        self.left -= taken
        return taken


def _waiting(run: Run, times: Times, crowd: Crowd | None) -> list[Finding]:
    purse = _Purse(times.waiting)
    if run.all_workers == 1:
        return []
    crowded = [_shared_processors(run, crowd, purse)] if crowd else []
    start, end = serial_stretches(run.history)
    tasks = run.total.tasks if run.total is not None else 0
    if tasks < FEW_TASKS * run.all_workers:
        return [*crowded, _few_tasks(run, times, tasks, start, end, purse)]
    findings: list[Finding | None] = [*crowded, _serial(run, SERIAL_START, start, purse)]
    findings += [_serial(run, SERIAL_END, end, purse), *_waiting_localities(run, purse)]
    if not crowd:  # else what took long was to get a processor
        findings += _remote_steals(run, purse)
    return [*(finding for finding in findings if finding is not None), _starvation(run, times, purse)]


@dataclass(frozen=True)
class Stretch:
    """A time in which one worker was busy at most: how long, and what the others lost."""

    seconds: float
    lost: float


def serial_stretches(history: History | None) -> tuple[Stretch | None, Stretch | None]:
    """Those that the run began and ended with. None if it never had more than one worker busy, which is no stretch."""
    if history is None or len(history.workers) < 2:
        return None, None
    busy = [
        sum(worker.busy[at] for worker in history.workers if at < len(worker.busy)) for at in range(history.intervals)
    ]
    # The run ends within the last interval, which therefore is never full.
    busy.pop()
    parallel = [at for at, workers in enumerate(busy) if workers > ALONE]
    if not parallel:
        return None, None

    def stretch(intervals: list[float]) -> Stretch | None:
        if not intervals:
            return None
        lost = sum(len(history.workers) - workers for workers in intervals) * history.interval
        return Stretch(len(intervals) * history.interval, lost)

    return stretch(busy[: parallel[0]]), stretch(busy[parallel[-1] + 1 :])


def _few_tasks(
    run: Run, times: Times, tasks: int, start: Stretch | None, end: Stretch | None, purse: _Purse
) -> Finding:
    evidence = [
        f"{plural(tasks, 'task')} for {plural(run.all_workers, 'worker')}: {tasks / run.all_workers:.1f} for each.",
        *_what_was_stolen(run),
        _waited(run, times, times.waiting),
    ]
    for stretch, when in ((start, "first"), (end, "last")):
        if stretch is not None:
            evidence.append(f"In the {when} {duration(stretch.seconds)} one worker at most was busy.")
    title = "Too little was spawned that others could steal" if run.of_tasks else "There were too few tasks to go round"
    return _finding(FEW, title, purse.take(purse.left), evidence, advice.finer(run) + advice.fewer_workers(run))


def _what_was_stolen(run: Run) -> list[str]:
    """Of tasks of fork and join only those that were stolen are counted."""
    if not run.of_tasks or run.total is None:
        return []
    return [
        f"{plural(run.total.steals_won, 'steal')} of {count(run.total.steals_tried)} tried got a task; what nobody "
        "stole is not counted."
    ]


def _serial(run: Run, kind: str, stretch: Stretch | None, purse: _Purse) -> Finding | None:
    if stretch is None:
        return None
    lost = purse.take(stretch.lost)
    evidence = [
        f"For {duration(stretch.seconds)}, {percent(stretch.seconds / run.seconds)} of the run, one of "
        f"{plural(run.all_workers, 'worker')} at most was busy.",
        f"The others waited {duration(lost)} in that time, all together.",
    ]
    if kind == SERIAL_START:
        title = "At the start one worker worked alone"
        why = "The others had nothing until the first tasks were made."
    else:
        title = "At the end one worker worked alone"
        why = "The last task was long, and nothing of it was given away."
    return _finding(kind, title, lost, evidence, [why, *advice.finer(run)])


def _waiting_localities(run: Run, purse: _Purse) -> list[Finding]:
    sums = {locality: times for locality, (times, _) in _by_locality(run).items() if times.total > 0}
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
            evidence.append(
                f"It asked other localities {count(traffic.steals_tried)} times, got work for "
                f"{count(traffic.steals_won)} of these requests, and received {plural(traffic.tasks_received, 'task')}."
            )
        findings.append(
            _finding(
                WAITING_LOCALITY,
                f"{_name(run, locality)} waited far more than the others",
                lost,
                evidence,
                ["Too little work came to it. See whether its messages are slow.", *advice.policy_that_measures(run)],
            )
        )
    return findings


def _shared_processors(run: Run, crowd: Crowd, purse: _Purse) -> Finding:
    """Who has no processor computes nothing, and answers no thief."""
    evidence = [
        f"{host.name} had {plural(len(host.processors), 'processor')} for {plural(host.workers, 'worker')}."
        for host in crowd.hosts
    ]
    waited = 0.0
    histogram = run.remote_steal_latencies
    if histogram:
        tried, won = _requests(run.traffic)
        typical = quantile(histogram, 0.5)
        waited = purse.take(_under_way(histogram) + _in_vain(run, max(tried - won, 0), typical))
        evidence.append(
            f"From request to tasks in hand it took {duration(typical)} (median), {duration(quantile(histogram, 0.99))} "
            "(99%): who is asked must first get a processor."
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
    return _finding(
        CROWDED, "There were more workers than processors", crowd.while_computing + waited, evidence, tries
    )


def _under_way(histogram: tuple[Bucket, ...]) -> float:
    return sum(bucket.count * (bucket.low + bucket.high) / 2 for bucket in histogram)


def _in_vain(run: Run, refused: int, typical: float) -> float:
    """The seconds of requests that got nothing, which are not measured. An answer without tasks takes about as long as
    one with; of fork and join it is known how many round trips there were, of which a steal takes two."""
    if run.round_trips is None:
        return refused * typical
    return max(run.round_trips.number - 2 * run.round_trips.steals_won, 0) * typical / 2


def _round_trips(run: Run) -> list[str]:
    trips = run.round_trips
    if trips is None or trips.steals_won == 0:
        return []
    return [f"{trips.per_steal:.1f} round trips between localities for each steal; one that gets a task takes 2."]


def _remote_steals(run: Run, purse: _Purse) -> list[Finding | None]:
    """What thieves of other localities waited for: for tasks, and for nothing."""
    tried, won = _requests(run.traffic)
    histogram = run.remote_steal_latencies
    if tried == 0 or not histogram:
        return [None]
    typical, slow = quantile(histogram, 0.5), quantile(histogram, 0.99)
    latency = f"From request to tasks in hand it took {duration(typical)} (median), {duration(slow)} (99%)."
    under_way = _under_way(histogram)
    slow_steals = _finding(
        SLOW_STEALS,
        "Steals between localities are slow",
        purse.take(under_way),
        [f"{plural(won, 'steal')} between localities were under way for {duration(under_way)}, all together.", latency],
        [
            *advice.more_at_a_time(run),
            "Coarser tasks travel less often.",
            *advice.coarser(run)[:1],
            *advice.nearer(run),
        ],
    )
    refused = tried - won
    if refused <= REFUSED * tried:
        return [slow_steals]
    return [
        slow_steals,
        _finding(
            REFUSED_STEALS,
            "Steals between localities are refused often",
            purse.take(_in_vain(run, refused, typical)),
            [
                f"{count(refused)} of {count(tried)} requests to other localities, {percent(refused / tried)}, found "
                "nothing to take.",
                latency,
                *_round_trips(run),
            ],
            ["Thieves ask localities that have no work.", *advice.policy_that_measures(run), *advice.nearer(run)],
        ),
    ]


def _starvation(run: Run, times: Times, purse: _Purse) -> Finding:
    left = purse.take(purse.left)
    evidence = [_waited(run, times, left)]
    total = run.total
    if total is not None and total.steals_tried:
        evidence.append(
            f"{count(total.steals_won)} of {count(total.steals_tried)} steals got a task, "
            f"{percent(total.steals_won / total.steals_tried)}."
        )
    length = run.task_duration
    if run.of_tasks and total is not None and length is not None and length < SHORT_TASK:
        evidence.append(f"{plural(total.tasks, 'task')} of {duration(length)} on average: each was over soon.")
        title = "Workers stole tasks that were soon over"
        return _finding(STARVATION, title, left, evidence, advice.coarser(run) + advice.fewer_workers(run))
    title = "Workers were without work while others had some"
    if run.of_tasks:
        title = "Workers found nothing to steal"
    return _finding(STARVATION, title, left, evidence, advice.finer(run) + advice.fewer_workers(run))


def _waited(run: Run, times: Times, seconds: float) -> str:
    computing = times.working / times.total * run.all_workers
    return (
        f"Workers waited {duration(seconds)}, all together; on average {computing:.1f} of {run.all_workers} computed."
    )


def _requests(traffic: tuple[Locality, ...]) -> tuple[int, int]:
    return sum(each.steals_tried for each in traffic), sum(each.steals_won for each in traffic)


def quantile(histogram: tuple[Bucket, ...], share: float) -> float:
    """The seconds that this share of all durations do not exceed: the middle of a bucket; 0 if there are none."""
    rank = share * sum(bucket.count for bucket in histogram)
    passed = 0
    for bucket in histogram:
        passed += bucket.count
        if passed >= rank:
            return (bucket.low + bucket.high) / 2
    return 0.0
