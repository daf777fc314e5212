"""State spaces of models written in Python: all states that can be reached, and violations of their properties.

Python runs one thread at a time, so additional workers gain nothing; additional processes do (docs/python.md).
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
    """Options of an exploration: the keywords of `explore`; each is optional."""

    progress: Annotated[
        bool | Callable[[_native.ExplorationProgress], object] | None,
        Option(
            None,
            "True: show a line on standard error; or a function that is called with the progress, and closed at "
            "the end if it has `close`",
            shown_by(_native.process, ExplorationLine),
        ),
    ]


class FoundInStates(WithoutTruth, InLines, Generic[State]):
    """What results of searches in the states of a model have in common."""

    path: list[State]
    as_json: str
    ended: float

    @property
    def state(self) -> State | None:
        """The state that was found."""
        return self.path[-1] if self.path else None

    @property
    def problem(self) -> str:
        """Name of the problem, as in the command."""
        return "explore"

    def to_dict(self) -> dict[str, Any]:
        """The object that the command prints with --json, without the path."""
        found: dict[str, Any] = json.loads(self.as_json)
        return found | provenance(self.ended)

    def to_json(self) -> str:
        """The same object as text."""
        return json.dumps(self.to_dict())


@dataclass(frozen=True)
class Explored(FoundInStates[State]):
    """Result of an exploration: how it ended, its finding, and its cost."""

    model: str
    """Name of the successor function."""
    status: str
    """How the exploration ended: "complete", "time-limit", "state-limit", "memory-limit" or "cancelled" (Ctrl-C)."""
    states: int
    """Number of visited states."""
    transitions: int
    """Number of transitions from states whose successors are known."""
    deadlocks: int
    """Number of these states without a successor."""
    levels: list[int]
    """In breadth-first order: number of states at each distance from the initial ones."""
    finding: str | None
    """What ended the exploration: "goal", "violation" or "deadlock"; None if nothing was found."""
    invariant: str | None
    """Name of the violated invariant; None unless a violation was found."""
    path: list[State]
    """Path to the state that was found, which is the last: a shortest one in breadth-first order. Only that state if no
    paths are kept; empty if nothing was found."""
    all_expanded: bool
    """Whether the successors of all visited states are known."""
    representatives: bool
    """Whether states and transitions are those of representatives: `canonical` was given."""
    storage: str
    """What was kept of each state."""
    expected_missed: float
    """Expected number of missed states: 0 if states are exact."""
    bytes: int = field(compare=False)
    """Memory taken by the states, in bytes, over all localities."""
    statistics: _native.Statistics = field(compare=False)
    """Cost of the exploration: seconds, steals, workers."""
    disk_bytes: int = field(compare=False)
    """Largest size of the files of an exploration on disk, in bytes; 0 in memory."""
    checkpoints: int = field(compare=False)
    """Number of checkpoints written."""
    checkpoint_error: str = field(compare=False)
    """Why the last checkpoint could not be written; empty if it was."""
    graph_status: str | None = field(compare=False)
    """How the walk for the file of `graph` ended: "complete" if it was written, otherwise the limit because of which it was
    not; None if no graph was asked for."""
    as_json: str = field(compare=False, repr=False)
    """The result as in the command's JSON, without the provenance of the run."""
    ended: float = field(default=0, compare=False, repr=False)
    """Time when the exploration ended, in seconds since 1970."""

    def _instead(self) -> str:
        return "finding says what was found, and proved whether what was not found does not exist"

    @property
    def complete(self) -> bool:
        """Whether nothing stopped the exploration; also if something was found, or the level limit was reached."""
        return self.status == "complete"

    @property
    def proved(self) -> bool:
        """Whether all states were visited and none can have been missed: whatever was not found does not exist."""
        return self.all_expanded and self.storage == "exact"

    def _title(self) -> str:
        return f"{self.problem} {self.model}"

    def _lines(self) -> list[tuple[str, str]]:
        lines = []
        if self.finding is not None:
            what = self.finding if self.invariant is None else f"{self.finding} of {self.invariant}"
            way = f", after {len(self.path) - 1} steps" if len(self.path) > 1 else ""
            lines.append(("found", f"{what}{way}: {self.state!r:.200}"))
        which = " representatives" if self.representatives else ""
        lines += [("states", f"{self.states}{which}"), ("transitions", f"{self.transitions}")]
        lines += [("deadlocks", f"{self.deadlocks}"), ("status", self.status)]
        if self.graph_status not in (None, "complete"):
            lines.append(("graph", f"not written: {self.graph_status}"))
        return [*lines, ("cost", f"{self.statistics.seconds:.3f} s, {self.bytes} bytes")]


