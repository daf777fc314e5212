"""What type checkers say of programs that use the package, and of the package itself."""

import subprocess
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

pytest.importorskip("mypy")
native = pytest.importorskip("scrump._native", reason="the compiled part is not built")
if not Path(native.__file__).with_name("_native.pyi").exists():
    pytest.skip("there are no stubs", allow_module_level=True)

import scrump  # noqa: E402

PROGRAM = """
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scrump


def tell(now: scrump.Progress) -> None:
    print(now.nodes + 1, now.objective)


class Tree:
    def children(self, node: int) -> Iterator[int]:
        yield from range(node)

    def objective(self, node: int) -> float:
        return node / 2


found = scrump.max_clique([(0, 1)], progress=tell, time_limit=3, best=2)
size: int | None = found.objective
sizes: list[int] | None = found.objectives
cost: scrump.Statistics = found.statistics
count: int | None = scrump.queens_count(5).objective
scrump.report(found, scrump.queens(5), title="both").save("page.html")
own: scrump.Result[int] = scrump.maximise(Tree(), 3)
worth: float | None = own.objective
report: scrump.CheckReport = scrump.check(Tree(), 3)
first: list[scrump.Violation] = report.violations
for each in scrump.iterate_subgraph_isomorphisms([(0, 1)], [(0, 1)]):
    print(each)

weights: dict[str, int] = {"a": 1, "b": 2}
scrump.max_weight_clique([("a", "b")], weights)
scrump.max_weight_clique([(0, 1)], np.array([1, 2]))
scrump.subgraph_isomorphism([(0, 1)], [(0, 1)], labels=np.array([1, 2]), target_labels=np.array([1, 2]))
scrump.knapsack(np.array([1, 2]), np.array([1, 2]), np.int64(2))
several: list[int] | None = scrump.best(Tree(), 3, most=2).solutions
scrump.problems.tours.euclidean([[0, 0], [3, 4]])


def follow(state: tuple[int, str]) -> list[tuple[int, str]]:
    return [(state[0] + 1, state[1])]


def watch(now: scrump.ExplorationProgress) -> None:
    print(now.states + 1)


explored: scrump.Explored[tuple[int, str]] = scrump.explore(follow, (0, "a"), goal=lambda state: state[0] > 3, levels=5)
path: list[tuple[int, str]] = explored.path
scrump.explore(follow, (0, "a"), (1, "b"), progress=watch, time_limit=3)
checked: scrump.CheckedFormula[tuple[int, str]] = scrump.check_ltl(
    follow, (0, "a"), "F later", {"later": lambda state: state[0] > 3}, steps={"on": lambda one, next: one < next}
)
answer: bool | None = checked.holds
scrump.check_ltl(follow, (0, "a"), 3)  # type: ignore[arg-type]
scrump.explore(follow, 3)  # type: ignore[arg-type]

graph: scrump.Graph = scrump.read_graph("graph.clq", format="dimacs")
found = scrump.max_clique(graph, workers=2)
manager = scrump.DiagramManager("a", "b", workers=2)
function: scrump.NamedBdd = manager.add_expr("a & b") | ~manager.var("a")
assignment: dict[str, bool] | None = function.pick()
scrump.knapsack({"pot": 3}, {"pot": 2}, 5)
scrump.decide(Tree(), 3, 2, minimise=True)
scrump.maximize(Tree(), 3, workers=1)

# Errors that are found, as ignoring them has to be of use:
wrong: str = found.objective  # type: ignore[assignment]
scrump.max_clique([(0, 1)], timelimit=3)  # type: ignore[call-arg]
scrump.max_clique([(0, 1)], workers="2")  # type: ignore[arg-type]
scrump.DiagramManager("a", worker=2)  # type: ignore[call-arg]
scrump.report("title")  # type: ignore[arg-type]
"""


def test_programs_and_the_package_are_typed(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    config = Path(__file__).parents[2] / "python/pyproject.toml"
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", config, "--cache-dir", tmp_path / "cache"),
            *("-m", "program", "-p", "scrump"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout.startswith("Success"), checked.stdout


@pytest.mark.parametrize("name", sorted({*scrump.__all__} - {"__version__"}))
def test_programs_can_ask_for_types(name: str) -> None:
    get_type_hints(getattr(scrump, name))
