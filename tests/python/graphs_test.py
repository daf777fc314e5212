"""Graphs in all forms are the same graph, and what is none is refused."""

import re
from collections.abc import Callable

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
sparse = pytest.importorskip("scipy.sparse")

from scrump import UsageError  # noqa: E402
from scrump.graphs import NumberedGraph, numbered  # noqa: E402

EDGES = [(0, 1), (1, 2), (0, 2), (2, 3)]
MATRIX = nx.to_numpy_array(nx.Graph(EDGES), dtype=int)


class Igraph:
    """What graphs of igraph have."""

    def __init__(self, vertices: int, edges: list[tuple[int, int]], directed: bool = False) -> None:
        self.vertices, self.edges, self.directed = vertices, edges, directed

    def vcount(self) -> int:
        return self.vertices

    def get_edgelist(self) -> list[tuple[int, int]]:
        return self.edges

    def is_directed(self) -> bool:
        return self.directed


def edges_of(graph: NumberedGraph) -> set[frozenset]:
    return {frozenset(map(graph.label, edge)) for edge in graph.edges.tolist()}


@pytest.mark.parametrize(
    "graph",
    [
        nx.Graph(EDGES),
        nx.MultiGraph([*EDGES, (0, 1)]),
        np.array([*EDGES, (3, 3)]),
        (4, np.array(EDGES)),
        (4, EDGES),
        MATRIX,
        MATRIX.astype(float),
        MATRIX.view(np.matrix),
        sparse.csr_array(MATRIX),
        sparse.coo_matrix(MATRIX),
        EDGES,
        iter(EDGES),
        nx.to_dict_of_lists(nx.Graph(EDGES)),
        nx.to_dict_of_dicts(nx.Graph(EDGES)),
        {0: [1, 2], 1: {2}, 2: (3,)},
        Igraph(4, EDGES),
    ],
    ids=lambda graph: type(graph).__name__,
)
def test_forms_of_a_graph(graph: object) -> None:
    found = numbered(graph)
    assert found.vertices == 4
    assert found.edges.dtype == np.uint32
    assert found.edges.flags.c_contiguous
    assert edges_of(found) - {frozenset({3})} == {frozenset(edge) for edge in EDGES}


def test_labels_are_kept() -> None:
    graph = nx.Graph([("b", "a"), ("a", 7)])
    found = numbered(graph)
    assert found.labels == ["b", "a", 7]
    assert edges_of(found) == {frozenset({"a", "b"}), frozenset({"a", 7})}
    assert found.numbered(["a", 7]) == [1, 2]
    assert found.named([2, 0]) == [7, "b"]
    assert numbered(nx.path_graph(3)).labels is None
    assert numbered(nx.Graph([(False, 1)])).labels is not None  # False is not a number


def test_vertices_without_edges_count() -> None:
    graph = nx.empty_graph(3)
    assert (numbered(graph).vertices, len(numbered(graph).edges)) == (3, 0)
    assert numbered((5, np.empty((0, 2), int))).vertices == 5
    assert numbered(np.zeros((2, 2))).vertices == 2
    assert numbered([]).vertices == numbered({}).vertices == numbered(np.array([])).vertices == 0
    assert numbered({"a": [], "b": ["c"], "d": []}).labels == ["a", "b", "d", "c"]
    assert numbered(Igraph(3, [])).vertices == 3
    assert numbered(sparse.csr_array((3, 3))).vertices == 3


