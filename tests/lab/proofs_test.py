"""lab/proofs/run with programs that invent what it reads; then with the command itself if SCRUMP_COMMAND names it."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROOFS = Path(__file__).resolve().parents[2] / "lab/proofs/run"

# Stands in for the command: a search that logs its steps visits three times as many nodes.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
assert words[-1] == "--json" or words[-2] == "--proof", words
said = {{"nodes": 1200}}
if "--proof" in words:
    for ending in (".opb", ".pbp"):
        open(words[-1] + ending, "w").close()
    said = {{"nodes": 3600, "proof": {{"steps": 4321, "bytes": 1500000, "logged_bytes": 2500}}}}
print(json.dumps(said))
"""

CHECKER = """#!{python}
import os, sys
assert [os.path.exists(name) for name in sys.argv[1:]] == [True, True], sys.argv
{says}
"""


class Proofs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.program("command", COMMAND)

    def program(self, name: str, text: str, **parts: str) -> str:
        path = self.folder / name
        path.write_text(text.format(python=sys.executable, **parts))
        path.chmod(0o755)
        return str(path)

    def run_it(self, says: str, *options: str, command: "str | None" = None) -> "subprocess.CompletedProcess[str]":
        checker = self.program("checker", CHECKER, says=says)
        return subprocess.run([sys.executable, str(PROOFS), "--scrump", command or self.command, "--veripb", checker,
                               "--data", str(self.folder), "--repetitions", "1", *options],
                              capture_output=True, text=True, check=False)

    def rows(self, done: "subprocess.CompletedProcess[str]") -> "list[list[str]]":
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.strip("| ").split(" | ") for line in done.stdout.splitlines()]

    def test_a_row_has_what_the_command_and_the_checker_say(self) -> None:
        heading, _, *rows = self.rows(self.run_it("print('s VERIFIED UNSATISFIABLE')", "--only", "dense,induced"))
        self.assertEqual([row[0] for row in rows], ["dense", "induced"])
        for row in rows:
            self.assertEqual(len(row), len(heading))
            self.assertEqual([row[at] for at in (2, 4, 6, 7, 8)], ["1,200", "3,600", "2.5 kB", "1.5 MB", "4,321"])
            for at in (1, 3, 9):
                self.assertRegex(row[at], r"^[0-9.]+ s$")

    def test_the_quick_one_takes_two_instances(self) -> None:
        self.assertEqual(len(self.rows(self.run_it("print('s VERIFIED BOUNDS')", "--quick"))), 4)

    def test_a_checker_that_takes_too_long_is_ended(self) -> None:
        rows = self.rows(self.run_it("while True: pass", "--only", "dense", "--limit", "1"))
        self.assertEqual(rows[-1][9:10], ["> 1 s"])

    def test_a_proof_that_is_refused_ends_it(self) -> None:
        for says in ["print('s NOT VERIFIED')", "print('broken'); sys.exit(1)"]:
            done = self.run_it(says, "--only", "dense")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertRegex(done.stderr, "^lab/proofs/run: .*checker")

    def test_what_cannot_be_is_refused(self) -> None:
        for options, text in [(["--only", "nowhere"], "there is no instance 'nowhere'"),
                              (["--repetitions", "0"], "at least one repetition"),
                              (["--data", str(self.folder / "none")], "none is not there"),
                              (["--veripb", "/nowhere/veripb"], "/nowhere/veripb cannot be run")]:
            done = self.run_it("", "--only", "dense", *options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(text, done.stderr)

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND names no command")
    def test_it_reads_what_the_command_prints(self) -> None:
        row = self.rows(self.run_it("print('s VERIFIED UNSATISFIABLE')", "--only", "dense",
                                    command=os.environ["SCRUMP_COMMAND"]))[-1]
        self.assertGreater(int(row[8].replace(",", "")), 0)


if __name__ == "__main__":
    unittest.main()
