"""Subgraph isomorphism, and common subgraphs of two graphs."""

from __future__ import annotations

import operator
import os
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .. import _native
from ..errors import UsageError
from ..graph_files import Graph
from ..graphs import GraphLike, NumberedGraph, attribute_of_nodes, expect_attributes, numbered
from ..option_table import takes
from ..options import SearchOptions, native, proof_name
from ..results import IntegerResult, WithoutTruth, result_of
from ..shapes import by_name
from ..unpack import Unpack
from .asking import shown
from .several import several

Mapped = dict[Any, Any]
Labels = str | Mapping[Any, Hashable] | Iterable[Hashable] | None


class _Two:
    """Two graphs that are compared, with their labels of vertices and edges."""

    def __init__(
        self,
        graphs: tuple[GraphLike, GraphLike],
        names: tuple[str, str],
        labels: tuple[Labels, Labels],
        edge_labels: tuple[Labels, Labels],
        count_edges: tuple[str, ...],  # names of the graphs in which the number of edges between two vertices matters
    ) -> None:
        one, other = (numbered(graph, name=name, directed=True) for graph, name in zip(graphs, names, strict=True))
        self.numbered = (one, other)
        for each in graphs:
            if isinstance(each, Graph) and each.unread:
                raise UsageError(f"{each.unread} (plain() leaves it out)")
        for graph, name in zip(self.numbered, names, strict=True):
            if name in count_edges:
                graph.refuse_parallel_edges(name)
        vertices = self._numbers(graphs, names[1], "labels", labels, _numbered_labels)
        edges = self._numbers(graphs, names[1], "edge_labels", edge_labels, _numbered_edge_labels)
        self.native = (
            _native.LabelledGraph(one.vertices, one.edges, vertices[0], edges[0], one.directed),
            _native.LabelledGraph(other.vertices, other.edges, vertices[1], edges[1], other.directed),
        )

    def _numbers(
        self, graphs: tuple[GraphLike, GraphLike], second: str, what: str, labels: tuple[Labels, Labels], of: Any
    ) -> list[list[int]]:
        arguments = (what, f"{second}_{what}")
        each = _both(_of_files(graphs, what, labels), what)
        number: dict[Hashable, int] = {}
        return [of(arguments[i], graphs[i], self.numbered[i], each[i], number) for i in range(2)]


def _of_files(graphs: tuple[GraphLike, GraphLike], what: str, given: tuple[Labels, Labels]) -> tuple[Labels, Labels]:
    """Labels of files count, unless others are given. Raises UsageError if only one of the two graphs has some."""
    found: list[Labels] = [*given]
    for place, graph in enumerate(graphs):
        if given[place] is None and isinstance(graph, Graph) and getattr(graph, what) is not None:
            found[place] = "label"
    for here, there in ((0, 1), (1, 0)):
        if given[here] is not None or found[here] is None or found[there] is not None:
            continue
        other = graphs[there]
        if isinstance(other, Graph) and not len(other.edges if what == "edge_labels" else other):
            found[there] = ()
            continue
        words = "edges" if what == "edge_labels" else "vertices"
        its = getattr(other, "source", "the other graph")
        raise UsageError(
            f"{graphs[here].source}: the {words} have labels, but those of {its} have none; expected labels "
            "in both graphs or in neither (plain() leaves them out)"
        )
    return found[0], found[1]


def _both(labels: tuple[Labels, Labels], what: str) -> tuple[Labels, Labels]:
    """Uses the name of an attribute for both graphs."""
    one, other = labels
    if isinstance(one, str) and other is None:
        other = one
    if (one is None) != (other is None):
        raise UsageError(f"{what} of one graph alone; expected them for both, or for neither")
    return one, other


class _Problem:
    """A pattern to be found in a target."""

    def __init__(
        self,
        pattern: GraphLike,
        target: GraphLike,
        induced: bool,
        labels: tuple[Labels, Labels],
        edge_labels: tuple[Labels, Labels],
    ) -> None:
        count_edges = ("pattern", "target") if induced else ("pattern",)
        both = _Two((pattern, target), ("pattern", "target"), labels, edge_labels, count_edges)
        self.pattern, self.target = both.numbered
        self.graphs = {"first": both.native[0], "second": both.native[1]}
        self.induced = induced

    def native(self) -> _native.SubgraphProblem:
        """The problem for the compiled part; the graphs themselves are not kept."""
        graphs, self.graphs = self.graphs, {}
        return _native.SubgraphProblem(graphs["first"], graphs["second"], self.induced)

    def ask(self, question: dict[str, str], how: _native.SearchOptions, *, count: bool = False) -> IntegerResult[Any]:
        """The answer of the compiled part to a question."""
        if self.induced:
            question = {**question, "induced": ""}
        outcome = _native.ask("sip", self.graphs, question, [], how)
        del outcome["instance"]["induced"]
        return shown("sip", outcome, options=how, instance=self.described, named=self.named, optimum=True, count=count)

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


