"""Directed and labelled subgraphs, as networkx finds them."""

import random
from typing import Any

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

from networkx.algorithms.isomorphism import (  # noqa: E402
    DiGraphMatcher,
    GraphMatcher,
    categorical_edge_match,
    categorical_node_match,
)

import scrump  # noqa: E402


def painted(vertices: int, density: float, directed: bool, seed: int) -> Any:
    graph = nx.gnp_random_graph(vertices, density, seed=seed, directed=directed)
    chance = random.Random(seed)
    nx.set_node_attributes(graph, {vertex: chance.choice("ab") for vertex in graph}, "colour")
    nx.set_edge_attributes(graph, {edge: chance.choice("xy") for edge in graph.edges}, "bond")
    return graph


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("induced", [False, True])
def test_are_those_that_networkx_finds(directed: bool, induced: bool) -> None:
    matcher = DiGraphMatcher if directed else GraphMatcher
    some = 0
    for seed in range(8):
        pattern, target = painted(4, 0.4, directed, seed), painted(9, 0.5, directed, seed + 100)
        for colours in (False, True):
            for bonds in (False, True):
                match = matcher(
                    target,
                    pattern,
                    node_match=categorical_node_match("colour", None) if colours else None,
                    edge_match=categorical_edge_match("bond", None) if bonds else None,
                )
                found = match.subgraph_isomorphisms_iter() if induced else match.subgraph_monomorphisms_iter()
                expected = sorted(sorted((p, t) for t, p in each.items()) for each in found)
                some += bool(expected)
                ours = scrump.subgraph_isomorphisms(
                    pattern,
                    target,
                    induced=induced,
                    labels="colour" if colours else None,
                    edge_labels="bond" if bonds else None,
                )
                assert sorted(sorted(each.items()) for each in ours.solution) == expected
    assert some > 4


def test_directed_cycles_go_round() -> None:
    cycle = nx.DiGraph(nx.cycle_graph(5, create_using=nx.DiGraph))
    assert scrump.subgraph_isomorphisms_count(cycle, cycle).objective == 5
    assert scrump.subgraph_isomorphism(cycle, nx.cycle_graph(5)).solution is not None  # whose edges go both ways
    assert scrump.subgraph_isomorphism(nx.cycle_graph(5), cycle).solution is None
    with scrump.iterate_subgraph_isomorphisms(cycle, cycle) as found:
        assert len(list(found)) == 5


def test_common_subgraphs_have_labels_and_directions() -> None:
    there, back = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")]), nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    assert scrump.common_subgraph(there, back).objective == 2
    colours = ["red", "red", "blue"]
    assert scrump.common_subgraph(back, back, labels=colours, second_labels=["blue", "green", "green"]).objective == 1
    bonds = {("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 2}
    found = scrump.common_subgraph(there, there, edge_labels=bonds, second_edge_labels={**bonds, ("a", "c"): 3})
    assert found.objective == 2


def test_labels_of_edges_are_an_attribute_a_dict_or_a_list() -> None:
    pattern, target = nx.Graph([("u", "v", {"bond": 2})]), nx.Graph([(0, 1, {"bond": 1}), (1, 2, {"bond": 2})])
    for labels, other in (("bond", None), ({("v", "u"): 2}, "bond"), ([2], [1, 2]), ("bond", {(1, 0): 1, (2, 1): 2})):
        found = scrump.subgraph_isomorphisms(pattern, target, edge_labels=labels, target_edge_labels=other)
        assert sorted(tuple(each.values()) for each in found.solution) == [(1, 2), (2, 1)]
    wrong = [
        ({"edge_labels": [2]}, "edge_labels of one graph alone"),
        ({"edge_labels": [2], "target_edge_labels": [1]}, "target_edge_labels: 1 for 2 edges"),
        ({"edge_labels": "bnod"}, r"the edge \('u', 'v'\) has no label 'bnod'"),
        ({"edge_labels": {}, "target_edge_labels": "bond"}, r"the edge \('u', 'v'\) has no label$"),
    ]
    for labels, message in wrong:
        with pytest.raises(scrump.UsageError, match=message):
            scrump.subgraph_isomorphism(pattern, target, **labels)
    with pytest.raises(scrump.UsageError, match="several edges"):
        scrump.subgraph_isomorphism(nx.MultiGraph(pattern), target, edge_labels="bond")
    with pytest.raises(scrump.UsageError, match="names an attribute"):
        scrump.subgraph_isomorphism([(0, 1)], target, edge_labels="bond")
    with pytest.raises(scrump.Error, match="proofs are written for undirected graphs"):
        scrump.subgraph_isomorphism(pattern, target, edge_labels="bond", proof="never")


def test_matrices_that_are_not_symmetric_are_directed_graphs() -> None:
    path, star = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]]), np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    assert scrump.subgraph_isomorphism(path, path + path.T).solution is not None
    assert scrump.subgraph_isomorphism(star, path).solution is None
    assert scrump.common_subgraph(path, star).objective == 2
    assert scrump.common_subgraph(path, path.T).objective == 3
