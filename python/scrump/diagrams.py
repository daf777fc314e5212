"""Functions of truth values, and sets of states, as decision diagrams that all cores work on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Generic, TypeVar

from . import _native
from ._native import Bdd, TransitionRelation
from .diagram_options import DiagramOptions, native_diagrams
from .errors import UsageError
from .interrupts import finished
from .option_table import takes
from .results import WithoutTruth
from .unpack import Unpack

__all__ = ["Bdd", "Diagrams", "DiagramsResult", "TransitionRelation", "run_diagrams"]

Value = TypeVar("Value")


@dataclass(frozen=True)
class DiagramsResult(WithoutTruth, Generic[Value]):
    """How a program on decision diagrams ended, and its result."""

    status: str
    """"complete", "time-limit" or "cancelled" (Ctrl-C)."""
    value: Value | None
    """What the program returned; None of one that was stopped."""
    diagrams: _native.DiagramStatistics = field(compare=False, repr=False)
    """What became of nodes."""
    statistics: _native.Statistics = field(compare=False, repr=False)
    """What the operations cost: seconds in all, tasks, steals, workers."""

    def _instead(self) -> str:
        return "complete says whether the program came to its end, and value what it returned"

    @property
    def complete(self) -> bool:
        """Whether the program came to its end."""
        return self.status == "complete"


class Diagrams:
    """All decision diagrams of a program. Variables are numbers below 2^22 - 1, and ordered by these, 0 at the top.

    Sets of states are functions of even variables alone. That is not looked at, as it would take as long as some of the
    operations on them; what comes of others means nothing.
    """

    def __init__(self, program: _native.DiagramProgram) -> None:
        self._program = program

    def yes(self) -> Bdd:
        """What always holds."""
        return self._program.yes()

    def no(self) -> Bdd:
        """What never holds."""
        return self._program.no()

    def variable(self, variable: int) -> Bdd:
        """The function that is the value of a variable."""
        return self._program.variable(_variable(variable))

    def variables(self, *variables: int) -> tuple[Bdd, ...]:
        """Several of these."""
        return tuple(map(self.variable, variables))

    def cube(self, variables: Iterable[int]) -> Bdd:
        """All of these variables and no other: what is quantified over."""
        return self._program.cube(variables)

    def node(self, variable: int, low: Bdd, high: Bdd) -> Bdd:
        """The node of two functions of later variables."""
        return self._program.node(_variable(variable), low, high)

    def count(self, function: Bdd, variables: Iterable[int]) -> int:
        """How many assignments of these variables satisfy it, exactly; it must depend on no others."""
        return self._program.count(function, variables)

    def count_roughly(self, function: Bdd, variables: Iterable[int]) -> float:
        """About how many assignments satisfy it, as a float; infinite beyond its range."""
        return self._program.count_roughly(function, variables)

    def pick(self, function: Bdd, variables: Iterable[int] | None = None) -> dict[int, bool] | None:
        """The first assignment that satisfies it, in increasing order; None if there is none. Of the variables that it
        depends on, if none are given."""
        names = sorted(function.support() if variables is None else variables)
        found = self._program.pick(function, names)
        return None if found is None else dict(zip(names, found, strict=True))

    def each(self, function: Bdd, variables: Iterable[int] | None = None) -> Iterator[dict[int, bool]]:
        """All assignments that satisfy it, in increasing order. Of the variables that it depends on, if none are given;
        else it must depend on no others."""
        support = function.support()
        names = sorted(support if variables is None else variables)
        missing = sorted({*support} - {*names})
        if missing:
            raise UsageError(f"the function depends on variable {missing[0]}, which is not among those of assignments")
        if len({*names}) < len(names):
            raise UsageError("a variable of assignments is there twice; expected each once")
        return _assignments(function, names)

    def nodes(self, functions: Iterable[Bdd]) -> int:
        """Nodes that several functions have together, each once."""
        return self._program.nodes(functions)

    def dot(self, functions: Sequence[Bdd], names: Sequence[str] | None = None) -> str:
        """Their diagrams in the language of Graphviz. Dashed edges lead to where a variable is false; those with a dot
        are complemented."""
        titles = [f"f{place}" for place in range(len(functions))] if names is None else list(names)
        return self._program.dot(functions, titles)

    def successors(self, states: Bdd, by: TransitionRelation | Iterable[TransitionRelation]) -> Bdd:
        """The states that a relation, or any of several, leads to from some."""
        return self._program.successors(states, [by] if isinstance(by, TransitionRelation) else by)

    def predecessors(self, states: Bdd, by: TransitionRelation | Iterable[TransitionRelation]) -> Bdd:
        """The states from which a relation, or any of several, leads to some."""
        before = self.no()
        for each in [by] if isinstance(by, TransitionRelation) else by:
            before |= self._program.predecessors(states, each)
        return before

    def saturate(self, states: Bdd, by: Iterable[TransitionRelation]) -> Bdd:
        """All states that these lead to in any number of steps, by saturation."""
        return self._program.saturate(states, by)

    def collect(self) -> None:
        """Frees nodes that no function has. It is done by itself when the table is full."""
        self._program.collect()

    def statistics(self) -> _native.DiagramStatistics:
        """What became of nodes so far."""
        return self._program.statistics()


@takes(DiagramOptions)
def run_diagrams(program: Callable[[Diagrams], Value], **options: Unpack[DiagramOptions]) -> DiagramsResult[Value]:
    """Calls a function with a `Diagrams`, whose operations all workers carry out, and returns what it returns.

    The program itself is one sequence, on a thread of its own. Functions (`Bdd`) are used there alone, and last as long
    as the program: what is used later raises UsageError. What the program raises comes out.

    >>> def program(diagrams):
    ...     a, b, c = diagrams.variables(0, 1, 2)
    ...     f = (a & ~b) | c
    ...     return diagrams.count(f, range(3)), f.nodes(), f.exists([2]).is_true()
    >>> scrump.run_diagrams(program).value
    (5, 3, True)
    """

    def called(of: _native.DiagramProgram) -> Value:
        value = program(Diagrams(of))
        if isinstance(value, Bdd | Diagrams | TransitionRelation):
            raise UsageError("a program cannot return decision diagrams, which end with it")
        return value

    return finished(DiagramsResult(**_native.run_diagrams(called, native_diagrams(**options))))


def _variable(number: Any) -> int:
    if not isinstance(number, Integral) or not 0 <= int(number) < 2**32:
        raise UsageError(f"{number!r} is no variable; expected numbers from 0 on")
    return int(number)


def _assignments(function: Bdd, names: list[int]) -> Iterator[dict[int, bool]]:
    values = [False] * len(names)
    left = [(function, 0, False)]  # what remains of it, after the values of how many variables, and the last of these
    while left:
        part, chosen, value = left.pop()
        if chosen > 0:
            values[chosen - 1] = value
        if part.is_false():
            continue
        if chosen == len(names):
            yield dict(zip(names, values, strict=True))
            continue
        own = not part.is_true() and part.variable() == names[chosen]
        left.append((part.high() if own else part, chosen + 1, True))
        left.append((part.low() if own else part, chosen + 1, False))
