"""What lab/subgraphs/run makes of what runs told, with commands of invented answers."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Decides with restarts alone, by the pattern's name.
SCRUMP = """#!{python}
import json, sys
words = sys.argv[1:]
result = {{"status": "complete", "exists": "yes" in words[1]}} if "--restarts" in words else {{"status": "time-limit"}}
print(json.dumps(result))
sys.exit(0 if "--restarts" in words else 3)
"""
ENDLESS = "#!{python}\nwhile True: pass\n"
PEER = """#!{python}
import sys
print("status = " + ("true" if "{word}" in sys.argv[1] else "false"))
"""


class Subgraphs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scrump = self.program("scrump", SCRUMP)

    def program(self, name: str, text: str, **words: str) -> str:
        path = self.folder / name
        path.write_text(text.format(python=sys.executable, **words))
        path.chmod(0o755)
        return str(path)

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [str(ROOT / "lab/subgraphs/run"), "--scrump", self.scrump]
        return subprocess.run([sys.executable, *words, *options], capture_output=True, text=True, check=False)

    def listed(self) -> str:
        pairs = self.folder / "pairs"
        pairs.write_text("first/yes first/target\nfirst/no first/target\nsecond/yes second/target\n")
        return str(pairs)

    def test_random_pairs_have_the_density_at_which_one_mapping_is_expected(self) -> None:
        done = self.run_it("--patterns", "20", "--densities", "0.5", "--parts", "1", "--seeds", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        # 150! / 130! ways, of which one in 2^edges is a mapping
        self.assertIn("| 20 in 150, density 0.75 in 0.5 | 2 | 0 (0 yes, 0 no), ", done.stdout)
        self.assertIn("| 2 (0 yes, 2 no), ", done.stdout)

    def test_a_list_by_kinds_beside_a_peer(self) -> None:
        done = self.run_it("--pairs", self.listed(), "--peer", self.program("peer", PEER, word="yes"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\| first \| 2 \| 0 .* \| 2 \(1 yes, 1 no\), [0-9.]* s \| 2 \(1 yes, 1 no\)")
        self.assertIn("\n| all | 3 |", done.stdout)

    def test_what_only_one_way_decides_is_counted(self) -> None:
        done = self.run_it("--pairs", self.listed(), "--sample", "1")
        self.assertRegex(done.stdout, r"\| second \| 1 \| 0 .* \| 1 \(1 yes, 0 no\), [0-9.]* s, 1 alone \|")

    def test_objects_instead_of_a_table(self) -> None:
        done = self.run_it("--pairs", self.listed(), "--json")
        told = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([each["restarts"]["exists"] for each in told], [True, False, True])
        self.assertEqual([each["plain"]["exists"] for each in told], [None] * 3)

    def test_different_answers_are_an_error(self) -> None:
        done = self.run_it("--pairs", self.listed(), "--peer", self.program("peer", PEER, word="nothing"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("different answers", done.stderr)

    def test_known_answers_are_compared_too(self) -> None:
        pairs = self.folder / "known"
        pairs.write_text("first/yes first/target yes\nfirst/other first/target yes\n")
        done = self.run_it("--pairs", str(pairs))
        self.assertEqual(done.returncode, 1)
        self.assertIn("| first | 2 |", done.stdout)
        self.assertIn("first/other", done.stderr)
        self.assertNotIn("first/yes", done.stderr)
        pairs.write_text("first/yes first/target perhaps\n")
        self.assertIn("known:1: expected", self.run_it("--pairs", str(pairs)).stderr)

    def test_pairs_that_take_longer_than_by_the_peer_have_a_table(self) -> None:
        peer = self.program("peer", PEER, word="yes")
        self.scrump = self.program("endless", ENDLESS)
        options = ["--ways", "restarts", "--worst", "2", "--limit", "1"]
        done = self.run_it("--pairs", self.listed(), "--peer", peer, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| pairs | number | restarts | peer | slow |", done.stdout)
        self.assertRegex(done.stdout, r"\| all \| 3 \| .* \| 3 \|\n")
        self.assertIn("| slower by at least 2 times | restarts, s | peer, s | ratio |", done.stdout)
        self.assertEqual(done.stdout.count(" in "), 2)

    def test_what_its_limit_ends_is_not_decided(self) -> None:
        self.scrump = self.program("endless", ENDLESS)
        done = self.run_it("--pairs", self.listed(), "--sample", "1", "--limit", "1", "--ways", "plain")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| second | 1 | 0 (0 yes, 0 no), ", done.stdout)

    def test_a_peer_needs_files(self) -> None:
        self.assertIn("--pairs", self.run_it("--peer", "x").stderr)


if __name__ == "__main__":
    unittest.main()
