"""What lab/uts/run plans, reads, computes and draws, on invented numbers; then as a whole with a program that
invents them, and with the command itself if SCRUMP_COMMAND names it."""

import csv
import importlib.util
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

from lab.harness.running import Failure, output  # noqa: E402
from lab.harness.samples import rounds  # noqa: E402
from lab.uts import figures, launch, machine, plan, summary, tables, trees  # noqa: E402

EXTENT = plan.Extent(["T3"], "T3L", ["shared-memory", "message-passing"], [5, 50], [1, 2], False, None)
PROGRAMS = launch.Programs("/bin/scrump", "/bin/mpirun", None)
HERE = machine.Machine("Invented", 2, "scrump 1", "2008-01-01", "lab/uts/run", hashes={"fast": 100e6, "slow": 10e6})
SHAPE = trees.Shape(1000, 800, 30)
ACTIVITY = launch.Activity(
    working_seconds=6,
    searching_seconds=2,
    stealing_seconds=1.5,
    terminating_seconds=0.5,
    working_rate=90,
    steals=12,
    steals_per_second=3,
    chunks_stolen=20,
    releases=50,
    reacquires=28,
    failed_probes=7,
)
STATISTICS = {name: getattr(ACTIVITY, name) for name in launch.Activity.__dataclass_fields__}

# Stands in for the command: searches nothing, and tells what there is to find.
INVENTED = """#!{python}
import json, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump 0 (invented)")
    sys.exit()
if words[0] == "queens":
    keys = dict(each.split("=") for each in words[-1].split(":")[1].split(","))
    assert keys["hosts"] == "1", words
    machine = {{"node": float(keys.get("node", 20)), "localities": 1, "nodes": {{}}}}
    if words[-1].startswith("kitty-hawk"):
        machine = {{"node": 20, "localities": 4, "nodes": {{"uts": 418.41}}}}
    print(json.dumps({{"status": "complete", "simulated": machine}}))
    sys.exit()
assert words[0] == "uts" and "--json" in words, words
skeleton = words[words.index("--skeleton") + 1]
if "--simulate" in words:
    keys = dict(each.split("=") for each in words[-1].split(":")[1].split(","))
    workers = int(keys["hosts"]) * int(keys["localities"]) * int(keys["workers"])
else:
    workers = int(words[words.index("--workers") + 1])
chunk = int(skeleton.split("chunk=")[1].split(",")[0]) if "chunk=" in skeleton else 0
seconds = 1.0 if chunk == 0 else (1.2 if chunk == 50 else 1.1) / workers
statistics = {{}} if chunk == 0 else {{"protocol": {statistics}}}
print(json.dumps({{"status": "complete", "count": {nodes}, "leaves": 3599034, "depth": 1572, "seconds": seconds,
                  "workers": {workers}, "localities": 1, "statistics": statistics,
                  **({{"paper": words[words.index("--paper") + 1]}} if "--paper" in words else {{}})}}))
"""


def outcome(seconds: float, activity: launch.Activity | None = None) -> launch.Outcome:
    return launch.Outcome(SHAPE, seconds, activity)


def kind(protocol: str | None = "shared-memory", chunk: int | None = 5, workers: int = 2) -> plan.Kind:
    return plan.Kind("T3", protocol, chunk, None, workers)


SEQUENTIAL = plan.Kind("T3")


def samples_of(what: plan.Kind, seconds: list[float]) -> list[summary.Sample]:
    return [summary.Sample(what, number, outcome(each, ACTIVITY)) for number, each in enumerate(seconds)]


def sequential_samples(seconds: list[float]) -> list[summary.Sample]:
    return [summary.Sample(SEQUENTIAL, number, outcome(each)) for number, each in enumerate(seconds)]


def a_row(what: plan.Kind, speedup: float) -> summary.Row:
    found = [*sequential_samples([10.0]), *samples_of(what, [10 / speedup])]
    return summary.rows([what], found, HERE.ceiling, HERE.cores)[0]


