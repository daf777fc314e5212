"""What lab/tasks/run plans, reads, computes and writes, on invented numbers; then as a whole with a program that
invents them, and with the command itself if SCRUMP_COMMAND names it."""

import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.harness.running import Failure, Refused, output_unless_refused  # noqa: E402
from lab.harness.samples import rounds  # noqa: E402
from lab.tasks import launch, plan, summary, tables  # noqa: E402

FIB = plan.Program("fib", "20")
TREE = plan.Program("uts", "T3")
TWIN = plan.Kind(FIB)
TWO = plan.Kind(FIB, 1, 2)
REMOTE = plan.Kind(FIB, 2, 1)
PROGRAMS = launch.Programs("/bin/scrump", "/bin/mpirun", [], False, None)
PLACE = tables.Place("Invented", 2, "scrump 1", "2015-01-01", "lab/tasks/run")

# Stands in for the command: knows no processes and no amounts but one.
INVENTED = """#!{python}
import json, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump 0 (invented)")
    sys.exit()
if words[0] == "queens":
    print(json.dumps({{"status": "complete", "nodes": 2057}}))
    sys.exit()
assert words[0] == "tasks" and words[-1] == "--json", words
if "--simulate" in words:
    assert "--workers" not in words and "--sequential" not in words, words
if "--localities" in words or "chunk=7" in words[-2] or "--deque" in words:
    sys.stderr.write("usage\\nscrump: not so\\n")
    sys.exit(2)
workers, localities = int(words[words.index("--workers") + 1]) if "--workers" in words else 1, 1
if "--simulate" in words:
    keys = dict(each.split("=") for each in words[words.index("--simulate") + 1].split(":")[1].split(","))
    workers, localities = int(keys.get("workers", 1)), int(keys.get("hosts", 1))
count = {{"T2": 4117769, "T3": {t3}}}.get(words[2], 92)
statistics = {{"steals_won": 5, "steal_latencies": [[1000, 2000, 5]], "per_locality": [{{"steals_won": 0}}]}}
print(json.dumps({{"status": "complete", "count": count, "seconds": 2.0 / workers, "workers": workers + {more}, "localities": localities,
                  "statistics": {{}} if "--sequential" in words else statistics}}))
"""


def outcome(seconds: float, local: int = 0, remote: int = 0) -> launch.Outcome:
    return launch.Outcome(("value 6765",), seconds, local, remote, [[1000, 3000, local]] if local else [], [])


def samples_of(kind: plan.Kind, seconds: list[float], local: int = 0) -> list[summary.Sample]:
    return [summary.Sample(kind, number, outcome(each, local)) for number, each in enumerate(seconds)]


class Plan(unittest.TestCase):
    def test_all_programs_by_processes_and_workers_up_to_the_cores(self) -> None:
        made = plan.kinds([FIB], [1, 2], [1, 2], 2, ["10"], ["split"])
        self.assertEqual(made, [plan.Kind(FIB, 1, 1), TWO, plan.Kind(FIB, 1, 2, "10"), plan.Kind(FIB, 1, 2, None, "split"),
                                REMOTE, plan.Kind(FIB, 2, 1, "10"), plan.Kind(FIB, 2, 1, None, "split")])  # fmt: skip
        self.assertEqual(len(plan.kinds([FIB, TREE], [1, 2], [1, 2], 4)), 8)

    def test_every_round_has_the_twins_and_an_order_of_its_own(self) -> None:
        kinds = plan.kinds([FIB, TREE], [1], [1, 2], 2, ["10"])
        made = rounds(kinds, 6, 1)
        for order in made:
            self.assertEqual(len(order), len(set(order)))
            self.assertEqual(set(order), {*kinds, TWIN, plan.Kind(TREE)})
        self.assertGreater(len({tuple(order) for order in made}), 1)

    def test_calls_are_as_many_as_on_the_slides(self) -> None:
        self.assertEqual([plan.calls_of_fib(n) for n in (0, 1, 2, 3)], [1, 1, 3, 5])
        self.assertEqual(plan.calls_of_fib(45), 3_672_623_805)
        self.assertEqual(plan.calls_of_matmul(512, 512), 32_767)
        self.assertEqual(plan.calls_of_matmul(4, 5), 3)


