"""`if` of a result asks whether there is a solution, and is refused where that is not known or not asked."""

from __future__ import annotations

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
    ("found", "expected"),
    [
        (scrump.clique(TRIANGLE, 3), True),
        (scrump.clique(TRIANGLE, 9), False),
        (scrump.clique(TRIANGLE, 0), True),  # the clique without vertices
        (scrump.cliques(TRIANGLE, 2), True),
        (scrump.cliques(TRIANGLE, 9), False),
        (scrump.cliques(TRIANGLE, 2, most=0), True),
        (scrump.cliques(TRIANGLE, 9, most=0), False),
        (scrump.max_clique([]), True),
        (scrump.max_clique(PATH, all_solutions=True, at_least=3), False),
        (scrump.colouring(TRIANGLE, 3), True),
        (scrump.colouring(TRIANGLE, 2), False),
        (scrump.queens(3), False),
        (scrump.queens_count(3), False),
        (scrump.queens_count(4), True),
        (scrump.semigroups(3), True),
        (scrump.subgraph_isomorphism(TRIANGLE, PATH), False),
        (scrump.subgraph_isomorphism(PATH, TRIANGLE), True),
        (scrump.subgraph_isomorphisms(TRIANGLE, PATH), False),
        (scrump.subgraph_isomorphisms(PATH, TRIANGLE), True),
        (scrump.subgraph_isomorphisms_count(TRIANGLE, PATH), False),
        (scrump.knapsack([1], [2], 1), True),  # nothing fits, which is a solution
        (scrump.tsp([[0, 1], [1, 0]]), True),
        (scrump.maximise(Numbers(), 0), True),
        (scrump.decide(Numbers(), 0, 3), True),
        (scrump.decide(Numbers(), 0, 4), False),
        (scrump.best(Numbers(), 0, at_least=4), False),
        (scrump.enumerate(Numbers(), 0), True),
    ],
)
def test_a_result_is_true_if_there_is_a_solution(found: scrump.Result, expected: bool) -> None:
    assert bool(found) is expected


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
        (lambda folder: scrump.run_diagrams(lambda diagrams: 1), "value what it returned"),
        (lambda folder: scrump.check(Numbers(), 0), "ok says"),
        (lambda folder: scrump.iterate_subgraph_isomorphisms(PATH, PATH), "next"),
        (lambda folder: scrump.reach(folder / "switches.sylvan.bdd"), "complete says"),
    ],
    ids=["explore", "run_diagrams", "check", "iterate", "reach"],
)
def test_others_have_no_truth_value(tmp_path, make, instead) -> None:
    switches(3).write(tmp_path / "switches.sylvan.bdd")
    with pytest.raises(TypeError, match=f"has no truth value.*{instead}"):
        bool(make(tmp_path))
