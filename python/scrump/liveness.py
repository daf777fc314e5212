"""Formulas of linear temporal logic on models written in Python."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, TypeVar

from . import _native
from ._option_tables import LtlTable
from .errors import UsageError
from .exploration import check_functions, named_functions
from .interrupts import finished
from .option_table import Option, shown_by, takes
from .options import Watching, joined
from .progress import LtlLine
from .results import InLines, WithoutTruth, provenance
from .unpack import Unpack

State = TypeVar("State")


_FIGURES = (
    *("states", "transitions", "deadlocks", "pairs", "levels", "searches", "automaton_states", "automaton_edges"),
    *("acceptance_sets", "bytes", "seconds"),
)


class LtlOptions(LtlTable, Watching, total=False):
    """Options of a check of a formula: the keywords of `check_ltl`; each is optional."""

    progress: Annotated[
        bool | Callable[[_native.LtlProgress], object] | None,
        Option(
            None,
            "True: show a line on standard error; or a function that is called with the progress, and closed at "
            "the end if it has `close`",
            shown_by(_native.process, LtlLine),
        ),
    ]


@dataclass(frozen=True)
class Counterexample(Generic[State]):
    """A path on which a formula does not hold: it begins in an initial state, and never ends."""

    path: list[State]
    """States before the cycle, from an initial one on; may be empty."""
    cycle: list[State]
    """States that follow again and again; a deadlock is one state."""


@dataclass(frozen=True)
class CheckedFormula(WithoutTruth, InLines, Generic[State]):
    """Result of a check of a formula: whether it holds on all paths, or one on which it does not."""

    model: str
    """Name of the successor function."""
    formula: str
    """The formula."""
    status: str
    """How the check ended: "complete", "time-limit", "state-limit", "memory-limit" or "cancelled" (Ctrl-C)."""
    holds: bool | None
    """Whether the formula holds on all paths; None if the check was stopped before that was known."""
    counterexample: Counterexample[State] | None
    """A path on which the formula does not hold; None unless `holds` is False, and if no path that shows it came back to
    a state, as where states never end."""
    states: int
    """Number of visited states of the model."""
    transitions: int
    """Number of transitions from states whose successors are known."""
    deadlocks: int
    """Number of these states without a successor."""
    pairs: int = field(compare=False)
    """Number of visited pairs of a state and a state of the automaton."""
    levels: int = field(compare=False)
    """Largest distance of such a pair from an initial one."""
    searches: int = field(compare=False)
    """Number of searches for accepting cycles."""
    automaton_states: int = field(compare=False)
    """Number of states of the automaton for the negation of the formula."""
    automaton_edges: int = field(compare=False)
    """Number of its edges."""
    acceptance_sets: int = field(compare=False)
    """Number of its acceptance sets."""
    bytes: int = field(compare=False)
    """Memory for states and their steps, in bytes."""
    seconds: float = field(compare=False)
    """Duration of the check, in seconds."""
    ended: float = field(default=0, compare=False, repr=False)
    """Time when the check ended, in seconds since 1970."""

    def _instead(self) -> str:
        return "holds says whether the formula holds, or None if that is not known"

    @property
    def complete(self) -> bool:
        """Whether it is known whether the formula holds."""
        return self.status == "complete"

    @property
    def problem(self) -> str:
        """Name of the problem."""
        return "check_ltl"

    def to_dict(self) -> dict[str, Any]:
        """The result as values that JSON has; states are shown as text."""
        found: dict[str, Any] = {"problem": self.problem, "instance": {"model": self.model, "formula": self.formula}}
        found |= {"status": "complete" if self.complete else "stopped", "holds": self.holds}
        if not self.complete:
            found["stopped_by"] = self.status
        if self.counterexample is not None:
            found["path"] = [repr(each) for each in self.counterexample.path]
            found["cycle"] = [repr(each) for each in self.counterexample.cycle]
        return found | {name: getattr(self, name) for name in _FIGURES} | provenance(self.ended)

    def to_json(self) -> str:
        """The same object as text."""
        return json.dumps(self.to_dict())

    def _title(self) -> str:
        return f"{self.problem} {self.model}"

    def _lines(self) -> list[tuple[str, str]]:
        answer = {True: "yes", False: "no", None: "not known"}[self.holds]
        lines = [("formula", self.formula), ("holds", answer)]
        if self.counterexample is not None:
            path, cycle = len(self.counterexample.path), self.counterexample.cycle
            lines.append(("violated", f"after {path} states, a cycle of {len(cycle)} from {cycle[0]!r:.200}"))
        lines += [("states", f"{self.states}"), ("transitions", f"{self.transitions}"), ("status", self.status)]
        return [*lines, ("cost", f"{self.seconds:.3f} s, {self.bytes} bytes")]


@takes(LtlOptions, workers=1)
def check_ltl(
    successors: Callable[[State], Iterable[State]],
    initial: State,
    formula: str,
    propositions: Mapping[str, Callable[[State], object]] | None = None,
    *,
    steps: Mapping[str, Callable[[State, State], object]] | None = None,
    more: Iterable[State] = (),
    encode: Callable[[State], Any] | None = None,
    decode: Callable[[Any], State] | None = None,
    **options: Unpack[LtlOptions],
) -> CheckedFormula[State]:
    """Checks whether a formula of linear temporal logic holds on all paths of a model, or finds one on which it does
    not.

    `successors`, `initial`, `encode` and `decode` are those of `explore`; `more`: further initial states. A path that
    ends in a deadlock stays there for ever.

    `formula`: `G` (always), `F` (eventually), `X` (next), `U` (until), `R` (release), `W` (weak until), `!`, `&&`, `||`,
    `->` and `<->` over names. Fairness is a part of it: `(F G able -> G F done) -> …` for weak fairness, and
    `(G F able -> G F done) -> …` for strong fairness.

    `propositions`: by their names, functions that say whether something holds in a state. `steps`: likewise, of a step
    from a state to the next one. The check takes place in one process.

    >>> def door(state):
    ...     return {"shut": ["open"], "open": ["open", "shut"]}[state]
    >>> found = scrump.check_ltl(door, "shut", "G (open -> F shut)", {each: each.__eq__ for each in ("open", "shut")})
    >>> found.holds, found.counterexample
    (False, Counterexample(path=['shut'], cycle=['open']))
    """
    check_functions({"successors": successors}, {"encode": encode, "decode": decode})
    if not isinstance(formula, str):
        raise UsageError(f"formula={formula!r}; expected a text such as 'G (asked -> F answered)'")
    model = str(getattr(successors, "__qualname__", type(successors).__name__))
    how = _native.LtlOptions(**joined(LtlOptions, options, workers=1))
    found = _native.check_ltl(
        successors,
        [initial, *more],
        formula,
        named_functions("propositions", propositions),
        named_functions("steps", steps),
        encode=encode,
        decode=decode,
        options=how,
    )
    path, cycle = found.pop("path"), found.pop("cycle")
    counterexample = None if cycle is None else Counterexample(path, cycle)
    return finished(
        CheckedFormula(model=model, formula=formula, counterexample=counterexample, ended=time.time(), **found)
    )
