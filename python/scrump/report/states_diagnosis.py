"""Diagnosis of the exploration of a state space."""

from __future__ import annotations

from collections.abc import Sequence

from scrump.report.causes import (
    Crowd,
    crowded,
    looking,
    management,
    outside,
    shared_processors,
    waited,
    waiting_localities,
)
from scrump.report.findings import (
    MUCH_STOLEN,
    SMALL_LEVEL,
    SMALL_LEVELS,
    STARVATION,
    UNEVEN,
    UNSEEN,
    Finding,
    Purse,
    finding,
)
from scrump.report.run import Times, Worker
from scrump.report.states_advice import StatesAdvice
from scrump.report.states_run import StatesRun
from scrump.report.units import count, duration, percent, plural


def causes(run: StatesRun, times: Times) -> list[Finding | None]:
    advice = StatesAdvice(run)
    before = outside(
        run,
        times,
        "Workers were there for only a part of the run",
        ["The rest is to make the tables, and the beginning and the end of the threads, and of the localities."],
    )
    return [
        before,
        management(run, times, advice, [looking(run, advice)]),
        *_waiting(run, times, crowded(run, times), advice),
    ]


def notes(run: StatesRun, findings: Sequence[Finding]) -> list[str]:
    """Notes on a run of several workers."""
    found = []
    if not findings:
        found.append(
            f"A busy worker is not always a fast one: {UNSEEN}. Compare with a run of `--workers 1`: workers wait for "
            "memory where they look states up in the table."
        )
    if run.stolen > MUCH_STOLEN * run.states:
        found.append(
            f"{percent(run.stolen / run.states)} of the states were expanded by another worker than the one that found "
            "them: few workers found most of the states to be expanded next."
        )
    if run.stolen_between > MUCH_STOLEN * run.states:
        advised = " ".join(StatesAdvice(run).nearer())
        found.append(
            f"{percent(run.stolen_between / run.states)} of the states went to another locality to be expanded. "
            f"{advised}"
        )
    return found


def memory_notes(run: StatesRun) -> list[str]:
    """Notes on memory, also for a single worker."""
    if run.stopped_by != "memory-limit":
        return []
    tries = " ".join(StatesAdvice(run).less_memory())
    return [f"There was no memory for more states, of {run.bytes_per_state:.1f} bytes each. {tries}"]


# --- Waiting


def _waiting(run: StatesRun, times: Times, crowd: Crowd | None, advice: StatesAdvice) -> list[Finding]:
    purse = Purse(times.waiting)
    if run.all_workers == 1:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    found += waiting_localities(run, purse, advice)
    working = {worker: worker.counts.times.working for worker in run.workers if worker.counts.times is not None}
    if working:
        found.append(_uneven(run, working, purse, advice))
    if small := run.small_levels(SMALL_LEVEL):  # after the measured causes, since its cost is an estimate
        found.append(_small_levels(run, small, purse, advice))
    return [*found, _starvation(run, times, purse, advice)]


def _small_levels(run: StatesRun, small: list[int], purse: Purse, advice: StatesAdvice) -> Finding:
    """All workers meet after each level. The time for that is assumed to be the same for each level."""
    lost = purse.take(purse.left * len(small) / len(run.levels))
    states = sum(run.levels[level] for level in small)
    evidence = [
        f"{len(small):,} of {plural(len(run.levels), 'level')} had fewer than {SMALL_LEVEL} states for each worker, "
        f"and {percent(states / max(sum(run.levels), 1))} of all states; workers take up to {SMALL_LEVEL} at a time.",
        "All workers wait for each other after each level, however small it is.",
    ]
    return finding(SMALL_LEVELS, "Levels were too small for all workers", lost, evidence, advice.finer())


def _uneven(run: StatesRun, working: dict[Worker, float], purse: Purse, advice: StatesAdvice) -> Finding:
    """While the worker that worked longest was busy, the others had nothing to do."""
    last = max(working, key=lambda worker: working[worker])
    mean = sum(working.values()) / len(working)
    lost = purse.take(sum(working[last] - each for each in working.values()))
    beyond = f", {percent(working[last] / mean - 1)} longer than the mean" if mean > 0 else ""
    stolen = f"{percent(run.stolen / max(run.states, 1))} of the states were stolen"
    away = f", {percent(run.stolen_between / max(run.states, 1))} by another locality" if run.localities > 1 else ""
    evidence = [
        f"It worked for {duration(working[last])}; on average workers did for {duration(mean)}.",
        f"{stolen}{away}.",
        *_steals(run),
    ]
    title = f"Worker {run.label(last.locality, last.worker)} worked longest{beyond}"
    return finding(UNEVEN, title, lost, evidence, advice.other_order())


def _steals(run: StatesRun) -> list[str]:
    if run.total is None or run.total.steals_tried == 0:
        return []
    won, tried = run.total.steals_won, run.total.steals_tried
    each = f", {count(run.stolen / won)} of them at a time" if won else ""
    return [f"{count(won)} of {count(tried)} steals, {percent(won / tried)}, got states{each}."]


def _starvation(run: StatesRun, times: Times, purse: Purse, advice: StatesAdvice) -> Finding:
    where = "at the end of levels" if run.by_levels else "for states to expand"
    evidence = [waited(run, times, purse.left), *_steals(run)]
    return finding(STARVATION, f"Workers waited {where}", purse.take(purse.left), evidence, advice.finer())
