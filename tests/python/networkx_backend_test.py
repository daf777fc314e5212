"""networkx calls Scrump, where it is told to and both can do it."""

from itertools import pairwise, permutations

import brute_force
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


@pytest.mark.parametrize("seed", range(6))
def test_covers(seed: int) -> None:
    graph = nx.gnp_random_graph(9, 0.1 + 0.1 * seed, seed=seed)
    weights = {vertex: (7 * vertex + seed) % 5 for vertex in graph if vertex != 3}  # the others weigh 1
    nx.set_node_attributes(graph, weights, "weight")
    covers = brute_force.subsets(graph, brute_force.is_cover)
    least = min(map(len, covers))
    found = nx.approximation.min_weighted_vertex_cover(graph, backend="scrump")
    assert isinstance(found, set)
    assert brute_force.is_cover(graph, found)
    assert len(found) == least
    light = nx.approximation.min_weighted_vertex_cover(graph, weight="weight", backend="scrump")
    assert brute_force.is_cover(graph, light)

    def heavy(some):
        return sum(weights.get(vertex, 1) for vertex in some)

    assert heavy(light) == min(map(heavy, covers))
    with pytest.raises(NotImplementedError):
        nx.approximation.min_weighted_vertex_cover(nx.Graph([(0, 0), (0, 1)]), backend="scrump")


def length(graph: nx.Graph, walk: list) -> int:
    return sum(graph[one][other].get("weight", 1) for one, other in pairwise(walk))


@pytest.mark.parametrize("seed", range(6))
def test_tours(seed: int) -> None:
    graph = nx.relabel_nodes(nx.cycle_graph(7), "abcdefg".__getitem__)  # not complete: some walk through others
    graph.add_edges_from([("a", "d"), ("b", "f")])
    for place, (one, other) in enumerate(graph.edges):
        if place != 2:
            graph[one][other]["weight"] = (5 * place + seed) % 7 + 1
    wanted = [*"fadc"] if seed % 2 else None
    names = wanted or list(graph)
    far = dict(nx.all_pairs_dijkstra_path_length(graph))
    orders = list(permutations(names))
    tour = nx.approximation.traveling_salesman_problem(graph, nodes=wanted, backend="scrump")
    assert tour[0] == tour[-1] == names[0]
    assert {*names} <= {*tour}
    best = min(sum(far[one][other] for one, other in pairwise((*order, order[0]))) for order in orders)
    assert length(graph, tour) == best
    path = nx.approximation.traveling_salesman_problem(graph, nodes=wanted, cycle=False, backend="scrump")
    assert {*names} <= {*path}
    assert length(graph, path) == min(sum(far[one][other] for one, other in pairwise(order)) for order in orders)


def test_which_tours_are_networkx_s_own() -> None:
    from scrump.networkx_backend import backend, refusal

    def can(graph: nx.Graph, *args: object, **kwargs: object) -> object:
        return refusal("traveling_salesman_problem", (graph, *args), kwargs) or True

    cycle = nx.cycle_graph(5)
    assert can(cycle) is True
    assert can(cycle, workers=2) is True
    assert "method" in can(cycle, method=nx.approximation.greedy_tsp)
    assert "method" in can(cycle, temp=3)
    assert "connected" in can(nx.empty_graph(4))
    assert "two" in can(cycle, nodes=[0])
    assert "two" in can(cycle, nodes=[0, 1, 9])
    assert can(cycle, nodes=[0, 1]) is True
    assert "whole" in can(nx.Graph([(0, 1, {"weight": 0.5}), (1, 2)]))
    large = nx.cycle_graph(100)
    assert "time_limit" in backend.should_run("traveling_salesman_problem", (large,), {})
    assert backend.should_run("traveling_salesman_problem", (large,), {"time_limit": 1}) is True
    assert backend.should_run("traveling_salesman_problem", (large, "weight", [0, 1, 2]), {}) is True
    assert backend.should_run("max_clique", (large,), {}) is True


