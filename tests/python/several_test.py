"""Several solutions instead of one: by brute force, they are all there, each once, and the best first."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from typing import Any

import brute_force
import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump.problems.tours import euclidean  # noqa: E402

SEEDS = range(5)


def small(seed: int, vertices: int = 8) -> nx.Graph:
    graph = nx.gnp_random_graph(vertices, 0.3 + 0.1 * seed, seed=seed)
    return nx.relabel_nodes(graph, {vertex: f"v{vertex}" for vertex in graph})


def expect(found: Any, key: Any, every: dict[Any, int], *, greatest: bool = True, wanted: int | None = None) -> None:
    """`every` has what each solution is worth, by its `key`; `wanted` is how many of them."""
    worth = sorted(every.values(), reverse=greatest)[:wanted]
    assert found.complete
    assert found.objectives == worth
    assert len({key(each) for each in found.solutions}) == len(found.solutions) == len(worth)
    assert [every[key(each)] for each in found.solutions] == worth
    assert found.solution == (found.solutions[0] if worth else None)
    assert found.objective == found.bound == (worth[0] if worth else None)


def only(every: dict[Any, int], fits: Any) -> dict[Any, int]:
    return {each: worth for each, worth in every.items() if fits(worth)}


@pytest.mark.parametrize("seed", SEEDS)
def test_cliques(seed: int) -> None:
    graph = small(seed)
    every = {frozenset(each): len(each) for each in nx.find_cliques(graph)}
    most = max(every.values())
    expect(scrump.max_clique(graph, best=3), frozenset, every, wanted=3)
    expect(scrump.max_clique(graph, best=1000), frozenset, every)
    expect(scrump.max_clique(graph, all_solutions=True), frozenset, only(every, lambda size: size == most))
    expect(
        scrump.max_clique(graph, all_solutions=True, at_least=most - 1),
        frozenset,
        only(every, lambda size: size >= most - 1),
    )
    weights = {vertex: random.Random(f"{seed}{vertex}").randrange(1, 5) for vertex in graph}
    heavy = {each: sum(weights[vertex] for vertex in each) for each in every}
    expect(scrump.max_weight_clique(graph, weights, best=4), frozenset, heavy, wanted=4)
    heaviest = max(heavy.values())
    same = only(heavy, lambda weight: weight == heaviest)
    expect(scrump.max_weight_clique(graph, weights, all_solutions=True), frozenset, same)


@pytest.mark.parametrize("seed", SEEDS)
def test_independent_sets_and_covers(seed: int) -> None:
    graph = small(seed)
    every = {frozenset(each): len(each) for each in nx.find_cliques(nx.complement(graph))}
    most = max(every.values())
    expect(scrump.independent_set(graph, best=4), frozenset, every, wanted=4)
    expect(scrump.independent_set(graph, all_solutions=True), frozenset, only(every, lambda size: size == most))
    covers = {frozenset(graph) - each: len(graph) - len(each) for each in every}
    expect(scrump.vertex_cover(graph, best=4), frozenset, covers, greatest=False, wanted=4)
    few = min(covers.values()) + 1
    enough = only(covers, lambda size: size <= few)
    expect(scrump.vertex_cover(graph, all_solutions=True, at_most=few), frozenset, enough, greatest=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_packings(seed: int) -> None:
    chance = random.Random(seed)
    profits, weights = ([chance.randrange(1, 9) for _ in range(7)] for _ in range(2))
    sets = [some for size in range(8) for some in combinations(range(7), size)]
    fits = [some for some in sets if sum(weights[item] for item in some) <= 15]
    every = {some: sum(profits[item] for item in some) for some in fits}
    expect(scrump.knapsack(profits, weights, 15, best=5), tuple, every, wanted=5)
    most = max(every.values())
    found = scrump.knapsack(profits, weights, 15, all_solutions=True)
    expect(found, tuple, only(every, lambda profit: profit == most))
    assert found.details["weights"] == [sum(weights[item] for item in each) for each in found.solutions]
    enough = only(every, lambda profit: profit >= most - 2)
    expect(scrump.knapsack(profits, weights, 15, all_solutions=True, at_least=most - 2), tuple, enough)


@pytest.mark.parametrize("seed", SEEDS)
def test_tours(seed: int) -> None:
    chance = random.Random(seed)
    names = "abcdef"
    distances = euclidean([[chance.randrange(20), chance.randrange(20)] for _ in names])
    every = {}
    for tour in permutations(range(1, 6)):
        if tour[0] < tour[-1]:
            order = (0, *tour)
            ends = zip(order, (*tour, 0), strict=True)
            every["".join(names[city] for city in order)] = int(sum(distances[here, there] for here, there in ends))
    graph = nx.Graph()
    for one, other in combinations(range(6), 2):
        graph.add_edge(names[one], names[other], weight=int(distances[one, other]))
    expect(scrump.tsp(graph, best=5), "".join, every, greatest=False, wanted=5)
    short = min(every.values()) + 2
    enough = only(every, lambda length: length <= short)
    expect(scrump.tsp(graph, all_solutions=True, at_most=short), "".join, enough, greatest=False)
    shortest = only(every, lambda length: length == short - 2)
    expect(scrump.tsp(graph, all_solutions=True), "".join, shortest, greatest=False)


def classes(colours: dict[Any, int]) -> frozenset[frozenset[Any]]:
    return frozenset(
        frozenset(vertex for vertex, own in colours.items() if own == colour) for colour in set(colours.values())
    )


def partitions(vertices: list[Any]) -> list[list[list[Any]]]:
    if not vertices:
        return [[]]
    first, *rest = vertices
    found = []
    for each in partitions(rest):
        found.append([[first], *each])
        found += [[*each[:place], [first, *each[place]], *each[place + 1 :]] for place in range(len(each))]
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_colourings(seed: int) -> None:
    graph = small(seed, vertices=6)
    proper = [each for each in partitions(list(graph)) if all(brute_force.is_independent(graph, one) for one in each)]
    every = {frozenset(map(frozenset, each)): len(each) for each in proper}
    expect(scrump.colouring(graph, best=6), classes, every, greatest=False, wanted=6)
    few = min(every.values())
    same = only(every, lambda colours: colours == few)
    expect(scrump.colouring(graph, all_solutions=True), classes, same, greatest=False)
    enough = only(every, lambda colours: colours <= few + 1)
    expect(scrump.colouring(graph, few + 1, all_solutions=True), classes, enough, greatest=False)


def test_common_subgraphs() -> None:
    first, second = nx.path_graph(list("abc")), nx.Graph([(0, 1), (1, 2), (2, 0)])
    edge = {frozenset(zip(pair, there, strict=True)): 2 for pair in ("ab", "bc") for there in permutations(range(3), 2)}

    def key(mapping: dict[Any, int]) -> frozenset[tuple[Any, int]]:
        return frozenset(mapping.items())

    expect(scrump.common_subgraph(first, second, all_solutions=True), key, edge)
    # a and c are not adjacent, and any two of the second graph are: a vertex alone is part of an edge, but for none.
    expect(scrump.common_subgraph(first, second, best=100), key, edge)
    assert scrump.common_subgraph(first, second, best=3, connected=True).objectives == [2, 2, 2]
    assert len(scrump.common_subgraph(first, second, all_solutions=True, at_least=1).solutions) == 12


def test_none_is_good_enough() -> None:
    found = scrump.max_clique([(0, 1), (1, 2)], all_solutions=True, at_least=3)
    assert (found.complete, found.solutions, found.objectives, found.solution) == (True, [], [], None)
    assert scrump.colouring(nx.complete_graph(3), 2, all_solutions=True).solutions == []
    alone = scrump.max_clique([(0, 1)])
    assert (alone.solutions, alone.objectives) == (None, None)


def test_what_it_prints() -> None:
    found = scrump.max_clique(nx.cycle_graph(5), all_solutions=True)
    assert found.to_dict()["objectives"] == [2] * 5
    assert found.to_dict()["count"] == 5
    assert "solutions   5" in str(found)
    assert "A run of maxclique" in scrump.report(found).html


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"best": 0}, "best=0; expected a whole number from 1 on"),
        ({"best": 2.5}, "best=2.5"),
        ({"best": 2, "all_solutions": True}, "exclude each other"),
        ({"at_least": 3}, "at_least is for several solutions"),
        ({"best": 2, "at_least": -1}, "at_least=-1"),
        ({"best": 2, "proof": "name"}, "no proofs of several"),
        ({"best": 2, "gap": 0.1}, "no gap"),
    ],
)
def test_wrong_wishes(options: dict[str, Any], says: str) -> None:
    with pytest.raises(scrump.UsageError, match=says):
        scrump.max_clique([(0, 1)], **options)
