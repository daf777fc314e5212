"""networkx calls Scrump, where it is told to and both can do it."""

import pytest

nx = pytest.importorskip("networkx", minversion="3.3")
pytest.importorskip("scrump._native", reason="the compiled part is not built")
if "scrump" not in nx.utils.backends.backends:
    pytest.skip("the package is not installed", allow_module_level=True)

GRAPH = nx.gnp_random_graph(40, 0.6, seed=7)


def weighted() -> nx.Graph:
    graph = GRAPH.copy()
    nx.set_node_attributes(graph, {vertex: vertex % 7 for vertex in graph}, "weight")
    return graph


def test_the_same_answers() -> None:
    for graph, weight in ((GRAPH, None), (weighted(), "weight")):
        clique, heavy = nx.max_weight_clique(graph, weight, backend="scrump")
        assert heavy == nx.max_weight_clique(graph, weight)[1]
        assert nx.density(graph.subgraph(clique)) == 1


def test_exact_where_networkx_is_not() -> None:
    largest = nx.max_weight_clique(GRAPH, None)[1]
    found = nx.approximation.max_clique(GRAPH, backend="scrump")
    assert isinstance(found, set)
    assert len(found) == largest
    assert nx.approximation.large_clique_size(GRAPH, backend="scrump") == largest
    independent = nx.approximation.maximum_independent_set(GRAPH, backend="scrump")
    assert len(independent) == nx.max_weight_clique(nx.complement(GRAPH), None)[1]
    assert GRAPH.subgraph(independent).number_of_edges() == 0


def test_what_it_cannot_do_is_networkx_s() -> None:
    graph = nx.Graph([(0, 1)])
    nx.set_node_attributes(graph, {0: 0.5, 1: 2.25}, "weight")
    with pytest.raises(NotImplementedError):
        nx.max_weight_clique(graph, backend="scrump")
    priority = nx.config.backend_priority.algos
    try:
        nx.config.backend_priority = ["scrump"]
        assert nx.max_weight_clique(GRAPH, None)[1] == len(nx.max_weight_clique(GRAPH, None, backend="scrump")[0])
    finally:
        nx.config.backend_priority = priority


def test_it_says_what_it_is() -> None:
    from scrump.networkx_backend import backend, info

    assert backend.can_run("max_clique", (GRAPH,), {}) is True
    assert "directed" in backend.can_run("max_clique", (nx.DiGraph(),), {})
    assert info()["backend_name"] == "scrump"
    for name in info()["functions"]:
        assert callable(getattr(backend, name))
