"""lab/states/run with tools that invent what it reads; and with SPIN, where it is there, and the command itself if
SCRUMP_COMMAND names it."""

import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
STATES = ROOT / "lab/states/run"

# Each notes its arguments in a file beside it: a line for each run.
HEAD = """#!{python}
import json, sys
from pathlib import Path
words = sys.argv[1:]
with open({notes!r}, "a") as notes:
    print(*words, file=notes)
"""
SCRUMP_SAYS = """said = dict(status="complete", states={states}, transitions={transitions})
print("scrump 0" if words == ["--version"] else json.dumps(said))
"""
LTSMIN_SAYS = 'print("pins2lts-mc: Explored {states} states {transitions} transitions, fanout: 1.0", file=sys.stderr)\n'
SPIN_SAYS = 'Path("pan.c").write_text("none")\n'
PAN_SAYS = """print('''        + Multi-Core (using {cores} cores)
{search} search for:

      {states} states, stored
       10 states, matched
      110 transitions (= stored+matched)''')
"""
# Writes what a compiled program would do.
CC_SAYS = """
Path(words[-1]).write_text(Path({pan!r}).read_text())
Path(words[-1]).chmod(0o755)
"""


class Kind:
    """One of the kinds of runs of a model by one worker."""

    def __init__(self, tool: str) -> None:
        self.contender = SimpleNamespace(tool=tool)

    def row(self) -> "tuple[str, int]":
        return ("puzzle 2x5", 1)

    def is_ours(self) -> bool:
        return self.contender.tool == "Scrump"


