"""Tests of the pages of task size, which need plotly and the helpers of the Python package's own tests."""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/python")]
if os.environ.get("SCRUMP_INSTALLED") != "1":
    sys.path.insert(0, str(ROOT / "python"))


def import_command(name: str, file: Path) -> None:
    """Makes the command, whose file has no suffix, a module of this name."""
    loader = importlib.machinery.SourceFileLoader(name, str(file))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(sys.modules[name])


if importlib.util.find_spec("plotly") is None:
    collect_ignore_glob = ["*_test.py"]
else:
    import_command("report_command", ROOT / "lab/grain/report")
