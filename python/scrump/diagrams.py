"""Boolean functions, and sets of states, as decision diagrams that all cores work on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, Generic, TypeVar, overload

from . import _native
from ._native import Bdd, FloatMtbdd, IntegerMtbdd, TransitionRelation, Zdd
from .diagram_options import DiagramOptions, native_diagrams
from .errors import UsageError
from .interrupts import finished
from .option_table import takes
from .results import WithoutTruth
from .unpack import Unpack

__all__ = ["Bdd", "Diagrams", "DiagramsResult", "FloatMtbdd", "IntegerMtbdd", "TransitionRelation", "Zdd", "run_diagrams"]

Value = TypeVar("Value")
State = TypeVar("State", bound=Hashable)
Step = Callable[[State, int, bool], State | None]


@dataclass(frozen=True)
class DiagramsResult(WithoutTruth, Generic[Value]):
    """Result of a program on decision diagrams."""

    status: str
    """How the program ended: "complete", "time-limit" or "cancelled" (Ctrl-C)."""
    value: Value | None
    """Value that the program returned; None if it was stopped."""
    diagrams: _native.DiagramStatistics = field(compare=False, repr=False)
    """Statistics of the nodes."""
    statistics: _native.Statistics = field(compare=False, repr=False)
    """Cost of the operations: seconds in all, tasks, steals, workers."""

    def _instead(self) -> str:
        return "complete says whether the program came to its end, and value what it returned"

    @property
    def complete(self) -> bool:
        """Whether the program ran to its end."""
        return self.status == "complete"


class Diagrams:
    """All decision diagrams of a program. Variables are numbers below 2^22 - 1, and at first ordered by these, 0 at the
    top.

    Sets of states are functions of even variables alone. This is not checked, since a check would take as long as some
    of the operations on them; results for other functions are meaningless.
    """

    def __init__(self, program: _native.DiagramProgram) -> None:
        self._program = program

    def yes(self) -> Bdd:
        """The function that always holds."""
        return self._program.yes()

    def no(self) -> Bdd:
        """The function that never holds."""
        return self._program.no()

    def variable(self, variable: int) -> Bdd:
        """The function whose value is that of a variable."""
        return self._program.variable(_variable(variable))

    def variables(self, *variables: int) -> tuple[Bdd, ...]:
        """The functions of several variables."""
        return tuple(map(self.variable, variables))

    def cube(self, variables: Iterable[int]) -> Bdd:
        """The cube of exactly these variables, for quantification over them."""
        return self._program.cube(variables)

    def node(self, variable: int, low: Bdd, high: Bdd) -> Bdd:
        """The node with two functions of variables at lower levels."""
        return self._program.node(_variable(variable), low, high)

    def count(self, function: Bdd, variables: Iterable[int]) -> int:
        """Exact number of assignments of these variables that satisfy the function; it must not depend on others."""
        return self._program.count(function, variables)

    def count_roughly(self, function: Bdd, variables: Iterable[int]) -> float:
        """Approximate number of these assignments, as a float; infinite if it exceeds the range of a float."""
        return self._program.count_roughly(function, variables)

    def pick(self, function: Bdd, variables: Iterable[int] | None = None) -> dict[int, bool] | None:
        """The first assignment that satisfies the function, in increasing order, the variable at the top first; None if
        none exists. Without variables, an assignment of those on which the function depends."""
        names = sorted(function.support() if variables is None else variables)
        found = self._program.pick(function, names)
        return None if found is None else dict(zip(names, found, strict=True))

    def sample(
        self, function: Bdd, count: int = 1, variables: Iterable[int] | None = None, *, seed: int = 0
    ) -> list[dict[int, bool]]:
        """Independent random assignments, each of those that satisfy the function with the same probability; none if
        none exists. Without variables, assignments of those on which the function depends. The same seed gives the same
        ones."""
        names = sorted(function.support() if variables is None else variables)
        drawn = self._program.sample(function, names, count, seed)
        return [dict(zip(names, values, strict=True)) for values in drawn]

    def each(self, function: Bdd, variables: Iterable[int] | None = None) -> Iterator[dict[int, bool]]:
        """All assignments that satisfy the function, in increasing order, the variable at the top first. Without
        variables, assignments of those on which the function depends; otherwise it must not depend on others. If the
        order of the variables changes in between, the next one raises UsageError."""
        support = function.support()
        names = sorted(support if variables is None else variables)
        missing = sorted({*support} - {*names})
        if missing:
            raise UsageError(f"the function depends on variable {missing[0]}, which is not among those given")
        if len({*names}) < len(names):
            raise UsageError("a variable of assignments is there twice; expected each once")
        return _assignments(self._program, function, sorted(names, key=self._program.level))

    def nodes(self, functions: Iterable[Bdd]) -> int:
        """Number of nodes of several functions together, each node counted once."""
        return self._program.nodes(functions)

    def dot(self, functions: Sequence[Bdd], names: Sequence[str] | None = None) -> str:
        """The diagrams in the language of Graphviz. Dashed edges are followed if a variable is false; edges with a dot
        are complemented."""
        titles = [f"f{place}" for place in range(len(functions))] if names is None else list(names)
        return self._program.dot(functions, titles)

    def family(self, sets: Iterable[Iterable[int]] = ()) -> Zdd:
        """The family of these sets of variables."""
        return self._program.family(sets)

    def power_set(self, elements: Iterable[int]) -> Zdd:
        """The family of all subsets of a set."""
        return self._program.power_set(elements)

    def models(self, function: Bdd, variables: Iterable[int] | Bdd | None = None) -> Zdd:
        """The sets of these variables, or of those of a cube, such that the function holds where exactly these are true.
        Without variables, of those on which the function depends."""
        return self._program.models(function, function.support() if variables is None else variables)

    def sets(self, family: Zdd) -> Iterator[tuple[int, ...]]:
        """All sets of a family, each in ascending order: those without the first element come before those with it, and
        so on."""
        return _sets(family, self.family([()]))

    def search_family(self, elements: Iterable[int], first: State, step: Step[State]) -> Zdd:
        """The family of the sets that steps from a first state accept, element by element (frontier-based search; Knuth's
        Simpath).

        `step(state, element, is_taken)` is the state after an element was taken or left out, or None if that leads to no
        set. After the last element, any state means that the set is in the family. Equal states are one node.
        """
        order = sorted(elements)
        if len({*order}) < len(order):
            raise UsageError("an element is there twice; expected each once")
        return _searched(self, order, first, step)

    @overload
    def number(self, value: int) -> IntegerMtbdd: ...
    @overload
    def number(self, value: float) -> FloatMtbdd: ...
    def number(self, value: float) -> IntegerMtbdd | FloatMtbdd:
        """The function that has a number as its value everywhere: an integer of 64 bits, or a float."""
        _expect_number(value)
        return self._program.constant(value)

    @overload
    def numbers(self, function: Bdd, then: int = 1, otherwise: int = 0) -> IntegerMtbdd: ...
    @overload
    def numbers(self, function: Bdd, then: float, otherwise: float = 0) -> FloatMtbdd: ...
    @overload
    def numbers(self, function: Bdd, then: IntegerMtbdd, otherwise: IntegerMtbdd) -> IntegerMtbdd: ...
    @overload
    def numbers(self, function: Bdd, then: FloatMtbdd, otherwise: FloatMtbdd) -> FloatMtbdd: ...
    def numbers(self, function: Bdd, then: Any = 1, otherwise: Any = 0) -> Any:
        """`then` where a function holds, `otherwise` elsewhere: functions to numbers, or numbers. These are floats if
        any of them is one."""
        if isinstance(then, IntegerMtbdd | FloatMtbdd):
            return self._program.choose(function, then, otherwise)
        _expect_number(then)
        _expect_number(otherwise)
        kind = int if isinstance(then, Integral) and isinstance(otherwise, Integral) else float
        return self._program.choose(function, self.number(kind(then)), self.number(kind(otherwise)))

    def successors(self, states: Bdd, by: TransitionRelation | Iterable[TransitionRelation]) -> Bdd:
        """The states to which a relation, or any of several, leads from some of `states`."""
        return self._program.successors(states, [by] if isinstance(by, TransitionRelation) else by)

    def predecessors(self, states: Bdd, by: TransitionRelation | Iterable[TransitionRelation]) -> Bdd:
        """The states from which a relation, or any of several, leads to some of `states`."""
        before = self.no()
        for each in [by] if isinstance(by, TransitionRelation) else by:
            before |= self._program.predecessors(states, each)
        return before

    def saturate(self, states: Bdd, by: Iterable[TransitionRelation]) -> Bdd:
        """All states that can be reached from these in any number of steps, by saturation."""
        return self._program.saturate(states, by)

    def reorder(
        self, *, converge: bool = False, keep_pairs: bool = False, max_growth: float = 1.2
    ) -> _native.ReorderStatistics:
        """Changes the order of the variables so that the held functions have few nodes (sifting; Rudell 1993).

        With `converge`, all variables are sifted again as long as that saves nodes. With `keep_pairs`, each state
        variable stays the neighbour of its next-state variable; otherwise operations on relations are refused
        afterwards. While a variable moves, the diagrams may have `max_growth` times the nodes of its best place so far.
        Families of sets need the given order: while one is held, UsageError is raised.
        """
        return self._program.reorder(converge, keep_pairs, max_growth)

    def set_order(self, variables: Iterable[int]) -> None:
        """Distributes the levels of these variables among them, the highest to the first. Given all variables, this is
        their order from the top down."""
        self._program.set_order([*variables])

    def reorder_automatically(self, growth: float | None = 2, *, first_nodes: int = 3000) -> None:
        """Reorders before operations whenever the held functions have `growth` times the nodes of the last time, and
        `first_nodes` at least; None: no more."""
        self._program.reorder_automatically(growth, first_nodes)

    def order(self) -> list[int]:
        """The variables from the top down, up to the largest one used. Others follow in ascending order."""
        return self._program.order()

    def level(self, variable: int) -> int:
        """Level of a variable, 0 at the top."""
        return self._program.level(_variable(variable))

    def collect(self) -> None:
        """Frees nodes that belong to no function. A full table does this by itself."""
        self._program.collect()

    def statistics(self) -> _native.DiagramStatistics:
        """Statistics of the nodes so far."""
        return self._program.statistics()


@takes(DiagramOptions)
def run_diagrams(program: Callable[[Diagrams], Value], **options: Unpack[DiagramOptions]) -> DiagramsResult[Value]:
    """Calls a function with a `Diagrams`, whose operations all workers carry out, and returns its result.

    The program itself is sequential, on a thread of its own. Functions (`Bdd`) may only be used there, and are valid
    until the program ends: later use raises UsageError. Exceptions of the program are raised here.

    >>> def program(diagrams):
    ...     a, b, c = diagrams.variables(0, 1, 2)
    ...     f = (a & ~b) | c
    ...     return diagrams.count(f, range(3)), f.nodes(), f.exists([2]).is_true()
    >>> scrump.run_diagrams(program).value
    (5, 3, True)
    """

    def called(of: _native.DiagramProgram) -> Value:
        value = program(Diagrams(of))
        if isinstance(value, Bdd | Zdd | IntegerMtbdd | FloatMtbdd | Diagrams | TransitionRelation):
            raise UsageError("a program cannot return decision diagrams, which end with it")
        return value

    return finished(DiagramsResult(**_native.run_diagrams(called, native_diagrams(**options))))


def _expect_number(value: Any) -> None:
    if not isinstance(value, Real):
        raise TypeError(f"{value!r} is not a number; expected an int or a float")
    if isinstance(value, Integral) and not -(2**63) <= int(value) < 2**63:
        raise UsageError(f"{value} does not fit into 64 bits")


def _variable(number: Any) -> int:
    if not isinstance(number, Integral) or not 0 <= int(number) < 2**32:
        raise UsageError(f"{number!r} is not a variable; expected numbers from 0 on")
    return int(number)


def _assignments(program: _native.DiagramProgram, function: Bdd, names: list[int]) -> Iterator[dict[int, bool]]:
    reorderings = program.reorderings()
    values = [False] * len(names)
    left = [(function, 0, False)]  # the rest of it, the number of variables with values, and the last of these
    while left:
        part, chosen, value = left.pop()
        if chosen > 0:
            values[chosen - 1] = value
        if part.is_false():
            continue
        if chosen == len(names):
            yield dict(zip(names, values, strict=True))
            if program.reorderings() != reorderings:
                raise UsageError("the order of the variables has changed in between; expected another each()")
            continue
        own = not part.is_true() and part.variable() == names[chosen]
        left.append((part.high() if own else part, chosen + 1, True))
        left.append((part.low() if own else part, chosen + 1, False))


def _sets(family: Zdd, unit: Zdd) -> Iterator[tuple[int, ...]]:
    left: list[tuple[Zdd, tuple[int, ...]]] = [(family, ())]
    while left:
        part, chosen = left.pop()
        if part.is_empty():
            continue
        if part == unit:
            yield chosen
            continue
        left.append((part.high(), (*chosen, part.variable())))
        left.append((part.low(), chosen))


def _searched(diagrams: Diagrams, elements: list[int], first: State, step: Step[State]) -> Zdd:
    states = [first]
    places: list[list[tuple[int, int]]] = []  # for each state, the numbers of the next ones from 1 on; 0: no set
    for element in elements:
        numbers: dict[State, int] = {}

        def number_of(state: State, element: int, is_taken: bool, numbers: dict[State, int] = numbers) -> int:
            after = step(state, element, is_taken)
            return 0 if after is None else numbers.setdefault(after, len(numbers) + 1)

        places.append([(number_of(each, element, False), number_of(each, element, True)) for each in states])
        states = [*numbers]
    empty, unit = diagrams.family(), diagrams.family([()])
    below = [empty, *(unit for _ in states)]
    for element, nodes in zip(reversed(elements), reversed(places), strict=True):
        below = [empty, *(diagrams._program.family_node(element, below[out], below[within]) for out, within in nodes)]
    return below[-1]