@takes(ExplorationOptions, workers=1)
def explore(
    successors: Callable[[State], Iterable[State]],
    initial: State,
    *more: State,
    goal: Callable[[State], object] | None = None,
    invariants: Mapping[str, Callable[[State], object]] | None = None,
    no_deadlocks: bool = False,
    canonical: Callable[[State], State] | None = None,
    encode: Callable[[State], Any] | None = None,
    decode: Callable[[Any], State] | None = None,
    graph: str | os.PathLike[str] | None = None,
    graph_limit: int = 10_000,
    **options: Unpack[ExplorationOptions],
) -> Explored[State]:
    """Visits all states that can be reached from `initial` and `more` initial ones, each once, or until something is
    found.

    `successors(state)`: the successors of a state, always the same. States are numbers, texts, bytes, None, and tuples,
    lists, sets and dicts of them, of at most 4,095 bytes; two are the same if they are equal and of the same types, so
    1, 1.0 and True are three. For states of any other kind, `encode(state)` returns such a value, and `decode(value)`
    the state again.

    `goal(state)`: whether the state is the goal. `invariants`: functions that must hold in every state, by their names.
    `no_deadlocks`: every state must have a successor. In breadth-first order no such state is nearer than the one
    found.

    `canonical(state)`: the representative of the states that are alike to this one by symmetry, the same for all of
    these. Then only representatives are visited and counted, while a path that is found is one of the model.
    Properties must be the same for states that are alike.

    `graph`: a file for all states and transitions, up to `levels`, in the format of its ending: `.dot`, `.gv` or
    `.graphml`. An error if there are more than `graph_limit` states. Limits of the exploration hold for it, too: then it is
    not written, and `graph_status` of the result says why.

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
    check_functions(
        {"successors": successors}, {"goal": goal, "canonical": canonical, "encode": encode, "decode": decode}
    )
    if isinstance(graph_limit, bool) or not isinstance(graph_limit, int) or graph_limit < 1:
        raise UsageError(f"graph_limit={graph_limit!r}; expected a whole number of at least 1")
    model = str(getattr(successors, "__qualname__", type(successors).__name__))
    how = _native_options(model, options)
    found = _native.explore(
        model,
        successors,
        [initial, *more],
        goal=goal,
        invariants=named_functions("invariants", invariants),
        no_deadlocks=bool(no_deadlocks),
        canonical=canonical,
        encode=encode,
        decode=decode,
        graph="" if graph is None else os.fspath(graph),
        graph_limit=graph_limit,
        options=how,
    )
    if error := found["checkpoint_error"]:
        warnings.warn(error, RuntimeWarning, stacklevel=2)
    return finished(
        Explored(
            model=model, storage=options.get("storage", "exact"), as_json=found.pop("json"), ended=time.time(), **found
        )
    )


def check_functions(required: Mapping[str, object], optional: Mapping[str, object]) -> None:
    """Raises UsageError unless these are functions; optional ones may be None."""
    for name, function in (*required.items(), *optional.items()):
        if not callable(function) and (function is not None or name in required):
            raise UsageError(f"{name}={function!r}; expected a function")
    if (optional["encode"] is None) != (optional["decode"] is None):
        raise UsageError("encode= and decode= belong together: decode must reverse encode; expected both or neither")


def named_functions(
    keyword: str, functions: Mapping[str, Callable[..., object]] | None
) -> list[tuple[str, Callable[..., object]]]:
    """Functions with their names. Raises UsageError for anything else."""
    if functions is None:
        return []
    if not isinstance(functions, Mapping) or not all(name and callable(each) for name, each in functions.items()):
        raise UsageError(f"{keyword}={functions!r}; expected functions by their names, as in {{'name': function}}")
    return [(str(name), holds) for name, holds in functions.items()]


def _native_options(model: str, options: ExplorationOptions) -> _native.ExplorationOptions:
    values = joined(ExplorationOptions, options, workers=1)
    if options.get("levels") is not None and options.get("order") == "depth-first":
        raise UsageError("levels= is for order='breadth-first'; depth-first order has no levels")
    return _native.ExplorationOptions(model=model, **values)
