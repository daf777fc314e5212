"""Graphs in the data types of their users, converted to numbered vertices."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError
from .graph_files import Graph
from .shapes import by_name, columns_of, in_order, is_default_index, is_missing, is_series, is_table, row_names

#: A graph of networkx or igraph, or of a file (`read_graph`); an array with a row for each edge (its vertices are
#: numbers from 0 on); a pair of the number of vertices and such an array; a square matrix, dense or one of SciPy's
#: sparse ones, whose nonzero entries are edges; a dict with the neighbours of each vertex; a data frame with two
#: columns, a row for each edge, or with a row and a column of the same name for each vertex; or an iterable of pairs of
#: vertices, which may be any hashable objects. A list with an entry for each vertex follows the vertices' numbers, or
#: else the order in which the graph, the dict or the pairs first name them.
GraphLike: TypeAlias = Any

#: Largest number of vertices: they have numbers of 32 bits.
_MOST_VERTICES = 2**32 - 1


@dataclass(frozen=True)
class NumberedGraph:
    """A graph with vertices from 0 on, and their names for the user."""

    vertices: int
    edges: NDArray[np.uint32]  # a row for each edge
    labels: Sequence[Hashable] | None  # names of vertex 0, 1, …; None: their numbers
    directed: bool = False  # whether edges go from the first to the second vertex of a row
    ordered: bool = True  # whether the user chose the order of vertices, which a set does not have
    parallel: tuple[Any, Any] | None = None  # two vertices with several edges between them, if these are distinct edges

    @property
    def described(self) -> dict[str, int]:
        return {"vertices": self.vertices, "edges": len(self.edges)}

    def label(self, vertex: int) -> Any:
        return vertex if self.labels is None else self.labels[vertex]

    def named(self, vertices: Iterable[int]) -> list[Any]:
        return list(vertices) if self.labels is None else [self.labels[vertex] for vertex in vertices]

    def numbered(self, names: Iterable[Hashable]) -> list[int]:
        """Number of a vertex. Raises UsageError for any other value."""
        if not isinstance(names, Iterable):
            raise UsageError(f"{names!r}; expected vertices")
        wanted = list(names)
        if not wanted:
            return []
        find = self._vertex if self.labels is None else {label: place for place, label in enumerate(self.labels)}.get
        return [_found(find, name) for name in wanted]

    def _vertex(self, name: Any) -> int | None:
        """Number of a vertex, if vertices have no names besides their numbers."""
        is_one = isinstance(name, int | float | np.integer) and 0 <= name < self.vertices and int(name) == name
        return int(name) if is_one else None

    def values_of(self, argument: str, given: Any) -> list[Any]:
        """An entry for each vertex: from a dict or a pandas Series by vertices, or else in their order. Raises
        UsageError."""
        named = by_name(argument, given)
        if named is None:
            return self.listed(argument, given, self.vertices, "vertices")
        try:
            self.numbered(named)
        except UsageError as error:
            advice = (
                ""
                if isinstance(given, Mapping)
                else (": the index of a Series names vertices; its to_list() is in the order of the graph's")
            )
            raise UsageError(f"{argument}: {error}{advice}") from None
        missing = [vertex for vertex in range(self.vertices) if self.label(vertex) not in named]
        if missing:
            raise UsageError(f"{argument}: vertex {self.label(missing[0])!r} has none; expected one for each")
        return [named[self.label(vertex)] for vertex in range(self.vertices)]

    def listed(self, argument: str, given: Any, expected: int, things: str) -> list[Any]:
        """An entry for each vertex, or each edge, of the graph, in their order. Raises UsageError."""
        values = in_order(argument, given)
        if len(values) != expected:
            raise UsageError(f"{argument}: {len(values)} for {expected} {things}; expected one for each")
        if not self.ordered:
            raise UsageError(
                f"{argument} is a list, but the graph is given by a set, which has no order; expected a dict"
            )
        return values

    def refuse_parallel_edges(self, name: str) -> None:
        """Raises UsageError for a graph with parallel edges, for questions in which the number of edges matters."""
        if self.parallel is not None:
            one, other = self.parallel
            raise UsageError(
                f"{name}: several edges from {one!r} to {other!r}, which subgraphs here do not tell from one; expected "
                "a graph without parallel edges"
            )


def _found(find: Callable[[Any], int | None], name: Any) -> int:
    try:
        vertex = find(name)
    except TypeError:  # not hashable
        vertex = None
    if vertex is None:
        raise UsageError(f"there is no vertex {name!r}")
    return vertex


def numbered(graph: GraphLike, *, name: str = "graph", directed: bool = False) -> NumberedGraph:
    """The graph with numbered vertices. Raises UsageError for a value that is not a graph, and for a directed one
    unless it may be `directed`."""
    if isinstance(graph, Graph):
        return _of_file(graph, name, directed)
    if hasattr(graph, "adj") and hasattr(graph, "is_directed"):
        return _of_networkx(graph, name, directed)
    if hasattr(graph, "get_edgelist") and hasattr(graph, "vcount"):
        return _of_igraph(graph, name, directed)
    if hasattr(graph, "tocoo"):
        return _of_sparse_matrix(graph, name, directed)
    if isinstance(graph, tuple) and len(graph) == 2 and isinstance(graph[0], int | np.integer):
        try:
            edges = np.asarray(_unmasked(graph[1], name))
        except ValueError:
            raise UsageError(f"{name}: edges that differ in length; expected a pair of vertices for each") from None
        return _of_edges(edges, name, int(graph[0]))
    if is_table(graph):
        return _of_table(graph, name, directed)
    if is_series(graph) and not is_default_index(graph):
        raise UsageError(
            f"{name}: a Series with an index; expected a dict of neighbours (to_dict()), or pairs of vertices "
            "(to_list())"
        )
    if isinstance(graph, Mapping) and isinstance(graph, Set):  # networkx's edges, or its nodes
        return _of_view(graph, name)
    if isinstance(graph, Mapping):
        return _of_neighbours(graph, name)
    if hasattr(graph, "__array__") and not is_series(graph):
        return _of_array(np.asarray(_unmasked(graph, name)), name, directed)
    if isinstance(graph, Iterable) and not isinstance(graph, str | bytes):
        return _of_pairs(graph, name)
    raise UsageError(f"{name}: {type(graph).__name__} is not a graph; expected one of networkx, edges, or a matrix")


def attribute_of_nodes(argument: str, graph: Any, name: str) -> list[Any]:
    """Attribute of each node of a graph of networkx or a file. Raises UsageError if a node has none, which is more
    often a misspelling than an intention. `argument`: the argument that names the attribute."""
    expect_attributes(argument, graph, name)
    if isinstance(graph, Graph):
        return _attribute_of_file(argument, graph, name)
    missing = [node for node, data in graph.nodes(data=True) if name not in data]
    if missing and len(missing) == len(graph):
        known = sorted({str(each) for _, data in graph.nodes(data=True) for each in data})
        others = f"; they have {', '.join(map(repr, known))}" if known else ""
        raise UsageError(f"{argument}={name!r}: no node has this attribute{others}")
    if missing:
        raise UsageError(f"{argument}={name!r}: node {missing[0]!r} has no such attribute; expected it of all nodes")
    return [value for _, value in graph.nodes(data=name)]


def expect_attributes(argument: str, graph: Any, name: str) -> None:
    """Raises UsageError for a graph whose nodes and edges have no named attributes."""
    if not isinstance(graph, Graph) and not hasattr(graph, "nodes"):
        raise UsageError(
            f"{argument}={name!r} names an attribute; expected {argument} for each, as the graph is not one of "
            "networkx or of a file"
        )


def _attribute_of_file(argument: str, graph: Graph, name: str) -> list[Any]:
    values = {"weight": graph.weights, "label": graph.labels}.get(name)
    if values is None:
        known = [each for each, its in (("weight", graph.weights), ("label", graph.labels)) if its is not None]
        has = f"it has {' and '.join(map(repr, known))}" if known else "it has neither weights nor labels"
        raise UsageError(f"{argument}={name!r}: {graph.source} does not say this of vertices; {has}")
    return list(values)


def _of_file(graph: Graph, name: str, may_be_directed: bool) -> NumberedGraph:
    if graph.directed and not may_be_directed:
        raise UsageError(f"{name}: the graph of {graph.source} is directed; expected an undirected one")
    labels = None if isinstance(graph.vertices, range) else graph.vertices
    return NumberedGraph(len(graph), graph.edges, labels, graph.directed)


def _of_networkx(graph: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    directed = graph.is_directed()
    if directed and not may_be_directed:
        raise UsageError(f"{name}: the graph is directed; expected an undirected one (to_undirected() makes one)")
    neighbours = dict(graph.adjacency())
    parallel = None
    if graph.is_multigraph():
        several = (
            (one, other) for one, others in neighbours.items() for other, keys in others.items() if len(keys) > 1
        )
        parallel = next(several, None)
    labels = list(neighbours)
    number = {label: vertex for vertex, label in enumerate(labels)}
    ends = array("I")
    for one, others in enumerate(neighbours.values()):
        for other in others:
            vertex = number[other]
            if directed or one <= vertex:  # each undirected edge is listed twice: once for each of its vertices
                ends.append(one)
                ends.append(vertex)
    plain = all(type(label) is int and label == vertex for vertex, label in enumerate(labels))
    edges = np.frombuffer(ends, np.uint32).reshape(-1, 2)
    return NumberedGraph(len(labels), edges, None if plain else labels, directed, parallel=parallel)


def _of_igraph(graph: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    directed = graph.is_directed()
    if directed and not may_be_directed:
        raise UsageError(f"{name}: the graph is directed; expected an undirected one (as_undirected() makes one)")
    plain = _of_edges(np.array(graph.get_edgelist(), np.int64), name, graph.vcount())
    return NumberedGraph(plain.vertices, plain.edges, None, directed, parallel=_parallel(plain.edges, directed))


def _parallel(edges: NDArray[np.uint32], directed: bool) -> tuple[int, int] | None:
    ends = edges if directed else np.sort(edges, axis=1)
    pairs, counts = np.unique((ends[:, 0].astype(np.uint64) << np.uint64(32)) | ends[:, 1], return_counts=True)
    several = pairs[counts > 1]
    return divmod(int(several[0]), 2**32) if len(several) else None


def _unmasked(values: Any, name: str) -> Any:
    """Fills NumPy's masked arrays, which lose their mask in conversions."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise UsageError(f"{name}: an array in which something is masked; expected all of it (filled(0) fills it)")
    return values


