"""Graphs as their users hold them, numbered."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError

#: A networkx graph; an array with a row for each edge (its vertices are numbers from 0 on); a pair of the number of
#: vertices and such an array; a square matrix, dense or of SciPy's sparse ones, in which what is not 0 is an edge; or
#: an iterable of pairs of whatever names vertices.
GraphLike: TypeAlias = Any


@dataclass(frozen=True)
class NumberedGraph:
    """Vertices from 0 on, and what their user calls them."""

    vertices: int
    edges: NDArray[np.uint32]  # a row each
    labels: Sequence[Hashable] | None  # of vertex 0, 1, …; none: their numbers
    directed: bool = False  # edges go from the first to the second of a row

    @property
    def described(self) -> dict[str, int]:
        return {"vertices": self.vertices, "edges": len(self.edges)}

    def label(self, vertex: int) -> Any:
        return vertex if self.labels is None else self.labels[vertex]

    def named(self, vertices: Iterable[int]) -> list[Any]:
        return list(vertices) if self.labels is None else [self.labels[vertex] for vertex in vertices]

    def numbered(self, names: Iterable[Hashable]) -> list[int]:
        """Raises UsageError for what is no vertex."""
        if names == ():
            return []
        numbers = self.numbers()
        try:
            return [numbers[name] for name in names]
        except KeyError as missing:
            raise UsageError(f"there is no vertex {missing.args[0]!r}") from None

    def numbers(self) -> Mapping[Hashable, int]:
        labels = range(self.vertices) if self.labels is None else self.labels
        return {label: vertex for vertex, label in enumerate(labels)}


def numbered(graph: GraphLike, *, name: str = "graph", directed: bool = False) -> NumberedGraph:
    """Raises UsageError for what is no graph, and for a directed one unless it may be `directed`."""
    if hasattr(graph, "adj") and hasattr(graph, "is_directed"):
        return _of_networkx(graph, name, directed)
    if hasattr(graph, "tocoo"):
        return _of_sparse_matrix(graph, name)
    if isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], int | np.integer):
        return _of_edges(np.asarray(graph[1]), name, int(graph[0]))
    if isinstance(graph, np.ndarray):
        if graph.ndim == 2 and graph.shape[1] == 2 and graph.shape[0] != 2:
            return _of_edges(graph, name)
        if graph.ndim == 2 and graph.shape[0] == graph.shape[1]:
            return _of_matrix(graph, name)
        raise UsageError(f"{name}: an array of shape {graph.shape}; expected a row of two for each edge, or a matrix")
    if isinstance(graph, Iterable) and not isinstance(graph, str | bytes):
        return _of_pairs(graph, name)
    raise UsageError(f"{name}: {type(graph).__name__} is no graph; expected one of networkx, edges, or a matrix")


def attribute_of_nodes(argument: str, graph: Any, name: str) -> list[Any]:
    """Of each node of a networkx graph. Raises UsageError where one has none, which is more often misspelt than meant.
    `argument` is who named it."""
    missing = [node for node, data in graph.nodes(data=True) if name not in data]
    if missing and len(missing) == len(graph):
        known = sorted({str(each) for _, data in graph.nodes(data=True) for each in data})
        others = f"; they have {', '.join(map(repr, known))}" if known else ""
        raise UsageError(f"{argument}={name!r}: no node has this attribute{others}")
    if missing:
        raise UsageError(f"{argument}={name!r}: node {missing[0]!r} has no such attribute; expected it of all nodes")
    return [value for _, value in graph.nodes(data=name)]


def _of_networkx(graph: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    directed = graph.is_directed()
    if directed and not may_be_directed:
        raise UsageError(f"{name}: the graph is directed; expected an undirected one (to_undirected() makes one)")
    neighbours = dict(graph.adjacency())
    labels = list(neighbours)
    number = {label: vertex for vertex, label in enumerate(labels)}
    ends = array("I")
    for one, others in enumerate(neighbours.values()):
        for other in others:
            vertex = number[other]
            if directed or one <= vertex:  # each undirected edge is there twice: once for each of its vertices
                ends.append(one)
                ends.append(vertex)
    plain = all(type(label) is int and label == vertex for vertex, label in enumerate(labels))
    edges = np.frombuffer(ends, np.uint32).reshape(-1, 2)
    return NumberedGraph(len(labels), edges, None if plain else labels, directed)


def _of_sparse_matrix(matrix: Any, name: str) -> NumberedGraph:
    entries = matrix.tocoo()
    if entries.shape[0] != entries.shape[1]:
        raise UsageError(f"{name}: a matrix of {entries.shape[0]} rows and {entries.shape[1]} columns is no graph's")
    there = entries.data != 0
    return _of_edges(np.column_stack((entries.row[there], entries.col[there])), name, entries.shape[0])


def _of_matrix(matrix: NDArray[Any], name: str) -> NumberedGraph:
    return _of_edges(np.argwhere(np.asarray(matrix) != 0), name, len(matrix))


def _of_edges(edges: NDArray[Any], name: str, vertices: int | None = None) -> NumberedGraph:
    if edges.size == 0:
        return NumberedGraph(vertices or 0, np.empty((0, 2), np.uint32), None)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise UsageError(f"{name}: edges of shape {edges.shape}; expected a row of two vertices for each")
    if not np.issubdtype(edges.dtype, np.integer):
        raise UsageError(f"{name}: edges of {edges.dtype}; expected whole numbers")
    least, most = int(edges.min()), int(edges.max())
    if vertices is None:
        vertices = most + 1
    if least < 0 or most >= min(vertices, 2**32):
        raise UsageError(f"{name}: there is no vertex {least if least < 0 else most} among {vertices}")
    return NumberedGraph(vertices, np.ascontiguousarray(edges, np.uint32), None)


def _of_pairs(pairs: Iterable[Any], name: str) -> NumberedGraph:
    number: dict[Hashable, int] = {}
    edges = []
    for row, pair in enumerate(pairs):
        try:
            one, other = pair
        except (TypeError, ValueError):
            raise UsageError(f"{name}: edge {row} is {pair!r}; expected a pair of vertices{_advice(pair)}") from None
        edges.append((number.setdefault(one, len(number)), number.setdefault(other, len(number))))
    return NumberedGraph(len(number), np.array(edges, np.uint32).reshape(-1, 2), list(number))


def _advice(edge: Any) -> str:
    """On what is no pair: edges with weights, or with networkx's data, have three parts."""
    return ", without a weight or data behind them" if isinstance(edge, tuple | list) and len(edge) == 3 else ""
