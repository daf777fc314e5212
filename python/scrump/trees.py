"""Searches of your own: trees whose nodes, children, objectives and bounds are written in Python.

To try out ideas. Python runs one thread at a time, so additional workers gain nothing; additional processes do
(docs/python.md).
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from . import _native
from .arguments import real, whole
from .option_table import takes
from .options import SearchOptions, native
from .results import IntegerResult, Result, result_of
from .unpack import Unpack

Node = TypeVar("Node")


class Tree(Protocol[Node]):
    """A tree whose nodes are enumerated."""

    def children(self, node: Node) -> Iterable[Node]:
        """Children of a node, the most promising first; a generator makes only those that are visited."""
        ...


class Problem(Tree[Node], Protocol[Node]):
    """A problem of optimisation or decision. It may also have `bound(node)`: no node below is better than it says."""

    def objective(self, node: Node) -> float | None:
        """Objective of a node; None if the node is not a solution."""
        ...


@takes(SearchOptions, workers=1)
def enumerate(tree: Tree[Node], root: Node, **options: Unpack[SearchOptions]) -> IntegerResult[list[int]]:
    """Counts the nodes of the tree; the solution is the number at each depth.

    >>> class Binary:
    ...     def children(self, node):
    ...         return [node + "0", node + "1"] if len(node) < 3 else []
    >>> scrump.enumerate(Binary(), "").solution
    [1, 2, 4, 8]
    """
    how = _native_options(options)
    outcome = _native.enumerate(tree.children, root, how)
    return result_of("enumerate", outcome, options=how, instance={"tree": type(tree).__name__}, count=True)


@takes(SearchOptions, workers=1)
def maximise(problem: Problem[Node], root: Node, **options: Unpack[SearchOptions]) -> Result[Node]:
    """A node with the greatest objective.

    >>> class Sums:  # of some of these numbers, which must not exceed 20
    ...     numbers = [11, 8, 7, 5]
    ...     def children(self, node):  # how far we are, and what was taken
    ...         at, taken = node
    ...         for each in range(at, len(self.numbers)):
    ...             if sum(taken) + self.numbers[each] <= 20:
    ...                 yield each + 1, (*taken, self.numbers[each])
    ...     def objective(self, node):
    ...         return sum(node[1])
    ...     def bound(self, node):
    ...         at, taken = node
    ...         return sum(taken) + sum(self.numbers[at:])
    >>> found = scrump.maximise(Sums(), (0, ()))
    >>> found.objective, found.solution[1], found.complete
    (20, (8, 7, 5), True)
    """
    return _optimised("maximise", _native.maximise, problem, root, options)


@takes(SearchOptions, workers=1)
def minimise(problem: Problem[Node], root: Node, **options: Unpack[SearchOptions]) -> Result[Node]:
    """A node with the least objective; a bound must not exceed the objective of any node below."""
    return _optimised("minimise", _native.minimise, problem, root, options)


#: The American spelling.
maximize, minimize = maximise, minimise


@takes(SearchOptions, workers=1)
def decide(
    problem: Problem[Node], root: Node, target: float, *, minimise: bool = False, **options: Unpack[SearchOptions]
) -> Result[Node]:
    """A node whose objective is at least `target`. Complete without a solution: none exists.

    `minimise`: the objective is at most `target`, and a bound must not exceed the objective of any node below.

    >>> class Digits:
    ...     def children(self, node):
    ...         return [10 * node + digit for digit in (1, 2)] if node < 100 else []
    ...     def objective(self, node):
    ...         return abs(node - 20)
    >>> scrump.decide(Digits(), 0, target=1, minimise=True).solution
    21
    """
    target = real("target=", target)
    how = _native_options(options)
    outcome = _native.decide(
        problem.children, problem.objective, _bound(problem), root, target, greatest=not minimise, options=how
    )
    return result_of(
        "decide",
        outcome,
        options=how,
        instance=_described(problem),
        objective=problem.objective,
        optimum=False,
        integer=False,
    )


@takes(SearchOptions, workers=1)
def best(
    problem: Problem[Node],
    root: Node,
    *,
    most: int | None = None,
    equal: bool = False,
    at_least: float | None = None,
    minimise: bool = False,
    **options: Unpack[SearchOptions],
) -> Result[Node]:
    """Several nodes, best first: the `most` best; with `equal` all that are as good as the best; with `at_least` all
    that are as good as this, or better.

    They are the result's `solutions`, with their `objectives`; `solution` and `objective` are the first of these.
    Without any of the three, all nodes that are solutions are returned. `minimise`: the least objective is the best.

    >>> class Subsets:
    ...     def children(self, node):
    ...         return [(*node, item) for item in range(node[-1] + 1 if node else 0, 4)]
    ...     def objective(self, node):
    ...         return sum(node)
    >>> found = scrump.best(Subsets(), (), most=3)
    >>> found.objectives, found.solution
    ([6, 6, 5], (0, 1, 2, 3))
    """
    if at_least is not None:
        at_least = real("at_least=", at_least)
    if most is not None:
        most = whole("most=", most, least=1)
    how = _native_options(options)
    outcome = _native.best(
        problem.children,
        problem.objective,
        _bound(problem),
        root,
        greatest=not minimise,
        most=None if most is None else int(most),
        equal=equal,
        at_least=at_least,
        options=how,
    )
    outcome["solutions"] = outcome.pop("solution")
    outcome["objectives"] = [problem.objective(node) for node in outcome["solutions"]]
    return result_of("best", outcome, options=how, instance=_described(problem), integer=False)


def check(
    problem: Tree[Node],
    root: Node,
    *,
    nodes: int = 1000,
    depth_limit: int | None = None,
    minimise: bool = False,
    repeatable: bool = True,
    seed: int = 1,
) -> _native.CheckReport:
    """Checks whether a tree or a problem keeps its contract; searches rely on it without checking, and answer wrongly
    if it is broken.

    Checks up to `nodes` nodes one by one: all of them if there are no more; otherwise half of the nodes depth first,
    and the other half on random paths from the root. It checks that neither a node nor any node below it is better than
    its bound; that objectives and bounds are numbers; that a node always has the same children (unless it is not
    `repeatable`); and that nodes can be sent to other processes, and do not change once they are children. Nodes are
    the same if they are equal, or have the same pickles. `minimise`: for a problem to be minimised.

    >>> class Squares:
    ...     def children(self, node):
    ...         return [node + 1] if node < 3 else []
    ...     def objective(self, node):
    ...         return node**2
    ...     def bound(self, node):
    ...         return 8 if node < 3 else 9
    >>> report = scrump.check(Squares(), 0)
    >>> report.ok, report.violations
    (False, [bound: the node at depth 2, path 0 0 has the bound 8, but the node at depth 3, path 0 0 0 has the \
objective 9, which is better as the greatest is sought])
    """
    return _native.check(
        problem.children,
        getattr(problem, "objective", None),
        _bound(problem),
        root,
        greatest=not minimise,
        numbering=_Numbering(),
        nodes=whole("nodes=", nodes, least=1),
        depth_limit=None if depth_limit is None else whole("depth_limit=", depth_limit, most=2**31 - 1),
        repeatable=repeatable,
        seed=whole("seed=", seed),
    )


class _Numbering:
    """Gives equal nodes the same number."""

    def __init__(self) -> None:
        self._number: dict[Any, int] = {}
        self._of_pickled: dict[bytes, int] = {}
        self._copies: deque[tuple[Any, int]] = deque(maxlen=64)  # of objects without a hash: dicts and the like

    def __call__(self, node: Any) -> int:
        """Number of a node; 0 if it cannot be compared."""
        has_hash = True
        try:
            if node in self._number:
                return self._number[node]
        except TypeError:
            has_hash = False
        try:
            text = pickle.dumps(node)
        except Exception:  # whatever it is: such a node cannot be sent, which the check reports itself
            return 0
        number = self._of_pickled.get(text)
        if number is None and not has_hash:
            number = next((number for copy, number in self._copies if _equal(copy, node)), None)
        if number is None:
            number = len(self._of_pickled) + 1
        if has_hash:
            self._number[node] = number
        elif text not in self._of_pickled:
            self._copies.append((pickle.loads(text), number))
        self._of_pickled[text] = number
        return number


def _equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # such as arrays, which are not equal or unequal as a whole
        return False


def _optimised(name: str, search: Any, problem: Problem[Node], root: Node, options: SearchOptions) -> Result[Node]:
    how = _native_options(options)
    outcome = search(problem.children, problem.objective, _bound(problem), root, how)
    return result_of(
        name, outcome, options=how, instance=_described(problem), objective=problem.objective, integer=False
    )


def _bound(problem: Any) -> Any:
    return getattr(problem, "bound", None)


def _described(problem: Any) -> dict[str, str]:
    return {"tree": type(problem).__name__}


def _native_options(options: SearchOptions) -> _native.SearchOptions:
    return native(default_workers=1, **options)
