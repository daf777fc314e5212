"""Diagnosis of a symbolic reachability."""

from __future__ import annotations

from scrump.report.causes import (
    Crowd,
    crowded,
    looking,
    management,
    outside,
    quantile,
    remote_steals,
    shared_processors,
    steals_won,
    tasks_for_each,
    waited,
    waiting_localities,
)
from scrump.report.findings import (
    COLLECTIONS,
    FEW,
    FEW_TASKS,
    GROWTH,
    MANY_COLLECTIONS,
    MANY_RESULTS,
    SHORT_TASK,
    STARVATION,
    UNSEEN,
    Finding,
    Purse,
    finding,
)
from scrump.report.reach_advice import ReachAdvice
from scrump.report.reach_run import ReachRun
from scrump.report.run import Times
from scrump.report.units import count, duration, percent, plural

_MEANWHILE = "meanwhile one worker is at it and no operation goes on"


def causes(run: ReachRun, times: Times) -> list[Finding | None]:
    advice = ReachAdvice(run)
    before = outside(
        run,
        times,
        "Workers were there for only a part of the run",
        ["The rest is to read the model, and the beginning and the end of the threads, and of the localities."],
    )
    managed = management(run, times, advice, [looking(run, advice), *advice.finer()])
    purse = Purse(times.waiting)
    alone = [_growths(run, purse, advice), _collections(run, purse, advice)]
    return [before, managed, *alone, *_waiting(run, times, crowded(run, times), purse, advice)]


def notes(run: ReachRun, findings: tuple[Finding, ...]) -> list[str]:
    """Notes on a run of several workers."""
    if findings:
        return []
    return [f"A busy worker is not always a fast one: {UNSEEN}. Compare with a run of `--workers 1`."]


def table_notes(run: ReachRun, findings: tuple[Finding, ...]) -> list[str]:
    """Notes on repeated operations, whose time is not measured; also for a single worker."""
    advice, diagrams = ReachAdvice(run), run.diagrams
    found = []
    said = any(each.kind == COLLECTIONS for each in findings)
    if diagrams.collections >= MANY_COLLECTIONS and not said:
        text = f"The table was collected {_times(diagrams.collections)}. {_forgotten(run)}"
        found.append(" ".join([text, *advice.larger_table()]))
    if diagrams.results_for_a_place > MANY_RESULTS:
        text = (
            f"{percent(diagrams.known_share)} of {count(diagrams.operations)} operations were known. The others came "
            f"to {diagrams.results_for_a_place:.1f} results for each place of the cache, which keeps the last one of "
            "them, so that many were done again."
        )
        found.append(" ".join([text, *advice.larger_cache()]))
    return found


# --- One worker alone


def _growths(run: ReachRun, purse: Purse, advice: ReachAdvice) -> Finding:
    diagrams, seconds = run.diagrams, run.diagrams.growing_seconds
    evidence = [
        f"It grew {_times(diagrams.growths)}, to {plural(diagrams.buckets, 'bucket')}, which took {duration(seconds)}; "
        f"{_MEANWHILE}."
    ]
    for at in run.grown_rounds:
        evidence.append(f"It grew in round {at + 1}, which took {duration(run.rounds[at].seconds)}.")
    return finding(GROWTH, "The table grew", _lost(run, seconds, purse), evidence, advice.whole_table())


def _collections(run: ReachRun, purse: Purse, advice: ReachAdvice) -> Finding:
    diagrams, seconds = run.diagrams, run.diagrams.collecting_seconds
    lost = _lost(run, seconds, purse)
    if diagrams.collections == 0:
        evidence = [
            f"To find the dead nodes took {duration(seconds)}; {_MEANWHILE}. They were too few to collect, so that "
            "the table grew instead."
        ]
        return finding(COLLECTIONS, "The table was searched for dead nodes", lost, evidence, advice.whole_table())
    evidence = [
        f"It was collected {_times(diagrams.collections)}, which took {duration(seconds)}; {_MEANWHILE}.",
        _forgotten(run),
    ]
    return finding(COLLECTIONS, "The table was collected", lost, evidence, advice.larger_table())


def _lost(run: ReachRun, seconds: float, purse: Purse) -> float:
    """Other workers wait for the one worker, or stand still in the middle of operations, which counts as computing.
    Their numbers are unknown: so that no time is counted twice, they are assumed to have waited as far as there was
    waiting."""
    purse.take(seconds * (run.all_workers - 1))
    return seconds * run.all_workers


def _forgotten(run: ReachRun) -> str:
    again = run.diagrams.inserted / max(run.diagrams.peak_nodes, 1)
    return (
        f"What operations came to is forgotten each time, so that much is done again: {count(run.diagrams.inserted)} "
        f"nodes were made, {again:.1f} times as many as there were at most."
    )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


# --- Waiting


def _waiting(run: ReachRun, times: Times, crowd: Crowd | None, purse: Purse, advice: ReachAdvice) -> list[Finding]:
    if run.all_workers == 1:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    found += waiting_localities(run, purse, advice)
    if not crowd:  # otherwise the wait was for a processor
        found += remote_steals(run, purse, advice)
    return [*found, _starvation(run, times, purse, advice)]


def _starvation(run: ReachRun, times: Times, purse: Purse, advice: ReachAdvice) -> Finding:
    evidence = [waited(run, times, purse.left), *steals_won(run)]
    kind, title, tries = STARVATION, "Workers found no operation to steal", advice.finer()
    typical = quantile(run.task_durations, 0.5)
    if run.pieces < FEW_TASKS * run.all_workers:
        kind = FEW
        evidence.insert(0, tasks_for_each(run))
    elif run.task_durations and typical < SHORT_TASK:
        title = "Workers stole operations that were soon over"
        evidence.append(f"Half of the {plural(run.pieces, 'task')} took less than {duration(typical)}.")
    if largest := max((each.nodes for each in run.rounds if each.nodes), default=0):
        evidence.append(f"The states took {plural(largest, 'node')} at most, at the end of a round.")
    return finding(kind, title, purse.take(purse.left), evidence, [*tries, *advice.coarser()])
