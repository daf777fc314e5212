"""The measurements of calls from Python run."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("networkx")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

PROGRAM = Path(__file__).parents[2] / "bench/python-calls"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(PROGRAM), *words], capture_output=True, text=True, check=False)


def test_all_rows_are_measured_in_turn() -> None:
    done = run("--quick", "--json")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert list(measured) == [
        "ten-vertices",
        "hundred-vertices",
        "max-clique",
        "ten-best",
        "conversion",
        "own-tree",
        "own-states",
    ]
    assert all(len(times) == 2 and min(times) > 0 for row in measured.values() for times in row.values())
    assert {"scrump.enumerate", "recursion in Python"} == set(measured["own-tree"])


def test_a_row_that_is_not_there_is_refused() -> None:
    done = run("--only", "nothing")
    assert done.returncode == 2
    assert "there is no row 'nothing'" in done.stderr
