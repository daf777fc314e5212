"""State spaces of models that are written in Python: all states that can be reached, and what is wrong with them.

Python runs one thread at a time, so more workers gain nothing; more processes do (docs/python.md).
"""

from __future__ import annotations

import json
import os
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from . import _native
from ._option_tables import ExploreTable
from .errors import UsageError
from .interrupts import finished
from .option_table import Option, shown_by, takes
from .options import Watching, joined
from .progress import ExplorationLine
from .results import InLines, WithoutTruth, provenance
from .unpack import Unpack

State = TypeVar("State")


class ExplorationOptions(ExploreTable, Watching, total=False):
    """How a state space is explored: the keywords of `explore`; each may be left out."""

    progress: Annotated[
        bool | Callable[[_native.ExplorationProgress], object] | None,
        Option(
            None,
            "True: show a line on standard error; or a function that is called with the progress, and closed at "
            "the end if it has `close`",
            shown_by(_native.process, ExplorationLine),
        ),
    ]


@dataclass(frozen=True)
class Explored(WithoutTruth, InLines, Generic[State]):
    """How an exploration ended, what it found, and what it cost."""

    model: str
    """The name of the function of successors."""
    status: str
    """"complete", "time-limit", "state-limit", "memory-limit" or "cancelled" (Ctrl-C)."""
    states: int
    """That were visited."""
    transitions: int
    """From those of which the successors are known."""
    deadlocks: int
    """Of these, those without a successor."""
    levels: list[int]
    """In breadth-first order: how many states are how far from the first ones."""
    finding: str | None
    """What was found of what was looked for: "goal", "violation" or "deadlock"."""
    invariant: str | None
    """Of a violation: what does not hold."""
    path: list[State]
    """The states to the one that was found, which is the last: a shortest way in breadth-first order. That one alone if
    no paths are kept; empty: nothing was found."""
    all_expanded: bool
    """Whether no state is left whose successors are not known."""
    storage: str
    """What was kept of states."""
    expected_missed: float
    """How many states may be expected to have been missed: 0 if they are exact."""
    bytes: int = field(compare=False)
    """That the states took, in all localities."""
    statistics: _native.Statistics = field(compare=False)
    """What it cost: seconds, steals, workers."""
    checkpoints: int = field(compare=False)
    """How often what was known was kept."""
    checkpoint_error: str = field(compare=False)
    """Why the last time failed, if it did."""
    as_json: str = field(compare=False, repr=False)
    """What the command has in its JSON, but for what made the run."""
    ended: float = field(default=0, compare=False, repr=False)
    """When, in seconds since 1970."""

    def _instead(self) -> str:
        return "finding says what was found, and proved whether what was not found does not exist"

    @property
    def complete(self) -> bool:
        """Whether nothing has stopped it: also where something was found, or the last level was reached."""
        return self.status == "complete"

    @property
    def proved(self) -> bool:
        """Whether all states were visited and none can have been missed: what was not found is not there."""
        return self.all_expanded and self.storage == "exact"

    @property
    def state(self) -> State | None:
        """That was found."""
        return self.path[-1] if self.path else None

    @property
    def problem(self) -> str:
        """What the command calls it."""
        return "explore"

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with --json, without the path."""
        found: dict[str, Any] = json.loads(self.as_json)
        return found | provenance(self.ended)

    def to_json(self) -> str:
        """The same as text, for `scrump-report` and other programs."""
        return json.dumps(self.to_dict())

    def _title(self) -> str:
        return f"{self.problem} {self.model}"

    def _lines(self) -> list[tuple[str, str]]:
        lines = []
        if self.finding is not None:
            what = self.finding if self.invariant is None else f"{self.finding} of {self.invariant}"
            way = f", after {len(self.path) - 1} steps" if len(self.path) > 1 else ""
            lines.append(("found", f"{what}{way}: {self.state!r:.200}"))
        lines += [("states", f"{self.states}"), ("transitions", f"{self.transitions}")]
        lines += [("deadlocks", f"{self.deadlocks}"), ("status", self.status)]
        return [*lines, ("cost", f"{self.statistics.seconds:.3f} s, {self.bytes} bytes")]


@takes(ExplorationOptions, workers=1)
def explore(
    successors: Callable[[State], Iterable[State]],
    initial: State,
    *more: State,
    goal: Callable[[State], object] | None = None,
    invariants: Mapping[str, Callable[[State], object]] | None = None,
    no_deadlocks: bool = False,
    encode: Callable[[State], Any] | None = None,
    decode: Callable[[Any], State] | None = None,
    **options: Unpack[ExplorationOptions],
) -> Explored[State]:
    """All states that can be reached from `initial` and `more` initial ones, each once, or until something is found.

    `successors(state)`: those that follow it, always the same. States are numbers, texts, bytes, None, and tuples,
    lists, sets and dicts of them, of at most 4,095 bytes; two are the same if they are equal and of the same types, so
    1, 1.0 and True are three. For states that are anything else, `encode(state)` gives such a value, and
    `decode(value)` the state again.

    `goal(state)`: whether it is sought. `invariants`: functions that are to hold in every state, by their names.
    `no_deadlocks`: every state is to have a successor. In breadth-first order what is found is as near as any.

    >>> def jugs(state):  # of five and of three litres: fill one, empty one, pour one into the other
    ...     large, small = state
    ...     poured = min(large, 3 - small), min(small, 5 - large)
    ...     return [(5, small), (large, 3), (0, small), (large, 0),
    ...             (large - poured[0], small + poured[0]), (large + poured[1], small - poured[1])]
    >>> found = scrump.explore(jugs, (0, 0), goal=lambda state: state[0] == 4)
    >>> found.finding, found.path
    ('goal', [(0, 0), (5, 0), (2, 3), (2, 0), (0, 2), (5, 2), (4, 3)])
    >>> all_of_them = scrump.explore(jugs, (0, 0), invariants={"sum": lambda state: sum(state) <= 8})
    >>> all_of_them.states, all_of_them.proved, all_of_them.finding
    (16, True, None)
    """
    for name, function in (("successors", successors), ("goal", goal), ("encode", encode), ("decode", decode)):
        if not callable(function) and (function is not None or name == "successors"):
            raise UsageError(f"{name}={function!r}; expected a function")
    if (encode is None) != (decode is None):
        raise UsageError("encode= and decode= belong together: what one makes of a state, the other takes back")
    model = str(getattr(successors, "__qualname__", type(successors).__name__))
    how = _native_options(model, options)
    found = _native.explore(
        model,
        successors,
        [initial, *more],
        goal=goal,
        invariants=_named(invariants),
        no_deadlocks=bool(no_deadlocks),
        encode=encode,
        decode=decode,
        options=how,
    )
    if error := found["checkpoint_error"]:
        warnings.warn(error, RuntimeWarning, stacklevel=2)
    return finished(
        Explored(
            model=model, storage=options.get("storage", "exact"), as_json=found.pop("json"), ended=time.time(), **found
        )
    )


def _named(invariants: Mapping[str, Callable[[Any], object]] | None) -> list[tuple[str, Callable[[Any], object]]]:
    if invariants is None:
        return []
    if not isinstance(invariants, Mapping) or not all(name and callable(each) for name, each in invariants.items()):
        raise UsageError(f"invariants={invariants!r}; expected functions by their names, as in {{'name': function}}")
    return [(str(name), holds) for name, holds in invariants.items()]


def _native_options(model: str, options: ExplorationOptions) -> _native.ExplorationOptions:
    values = joined(ExplorationOptions, options, workers=1)
    if options.get("levels") is not None and options.get("order") == "depth-first":
        raise UsageError("levels= goes with order='breadth-first': depth first there are none")
    return _native.ExplorationOptions(model=model, **values)
