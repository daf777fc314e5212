"""All states that a model given as decision diagrams, or a place/transition net, can reach."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from . import _native
from .diagram_options import DiagramOptions, native_diagrams, native_reordering
from .errors import UsageError
from .interrupts import finished
from .option_table import takes
from .results import WithoutTruth, provenance
from .unpack import Unpack

State = tuple[int, ...]


class InCommandsJson(WithoutTruth):
    """Result of `scrump reach` or `scrump check`: has what the command prints with --json."""

    status: str
    as_json: str
    ended: float

    @property
    def complete(self) -> bool:
        """Whether all states were found."""
        return self.status == "complete"

    @property
    def problem(self) -> str:
        """Name of the problem, as in the command."""
        return "reach"

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with --json."""
        found: dict[str, Any] = json.loads(self.as_json)
        return found | provenance(self.ended)

    def to_json(self) -> str:
        """The same object as text, for `scrump-report` and other programs."""
        return json.dumps(self.to_dict())


@dataclass(frozen=True)
class Reached(InCommandsJson):
    """Result of symbolic reachability. If the status is not "complete", there is no answer."""

    model: str
    """Name of the model's file."""
    status: str
    """How the search ended: "complete", "time-limit" or "cancelled" (Ctrl-C)."""
    states: int | None
    """Exact number of reachable states; None if the search was stopped."""
    nodes: int | None
    """Number of nodes of their diagram; None if the search was stopped."""
    bits: int
    """Number of bits of a state; 0 if the diagrams are lists."""
    deadlocks: int | None
    """Number of reachable states without a successor, if requested."""
    deadlock_path: list[State]
    """A shortest path to one of these; empty if none exists."""
    path: list[State]
    """A shortest path to the requested state; empty if it cannot be reached."""
    deadlock_path_relations: list[int]
    """For each step of `deadlock_path`, the number of a relation of the model that makes it, from 0."""
    path_relations: list[int]
    """The same for `path`."""
    rounds: list[_native.Round] = field(compare=False, repr=False)
    """Rounds in their order; of a stopped search, those that were finished."""
    seconds: float
    """Time to find the states, in seconds."""
    load_seconds: float
    """Time to make the model's diagrams, in seconds."""
    diagrams: _native.DiagramStatistics = field(compare=False, repr=False)
    """Statistics of the nodes."""
    statistics: _native.Statistics = field(compare=False, repr=False)
    """Cost of the operations: seconds in all, tasks, steals, workers."""
    as_json: str = field(repr=False)
    """The result as in the command's JSON, without the provenance of the run."""
    ended: float = field(default=0, repr=False)
    """Time when the search ended, in seconds since 1970."""

    def _instead(self) -> str:
        return "complete says whether all states were found, and deadlock_path and path what was asked for"


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
    """Finds all states that a model can reach: their number, and optionally paths to some of them.

    `model`: a file of binary or list decision diagrams, as written by Sylvan, LTSmin or DistBDD (docs/diagrams.md). `strategy`: the
    order in which relations are applied, "bfs", "par", "chaining" or "saturation". `deadlocks`: count states without a
    successor, and find a shortest path to one. `path_to`: find a shortest path to a state, which is given by its
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


@dataclass(frozen=True)
class ReachedMarkings(InCommandsJson):
    """All reachable markings of a net. If the status is not "complete", there is no answer."""

    net: str
    """Name of the net's file."""
    status: str
    """How the search ended: "complete", "time-limit" or "cancelled" (Ctrl-C)."""
    states: int | None
    """Exact number of reachable markings; None if the search was stopped."""
    transitions: int | None
    """Number of pairs of a reachable marking and a transition that is enabled in it; None if the search was stopped."""
    max_tokens: int | None
    """Most tokens of a place in a marking, of one colour if the net is coloured; None if the search was stopped."""
    max_tokens_of_marking: int | None
    """Most tokens of a marking; None if the search was stopped."""
    deadlocks: int | None
    """Number of reachable markings that enable no transition, if requested."""
    deadlock_path: list[str] | None
    """Names of the fewest transitions that lead to one of these; None if none exists, or if that takes too long."""
    reachable: bool | None
    """Whether the marking `path_to` can be reached; None if it was not requested."""
    path: list[str] | None
    """Names of the fewest transitions that lead to that marking; None if it cannot be reached, or takes too long."""
    bounds: dict[str, int]
    """Most tokens of each place, by its name; of a coloured net, of each colour in it."""
    coloured_bounds: dict[str, int]
    """Most tokens of each place of a coloured net, of all colours; empty for other nets."""
    dead_transitions: list[str]
    """Names of the transitions that no reachable marking enables, with any colours: none if the net is quasi-live."""
    stable_places: list[str]
    """Names of the places whose number of tokens, of all colours, never changes."""
    nodes: int | None
    """Number of nodes of the diagram of all markings; None if the search was stopped."""
    order: str
    """Name of the order of the places; "places" if they were given."""
    places: list[str]
    """Places in the order that was used, for `places=` of another call, without those that never change; of a stopped
    search, in the order in use then, and empty if none had been chosen."""
    seconds: float
    """Time to find the markings, in seconds."""
    count_seconds: float
    """Time to count markings and transitions, in seconds."""
    diagrams: _native.DiagramStatistics = field(compare=False, repr=False)
    """Statistics of the nodes."""
    statistics: _native.Statistics = field(compare=False, repr=False)
    """Cost of the operations: seconds in all, tasks, steals, workers."""
    as_json: str = field(repr=False)
    """The result as in the command's JSON, without the provenance of the run."""
    ended: float = field(default=0, repr=False)
    """Time when the search ended, in seconds since 1970."""

    def _instead(self) -> str:
        return "complete says whether all markings were found"


