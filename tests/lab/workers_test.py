"""What lab/workers/run makes of what runs told, with a command of invented answers."""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

SCRUMP = """#!{python}
import json, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump of the test")
    sys.exit()
workers = int(words[words.index("--workers") + 1])
with open(__file__ + ".runs", "a") as runs:
    print(*words, file=runs)
print(json.dumps({{"status": "complete", "count": {count}, "localities": 1, "workers": {had}}}))
"""


class Workers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scrump = self.folder / "scrump"
        self.command(count="7", had="workers")

    def command(self, count: str, had: str) -> None:
        self.scrump.write_text(SCRUMP.format(python=sys.executable, count=count, had=had))
        self.scrump.chmod(0o755)

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [str(ROOT / "lab/workers/run"), "--scrump", str(self.scrump), "--output", str(self.folder / "results")]
        return subprocess.run([sys.executable, *words, *options], capture_output=True, text=True, check=False)

    def test_every_program_with_every_number_of_workers_in_each_round(self) -> None:
        done = self.run_it("--programs", "fib,uts", "--workers", "1,3", "--repetitions", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        runs = Path(f"{self.scrump}.runs").read_text().splitlines()
        self.assertEqual(sorted(runs), sorted(2 * [f"{words} --workers {count} --json" for count in (1, 3)
                                                   for words in ("tasks fib 46", "uts --tree T3L")]))  # fmt: skip
        self.assertIn("| program | 1 worker, s | 3 |", done.stdout)
        with (self.folder / "results/results.csv").open(encoding="utf-8") as file:
            rows = [(row["program"], row["workers"], row["runs"]) for row in csv.DictReader(file)]
        self.assertEqual(rows, [("fib", "1", "2"), ("fib", "3", "2"), ("uts", "1", "2"), ("uts", "3", "2")])

    def test_programs_whose_files_are_not_there_are_left_out(self) -> None:
        done = self.run_it("--programs", "fib,diagrams", "--workers", "1", "--repetitions", "1", "--data", "nowhere")
        self.assertIn("diagrams: left out, there is no nowhere/at.5.8.distbdd.bdd", done.stderr)
        self.assertEqual(len(Path(f"{self.scrump}.runs").read_text().splitlines()), 1)

    def test_another_answer_is_an_error(self) -> None:
        self.command(count="workers", had="workers")
        done = self.run_it("--programs", "fib", "--workers", "1,2", "--repetitions", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "found [12], not [12] as before")

    def test_fewer_workers_than_were_asked_for_are_an_error(self) -> None:
        self.command(count="7", had="1")
        self.assertIn("had 1 worker, not the 2", self.run_it("--programs", "fib", "--workers", "2").stderr)


if __name__ == "__main__":
    unittest.main()
