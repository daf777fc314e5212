"""Diagnosis of a self-scheduled loop."""

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
    waited,
)
from scrump.report.findings import STARVATION, UNEVEN, UNSEEN, Finding, Purse, finding
from scrump.report.loop_advice import LoopAdvice
from scrump.report.loop_run import LoopRun, Share
from scrump.report.run import Times
from scrump.report.units import count, duration, percent, plural


def causes(run: LoopRun, times: Times) -> list[Finding | None]:
    advice = LoopAdvice(run)
    before = outside(
        run,
        times,
        "The loop was only a part of the run",
        [
            "The rest is what is done before and after: making the data, the beginning and the end of the threads. A "
            "`Session` keeps these from one loop to the next."
        ],
    )
    managed = management(run, times, advice, [looking(run, advice)] if run.stealing else [])
    return [before, managed, *_waiting(run, times, crowded(run, times), advice)]


def notes(run: LoopRun, findings: Sequence[Finding]) -> list[str]:
    """Notes on a run of several workers."""
    if findings:
        return []
    return [
        f"A busy worker is not always a fast one: {UNSEEN}. Compare with a run of `--workers 1`, and that with the "
        "same by hand, `--sequential`."
    ]


def _waiting(run: LoopRun, times: Times, crowd: Crowd | None, advice: LoopAdvice) -> list[Finding]:
    purse = Purse(times.waiting)
    last = run.last
    if run.all_workers == 1 or last is None:
        return []
    found = [shared_processors(run, crowd, purse)] if crowd else []
    found.append(_uneven_end(run, last, purse, advice))
    if not crowd:  # otherwise the wait was for a processor
        found += remote_steals(run, purse, advice)
    evidence = [waited(run, times, purse.left)]
    title = "Workers waited for iterations while others had some"
    return [*found, finding(STARVATION, title, purse.take(purse.left), evidence, advice.finer())]


def _uneven_end(run: LoopRun, last: Share, purse: Purse, advice: LoopAdvice) -> Finding:
    """The other workers had nothing left to do, and the last one's work could not be divided."""
    lost = purse.take(sum(last.finished - share.finished for share in run.shares))
    mean = run.mean_finished
    after = f", {percent(last.finished / mean - 1)} after the mean" if mean > 0 else ""
    evidence = [
        f"It had nothing left to do after {duration(last.finished)}; on average workers were finished after "
        f"{duration(mean)}.",
        f"It had {plural(last.iterations, 'iteration')} in {plural(last.chunks, 'chunk')}; on average workers had "
        f"{count(run.iterations / len(run.shares))} in {count(run.chunks / len(run.shares))}.",
    ]
    if run.stealing:
        stolen = percent(run.iterations_stolen / max(run.iterations, 1))
        evidence.append(f"{stolen} of all iterations were stolen by other localities.")
    title = f"Worker {run.label(last.locality, last.worker)} finished last{after}"
    return finding(UNEVEN, title, lost, evidence, advice.even_end())
