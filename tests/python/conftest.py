"""Tests run on the package of this tree, or on the installed one if SCRUMP_INSTALLED=1."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

if os.environ.get("SCRUMP_INSTALLED") != "1":
    sys.path.insert(0, str(Path(__file__).parents[2] / "python"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Who starts tests in the background may have Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run_notebook() -> Callable[[Any], None]:
    """Run all cells of a notebook, which then have their outputs."""
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    patience = 600  # seconds for a kernel to start, and for a cell: how long either takes is not what is tested

    def run(notebook: Any) -> None:
        nbclient.NotebookClient(notebook, timeout=patience, startup_timeout=patience, kernel_name="python3").execute()

    return run
