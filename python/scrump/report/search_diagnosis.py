"""Diagnosis of a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scrump.report.causes import (
    Crowd,
    by_locality,
    crowded,
    looking,
    management,
    name_of,
    outside,
    remote_steals,
    shared_processors,
    steals_won,
    tasks_for_each,
    waited,
    waiting_localities,
)
from scrump.report.findings import (
    ALONE,
    CONTENTION,
    FEW,
    FEW_TASKS,
    SERIAL_END,
    SERIAL_START,
    SLOW,
    SLOW_LOCALITY,
    STARVATION,
    UNSEEN,
    Finding,
    Purse,
    finding,
)
from scrump.report.run import Run, Times
from scrump.report.search_advice import SearchAdvice
from scrump.report.search_run import History, SearchRun
from scrump.report.units import count, duration, percent, plural


def causes(run: SearchRun, times: Times) -> list[Finding | None]:
    advice = SearchAdvice(run)
    crowd = crowded(run, times)
    slow = _slow_localities(run, advice)
    explained = sum(each.seconds for each in slow) + (crowd.while_computing if crowd else 0.0)
    before = outside(
        run,
        times,
        "The search was only a part of the run",
        [
            "The rest is what is done before and after: preparing the input, a first heuristic. It is not shared among "
            "the workers, so more of them do not make it faster."
        ],
    )
    managed = management(run, times, advice, [looking(run, advice), *advice.skeleton_of_choice()])
    return [before, managed, *slow, _contention(run, explained), *_waiting(run, times, crowd, advice)]


def notes(run: SearchRun, findings: Sequence[Finding]) -> list[str]:
    """Notes on a run of several workers."""
    if all(each.kind == SLOW_LOCALITY for each in findings) and _wait_time(run) is None:
        return [
            "A busy worker is not always a fast one. Nodes per second of each worker can still be lower than alone: "
            f"{UNSEEN}; compare with a run of `--workers 1 --json`, which `--reference` reads. Also compare the "
            "number of nodes: a parallel search may visit more."
        ]
    if not findings:
        return [
            "Tasks did not take much longer than on one worker either. Compare the number of nodes: a parallel search "
            "may visit more."
        ]
    return []


def _slow_localities(run: SearchRun, advice: SearchAdvice) -> list[Finding]:
    speeds = {
        locality: nodes / times.working
        for locality, (times, nodes) in by_locality(run).items()
        if times.working > 0 and nodes > 0
    }
    findings = []
    for locality, speed in speeds.items():
        others = [other for number, other in speeds.items() if number != locality]
        if not others or speed >= SLOW * median(others):
            continue
        working = by_locality(run)[locality][0].working
        findings.append(
            finding(
                SLOW_LOCALITY,
                f"{name_of(run, locality)} computes slowly",
                working * (1 - speed / median(others)),
                [
                    f"Each of its workers visited {count(speed)} nodes in a second of computing; the median of the "
                    f"other localities is {count(median(others))}.",
                    f"Its workers computed for {duration(working)}; at the others' speed the same would have taken "
                    f"{duration(working * speed / median(others))}.",
                ],
                [
                    "See what else runs on that machine, whether its workers share cores (fewer `--workers`), and "
                    "whether its processor is a slower one. Nodes are not equally expensive, so it may also have had the "
                    "harder ones.",
                    *advice.other_victims(),
                ],
            )
        )
    return findings


def _wait_time(run: Run) -> float | None:
    """Equation 6 for all workers: the additional duration of tasks compared with one worker."""
    each = run.total.wait_per_worker if run.total is not None else None
    return None if each is None else each * run.all_workers


def _contention(run: Run, explained: float) -> Finding | None:
    """The part of that time that other findings do not explain."""
    longer = _wait_time(run)
    if longer is None or run.total is None:
        return None
    evidence = [f"All together, tasks took {duration(longer)} longer than the same work on one worker (equation 6)."]
    if run.total.wait_per_task is not None and run.total.task_duration is not None:
        evidence.append(
            f"Of the {duration(run.total.task_duration)} of a task on average, {duration(run.total.wait_per_task)} are "
            "that (equation 5)."
        )
    return finding(
        CONTENTION,
        "Workers slowed each other down while they computed",
        longer - explained,
        evidence,
        [
            "They share memory bandwidth, caches, or cores: two hardware threads of one core are not two cores. Try "
            "fewer `--workers`, one for each core."
        ],
    )


def _waiting(run: SearchRun, times: Times, crowd: Crowd | None, advice: SearchAdvice) -> list[Finding]:
    purse = Purse(times.waiting)
    if run.all_workers == 1:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    start, end = serial_stretches(run.history)
    if run.total is None or run.total.tasks < FEW_TASKS * run.all_workers:
        return [*found, _few_tasks(run, times, start, end, purse, advice)]
    for kind, stretch in ((SERIAL_START, start), (SERIAL_END, end)):
        if stretch is not None:
            found.append(_serial(run, kind, stretch, purse, advice))
    found += waiting_localities(run, purse, advice)
    if not crowd:  # otherwise the wait was for a processor
        found += remote_steals(run, purse, advice)
    evidence = [waited(run, times, purse.left), *steals_won(run)]
    tries = advice.finer() + advice.fewer_workers()
    title = "Workers were without work while others had some"
    return [*found, finding(STARVATION, title, purse.take(purse.left), evidence, tries)]


@dataclass(frozen=True)
class Stretch:
    """A period in which at most one worker was busy: its duration, and the time that the others lost."""

    seconds: float
    lost: float


def serial_stretches(history: History | None) -> tuple[Stretch | None, Stretch | None]:
    """The stretches at the beginning and the end of the run. None if it never had more than one busy worker, which is
    not a stretch."""
    if history is None or len(history.workers) < 2:
        return None, None
    busy = [
        sum(worker.busy[at] for worker in history.workers if at < len(worker.busy)) for at in range(history.intervals)
    ]
    # The run ends within the last interval, which is therefore never full.
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
    run: SearchRun, times: Times, start: Stretch | None, end: Stretch | None, purse: Purse, advice: SearchAdvice
) -> Finding:
    evidence = [tasks_for_each(run), waited(run, times, times.waiting)]
    for stretch, when in ((start, "first"), (end, "last")):
        if stretch is not None:
            evidence.append(f"In the {when} {duration(stretch.seconds)} one worker at most was busy.")
    tries = advice.finer() + advice.fewer_workers()
    return finding(FEW, "There were too few tasks to go round", purse.take(purse.left), evidence, tries)


def _serial(run: SearchRun, kind: str, stretch: Stretch, purse: Purse, advice: SearchAdvice) -> Finding:
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
    return finding(kind, title, lost, evidence, [why, *advice.finer()])
