"""lab/tours/run with a program that invents what it reads."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOURS = Path(__file__).resolve().parents[2] / "lab/tours/run"

# Stands in for the command: the shortest tour has 7 times as much as there are cities; that of `slow` is not proved.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
assert words[0] == "tsp" and "--json" in words and words[words.index("--time-limit") + 1] == "9s", words
slow = "slow" in words[1]
size = int(open(words[1]).read().split()[-1])
print(json.dumps(dict(status="time_limit" if slow else "complete", objective=7 * size, seconds=1.5, nodes=3,
                      bound=20 if slow else 7 * size)))
sys.exit(3 if slow else 0)
"""


class Tours(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "command"
        self.command.write_text(COMMAND.format(python=sys.executable))
        self.command.chmod(0o755)
        for name, size in {"large": 300, "slow": 12, "right": 11, "unknown": 10, "wrong": 13}.items():
            (self.folder / f"{name}.tsp").write_text(f"NAME : {name}\nDIMENSION : {size}\n")
        (self.folder / "solutions").write_text("right : 77\nslow : 84\nwrong : 90\nlarge : 1\n")

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, str(TOURS), "--scrump", str(self.command), "--time-limit", "9s", str(self.folder)]
        return subprocess.run([*words, *options], capture_output=True, text=True, check=False)

    def test_a_row_says_whether_the_length_is_proved_and_right(self) -> None:
        done = self.run_it()
        self.assertEqual(done.returncode, 1, done.stderr)  # as one is wrong
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in done.stdout.splitlines()[2:6]]
        for row in rows:
            self.assertGreater(float(row.pop(5)), 0)  # of processors
        self.assertEqual(rows, [["unknown", "yes", "", "70", "1.50", "3"], ["right", "yes", "77", "77", "1.50", "3"],
                                ["slow", "no, at least 20", "84", "84", "1.50", "3"],
                                ["wrong", "WRONG", "90", "91", "1.50", "3"]])  # fmt: skip
        self.assertEqual(done.stdout.splitlines()[-1], "2 of 4 proved")

    def test_instances_are_chosen_by_name_and_size(self) -> None:
        done = self.run_it("--only", "right,large")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "1 of 1 proved"))
        self.assertEqual(self.run_it("--only", "right,large", "--cities", "300").returncode, 1)
        refused = self.run_it("--only", "absent")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("no files NAME.tsp of these names with at most 200 cities", refused.stderr)


if __name__ == "__main__":
    unittest.main()
