"""Tests run on the package of this tree, or on the installed one if SCRUMP_INSTALLED=1."""

import os
import sys
from pathlib import Path

if os.environ.get("SCRUMP_INSTALLED") != "1":
    sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
