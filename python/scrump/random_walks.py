"""Random walks through models written in Python, for state spaces that are too large to be explored."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from . import _native
from ._option_tables import RandomWalkTable
from .exploration import FoundInStates, State, check_functions, named_functions
from .interrupts import finished
from .option_table import Option, shown_by, takes
from .options import Watching, joined
from .progress import RandomWalkLine
from .unpack import Unpack


class RandomWalkOptions(RandomWalkTable, Watching, total=False):
    """Options of random walks: the keywords of `random_walk`; each is optional."""

    progress: Annotated[
        bool | Callable[[_native.RandomWalkProgress], object] | None,
        Option(
            None,
            "True: show a line on standard error; or a function that is called with the progress, and closed at "
            "the end if it has `close`",
            shown_by(_native.process, RandomWalkLine),
        ),
    ]


@dataclass(frozen=True)
class RandomWalk(FoundInStates[State]):
    """Result of random walks: how they ended, their finding, and their cost."""

    model: str
    """Name of the successor function."""
    status: str
    """How the walks ended: "complete" if something was found or no step is possible, "time-limit" or "cancelled"
    (Ctrl-C)."""
    finding: str | None
    """What ended the walks: "goal", "violation" or "deadlock"; None if nothing was found."""
    invariant: str | None
    """Name of the violated invariant; None unless a violation was found."""
    path: list[State]
    """Path to the state that was found, which is the last; empty if nothing was found."""
    steps: int
    """Number of steps of all walks."""
    walks: int
    """Number of walks."""
    deadlocks: int
    """Number of walks that ended in a state without a successor."""
    seconds: float = field(compare=False)
    """Duration of the walks, in seconds."""
    as_json: str = field(compare=False, repr=False)
    """The result as in the command's JSON, without the provenance of the run."""
    ended: float = field(default=0, compare=False, repr=False)
    """Time when the walks ended, in seconds since 1970."""

    def _instead(self) -> str:
        return "finding says what was found"

    def _title(self) -> str:
        return f"random walk {self.model}"

    def _lines(self) -> list[tuple[str, str]]:
        lines = []
        if self.finding is not None:
            what = self.finding if self.invariant is None else f"{self.finding} of {self.invariant}"
            lines.append(("found", f"{what}, after {len(self.path) - 1} steps: {self.state!r:.200}"))
        lines.append(("steps", f"{self.steps} in {self.walks} walks"))
        return [*lines, ("status", self.status), ("cost", f"{self.seconds:.3f} s")]


@takes(RandomWalkOptions, workers=1)
def random_walk(
    successors: Callable[[State], Iterable[State]],
    initial: State,
    *more: State,
    goal: Callable[[State], object] | None = None,
    invariants: Mapping[str, Callable[[State], object]] | None = None,
    no_deadlocks: bool = False,
    encode: Callable[[State], Any] | None = None,
    decode: Callable[[Any], State] | None = None,
    **options: Unpack[RandomWalkOptions],
) -> RandomWalk[State]:
    """Walks at random from `initial` or one of `more`, again and again, until a goal, a violation or a deadlock is
    found, in one process. States are not kept, so that the state space may be of any size, and nothing is proved.

    The arguments are those of `explore`; one of `goal`, `invariants` and `no_deadlocks` is required. After `depth`
    steps, and in a state without a successor, the next walk begins. With one worker, the same seed makes the same
    walks.

    >>> found = scrump.random_walk(lambda n: [n + 1, 2 * n], 1, goal=lambda n: n % 100 == 99)
    >>> found.finding, found.path[0], found.path[-1] % 100
    ('goal', 1, 99)
    """
    check_functions({"successors": successors}, {"goal": goal, "encode": encode, "decode": decode})
    model = str(getattr(successors, "__qualname__", type(successors).__name__))
    found = _native.random_walk(
        model,
        successors,
        [initial, *more],
        goal=goal,
        invariants=named_functions("invariants", invariants),
        no_deadlocks=bool(no_deadlocks),
        encode=encode,
        decode=decode,
        options=_native.RandomWalkOptions(**joined(RandomWalkOptions, options, workers=1)),
    )
    return finished(RandomWalk(model=model, as_json=found.pop("json"), ended=time.time(), **found))