def _of_table(table: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    """The graph of pairs in two columns, or of a matrix whose rows and columns have the same names."""
    columns, rows = columns_of(table), row_names(table)
    names = list(columns)
    if rows is not None and len(rows) == len(names) and {*rows} == {*names}:
        entries = np.array([columns[each] for each in names]).T
        places = [rows.index(each) for each in names]
        if names == list(range(len(names))):
            return _of_array(entries[places], name, may_be_directed)
        plain = _of_matrix(entries[places], name, may_be_directed)
        return replace(plain, labels=names)
    if len(names) != 2:
        raise UsageError(
            f"{name}: a table with the columns {', '.join(map(str, names))}; expected two columns, the ends of edges "
            "(as table[['source', 'target']]), or a matrix whose columns have the names of its rows"
        )
    pairs = list(zip(*columns.values(), strict=True))
    for row, pair in enumerate(pairs):
        if any(map(is_missing, pair)):
            raise UsageError(f"{name}: row {row} of the table is {pair!r}; expected two vertices")
    return _of_pairs(pairs, name)


def _of_array(array: NDArray[Any], name: str, may_be_directed: bool) -> NumberedGraph:
    if array.dtype.names is not None and len(array.dtype.names) != 2:
        raise UsageError(
            f"{name}: an array with the fields {', '.join(array.dtype.names)}; expected two, the ends of edges"
        )
    named = array.dtype.kind in "OSUV" and array.size > 0  # objects, texts, and pairs of fields
    if named and (array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 2)):
        return _of_pairs(array.tolist(), name)
    if array.shape == (2, 2) and np.issubdtype(array.dtype, np.integer):
        raise UsageError(
            f"{name}: a (2, 2) array of {array.dtype} could be two edges or a matrix; expected (vertices, edges) for "
            "edges, or a matrix of bool or float"
        )
    if array.shape == (0,) or (array.ndim == 2 and array.shape[1] == 2 and array.shape[0] != 2):
        return _of_edges(array, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        raise UsageError(f"{name}: an array of shape {array.shape}; expected a row of two for each edge, or a matrix")
    return _of_matrix(array, name, may_be_directed)


def _of_matrix(array: NDArray[Any], name: str, may_be_directed: bool) -> NumberedGraph:
    _check_entries(array, name)
    there = array != 0
    return _of_entries(len(there), np.argwhere(there), np.argwhere(there & ~there.T), name, may_be_directed)


def _of_sparse_matrix(matrix: Any, name: str, may_be_directed: bool) -> NumberedGraph:
    if matrix.shape[0] != matrix.shape[1]:
        raise UsageError(
            f"{name}: a matrix of {matrix.shape[0]} rows and {matrix.shape[1]} columns does not belong to a graph"
        )
    entries = matrix.tocsr()  # with each entry once
    _check_entries(entries.data, name)
    there = entries != 0
    return _of_entries(there.shape[0], _places(there), _places(there > there.T), name, may_be_directed)


def _places(entries: Any) -> NDArray[Any]:
    """Places of the nonzero entries of a sparse matrix, a row for each."""
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
    """The graph of the nonzero entries of a matrix, and whether some have no counterpart across the diagonal."""
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
    ordered = not isinstance(pairs, set | frozenset)
    for row, pair in enumerate(pairs):
        try:
            if isinstance(pair, str | bytes | Mapping):  # iterated, these give letters and keys
                raise TypeError
            one, other = pair
        except (TypeError, ValueError):
            raise UsageError(f"{name}: edge {row} is {pair!r}; expected a pair of vertices{_advice(pair)}") from None
        ordered = ordered and not isinstance(pair, set | frozenset)
        try:
            edges.append((number.setdefault(one, len(number)), number.setdefault(other, len(number))))
        except TypeError:
            raise UsageError(f"{name}: edge {row} is {pair!r}; expected vertices, which have a hash") from None
    return NumberedGraph(len(number), np.array(edges, np.uint32).reshape(-1, 2), list(number), ordered=ordered)


def _of_view(view: Any, name: str) -> NumberedGraph:
    if "Edge" not in type(view).__name__:
        raise UsageError(f"{name}: a {type(view).__name__}; expected the graph, or its edges")
    return _of_pairs(view, name)


def _are_edges_with_data(given: Mapping[Hashable, Any]) -> bool:
    """Whether a dict seems to contain edges and their data rather than vertices and their neighbours."""
    if not given or not all(isinstance(key, tuple) and len(key) == 2 for key in given):
        return False
    data = [*given.values()]
    return all(isinstance(each, Mapping) for each in data) and not any(key in given for each in data for key in each)


def _of_neighbours(neighbours: Mapping[Hashable, Any], name: str) -> NumberedGraph:
    """The graph with each edge once, whether it is listed at one of its ends or at both."""
    if _are_edges_with_data(neighbours):
        raise UsageError(
            f"{name}: a dict of edges and their data; expected a list of its keys, or a dict of neighbours"
        )
    number = {vertex: place for place, vertex in enumerate(neighbours)}
    edges: dict[tuple[int, int], None] = {}
    ordered = True
    for one, others in neighbours.items():
        if isinstance(others, str | bytes) or not isinstance(others, Iterable):
            raise UsageError(f"{name}: vertex {one!r} has {others!r}; expected a list of its neighbours")
        known = len(number)
        for other in others:
            try:
                ends = number[one], number.setdefault(other, len(number))
            except TypeError:
                raise UsageError(
                    f"{name}: the neighbour {other!r} of {one!r} is not a vertex; it has no hash"
                ) from None
            edges[min(ends), max(ends)] = None
        ordered = ordered and not (isinstance(others, set | frozenset) and len(number) > known + 1)
    return NumberedGraph(len(number), np.array(list(edges), np.uint32).reshape(-1, 2), list(number), ordered=ordered)


def _advice(edge: Any) -> str:
    """Advice on an entry that is not a pair: edges with weights, or with networkx's data, have three parts."""
    return ", without a weight or data behind them" if isinstance(edge, tuple | list) and len(edge) == 3 else ""
