"""Command lines, running them, and what they print."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lab.harness import running
from lab.harness.running import Failure
from lab.harness.simulated import joined
from lab.uts.trees import SHAPES

from .plan import Kind, Program, calls_of_fib, calls_of_matmul

# From, to, both in nanoseconds, and how many: see docs/command.md.
Histogram = list[list[int]]


@dataclass(frozen=True)
class Simulated:
    """A simulated machine, on which each process has a host. The twin is one worker there."""

    spec: str
    task_ns: dict[Program, float] = field(default_factory=dict)  # what a task takes; none: what the spec says

    def option(self, kind: Kind) -> list[str]:
        keys = f"hosts={max(kind.processes, 1)},workers={kind.workers}"
        if kind.program in self.task_ns:
            keys += f",node={self.task_ns[kind.program]:.4g}"
        return ["--simulate", joined(self.spec, keys)]


@dataclass(frozen=True)
class Programs:
    scrump: str
    mpirun: str
    hosts: Sequence[str]  # none: this one
    one_process: bool  # localities of one process instead of processes
    timeout: float | None  # seconds for a run
    simulated: Simulated | None = None  # where it all runs; none: here


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    answer: tuple[str, ...]
    seconds: float
    local_steals: int  # between workers of a process
    remote_steals: int
    local_latencies: Histogram
    remote_latencies: Histogram


def command(kind: Kind, programs: Programs) -> list[str]:
    words = [programs.scrump, "tasks", kind.program.name, kind.program.size]
    if kind.is_sequential and programs.simulated is None:
        return [*words, "--sequential", "--json"]
    launcher: list[str] = []
    if programs.simulated is not None:
        words += programs.simulated.option(kind)
    elif kind.processes > 1 and not programs.one_process:
        launcher = running.launcher(programs.mpirun, kind.processes, programs.hosts)
    if programs.simulated is None:
        words += ["--workers", str(kind.workers)]
        if kind.processes > 1 and programs.one_process:
            words += ["--localities", str(kind.processes)]
    if kind.paper is not None:
        words += ["--paper", kind.paper]
    if kind.amount is not None:
        amount = f"chunk,chunk={kind.amount}" if kind.amount.isdecimal() else kind.amount
        words += ["--policy", f"hierarchical:steal={amount}"]
    if kind.deque is not None:
        words += ["--deque", kind.deque]
    return [*launcher, *words, "--json"]


def environment(kind: Kind, programs: Programs) -> dict[str, str]:
    if kind.processes < 2 or programs.one_process or programs.simulated is not None:
        return {}
    return running.environment(programs.hosts)


def outcome(result: dict[str, Any]) -> Outcome:
    statistics = result.get("statistics", {})
    remote = sum(each["steals_won"] for each in statistics.get("per_locality", []))
    fields = ("value", "count", "leaves", "depth", "sum")
    return Outcome(
        answer=tuple(f"{field} {result[field]}" for field in fields if field in result),
        seconds=result["seconds"],
        local_steals=statistics.get("steals_won", 0) - remote,
        remote_steals=remote,
        local_latencies=statistics.get("steal_latencies", []),
        remote_latencies=statistics.get("remote_steal_latencies", []),
    )


def check(kind: Kind, found: Outcome, before: Outcome | None) -> None:
    """A program that computes something wrong has no speed."""
    if before is not None and before.answer != found.answer:
        raise Failure(f"{kind}: found {', '.join(found.answer)}; another run {', '.join(before.answer)}")
    shape = SHAPES.get(kind.program.size) if kind.program.name == "uts" else None
    if shape is not None and f"count {shape.nodes}" not in found.answer:
        raise Failure(f"{kind}: found {', '.join(found.answer)}; the tree has {shape}")


def execute(kind: Kind, programs: Programs) -> Outcome:
    workers = None if kind.is_sequential else max(kind.processes, 1) * kind.workers
    words, variables = command(kind, programs), environment(kind, programs)

    def of(result: dict[str, Any]) -> Outcome:
        running.expect_paper(result, kind.paper)
        return outcome(result)

    return running.result_of(words, variables, programs.timeout, of, workers)


def time_tasks(program: Program, programs: Programs) -> float:
    """What a task of a program takes here, in nanoseconds: the twin's time by the number of tasks."""
    return execute(Kind(program), replace(programs, simulated=None)).seconds * 1e9 / count_spawned(program, programs)


def count_spawned(program: Program, programs: Programs) -> float:
    """How many tasks take time in a simulation, by one in which each takes a microsecond: those that are spawned. A
    function that calls one of its parts and spawns the others has about as many as leaves."""
    words = [programs.scrump, "tasks", program.name, program.size, "--simulate", "one-host:node=1000", "--json"]
    return 1e6 * running.result_of(words, {}, programs.timeout, lambda told: float(told["seconds"]))


def count_tasks(program: Program, programs: Programs) -> int:
    """How many calls a program makes, each of which would be a task if all were spawned."""
    if program.name == "fib":
        return calls_of_fib(int(program.size))
    if program.name == "matmul":
        return calls_of_matmul(int(program.size), int(program.size))
    if program.name == "uts" and program.size in SHAPES:
        return SHAPES[program.size].nodes
    # Each placement of some queens, and the empty board: the nodes of a search.
    words = [programs.scrump, "queens", program.size, "--json"]
    return running.result_of(words, {}, programs.timeout, lambda told: int(told["nodes"]))