class Plan(unittest.TestCase):
    def test_figure_4_has_every_protocol_and_chunk_with_the_most_workers(self) -> None:
        kinds = plan.by_chunk(EXTENT)
        self.assertEqual({(each.protocol, each.chunk) for each in kinds},
                         {(name, chunk) for name in EXTENT.protocols for chunk in (5, 50)})  # fmt: skip
        self.assertEqual({each.workers for each in kinds}, {2})

    def test_figure_5_has_the_best_protocol_on_the_large_tree(self) -> None:
        kinds = plan.large(EXTENT, "message-passing", 50)
        self.assertEqual([(each.tree, each.protocol, each.chunk, each.workers) for each in kinds],
                         [("T3L", "message-passing", 50, 1), ("T3L", "message-passing", 50, 2)])  # fmt: skip

    def test_figure_6_has_each_protocol_with_its_chunk(self) -> None:
        kinds = plan.by_workers(EXTENT, {("T3", "shared-memory"): 5, ("T3", "message-passing"): 50})
        self.assertEqual([(each.protocol, each.chunk, each.workers) for each in kinds],
                         [("shared-memory", 5, 1), ("shared-memory", 5, 2),
                          ("message-passing", 50, 1), ("message-passing", 50, 2)])  # fmt: skip

    def test_every_round_has_all_runs_beside_the_sequential_one_in_an_order_of_its_own(self) -> None:
        kinds = [*plan.by_chunk(EXTENT), *plan.large(EXTENT, "shared-memory", 5), *plan.by_chunk(EXTENT)]
        made = rounds(kinds, 6, 1)
        self.assertEqual(len(made), 6)
        for order in made:
            self.assertEqual(len(order), len(set(order)))
            self.assertEqual(set(order), {*kinds, plan.Kind("T3"), plan.Kind("T3L")})
        self.assertGreater(len({tuple(order) for order in made}), 1)
        self.assertEqual(made, rounds(kinds, 6, 1))
        self.assertNotEqual(made, rounds(kinds, 6, 2))

    def test_only_message_passing_polls(self) -> None:
        skeletons = [each.skeleton for each in plan.by_chunk(replace(EXTENT, poll=64, chunks=[5]))]
        self.assertEqual(skeletons, ["steal-stack:protocol=shared-memory,chunk=5",
                                     "steal-stack:protocol=message-passing,chunk=5,poll=64"])  # fmt: skip

    def test_probe_is_that_of_every_protocol_and_stack_of_those_that_have_two(self) -> None:
        kinds = plan.by_chunk(replace(EXTENT, stack="paper", probe="near-first"))
        self.assertEqual(len(kinds), 4)
        for kind in kinds:
            self.assertTrue(kind.skeleton.endswith(",probe=near-first"), kind.skeleton)
            self.assertEqual(",stack=paper" in kind.skeleton, kind.protocol != "message-passing")


