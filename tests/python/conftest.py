"""Tests run on the package of this tree, or on the installed one if SCRUMP_INSTALLED=1."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.environ.get("SCRUMP_INSTALLED") != "1":
    sys.path.insert(0, str(Path(__file__).parents[2] / "python"))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Who starts tests in the background may have Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
