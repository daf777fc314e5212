"""What the package finds is what there is: by brute force, by networkx, and by what is known."""

import json
import random
from itertools import combinations

import brute_force
import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump.problems.tours import euclidean  # noqa: E402

SEEDS = range(12)


def small(seed: int, vertices: int = 7) -> nx.Graph:
    """With names in an order of their own."""
    graph = nx.gnp_random_graph(vertices, 0.25 + 0.05 * (seed % 12), seed=seed)
    names = [f"v{vertex}" for vertex in graph]
    random.Random(seed).shuffle(names)
    return nx.relabel_nodes(graph, dict(zip(graph, names, strict=True)))


@pytest.mark.parametrize("seed", SEEDS)
def test_sets_of_vertices(seed: int) -> None:
    graph = small(seed)
    cliques = brute_force.subsets(graph, brute_force.is_clique)
    largest = max(map(len, cliques))

    found = scrump.max_clique(graph)
    assert (found.status, found.objective, found.bound) == ("complete", largest, largest)
    assert brute_force.is_clique(graph, found.solution)
    assert len(set(found.solution)) == largest

    independent = scrump.independent_set(graph)
    assert independent.objective == max(map(len, brute_force.subsets(graph, brute_force.is_independent)))
    assert brute_force.is_independent(graph, independent.solution)

    cover = scrump.vertex_cover(graph)
    assert cover.objective == min(map(len, brute_force.subsets(graph, brute_force.is_cover)))
    assert brute_force.is_cover(graph, cover.solution)

    for k in (2, 3):
        every = {frozenset(each) for each in cliques if len(each) == k}
        found_all = scrump.cliques(graph, k)
        assert {frozenset(each) for each in found_all.solution} == every
        assert found_all.objective == len(every)
        assert (scrump.clique(graph, k).solution is not None) == bool(every)
    assert scrump.cliques(graph).details["size"] == largest
    counted = scrump.cliques(graph, 2, most=0)
    assert (counted.objective, counted.solution) == (graph.number_of_edges(), None)


@pytest.mark.parametrize("seed", SEEDS)
def test_heaviest_clique(seed: int) -> None:
    graph = small(seed)
    weights = {vertex: random.Random(f"{seed}{vertex}").randrange(9) for vertex in graph}
    heaviest = max(sum(weights[each] for each in some) for some in brute_force.subsets(graph, brute_force.is_clique))
    nx.set_node_attributes(graph, weights, "mass")
    for given in (weights, "mass", [weights[vertex] for vertex in graph]):
        found = scrump.max_weight_clique(graph, given)
        assert found.objective == heaviest
        assert brute_force.is_clique(graph, found.solution)
        assert sum(weights[vertex] for vertex in found.solution) == heaviest


@pytest.mark.parametrize("seed", SEEDS)
def test_colouring(seed: int) -> None:
    graph = small(seed, vertices=6)
    fewest = brute_force.chromatic_number(graph)
    found = scrump.colouring(graph)
    assert (found.objective, found.bound) == (fewest, fewest)
    assert all(found.solution[one] != found.solution[other] for one, other in graph.edges)
    assert scrump.colouring(graph, fewest).solution is not None
    assert fewest < 2 or scrump.colouring(graph, fewest - 1).solution is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("induced", [False, True])
def test_subgraphs(seed: int, induced: bool) -> None:
    pattern, target = small(seed, vertices=4), small(seed + 5, vertices=6)
    every = brute_force.mappings(pattern, target, induced)
    found = scrump.subgraph_isomorphism(pattern, target, induced=induced)
    assert (found.solution in every) if every else (found.solution is None and found.complete)
    assert scrump.subgraph_isomorphisms_count(pattern, target, induced=induced).objective == len(every)
    listed = scrump.subgraph_isomorphisms(pattern, target, induced=induced).solution
    assert len(listed) == len(every)
    assert all(each in every for each in listed)
    assert listed[:1][0:0].array.shape == (0, 4)


def test_labels_of_vertices() -> None:
    target = nx.path_graph(3)
    nx.set_node_attributes(target, {0: "red", 1: "blue", 2: "red"}, "colour")
    pattern = nx.Graph([("x", "y")])
    nx.set_node_attributes(pattern, {"x": "red", "y": "blue"}, "colour")
    found = scrump.subgraph_isomorphisms(pattern, target, labels="colour").solution
    assert sorted(found, key=str) == [{"x": 0, "y": 1}, {"x": 2, "y": 1}]
    nx.set_node_attributes(pattern, "green", "colour")
    assert scrump.subgraph_isomorphism(pattern, target, labels="colour").solution is None
    with pytest.raises(scrump.UsageError, match="one graph alone"):
        scrump.subgraph_isomorphism(pattern, target, labels=["red", "red"])


def test_loops_belong_to_subgraphs() -> None:
    target = nx.Graph([(0, 1), (1, 1)])
    assert list(scrump.subgraph_isomorphisms(nx.Graph([("x", "x")]), target).solution) == [{"x": 1}]
    assert scrump.max_clique(target).objective == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_common_subgraph(seed: int) -> None:
    first, second = small(seed, vertices=5), small(seed + 3, vertices=5)
    found = scrump.common_subgraph(first, second)
    assert found.objective == brute_force.largest_common(first, second)
    for one, other in combinations(found.solution, 2):
        assert first.has_edge(one, other) == second.has_edge(found.solution[one], found.solution[other])


@pytest.mark.parametrize("seed", SEEDS)
def test_knapsack(seed: int) -> None:
    chance = random.Random(seed)
    profits, weights = ([chance.randrange(1, 30) for _ in range(9)] for _ in range(2))
    found = scrump.knapsack(profits, weights, 60)
    assert found.objective == brute_force.best_packing(profits, weights, 60)
    assert sum(profits[item] for item in found.solution) == found.objective
    assert sum(weights[item] for item in found.solution) == found.details["weight"] <= 60


