"""Families of sets of run_diagrams, against sets of frozensets, and known numbers of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

Family = frozenset[frozenset[int]]
ELEMENTS = range(5)


def some_family(rng: random.Random) -> Family:
    sets = [frozenset(each) for size in range(6) for each in combinations(ELEMENTS, size)]
    return frozenset(rng.sample(sets, rng.randrange(12)))


def sets_of(diagrams: scrump.Diagrams, family: scrump.Zdd) -> Family:
    return frozenset(map(frozenset, diagrams.sets(family)))


def quotient(f: Family, g: Family) -> Family:
    universe = [frozenset(each) for size in range(6) for each in combinations(ELEMENTS, size)]
    return frozenset(a for a in universe if all(not a & b and a | b in f for b in g))


BINARY: list[tuple[Callable[..., Any], Callable[[Family, Family], Any]]] = [
    (lambda f, g: f | g, lambda f, g: f | g),
    (lambda f, g: f & g, lambda f, g: f & g),
    (lambda f, g: f - g, lambda f, g: f - g),
    (lambda f, g: f ^ g, lambda f, g: f ^ g),
    (lambda f, g: f.join(g), lambda f, g: {a | b for a in f for b in g}),
    (lambda f, g: f.nonsupersets(g), lambda f, g: {a for a in f if not any(a >= b for b in g)}),
    (lambda f, g: f.nonsubsets(g), lambda f, g: {a for a in f if not any(a <= b for b in g)}),
    (lambda f, g: f.minimal(), lambda f, g: {a for a in f if not any(a > b for b in f)}),
    (lambda f, g: f.maximal(), lambda f, g: {a for a in f if not any(a < b for b in f)}),
    (lambda f, g: f.subset0(2), lambda f, g: {a for a in f if 2 not in a}),
    (lambda f, g: f.subset1(2), lambda f, g: {a - {2} for a in f if 2 in a}),
    (lambda f, g: f.change(2), lambda f, g: {a ^ {2} for a in f}),
]


@pytest.mark.parametrize("workers", [1, 3])
def test_operations_are_those_of_plain_sets(workers: int) -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        rng = random.Random(1)
        for _ in range(40):
            f, g = some_family(rng), some_family(rng)
            one, two = diagrams.family(f), diagrams.family(g)
            assert sets_of(diagrams, one) == f
            assert one.count() == len(f) and one.is_empty() == (not f)
            for operation, plain in BINARY:
                assert sets_of(diagrams, operation(one, two)) == plain(f, g)
            if g:
                assert sets_of(diagrams, one.quotient(two)) == quotient(f, g)
                assert one.remainder(two) == one - one.quotient(two).join(two)
            assert all((each in one) == (each in f) for each in g)
            assert one.support() == sorted({element for each in f for element in each})
            assert diagrams.models(one.function(ELEMENTS), ELEMENTS) == one

    assert scrump.run_diagrams(program, workers=workers, buckets=2**12).complete


def test_sets_are_picked_counted_and_sampled() -> None:
    def program(diagrams: scrump.Diagrams) -> None:
        family = diagrams.family([[3, 1], [1], [], [7]])
        assert list(diagrams.sets(family)) == [(), (7,), (1,), (1, 3)]
        assert family.pick() == [] and diagrams.family().pick() is None
        assert family.variable() == 1 and family.low().count() == 2 and family.high().count() == 2
        drawn = Counter(map(tuple, family.sample(4000, seed=2)))
        assert set(drawn) == {*diagrams.sets(family)}
        assert all(800 < times < 1200 for times in drawn.values())
        assert diagrams.power_set(range(1500)).count() == 2**1500
        assert family == diagrams.family([[7], [1, 3], [], [1]]) and family != diagrams.family()
        assert repr(family) == "<a family of 3 nodes>"
        with pytest.raises(TypeError, match="a family has no truth value"):
            bool(family)
        with pytest.raises(scrump.UsageError, match="cannot be divided"):
            family.quotient(diagrams.family())
        # All of the assignments of a function are as likely, too.
        f = diagrams.variable(0) | diagrams.variable(1)
        found = Counter(tuple(each.values()) for each in diagrams.sample(f, 4000, range(3), seed=5))
        assert len(found) == 6 and all(500 < times < 850 for times in found.values())

    assert scrump.run_diagrams(program).complete


# The maximal independent sets of cycles are counted by Perrin's numbers.
def test_maximal_independent_sets_of_cycles() -> None:
    def program(diagrams: scrump.Diagrams) -> list[int]:
        def number(vertices: int) -> int:
            edges = diagrams.family([v, (v + 1) % vertices] for v in range(vertices))
            return diagrams.power_set(range(vertices)).nonsupersets(edges).maximal().count()

        return [number(vertices) for vertices in range(3, 20)]

    perrin = [3, 0, 2]
    while len(perrin) < 20:
        perrin.append(perrin[-2] + perrin[-3])
    assert scrump.run_diagrams(program).value == perrin[3:]


def grid_paths(diagrams: scrump.Diagrams, squares: int) -> scrump.Zdd:
    """Knuth's Simpath: of each vertex on the frontier, the other end of its path; None inside of one."""
    side = squares + 1
    edges = []
    for v in range(side * side):
        edges += [(v, v + 1)] * (v % side < squares) + [(v, v + side)] * (v // side < squares)
    last = {v: place for place, edge in enumerate(edges) for v in edge}
    ends = (0, side * side - 1)

    def step(state: frozenset[tuple[int, int | None]], place: int, is_taken: bool) -> Any:
        mate = dict(state)
        a, b = edges[place]
        one, two = mate.get(a, a), mate.get(b, b)
        if is_taken:
            if one is None or two is None or one == b:
                return None
            mate.update({a: None, b: None})
            mate.update({one: two, two: one})
        for v in (a, b):
            if last[v] != place:
                continue
            now = mate.get(v, v)
            if (v in ends) != (now is not None and now != v):
                return None
            if v not in ends:
                mate.pop(v, None)
        return frozenset((v, other) for v, other in mate.items() if v != other)

    return diagrams.search_family(range(len(edges)), frozenset(), step)


def test_paths_through_grids() -> None:
    def program(diagrams: scrump.Diagrams) -> list[int]:
        return [grid_paths(diagrams, squares).count() for squares in range(1, 6)]

    assert scrump.run_diagrams(program).value == [2, 12, 184, 8512, 1262816]


def test_a_search_takes_the_elements_that_its_steps_take() -> None:
    def at_most_one_but_not_4(state: int, element: int, is_taken: bool) -> int | None:
        return None if is_taken and (state == 1 or element == 4) else state + is_taken

    def program(diagrams: scrump.Diagrams) -> list[tuple[int, ...]]:
        with pytest.raises(scrump.UsageError, match="an element is there twice; expected each once"):
            diagrams.search_family([1, 1], 0, at_most_one_but_not_4)
        return list(diagrams.sets(diagrams.search_family([6, 1, 4], 0, at_most_one_but_not_4)))

    assert scrump.run_diagrams(program).value == [(), (6,), (1,)]