class Commands(unittest.TestCase):
    def words(self, kind: plan.Kind, programs: launch.Programs = PROGRAMS) -> str:
        return " ".join(launch.command(kind, programs))

    def test_the_twin_and_workers_need_no_launcher(self) -> None:
        self.assertEqual(self.words(TWIN), "/bin/scrump tasks fib 20 --sequential --json")
        self.assertEqual(self.words(TWO), "/bin/scrump tasks fib 20 --workers 2 --json")
        self.assertEqual(launch.environment(TWO, PROGRAMS), {})

    def test_processes_are_started_on_hosts_or_here_or_are_localities(self) -> None:
        self.assertEqual(self.words(REMOTE), "/bin/mpirun -n 2 /bin/scrump tasks fib 20 --workers 1 --json")
        self.assertIn("OMPI_MCA_rmaps_base_oversubscribe", launch.environment(REMOTE, PROGRAMS))
        local = replace(PROGRAMS, one_process=True)
        self.assertEqual(self.words(REMOTE, local), "/bin/scrump tasks fib 20 --workers 1 --localities 2 --json")
        self.assertEqual(launch.environment(REMOTE, local), {})

    def test_a_machine_that_does_not_exist_has_hosts_for_processes(self) -> None:
        machine = launch.Simulated("twente", {FIB: 3.25})
        simulated = replace(PROGRAMS, simulated=machine)
        self.assertEqual(self.words(REMOTE, simulated),
                         "/bin/scrump tasks fib 20 --simulate twente:hosts=2,workers=1,node=3.25 --json")  # fmt: skip
        self.assertEqual(self.words(replace(REMOTE, program=TREE), simulated),
                         "/bin/scrump tasks uts T3 --simulate twente:hosts=2,workers=1 --json")  # fmt: skip
        self.assertEqual(self.words(TWIN, simulated),
                         "/bin/scrump tasks fib 20 --simulate twente:hosts=1,workers=1,node=3.25 --json")  # fmt: skip
        self.assertEqual(launch.environment(REMOTE, simulated), {})

    def test_an_amount_is_one_of_the_policy(self) -> None:
        self.assertIn("--policy hierarchical:steal=chunk,chunk=10 --json", self.words(replace(TWO, amount="10")))
        self.assertIn("--policy hierarchical:steal=half --json", self.words(replace(TWO, amount="half")))
        self.assertIn("--workers 2 --deque split --json", self.words(replace(TWO, deque="split")))

    def test_the_slides_system_is_selected_by_its_name(self) -> None:
        made = plan.kinds([FIB], [1], [1, 2], 2, ["10"], [], "slides")
        self.assertEqual({each.paper for each in made}, {"slides"})
        self.assertTrue(self.words(made[0]).endswith("--workers 1 --paper slides --json"))
        self.assertIn("--paper slides --policy hierarchical:steal=chunk,chunk=10 --json", self.words(made[-1]))
        self.assertNotIn("--paper", self.words(made[0].sequential()))

    def test_output_is_read(self) -> None:
        told = {"value": 6765, "seconds": 2.5, "statistics": {
            "steals_won": 7, "steal_latencies": [[1, 2, 4]], "remote_steal_latencies": [[8, 16, 3]],
            "per_locality": [{"steals_won": 1}, {"steals_won": 2}]}}  # fmt: skip
        self.assertEqual(launch.outcome(told),
                         launch.Outcome(("value 6765",), 2.5, 4, 3, [[1, 2, 4]], [[8, 16, 3]]))  # fmt: skip
        del told["statistics"]
        self.assertEqual(launch.outcome(told).local_steals, 0)

    def test_what_is_found_must_be_the_same_and_what_is_published(self) -> None:
        launch.check(TWO, outcome(1), outcome(2))
        with self.assertRaisesRegex(Failure, "found value 6765; another run value 1"):
            launch.check(TWO, outcome(1), replace(outcome(1), answer=("value 1",)))
        with self.assertRaisesRegex(Failure, "the tree has 4112897 nodes"):
            launch.check(plan.Kind(TREE), replace(outcome(1), answer=("count 7",)), None)

    def test_what_is_refused_is_told_from_what_failed(self) -> None:
        with self.assertRaisesRegex(Refused, "^scrump: no$"):
            output_unless_refused(["sh", "-c", "echo usage >&2; echo scrump: no >&2; exit 2"], {}, None)
        with self.assertRaisesRegex(Failure, "status 1"):
            output_unless_refused(["sh", "-c", "exit 1"], {}, None)


