"""What lab/scaling/run makes of what runs told: as a whole, with a program that tells invented numbers."""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# 1,000 nodes of 1 us: h hosts take 1 ms / h, and a tenth more by chance; and as long again where the latency is 10 us.
SCRUMP = """#!{python}
import json, sys
words = sys.argv[1:]
keys = dict(each.split("=") for each in words[words.index("--simulate") + 1].split(":")[1].split(","))
assert words[words.index("--seed") + 1] == keys["seed"]
hosts = int(keys["hosts"])
chance = 1.1 if words[words.index("--policy") + 1] == "random" and hosts > 1 else 1
seconds = 1e-3 / hosts * chance * (2 if keys.get("latency") == "10000" else 1)
print(json.dumps({{"status": "complete", "seconds": seconds, "nodes": 1000, "workers": 1, "count": {count},
                  "statistics": {{"per_locality": [{{"steals_tried": 7, "steals_won": 3, "refreshes": 0}}] * hosts}}}}))
"""


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words: str, count: str = "42") -> subprocess.CompletedProcess[str]:
        scrump = self.folder / "scrump"
        scrump.write_text(SCRUMP.format(python=sys.executable, count=count), encoding="utf-8")
        scrump.chmod(0o755)
        line = [sys.executable, str(ROOT / "lab/scaling/run"), "--scrump", str(scrump), "--seeds", "2"]
        line += ["--output", str(self.folder / "out"), "--policies", "random,hierarchical", *words]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def test_efficiency_is_the_work_by_the_time_of_all_workers(self) -> None:
        done = self.call("--localities", "1,4", "--latencies", "1000,10000", "--at", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| 1 | 100.0% (3 of 7) | 100.0% (3 of 7) |", done.stdout)
        self.assertIn("| 4 | 90.9% (12 of 28) | 100.0% (12 of 28) |", done.stdout)
        self.assertIn("| 1,000 | 90.9% (6 of 14) | 100.0% (6 of 14) |", done.stdout)
        self.assertIn("| 10,000 | 45.5% (6 of 14) | 50.0% (6 of 14) |", done.stdout)
        with (self.folder / "out" / "results.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 8)
        self.assertEqual([row["latency_ns"] for row in rows], [""] * 4 + ["1000"] * 2 + ["10000"] * 2)
        self.assertAlmostEqual(float(rows[2]["seconds"]), 1.1e-3 / 4)

    def test_other_workers_than_those_that_were_asked_for_are_an_error(self) -> None:
        done = self.call("--localities", "1", "--latencies", "1000", "--workers", "3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 workers in each locality, not 3", done.stderr)

    def test_other_answers_by_seed_are_an_error(self) -> None:
        done = self.call("--localities", "1", "--latencies", "1000", count='int(keys["seed"])')
        self.assertEqual(done.returncode, 1)
        self.assertIn("different answers, [1, 2]", done.stderr)


if __name__ == "__main__":
    unittest.main()
