"""lab/league/run with programs that print what it reads."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LEAGUE = Path(__file__).resolve().parents[2] / "lab/league/run"

# Stands in for an entry's program. It notes its arguments in a file beside it: a line for each run.
PROGRAM = """#!{python}
import sys
with open(__file__ + ".runs", "a") as runs:
    print(*sys.argv[1:], file=runs)
number = sum(1 for _ in open(__file__ + ".runs"))
print("threads: 1")
print("output: 1")
{says}
print("runs:")
print("  - iteration_count: 1")
print("    duration:", {times}[(number - 1) % len({times})], "us")
print("    max_rss: {kibibytes} KiB")
"""


class League(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.builds = self.folder / "builds"

    def program(self, name: str, times: "list[int]", kibibytes: int = 1024, says: str = "") -> Path:
        path = self.builds / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PROGRAM.format(python=sys.executable, times=times, kibibytes=kibibytes, says=says))
        path.chmod(0o755)
        return path

    def runs(self, program: Path) -> "list[str]":
        return Path(f"{program}.runs").read_text().splitlines()

    def run_it(self, *options: str) -> "subprocess.CompletedProcess[str]":
        words = [str(self.builds), "--threads", "1", "--samples", str(self.folder / "samples"), *options]
        return subprocess.run([sys.executable, str(LEAGUE), *words], capture_output=True, text=True, check=False)

    def tables(self, done: "subprocess.CompletedProcess[str]") -> "list[list[list[str]]]":
        self.assertEqual(done.returncode, 0, done.stderr)
        parts = done.stdout.split(":\n\n")[1:]
        return [[[cell.strip() for cell in line.strip("|").split("|")]
                 for line in part.splitlines() if line.startswith("| ")] for part in parts]  # fmt: skip

    def test_medians_of_each_entry_and_the_ratio_to_the_best_other(self) -> None:
        self.program("g++/scrump/fib", [9000, 2000, 1000], 5120)
        self.program("g++/other/fib", [4000, 4000, 90000], 4096)
        self.program("g++/slow/fib", [80000], 2048)
        time, memory = self.tables(self.run_it("--repetitions", "3"))
        self.assertEqual(time, [["program", "compiler", "threads", "scrump", "other", "slow", "of the best other"],
                                ["fib", "g++", "1", "**2**", "4", "80", "0.50"]])  # fmt: skip
        self.assertEqual(memory[1], ["fib", "g++", "1", "5.0", "4.0", "**2.0**", "2.50"])

    def test_programs_get_their_argument_and_the_number_of_threads(self) -> None:
        fib, skynet, matmul = (self.program(f"g++/scrump/{name}", [1000]) for name in ("fib", "skynet", "matmul"))
        self.tables(self.run_it("--repetitions", "1", "--threads", "2"))
        self.assertEqual([self.runs(each) for each in (fib, skynet, matmul)], [["39 2"], ["2"], ["2048 2"]])

    def test_what_is_not_there_is_left_out_and_rows_are_in_order(self) -> None:
        self.program("g++/scrump/matmul", [1000])
        self.program("clang++/scrump/matmul", [1000])
        self.program("clang++/other/fib", [1000])
        time, _ = self.tables(self.run_it("--repetitions", "1"))
        self.assertEqual([row[:2] for row in time[1:]], [["fib", "clang++"], ["matmul", "clang++"], ["matmul", "g++"]])
        self.assertEqual(time[1][3:], ["", "**1**", ""])

    def test_entries_can_be_chosen(self) -> None:
        self.program("g++/scrump/fib", [1000])
        other = self.program("g++/other/fib", [1000])
        self.run_it("--repetitions", "1", "--entries", "scrump")
        self.assertFalse(Path(f"{other}.runs").exists())

    def test_far_from_the_first_is_run_once(self) -> None:
        own = self.program("g++/scrump/fib", [1000])
        near = self.program("g++/near/fib", [1500])
        far = self.program("g++/far/fib", [1501])
        self.run_it("--repetitions", "4", "--again", "1.5")
        self.assertEqual([len(self.runs(each)) for each in (own, near, far)], [4, 4, 1])

    def test_samples_are_kept_and_not_run_again(self) -> None:
        own = self.program("g++/scrump/fib", [1000, 3000, 5000])
        self.run_it("--repetitions", "2")
        time, _ = self.tables(self.run_it("--repetitions", "3"))
        self.assertEqual(len(self.runs(own)), 3)
        self.assertEqual(time[1][3], "**3**")

    def test_no_run_begins_after_the_time_limit(self) -> None:
        own = self.program("g++/scrump/fib", [1000])
        self.assertIn("nothing was run", self.run_it("--minutes", "0").stderr)
        self.run_it("--repetitions", "1")
        done = self.run_it("--repetitions", "5", "--minutes", "0")
        self.assertIn("stopped after 0 minutes, in round 2", done.stderr)
        self.assertEqual(self.tables(done)[0][1][3], "**1**")
        self.assertEqual(len(self.runs(own)), 1)

    def test_memory_of_this_script_is_not_the_programs(self) -> None:
        """What is printed here is by how much the peak that programs print is above that of their own memory."""
        program = self.program("g++/scrump/fib", [1000])
        own = "int(next(each for each in open('/proc/self/status') if each.startswith('VmHWM')).split()[1])"
        above = f"import resource; above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - {own}"
        program.write_text(program.read_text().replace("import sys", f"import sys; {above}")
                           .replace('"    max_rss: 1024 KiB"', 'f"    max_rss: {max(above, 0)} KiB"'))  # fmt: skip
        _, memory = self.tables(self.run_it("--repetitions", "1"))
        self.assertLess(float(memory[1][3].strip("*")), 2)

    def test_wrong_answers_are_a_failure(self) -> None:
        for says in ("print('ERROR: wrong result - 5')", "print('error: expected 1, got 2')"):
            self.program("g++/scrump/fib", [1000], says=says)
            done = self.run_it("--repetitions", "1")
            self.assertEqual(done.returncode, 1)
            self.assertIn("lab/league/run: a wrong answer", done.stderr)

    def test_another_output_is_a_failure(self) -> None:
        program = self.program("g++/scrump/fib", [1000])
        program.write_text(program.read_text().replace('"us"', '"ms"'))
        self.assertIn("expected 'duration: N us'", self.run_it("--repetitions", "1").stderr)

    def test_an_empty_folder_is_a_failure(self) -> None:
        self.builds.mkdir()
        done = self.run_it()
        self.assertEqual(done.returncode, 1)
        self.assertIn("no programs there; expected COMPILER/ENTRY/PROGRAM", done.stderr)


if __name__ == "__main__":
    unittest.main()
