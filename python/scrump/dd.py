"""The interface of dd (https://github.com/tulip-control/dd) to Scrump's decision diagrams: instead of
`from dd.autoref import BDD` or `from dd.cudd import BDD`, a program says `from scrump.dd import BDD`.

>>> from scrump.dd import BDD
>>> bdd = BDD()
>>> bdd.declare("x", "y", "z")
>>> u = bdd.add_expr(r"(x /\\ y) \\/ ~z")
>>> bdd.let({"x": True, "y": "z"}, u) == bdd.true, u.count(), bdd.to_expr(u.exist("x", "z"))
(True, 5, 'TRUE')
>>> bdd.close()

All workers carry out the operations. Variables keep the order in which they are declared. `dump` and `load` know dd's
JSON files, and the DDDMP files of CUDD in text form.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from os import PathLike
from pathlib import Path
from typing import TypeVar, cast

from . import _native
from ._native import Bdd
from .dd_relations import and_exists, copy_bdd, copy_vars, image, or_forall, preimage
from .diagram_files import READERS, WRITERS, FunctionFile, expression, type_of, with_regular_highs
from .diagram_options import DiagramOptions
from .diagrams import Diagrams
from .errors import UsageError
from .expressions import DD_OPERATORS, evaluate
from .manager import DiagramAlgebra, DiagramManager
from .option_table import takes
from .unpack import Unpack

__all__ = ["BDD", "Function", "and_exists", "copy_bdd", "copy_vars", "image", "or_forall", "preimage"]

Value = TypeVar("Value")
Assignment = dict[str, bool]
Functions = dict[str, "Function"] | list["Function"]

_logger = logging.getLogger(__name__)


class BDD:
    """Binary decision diagrams of named variables, with the methods of dd's class of this name."""

    @takes(DiagramOptions)
    def __init__(self, levels: Mapping[str, int] | None = None, **options: Unpack[DiagramOptions]) -> None:
        self._manager = DiagramManager(**options)
        for name, level in sorted((levels or {}).items(), key=lambda each: each[1]):
            self.add_var(name, level)

    def close(self) -> None:
        """Ends the workers. The functions can no longer be used."""
        self._manager.close()

    def __enter__(self) -> BDD:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Number of nodes, including those that no function uses any more and that are not collected yet."""
        return self._manager.statistics().nodes

    def __contains__(self, u: object) -> bool:
        """Whether a function belongs to these diagrams."""
        return isinstance(u, Function) and u.bdd is self

    # --- Variables

    @property
    def vars(self) -> dict[str, int]:
        """The level of each variable; 0 is at the top."""
        return {name: level for level, name in enumerate(self._manager.names)}

    @property
    def var_levels(self) -> dict[str, int]:
        """The level of each variable; 0 is at the top."""
        return self.vars

    def declare(self, *variables: str) -> None:
        """Adds variables below the others. Existing ones keep their places."""
        self._manager.declare(*variables)

    def add_var(self, var: str, level: int | None = None) -> int:
        """Adds a variable below the others, and returns its level. A given level must be that one."""
        known = self.vars
        found = known.get(var, len(known))
        if level is not None and level != found:
            raise UsageError(f"{var!r} cannot be at level {level}; its level is {found}")
        self.declare(var)
        return found

    def var(self, var: str) -> Function:
        """The function whose value is that of a variable."""
        number = self._manager._numbered(var)
        return self._yielded(lambda diagrams: diagrams.variable(number))

    def var_at_level(self, level: int) -> str:
        """The variable at a level."""
        names = self._manager.names
        if not 0 <= level < len(names):
            raise UsageError(f"there is no level {level}; expected 0 to {len(names) - 1}")
        return names[level]

    def level_of_var(self, var: str) -> int:
        """The level of a variable."""
        return self._manager._numbered(var)

    # --- Functions

    @property
    def true(self) -> Function:
        """The function that always holds."""
        return self._yielded(lambda diagrams: diagrams.yes())

    @property
    def false(self) -> Function:
        """The function that never holds."""
        return self._yielded(lambda diagrams: diagrams.no())

    def add_expr(self, expr: str) -> Function:
        """The function that a formula denotes, in dd's syntax and with its precedences."""
        return self._yielded(lambda diagrams: evaluate(expr, DiagramAlgebra(self._manager, diagrams), dd=True))

    def to_expr(self, u: Function) -> str:
        """A formula of the function, as nested `ite`."""
        nodes, roots = self._stored([u])
        return expression(self._manager.names, nodes, roots[0])

    def cube(self, dvars: Mapping[str, bool] | Iterable[str]) -> Function:
        """The conjunction of variables, or of the true variables and the negations of the false ones."""
        cube = self._manager.cube(dvars)
        return self._yielded(lambda _: cube._function)

    def apply(self, op: str, u: Function, v: Function | None = None, w: Function | None = None) -> Function:
        r"""The result of an operator, such as `"and"`, `"|"`, `"=>"` or `"ite"`. `"\A"` and `"\E"` quantify the variables
        of `u` in `v`."""
        operands = [each for each in (u, v, w) if each is not None]
        expected = 1 if op in ("~", "not", "!") else 3 if op == "ite" else 2
        if expected == 2 and op not in DD_OPERATORS:
            raise UsageError(f"there is no operator {op!r}; expected one such as 'and', '|', '=>' or 'ite'")
        if len(operands) != expected:
            raise UsageError(f"{op!r} has {expected} operands, not {len(operands)}")
        if expected != 2:
            return ~u if expected == 1 else self.ite(*operands)
        name, other = DD_OPERATORS[op], operands[1]
        if name in ("forall", "exists"):
            return self.quantify(other, u.support, forall=name == "forall")
        return {
            "and": lambda: u & other,
            "or": lambda: u | other,
            "xor": lambda: u ^ other,
            "implies": lambda: u.implies(other),
            "equiv": lambda: u.equiv(other),
            "diff": lambda: u & ~other,
        }[name]()

    def ite(self, g: Function, u: Function, v: Function) -> Function:
        """`u` where `g` holds, `v` elsewhere."""
        test, then, otherwise = (self._node(each) for each in (g, u, v))
        return self._yielded(lambda _: test.ite(then, otherwise))

    def find_or_add(self, var: str, low: Function, high: Function) -> Function:
        """`high` where a variable holds, `low` elsewhere."""
        return self.ite(self.var(var), high, low)

    def exist(self, variables: Iterable[str], u: Function) -> Function:
        """Whether the function holds for some values of these variables."""
        return self.quantify(u, variables)

    def forall(self, variables: Iterable[str], u: Function) -> Function:
        """Whether the function holds for all values of these variables."""
        return self.quantify(u, variables, forall=True)

    def quantify(self, u: Function, qvars: Iterable[str], forall: bool = False) -> Function:
        """Whether the function holds for some values of these variables; or for all."""
        node, numbers = self._node(u), self._manager._numbers([*qvars])
        return self._yielded(lambda _: node.for_all(numbers) if forall else node.exists(numbers))

    def let(self, definitions: Mapping[str, Function | str | bool], u: Function) -> Function:
        """The function with other functions, variables or truth values in place of some variables, all at once."""
        node = self._node(u)
        by = {self._manager._numbered(name): value for name, value in definitions.items()}

        def made(diagrams: Diagrams, value: Function | str | bool) -> Bdd:
            if isinstance(value, Function):
                return self._node(value)
            if isinstance(value, str):
                return diagrams.variable(self._manager._numbered(value))
            return diagrams.yes() if value else diagrams.no()

        return self._yielded(
            lambda diagrams: node.compose({number: made(diagrams, value) for number, value in by.items()})
        )

    # --- Questions

    def support(self, u: Function, as_levels: bool = False) -> set[str] | set[int]:
        """The variables on which the function depends, or their levels."""
        node = self._node(u)
        numbers = self._asked(lambda _: node.support())
        names = self._manager.names
        return {*numbers} if as_levels else {names[number] for number in numbers}

    def count(self, u: Function, nvars: int | None = None) -> int:
        """Exact number of assignments that satisfy the function: of this number of variables, or of those on which it
        depends."""
        node = self._node(u)
        support = self._asked(lambda _: node.support())
        if nvars is not None and nvars < len(support):
            raise UsageError(f"the function depends on {len(support)} variables, more than {nvars}")
        own = self._asked(lambda diagrams: diagrams.count(node, support))
        return own if nvars is None else own << (nvars - len(support))

    def pick(self, u: Function, care_vars: Iterable[str] | None = None) -> Assignment | None:
        """An assignment that satisfies the function: the first one of `pick_iter`; None if none exists."""
        return next(self.pick_iter(u, care_vars), None)

    def pick_iter(self, u: Function, care_vars: Iterable[str] | None = None) -> Iterator[Assignment]:
        """Assignments that satisfy the function, of the variables on which it depends. With others to care about, each
        assignment has at least these, and further ones only if the path in the diagram meets them."""
        node = self._node(u)
        support = cast("set[str]", self.support(u))
        care = support if care_vars is None else {*care_vars}
        self._manager._numbers([*care])
        if missing := sorted(support - care):
            _logger.warning("Missing bits:  support - care_vars = %s", missing)
        return self._picked(node, sorted(care, key=self.level_of_var))

    def sample(self, u: Function, count: int = 1, *, seed: int = 0) -> list[Assignment]:
        """Independent random assignments of the variables on which the function depends, each of those that satisfy it
        with the same probability; none if none exists."""
        node, names = self._node(u), self._manager.names
        drawn = self._asked(lambda diagrams: diagrams.sample(node, count, seed=seed))
        return [{names[number]: value for number, value in each.items()} for each in drawn]

    def succ(self, u: Function) -> tuple[int, Function | None, Function | None]:
        """The level, the low and the high function of the node of `u`, which is not complemented."""
        return u.level, u.low, u.high

    def copy(self, u: Function, other: BDD) -> Function:
        """The same function in other diagrams, where its variables have to be declared."""
        nodes, roots = self._stored([u])
        names = self._manager.names
        levels = {level: other.level_of_var(names[level]) for level in {level for level, _, _ in nodes}}
        return other._restored([(levels[level], low, high) for level, low, high in nodes], roots)[0]

    # --- Files

    def dump(
        self,
        filename: str | PathLike[str],
        roots: Mapping[str, Function] | Iterable[Function] | None = None,
        filetype: str | None = None,
    ) -> None:
        """Writes functions to a file, whose type is that of its name, or the given one: `json`, `dddmp` or `dot`."""
        path = Path(filename)
        kind = type_of(path, filetype, [*WRITERS, "dot"])
        if not roots:
            raise UsageError("no functions to write; expected a list of them, or a dict with their names")
        titles = [*roots] if isinstance(roots, Mapping) else None
        functions = [*roots.values()] if isinstance(roots, Mapping) else [*roots]
        if kind == "dot":
            some = [self._node(each) for each in functions]
            path.write_text(self._asked(lambda diagrams: diagrams.dot(some, titles)), "utf-8")
            return
        nodes, edges = self._stored(functions)
        named = edges if titles is None else dict(zip(titles, edges, strict=True))
        WRITERS[kind](path, FunctionFile(self._manager.names, nodes, named))

    def load(self, filename: str | PathLike[str], levels: bool = True) -> Functions:
        """The functions of a JSON or DDDMP file: a dict if they have names there, otherwise a list. Variables that are
        missing here are declared in the order of the file, below the others; so their levels may differ."""
        path = Path(filename)
        file = READERS[type_of(path, None, READERS)](path)
        self.declare(*file.names)
        places = [self.level_of_var(name) for name in file.names]
        nodes = [(places[place], low, high) for place, low, high in file.nodes]
        if isinstance(file.roots, list):
            return self._restored(nodes, file.roots)
        return dict(zip(file.roots, self._restored(nodes, [*file.roots.values()]), strict=True))

    # --- Nodes

    def collect_garbage(self) -> None:
        """Frees nodes that no function uses. It is done automatically when the table is full."""
        self._manager.collect()

    def statistics(self) -> _native.DiagramStatistics:
        """Statistics of the table of nodes so far."""
        return self._manager.statistics()

    def configure(self, **settings: object) -> dict[str, object]:
        """The settings, of which dd has the one that exists here: `reordering`, which is always False."""
        for name, value in settings.items():
            if name != "reordering" or value:
                raise UsageError(f"{name}={value!r} is not possible; variables keep the order of their declaration")
        return {"reordering": False}

    def __repr__(self) -> str:
        return f"<dd's interface to {self._manager!r}>"

    def _asked(self, question: Callable[[Diagrams], Value]) -> Value:
        return self._manager._carry_out(question)

    def _yielded(self, operation: Callable[[Diagrams], Bdd]) -> Function:
        def made(diagrams: Diagrams) -> Function:
            node = operation(diagrams)
            return Function(self, node, node.id())

        return self._asked(made)

    def _node(self, u: Function) -> Bdd:
        if not isinstance(u, Function):
            raise TypeError(f"{u!r} is not a function; expected a Function")
        if u.bdd is not self:
            raise UsageError("functions of two managers cannot be combined")
        return u._node

    def _stored(self, functions: Iterable[Function]) -> tuple[list[tuple[int, int, int]], list[int]]:
        nodes = [self._node(each) for each in functions]
        return with_regular_highs(*self._asked(lambda diagrams: diagrams._program.stored(nodes)))

    def _restored(self, nodes: list[tuple[int, int, int]], roots: list[int]) -> list[Function]:
        def made(diagrams: Diagrams) -> list[Function]:
            return [Function(self, node, node.id()) for node in diagrams._program.restored(nodes, roots)]

        return self._asked(made)

    def _picked(self, node: Bdd, care: list[str]) -> Iterator[Assignment]:
        left: list[tuple[Bdd, Assignment]] = [(node, {})]
        while left:
            part, chosen = left.pop()
            below = self._asked(lambda _, part=part: _cofactors(part))  # type: ignore[misc]
            if below is None:
                continue
            if not below:
                rest = [name for name in care if name not in chosen]
                for values in product((False, True), repeat=len(rest)):
                    yield {**chosen, **dict(zip(rest, values, strict=True))}
                continue
            name = self.var_at_level(below[0])
            left.append((below[2], {**chosen, name: True}))
            left.append((below[1], {**chosen, name: False}))


def _cofactors(node: Bdd) -> tuple[()] | tuple[int, Bdd, Bdd] | None:
    """The variable, low and high; () for the constant true, None for the constant false."""
    if node.is_false():
        return None
    return () if node.is_true() else (node.variable(), node.low(), node.high())


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
        number = self.bdd._asked(lambda _: None if self._is_constant() else self._node.variable())
        return len(self.bdd._manager.names) if number is None else number

    @property
    def var(self) -> str | None:
        """The first of these; None for a constant."""
        level = self.level
        return None if level == len(self.bdd._manager.names) else self.bdd.var_at_level(level)

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