@pytest.mark.parametrize(
    ("graph", "says"),
    [
        (nx.DiGraph([(0, 1)]), "directed"),
        (np.zeros((2, 3)), "shape"),
        (np.array([[0.5, 1], [1, 2], [2, 3]]), "whole numbers"),
        (np.array([[0, -1], [1, 2], [2, 3]]), "no vertex -1"),
        ((3, np.array(EDGES)), "no vertex 3 among 3"),
        (sparse.csr_array(np.zeros((2, 3))), "2 rows and 3 columns"),
        ([(0, 1), (1, 2, 3)], r"edge 1 is \(1, 2, 3\)"),
        ([(0, 1), ([1], 2)], r"edge 1 is \(\[1\], 2\); expected vertices, which have a hash"),
        ([0, 1], "edge 0 is 0"),
        ({0: 1}, "vertex 0 has 1; expected a list of its neighbours"),
        ({"a": "bc"}, "vertex 'a' has 'bc'"),
        ({0: [[1]]}, "the neighbour .* no hash"),
        ((3, [(0, 1), (1,)]), "edges that differ in length"),
        ((-1, []), "-1 vertices; expected from 0"),
        ((2**40, []), "1099511627776 vertices; expected from 0 to 4294967295"),
        (np.array([[0, 1], [1, 2]]), "could be two edges or a matrix"),
        (np.array([[0, 1], [1, 0]], np.uint8), "could be two edges or a matrix"),
        (np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), "from 0 to 1, but none back; .*symmetric"),
        (np.triu(MATRIX), r"matrix \+ matrix.T makes one"),
        (sparse.csr_array(np.triu(MATRIX)), "from 0 to 1, but none back"),
        (np.where(MATRIX == 0, np.nan, MATRIX), "an entry of nan"),
        (np.where(MATRIX == 0, np.inf, MATRIX), "an entry of inf"),
        (sparse.csr_array(np.where(MATRIX == 0, np.nan, MATRIX)), "an entry of nan"),
        (np.array([["a", "b", "c"]] * 3), "a matrix of <U1; expected numbers"),
        (Igraph(2, [(0, 1)], directed=True), "directed"),
        (Igraph(2, [(0, 5)]), "no vertex 5 among 2"),
        ("graph.clq", "str is not a graph"),
        (17, "int is not a graph"),
    ],
)
def test_what_is_no_graph(graph: object, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        numbered(graph)


def test_matrices_of_two_vertices() -> None:
    for kind in (bool, float):
        assert edges_of(numbered(np.array([[0, 1], [1, 0]], kind))) == {frozenset({0, 1})}
    assert edges_of(numbered(sparse.csr_array([[0, 1], [1, 0]]))) == {frozenset({0, 1})}
    assert edges_of(numbered((3, np.array([[0, 1], [1, 2]])))) == {frozenset({0, 1}), frozenset({1, 2})}


@pytest.mark.parametrize("form", [np.array, sparse.csr_array, sparse.coo_array])
def test_each_edge_of_a_matrix_is_there_once(form: Callable[[object], object]) -> None:
    found = numbered(form(MATRIX), directed=True)
    assert (found.described, found.directed) == ({"vertices": 4, "edges": 4}, False)
    assert numbered(nx.to_dict_of_lists(nx.Graph(EDGES))).described == {"vertices": 4, "edges": 4}


@pytest.mark.parametrize("form", [np.array, sparse.csr_array, sparse.coo_array])
def test_matrices_of_directed_graphs(form: Callable[[object], object]) -> None:
    arcs = [(0, 1), (1, 0), (1, 2), (2, 0)]
    found = numbered(form(nx.to_numpy_array(nx.DiGraph(arcs))), directed=True)
    assert found.directed
    assert sorted(map(tuple, found.edges.tolist())) == arcs
    assert numbered(Igraph(3, arcs, directed=True), directed=True).directed


@pytest.mark.parametrize("graph", [(5, []), [("a", "b")]])
@pytest.mark.parametrize("wrong", ["z", 5, -1, 0.5, [0], ([0],), None])
def test_unknown_vertices(graph: object, wrong: object) -> None:
    with pytest.raises(UsageError, match=re.escape(f"no vertex {wrong!r}")):
        numbered(graph).numbered([wrong])


def test_known_vertices() -> None:
    assert numbered((5, [])).numbered(np.array([3, 1])) == [3, 1]
    assert numbered((5, [])).numbered([4.0, True]) == [4, 1]
    assert numbered((2**32 - 1, [])).numbered([2**32 - 2]) == [2**32 - 2]  # and makes no list of all
    with pytest.raises(UsageError, match="7; expected vertices"):
        numbered((5, [])).numbered(7)
