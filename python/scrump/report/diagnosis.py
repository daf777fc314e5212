"""What held a run back: figures in, findings out.

All time that is not computing is lost: workers wait for work, or they manage tasks. The waiting is divided among its
likely causes, each second to one of them, the most specific cause first; the rest is plain starvation. So the findings
never add up to more than was lost. A locality that computes slowly, workers that slow each other down, and workers that
stand still while a table of nodes is collected or grows, lose time while they compute, or seem to; that time is counted
separately.
"""

from __future__ import annotations

from dataclasses import replace

from scrump.report import loop_diagnosis, reach_diagnosis, search_diagnosis, states_diagnosis, tasks_diagnosis
from scrump.report.comparison import sharing
from scrump.report.findings import CROWDED, MATTERS, SHORT_RUN, Diagnosis, Finding
from scrump.report.loop_run import LoopRun
from scrump.report.reach_run import ReachRun
from scrump.report.run import Run, Times
from scrump.report.search_run import SearchRun
from scrump.report.states_run import StatesRun
from scrump.report.tasks_run import TasksRun
from scrump.report.units import duration, percent, plural


def diagnose(run: Run) -> Diagnosis:
    """Ranks the causes that held the run back by the time that they cost."""
    times = run.times
    if times is None or times.total <= 0:
        return Diagnosis(
            "The file does not say how the workers spent their time, so nothing can be said about what held them back.",
            (),
            ("It comes from an older version, or from a build without counters.",),
        )
    whole = max(times.total, run.seconds * run.all_workers)
    telling = sorted(
        (each for each in _causes(run, times) if each is not None and each.seconds >= MATTERS * whole),
        key=lambda each: each.seconds,
        reverse=True,
    )
    ranked = tuple(replace(each, share=each.seconds / whole) for each in telling)
    return Diagnosis(_headline(run, times, ranked), ranked, _notes(run, ranked))


def _causes(run: Run, times: Times) -> list[Finding | None]:
    match run:
        case SearchRun():
            return search_diagnosis.causes(run, times)
        case TasksRun():
            return tasks_diagnosis.causes(run, times)
        case LoopRun():
            return loop_diagnosis.causes(run, times)
        case ReachRun():
            return reach_diagnosis.causes(run, times)
        case StatesRun():
            return states_diagnosis.causes(run, times)
    return []


def _notes_of_its_kind(run: Run, findings: tuple[Finding, ...]) -> list[str]:
    match run:
        case SearchRun():
            return search_diagnosis.notes(run, findings)
        case TasksRun():
            return tasks_diagnosis.notes(run, findings)
        case LoopRun():
            return loop_diagnosis.notes(run, findings)
        case ReachRun():
            return reach_diagnosis.notes(run, findings)
        case StatesRun():
            return states_diagnosis.notes(run, findings)
    return []


def _notes_of_memory(run: Run, findings: tuple[Finding, ...]) -> list[str]:
    """Notes on memory, also for a single worker."""
    match run:
        case ReachRun():
            return reach_diagnosis.table_notes(run, findings)
        case StatesRun():
            return states_diagnosis.memory_notes(run)
    return []


def _headline(run: Run, times: Times, findings: tuple[Finding, ...]) -> str:
    subject = "The one worker" if run.all_workers == 1 else f"The {plural(run.all_workers, 'worker')}"
    own = "its" if run.all_workers == 1 else "their"
    split = (
        f"{subject} computed for {percent(times.working / times.total)} of {own} time, waited for work for "
        f"{percent(times.waiting / times.total)} and managed {run.piece}s for {percent(times.managing / times.total)}."
    )
    if findings or _notes_of_memory(run, findings):
        return split
    return f"Nothing that Scrump can measure: it was busy computing. {split}"


def _notes(run: Run, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    if run.all_workers == 1:
        found = ["There was one worker, and nobody to share the work with. Try more: `--workers N`."]
    else:
        found = _notes_of_its_kind(run, findings)
    found += _notes_of_memory(run, findings)
    if not any(each.kind == CROWDED for each in findings):
        found += [sentence[0].upper() + sentence[1:] for sentence in sharing(run)]
    if run.seconds < SHORT_RUN:
        found.append(
            f"The run took {duration(run.seconds)} only. In so short a time, starting the threads and sharing out the "
            "first work counts; figures of a longer run say more."
        )
    if run.status == "stopped":
        found.append("The run was stopped, so its end, where workers often run out of work, is not in these figures.")
    return tuple(found)
