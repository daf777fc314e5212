"""Searches of your own: trees whose nodes, children, objectives and bounds are written in Python.

To try out an idea. Python runs one thread at a time, so more workers gain nothing; more processes do (docs/python.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from . import _native
from .options import native
from .results import Result, result_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import SearchOptions

Node = TypeVar("Node")


class Tree(Protocol[Node]):
    """What is enumerated."""

    def children(self, node: Node) -> Iterable[Node]:
        """Of a node, the most promising first; a generator makes only those that are looked at."""
        ...


class Problem(Tree[Node], Protocol[Node]):
    """What is optimised or decided. It may also have `bound(node)`: no node below is better than it says."""

    def objective(self, node: Node) -> float | None:
        """What a node is worth; None if it is no solution."""
        ...


def enumerate(tree: Tree[Node], root: Node, **options: Unpack[SearchOptions]) -> Result[list[int]]:
    """How many nodes the tree has, and as the solution how many of each depth.

    >>> class Binary:
    ...     def children(self, node):
    ...         return [node + "0", node + "1"] if len(node) < 3 else []
    >>> scrump.enumerate(Binary(), "").solution
    [1, 2, 4, 8]
    """
    how = _native_options(options)
    outcome = _native.enumerate(tree.children, root, how)
    return result_of("enumerate", outcome, options=how, instance={"tree": type(tree).__name__})


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


def minimise(problem: Problem[Node], root: Node, **options: Unpack[SearchOptions]) -> Result[Node]:
    """A node with the least objective; a bound says that none below has less."""
    return _optimised("minimise", _native.minimise, problem, root, options)


def decide(problem: Problem[Node], root: Node, target: float, **options: Unpack[SearchOptions]) -> Result[Node]:
    """A node whose objective is `target` or more; complete without a solution: there is none."""
    how = _native_options(options)
    outcome = _native.decide(problem.children, problem.objective, _bound(problem), root, target, how)
    return result_of(
        "decide", outcome, options=how, instance=_described(problem), objective=problem.objective, optimum=False
    )


def _optimised(name: str, search: Any, problem: Problem[Node], root: Node, options: SearchOptions) -> Result[Node]:
    how = _native_options(options)
    outcome = search(problem.children, problem.objective, _bound(problem), root, how)
    return result_of(name, outcome, options=how, instance=_described(problem), objective=problem.objective)


def _bound(problem: Any) -> Any:
    return getattr(problem, "bound", None)


def _described(problem: Any) -> dict[str, str]:
    return {"tree": type(problem).__name__}


def _native_options(options: SearchOptions) -> _native.SearchOptions:
    return native(**{"workers": 1, **options})
