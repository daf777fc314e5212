"""Decision diagrams that live as long as their manager, such as between the cells of a notebook, with named variables
and expressions as text."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from . import _native
from ._native import Bdd
from .diagram_engine import DiagramEngine
from .diagram_options import DiagramOptions
from .diagrams import Diagrams
from .errors import UsageError
from .expressions import evaluate, is_name
from .option_table import takes
from .unpack import Unpack

__all__ = ["DiagramManager", "NamedBdd"]

Value = TypeVar("Value")
Names = str | Iterable[str]


class DiagramManager:
    """All decision diagrams of a notebook or a program, with variables that have names.

    >>> manager = scrump.DiagramManager("a", "b", "c")
    >>> f = manager.add_expr("a & ~b | c")
    >>> f.count(), f.support(), f == ~manager.add_expr("~c & (b | ~a)")
    (5, ['a', 'b', 'c'], True)
    >>> f.exists("c").is_true(), f(a=True, b=True, c=False)
    (True, False)
    >>> manager.close()

    All workers carry out the operations. Other threads of Python may run meanwhile, and may also request operations,
    which are carried out one after another. Ctrl-C ends the wait for an operation, which continues; `close()` ends the
    operation and the manager, and so does a `with` statement, or the end of the program. A manager is for a single
    process: under mpirun use `run_diagrams`.
    """

    @takes(DiagramOptions)
    def __init__(self, *names: str, **options: Unpack[DiagramOptions]) -> None:
        self._engine = DiagramEngine(**options)
        self._end = weakref.finalize(self, self._engine.close, wait=False)
        self._end.atexit = False  # the engine is closed earlier, while the threads that this needs still exist
        self._number: dict[str, int] = {}
        self.declare(*names)

    def declare(self, *names: str) -> None:
        """Adds variables, in this order after the others. Existing ones keep their places."""
        for name in names:
            if not isinstance(name, str) or not is_name(name):
                raise UsageError(
                    f"{name!r} cannot be the name of a variable; expected a letter or _, then letters, digits, _ and ."
                )
        for name in names:
            self._number.setdefault(name, len(self._number))

    @property
    def names(self) -> list[str]:
        """The names of all variables, in the order of their declaration."""
        return [*self._number]

    def add_expr(self, expression: str) -> NamedBdd:
        r"""The function that an expression denotes.

        Operators, from the weakest to the strongest: `<=>`, `=>`, then `|` (also `||`, `\/`) and `^`, then `&` (also
        `&&`, `/\`), then `~` (also `!`). There are `ite(a, b, c)`, `TRUE` and `FALSE`, and the quantifiers `\E x, y: f`
        and `\A x: f`, which extend as far as possible. A chain of `=>`, and `|` beside `^`, need parentheses.
        """
        return self._yielded(lambda diagrams: evaluate(expression, DiagramAlgebra(self, diagrams)))

    def var(self, name: str) -> NamedBdd:
        """The function whose value is that of a variable."""
        number = self._numbered(name)
        return self._yielded(lambda diagrams: diagrams.variable(number))

    def yes(self) -> NamedBdd:
        """The function that is always true."""
        return self._yielded(lambda diagrams: diagrams.yes())

    def no(self) -> NamedBdd:
        """The function that is never true."""
        return self._yielded(lambda diagrams: diagrams.no())

    def cube(self, values: Mapping[str, object] | Iterable[str]) -> NamedBdd:
        """The conjunction of variables, or of the true variables and the negations of the false ones."""
        given = dict(values) if isinstance(values, Mapping) else dict.fromkeys(_listed(values), True)
        literals = {self._numbered(name): bool(value) for name, value in given.items()}

        def made(diagrams: Diagrams) -> Bdd:
            cube = diagrams.yes()
            for number in sorted(literals, key=diagrams.level, reverse=True):  # from the bottom up takes least time
                variable = diagrams.variable(number)
                cube &= variable if literals[number] else ~variable
            return cube

        return self._yielded(made)

    def count(self, function: NamedBdd, names: Names | None = None) -> int:
        """Exact number of assignments of these variables that satisfy the function; it must not depend on others.
        Without variables, the number of assignments of those on which it depends."""
        given = self._optional(names)

        def counted(diagrams: Diagrams) -> int:
            of = function._of(self)
            return diagrams.count(of, of.support() if given is None else given)

        return self._carry_out(counted)

    def pick(self, function: NamedBdd, names: Names | None = None) -> dict[str, bool] | None:
        """The first assignment that satisfies the function; None if none exists. Without variables, an assignment of
        those on which the function depends."""
        given = self._optional(names)
        found = self._carry_out(lambda diagrams: diagrams.pick(function._of(self), given))
        return None if found is None else self._named(found)

    def sample(
        self, function: NamedBdd, count: int = 1, names: Names | None = None, *, seed: int = 0
    ) -> list[dict[str, bool]]:
        """Independent random assignments, each of those that satisfy the function with the same probability; none if
        none exists. Without variables, assignments of those on which the function depends."""
        given = self._optional(names)
        drawn = self._carry_out(lambda diagrams: diagrams.sample(function._of(self), count, given, seed=seed))
        return [self._named(each) for each in drawn]

    def each(self, function: NamedBdd, names: Names | None = None) -> Iterator[dict[str, bool]]:
        """All assignments that satisfy the function, in increasing order. Without variables, assignments of those on
        which the function depends."""
        given = self._optional(names)
        assignments = self._carry_out(lambda diagrams: diagrams.each(function._of(self), given))
        while (found := self._carry_out(lambda _: next(assignments, None))) is not None:
            yield self._named(found)

    def let(self, definitions: Mapping[str, NamedBdd | str | bool], function: NamedBdd) -> NamedBdd:
        """The function with other functions, variables or truth values in place of some variables, all at once."""
        by = {self._numbered(name): value for name, value in definitions.items()}

        def composed(diagrams: Diagrams) -> Bdd:
            def made(value: NamedBdd | str | bool) -> Bdd:
                if isinstance(value, NamedBdd):
                    return value._of(self)
                if isinstance(value, str):
                    return diagrams.variable(self._numbered(value))
                return diagrams.yes() if value else diagrams.no()

            return function._of(self).compose({number: made(value) for number, value in by.items()})

        return self._yielded(composed)

    def dot(self, functions: Mapping[str, NamedBdd] | Sequence[NamedBdd]) -> str:
        """The diagrams in the language of Graphviz, with the numbers of variables, from 0 in the order of `names`."""
        titles = [*functions] if isinstance(functions, Mapping) else None
        some = [*functions.values()] if isinstance(functions, Mapping) else [*functions]
        return self._carry_out(lambda diagrams: diagrams.dot([each._of(self) for each in some], titles))

    def nodes(self, functions: Iterable[NamedBdd]) -> int:
        """Number of nodes of several functions together, each node counted once."""
        some = [*functions]
        return self._carry_out(lambda diagrams: diagrams.nodes([each._of(self) for each in some]))

    def run(self, program: Callable[..., Any], *functions: NamedBdd) -> Any:
        """Calls `program(diagrams, …)` with the `Diagrams` of this manager and functions as `Bdd`, for operations
        without a method here. Variables are numbers there, from 0 in the order of `names`. A `Bdd` that it returns
        becomes a function of this manager again."""

        def called(diagrams: Diagrams) -> Any:
            found = program(diagrams, *(each._of(self) for each in functions))
            return NamedBdd(self, found) if isinstance(found, Bdd) else found

        return self._carry_out(called)

    def reorder(self, *, converge: bool = False, max_growth: float = 1.2) -> _native.ReorderStatistics:
        """Changes the order of the variables so that the functions have few nodes: see Diagrams.reorder."""
        return self._carry_out(lambda diagrams: diagrams.reorder(converge=converge, max_growth=max_growth))

    def set_order(self, names: Names) -> None:
        """Distributes the levels of these variables among them: see Diagrams.set_order."""
        numbers = self._numbers(names)
        self._carry_out(lambda diagrams: diagrams.set_order(numbers))

    def reorder_automatically(self, growth: float | None = 2, *, first_nodes: int = 3000) -> None:
        """Reorders whenever the functions have become large: see Diagrams.reorder_automatically."""
        self._carry_out(lambda diagrams: diagrams.reorder_automatically(growth, first_nodes=first_nodes))

    def order(self) -> list[str]:
        """The names of all variables, from the top down."""
        found, names = self._carry_out(lambda diagrams: diagrams.order()), self.names
        return [names[number] for number in found if number < len(names)] + names[len(found) :]

    def collect(self) -> None:
        """Frees nodes that no function uses. It is done automatically when the table is full."""
        self._carry_out(lambda diagrams: diagrams.collect())

    def statistics(self) -> _native.DiagramStatistics:
        """Statistics of the table of nodes so far."""
        return self._carry_out(lambda diagrams: diagrams.statistics())

    def close(self) -> None:
        """Ends the manager, and any running operation. Its functions can no longer be used."""
        self._end.detach()
        self._engine.close()

    def __enter__(self) -> DiagramManager:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = "" if self._engine.ended is None else f", ended: {self._engine.ended}"
        return f"<diagrams of {len(self._number)} variables{state}>"

    def _carry_out(self, operation: Callable[[Diagrams], Value]) -> Value:
        return self._engine.carry_out(operation)

    def _yielded(self, operation: Callable[[Diagrams], Bdd]) -> NamedBdd:
        return NamedBdd(self, self._carry_out(operation))

    def _numbered(self, name: Any) -> int:
        number = self._number.get(name) if isinstance(name, str) else None
        if number is None:
            near = get_close_matches(name, self._number, 1, 0.6) if isinstance(name, str) else []
            meant = f"; did you mean {near[0]!r}?" if near else "; expected one that was declared"
            raise UsageError(f"there is no variable {name!r}{meant}")
        return number

    def _numbers(self, names: Names) -> list[int]:
        return [self._numbered(name) for name in _listed(names)]

    def _optional(self, names: Names | None) -> list[int] | None:
        return None if names is None else self._numbers(names)

    def _named(self, assignment: Mapping[int, bool]) -> dict[str, bool]:
        names = self.names
        return {names[number]: value for number, value in assignment.items()}


def _listed(names: Names) -> list[str]:
    """The names as a list; a single name becomes a list of one."""
    return [names] if isinstance(names, str) else [*names]


class NamedBdd:
    """A function of the variables of a manager. It has no truth value of its own, so that `and`, `or` and `not` are not
    mistaken for operations, and no hash."""

    __slots__ = ("__weakref__", "_function", "manager")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, manager: DiagramManager, function: Bdd) -> None:
        self.manager = manager
        self._function = function

    def __and__(self, other: NamedBdd) -> NamedBdd:
        return self._with(other, lambda one, two: one & two)

    def __or__(self, other: NamedBdd) -> NamedBdd:
        return self._with(other, lambda one, two: one | two)

    def __xor__(self, other: NamedBdd) -> NamedBdd:
        return self._with(other, lambda one, two: one ^ two)

    def __invert__(self) -> NamedBdd:
        return self._yielded(lambda function: ~function)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NamedBdd):
            return NotImplemented
        return self._asked(lambda function: bool(function == other._of(self.manager)))

    def __bool__(self) -> bool:
        raise TypeError("a function has no truth value: use is_true(), ==, or & | ~ instead of and, or, not")

    def implies(self, other: NamedBdd) -> NamedBdd:
        """Implication of `other` by this function."""
        return self._with(other, lambda one, two: one.implies(two))

    def ite(self, then: NamedBdd, otherwise: NamedBdd) -> NamedBdd:
        """`then` where this function holds, `otherwise` elsewhere."""
        return self._yielded(lambda function: function.ite(then._of(self.manager), otherwise._of(self.manager)))

    def exists(self, names: Names) -> NamedBdd:
        """Whether the function holds for some values of these variables."""
        numbers = self.manager._numbers(names)
        return self._yielded(lambda function: function.exists(numbers))

    def for_all(self, names: Names) -> NamedBdd:
        """Whether the function holds for all values of these variables."""
        numbers = self.manager._numbers(names)
        return self._yielded(lambda function: function.for_all(numbers))

    def and_exists(self, other: NamedBdd, names: Names) -> NamedBdd:
        """`(self & other).exists(names)`, without the intermediate diagram."""
        numbers = self.manager._numbers(names)
        return self._yielded(lambda function: function.and_exists(other._of(self.manager), numbers))

    def let(self, **definitions: NamedBdd | str | bool) -> NamedBdd:
        """The function with other functions, variables or truth values in place of some variables, all at once."""
        return self.manager.let(definitions, self)

    def is_true(self) -> bool:
        """Whether the function always holds."""
        return self._asked(lambda function: function.is_true())

    def is_false(self) -> bool:
        """Whether the function never holds."""
        return self._asked(lambda function: function.is_false())

    def support(self) -> list[str]:
        """The variables on which the function depends, in their order."""
        names = self.manager.names
        return [names[number] for number in self._asked(lambda function: function.support())]

    def nodes(self) -> int:
        """Number of nodes of the diagram, without the constant."""
        return self._asked(lambda function: function.nodes())

    def variable(self) -> str:
        """The first variable on which the function depends. Raises Error for a constant."""
        return self.manager.names[self._asked(lambda function: function.variable())]

    def low(self) -> NamedBdd:
        """The function where its first variable is false."""
        return self._yielded(lambda function: function.low())

    def high(self) -> NamedBdd:
        """The function where its first variable is true."""
        return self._yielded(lambda function: function.high())

    def count(self, names: Names | None = None) -> int:
        """Number of assignments that satisfy the function: see DiagramManager.count."""
        return self.manager.count(self, names)

    def pick(self, names: Names | None = None) -> dict[str, bool] | None:
        """The first assignment that satisfies the function: see DiagramManager.pick."""
        return self.manager.pick(self, names)

    def sample(self, count: int = 1, names: Names | None = None, *, seed: int = 0) -> list[dict[str, bool]]:
        """Random assignments that satisfy the function: see DiagramManager.sample."""
        return self.manager.sample(self, count, names, seed=seed)

    def each(self, names: Names | None = None) -> Iterator[dict[str, bool]]:
        """All assignments that satisfy the function: see DiagramManager.each."""
        return self.manager.each(self, names)

    def __call__(self, assignment: Mapping[str, object] | None = None, **values: object) -> bool:
        """Value of the function, given the values of variables by a dict or keywords."""
        given = {**(assignment or {}), **values}
        numbers = {self.manager._numbered(name): bool(value) for name, value in given.items()}
        missing = [name for name in self.support() if name not in given]
        if missing:
            raise UsageError(f"the function depends on {missing[0]!r}, which has no value")
        return self._asked(lambda function: function(numbers))

    def __repr__(self) -> str:
        if self.manager._engine.ended is not None:
            return "<a function of a manager that has ended>"
        nodes, support = self.nodes(), self.support()
        return f"<a function of {', '.join(support) or 'nothing'}, {nodes} node{'s' if nodes != 1 else ''}>"

    def _of(self, manager: DiagramManager) -> Bdd:
        if manager is not self.manager:
            raise UsageError("functions of two managers cannot be combined")
        return self._function

    def _asked(self, question: Callable[[Bdd], Value]) -> Value:
        return self.manager._carry_out(lambda _: question(self._function))

    def _yielded(self, operation: Callable[[Bdd], Bdd]) -> NamedBdd:
        return NamedBdd(self.manager, self._asked(operation))

    def _with(self, other: NamedBdd, operation: Callable[[Bdd, Bdd], Bdd]) -> NamedBdd:
        if not isinstance(other, NamedBdd):
            return NotImplemented
        return self._yielded(lambda function: operation(function, other._of(self.manager)))


class DiagramAlgebra:
    """Operators of expressions, on diagrams."""

    def __init__(self, manager: DiagramManager, diagrams: Diagrams) -> None:
        self._manager, self._diagrams = manager, diagrams

    def constant(self, value: bool) -> Bdd:
        return self._diagrams.yes() if value else self._diagrams.no()

    def variable(self, name: str) -> Bdd:
        return self._diagrams.variable(self._manager._numbered(name))

    def negated(self, value: Bdd) -> Bdd:
        return ~value

    def both(self, one: Bdd, other: Bdd) -> Bdd:
        return one & other

    def either(self, one: Bdd, other: Bdd) -> Bdd:
        return one | other

    def one_of(self, one: Bdd, other: Bdd) -> Bdd:
        return one ^ other

    def implied(self, one: Bdd, other: Bdd) -> Bdd:
        return one.implies(other)

    def without(self, one: Bdd, other: Bdd) -> Bdd:
        return one & ~other

    def chosen(self, by: Bdd, one: Bdd, other: Bdd) -> Bdd:
        return by.ite(one, other)

    def exists(self, names: Sequence[str], value: Bdd) -> Bdd:
        return value.exists(self._manager._numbers(names))

    def for_all(self, names: Sequence[str], value: Bdd) -> Bdd:
        return value.for_all(self._manager._numbers(names))
