"""Answers found by trying everything, for graphs of a few vertices."""

from collections.abc import Callable, Iterable
from itertools import combinations, permutations, product
from typing import Any

import networkx as nx


def is_clique(graph: nx.Graph, vertices: Iterable[Any]) -> bool:
    return all(graph.has_edge(one, other) for one, other in combinations(vertices, 2))


def is_independent(graph: nx.Graph, vertices: Iterable[Any]) -> bool:
    return not any(graph.has_edge(one, other) for one, other in combinations(vertices, 2))


def is_cover(graph: nx.Graph, vertices: Iterable[Any]) -> bool:
    there = set(vertices)
    return all(one in there or other in there for one, other in graph.edges)


def subsets(graph: nx.Graph, fits: Callable[[nx.Graph, Iterable[Any]], bool]) -> list[tuple[Any, ...]]:
    vertices = list(graph)
    return [some for size in range(len(vertices) + 1) for some in combinations(vertices, size) if fits(graph, some)]


def chromatic_number(graph: nx.Graph) -> int:
    vertices = list(graph)
    for colours in range(len(vertices) + 1):
        for each in product(range(colours), repeat=len(vertices)):
            colour = dict(zip(vertices, each, strict=True))
            if all(colour[one] != colour[other] for one, other in graph.edges):
                return colours
    raise AssertionError


def mappings(pattern: nx.Graph, target: nx.Graph, induced: bool) -> list[dict[Any, Any]]:
    found = []
    for images in permutations(target, len(pattern)):
        image = dict(zip(pattern, images, strict=True))
        there = all(target.has_edge(image[one], image[other]) for one, other in pattern.edges)
        pairs = combinations(pattern, 2)
        if there and (
            not induced
            or all(pattern.has_edge(one, other) == target.has_edge(image[one], image[other]) for one, other in pairs)
        ):
            found.append(image)
    return found


def largest_common(first: nx.Graph, second: nx.Graph) -> int:
    for size in range(min(len(first), len(second)), 0, -1):
        for some in combinations(first, size):
            if mappings(first.subgraph(some), second, induced=True):
                return size
    return 0


def shortest(distances: list[list[int]]) -> int:
    cities = range(1, len(distances))
    return min(
        sum(distances[here][there] for here, there in zip((0, *tour), (*tour, 0), strict=True))
        for tour in permutations(cities)
    )


def best_packing(profits: list[int], weights: list[int], capacity: int) -> int:
    items = range(len(profits))
    return max(
        sum(profits[each] for each in some)
        for size in range(len(profits) + 1)
        for some in combinations(items, size)
        if sum(weights[each] for each in some) <= capacity
    )