@takes(SearchOptions)
def subgraph_isomorphism(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    edge_labels: Labels = None,
    target_edge_labels: Labels = None,
    proof: str | os.PathLike[str] | None = None,
    restarts: bool = False,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Mapped]:
    """A different vertex of the target for each vertex of the pattern, so that edges become edges. Complete without a
    solution: none exists.

    `induced`: vertices that are not adjacent in the pattern must not be adjacent in the target. `labels`: only vertices
    of the same label may be matched: the name of an attribute of networkx's nodes, a dict, or a label for each vertex,
    in the order in which the graph or the pairs first name them, or of their numbers in an array or a matrix;
    `target_labels`: those of the target. `edge_labels`: the same for edges: the name of an attribute, a dict with pairs
    of vertices, or a label for each edge. Directed graphs, of networkx or igraph, and matrices that are not symmetric
    keep the direction of edges. `proof`: a name; the problem is written to NAME.opb and a proof of the answer, whatever
    it is, to NAME.pbp, which `veripb NAME.opb NAME.pbp` checks (docs/proofs.md), unless edges have directions or
    labels. The search then takes longer; a stopped one writes nothing. Vertices are numbers in these files, from 0.
    `restarts`: restart in another order from time to time, and remember what was refuted (docs/search.md).

    >>> scrump.subgraph_isomorphism([("x", "y"), ("y", "z"), ("z", "x")], [(0, 1), (1, 2)]).solution is None
    True
    """
    problem = _Problem(pattern, target, induced, (labels, target_labels), (edge_labels, target_edge_labels))
    how, name = native(**options), proof_name(proof, options)
    question = {} if name is None else {"proof": name}
    return problem.ask({**question, "restarts": ""} if restarts else question, how)


