"""The package says which version of Scrump it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scrump
from scrump.report.cli import main

ROOT = Path(__file__).parents[2]


def test_it_is_that_of_all_of_scrump(capsys: pytest.CaptureFixture[str]):
    if os.environ.get("SCRUMP_INSTALLED") != "1":
        pytest.skip("the package is not installed")
    found = re.search(r"project\(scrump VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert found is not None
    assert scrump.__version__ == found[1]
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"scrump-report {found[1]}\n"


@pytest.mark.parametrize("used", ["problems.tours.euclidean", "problems.cliques", "tsp", "report"])
def test_all_of_it_is_there_after_an_import(used: str) -> None:
    pytest.importorskip("scrump._native", reason="the compiled part is not built")
    program = f"import sys; sys.path = {sys.path!r}; import scrump; scrump.{used}"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert {"problems", "tsp"} <= {*dir(scrump)}
    assert "tours" in dir(scrump.problems)
    with pytest.raises(AttributeError, match=r"'scrump.problems' has no attribute 'tour'"):
        _ = scrump.problems.tour
