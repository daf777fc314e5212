#!/usr/bin/env python3
"""What lab/common-subgraphs/run makes of what runs told, with programs of invented answers."""

import importlib.machinery
import importlib.util
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "lab/common-subgraphs/run"

SCRUMP = """#!{python}
import json, sys
if sys.argv[1:] == ["--version"]:
    print("scrump of the test")
    sys.exit()
with open(__file__ + ".runs", "a") as runs:
    print(*sys.argv[1:], file=runs)
with open(sys.argv[2]) as first, open(sys.argv[3]) as second:
    assert first.readline() == second.readline() == "9\\n"
print(json.dumps({{"status": {status!r}, "objective": {found}, "nodes": 41}}))
sys.exit({code})
"""
MCSPLIT = """#!{python}
import sys
with open(sys.argv[-1]) as second:
    labels = sum(line.startswith("n ") for line in second)
assert ("-x" in sys.argv) == (labels == 9), labels
print("Solution size {found}")
print("Nodes:                      77")
{more}
"""


def module() -> Any:
    loader = importlib.machinery.SourceFileLoader("common_subgraphs", str(RUN))
    spec = importlib.util.spec_from_loader("common_subgraphs", loader)
    assert spec is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules["common_subgraphs"] = loaded
    loader.exec_module(loaded)
    return loaded


class CommonSubgraphs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scrump = self.program("scrump", SCRUMP, status="complete", found=5, code=0)

    def program(self, name: str, text: str, **invented: object) -> Path:
        path = self.folder / name
        path.write_text(text.format(python=sys.executable, **invented), encoding="utf-8")
        path.chmod(0o755)
        return path

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [str(RUN), "--scrump", str(self.scrump), "--vertices", "9", "--seeds", "2", *options]
        return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)

    def test_a_row_for_each_family_and_number_of_labels(self) -> None:
        mcsplit = self.program("mcsplit", MCSPLIT, found=5, more="")
        done = self.run_it("--families", "tree,regular", "--labels", "1,3", "--mcsplit", str(mcsplit))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "| family | labels | scrump | mcsplit |")
        self.assertEqual([row.split(" | ")[:2] for row in lines[2:]],
                         [["| tree", "none"], ["| tree", "3"], ["| regular", "none"], ["| regular", "3"]])  # fmt: skip
        self.assertRegex(lines[2], r"\| 2/2, 0\.\d{3} s, 41 \| 2/2, 0\.\d{3} s, 77 \|$")
        runs = Path(f"{self.scrump}.runs").read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(runs), 8)
        self.assertEqual(sum("--format vertex-labelled-lad" in words for words in runs), 4)
        self.assertTrue(all("--workers 1 --time-limit 60s" in words for words in runs))

    def test_stopped_runs_count_as_not_proved(self) -> None:
        self.program("scrump", SCRUMP, status="incomplete", found=4, code=3)
        mcsplit = self.program("mcsplit", MCSPLIT, found=4, more='print("TIMEOUT")')
        done = self.run_it("--families", "tree", "--labels", "1", "--mcsplit", str(mcsplit))
        self.assertRegex(done.stdout, r"\| 0/2, .* s, 41 \| 0/2, .* s, 77 \|")

    def test_different_answers_are_an_error(self) -> None:
        for found in (4, 6):
            other = self.program("other", SCRUMP, status="complete", found=found, code=0)
            done = self.run_it("--families", "tree", "--labels", "1", "--other", str(other))
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"different answers (5, {found}) for tree-1-1-1 and tree-1-1-2", done.stderr)

    def test_a_program_that_fails_is_an_error(self) -> None:
        self.program("scrump", SCRUMP, status="complete", found=5, code=2)
        done = self.run_it("--families", "tree", "--labels", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("status 2 of", done.stderr)

    def test_graphs_are_what_their_families_say(self) -> None:
        run = module()
        for seed in range(20):
            dice = random.Random(seed)
            size = 10 + seed
            graphs = {name: make(size, dice) for name, make in run.FAMILIES.items()}
            for graph in graphs.values():
                for vertex, others in enumerate(graph.neighbours):
                    self.assertTrue(all(vertex in graph.neighbours[other] and vertex != other for other in others))
            edges = {name: sum(map(len, graph.neighbours)) // 2 for name, graph in graphs.items()}
            self.assertEqual(edges["tree"], size - 1)
            self.assertLessEqual(max(map(len, graphs["molecule"].neighbours)), 4)
            self.assertGreaterEqual(edges["molecule"], size - 1)
            self.assertEqual(len(set(map(len, graphs["regular"].neighbours))), 1)
            self.assertLessEqual(len(set(map(frozenset, graphs["twins"].neighbours))), size // 3)

    def test_files_have_labels_and_each_edge(self) -> None:
        run = module()
        graph = run.empty(3)
        graph.join(2, 0)
        self.assertEqual(graph.lad(), "3\n1 2\n0\n1 0\n")
        self.assertEqual(graph.dimacs(), "p edge 3 1\ne 1 3\n")
        graph.labels = [7, 8, 7]
        self.assertEqual(graph.lad(), "3\n7 1 2\n8 0\n7 1 0\n")
        self.assertEqual(graph.dimacs(), "p edge 3 1\nn 1 7\nn 2 8\nn 3 7\ne 1 3\n")


if __name__ == "__main__":
    unittest.main()