@takes(SearchOptions)
def subgraph_isomorphisms_count(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    edge_labels: Labels = None,
    target_edge_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[None]:
    """Number of subgraph isomorphisms: the objective.

    >>> scrump.subgraph_isomorphisms_count([(0, 1)], [(0, 1), (1, 2)]).objective
    4
    """
    problem = _Problem(pattern, target, induced, (labels, target_labels), (edge_labels, target_edge_labels))
    return problem.ask({"count": ""}, native(**options), count=True)


@takes(SearchOptions)
def subgraph_isomorphisms(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    edge_labels: Labels = None,
    target_edge_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Sequence[Mapped]]:
    """All subgraph isomorphisms, as a sequence that makes each dict on access.

    >>> list(scrump.subgraph_isomorphisms([("x", "y")], [(0, 1)]).solution)
    [{'x': 0, 'y': 1}, {'x': 1, 'y': 0}]
    """
    problem = _Problem(pattern, target, induced, (labels, target_labels), (edge_labels, target_edge_labels))
    how = native(**options)
    outcome = _native.all_subgraphs(problem.native(), how)

    def named(rows: Any) -> Mappings:
        return Mappings(problem.pattern, problem.target, rows)

    return result_of("sip", outcome, options=how, instance=problem.described, named=named, count=True)


@takes(SearchOptions)
def iterate_subgraph_isomorphisms(
    pattern: GraphLike,
    target: GraphLike,
    *,
    induced: bool = False,
    labels: Labels = None,
    target_labels: Labels = None,
    edge_labels: Labels = None,
    target_edge_labels: Labels = None,
    **options: Unpack[SearchOptions],
) -> MappingIterator:
    """All subgraph isomorphisms, one by one, while the search runs: it waits if it is far ahead, and ends with the
    iterator.

    For programs that need the first ones early, or more than fit into memory. In one process, and without `progress`.
    Ctrl-C raises KeyboardInterrupt.

    >>> with scrump.iterate_subgraph_isomorphisms([("x", "y")], [(0, 1)]) as found:
    ...     sorted(each["x"] for each in found), found.status
    ([0, 1], 'complete')
    """
    problem = _Problem(pattern, target, induced, (labels, target_labels), (edge_labels, target_edge_labels))
    if options.get("progress"):
        raise UsageError("there is no progress of an iterator; leave it out")
    return MappingIterator(problem, native(**options))


class MappingIterator(WithoutTruth, Iterator[Mapped]):
    """Mappings as they are found, in no particular order. Close it, or use it in a `with` statement, to end its search
    early."""

    def __init__(self, problem: _Problem, options: _native.SearchOptions) -> None:
        self._problem = problem
        self._stream = _native.MappingStream(problem.native(), options)
        self._closed = False

    def _instead(self) -> str:
        return "next(iterator, None) gives a mapping, or None where there are no more"

    def __next__(self) -> Mapped:
        images = None if self._closed else self._stream.next()
        if images is None:
            raise StopIteration
        return self._problem.named(images)

    @property
    def status(self) -> str | None:
        """How the search ended: "complete" (there are no more), "time-limit", "node-limit" or "cancelled"; None while
        there may be more."""
        return self._stream.status

    def close(self) -> None:
        """Ends the search: no more mappings are needed."""
        self._closed = True
        self._stream.close()

    def __enter__(self) -> MappingIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Mappings(Sequence[Mapped]):
    """Many mappings, stored as an array."""

    def __init__(self, pattern: NumberedGraph, target: NumberedGraph, rows: Any) -> None:
        self._pattern = pattern
        self._target = target
        self.array = rows  #: a row for each mapping: the number of the target's vertex for each of the pattern's

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Mappings(self._pattern, self._target, self.array[index])
        return _named(self._pattern, self._target, self.array[index].tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mappings):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    def __repr__(self) -> str:
        return f"<{len(self)} mappings>"


@takes(SearchOptions)
def common_subgraph(
    first: GraphLike,
    second: GraphLike,
    *,
    connected: bool = False,
    labels: Labels = None,
    second_labels: Labels = None,
    edge_labels: Labels = None,
    second_edge_labels: Labels = None,
    best: int | None = None,
    all_solutions: bool = False,
    at_least: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[Mapped]:
    """As many vertices of `first` as possible that induce the same graph as some of `second`, and these vertices.

    `best`: find the N largest maximal ones; `all_solutions`: find all largest ones, or all maximal ones of `at_least` N
    vertices. These are the result's `solutions`. Each way to map the vertices counts as one.

    Labels and directions are as in `subgraph_isomorphism`; loops do not count.

    >>> scrump.common_subgraph([(0, 1), (1, 2), (2, 0)], [("a", "b"), ("b", "c")]).objective
    2
    """
    names = ("first", "second")
    both = _Two((first, second), names, (labels, second_labels), (edge_labels, second_edge_labels), count_edges=names)
    one, other = both.numbered
    how = native(**options)
    question = several(best, all_solutions, at_least, decides=True) | ({"connected": ""} if connected else {})
    outcome = _native.ask("mcs", {"first": both.native[0], "second": both.native[1]}, question, [], how)
    del outcome["instance"]["connected"]

    def named(pairs: list[int]) -> Mapped:
        return {one.label(here): other.label(there) for here, there in zip(pairs[::2], pairs[1::2], strict=True)}

    instance = {"first": one.described, "second": other.described}
    is_decision = "at-least" in question and best is None and not all_solutions
    return shown("mcs", outcome, options=how, instance=instance, named=named, optimum=not is_decision)


def _numbered_labels(
    argument: str, graph: GraphLike, plain: NumberedGraph, labels: Labels, number: dict[Hashable, int]
) -> list[int]:
    if labels is None:
        return []
    each = attribute_of_nodes(argument, graph, labels) if isinstance(labels, str) else plain.values_of(argument, labels)
    for vertex, label in enumerate(each):
        if not isinstance(label, Hashable):
            raise UsageError(f"{argument}: {label!r} of vertex {plain.label(vertex)!r} is not a label; it has no hash")
    return [number.setdefault(label, len(number)) for label in each]


def _numbered_edge_labels(
    argument: str, graph: GraphLike, plain: NumberedGraph, labels: Labels, number: dict[Hashable, int]
) -> list[int]:
    if labels is None:
        return []
    ends = [(plain.label(one), plain.label(other)) for one, other in plain.edges.tolist()]
    if isinstance(labels, str):
        each = _attribute_of_edges(argument, graph, labels, ends)
    elif (there := by_name(argument, labels)) is not None:
        back = {} if plain.directed else {(other, one): label for (one, other), label in there.items()}
        twice = [pair for pair in ends if pair in there and pair in back and there[pair] != back[pair]]
        if twice:
            raise UsageError(f"{argument}: the edge {twice[0]!r} has two labels, one for each way; expected the same")
        each = [_of_edge(there if pair in there else back, pair, pair) for pair in ends]
    else:
        each = plain.listed(argument, labels, len(ends), "edges")
    known: dict[Hashable, Hashable] = {}
    for pair, label in zip(ends, each, strict=True):
        if not isinstance(label, Hashable):
            raise UsageError(f"{argument}: {label!r} of the edge {pair!r} is not a label; it has no hash")
        if known.setdefault(pair if plain.directed else frozenset(pair), label) != label:
            raise UsageError(f"{argument}: the edge {pair!r} is there twice, with two labels; expected one")
    return [number.setdefault(label, len(number)) for label in each]


def _attribute_of_edges(argument: str, graph: GraphLike, name: str, ends: list[tuple[Any, Any]]) -> list[Hashable]:
    expect_attributes(argument, graph, name)
    if isinstance(graph, Graph):
        if name != "label" or graph.edge_labels is None:
            has = "'label'" if graph.edge_labels is not None else "none"
            raise UsageError(f"{argument}={name!r}: {graph.source} does not say this of edges; it has {has}")
        return list(graph.edge_labels)
    if graph.is_multigraph():
        raise UsageError(f"{argument} of a graph that may have several edges between two vertices; expected one")
    return [_of_edge(graph.edges[pair], name, pair) for pair in ends]


def _of_edge(labels: Mapping[Any, Hashable], key: Hashable, pair: tuple[Any, Any]) -> Hashable:
    if key not in labels:
        raise UsageError(f"the edge {pair!r} has no label" + (f" {key!r}" if isinstance(key, str) else ""))
    return labels[key]
