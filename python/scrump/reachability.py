"""All states that a model given as decision diagrams can come to."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from . import _native
from .diagram_options import DiagramOptions, native_diagrams
from .errors import UsageError
from .interrupts import finished
from .option_table import takes
from .results import WithoutTruth, provenance
from .unpack import Unpack

State = tuple[int, ...]


@dataclass(frozen=True)
class Reached(WithoutTruth):
    """How it ended, what was found, and what it cost. Where the status is not "complete" there is no answer."""

    model: str
    """The file."""
    status: str
    """"complete", "time-limit" or "cancelled" (Ctrl-C)."""
    states: int | None
    """How many can be reached, exactly; None if it was stopped."""
    nodes: int | None
    """Of the diagram that they are."""
    bits: int
    """Of a state."""
    deadlocks: int | None
    """How many of the states lead nowhere, if that was asked for."""
    deadlock_path: list[State]
    """A shortest way to one of these; empty: there is none."""
    path: list[State]
    """A shortest way to the state that was asked for; empty: it cannot be reached."""
    rounds: list[_native.Round] = field(compare=False, repr=False)
    """One after the other; of a search that was stopped, those that were over."""
    seconds: float
    """For the states."""
    load_seconds: float
    """For the model's diagrams."""
    diagrams: _native.DiagramStatistics = field(compare=False, repr=False)
    """What became of nodes."""
    statistics: _native.Statistics = field(compare=False, repr=False)
    """What the operations cost: seconds in all, tasks, steals, workers."""
    as_json: str = field(repr=False)
    """What the command has in its JSON, but for what made the run."""
    ended: float = field(default=0, repr=False)
    """When, in seconds since 1970."""

    def _instead(self) -> str:
        return "complete says whether all states were found, and deadlock_path and path what was asked for"

    @property
    def complete(self) -> bool:
        """Whether all states were found."""
        return self.status == "complete"

    @property
    def problem(self) -> str:
        """What the command calls it."""
        return "reach"

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with --json."""
        found: dict[str, Any] = json.loads(self.as_json)
        return found | provenance(self.ended)

    def to_json(self) -> str:
        """The same as text, for `scrump-report` and other programs."""
        return json.dumps(self.to_dict())


@takes(DiagramOptions)
def reach(
    model: str | os.PathLike[str],
    *,
    strategy: str = "saturation",
    deadlocks: bool = False,
    path_to: Iterable[int] | None = None,
    rounds: bool = False,
    **options: Unpack[DiagramOptions],
) -> Reached:
    """All states that a model can come to: how many, and on demand ways to some of them.

    `model`: a file of decision diagrams, as Sylvan, LTSmin or DistBDD write them (docs/diagrams.md). `strategy`: the
    order in which relations are followed, "bfs", "par", "chaining" or "saturation". `deadlocks`: count states that lead
    nowhere, and find a shortest way to one. `path_to`: find a shortest way to a state, which is given by its
    entries. `rounds`: count states and nodes after each round.

    >>> found = scrump.reach("switches.sylvan.bdd", deadlocks=True)  # each can be turned on once
    >>> found.states == 2**80, found.deadlocks, len(found.deadlock_path)
    (True, 1, 81)
    """
    target = None if path_to is None else [_entry(each) for each in path_to]
    how, file = native_diagrams(**options), os.fsdecode(model)
    found = _native.reach(file, strategy, deadlocks=deadlocks, path_to=target, rounds=rounds, options=how)
    for path in ("deadlock_path", "path"):
        found[path] = [tuple(state) for state in found[path]]
    return finished(Reached(model=file, as_json=found.pop("json"), ended=time.time(), **found))


def _entry(number: int) -> int:
    if not isinstance(number, Integral) or not 0 <= number < 2**64:
        raise UsageError(f"path_to: {number!r} is no entry of a state; expected numbers from 0 on")
    return int(number)
