"""What lab/simulation/run makes of what runs told: as a whole, with programs that tell invented numbers."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Alone it takes 4 s, and 2 s of two workers; a simulation says 2.2 s. Two processes steal 3 times each, two workers 5.
SCRUMP = """#!{python}
import json, pathlib, sys
words = sys.argv[1:]
if words[0] == "calibrate":
    pathlib.Path(words[2]).write_text("{{}}")
    sys.exit()
simulated = "--simulate" in words
if simulated:
    machine, reference = words[words.index("--simulate") + 1], words[words.index("--reference") + 1]
    assert json.loads(pathlib.Path(reference).read_text())["seconds"] == 4
    assert pathlib.Path(machine.split("file=")[1].split(",")[0]).exists()
    processes = "localities=2" in machine
else:
    processes = "--policy" in words and words[words.index("--workers") + 1] == "1"
alone = "--policy" not in words
localities = [{{"steals_won": 3}}] * (2 if processes else 1)
print(json.dumps({{"status": "complete", "localities": len(localities), "workers": 2 // len(localities), "seconds": 4 if alone else 2.2 if simulated else 2,
                  "statistics": {{"steals_won": 5, "per_locality": localities}}}}))
"""
MPIRUN = """#!/bin/sh
[ "$1" = --version ] && exit
shift 2
exec "$@"
"""


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        scrump = self.program("scrump", SCRUMP.format(python=sys.executable))
        mpirun = self.program("mpirun", MPIRUN)
        line = [sys.executable, str(ROOT / "lab/simulation/run"), "--scrump", scrump, "--mpirun", mpirun, *words]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def test_each_place_and_policy_has_what_was_predicted_beside_what_was_measured(self) -> None:
        done = self.call("--searches", "T3L", "--rounds", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line for line in done.stdout.splitlines() if line.startswith("| T3L")]
        self.assertEqual(len(rows), 4)
        self.assertEqual(rows[0], "| T3L | 2 workers | sticky-random | 0.500 (0.500 … 0.500) | 0.550 | 1.10 | 5 | 5 |")
        self.assertEqual(
            rows[3], "| T3L | 2 processes | performance-driven | 0.500 (0.500 … 0.500) | 0.550 | 1.10 | 6 | 6 |"
        )

    def test_a_search_that_is_not_there_is_refused(self) -> None:
        done = self.call("--searches", "chess")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no search 'chess'; there are semigroups 38, brock400_4, T3L", done.stderr)


if __name__ == "__main__":
    unittest.main()
