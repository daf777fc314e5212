"""Which runs the experiment consists of, and in which order. Nothing here runs anything."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

FIXED, ADAPTIVE, SEQUENTIAL, AUTO = "fixed", "adaptive", "sequential", "auto"
BUDGET = "budget"
FIFO, LIFO = "fifo", "lifo"  # a worker takes the oldest of its own tasks, as in the paper, or the newest

PAPER = "grubel2015"  # what scrump_heat calls the paper's system
LEAST_PARTITION = 160  # the paper's
GRAINS = {
    BUDGET: tuple(10**power for power in range(2, 8)),  # backtracks
    ADAPTIVE: (2, 10, 50, 200, 1000, 5000),  # microseconds of a heartbeat interval
}
PARAMETER = {BUDGET: "backtracks", ADAPTIVE: "interval"}

Run = TypeVar("Run")


@dataclass(frozen=True)
class Stencil:
    """A ring and for how long."""

    points: int
    steps: int

    def __str__(self) -> str:
        return f"heat, {self.points} points, {self.steps} steps"


@dataclass(frozen=True)
class HeatRun:
    stencil: Stencil
    mode: str  # fixed, adaptive, sequential
    partition: int | None  # of a fixed run
    workers: int
    repeat: int  # from 1
    order: str = FIFO
    paper: str | None = None  # whose system it is; none: Scrump's own

    def __str__(self) -> str:
        how = f"partitions of {self.partition}" if self.partition else self.mode
        return f"{self.stencil}, {how}, workers: {self.workers}, {self.order} ({self.repeat})"


@dataclass(frozen=True)
class Problem:
    """What is searched, as arguments of the scrump command."""

    title: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class SearchRun:
    problem: Problem
    skeleton: str  # budget, adaptive
    grain: int | None  # none: chosen while it runs
    workers: int
    repeat: int

    @property
    def mode(self) -> str:
        return AUTO if self.grain is None else FIXED

    @property
    def spec(self) -> str:
        """What the command calls the skeleton."""
        return self.skeleton if self.grain is None else f"{self.skeleton}:{PARAMETER[self.skeleton]}={self.grain}"

    def __str__(self) -> str:
        return f"{self.problem.title}, {self.spec}, workers: {self.workers} ({self.repeat})"


def partitions(points: int, per_decade: int) -> list[int]:
    """From the paper's least size to the whole ring, evenly spread over the logarithm."""
    count = max(0, math.floor(math.log10(points / LEAST_PARTITION) * per_decade + 1e-9) + 1) if points > 0 else 0
    sizes = [round(LEAST_PARTITION * 10 ** (i / per_decade)) for i in range(count)]
    return sorted({*(size for size in sizes if size <= points), points})


def shuffled(runs: list[Run], seed: int) -> list[Run]:
    """In an order of its own for each round: a run that always comes after the same other one, which may have heated the
    machine or used up its share of it, would be measured with that."""
    random.Random(seed).shuffle(runs)
    return runs


@dataclass(frozen=True)
class PaperSystem:
    """The system of a paper: partitions of these sizes alone."""

    name: str
    partitions: tuple[int, ...]

    def round(self, stencil: Stencil, workers: int, repeat: int) -> list[HeatRun]:
        sizes = [size for size in self.partitions if size <= stencil.points]
        return shuffled([HeatRun(stencil, FIXED, size, workers, repeat, FIFO, self.name) for size in sizes], repeat)


def heat_round(stencil: Stencil, workers: int, per_decade: int, repeat: int, order: str) -> list[HeatRun]:
    """All ways once. The twin runs on one thread, and once a round for each number of workers, so that it sees the
    machine as they do."""
    runs = [HeatRun(stencil, FIXED, size, workers, repeat, order) for size in partitions(stencil.points, per_decade)]
    runs += [HeatRun(stencil, mode, None, workers, repeat, order) for mode in (SEQUENTIAL, ADAPTIVE)]
    return shuffled(runs, repeat)


def heat_blocks(
    stencils: Sequence[Stencil],
    workers: Sequence[int],
    per_decade: int,
    repeats: int,
    order: str = FIFO,
    paper: PaperSystem | None = None,
) -> Iterator[list[HeatRun]]:
    """One block for each ring and number of workers, one worker first: its durations are the reference of the others.
    Within a block all ways take turns, so that what disturbs a machine for a while disturbs all of them."""
    for stencil in stencils:
        for number in sorted({1, *workers}):
            yield [
                run
                for repeat in range(1, repeats + 1)
                for run in (
                    heat_round(stencil, number, per_decade, repeat, order)
                    if paper is None
                    else paper.round(stencil, number, repeat)
                )
            ]


def search_runs(problems: Sequence[Problem], workers: Sequence[int], repeats: int) -> Iterator[SearchRun]:
    for problem in problems:
        for number in workers:
            for repeat in range(1, repeats + 1):
                ways = [(skeleton, grain) for skeleton, grains in GRAINS.items() for grain in (*grains, None)]
                yield from (SearchRun(problem, *way, number, repeat) for way in shuffled(ways, repeat))
