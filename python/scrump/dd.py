"""The interface of dd (https://github.com/tulip-control/dd) to Scrump's decision diagrams: instead of
`from dd.autoref import BDD` or `from dd.cudd import BDD`, a program says `from scrump.dd import BDD`.

>>> from scrump.dd import BDD
>>> bdd = BDD()
>>> bdd.declare("x", "y", "z")
>>> u = bdd.add_expr(r"(x /\\ y) \\/ ~z")
>>> bdd.let({"x": True, "y": "z"}, u) == bdd.true, u.count(), bdd.to_expr(u.exist("x", "z"))
(True, 5, 'TRUE')
>>> bdd.close()

All workers carry out the operations. Variables are ordered as they are declared, until `reorder` changes that, or the
functions grow after `configure(reordering=True)`. `dump` and `load` know dd's JSON files, and the DDDMP files of CUDD in
text form.
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
from .dd_functions import Assignment, Function
from .dd_relations import and_exists, copy_bdd, copy_vars, image, or_forall, preimage, reorder
from .diagram_files import READERS, WRITERS, FunctionFile, expression, type_of, with_regular_highs
from .diagram_options import DiagramOptions
from .diagrams import Diagrams
from .errors import UsageError
from .expressions import DD_OPERATORS, evaluate
from .manager import DiagramAlgebra, DiagramManager
from .option_table import takes
from .unpack import Unpack

__all__ = ["BDD", "Function", "and_exists", "copy_bdd", "copy_vars", "image", "or_forall", "preimage", "reorder"]

Value = TypeVar("Value")
Functions = dict[str, Function] | list[Function]

_logger = logging.getLogger(__name__)


class BDD:
    """Binary decision diagrams of named variables, with the methods of dd's class of this name."""

    @takes(DiagramOptions)
    def __init__(self, levels: Mapping[str, int] | None = None, **options: Unpack[DiagramOptions]) -> None:
        self._manager = DiagramManager(**options)
        self._reordering = False
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
        levels = {name: level for level, name in enumerate(self._manager.order())}
        return {name: levels[name] for name in self._manager.names}

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
        names = self._manager.order()
        if not 0 <= level < len(names):
            raise UsageError(f"there is no level {level}; expected 0 to {len(names) - 1}")
        return names[level]

    def level_of_var(self, var: str) -> int:
        """The level of a variable."""
        number = self._manager._numbered(var)
        return self._asked(lambda diagrams: diagrams.level(number))

    def reorder(self, var_order: Mapping[str, int] | None = None) -> None:
        """Changes the order of the variables: to given levels of all variables, or so that the functions have few nodes
        (sifting)."""
        if var_order is None:
            self._manager.reorder()
            return
        if sorted(var_order.values()) != [*range(len(self._manager.names))]:
            last = len(self._manager.names) - 1
            raise UsageError(f"expected each variable with a level from 0 to {last}, each level once")
        self._manager.set_order(sorted(var_order, key=var_order.__getitem__))

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
        names = [self._manager.names[number] for number in numbers]
        return {*map(self.level_of_var, names)} if as_levels else {*names}

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
        return self._picked(node, sorted(care, key=self.vars.__getitem__))

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
        numbers = {number: other._manager._numbered(names[number]) for number in {number for number, _, _ in nodes}}
        return other._restored([(numbers[number], low, high) for number, low, high in nodes], roots)[0]

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
        levels = [*self.vars.values()]
        placed = [(levels[number], low, high) for number, low, high in nodes]
        WRITERS[kind](path, FunctionFile(self._manager.order(), placed, named))

    def load(self, filename: str | PathLike[str], levels: bool = True) -> Functions:
        """The functions of a JSON or DDDMP file: a dict if they have names there, otherwise a list. Variables that are
        missing here are declared in the order of the file, below the others; so their levels may differ."""
        path = Path(filename)
        file = READERS[type_of(path, None, READERS)](path)
        self.declare(*file.names)
        numbers = self._manager._numbers(file.names)
        nodes = [(numbers[place], low, high) for place, low, high in file.nodes]
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
        """Changes settings, and returns the former ones. Of dd's settings there is `reordering`: whether variables are
        sifted whenever the functions have become large."""
        former: dict[str, object] = {"reordering": self._reordering}
        for name, value in settings.items():
            if name != "reordering":
                raise UsageError(f"there is no setting {name!r}; expected reordering=True or False")
            self._manager.reorder_automatically(2 if value else None)
            self._reordering = bool(value)
        return former

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
            name = self._manager.names[below[0]]
            left.append((below[2], {**chosen, name: True}))
            left.append((below[1], {**chosen, name: False}))


def _cofactors(node: Bdd) -> tuple[()] | tuple[int, Bdd, Bdd] | None:
    """The variable, low and high; () for the constant true, None for the constant false."""
    if node.is_false():
        return None
    return () if node.is_true() else (node.variable(), node.low(), node.high())
