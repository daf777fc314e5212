"""Graphs in all forms are the same graph, and what is none is refused."""

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
sparse = pytest.importorskip("scipy.sparse")

from scrump import UsageError  # noqa: E402
from scrump.graphs import NumberedGraph, numbered  # noqa: E402

EDGES = [(0, 1), (1, 2), (0, 2), (2, 3)]
MATRIX = nx.to_numpy_array(nx.Graph(EDGES), dtype=int)


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
        sparse.csr_array(MATRIX),
        sparse.coo_matrix(MATRIX),
        EDGES,
        iter(EDGES),
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
    assert numbered(nx.Graph([(False, 1)])).labels is not None  # False is no number


def test_vertices_without_edges_count() -> None:
    graph = nx.empty_graph(3)
    assert (numbered(graph).vertices, len(numbered(graph).edges)) == (3, 0)
    assert numbered((5, np.empty((0, 2), int))).vertices == 5
    assert numbered(np.zeros((2, 2))).vertices == 2
    assert numbered([]).vertices == 0


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
        ([0, 1], "edge 0 is 0"),
        ("graph.clq", "str is no graph"),
        (17, "int is no graph"),
    ],
)
def test_what_is_no_graph(graph: object, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        numbered(graph)


def test_unknown_vertices() -> None:
    with pytest.raises(UsageError, match="no vertex 'z'"):
        numbered([("a", "b")]).numbered(["z"])
