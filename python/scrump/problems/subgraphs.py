"""One graph in another, and what two have in common."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _native
from ..errors import UsageError
from ..graphs import GraphLike, NumberedGraph, attribute_of_nodes, numbered
from ..options import native, proof_name
from ..results import IntegerResult, result_of
from .several import wanted

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import SearchOptions

Mapped = dict[Any, Any]
Labels = str | Mapping[Hashable, Hashable] | Sequence[Hashable] | None


class _Problem:
    """A pattern to be found in a target."""

    def __init__(
        self, pattern: GraphLike, target: GraphLike, induced: bool, labels: Labels, target_labels: Labels
    ) -> None:
        self.pattern = numbered(pattern, name="pattern")
        self.target = numbered(target, name="target")
        if isinstance(labels, str) and target_labels is None:
            target_labels = labels  # the same attribute
        if (labels is None) != (target_labels is None):
            raise UsageError("labels of one graph alone; expected them for both, or for neither")
        number: dict[Hashable, int] = {}
        self.native = _native.SubgraphProblem(
            self.pattern.vertices,
            self.pattern.edges,
            _numbered_labels("labels", pattern, self.pattern, labels, number),
            self.target.vertices,
            self.target.edges,
            _numbered_labels("target_labels", target, self.target, target_labels, number),
            induced,
        )

    @property
    def described(self) -> dict[str, int]:
        one, other = self.pattern, self.target
        return {
            "pattern_vertices": one.vertices,
            "pattern_edges": len(one.edges),
            "target_vertices": other.vertices,
            "target_edges": len(other.edges),
        }

    def named(self, images: Sequence[int]) -> Mapped:
        return _named(self.pattern, self.target, images)


def _named(pattern: NumberedGraph, target: NumberedGraph, images: Sequence[int]) -> Mapped:
    return {pattern.label(vertex): target.label(image) for vertex, image in enumerate(images)}


def subgraph_isomorphism(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    proof: str | os.PathLike[str] | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Mapped]:
    """A different vertex of the target for each of the pattern, so that edges become edges; complete without a
    solution: there is none.

    `induced`: what is not adjacent in the pattern is not in the target either. `labels`: only vertices of the same
    label stand for each other: the name of an attribute of networkx's nodes, a dict, or a label for each vertex; those
    of the target likewise. `proof`: a name; the problem is written to NAME.opb and a proof of the answer, whatever it
    is, to NAME.pbp, which `veripb NAME.opb NAME.pbp` checks (docs/proofs.md). The search takes longer then; one that is
    stopped writes nothing. Vertices have their numbers in these files, from 0.

    >>> scrump.subgraph_isomorphism([("x", "y"), ("y", "z"), ("z", "x")], [(0, 1), (1, 2)]).solution is None
    True
    """
    problem, how = _Problem(pattern, target, induced, labels, target_labels), native(**options)
    if proof is None:
        outcome = _native.subgraph(problem.native, how)
    else:
        outcome = _native.proved_subgraph(problem.native, proof_name(proof), how)
    return result_of("sip", outcome, options=how, instance=problem.described, named=problem.named)


def subgraph_isomorphisms_count(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[None]:
    """How many of them there are: the objective.

    >>> scrump.subgraph_isomorphisms_count([(0, 1)], [(0, 1), (1, 2)]).objective
    4
    """
    problem, how = _Problem(pattern, target, induced, labels, target_labels), native(**options)
    outcome = _native.count_subgraphs(problem.native, how)
    return result_of("sip", outcome, options=how, instance=problem.described)


def subgraph_isomorphisms(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Sequence[Mapped]]:
    """All of them, as a sequence that makes each dict when it is looked at.

    >>> list(scrump.subgraph_isomorphisms([("x", "y")], [(0, 1)]).solution)
    [{'x': 0, 'y': 1}, {'x': 1, 'y': 0}]
    """
    problem, how = _Problem(pattern, target, induced, labels, target_labels), native(**options)
    outcome = _native.all_subgraphs(problem.native, how)

    def named(rows: Any) -> Mappings:
        return Mappings(problem.pattern, problem.target, rows)

    return result_of("sip", outcome, options=how, instance=problem.described, named=named)


def iterate_subgraph_isomorphisms(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> MappingIterator:
    """The same one by one, while the search goes on: it waits where it is far ahead, and ends with the iterator.

    For what is found first, and for more than fit into memory. In one process.

    >>> with scrump.iterate_subgraph_isomorphisms([("x", "y")], [(0, 1)]) as found:
    ...     sorted(each["x"] for each in found), found.status
    ([0, 1], 'complete')
    """
    return MappingIterator(_Problem(pattern, target, induced, labels, target_labels), native(**options))


class MappingIterator(Iterator[Mapped]):
    """Mappings as they are found, in no particular order. Close it, or use it in a `with` statement, to end its search
    before its end."""

    def __init__(self, problem: _Problem, options: _native.SearchOptions) -> None:
        self._problem = problem
        self._stream = _native.MappingStream(problem.native, options)
        self._closed = False

    def __next__(self) -> Mapped:
        images = None if self._closed else self._stream.next()
        if images is None:
            raise StopIteration
        return self._problem.named(images)

    @property
    def status(self) -> str | None:
        """ "complete": these were all; "time-limit" or "node-limit"; None as long as there may be more."""
        return self._stream.status

    def close(self) -> None:
        """No more are wanted."""
        self._closed = True
        self._stream.close()

    def __enter__(self) -> MappingIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Mappings(Sequence[Mapped]):
    """Many mappings, kept as an array."""

    def __init__(self, pattern: NumberedGraph, target: NumberedGraph, rows: Any) -> None:
        self._pattern = pattern
        self._target = target
        self.array = rows  #: a row for each: the number of the target's vertex for each of the pattern's

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Mappings(self._pattern, self._target, self.array[index])
        return _named(self._pattern, self._target, self.array[index].tolist())

    def __repr__(self) -> str:
        return f"<{len(self)} mappings>"


def common_subgraph(
    first: GraphLike,
    second: GraphLike,
    *,
    connected: bool = False,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Mapped]:
    """The most vertices of `first` that induce the same graph as some of `second`, and which these are.

    `best`: the so many largest of those that are part of no larger one; `all_solutions`: all of the most vertices, or
    of `at_least` so many; they are the result's `solutions`. Each way to map the vertices is one.

    >>> scrump.common_subgraph([(0, 1), (1, 2), (2, 0)], [("a", "b"), ("b", "c")]).objective
    2
    """
    one, other, how = numbered(first, name="first"), numbered(second, name="second"), native(**options)
    given = (one.vertices, one.edges, other.vertices, other.edges, connected)
    several = wanted(best, all_solutions, at_least)
    if several is not None:
        outcome = _native.best_common_subgraphs(*given, several, how)
    else:
        outcome = _native.common_subgraph(*given, how)

    def named(pairs: list[tuple[int, int]]) -> Mapped:
        return {one.label(here): other.label(there) for here, there in pairs}

    instance = {"first": one.described, "second": other.described}
    return result_of("mcs", outcome, options=how, instance=instance, named=named, objective=len)


def _numbered_labels(
    argument: str, graph: GraphLike, plain: NumberedGraph, labels: Labels, number: dict[Hashable, int]
) -> list[int]:
    if labels is None:
        return []
    if isinstance(labels, str):
        if not hasattr(graph, "nodes"):
            raise UsageError(f"labels={labels!r} names an attribute; expected labels, as the graph is no networkx one")
        each = attribute_of_nodes(argument, graph, labels)
    elif isinstance(labels, Mapping):
        plain.numbered(labels)
        missing = [vertex for vertex in range(plain.vertices) if plain.label(vertex) not in labels]
        if missing:
            raise UsageError(f"{argument}: vertex {plain.label(missing[0])!r} has none; expected one for each")
        each = [labels[plain.label(vertex)] for vertex in range(plain.vertices)]
    else:
        each = list(labels)
    if len(each) != plain.vertices:
        raise UsageError(f"{len(each)} labels of {plain.vertices} vertices")
    for vertex, label in enumerate(each):
        if not isinstance(label, Hashable):
            raise UsageError(f"{argument}: {label!r} of vertex {plain.label(vertex)!r} is no label; it has no hash")
    return [number.setdefault(label, len(number)) for label in each]
