"""Command lines, running them, and what they print."""

import json
from dataclasses import dataclass
from typing import Any

from lab.workstealing import launch as shared
from lab.workstealing.launch import Failure
from lab.workstealing.simulated import joined

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
    search = [programs.scrump, "uts", "--tree", kind.tree, "--skeleton", kind.skeleton, "--json"]
    if kind.machine is not None:
        return [*search, "--seed", str(seed), "--simulate", joined(kind.machine.of(kind.workers), f"seed={seed}")]
    launcher = [programs.mpirun, "-n", str(kind.workers)] if kind.ranks else []
    return [*launcher, *search, "--workers", "1" if kind.ranks else str(kind.workers)]


def environment(kind: Kind, programs: Programs) -> dict[str, str]:
    if not kind.ranks or kind.machine is not None:
        return {}
    return shared.environment(shared.Cluster(programs.scrump, programs.mpirun, [], kind.workers, programs.timeout))


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
    """All that the command knows of a machine that does not exist, as its JSON has it: of one host, to be quick."""
    words = [programs.scrump, "queens", "1", "--json", "--simulate", joined(spec, "hosts=1")]
    told = shared.output(words, {}, programs.timeout)
    try:
        machine: dict[str, Any] = shared.parse(told)["simulated"]
        return machine
    except (Failure, KeyError, TypeError, json.JSONDecodeError) as error:
        raise Failure(f"cannot make sense of the output of\n  {shared.as_text(words, {})}\n{error!r}") from error


def execute(kind: Kind, programs: Programs, seed: int = 1) -> Outcome:
    """`seed`: of all that is random on a simulated machine."""
    words = command(kind, programs, seed)
    told = shared.output(words, environment(kind, programs), programs.timeout)
    try:
        result = shared.parse(told)
        found = outcome(result)
    except (Failure, KeyError, TypeError, json.JSONDecodeError) as error:
        raise Failure(f"cannot make sense of the output of\n  {shared.as_text(words, {})}\n{error!r}") from error
    shared.check_workers(result, kind.workers, shared.as_text(words, {}))
    return found
