"""The example notebooks run, from their first cell to their last one."""

from pathlib import Path

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")
nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(notebook: Path) -> None:
    cells = nbformat.read(notebook, as_version=4)
    assert all(not cell.get("outputs") for cell in cells.cells), "what is printed is not kept"
    nbclient.NotebookClient(cells, timeout=120, kernel_name="python3").execute()
    assert sum(bool(cell.get("outputs")) for cell in cells.cells) >= 4
