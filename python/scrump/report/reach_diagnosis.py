"""What held a symbolic reachability back."""

from __future__ import annotations

from scrump.report.causes import (
    LOOKING,
    Crowd,
    crowded,
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


def causes(run: ReachRun, times: Times) -> list[Finding | None]:
    advice = ReachAdvice(run)
    before = outside(
        run,
        times,
        "Workers were there for only a part of the run",
        ["The rest is to read the model, and the beginning and the end of the threads, and of the localities."],
    )
    managed = management(run, times, advice, [LOOKING, *advice.finer()])
    purse = Purse(times.waiting)
    grown = [_growths(run, purse, advice)] if run.growths else []
    return [before, managed, *grown, *_waiting(run, times, crowded(run, times), purse, advice)]


def notes(run: ReachRun, findings: tuple[Finding, ...]) -> list[str]:
    """Of several workers."""
    if findings:
        return []
    return [f"A busy worker is not always a fast one: {UNSEEN}. Compare with a run of `--workers 1`."]


def table_notes(run: ReachRun) -> list[str]:
    """What had operations done again; how long that took is not measured. Of one worker, too."""
    advice, diagrams = ReachAdvice(run), run.diagrams
    found = []
    if diagrams.growths > 0 and not run.growths:
        text = f"The table grew to {plural(diagrams.buckets, 'bucket')}; meanwhile no operation goes on."
        found.append(" ".join([text, *advice.whole_table()]))
    if diagrams.collections >= MANY_COLLECTIONS:
        again = diagrams.inserted / max(diagrams.peak_nodes, 1)
        text = (
            f"The table was collected {diagrams.collections:,} times. No operation goes on meanwhile, and what "
            f"operations came to is forgotten, so that much is done again: {count(diagrams.inserted)} nodes were made, "
            f"{again:.1f} times as many as there were at most."
        )
        found.append(" ".join([text, *advice.larger_table()]))
    if diagrams.results_for_a_place > MANY_RESULTS:
        text = (
            f"{percent(diagrams.known_share)} of {count(diagrams.operations)} operations were known. The others came "
            f"to {diagrams.results_for_a_place:.1f} results for each place of the cache, which keeps the last one of "
            "them, so that many were done again."
        )
        found.append(" ".join([text, *advice.larger_cache()]))
    return found


# --- Waiting


def _growths(run: ReachRun, purse: Purse, advice: ReachAdvice) -> Finding:
    """One worker moves all nodes; the others wait, and it seems to compute."""
    alone = sum(growth.seconds for growth in run.growths)
    lost = alone + purse.take(alone * (run.all_workers - 1))
    times = "once" if run.diagrams.growths == 1 else f"{run.diagrams.growths:,} times"
    evidence = [f"It grew {times}, to {plural(run.diagrams.buckets, 'bucket')}; meanwhile no operation goes on."]
    evidence += [
        f"Round {growth.round + 1}, in which it grew, took {duration(run.rounds[growth.round].seconds)}, "
        f"{duration(growth.seconds)} more than its neighbours."
        for growth in run.growths
    ]
    return finding(GROWTH, "The table grew", lost, evidence, advice.whole_table())


def _waiting(run: ReachRun, times: Times, crowd: Crowd | None, purse: Purse, advice: ReachAdvice) -> list[Finding]:
    if run.all_workers == 1:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    found += waiting_localities(run, purse, advice)
    if not crowd:  # else what took long was to get a processor
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
