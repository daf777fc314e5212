"""Functions of scrump.dd."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from ._native import Bdd

if TYPE_CHECKING:
    from .dd import BDD

Assignment = dict[str, bool]


class Function:
    """A Boolean function, with the methods and properties of dd's class of this name."""

    __slots__ = ("__weakref__", "_id", "_node", "bdd")

    def __init__(self, bdd: BDD, node: Bdd, number: int) -> None:
        self.bdd = bdd
        self._node = node
        self._id = number

    def __hash__(self) -> int:
        return hash(self._id)

    def __eq__(self, other: object) -> bool:
        return self.bdd is other.bdd and self._id == other._id if isinstance(other, Function) else NotImplemented

    def __bool__(self) -> bool:
        raise TypeError("a function has no truth value: use ==, or & | ~ instead of and, or, not")

    def __le__(self, other: Function) -> bool:
        return self.implies(other) == self.bdd.true

    def __lt__(self, other: Function) -> bool:
        return self != other and self <= other

    def __invert__(self) -> Function:
        return self.bdd._yielded(lambda _: ~self._node)

    def __and__(self, other: Function) -> Function:
        return self._with(other, lambda one, two: one & two)

    def __or__(self, other: Function) -> Function:
        return self._with(other, lambda one, two: one | two)

    def __xor__(self, other: Function) -> Function:
        return self._with(other, lambda one, two: one ^ two)

    def implies(self, other: Function) -> Function:
        """Implication of `other` by this function."""
        return self._with(other, lambda one, two: one.implies(two))

    def equiv(self, other: Function) -> Function:
        """Whether both functions have the same value."""
        return self._with(other, lambda one, two: ~(one ^ two))

    def let(self, **definitions: Function | str | bool) -> Function:
        """The function with other functions, variables or truth values in place of some variables, all at once."""
        return self.bdd.let(definitions, self)

    def exist(self, *variables: str) -> Function:
        """Whether the function holds for some values of these variables."""
        return self.bdd.exist(variables, self)

    def forall(self, *variables: str) -> Function:
        """Whether the function holds for all values of these variables."""
        return self.bdd.forall(variables, self)

    def pick(self, care_vars: Iterable[str] | None = None) -> Assignment | None:
        """An assignment that satisfies the function: see BDD.pick."""
        return self.bdd.pick(self, care_vars)

    def count(self, nvars: int | None = None) -> int:
        """Number of assignments that satisfy the function: see BDD.count."""
        return self.bdd.count(self, nvars)

    def to_expr(self) -> str:
        """A formula of the function, as nested `ite`."""
        return self.bdd.to_expr(self)

    @property
    def support(self) -> set[str]:
        """The variables on which the function depends."""
        return cast("set[str]", self.bdd.support(self))

    @property
    def level(self) -> int:
        """The level of the first of these; for a constant, the level below all variables."""
        return len(self.bdd._manager.names) if self.var is None else self.bdd.level_of_var(self.var)

    @property
    def var(self) -> str | None:
        """The first of these; None for a constant."""
        number = self.bdd._asked(lambda _: None if self._is_constant() else self._node.variable())
        return None if number is None else self.bdd._manager.names[number]

    @property
    def low(self) -> Function | None:
        """The function of the node where its variable is false; None for a constant."""
        return self._cofactor(lambda node: node.low())

    @property
    def high(self) -> Function | None:
        """The function of the node where its variable is true; None for a constant."""
        return self._cofactor(lambda node: node.high())

    @property
    def negated(self) -> bool:
        """Whether the function is the complement of its node, which holds if all variables are true."""
        size = len(self.bdd._manager.names)
        return not self.bdd._asked(lambda _: self._node([True] * size))

    @property
    def dag_size(self) -> int:
        """Number of nodes of the diagram, including the constant."""
        return len(self)

    def __len__(self) -> int:
        """Number of nodes of the diagram, including the constant."""
        return self.bdd._asked(lambda _: self._node.nodes()) + 1

    def __int__(self) -> int:
        """The number of the node; negative for its complement. It is another one's as soon as nobody has the function."""
        number = (self._id & (2**40 - 1)) + 1
        return -number if self.negated else number

    def __str__(self) -> str:
        return f"@{int(self)}"

    def __repr__(self) -> str:
        if self.bdd._manager._engine.ended is not None:
            return "<a function of a manager that has ended>"
        return f"<a function of {', '.join(sorted(self.support)) or 'nothing'}, {len(self)} nodes>"

    def _is_constant(self) -> bool:
        return self._node.is_true() or self._node.is_false()

    def _cofactor(self, part: Callable[[Bdd], Bdd]) -> Function | None:
        if self.bdd._asked(lambda _: self._is_constant()):
            return None
        negated = self.negated
        return self.bdd._yielded(lambda _: part(~self._node if negated else self._node))

    def _with(self, other: Function, operation: Callable[[Bdd, Bdd], Bdd]) -> Function:
        if not isinstance(other, Function):
            return NotImplemented
        two = self.bdd._node(other)
        return self.bdd._yielded(lambda _: operation(self._node, two))
