"""Command lines, and running them."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from lab.harness.running import Failure, as_text, environment, expect_paper, launcher, output, understood

from .plan import ONE_WORKER, Round, Run, Search, Searches, is_monitored, spec, system
from .simulated import Machine, option


@dataclass(frozen=True)
class Cluster:
    """How programs are started."""

    scrump: str
    mpirun: str
    hosts: Sequence[str]  # none: this one
    workers: int | None  # of each locality; none: all cores of its host
    timeout: float | None  # seconds
    machine: Machine | None = None  # a simulated one; none: what the others say


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    command: str
    seconds: float  # of the search alone, as in the paper
    wall_seconds: float
    nodes: int
    workers: int  # of each locality
    answer: int
    steals_tried: int  # between localities, in all
    steals_won: int
    refreshes: int  # of the performance monitor, in all


def command(run: Run, search: Search, cluster: Cluster) -> list[str]:
    words = [cluster.scrump, *search.arguments, "--skeleton", search.skeleton, *whose(run), "--json"]
    if cluster.machine is not None:
        return [*words, *option(run, cluster.machine)]
    if run.experiment == ONE_WORKER:
        return [*words, "--workers", "1"]
    if cluster.workers is not None:
        words += ["--workers", str(cluster.workers)]
    return [*launcher(cluster.mpirun, run.localities, cluster.hosts), *words]


def whose(run: Run) -> list[str]:
    """The policy, or the paper that has one."""
    paper = system(run)
    return ["--policy", spec(run)] if paper is None else ["--paper", paper]


def variables(run: Run, cluster: Cluster) -> dict[str, str]:
    """One process alone needs no launcher, and none of its settings."""
    launched = cluster.machine is None and run.experiment != ONE_WORKER
    return environment(cluster.hosts) if launched else {}


def outcome(result: dict[str, Any], line: str, wall_seconds: float, paper: str | None = None) -> Outcome:
    expect_paper(result, paper)
    localities = result["statistics"].get("per_locality", [])
    return Outcome(
        command=line,
        seconds=result["seconds"],
        wall_seconds=wall_seconds,
        nodes=result["nodes"],
        workers=result["workers"],
        answer=result["objective"] if "objective" in result else result["count"],
        steals_tried=sum(each["steals_tried"] for each in localities),
        steals_won=sum(each["steals_won"] for each in localities),
        refreshes=sum(each["refreshes"] for each in localities),
    )


def check_monitor(run: Run, told: Outcome) -> None:
    """What a monitor costs that did not run is not worth a figure."""
    if is_monitored(run) and told.refreshes == 0:
        raise Failure(f"the performance monitor never ran, so nothing was measured, in\n  {told.command}")


def execute(
    words: Sequence[str], settings: dict[str, str], timeout: float | None, paper: str | None = None
) -> Outcome:
    line = as_text(words, settings)
    began = time.monotonic()
    told = output(words, settings, timeout)
    seconds = time.monotonic() - began
    return understood(told, line, lambda result: outcome(result, line, seconds, paper))


def execute_round(runs: Round, searches: Searches, cluster: Cluster) -> list[Outcome]:
    """Runs them at the same time."""

    def start(run: Run) -> Outcome:
        search = searches.of(run.experiment)[run.application]
        told = execute(command(run, search, cluster), variables(run, cluster), cluster.timeout, system(run))
        if run.experiment == ONE_WORKER:
            check_monitor(run, told)
        return told

    with ThreadPoolExecutor(len(runs)) as pool:
        return list(pool.map(start, runs))