@takes(DiagramOptions)
def reach_net(
    net: str | os.PathLike[str],
    *,
    order: str = "best",
    places: Iterable[str] = (),
    reorder: bool = False,
    reorder_growth: float | None = None,
    deadlocks: bool = False,
    path_to: Iterable[int] | None = None,
    **options: Unpack[DiagramOptions],
) -> ReachedMarkings:
    """Finds all markings that a Petri net can reach: their number, enabled transitions, bounds of places.

    `net`: a PNML file, perhaps compressed, of a place/transition net or of a symmetric net, which is unfolded. `order`: the order of the places in the diagrams, "best", "given", "force",
    "noack", "tovchigrechko", "sloan" or "invariants" (docs/states.md). `places`: instead, names of places from the
    first to the last. `reorder`: move places to other levels during the search, whenever the table has
    `reorder_growth` times (2 unless given) the nodes of the last time. `deadlocks`: count markings that enable no transition, and find the names of transitions that
    lead to one. `path_to`: find those that lead to a marking, given by the tokens of each place, in the order of the
    file. The search runs in one process.

    >>> found = scrump.reach_net("kanban.pnml")  # four cells with five cards each
    >>> found.states, found.transitions, found.max_tokens, found.max_tokens_of_marking
    (2546432, 24460016, 5, 20)
    """
    target = None if path_to is None else [_tokens(each) for each in path_to]
    how, file = native_diagrams(**options), os.fsdecode(net)
    found = _native.reach_net(
        file,
        order,
        places=list(places),
        reorder=native_reordering(reorder, reorder_growth),
        deadlocks=deadlocks,
        path_to=target,
        options=how,
    )
    return finished(ReachedMarkings(net=file, as_json=found.pop("json"), ended=time.time(), **found))


def _tokens(number: int) -> int:
    if not isinstance(number, Integral) or not 0 <= number < 2**32:
        raise UsageError(f"path_to: {number!r} is not a number of tokens; expected numbers from 0 on")
    return int(number)


def _entry(number: int) -> int:
    if not isinstance(number, Integral) or not 0 <= number < 2**64:
        raise UsageError(f"path_to: {number!r} is not an entry of a state; expected numbers from 0 on")
    return int(number)