class Commands(unittest.TestCase):
    def test_workers_are_threads_of_one_process(self) -> None:
        self.assertEqual(
            " ".join(launch.command(kind(workers=4), PROGRAMS, 1)),
            "/bin/scrump uts --tree T3 --skeleton steal-stack:protocol=shared-memory,chunk=5 --json --workers 4",
        )
        self.assertEqual(launch.environment(kind()), {})

    def test_the_papers_system_is_selected_by_its_name(self) -> None:
        extent = replace(EXTENT, paper=True, poll=9)
        words = [" ".join(launch.command(each, PROGRAMS, 1)) for each in plan.by_chunk(extent)]
        self.assertIn("uts --tree T3 --paper olivier2008:upc-sharedmem --skeleton steal-stack:chunk=5 --json", words[0])
        self.assertIn("--paper olivier2008:mpi-ws --skeleton steal-stack:chunk=50,poll=9 --json", words[-1])
        twin = plan.by_chunk(extent)[0].sequential()
        self.assertNotIn("--paper", launch.command(twin, PROGRAMS, 1))

    def test_ranks_are_processes_of_one_worker(self) -> None:
        ranks = replace(kind(workers=4), ranks=True)
        self.assertEqual(
            " ".join(launch.command(ranks, PROGRAMS, 1)),
            "/bin/mpirun -n 4 /bin/scrump uts --tree T3 --skeleton steal-stack:protocol=shared-memory,chunk=5 "
            "--json --workers 1",
        )
        self.assertIn("OMPI_MCA_rmaps_base_oversubscribe", launch.environment(ranks))
        self.assertEqual(launch.command(ranks.sequential(), PROGRAMS, 1)[:2], ["/bin/scrump", "uts"])

    def test_processes_of_a_simulated_machine_fill_its_hosts(self) -> None:
        machine = plan.Simulated("infiniband:node=100", 8)

        def simulated(workers: int) -> str:
            return launch.command(replace(kind(workers=workers), ranks=True, machine=machine), PROGRAMS, 3)[-1]

        ranks = replace(kind(), ranks=True, machine=machine)
        self.assertEqual(launch.environment(ranks), {}, "no launcher is called")
        self.assertEqual(simulated(1024), "infiniband:node=100,hosts=128,localities=8,workers=1,seed=3")
        self.assertEqual(simulated(4), "infiniband:node=100,hosts=1,localities=4,workers=1,seed=3")
        with self.assertRaisesRegex(launch.Failure, "12 processes do not fill hosts of 8"):
            simulated(12)
        self.assertEqual(replace(kind(), machine=machine).sequential().machine, machine)

    def test_output_is_read(self) -> None:
        result = {"count": 1000, "leaves": 800, "depth": 30, "seconds": 4.0, "statistics": {"protocol": STATISTICS}}
        self.assertEqual(launch.outcome(result), outcome(4, ACTIVITY))
        self.assertEqual(launch.outcome(result).rate, 250)
        del result["statistics"]
        self.assertIsNone(launch.outcome(result).activity)

    def test_what_is_found_must_be_what_is_published(self) -> None:
        right = launch.Outcome(trees.SHAPES["T3"], 1, None)
        launch.check(SEQUENTIAL, right, None)
        for wrong in (replace(right.shape, nodes=1), replace(right.shape, leaves=1), replace(right.shape, depth=1)):
            with self.assertRaisesRegex(Failure, "T3, sequential: found .* the tree has 4112897 nodes"):
                launch.check(SEQUENTIAL, replace(right, shape=wrong), None)

    def test_what_is_not_published_must_be_what_was_found_before(self) -> None:
        tree = plan.Kind("T3XXL")
        first = trees.Shape(trees.SHAPES["T3XXL"].nodes, 7, 8)
        launch.check(tree, launch.Outcome(first, 1, None), first)
        with self.assertRaisesRegex(Failure, "9 leaves.*7 leaves"):
            launch.check(tree, launch.Outcome(replace(first, leaves=9), 1, None), first)

    def test_what_failed_is_shown(self) -> None:
        with self.assertRaisesRegex(Failure, "status 4 of\n.*\nno such tree"):
            output(["sh", "-c", "echo no such tree >&2; exit 4"], {}, None)
        with self.assertRaisesRegex(Failure, "not done after 0 s"):
            output(["sleep", "60"], {}, 0.01)
        with self.assertRaisesRegex(Failure, "cannot make sense"):
            launch.execute(SEQUENTIAL, launch.Programs("echo", "mpirun", None))

    def test_the_hash_ceiling_is_read(self) -> None:
        told = {"schema": "scrump-hash-ceiling", "version": 1,
                "kernels": [{"name": "a", "lanes": 16, "hashes_per_second": 5.0}]}  # fmt: skip
        self.assertEqual(machine.hashes(json.dumps(told)), {"a": 5})
        for wrong in ("", "{}", json.dumps({**told, "version": 2})):
            with self.assertRaises(Failure):
                machine.hashes(wrong)
        self.assertEqual(HERE.ceiling, 100e6)
        self.assertIsNone(replace(HERE, hashes={}).ceiling)


