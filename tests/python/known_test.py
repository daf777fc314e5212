"""Searches that begin with a solution that something else found."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump.problems.tours import euclidean  # noqa: E402


def circle(cities: int = 40) -> np.ndarray:
    """Distances of cities on a circle, whose order is the shortest tour."""
    angles = np.arange(cities) * 2 * np.pi / cities
    return euclidean(1000 * np.column_stack((np.cos(angles), np.sin(angles))))


def planted(vertices: int = 200, colours: int = 25) -> tuple[nx.Graph, dict[str, int]]:
    """A graph with a colouring that greedy heuristics do not find."""
    chance = random.Random(1)
    colour = {f"v{vertex}": vertex % colours for vertex in range(vertices)}
    graph = nx.Graph()
    graph.add_nodes_from(colour)
    names = list(colour)
    for at, one in enumerate(names):
        for other in names[:at]:
            if colour[one] != colour[other] and chance.random() < 0.5:
                graph.add_edge(one, other)
    return graph, colour


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("first", [0, 17])
def test_a_tour(first: int, closed: bool) -> None:
    distances = euclidean(np.random.default_rng(1).integers(0, 1000, (40, 2)))
    best = scrump.tsp(distances)
    tour = best.solution[first:] + best.solution[:first]
    known = tour + tour[:1] if closed else tour
    without = scrump.tsp(distances, local_search=False, time_limit=1e-6)
    assert without.objective > best.objective
    begun = scrump.tsp(distances, local_search=False, time_limit=1e-6, known=known)
    assert begun.objective == best.objective
    assert begun.solution[0] == 0
    assert scrump.tsp(distances, known=known).objective == best.objective


def test_a_tour_of_names() -> None:
    graph = nx.relabel_nodes(nx.from_numpy_array(circle(6)), "abcdef".__getitem__)
    found = scrump.tsp(graph, known="cabfed")
    assert found.complete
    assert found.solution in (list("abcdef"), list("afedcb"))
    assert scrump.tsp([[0]], known=[0]).solution == [0]
    assert scrump.tsp([[0, 3], [3, 0]], known=[1, 0, 1]).objective == 6


def test_a_tour_as_networkx_finds_it() -> None:
    graph = nx.from_numpy_array(circle(12))
    tour = nx.approximation.greedy_tsp(graph)
    assert tour[0] == tour[-1]
    assert scrump.tsp(graph, known=tour).complete


@pytest.mark.parametrize("k", [None, 25])
def test_a_colouring(k: int | None) -> None:
    graph, colours = planted()
    without = scrump.colouring(graph, k, time_limit=1e-6)
    assert without.objective is None or without.objective > 25
    for known in (colours, list(colours.values()), {name: f"colour {colour}" for name, colour in colours.items()}):
        found = scrump.colouring(graph, k, known=known, time_limit=1e-6)
        assert found.objective == 25
        assert all(found.solution[one] != found.solution[other] for one, other in graph.edges)


def test_a_colouring_that_is_not_the_best() -> None:
    wheel = nx.wheel_graph(7)
    found = scrump.colouring(wheel, known=list(wheel))  # each vertex has its own
    assert (found.objective, found.bound) == (3, 3)
    assert scrump.colouring(wheel, 2, known=list(wheel)).solution is None


PATH = [("a", "b"), ("b", "c")]
TRIANGLE = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: scrump.tsp(TRIANGLE, known=[0, 1]), "known: city 2 is missing; expected all 3 of them"),
        (lambda: scrump.tsp(TRIANGLE, known=[0, 1, 1]), "known: city 1 is there twice"),
        (lambda: scrump.tsp(TRIANGLE, known=[0, 1, 2, 1]), "known: city 1 is there twice"),
        (lambda: scrump.tsp(TRIANGLE, known=[0, 1, 3]), "known: there is no city 3"),
        (lambda: scrump.tsp(TRIANGLE, known=["0", "1", "2"]), "known: there is no city '0'"),
        (lambda: scrump.tsp(TRIANGLE, known=[[0, 1, 2]]), "is not a city"),
        (lambda: scrump.colouring(PATH, known=[0, 1]), "known: 2 for 3 vertices"),
        (lambda: scrump.colouring(PATH, known=[0, 1, 1]), "known: 'b' and 'c' are adjacent, and both have colour 1"),
        (lambda: scrump.colouring(PATH, known={"a": 0, "b": 1}), "known: vertex 'c' has none"),
        (lambda: scrump.colouring(PATH, 2, known={"a": 0, "b": 1, "c": 0, "d": 1}), "there is no vertex 'd'"),
        (lambda: scrump.colouring(PATH, known=[0, [1], 0]), "of vertex 'b' is not a colour"),
        (lambda: scrump.independent_set(PATH, known="abc"), "known: 'a' and 'b' are adjacent; expected an independent"),
        (lambda: scrump.independent_set(PATH, known="aa"), "known: a vertex is there twice"),
        (lambda: scrump.vertex_cover(PATH, known="bc"), "known: 'b' and 'c' are adjacent; expected vertices outside"),
    ],
)
def test_what_is_none(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(scrump.UsageError, match=says):
        wrong()


def test_independent_sets_and_covers() -> None:
    looped = [*PATH, ("a", "a")]
    assert scrump.independent_set(looped, known="ac").solution == ["a", "c"]
    assert scrump.vertex_cover(looped, known="ac").solution == ["b"]
    assert scrump.independent_set((4, []), known=np.array([0, 3])).objective == 4
