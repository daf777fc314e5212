"""`if` of a result asks whether there is a solution, and is refused where that is not known or not asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from models import switches

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402

TRIANGLE = [(0, 1), (1, 2), (2, 0)]
PATH = [(0, 1), (1, 2)]


class Numbers:
    def children(self, node: int) -> list[int]:
        return [node + 1] if node < 3 else []

    def objective(self, node: int) -> int:
        return node


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        (lambda: scrump.clique(TRIANGLE, 3), True),
        (lambda: scrump.clique(TRIANGLE, 9), False),
        (lambda: scrump.clique(TRIANGLE, 0), True),  # the clique without vertices
        (lambda: scrump.cliques(TRIANGLE, 2), True),
        (lambda: scrump.cliques(TRIANGLE, 9), False),
        (lambda: scrump.cliques(TRIANGLE, 2, most=0), True),
        (lambda: scrump.cliques(TRIANGLE, 9, most=0), False),
        (lambda: scrump.max_clique([]), True),
        (lambda: scrump.max_clique(PATH, all_solutions=True, at_least=3), False),
        (lambda: scrump.colouring(TRIANGLE, 3), True),
        (lambda: scrump.colouring(TRIANGLE, 2), False),
        (lambda: scrump.queens(3), False),
        (lambda: scrump.queens_count(3), False),
        (lambda: scrump.queens_count(4), True),
        (lambda: scrump.semigroups(3), True),
        (lambda: scrump.subgraph_isomorphism(TRIANGLE, PATH), False),
        (lambda: scrump.subgraph_isomorphism(PATH, TRIANGLE), True),
        (lambda: scrump.subgraph_isomorphisms(TRIANGLE, PATH), False),
        (lambda: scrump.subgraph_isomorphisms(PATH, TRIANGLE), True),
        (lambda: scrump.subgraph_isomorphisms_count(TRIANGLE, PATH), False),
        (lambda: scrump.knapsack([1], [2], 1), True),  # nothing fits, which is a solution
        (lambda: scrump.tsp([[0, 1], [1, 0]]), True),
        (lambda: scrump.flow_shop([[0]], at_most=0), True),
        (lambda: scrump.flow_shop([[1]], at_most=0), False),
        (lambda: scrump.maximise(Numbers(), 0), True),
        (lambda: scrump.decide(Numbers(), 0, 3), True),
        (lambda: scrump.decide(Numbers(), 0, 4), False),
        (lambda: scrump.best(Numbers(), 0, at_least=4), False),
        (lambda: scrump.enumerate(Numbers(), 0), True),
    ],
)
def test_a_result_is_true_if_there_is_a_solution(search: Callable[[], scrump.Result], expected: bool) -> None:
    assert bool(search()) is expected


def test_a_search_that_was_stopped_does_not_say_that_there_is_none() -> None:
    found = replace(scrump.clique(TRIANGLE, 9), status="time-limit")
    with pytest.raises(TypeError, match="not known: the search was stopped \\(time-limit\\)"):
        bool(found)
    with pytest.raises(TypeError, match="not known"):
        bool(replace(scrump.queens_count(3), status="node-limit"))
    assert replace(scrump.clique(TRIANGLE, 3), status="cancelled")


@pytest.mark.parametrize(
    ("make", "instead"),
    [
        (lambda folder: scrump.explore(lambda state: [], 0), "finding says"),
        (lambda folder: scrump.random_walk(lambda state: [], 0, no_deadlocks=True), "finding says"),
        (lambda folder: scrump.run_diagrams(lambda diagrams: 1), "value what it returned"),
        (lambda folder: scrump.check(Numbers(), 0), "ok says"),
        (lambda folder: scrump.iterate_subgraph_isomorphisms(PATH, PATH), "next"),
        (lambda folder: scrump.reach(folder / "switches.sylvan.bdd"), "complete says"),
    ],
    ids=["explore", "random_walk", "run_diagrams", "check", "iterate", "reach"],
)
def test_others_have_no_truth_value(tmp_path, make, instead) -> None:
    switches(3).write(tmp_path / "switches.sylvan.bdd")
    with pytest.raises(TypeError, match=f"has no truth value.*{instead}"):
        bool(make(tmp_path))
