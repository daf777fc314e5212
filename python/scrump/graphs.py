"""Graphs as their users hold them, numbered."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError

#: A graph of networkx or igraph; an array with a row for each edge (its vertices are numbers from 0 on); a pair of the
#: number of vertices and such an array; a square matrix, dense or of SciPy's sparse ones, in which what is not 0 is an
#: edge; a dict with the neighbours of each vertex; or an iterable of pairs of whatever names vertices. A list with an
#: entry for each vertex follows the vertices' numbers, or else the order in which the graph, the dict or the pairs name
#: them first.
GraphLike: TypeAlias = Any

#: Vertices have numbers of 32 bits.
_MOST_VERTICES = 2**32 - 1


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
        if not isinstance(names, Iterable):
            raise UsageError(f"{names!r}; expected vertices")
        wanted = list(names)
        if not wanted:
            return []
        find = self._vertex if self.labels is None else {label: place for place, label in enumerate(self.labels)}.get
        return [_found(find, name) for name in wanted]

    def _vertex(self, name: Any) -> int | None:
        """Where vertices have no other names than their numbers."""
        is_one = isinstance(name, int | float | np.integer) and 0 <= name < self.vertices and int(name) == name
        return int(name) if is_one else None


def _found(find: Callable[[Any], int | None], name: Any) -> int:
    try:
        vertex = find(name)
    except TypeError:  # it has no hash
        vertex = None
    if vertex is None:
        raise UsageError(f"there is no vertex {name!r}")
    return vertex


def numbered(graph: GraphLike, *, name: str = "graph", directed: bool = False) -> NumberedGraph:
    """Raises UsageError for what is no graph, and for a directed one unless it may be `directed`."""
    if hasattr(graph, "adj") and hasattr(graph, "is_directed"):
        return _of_networkx(graph, name, directed)
    if hasattr(graph, "get_edgelist") and hasattr(graph, "vcount"):
        return _of_igraph(graph, name, directed)
    if hasattr(graph, "tocoo"):
        return _of_sparse_matrix(graph, name, directed)
    if isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], int | np.integer):
        try:
            edges = np.asarray(graph[1])
        except ValueError:
            raise UsageError(f"{name}: edges that differ in length; expected a pair of vertices for each") from None
        return _of_edges(edges, name, int(graph[0]))
    if isinstance(graph, np.ndarray):
        return _of_array(np.asarray(graph), name, directed)
    if isinstance(graph, Mapping):
        return _of_neighbours(graph, name)
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


def _of_igraph(graph: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    directed = graph.is_directed()
    if directed and not may_be_directed:
        raise UsageError(f"{name}: the graph is directed; expected an undirected one (as_undirected() makes one)")
    plain = _of_edges(np.array(graph.get_edgelist(), np.int64), name, graph.vcount())
    return NumberedGraph(plain.vertices, plain.edges, None, directed)


def _of_array(array: NDArray[Any], name: str, may_be_directed: bool) -> NumberedGraph:
    if array.shape == (2, 2) and np.issubdtype(array.dtype, np.integer):
        raise UsageError(
            f"{name}: a (2, 2) array of {array.dtype} could be two edges or a matrix; expected (vertices, edges) for "
            "edges, or a matrix of bool or float"
        )
    if array.shape == (0,) or (array.ndim == 2 and array.shape[1] == 2 and array.shape[0] != 2):
        return _of_edges(array, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise UsageError(f"{name}: an array of shape {array.shape}; expected a row of two for each edge, or a matrix")
    _check_entries(array, name)
    there = array != 0
    return _of_entries(len(there), np.argwhere(there), np.argwhere(there & ~there.T), name, may_be_directed)


def _of_sparse_matrix(matrix: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    if matrix.shape[0] != matrix.shape[1]:
        raise UsageError(f"{name}: a matrix of {matrix.shape[0]} rows and {matrix.shape[1]} columns is no graph's")
    entries = matrix.tocsr()  # in which each entry is there once
    _check_entries(entries.data, name)
    there = entries != 0
    return _of_entries(there.shape[0], _places(there), _places(there > there.T), name, may_be_directed)


def _places(entries: Any) -> NDArray[Any]:
    """Of what is not 0 in a sparse matrix, a row each."""
    found = entries.tocoo()
    places: NDArray[Any] = np.column_stack((found.row, found.col))[found.data != 0]
    return places


def _check_entries(entries: NDArray[Any], name: str) -> None:
    if entries.dtype.kind not in "biuf":
        raise UsageError(f"{name}: a matrix of {entries.dtype}; expected numbers")
    if not np.isfinite(entries).all():
        wrong = entries[~np.isfinite(entries)][0]
        raise UsageError(f"{name}: a matrix with an entry of {wrong}; expected numbers, and 0 where there is no edge")


def _of_entries(
    vertices: int, entries: NDArray[Any], one_way: NDArray[Any], name: str, may_be_directed: bool
) -> NumberedGraph:
    """Of the places of a matrix where something is, and of those that have nothing on the other side."""
    directed = len(one_way) > 0
    if directed and not may_be_directed:
        one, other = one_way[0].tolist()
        raise UsageError(
            f"{name}: the matrix has an entry from {one} to {other}, but none back; expected a symmetric one, as the "
            "graph is undirected (matrix + matrix.T makes one)"
        )
    plain = _of_edges(entries if directed else entries[entries[:, 0] <= entries[:, 1]], name, vertices)
    return NumberedGraph(vertices, plain.edges, None, directed)


def _of_edges(edges: NDArray[Any], name: str, vertices: int | None = None) -> NumberedGraph:
    if vertices is not None and not 0 <= vertices <= _MOST_VERTICES:
        raise UsageError(f"{name}: {vertices} vertices; expected from 0 to {_MOST_VERTICES}")
    if edges.size == 0:
        return NumberedGraph(vertices or 0, np.empty((0, 2), np.uint32), None)
    if edges.ndim != 2 or edges.shape[1] != 2:
        raise UsageError(f"{name}: edges of shape {edges.shape}; expected a row of two vertices for each")
    if not np.issubdtype(edges.dtype, np.integer):
        raise UsageError(f"{name}: edges of {edges.dtype}; expected whole numbers")
    least, most = int(edges.min()), int(edges.max())
    if vertices is None:
        vertices = most + 1
    if least < 0 or most >= min(vertices, _MOST_VERTICES):
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
        try:
            edges.append((number.setdefault(one, len(number)), number.setdefault(other, len(number))))
        except TypeError:
            raise UsageError(f"{name}: edge {row} is {pair!r}; expected vertices, which have a hash") from None
    return NumberedGraph(len(number), np.array(edges, np.uint32).reshape(-1, 2), list(number))


def _of_neighbours(neighbours: Mapping[Hashable, Any], name: str) -> NumberedGraph:
    """Each edge once, though it is there from both of its ends, or from one of them."""
    number = {vertex: place for place, vertex in enumerate(neighbours)}
    edges: dict[tuple[int, int], None] = {}
    for one, others in neighbours.items():
        if isinstance(others, str | bytes) or not isinstance(others, Iterable):
            raise UsageError(f"{name}: vertex {one!r} has {others!r}; expected a list of its neighbours")
        for other in others:
            try:
                ends = number[one], number.setdefault(other, len(number))
            except TypeError:
                raise UsageError(f"{name}: the neighbour {other!r} of {one!r} is no vertex; it has no hash") from None
            edges[min(ends), max(ends)] = None
    return NumberedGraph(len(number), np.array(list(edges), np.uint32).reshape(-1, 2), list(number))


def _advice(edge: Any) -> str:
    """On what is no pair: edges with weights, or with networkx's data, have three parts."""
    return ", without a weight or data behind them" if isinstance(edge, tuple | list) and len(edge) == 3 else ""