class Summary(unittest.TestCase):
    def test_speedups_are_those_within_a_round(self) -> None:
        found = [*samples_of(TWIN, [10, 20, 80]), *samples_of(TWO, [5, 10, 20], local=3)]
        row = summary.rows([TWO], found)[0]
        self.assertEqual((row.speedup, row.least_speedup, row.greatest_speedup), (2, 2, 4))
        self.assertEqual((row.runs, row.seconds, row.local_steals), (3, 10, 3))
        self.assertEqual(row.local_latency, summary.Latency(2, 2))
        self.assertIsNone(row.remote_latency)

    def test_latencies_are_those_of_all_runs(self) -> None:
        histograms = [[[0, 2000, 98]], [[2000, 4000, 1], [8000, 10000, 1]]]
        self.assertEqual(summary.latency(histograms), summary.Latency(1, 3))

    def test_the_fastest_and_the_mean_task(self) -> None:
        found = [*samples_of(TWIN, [10]), *samples_of(TWO, [5]), *samples_of(REMOTE, [8])]
        best = summary.bests({FIB: 1000, TREE: 7}, summary.rows([TWIN, TWO, REMOTE], found), found)
        self.assertEqual([(each.program, each.task_seconds, each.fastest and each.fastest.kind) for each in best],
                         [(FIB, 0.01, TWO)])  # fmt: skip


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        samples = [*samples_of(TWIN, [10]), *samples_of(TWO, [5], local=4)]
        rows = summary.rows([TWIN, TWO], samples)
        best = summary.bests({FIB: 1000}, rows, samples)
        self.results = tables.Results(PLACE, best, rows, samples, ["not so: fib 20, 2 x 1 workers"])

    def test_markdown(self) -> None:
        text = tables.markdown(self.results)
        self.assertIn("| fib 20 | 1,000 | 1e+04 µs | 10.000 | 5.000 | 1 | 2 | 2.00 |", text)
        self.assertIn("| fib 20 | 1 | 2.00 (2.00 … 2.00) |", text)
        self.assertIn("| fib 20 | as usual | 1 | 2 | 5.000 | 2.00 | 4 | 2.00 | 2.00 | 0 |  |  |", text)
        self.assertIn("- not so: fib 20, 2 x 1 workers", text)

    def test_csv_and_json(self) -> None:
        twin, two = csv.DictReader(tables.csv_text(self.results).splitlines())
        self.assertEqual((twin["processes"], twin["local_median_us"]), ("0", ""))
        self.assertEqual((two["workers"], two["speedup"], two["local_steals"]), ("2", "2.0", "4"))
        content = json.loads(tables.json_text(self.results))
        self.assertEqual([sample["outcome"]["seconds"] for sample in content["samples"]], [10, 5])
        self.assertEqual(content["programs"][0]["tasks"], 1000)


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def invent(self, t3: int = 4112897, more: int = 0) -> str:
        program = self.folder / "invented"
        program.write_text(INVENTED.format(python=sys.executable, t3=t3, more=more), encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(ROOT / "lab/tasks/run"), "--output", str(self.folder), *words]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def rows(self) -> list[dict[str, str]]:
        with (self.folder / "results.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_what_the_command_refuses_is_left_out_and_said(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(), "--in-one-process", "--processes", "1,2", "--workers",
                         "1,2", "--amounts", "one,7")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        kinds = {(row["processes"], row["workers"], row["amount"], row["deque"]) for row in self.rows()}
        self.assertEqual(kinds, {("0", "1", "", ""), ("1", "1", "", ""), ("1", "2", "", ""), ("1", "2", "one", "")})
        self.assertEqual(len(self.rows()), 5 * len(kinds))
        self.assertEqual(done.stdout.count("- scrump: not so: "), 1)
        self.assertIn("fib 20, 2 x 1 workers; ", done.stdout)
        self.assertIn("| queens 8 | 2,057 |", done.stdout)

    def test_a_wrong_answer_ends_it(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112898), "--programs", "uts", "--processes", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the tree has 4112897 nodes", done.stderr)
        self.assertFalse((self.folder / "results.csv").exists())

    def test_other_workers_than_those_that_were_asked_for_end_it(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(more=1), "--programs", "fib", "--processes", "1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"had [23] workers, not the [12] that it was to have")

    def test_a_dry_run_shows_the_commands_of_the_slides(self) -> None:
        done = self.call("--slides", "--scrump", self.invent(), "--dry-run", "--processes", "1", "--workers", "1",
                         "--repetitions", "1")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 10)
        for sized in ("fib 45", "queens 15", "uts T2L", "uts T3L", "matmul 512"):
            self.assertIn(f" tasks {sized} --sequential", done.stdout)

    def test_hosts_that_do_not_exist_are_many(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(), "--simulate", "twente", "--programs", "fib")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fib 20: a task takes 1e+03 ns here", done.stderr)
        self.assertIn("Simulated machine twente; simulated on ", done.stdout)
        self.assertEqual({row["processes"] for row in self.rows()}, {"0", "1", "2", "5", "10", "20", "40", "60"})
        self.assertNotEqual(self.call("--simulate", "twente", "--hosts", "a,b").returncode, 0)

    def test_calls_take_as_long_as_they_are_to(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(), "--simulate", "twente", "--programs", "uts", "--trees", "T2",
                         "--call-ns", "500", "--processes", "1")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        # 4,117,769 calls; the invented simulation of one worker takes 2 s, as of 2 M tasks of 1 µs.
        self.assertIn("uts T2: a task takes 1.03e+03 ns\n", done.stderr)
        self.assertEqual({row["size"] for row in self.rows()}, {"T2"})
        wrong = self.call("--quick", "--scrump", self.invent(), "--trees", "T9")
        self.assertIn("there is no tree 'T9' among those of uts; there are T2, T3", wrong.stderr)

    def test_what_is_not_there_is_refused(self) -> None:
        for words in (("--programs", "sort"), ("--workers", "0"), ("--hosts", "a", "--processes", "2")):
            done = self.call("--scrump", self.invent(), *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "there is no|numbers from 1|but 1 hosts")

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND does not name the command")
    def test_the_command_itself(self) -> None:
        done = self.call("--quick", "--scrump", os.environ["SCRUMP_COMMAND"], "--repetitions", "1", "--processes", "1",
                         "--workers", "1,2", "--amounts", "all", "--deques", "")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.rows()), 5 * 4)


if __name__ == "__main__":
    unittest.main()
