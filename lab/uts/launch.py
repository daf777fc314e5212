"""Command lines, running them, and what they print."""

from dataclasses import dataclass
from typing import Any

from lab.harness import running
from lab.harness.running import Failure
from lab.harness.simulated import joined

from .plan import Kind
from .trees import SHAPES, Shape


@dataclass(frozen=True)
class Programs:
    scrump: str
    mpirun: str
    timeout: float | None  # seconds for a run


@dataclass(frozen=True)
class Activity:
    """What a protocol did: sums over all workers. See docs/command.md."""

    working_seconds: float
    searching_seconds: float
    stealing_seconds: float
    terminating_seconds: float
    working_rate: float  # nodes a second and worker, in the working state
    steals: int
    steals_per_second: float
    chunks_stolen: int
    releases: int
    reacquires: int
    failed_probes: int


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    shape: Shape
    seconds: float
    activity: Activity | None  # none: sequential, or built without statistics

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.shape.nodes / self.seconds


def command(kind: Kind, programs: Programs, seed: int) -> list[str]:
    paper = [] if kind.paper is None else ["--paper", kind.paper]
    search = [programs.scrump, "uts", "--tree", kind.tree, *paper, "--skeleton", kind.skeleton, "--json"]
    if kind.machine is not None:
        return [*search, "--seed", str(seed), "--simulate", joined(kind.machine.of(kind.workers), f"seed={seed}")]
    launcher = running.launcher(programs.mpirun, kind.workers) if kind.ranks else []
    return [*launcher, *search, "--workers", "1" if kind.ranks else str(kind.workers)]


def environment(kind: Kind) -> dict[str, str]:
    return running.environment() if kind.ranks and kind.machine is None else {}


def activity(told: dict[str, Any]) -> Activity:
    return Activity(**{name: told[name] for name in Activity.__dataclass_fields__})


def outcome(result: dict[str, Any]) -> Outcome:
    told = result.get("statistics", {}).get("protocol")
    return Outcome(
        shape=Shape(result["count"], result["leaves"], result["depth"]),
        seconds=result["seconds"],
        activity=None if told is None else activity(told),
    )


def check(kind: Kind, found: Outcome, before: Shape | None) -> None:
    """A search that counts wrongly has no speed. `before`: what an earlier run found, for what is not published."""
    for known in (SHAPES.get(kind.tree), before):
        if known is not None and not known.agrees_with(found.shape):
            raise Failure(f"{kind}: found {found.shape}; the tree has {known}")


def simulated_machine(spec: str, programs: Programs) -> dict[str, Any]:
    """All that the command knows about a simulated machine, as in its JSON: of one host, to be quick."""
    words = [programs.scrump, "queens", "1", "--json", "--simulate", joined(spec, "hosts=1")]
    machine: dict[str, Any] = running.result_of(words, {}, programs.timeout, lambda told: told["simulated"])
    return machine


def execute(kind: Kind, programs: Programs, seed: int = 1) -> Outcome:
    """`seed`: of all that is random on a simulated machine."""
    words = command(kind, programs, seed)

    def of(result: dict[str, Any]) -> Outcome:
        running.expect_paper(result, kind.paper)
        return outcome(result)

    return running.result_of(words, environment(kind), programs.timeout, of, kind.workers)
