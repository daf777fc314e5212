"""lab/nets/run and lab/nets/formulas with programs that invent what they read."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NETS = Path(__file__).resolve().parents[2] / "lab/nets/run"
FORMULAS = NETS.with_name("formulas")

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


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "command"
        self.command.write_text(COMMAND.format(python=sys.executable))
        self.command.chmod(0o755)


class Nets(InFolder):
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


# Stands in for the command: all formulas are true, bounds are 3; the last one of each file is unknown.
CHECK = """#!{python}
import json, pathlib, sys
words = sys.argv[1:]
assert words[0] == "check" and "--json" in words and words[words.index("--time-limit") + 1] == "7s", words
model, file = pathlib.Path(words[1]).parent.name, pathlib.Path(words[2]).name.split(".")[0]
if model == "Broken":
    sys.exit("scrump: it is broken")
answer = 3 if file == "UpperBounds" else True
said = [dict(id=f"{{model}}-{{file}}-0", answer=answer, method="walk", path=[]),
        dict(id=f"{{model}}-{{file}}-1", answer=answer, method="diagrams"),
        dict(id=f"{{model}}-{{file}}-2", why="the time limit was reached")]
print(json.dumps(dict(status="time-limit", answers=said)))
sys.exit(3)
"""


class Formulas(InFolder):
    def run_formulas(self, answers: str, *options: str) -> "subprocess.CompletedProcess[str]":
        self.command.write_text(CHECK.format(python=sys.executable))
        (self.folder / "formulas.tsv").write_text("model\tcategory\tformula\tanswer\n" + answers)
        words = [sys.executable, str(FORMULAS), "--scrump", str(self.command), str(self.folder), "--time-limit", "7s"]
        return subprocess.run([*words, *options], capture_output=True, text=True, check=False)

    def test_a_row_counts_the_answers_of_a_category(self) -> None:
        rows = [("A", "CTL", "true"), ("B", "CTL", "false"), ("A", "UpperBounds", "3"), ("Broken", "UpperBounds", "3")]
        done = self.run_formulas("".join(f"{model}\t{category}\t{model}-{category}-{i}\t{answer}\n"
                                         for model, category, answer in rows for i in range(3)))  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in done.stdout.splitlines()[2:]]
        self.assertEqual([row[:-2] for row in cells],
                         [["CTL", "6", "4", "2", "2", "0", "2", "2", "0", "2"],
                          ["UpperBounds", "6", "2", "2", "0", "0", "1", "1", "0", "1"],
                          ["all", "12", "6", "4", "2", "0", "3", "3", "0", "3"]])  # fmt: skip
        self.assertIn("Broken UpperBounds: scrump: it is broken", done.stderr)
        self.assertIn("B-CTL-1: true by diagrams, not false", done.stderr)
        self.assertIn("A-CTL-2: the time limit was reached", done.stderr)

    def test_only_some_nets_are_asked(self) -> None:
        done = self.run_formulas("".join(f"{model}\tCTL\t{model}-CTL-{i}\ttrue\n" for model in "AB" for i in range(3)),
                                 "--only", "A")  # fmt: skip
        self.assertIn("| CTL | 3 | 2 |", done.stdout)

    def test_a_folder_without_formulas_is_an_error(self) -> None:
        (self.folder / "formulas.tsv").unlink(missing_ok=True)
        done = subprocess.run([sys.executable, str(FORMULAS), "--scrump", str(self.command), str(self.folder)],
                              capture_output=True, text=True, check=False)  # fmt: skip
        self.assertEqual(done.returncode, 1)
        self.assertIn("formulas.tsv", done.stderr)


if __name__ == "__main__":
    unittest.main()
