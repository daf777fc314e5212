"""Proofs that searches leave behind: files for VeriPB, which is asked where it is there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402

ROOT = Path(__file__).parents[2]
COMMAND = Path(os.environ.get("SCRUMP_COMMAND", ROOT / "build/release/scrump"))
BUILT = ROOT / "build/veripb/bin/veripb"
VERIPB = str(BUILT) if BUILT.exists() else shutil.which("veripb")
GRAPH = nx.gnp_random_graph(40, 0.5, seed=5)


def concluded(name: Path) -> str:
    """What the proof says in the end; VeriPB must believe it."""
    text = name.with_name(name.name + ".pbp").read_text(encoding="utf-8")
    assert text.startswith("pseudo-Boolean proof version 3.0")
    if VERIPB is not None:
        files = [f"{name}.opb", f"{name}.pbp"]
        checked = subprocess.run([VERIPB, *files], capture_output=True, text=True, timeout=300)
        assert "s VERIFIED" in checked.stdout, checked.stdout + checked.stderr
    return next(line for line in text.splitlines() if line.startswith("conclusion"))


def as_dimacs(graph: nx.Graph, path: Path) -> Path:
    lines = [f"p edge {len(graph)} {graph.number_of_edges()}", *(f"e {a + 1} {b + 1}" for a, b in graph.edges)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_largest_clique(tmp_path: Path) -> None:
    name = tmp_path / "largest"
    found = scrump.max_clique(GRAPH, proof=name, workers=2)
    assert found.objective == scrump.max_clique(GRAPH).objective
    assert sorted(path.name for path in tmp_path.iterdir()) == ["largest.opb", "largest.pbp"]
    assert (found.proof.problem, found.proof.file) == (f"{name}.opb", f"{name}.pbp")
    assert found.proof.bytes == (tmp_path / "largest.pbp").stat().st_size
    assert found.proof.nodes > 0
    assert str(found.proof) in str(found)
    size = found.objective
    assert concluded(name).startswith(f"conclusion BOUNDS -{size} ")


def test_a_clique_of_k(tmp_path: Path) -> None:
    size = scrump.max_clique(GRAPH).objective
    there = scrump.clique(GRAPH, size, proof=str(tmp_path / "there"))
    assert len(there.solution) == size
    assert concluded(tmp_path / "there").startswith("conclusion SAT")
    none = scrump.clique(GRAPH, size + 1, proof=tmp_path / "none")
    assert (none.complete, none.solution) == (True, None)
    assert concluded(tmp_path / "none").startswith("conclusion UNSAT")


@pytest.mark.parametrize("induced", [False, True])
def test_a_subgraph(tmp_path: Path, induced: bool) -> None:
    cycle, target = nx.cycle_graph(list("abcde")), nx.petersen_graph()
    there = scrump.subgraph_isomorphism(cycle, target, induced=induced, proof=tmp_path / "there")
    assert all(target.has_edge(there.solution[one], there.solution[other]) for one, other in cycle.edges)
    assert concluded(tmp_path / "there").startswith("conclusion SAT")
    none = scrump.subgraph_isomorphism(nx.complete_graph(3), target, induced=induced, proof=tmp_path / "none")
    assert (none.complete, none.solution, none.proof.file) == (True, None, f"{tmp_path}/none.pbp")
    assert concluded(tmp_path / "none").startswith("conclusion UNSAT")


def test_it_is_what_the_command_writes(tmp_path: Path) -> None:
    if not COMMAND.exists():
        pytest.skip("the command is not built")
    graph = as_dimacs(GRAPH, tmp_path / "graph.clq")
    arguments = [COMMAND, "maxclique", graph, "--proof", tmp_path / "command", "--workers", "1", "--json"]
    printed = json.loads(subprocess.run(arguments, capture_output=True, check=True, timeout=600).stdout)
    found = scrump.max_clique(GRAPH, proof=tmp_path / "python", workers=1)
    same = json.loads(found.to_json())["proof"]
    assert {*same} == {*printed["proof"]}
    for ending in ("opb", "pbp"):
        assert (tmp_path / f"command.{ending}").read_bytes() == (tmp_path / f"python.{ending}").read_bytes()


def test_a_search_that_is_stopped_proves_nothing(tmp_path: Path) -> None:
    hard = nx.gnp_random_graph(300, 0.9, seed=1)
    found = scrump.max_clique(hard, proof=tmp_path / "it", time_limit=0.1)
    assert (found.status, found.proof) == ("time-limit", None)
    assert list(tmp_path.iterdir()) == []
    assert "proof" not in json.loads(found.to_json())
    assert scrump.max_clique(GRAPH).proof is None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda to: scrump.max_clique([], proof=to), "proofs are written for 1 to 4096"),
        (lambda to: scrump.max_clique((4097, [[0, 1]]), proof=to), "has 4097 vertices; proofs are written for"),
        (lambda to: scrump.max_clique(GRAPH, proof=to.parent / "no" / "it"), "no/it"),
        (lambda to: scrump.subgraph_isomorphism([], [(0, 1)], proof=to), "a graph has no vertices"),
        (lambda to: scrump.max_clique(GRAPH, proof=""), "expected the name of two files"),
        (lambda to: scrump.clique(GRAPH, 3, proof=f"{to.parent}/"), "expected the name of two files"),
        (lambda to: scrump.clique(GRAPH, 3, proof="a\0b"), "expected the name of a file"),
        (lambda to: scrump.max_clique(GRAPH, known=[0, 0], proof=to), "clique"),
    ],
)
def test_what_cannot_be_proved(tmp_path: Path, wrong: Callable[[Path], object], says: str) -> None:
    with pytest.raises(scrump.Error, match=says):
        wrong(tmp_path / "it")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_name() -> None:
    with pytest.raises(TypeError):
        scrump.max_clique(GRAPH, proof=7)
    with pytest.raises(TypeError, match="proof"):
        scrump.max_weight_clique(GRAPH, [1] * 40, proof="it")
