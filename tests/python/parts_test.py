"""The package without its compiled part, which draws reports alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(program: str, package: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, cwd=package
    )


@pytest.fixture
def reports_alone(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("_native*", "__pycache__")
    shutil.copytree(ROOT / "python/scrump", tmp_path / "scrump", ignore=ignored)
    return tmp_path


def test_what_is_missing_is_said(reports_alone: Path) -> None:
    for name in ("max_clique", "Statistics", "read_graph"):
        ended = run(f"import scrump; scrump.{name}", reports_alone)
        assert ended.returncode != 0
        last = ended.stderr.strip().splitlines()[-1]
        assert f"ImportError: scrump.{name} needs the compiled part of Scrump" in last
        assert "make python" in last
    assert run("import scrump; scrump.report; scrump.UsageError", reports_alone).returncode == 0


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize("compiled", [True, False])
def test_make_report_leaves_the_compiled_part(tmp_path: Path, compiled: bool) -> None:
    """What it depends on, in a tree of its own, in which nothing is carried out."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    folder = tmp_path / "build/python/bin"
    folder.mkdir(parents=True)
    (folder / "pip").touch()
    if compiled:
        (tmp_path / "build/python/installed").touch()
    (tmp_path / "build/release").mkdir()
    shown = subprocess.run(
        ["make", "--print-data-base", "--question", "help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MAKEFLAGS": ""},
    )
    rule = next(line for line in shown.stdout.splitlines() if line.startswith("report:"))
    assert rule.split()[1:] == (["python"] if compiled else ["build/python/bin/scrump-report"])