def test_what_is_too_large_is_networkx_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    import scrump.networkx_backend as module

    def can(name: str, graph: nx.Graph, **kwargs: object) -> object:
        return module.refusal(name, (graph,), kwargs) or True

    heavy = nx.Graph()
    heavy.add_nodes_from(range(3), weight=10**18)
    assert "add up" in can("max_weight_clique", heavy)
    assert "add up" in can("min_weighted_vertex_cover", heavy, weight="weight")
    assert can("max_weight_clique", heavy, weight=None) is True
    tour = "traveling_salesman_problem"
    far = nx.path_graph(4)
    nx.set_edge_attributes(far, 4 * 10**8, "weight")
    assert "distances" in can(tour, far)
    assert can(tour, far, weight="other") is True
    complete = nx.complete_graph(4)
    nx.set_edge_attributes(complete, 10**9, "weight")
    assert can(tour, complete) is True
    complete.add_edge(0, 0, weight=1)
    assert can(tour, complete) is True
    complete.remove_edge(0, 1)
    assert "distances" in can(tour, complete)
    assert "1999 nodes" in can(tour, nx.path_graph(2000))
    monkeypatch.setattr(module, "_MOST_NODES", 2)
    for name in ("maximum_independent_set", "min_weighted_vertex_cover", "max_weight_clique"):
        assert "2 nodes" in can(name, heavy)
    assert can("max_clique", heavy) is True


def test_weights_are_whole_numbers_of_numpy_too() -> None:
    np = pytest.importorskip("numpy")
    graph = weighted()
    nx.set_node_attributes(graph, {vertex: np.int64(data) for vertex, data in graph.nodes(data="weight")}, "weight")
    assert nx.max_weight_clique(graph, backend="scrump")[1] == nx.max_weight_clique(weighted())[1]
    cover = nx.approximation.min_weighted_vertex_cover(graph, weight="weight", backend="scrump")
    assert brute_force.is_cover(graph, cover)
    square = nx.complete_graph(4)
    for place, pair in enumerate(square.edges):
        square.edges[pair]["weight"] = np.uint8(100 + place)  # whose sum NumPy would make too small
    tour = nx.approximation.traveling_salesman_problem(square, backend="scrump")
    assert {*tour} == {*square}


@pytest.mark.parametrize("cycle", [True, False])
def test_tours_of_two_nodes(cycle: bool) -> None:
    graph = nx.path_graph(3)
    assert nx.approximation.traveling_salesman_problem(nx.path_graph(2), cycle=cycle, backend="scrump") == (
        [0, 1, 0] if cycle else [0, 1]
    )
    walk = nx.approximation.traveling_salesman_problem(graph, nodes=[0, 2], cycle=cycle, backend="scrump")
    assert walk == ([0, 1, 2, 1, 0] if cycle else [0, 1, 2])


def test_options(monkeypatch: pytest.MonkeyPatch) -> None:
    import scrump.networkx_backend as module

    given = []
    search = module.max_clique

    def searched(graph: nx.Graph, **options: object) -> object:
        given.append(options)
        return search(graph, **options)

    monkeypatch.setattr(module, "max_clique", searched)
    nx.approximation.max_clique(GRAPH, backend="scrump")
    nx.approximation.max_clique(GRAPH, backend="scrump", workers=2)
    config = nx.config.backends.scrump
    try:
        config.workers, config.time_limit = 1, 50
        nx.approximation.max_clique(GRAPH, backend="scrump")
        nx.approximation.large_clique_size(GRAPH, backend="scrump", workers=2)
    finally:
        config.workers, config.time_limit = None, None
    assert given == [{}, {"workers": 2}, {"workers": 1, "time_limit": 50}, {"workers": 2, "time_limit": 50}]


def test_what_it_cannot_do_is_networkx_s() -> None:
    graph = nx.Graph([(0, 1)])
    nx.set_node_attributes(graph, {0: 0.5, 1: 2.25}, "weight")
    with pytest.raises(NotImplementedError) as raised:
        nx.max_weight_clique(graph, backend="scrump")
    reason = str(raised.value.__cause__ or raised.value)
    assert "a weight is 0.5; expected a whole number" in reason
    assert "multiply all of them" in reason
    priority = nx.config.backend_priority.algos
    try:
        nx.config.backend_priority = ["scrump"]
        assert nx.max_weight_clique(GRAPH, None)[1] == len(nx.max_weight_clique(GRAPH, None, backend="scrump")[0])
    finally:
        nx.config.backend_priority = priority


def test_it_says_what_it_is() -> None:
    from scrump.networkx_backend import backend, info, refusal

    assert backend.can_run("max_clique", (GRAPH,), {}) is True
    assert "directed" in refusal("max_clique", (nx.DiGraph(),), {})
    assert info()["backend_name"] == "scrump"
    for name in info()["functions"]:
        assert callable(getattr(backend, name))
