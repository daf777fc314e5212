"""lab/cliques/run with a program that invents what it reads; then with the command if SCRUMP_COMMAND names it."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CLIQUES = Path(__file__).resolve().parents[2] / "lab/cliques/run"

# Stands in for the command: the clique of p_hat300-3 is too small, that of brock400_4 is not proved to be the largest.
COMMAND = """#!{python}
import json, sys
words = sys.argv[1:]
if words[0] == "convert":
    open(words[-1], "w").write("p edge 776 0\\n")
    sys.exit()
assert words[0] == "maxclique" and words[2:] == ["--json", "--time-limit", "9s", "--workers", "2"], words
if "frb" in words[1]:
    sys.exit("scrump: it is broken")
known = {{"keller:dim=5": (776, 27), "brock400_4": (400, 33), "p_hat300-3": (300, 35), "DSJC500.5": (500, 13),
         "san1000": (999, 15)}}
vertices, clique = next(value for name, value in known.items() if name in words[1])
slow = "brock" in words[1]
print(json.dumps(dict(status="time_limit" if slow else "complete", instance=dict(vertices=vertices), objective=clique,
                      seconds=0.125, nodes=11, bound=40 if slow else clique)))
sys.exit(3 if slow else 0)
"""

# Stands in for the peer: it takes too long for all but made graphs.
PEER = """#!{python}
import sys, time
assert sys.argv[1:3] == ["mcp", "--graph"] and sys.argv[4:] == ["--threads", "2"], sys.argv
sys.exit(0 if "graph.clq" in sys.argv[3] else 124)
"""


class Cliques(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.command = self.program("command", COMMAND)

    def program(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text.format(python=sys.executable))
        path.chmod(0o755)
        return str(path)

    def graphs(self, *names: str) -> None:
        for name in names:
            (self.folder / f"{name}.clq").write_text("p edge 1 0\n")

    def run_it(self, *options: str, command: "str | None" = None) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, str(CLIQUES), "--scrump", command or self.command, str(self.folder), "--time-limit",
                 "9", "--workers", "2", *options]  # fmt: skip
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def rows(self, text: str) -> list[list[str]]:
        return [[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines() if row[:2] == "| "]

    def test_a_row_says_whether_the_clique_is_proved_and_as_published(self) -> None:
        self.graphs("brock400_4", "p_hat300-3")
        for only, expected in {
            "brock400_4": ["brock400_4", "no, at most 40", "400", "33", "33", "11", "14.8", "19.0"],
            "p_hat300-3": ["p_hat300-3", "WRONG", "300", "36", "35", "11", "0.2", "0.3"],
            "keller5": ["keller5", "yes", "776", "27", "27", "11", "23.1", "157.7"],
        }.items():
            done = self.run_it("--only", only)
            self.assertEqual(done.returncode, int("WRONG" in expected), done.stderr)
            row = self.rows(done.stdout)[1]
            self.assertGreater(float(row.pop(5)), 0)
            self.assertEqual(row, expected)

    def test_a_graph_of_another_size_is_noticed(self) -> None:
        self.graphs("san1000")
        done = self.run_it("--only", "san1000")
        self.assertEqual((done.returncode, self.rows(done.stdout)[1][1]), (1, "WRONG graph"))

    def test_what_is_not_proved_or_not_at_hand_is_named(self) -> None:
        self.graphs("brock400_4")
        done = self.run_it("--only", "brock400")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[-5:], ["0 of 1 proved within 9 s", "", "not proved: brock400_4", "",
                                                         "not at hand: brock400_1, brock400_2, brock400_3"])

    def test_files_are_found_whatever_the_case_of_their_names(self) -> None:
        self.graphs("DSJC500.5")
        self.assertIn("1 of 1 proved", self.run_it("--only", "dsjc500.5").stdout)

    def test_a_peer_gets_the_same_graphs_and_the_same_limit(self) -> None:
        self.graphs("brock400_4")
        peer = ["--peer", self.program("peer", PEER)]
        self.assertEqual(self.rows(self.run_it("--only", "brock400_4", *peer).stdout)[1][-1], "> 9")
        self.assertGreater(float(self.rows(self.run_it("--only", "keller5", *peer).stdout)[1][-1]), 0)

    def test_what_the_command_prints_is_an_object_a_line(self) -> None:
        done = self.run_it("--only", "keller5", "--json")
        self.assertEqual(json.loads(done.stdout)["objective"], 27)
        self.assertIn("1 of 1 proved", done.stderr)

    def test_without_graphs_or_if_the_command_fails_it_says_so(self) -> None:
        self.assertIn("no graphs of the paper", self.run_it("--only", "frb30-15-1").stderr)
        self.graphs("frb30-15-1")
        done = self.run_it("--only", "frb30-15-1")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("it is broken", done.stderr)

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND names no command")
    def test_the_command_itself_is_understood(self) -> None:
        done = self.run_it("--only", "hamming10-2", command=os.environ["SCRUMP_COMMAND"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.rows(done.stdout)[1][:5], ["hamming10-2", "yes", "1024", "512", "512"])


if __name__ == "__main__":
    unittest.main()
