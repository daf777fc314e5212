"""The examples in the documentation are true: those of modules and functions, and of docs/python.md."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest
from models import switches, write_kanban

pytest.importorskip("networkx")
pytest.importorskip("scipy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump

MODULES = ("cliques", "counting", "subgraphs", "tours")
ALL = (
    "scrump",
    "scrump._problems",
    "scrump.diagrams",
    "scrump.exploration",
    "scrump.graph_files",
    "scrump.net_checks",
    "scrump.networkx_backend",
    "scrump.reachability",
    "scrump.trees",
    *(f"scrump.problems.{name}" for name in MODULES),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they read and write."""
    monkeypatch.chdir(tmp_path)
    switches(80).write(tmp_path / "switches.sylvan.bdd")
    write_kanban(tmp_path / "kanban.pnml", 5)


@pytest.mark.parametrize("name", ALL)
def test_examples_of_modules(name: str) -> None:
    outcome = doctest.testmod(import_module(name), extraglobs={"scrump": scrump})
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_examples_of_the_page(tmp_path: Path) -> None:
    # Blocks end where ``` is.
    page = (Path(__file__).parents[2] / "docs/python.md").read_text(encoding="utf-8").replace("…", "...")
    copy = tmp_path / "python.md"
    copy.write_text(page.replace("```", ""), encoding="utf-8")
    outcome = doctest.testfile(str(copy), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 10
    assert outcome.failed == 0