class Summary(unittest.TestCase):
    def test_speedups_are_those_within_a_round(self) -> None:
        # As the machine gets slower, so do both: the ratios are 2, 2 and 4.
        found = [*sequential_samples([10, 20, 80]), *samples_of(kind(), [5, 10, 20])]
        first, second = summary.rows([SEQUENTIAL, kind()], found, 50, 2)
        self.assertEqual((first.speedup, first.least_speedup, first.greatest_speedup), (1, 1, 1))
        self.assertEqual((second.speedup, second.least_speedup, second.greatest_speedup), (2, 2, 4))
        self.assertEqual((second.runs, second.seconds, second.rate, second.efficiency), (3, 10, 100, 1))
        self.assertEqual(second.of_ceiling, 1)

    def test_the_ceiling_is_that_of_the_cores_which_are_used(self) -> None:
        found = [*sequential_samples([10]), *samples_of(kind(workers=8), [1])]
        self.assertEqual(summary.rows([kind(workers=8)], found, 1000, 2)[0].of_ceiling, 0.5)
        self.assertIsNone(summary.rows([kind(workers=8)], found, None, 2)[0].of_ceiling)

    def test_the_working_state_is_compared_with_the_sequential_rate(self) -> None:
        # 1000 nodes in 10, 5 and 20 seconds: 90 nodes a second are 0.9, 0.45 and 1.8 of these rates.
        found = [*sequential_samples([10, 5, 20]), *samples_of(kind(), [5, 5, 5])]
        row = summary.rows([kind()], found, None, 2)[0]
        self.assertAlmostEqual(row.working_efficiency or 0, 0.9)
        self.assertEqual(row.shares, (0.6, 0.2, 0.15, 0.05))
        self.assertEqual((row.steals, row.steals_per_second, row.chunks_stolen), (12, 3, 20))
        self.assertEqual((row.releases, row.reacquires, row.failed_probes), (50, 28, 7))

    def test_without_statistics_there_are_times(self) -> None:
        found = [*sequential_samples([10]), summary.Sample(kind(), 0, outcome(5))]
        row = summary.rows([kind()], found, None, 2)[0]
        self.assertEqual((row.speedup, row.working_efficiency, row.shares, row.steals), (2, None, None, None))

    def test_no_time_has_no_shares(self) -> None:
        idle = replace(ACTIVITY, working_seconds=0, searching_seconds=0, stealing_seconds=0, terminating_seconds=0)
        self.assertEqual(summary.shares(idle), (0, 0, 0, 0))

    def test_the_best_chunk_of_each_and_the_best_of_all(self) -> None:
        found = [a_row(kind(chunk=5), 1.5), a_row(kind(chunk=20), 1.8), a_row(kind(chunk=50), 1.8),
                 a_row(kind("message-passing", 5), 1.9), a_row(kind("message-passing", 20), 1.2)]  # fmt: skip
        self.assertEqual(summary.best_chunks(found), {("T3", "shared-memory"): 20, ("T3", "message-passing"): 5})
        self.assertEqual(summary.best_protocol(found), ("message-passing", 5))


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        found = [*sequential_samples([10]), *samples_of(kind(), [5])]
        self.samples = found
        self.figure = tables.Figure("4", "by chunk size", summary.rows([SEQUENTIAL, kind()], found, 200, 2))

    def test_markdown(self) -> None:
        text = tables.markdown(HERE, [self.figure])
        self.assertIn("Invented, 2 cores; scrump 1; 2008-01-01.\n\n    lab/uts/run\n\n"
                      "The hash alone, on one core, in millions a second: fast 100.0, slow 10.0.", text)  # fmt: skip
        self.assertIn("## Figure 4: by chunk size", text)
        self.assertIn("| T3 | sequential |  | 1 | 1 | 10.000 | 0.00 | 1.000 | 1.000 … 1.000 | 100.0 % | 50.0 % |", text)
        self.assertIn("| T3 | shared-memory | 5 | 2 | 1 | 5.000 | 0.00 | 2.000 | 2.000 … 2.000 | 100.0 % | 50.0 % | 90.0 % "
                      "| 60.0 / 20.0 / 15.0 / 5.0 | 3 | 12 | 20 | 50 | 28 | 7 |", text)  # fmt: skip
        widths = {line.count("|") for line in text.splitlines() if line.startswith("|")}
        self.assertEqual(len(widths), 1)

    def test_csv(self) -> None:
        first, second = csv.DictReader(tables.csv_text([self.figure]).splitlines())
        self.assertEqual((first["protocol"], first["chunk"], first["steals"]), ("sequential", "", ""))
        self.assertEqual((second["figure"], second["tree"], second["chunk"]), ("4", "T3", "5"))
        self.assertEqual((second["speedup"], second["working_share"], second["steals"]), ("2.0", "0.6", "12"))

    def test_json_has_the_rows_and_what_they_were_made_of(self) -> None:
        content = json.loads(tables.json_text(HERE, [self.figure], self.samples))
        self.assertEqual(content["machine"]["hashes"], {"fast": 100e6, "slow": 10e6})
        self.assertEqual([row["speedup"] for row in content["rows"]], [1, 2])
        self.assertEqual([sample["outcome"]["seconds"] for sample in content["samples"]], [10, 5])
        self.assertEqual(content["samples"][1]["kind"]["protocol"], "shared-memory")

    def test_curves_are_in_order(self) -> None:
        rows = [a_row(kind("message-passing", 50), 2), a_row(kind(chunk=50), 2), a_row(kind(chunk=5), 2)]
        curves = figures.curves(rows, by_chunk=True)
        self.assertEqual([(name, [place for place, _ in points]) for name, points in curves.items()],
                         [("shared-memory", [5, 50]), ("message-passing", [50])])  # fmt: skip

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_figures_are_drawn(self) -> None:
        by_workers = tables.Figure("6", "by workers", [a_row(kind(workers=each), each) for each in (1, 2, 4)])
        with tempfile.TemporaryDirectory() as name:
            drawn = figures.draw([self.figure, by_workers], HERE.ceiling, HERE.cores, Path(name))
            self.assertEqual([path.name for path in drawn], ["figure-4-T3.png", "figure-4-T3.svg",
                                                             "figure-6-T3.png", "figure-6-T3.svg"])  # fmt: skip
            self.assertTrue(drawn[0].read_bytes().startswith(b"\x89PNG"))
            self.assertIn("<svg", drawn[3].read_text(encoding="utf-8"))


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def invent(self, nodes: int, workers: str = "workers") -> str:
        program = self.folder / "invented"
        text = INVENTED.format(python=sys.executable, statistics=STATISTICS, nodes=nodes, workers=workers)
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(ROOT / "lab/uts/run"), "--output", str(self.folder), *words]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def rows(self) -> list[dict[str, str]]:
        with (self.folder / "results.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_figures_5_and_6_have_what_figure_4_has_found(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--workers", "1,2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual(len(rows), (1 + 5 * 2) + (1 + 2) + (1 + 5 * 2))
        self.assertEqual({row["chunk"] for row in rows if row["figure"] == "4"}, {"", "5", "50"})
        self.assertEqual({row["chunk"] for row in rows if row["figure"] != "4"}, {"", "5"})
        speedups = {float(row["speedup"]) for row in rows if (row["workers"], row["chunk"]) == ("2", "5")}
        self.assertEqual(len(speedups), 1)
        self.assertAlmostEqual(speedups.pop(), 2 / 1.1)
        self.assertIn("## Figure 5: by workers, the best protocol on a large tree", done.stdout)
        self.assertIn("lab/uts/run", (self.folder / "results.md").read_text(encoding="utf-8"))

    def test_headings_name_the_papers_system(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--workers", "1", "--paper", "olivier2008",
                         "--figures", "6", "--protocols", "rapid-diffusion")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scrump 0 (invented), the system of olivier2008; ", done.stdout)
        self.assertIn("## Figure 6: by workers, all protocols, the system of olivier2008", done.stdout)

    def test_chosen_figures_alone(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--workers", "2", "--figures", "6",
                         "--protocols", "rapid-diffusion", "--chunk", "7")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(row["figure"], row["protocol"], row["chunk"]) for row in self.rows()],
                         [("6", "sequential", ""), ("6", "rapid-diffusion", "7")])  # fmt: skip

    def test_the_papers_stack_is_asked_for(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--workers", "2", "--figures", "4",
                         "--stack", "paper", "--dry-run")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("protocol="), 2 * 5 * 2)
        self.assertEqual(done.stdout.count(",stack=paper"), 2 * 4 * 2)

    def test_a_wrong_count_ends_it(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112898))
        self.assertEqual(done.returncode, 1)
        self.assertIn("found 4112898 nodes", done.stderr)
        self.assertFalse((self.folder / "results.csv").exists())

    def test_other_workers_than_those_of_the_heading_end_it(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897, "workers + 1"), "--workers", "2")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"had [23] workers, not the [12] that it was to have, in\n  .*uts --tree T3")
        self.assertFalse((self.folder / "results.csv").exists())

    def test_a_simulated_machine_keeps_what_it_says_itself(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--simulate", "kitty-hawk", "8", "--figures", "5")
        self.assertEqual(done.returncode, 0, done.stderr)
        heading = done.stdout.split("\n## ")[0]
        self.assertIn("Simulated machine kitty-hawk: hosts of up to 4 processes, 418.4 ns a node; simulated on ", heading)
        shown = self.call("--quick", "--scrump", self.invent(4112897), "--simulate", "kitty-hawk", "8", "--figures", "5",
                          "--dry-run", "--repetitions", "1")  # fmt: skip
        self.assertIn("--simulate kitty-hawk:hosts=2,localities=4,workers=1,seed=1", shown.stdout)
        self.assertNotIn("node=", shown.stdout)
        other = self.call("--quick", "--scrump", self.invent(4112897), "--simulate", "kitty-hawk", "8", "--figures", "5",
                          "--dry-run", "--repetitions", "1", "--per-host", "8")  # fmt: skip
        self.assertIn("--simulate kitty-hawk:hosts=1,localities=8,workers=1,seed=1", other.stdout)

    def test_where_a_simulated_machine_says_nothing_a_node_takes_as_long_as_here(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--simulate", "infiniband", "8", "--figures", "5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a node takes 243.1 ns here: infiniband:node=243.1", done.stderr)
        self.assertIn("Simulated machine infiniband:node=243.1: hosts of up to 8 processes, 243.1 ns a node", done.stdout)
        told = self.call("--quick", "--scrump", self.invent(4112897), "--simulate", "infiniband:node=100", "8",
                         "--figures", "5")  # fmt: skip
        self.assertNotIn("here:", told.stderr)
        self.assertIn("Simulated machine infiniband:node=100: hosts of up to 8 processes, 100 ns a node", told.stdout)

    def test_a_tree_once(self) -> None:
        done = self.call("--quick", "--scrump", self.invent(4112897), "--workers", "2", "--once", "T3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("## T3, once: the speed-up is over the sequential rate on T3", done.stdout)
        self.assertTrue((self.folder / "once-T3.csv").exists())

    def test_the_paper_has_a_stack_and_a_probe_order_of_its_own(self) -> None:
        for option in (["--stack", "roomy"], ["--probe", "random"]):
            done = self.call("--quick", "--dry-run", "--scrump", self.invent(1), "--paper", "olivier2008", *option)
            self.assertEqual(done.returncode, 1)
            self.assertIn("--paper olivier2008 has a stack and a probe order of its own", done.stderr)

    def test_a_dry_run_shows_the_commands(self) -> None:
        program = self.invent(4112897)
        done = self.call("--quick", "--scrump", program, "--dry-run", "--figures", "4", "--protocols", "rapid-diffusion",
                         "--ranks", "3", "--mpirun", "true")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 2 * 3)
        self.assertEqual(sum("-n 3" in line and "--json --workers 1" in line for line in lines), 2 * 2)

    def test_what_is_not_there_is_refused(self) -> None:
        scrump = self.invent(1)
        for words in (("--trees", "T9"), ("--protocols", "gossip"), ("--figures", "7"), ("--chunks", "0"),
                      ("--workers", "1", "--ranks", "1"), ("--simulate", "infiniband", "0"),
                      ("--once", "T9")):  # fmt: skip
            done = self.call("--scrump", scrump, *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "there is no|numbers from 1|not allowed with")

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND does not name the command")
    def test_the_command_itself(self) -> None:
        done = self.call("--quick", "--scrump", os.environ["SCRUMP_COMMAND"], "--repetitions", "1", "--workers", "2",
                         "--figures", "4", "--chunks", "20", "--stack", "paper", "--probe", "near-first")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual({row["protocol"] for row in rows}, {"sequential", *plan.PROTOCOLS})
        self.assertEqual({(row["stack"], row["probe"]) for row in rows if row["chunk"]},
                         {("paper", "near-first"), ("", "near-first")})  # fmt: skip
        self.assertTrue(all(float(row["nodes_per_second"]) > 0 for row in rows))


if __name__ == "__main__":
    unittest.main()
