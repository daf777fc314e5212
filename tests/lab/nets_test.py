"""lab/nets/run with a program that invents what it reads."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NETS = Path(__file__).resolve().parents[2] / "lab/nets/run"

# Stands in for the command: every net has 7 markings and 9 transitions; the one called Slow is stopped.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
assert words[0] == "reach" and "--json" in words and words[words.index("--memory-limit") + 1] == "6G", words
if "Broken" in words[1]:
    sys.exit("scrump: it is broken")
said = dict(status="complete", states="7", transitions="9", max_tokens=2, max_tokens_of_marking=3)
if "Slow" in words[1]:
    said = dict(status="stopped")
said |= dict(instance=dict(places=5, levels=4), order="force", seconds=0.125, diagrams=dict(peak_nodes=11))
print(json.dumps(said))
"""

ANSWERS = """model\tstates\ttransitions\tmax_tokens_in_a_place\tmax_tokens_of_a_marking
Right-PT-1\t7\t9\t2\t3
Unknown-PT-1\t7\t-\t2\t3
Wrong-PT-1\t7\t10\t1\t3
Slow-PT-1\t7\t9\t2\t3
Broken-PT-1\t7\t9\t2\t3
Coloured-COL-1\t7\t9\t2\t3
"""


class Nets(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "command"
        self.command.write_text(COMMAND.format(python=sys.executable))
        self.command.chmod(0o755)

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, str(NETS), "--scrump", str(self.command), str(self.folder), *options],
                              capture_output=True, text=True, check=False)

    def test_a_row_says_whether_the_answers_agree(self) -> None:
        (self.folder / "answers.tsv").write_text(ANSWERS)
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        _, _, *rows, _, last = done.stdout.splitlines()
        cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]
        self.assertEqual([row[0] for row in cells],
                         ["Right-PT-1", "Unknown-PT-1", "Wrong-PT-1", "Slow-PT-1", "Broken-PT-1"])
        self.assertEqual([row[-1] for row in cells],
                         ["agrees", "agrees", "WRONG: transitions, max_tokens", "stopped", "scrump: it is broken"])
        self.assertEqual(cells[0][1:7], ["7", "5", "4", "force", "0.12", "11"])
        self.assertEqual(last, "2 of 5 nets answered as the oracle does")

    def test_a_folder_without_answers_is_an_error(self) -> None:
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("answers.tsv", done.stderr)


if __name__ == "__main__":
    unittest.main()
