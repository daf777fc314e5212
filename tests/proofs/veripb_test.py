#!/usr/bin/env python3
"""Proofs of parallel searches, given to VeriPB, which `make veripb` builds; skipped where there is none.

Usage: veripb_test.py [options of unittest]. The environment may name the programs: SCRUMP, VERIPB.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
SCRUMP = os.environ.get("SCRUMP", str(ROOT / "build/release/scrump"))
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scrump"
BUILT = [path for path in [ROOT / "build/veripb/bin/veripb", *sorted(CACHE.glob("veripb-*/bin/veripb"))] if path.exists()]
VERIPB = os.environ.get("VERIPB") or (str(BUILT[0]) if BUILT else shutil.which("veripb"))
SOLVED = {0}

# Of one process, alone or as a job of several on this machine.
JOB = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PMIX_MCA_psec": "^munge",
}


class Proofs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.name = str(Path(folder.name) / "it")

    def prove(self, *arguments, processes=1):
        """What Scrump says, as JSON."""
        launcher = ["mpirun", "-n", str(processes)] if processes > 1 else []
        command = [*launcher, SCRUMP, *arguments, "--proof", self.name, "--no-pin", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **JOB}, timeout=300)
        self.assertIn(done.returncode, SOLVED, done.stderr)
        self.assertEqual(sorted(path.name for path in Path(self.name).parent.iterdir()), ["it.opb", "it.pbp"])
        return json.loads(done.stdout)

    def verdict(self):
        """VeriPB's, or None if it refuses the proof."""
        command = [VERIPB, self.name + ".opb", self.name + ".pbp"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        found = re.search(r"^s VERIFIED (.*)$", done.stdout, re.MULTILINE)
        self.assertEqual(done.returncode == 0, found is not None, done.stdout + done.stderr)
        return found.group(1) if found else None

    def assert_largest(self, said, size):
        self.assertEqual(said["objective"], size)
        self.assertEqual(self.verdict(), f"BOUNDS -{size} <= obj <= -{size}")

    def test_a_largest_clique_under_each_skeleton(self):
        for skeleton in ["sequential", "adaptive", "budget:backtracks=10", "depth-bounded:depth=2", "stack-stealing", "ordered:depth=2"]:
            with self.subTest(skeleton):
                workers = "1" if skeleton == "sequential" else "3"
                said = self.prove("maxclique", "random:n=70,p=0.7,seed=4", "--skeleton", skeleton, "--workers", workers)
                self.assert_largest(said, said["objective"])

    def test_graphs_that_need_rows_of_several_words(self):
        said = self.prove("maxclique", "random:n=300,p=0.2,seed=4", "--workers", "2")
        self.assert_largest(said, said["objective"])

    def test_cliques_of_k_vertices(self):
        graph = "random:n=70,p=0.6,seed=2"
        size = self.prove("maxclique", graph)["objective"]
        self.prove("kclique", graph, "-k", str(size + 1), "--workers", "2")
        self.assertEqual(self.verdict(), "UNSATISFIABLE")
        self.prove("kclique", graph, "-k", str(size), "--workers", "2")
        self.assertEqual(self.verdict(), "SATISFIABLE")

    def test_subgraphs(self):
        for pattern, target, induced in [
            ("random:n=6,p=0.8,seed=1", "random:n=14,p=0.4,seed=2", []),
            ("random:n=6,p=0.8,seed=1", "random:n=14,p=0.4,seed=2", ["--induced"]),
            ("random:n=6,p=0.4,seed=1", "random:n=18,p=0.6,seed=2", []),
            ("random:n=5,p=0.5,seed=3", "random:n=16,p=0.5,seed=2", ["--induced"]),
            ("random:n=7,p=0.85,seed=9", "random:n=14,p=0.6,seed=29", []),
        ]:
            with self.subTest(pattern + target):
                said = self.prove("sip", pattern, target, *induced, "--workers", "2")
                expected = "SATISFIABLE" if said["exists"] else "UNSATISFIABLE"
                self.assertEqual(self.verdict(), expected)

    @unittest.skipUnless(DATA.exists(), f"{DATA} is not there")
    def test_a_benchmark_subgraph(self):
        said = self.prove("sip", str(DATA / "sip/g7.lad"), str(DATA / "sip/g30.lad"), "--workers", "2")
        self.assertFalse(said["exists"])
        self.assertEqual(self.verdict(), "UNSATISFIABLE")

    @unittest.skipUnless(shutil.which("mpirun"), "there is no mpirun")
    def test_several_processes(self):
        said = self.prove("maxclique", "random:n=80,p=0.7,seed=6", "--workers", "1", "--skeleton", "budget:backtracks=10", processes=2)
        self.assert_largest(said, said["objective"])
        self.prove("sip", "random:n=6,p=0.8,seed=1", "random:n=14,p=0.4,seed=2", "--workers", "1", processes=2)
        self.assertEqual(self.verdict(), "UNSATISFIABLE")

    @unittest.skipUnless(DATA.exists(), f"{DATA} is not there")
    def test_benchmark_graphs(self):
        for graph, size in [("brock200_2", 12), ("p_hat300-1", 8), ("hamming8-4", 16)]:
            with self.subTest(graph):
                self.assert_largest(self.prove("maxclique", str(DATA / "clique" / f"{graph}.clq"), "--workers", "2"), size)

    def test_what_was_tampered_with_is_refused(self):
        said = self.prove("maxclique", "random:n=70,p=0.7,seed=4", "--workers", "2")
        size = said["objective"]
        path = Path(self.name + ".pbp")
        proof = path.read_text()
        lines = proof.splitlines(keepends=True)
        leaf = next(i for i, line in enumerate(lines) if line.endswith(" s +;\n"))
        without_leaf = "".join(lines[:leaf] + lines[leaf + 1 :])
        # A leaf whose classes are one more: it divides by more than it may.
        wrong = re.sub(r" (\d+) d s", lambda found: f" {int(found[1]) + 1} d s", proof, count=1)
        wrong_coefficient = re.sub(r" 2 d \+", " 3 d +", proof, count=1) if wrong == proof else wrong
        # That no clique has so many vertices as one was shown to have, and that one has more.
        stronger_bound = proof.replace(f"BOUNDS -{size} :", f"BOUNDS -{size - 1} :")
        other_bounds = re.sub(rf"BOUNDS -{size} (.*) -{size};", rf"BOUNDS -{size + 1} \1 -{size + 1};", proof)
        solution = re.sub(r"(soli.*?) ~x", r"\1 x", proof, count=1)
        for what, altered in {
            "a leaf is missing": without_leaf,
            "a coefficient": wrong_coefficient,
            "a bound that is too strong": stronger_bound,
            "other bounds": other_bounds,
            "a clique that is none": solution,
            "no steps": "".join(lines[:3]) + proof[proof.index("output NONE") :],
        }.items():
            with self.subTest(what):
                self.assertNotEqual(altered, proof)
                path.write_text(altered)
                self.assertIsNone(self.verdict())

    def test_proofs_of_subgraphs_that_were_tampered_with_are_refused(self):
        self.prove("sip", "random:n=7,p=0.85,seed=3", "random:n=14,p=0.6,seed=33", "--workers", "2")
        self.assertEqual(self.verdict(), "UNSATISFIABLE")
        path = Path(self.name + ".pbp")
        proof = path.read_text()
        lines = proof.splitlines(keepends=True)
        clauses = [i for i, line in enumerate(lines) if re.match(r"rup 1 ~\S+ 1 ~.* >= 1 : .* ", line)]
        sums = [i for i, line in enumerate(lines) if line.startswith("pol") and line.count("+") > 4]
        clause, hall_set = clauses[len(clauses) // 2], sums[len(sums) // 2]

        def altered(number, line):
            return "".join(lines[:number] + [line] + lines[number + 1 :])

        for what, text in {
            "a clause is missing": altered(clause, ""),
            "a clause says more": altered(clause, re.sub(r"1 ~\S+ ", "", lines[clause], count=1)),
            "a clause does not name what it needs": altered(clause, re.sub(r" \d+;", ";", lines[clause])),
            "a vertex of a Hall set is missing": altered(hall_set, re.sub(r" \d+ \+;", ";", lines[hall_set])),
            "no steps": lines[0] + lines[1] + proof[proof.index("output NONE") :],
        }.items():
            with self.subTest(what):
                self.assertNotEqual(text, proof)
                path.write_text(text)
                self.assertIsNone(self.verdict())


if __name__ == "__main__":
    if not VERIPB:
        print("Skipped: VeriPB is not installed; make veripb builds it")
        sys.exit(77)
    unittest.main()
