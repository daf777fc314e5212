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
    node: str = ""  # simulated; empty: this machine
    hardware_counters: bool = False
    paper: str | None = None  # whose system it is; none: Scrump's own

    def __str__(self) -> str:
        how = f"partitions of {self.partition}" if self.partition else self.mode
        where = f", on {self.node}" if self.node else ""
        return f"{self.stencil}, {how}, workers: {self.workers}, {self.order}{where} ({self.repeat})"


@dataclass(frozen=True)
class Node:
    """A node of table I of the paper that scrump_heat simulates, and what was measured there."""

    points: int
    steps: int
    workers: tuple[int, ...]


NODES = {
    "haswell": Node(100_000_000, 50, (8, 16, 28)),
    "xeon-phi": Node(100_000_000, 5, (16, 32, 60)),
}


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


@dataclass(frozen=True)
class Sweep:
    """How a ring is cut, and how its runs are done."""

    per_decade: int
    sizes: tuple[int, ...] = ()  # instead of those spread evenly
    order: str = FIFO
    node: str = ""
    hardware_counters: bool = False
    paper: str | None = None  # whose system: then these sizes alone

    def partitions(self, points: int) -> list[int]:
        """Of a ring; the whole ring is always one of them, except in the system of a paper."""
        if self.paper:
            return [size for size in self.sizes if size <= points]
        if not self.sizes:
            return partitions(points, self.per_decade)
        return sorted({*(size for size in self.sizes if size <= points), points})

    @property
    def other_modes(self) -> tuple[str, ...]:
        """A loop has no tasks whose time could be simulated; a paper's system has its partitions alone."""
        if self.paper:
            return ()
        return (ADAPTIVE,) if self.node else (SEQUENTIAL, ADAPTIVE)


def shuffled(runs: list[Run], seed: int) -> list[Run]:
    """In an order of its own for each round: a run that always comes after the same other one, which may have heated the
    machine or used up its share of it, would be measured with that."""
    random.Random(seed).shuffle(runs)
    return runs


def heat_round(stencil: Stencil, workers: int, sweep: Sweep, repeat: int) -> list[HeatRun]:
    """All ways once. The twin runs on one thread, and once a round for each number of workers, so that it sees the
    machine as they do."""
    ways = [(FIXED, size) for size in sweep.partitions(stencil.points)] + [(mode, None) for mode in sweep.other_modes]
    rest = (workers, repeat, sweep.order, sweep.node, sweep.hardware_counters, sweep.paper)
    runs = [HeatRun(stencil, mode, size, *rest) for mode, size in ways]
    return shuffled(runs, repeat)


def heat_blocks(
    stencils: Sequence[Stencil], workers: Sequence[int], sweep: Sweep, repeats: int
) -> Iterator[list[HeatRun]]:
    """One block for each ring and number of workers, one worker first: its durations are the reference of the others.
    Within a block all ways take turns, so that what disturbs a machine for a while disturbs all of them."""
    for stencil in stencils:
        for number in sorted({1, *workers}):
            yield [
                run for repeat in range(1, repeats + 1) for run in heat_round(stencil, number, sweep, repeat)
            ]


def search_runs(problems: Sequence[Problem], workers: Sequence[int], repeats: int) -> Iterator[SearchRun]:
    for problem in problems:
        for number in workers:
            for repeat in range(1, repeats + 1):
                ways = [(skeleton, grain) for skeleton, grains in GRAINS.items() for grain in (*grains, None)]
                yield from (SearchRun(problem, *way, number, repeat) for way in shuffled(ways, repeat))