class States(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.pan()
        self.program("scrump", SCRUMP_SAYS, states=100, transitions=109)
        self.program("spin", SPIN_SAYS)
        self.program("cc", CC_SAYS, pan=str(self.folder / "pan"))
        self.program("pins2lts-mc", LTSMIN_SAYS, states=100, transitions=109)

    def program(self, name: str, does: str, **values: object) -> None:
        path = self.folder / name
        text = HEAD.format(python=sys.executable, notes=f"{path}.runs") + does.format(**values)
        path.write_text(text)
        path.chmod(0o755)

    def pan(self, states: str = "100", search: str = "Full statespace", cores: int = 2) -> None:
        self.program("pan", PAN_SAYS, states=states, search=search, cores=cores)

    def runs(self, name: str) -> "list[str]":
        path = self.folder / f"{name}.runs"
        return path.read_text().splitlines() if path.exists() else []

    def run_it(self, *options: str, **paths: str) -> "subprocess.CompletedProcess[str]":
        given = {"scrump": "scrump", "spin": "spin", "cc": "cc", "ltsmin": "pins2lts-mc", **paths}
        words = [word for name, path in given.items() for word in (f"--{name}", str(self.folder / path))]
        return subprocess.run([sys.executable, str(STATES), *words, "--repetitions", "1", *options],
                              capture_output=True, text=True, check=False)  # fmt: skip

    def tables(self, done: "subprocess.CompletedProcess[str]") -> "list[list[list[str]]]":
        self.assertEqual(done.returncode, 0, done.stderr)
        parts = [part for part in done.stdout.split("\n\n") if part.startswith("| ")]
        return [[[cell.strip() for cell in line.strip("|").split("|")]
                 for line in part.splitlines()[2:]] for part in parts]  # fmt: skip

    def failure(self, done: "subprocess.CompletedProcess[str]") -> str:
        self.assertEqual(done.returncode, 1, done.stdout)
        return done.stderr

    def test_every_tool_has_a_line_and_rows_are_compared(self) -> None:
        rows, runs = self.tables(self.run_it("--models", "philosophers"))
        self.assertEqual([row[:2] for row in rows], [["philosophers 16", "1"], ["philosophers 16", "2"]])
        self.assertTrue(all(float(cell) > 0 for row in rows for cell in row[3:]), rows)
        self.assertEqual([(row[1], row[2], row[3], row[4]) for row in runs], [
            (name, workers, "100", "1") for workers, names in (
                ("1", ("SPIN breadth-first", "SPIN depth-first")),
                ("2", ("SPIN breadth-first in parallel", "SPIN depth-first in parallel")))
            for name in ("Scrump", "Scrump, module", *names, "LTSmin breadth-first", "LTSmin depth-first")
        ])  # fmt: skip
        for row in runs:
            self.assertAlmostEqual(float(row[7].replace(",", "")) * float(row[5]), 100, delta=20)

    def test_tools_get_the_same_model(self) -> None:
        self.tables(self.run_it("--models", "peterson", "--workers", "2"))
        self.assertIn("explore peterson 6 --all --workers 2 --json", self.runs("scrump"))
        self.assertRegex("\n".join(self.runs("scrump")), r"explore /\S+/peterson.so --all --workers 2 --json")
        self.assertRegex(self.runs("pins2lts-mc")[0], r"^--procs=2 --strategy=.fs --size=24 /\S+/peterson.so$")
        self.assertRegex(self.runs("spin")[0], r"^-DN=6 -a /\S+/lab/states/peterson.pml$")
        self.assertTrue(all("-DNOREDUCE -DSAFETY" in each for each in self.runs("cc") if "pan.c" in each))

    def test_what_is_far_from_the_fastest_of_its_tool_is_not_run_again(self) -> None:
        near = runpy.run_path(str(STATES))["near"]
        ours, breadth, depth, other, unknown = (
            Kind(tool) for tool in ("Scrump", "SPIN", "SPIN", "LTSmin", "LTSmin"))  # fmt: skip
        seconds = {ours: 9.0, breadth: 1.3, depth: 1.0, other: 5.0}
        samples = {kind: [SimpleNamespace(seconds=each)] for kind, each in seconds.items()}
        self.assertEqual(near([*samples, unknown], samples, 1.2), {ours, depth, other, unknown})
        self.assertEqual(near([*samples], samples, 1.4), {ours, breadth, depth, other})

    def test_numbers_that_differ_are_a_failure(self) -> None:
        said = r": 10[01] states and 1[01]9 transitions, but 10[01] states and 1[01]9 transitions in puzzle 2x5, 1 w"
        for states, transitions in (101, 109), (100, 119):
            self.program("pins2lts-mc", LTSMIN_SAYS, states=states, transitions=transitions)
            self.assertRegex(self.failure(self.run_it("--models", "puzzle", "--workers", "1")), said)

    def test_hashes_in_place_of_states_are_a_failure(self) -> None:
        self.pan(search="Hash-Compact 4")
        self.assertIn("SPIN did not keep whole states", self.failure(self.run_it("--models", "puzzle")))

    def test_one_core_in_place_of_two_is_a_failure(self) -> None:
        self.pan(cores=1)
        self.tables(self.run_it("--models", "puzzle", "--workers", "1"))
        self.assertIn("SPIN had not 2 cores", self.failure(self.run_it("--models", "puzzle", "--workers", "2")))

    def test_numbers_of_states_as_spin_rounds_them(self) -> None:
        self.pan(states="1e+02")
        self.tables(self.run_it("--models", "puzzle", "--workers", "1"))

    def test_tools_that_are_not_there_are_left_out(self) -> None:
        done = self.run_it("--models", "puzzle", "--workers", "1", spin="no-spin", ltsmin="no-ltsmin")
        rows, runs = self.tables(done)
        self.assertEqual([row[1] for row in runs], ["Scrump", "Scrump, module"])
        self.assertEqual(rows, [["puzzle 2x5", "1", "", "", ""]])
        self.assertIn(f"no program {self.folder}/no-spin (--spin PATH): left out", done.stderr)
        self.assertIn("(--ltsmin PATH): left out", done.stderr)
        rows, runs = self.tables(self.run_it("--models", "puzzle", "--workers", "1", cc="no-cc"))
        self.assertEqual([row[1] for row in runs], ["Scrump"])

    def test_no_run_begins_after_the_time_limit(self) -> None:
        self.assertIn("nothing was run", self.failure(self.run_it("--models", "puzzle", "--minutes", "0")))
        self.assertEqual(self.runs("pins2lts-mc"), [])

    def test_a_tool_that_fails_is_a_failure(self) -> None:
        self.program("pins2lts-mc", 'sys.exit("table full")\n')
        said = self.failure(self.run_it("--models", "puzzle"))
        self.assertIn("status 1 of", said)
        self.assertIn("table full", said)

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND does not name the command")
    @unittest.skipUnless(shutil.which("spin") and shutil.which("gcc"), "there is no SPIN or no gcc")
    def test_models_have_the_same_states_in_promela_and_c(self) -> None:
        quick_cc = self.folder / "quick-cc"
        quick_cc.write_text('#!/bin/sh\nexec gcc "$@" -O0\n')
        quick_cc.chmod(0o755)
        words = ["--quick", "--workers", "1", "--repetitions", "1", "--cc", str(quick_cc), "--ltsmin", "none",
                 "--scrump", os.environ["SCRUMP_COMMAND"]]  # fmt: skip
        done = subprocess.run([sys.executable, str(STATES), *words], capture_output=True, text=True, check=False)
        _, runs = self.tables(done)
        self.assertEqual({row[0]: row[3] for row in runs},
                         {"philosophers 8": "1,154", "peterson 4": "14,844", "puzzle 3x3": "181,440"})  # fmt: skip
        self.assertEqual(len(runs), 3 * 4)


if __name__ == "__main__":
    unittest.main()
