"""lab/bdd-benchmark/run with programs that print what it reads; and the adapter in a checkout, which SCRUMP_BDD_BENCHMARK
names, with an installed Scrump, whose prefix SCRUMP_PREFIX names."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "lab/bdd-benchmark"
CHECKOUT = os.environ.get("SCRUMP_BDD_BENCHMARK")
PREFIX = os.environ.get("SCRUMP_PREFIX")

# Stands in for a package's program. It notes its arguments in a file beside it: a line for each run.
PROGRAM = """#!{python}
import sys
with open(__file__ + ".runs", "a") as runs:
    print(*sys.argv[1:], file=runs)
print('"result": {result},')
sys.exit({status})
"""


class BddBenchmark(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.builds = Path(folder.name)

    def program(self, name: str, result: int = 92, status: int = 0) -> Path:
        path = self.builds / name
        path.write_text(PROGRAM.format(python=sys.executable, result=result, status=status))
        path.chmod(0o755)
        return path

    def runs(self, program: Path) -> "list[str]":
        path = Path(f"{program}.runs")
        return path.read_text().splitlines() if path.exists() else []

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [str(self.builds), "--programs", "hamiltonian", "--repetitions", "1", *options]
        return subprocess.run([sys.executable, str(FOLDER / "run"), *words], capture_output=True, text=True, check=False)

    def table(self, *options: str) -> "list[list[str]]":
        done = self.run_it(*options)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.split("Processor seconds:")[1].split("Peak memory")[0].splitlines()
        return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]

    def test_rows_are_of_functions_or_families_and_threads_are_of_packages_that_have_them(self) -> None:
        own = self.program("scrump_hamiltonian_bcdd")
        self.program("scrump_hamiltonian_zdd")
        buddy = self.program("buddy_hamiltonian_bdd")
        rows = self.table()
        self.assertEqual(rows[0], ["program", "size", "diagrams", "workers", "scrump", "buddy", "of the best other"])
        self.assertEqual([row[1:4] for row in rows[1:]],
                         [["-n 4", kind, workers] for kind in ("BDD", "ZDD") for workers in "12"])  # fmt: skip
        self.assertEqual([bool(row[5]) for row in rows[1:3]], [True, False])
        self.assertEqual(self.runs(buddy), ["-n 4 -P 1 -M 1024"])
        self.assertEqual(sorted(self.runs(own)), ["-n 4 -P 1 -M 1024", "-n 4 -P 2 -M 1024"])

    def test_packages_can_be_chosen(self) -> None:
        self.program("scrump_hamiltonian_bcdd")
        other = self.program("cudd_hamiltonian_bcdd")
        self.table("--packages", "scrump")
        self.assertEqual(self.runs(other), [])

    def test_other_answers_are_a_failure(self) -> None:
        self.program("scrump_hamiltonian_bcdd")
        self.program("cudd_hamiltonian_bcdd", result=91)
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"9[12], but 9[12] in (cudd|scrump)_hamiltonian_bcdd")

    def test_a_program_that_fails_is_a_failure(self) -> None:
        self.program("scrump_hamiltonian_bcdd", status=3)
        self.assertIn("status 3 of", self.run_it().stderr)

    def test_no_run_begins_after_the_time_limit(self) -> None:
        own = self.program("scrump_hamiltonian_bcdd")
        self.assertIn("nothing was run", self.run_it("--minutes", "0").stderr)
        self.assertEqual(self.runs(own), [])

    def test_an_empty_folder_is_a_failure(self) -> None:
        self.assertIn("expected PACKAGE_PROGRAM_KIND", self.run_it().stderr)


@unittest.skipUnless(CHECKOUT and PREFIX, "SCRUMP_BDD_BENCHMARK and SCRUMP_PREFIX name no checkout and no installation")
class Adapter(unittest.TestCase):
    def test_it_compiles_and_counts_small_boards(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.call("cmake", "-S", str(FOLDER), "-B", folder, f"-DBDD_BENCHMARK={CHECKOUT}", "-DBDD_PACKAGES=",
                      f"-DCMAKE_PREFIX_PATH={PREFIX}", "-DCMAKE_BUILD_TYPE=Debug")  # fmt: skip
            programs = ("scrump_queens_bcdd", "scrump_queens_zdd")
            self.call("cmake", "--build", folder, "--target", *programs)
            for each in programs:
                for workers in "12":
                    said = self.call(f"{folder}/bin/{each}", "-n", "6", "-P", workers)
                    self.assertIn('"result": 4,', said)

    def call(self, *words: str) -> str:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