@pytest.mark.parametrize("seed", SEEDS)
def test_shortest_tour(seed: int) -> None:
    chance = random.Random(seed)
    distances = euclidean([[chance.randrange(100), chance.randrange(100)] for _ in range(7)])
    found = scrump.tsp(distances)
    assert found.objective == brute_force.shortest(distances.tolist())
    assert sorted(found.solution) == list(range(7))
    graph = nx.relabel_nodes(nx.from_numpy_array(distances), "abcdefg".__getitem__)
    for one, other in combinations(graph, 2):
        if not graph.has_edge(one, other):  # two points at one place: no edge, as their distance is 0
            graph.add_edge(one, other, weight=0)
    named = scrump.tsp(graph)
    assert named.objective == found.objective
    assert sorted(named.solution) == list("abcdefg")


def test_networkx_says_the_same() -> None:
    graph = nx.gnp_random_graph(60, 0.5, seed=4)
    assert scrump.max_clique(graph).objective == nx.max_weight_clique(graph, weight=None)[1]
    cycle = nx.cycle_graph(5)
    matcher = nx.algorithms.isomorphism.GraphMatcher(nx.gnp_random_graph(15, 0.5, seed=2), cycle)
    count = sum(1 for _ in matcher.subgraph_monomorphisms_iter())
    assert scrump.subgraph_isomorphisms_count(cycle, nx.gnp_random_graph(15, 0.5, seed=2)).objective == count


def test_what_is_known() -> None:
    assert scrump.semigroups(20).objective == 37396
    assert scrump.queens_count(9).objective == 352
    assert [scrump.queens_count(size).objective for size in range(1, 7)] == [1, 0, 0, 2, 10, 4]
    assert scrump.queens(2).solution is None
    placed = scrump.queens(8).solution
    assert len({*placed}) == len({row + column for row, column in enumerate(placed)}) == 8
    assert len({row - column for row, column in enumerate(placed)}) == 8
    measured = scrump.uts("T1")
    assert (measured.objective, measured.details["leaves"], measured.details["depth"]) == (4130071, 3305118, 10)


def test_a_large_sparse_graph_is_searched_as_such() -> None:
    edges = [(vertex, vertex + step) for vertex in range(70_000) for step in (1, 2)]
    assert scrump.max_clique(edges).objective == 3


@pytest.mark.parametrize("skeleton", ["sequential", "depth-bounded:depth=2", "stack-stealing", "budget", "ordered"])
def test_every_skeleton(skeleton: str) -> None:
    graph = nx.gnp_random_graph(80, 0.6, seed=1)
    found = scrump.max_clique(graph, skeleton=skeleton, workers=2)
    assert found.objective == scrump.max_clique(graph, localities=2, workers=1).objective
    assert found.options["skeleton"].startswith(skeleton.split(":")[0])


def test_nothing_to_find() -> None:
    none = nx.Graph()
    assert scrump.max_clique(none).solution == []
    assert scrump.vertex_cover(none).objective == 0
    assert scrump.colouring(none).solution == {}
    assert scrump.subgraph_isomorphism(none, none).solution == {}
    assert scrump.common_subgraph(none, none).solution == {}
    assert scrump.knapsack([], [], 0).solution == []


@pytest.mark.parametrize("workers", [1, 3])
def test_subgraphs_one_after_another(workers: int) -> None:
    pattern, target = nx.cycle_graph(list("abcd")), nx.gnp_random_graph(12, 0.6, seed=4)
    found = scrump.iterate_subgraph_isomorphisms(pattern, target, workers=workers)
    assert found.status is None
    told = sorted(tuple(each.values()) for each in found)
    assert found.status == "complete"
    assert told == sorted(tuple(each.values()) for each in scrump.subgraph_isomorphisms(pattern, target).solution)
    assert list(found) == []


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    endless = nx.complete_graph(60)
    with scrump.iterate_subgraph_isomorphisms(nx.complete_graph(20), endless, workers=2) as found:
        some = [next(found) for _ in range(3000)]  # more than are kept waiting
    assert len({tuple(each.values()) for each in some}) == 3000
    assert list(found) == []
    limited = scrump.iterate_subgraph_isomorphisms(nx.complete_graph(20), endless, node_limit=500)
    assert sum(1 for _ in limited) < 10_000
    assert limited.status == "node-limit"
    scrump.iterate_subgraph_isomorphisms(nx.complete_graph(20), endless)  # left alone
    with pytest.raises(scrump.UsageError):
        scrump.iterate_subgraph_isomorphisms(pattern := nx.path_graph(2), pattern, labels="colour", target_labels=[1])


def test_hardware_counters_are_read_or_refused():
    def counted(**options: bool) -> dict[str, int]:
        return json.loads(scrump.queens_count(8, workers=2, **options).statistics.json())["statistics"]

    try:
        statistics = counted(hardware_counters=True)
    except scrump.Error as error:
        assert str(error).startswith("hardware counters cannot be read: ")
    else:
        assert max(statistics.get("instructions", 0), statistics.get("cycles", 0)) > 0
    assert "instructions" not in counted()


def test_the_grain_is_chosen_by_a_rule_of_the_skeleton():
    for skeleton in ("adaptive:rule=idle-rate", "budget:tolerance=0.05"):
        assert scrump.queens_count(8, workers=2, skeleton=skeleton).objective == 92
    with pytest.raises(scrump.UsageError, match="rule has no effect beside interval"):
        scrump.queens_count(8, skeleton="adaptive:interval=20,rule=idle-rate")
