"""lab/knapsacks/run with a program that invents what it reads."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

KNAPSACKS = Path(__file__).resolve().parents[2] / "lab/knapsacks/run"

# Stands in for the command: instances of class 13 are stopped, and so is the one called slow; "wrong" has another answer.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
assert words[0] == "knapsack" and words[words.index("--time-limit") + 1] == "7s", words
stopped = words[1].startswith("strongly-correlated-span") or "n_4_" in words[1]
said = dict(status="stopped" if stopped else "complete", nodes=3, objective=40)
if "n_8_" in words[1]:
    said["objective"] = 41
print(json.dumps(said))
sys.exit(3 if stopped else 0)
"""


class Knapsacks(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "command"
        self.command.write_text(COMMAND.format(python=sys.executable))
        self.command.chmod(0o755)

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, str(KNAPSACKS), "--scrump", str(self.command), "--time-limit", "7s", *options]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def rows(self, *options: str) -> list[list[str]]:
        done = self.run_it(*options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [[cell.strip() for cell in row.strip("| ").split("|")] for row in done.stdout.splitlines()[2:]]

    def add(self, name: str, seconds: float) -> None:
        folder = self.folder / "all" / name
        folder.mkdir(parents=True)
        (folder / "test.in").write_text("")
        (folder / "time.out").write_text(f"{seconds}\n")
        (folder / "outp.out").write_text("40\n3 4\n" if seconds >= 0 else "")

    def test_a_cell_counts_what_was_proved(self) -> None:
        rows = self.rows("--classes", "1,13", "--items", "5", "--seeds", "2")
        self.assertEqual([row[0] for row in rows], ["1 uncorrelated", "13 strongly-correlated-span"])
        self.assertRegex(rows[0][1], r"^2/2, \d+\.\d{3} s, 3$")
        self.assertRegex(rows[1][1], r"^0/2, ")

    def test_a_folder_of_published_instances_is_compared_with_combo(self) -> None:
        for size, seconds in ((2, 100), (4, 1000), (8, 0.000001), (6, 20000), (3, -1)):
            self.add(f"n_{size}_c_5_g_2_f_0.1_eps_0_s_100", seconds)
        lines = self.folder / "lines.csv"
        all_rows = self.rows("--folder", str(self.folder / "all"), "--to-seconds", "10000", "--csv", str(lines))
        by_group = {row[0]: row for row in all_rows}
        self.assertEqual(by_group["all"][1], "2/3")
        self.assertEqual(by_group["all"][5:], ["2", "1"])  # the stopped one and the slow one; the wrong one
        self.assertEqual([by_group[f"n = {size}"][1] for size in (2, 4, 8)], ["1/1", "0/1", "1/1"])
        self.assertEqual(by_group["s = 100"][5:], ["2", "1"])
        self.assertNotIn("n = 6", by_group)
        self.assertEqual(len(lines.read_text().splitlines()), 4)

    def test_those_that_combo_did_not_solve_are_not_compared(self) -> None:
        self.add("n_2_c_5_g_2_f_0.1_eps_0_s_100", 5)
        self.add("n_3_c_5_g_2_f_0.1_eps_0_s_100", -1)
        rows = self.rows("--folder", str(self.folder / "all"), "--to-seconds", "0")
        self.assertEqual(rows[0][1], "1/1")
        self.assertEqual(rows[0][3:], ["", "", "0", "0"])

    def test_only_those_with_the_names_are_run(self) -> None:
        for size in (2, 6):
            self.add(f"n_{size}_c_5_g_2_f_0.1_eps_0_s_100", 5)
        names = self.folder / "names"
        names.write_text("n_2_c_5_g_2_f_0.1_eps_0_s_100\n")
        self.assertEqual(self.rows("--folder", str(self.folder / "all"), "--names", str(names))[0][1], "1/1")

    def test_a_folder_without_instances_is_an_error(self) -> None:
        (self.folder / "all").mkdir()
        done = self.run_it("--folder", str(self.folder / "all"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are no such instances", done.stderr)


if __name__ == "__main__":
    unittest.main()
