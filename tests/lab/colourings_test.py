"""lab/colourings/run with a program that invents what it reads; then with the command if SCRUMP_COMMAND names it."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COLOURINGS = Path(__file__).resolve().parents[2] / "lab/colourings/run"

# Stands in for the command: graphs have as many colours as vertices; the search of the one called slow is stopped.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
assert words[0] == "colouring" and words[2:] == ["--json", "--time-limit", "7s", "--workers", "2"], words
if "broken" in words[1]:
    sys.exit("scrump: it is broken")
vertices = int(open(words[1]).readline().split()[2])
slow = "slow" in words[1]
print(json.dumps(dict(status="time_limit" if slow else "complete", instance=dict(vertices=vertices, edges=9),
                      objective=vertices, at_least=vertices - slow, seconds=0.125, nodes=11)))
sys.exit(3 if slow else 0)
"""


class Colourings(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.folder / "command"
        self.command.write_text(COMMAND.format(python=sys.executable))
        self.command.chmod(0o755)

    def graph(self, name: str, vertices: int) -> None:
        edges = "".join(f"e {each} {each + 1}\n" for each in range(1, vertices))
        (self.folder / f"{name}.col").write_text(f"p edge {vertices} {vertices - 1}\n{edges}")

    def run_it(self, *options: str, command: "str | None" = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([sys.executable, str(COLOURINGS), "--scrump", command or str(self.command),
                               str(self.folder), "--time-limit", "7s", "--workers", "2", *options],
                              capture_output=True, text=True, check=False)

    def test_the_smallest_graphs_come_first_and_those_proved_are_counted(self) -> None:
        self.graph("slow", 4)
        self.graph("small", 3)
        self.graph("large", 6)
        done = self.run_it()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[2:],
                         ["| small | 3 | 9 | 3 | 3 | 0.12 | 11 | yes |", "| slow | 4 | 9 | 3 | 4 | 0.12 | 11 | no |",
                          "| large | 6 | 9 | 6 | 6 | 0.12 | 11 | yes |", "", "2 of 3 graphs proved within 7s"])
        self.assertEqual(self.run_it("--only", "l").stdout.splitlines()[-1], "2 of 3 graphs proved within 7s")
        self.assertEqual(self.run_it("--only", "slow").stdout.splitlines()[-1], "0 of 1 graphs proved within 7s")

    def test_what_the_command_prints_is_an_object_a_line(self) -> None:
        self.graph("small", 3)
        self.graph("large", 6)
        results = [json.loads(each) for each in self.run_it("--json").stdout.splitlines()]
        self.assertEqual([result["objective"] for result in results], [3, 6])

    def test_without_graphs_or_if_the_command_fails_it_says_so(self) -> None:
        self.assertIn("expected graphs, as NAME.col", self.run_it().stderr)
        self.graph("broken", 3)
        done = self.run_it()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("it is broken", done.stderr)

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND names no command")
    def test_the_command_itself_is_understood(self) -> None:
        self.graph("path", 5)
        done = self.run_it(command=os.environ["SCRUMP_COMMAND"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.splitlines()[2].startswith("| path | 5 | 4 | 2 | 2 |"), done.stdout)


if __name__ == "__main__":
    unittest.main()
