"""Graphs with several edges between two vertices: refused where it makes a difference, and one edge elsewhere."""

from __future__ import annotations

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402

DOUBLE = nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
SINGLE = nx.MultiGraph([(0, 1), (1, 2)])
ARCS = nx.MultiDiGraph([("a", "b"), ("a", "b")])
SEARCHES = (
    scrump.subgraph_isomorphism,
    scrump.subgraph_isomorphisms,
    scrump.subgraph_isomorphisms_count,
    scrump.iterate_subgraph_isomorphisms,
)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("pattern", [DOUBLE, ARCS, nx.MultiGraph([(0, 0), (0, 0)])])
def test_patterns_are_refused(search: object, pattern: object) -> None:
    with pytest.raises(scrump.UsageError, match=r"pattern: several edges from .* to .*without parallel edges"):
        search(pattern, SINGLE)  # type: ignore[operator]


def test_targets_are_refused_where_all_of_their_edges_count() -> None:
    assert scrump.subgraph_isomorphism(SINGLE, DOUBLE).solution is not None
    with pytest.raises(scrump.UsageError, match="target: several edges from 'a' to 'b'"):
        scrump.subgraph_isomorphism(SINGLE, DOUBLE, induced=True)


@pytest.mark.parametrize("graphs", [(SINGLE, DOUBLE), (DOUBLE, SINGLE)])
def test_common_subgraphs_refuse_both(graphs: tuple[object, object]) -> None:
    with pytest.raises(scrump.UsageError, match="several edges from 'a' to 'b'"):
        scrump.common_subgraph(*graphs)


def test_those_without_parallel_edges_are_as_others() -> None:
    both_ways = nx.MultiDiGraph([("a", "b"), ("b", "a")])
    assert scrump.subgraph_isomorphisms_count(both_ways, both_ways).objective == 2
    assert scrump.common_subgraph(SINGLE, SINGLE).objective == 3


def test_several_edges_are_one_elsewhere() -> None:
    assert scrump.max_clique(DOUBLE).objective == 2
    assert scrump.max_weight_clique(DOUBLE, {"a": 1, "b": 1, "c": 5}).objective == 6
    assert scrump.independent_set(DOUBLE).objective == 2
    assert scrump.vertex_cover(DOUBLE).objective == 1
    assert scrump.colouring(DOUBLE).objective == 2
    roads = nx.MultiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": 2})])
    assert scrump.tsp(roads).objective == 4


def test_graphs_of_igraph_are_told_alike() -> None:
    igraph = pytest.importorskip("igraph")
    double = igraph.Graph([(0, 1), (1, 0), (1, 2)])
    with pytest.raises(scrump.UsageError, match="pattern: several edges from 0 to 1"):
        scrump.subgraph_isomorphism(double, SINGLE)
    assert scrump.subgraph_isomorphism(igraph.Graph([(0, 1), (1, 0)], directed=True), ARCS).solution is None
    assert scrump.max_clique(double).objective == 2
