"""Diagnosis of tasks of fork and join."""

from __future__ import annotations

from collections.abc import Sequence

from scrump.report.causes import (
    Crowd,
    crowded,
    looking,
    management,
    outside,
    remote_steals,
    shared_processors,
    steals_won,
    tasks_for_each,
    waited,
    waiting_localities,
)
from scrump.report.findings import FEW, FEW_TASKS, SHORT_TASK, STARVATION, UNSEEN, Finding, Purse, finding
from scrump.report.run import Times
from scrump.report.tasks_advice import TasksAdvice
from scrump.report.tasks_run import TasksRun
from scrump.report.units import count, duration, plural


def causes(run: TasksRun, times: Times) -> list[Finding | None]:
    advice = TasksAdvice(run)
    before = outside(
        run,
        times,
        "Workers were there for only a part of the run",
        [
            "The rest is the beginning and the end of the threads, and of the localities. A `Session` keeps them "
            "from one computation to the next."
        ],
    )
    managed = management(run, times, advice, [looking(run, advice), *advice.finer()])
    return [before, managed, *_waiting(run, times, crowded(run, times), advice)]


def notes(run: TasksRun, findings: Sequence[Finding]) -> list[str]:
    """Notes on a run of several workers."""
    if findings:
        return []
    return [
        f"A busy worker is not always a fast one: {UNSEEN}, nor what spawns cost that nobody steals. Compare "
        "with a run of `--workers 1`, and that with the same program without tasks, `--sequential`."
    ]


def _waiting(run: TasksRun, times: Times, crowd: Crowd | None, advice: TasksAdvice) -> list[Finding]:
    purse = Purse(times.waiting)
    if run.all_workers == 1:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    if run.total is None or run.total.tasks < FEW_TASKS * run.all_workers:
        return [*found, _few_tasks(run, times, purse, advice)]
    found += waiting_localities(run, purse, advice)
    if not crowd:  # otherwise the wait was for a processor
        found += remote_steals(run, purse, advice)
    return [*found, _starvation(run, times, purse, advice)]


def _few_tasks(run: TasksRun, times: Times, purse: Purse, advice: TasksAdvice) -> Finding:
    """Only stolen tasks are counted."""
    evidence = [tasks_for_each(run)]
    if run.total is not None:
        evidence.append(
            f"{plural(run.total.steals_won, 'steal')} of {count(run.total.steals_tried)} tried got a task; what nobody "
            "stole is not counted."
        )
    evidence.append(waited(run, times, times.waiting))
    title = "Too little was spawned that others could steal"
    return finding(FEW, title, purse.take(purse.left), evidence, advice.finer() + advice.fewer_workers())


def _starvation(run: TasksRun, times: Times, purse: Purse, advice: TasksAdvice) -> Finding:
    evidence = [waited(run, times, purse.left), *steals_won(run)]
    title, tries = "Workers found nothing to steal", advice.finer()
    length = run.task_duration
    if run.total is not None and length is not None and length < SHORT_TASK:
        evidence.append(f"{plural(run.total.tasks, 'task')} of {duration(length)} on average: each was over soon.")
        title, tries = "Workers stole tasks that were soon over", advice.coarser()
    return finding(STARVATION, title, purse.take(purse.left), evidence, tries + advice.fewer_workers())
