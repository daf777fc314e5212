"""The example notebooks run, from their first cell to their last one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")
nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(notebook: Path, run_notebook: Callable[[Any], None]) -> None:
    cells = nbformat.read(notebook, as_version=4)
    assert all(not cell.get("outputs") for cell in cells.cells), "what is printed is not kept"
    run_notebook(cells)
    assert sum(bool(cell.get("outputs")) for cell in cells.cells) >= 4
