"""What lab/loops/run plans, reads, computes and writes, on invented numbers; then as a whole with programs that
invent them, and with the command and the simulation if SCRUMP_COMMAND and SCRUMP_LOOP_SIMULATION name them."""

import csv
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.harness.running import Failure, environment  # noqa: E402
from lab.loops import figures, launch, plan, summary, tables  # noqa: E402

HALF = plan.Scheme("rws", "50")
FACTORING = plan.Scheme("nlaws", "fac")
UNEVEN = plan.Workload(plan.IMBALANCE, 30, "normal")
MANDELBROT = plan.Workload(plan.MANDELBROT)
FEW = plan.Place(False, 1, 4)
MANY = plan.Place(True, 10, 20)
ALONE = plan.Kind(FEW, UNEVEN)
STOLEN = plan.Kind(FEW, UNEVEN, HALF)
SIZE = plan.Size(20_000, 1_000, 512, 1500)
COSTS = launch.Costs(2e-5, 1e-5, 3e-6)
MACHINE = launch.Machine(1e-9, 2e-9, 1e-6, 5e-6, 1e9, 5e-7, 2e-7)
PROGRAMS = launch.Programs("/bin/scrump", "/bin/simulation", "/bin/mpirun", [], None)
HERE = tables.Machine("Invented", 2, "scrump 1", "2015-01-01", "lab/loops/run")

# Stands in for both programs and for mpirun, too: what steals half takes 3 s, nothing 4 s, anything else 5 s.
INVENTED = """#!{python}
import json, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump 0 (invented)")
    sys.exit()
ranks = 1
if words[0] == "-n":
    ranks = int(words[1])
    words = words[3:]
if words[0] == "loop":
    assert words[-1] == "--json", words
value = lambda name: words[words.index(name) + 1] if name in words else None
amount = value("--steal-amount") or value("--steal-ratio") or value("--steal-technique")
seconds = {{None: 4.0, "0.50": 3.0}}.get(amount, 5.0)
if "--sequential" in words:
    print(json.dumps({{"status": "complete", "seconds": 2.0, "count": 1000}}))
elif words[0] == "loop":
    if "--localities" in words:
        ranks = int(value("--localities"))
    if "--simulate" in words:
        keys = dict(each.split("=") for each in value("--simulate").split(":")[1].split(","))
        ranks = int(keys["hosts"]) * int(keys["localities"])
    each = {{"steals_tried": 8, "steals_won": 2}}
    times = {{"min": 1e-6, "mean": 2e-6, "max": 9e-6}}
    print(json.dumps({{"status": "complete", "localities": ranks, "workers": {workers}, "loop_seconds": seconds, "iterations": 100, "iterations_stolen": 7,
                      "imbalance": 1.5, "variation": 0.25, "cost": seconds * ranks, "send": times, "receive": times,
                      "transfers": [each, each], "count": {steps}}}))
else:
    run = {{"seconds": seconds, "cost": seconds * ranks, "bound": 2.0, "iterations": 100, "iterations_stolen": 7, "steals_tried": 16,
           "steals_won": 4, "imbalance": 1.5, "variation": 0.25,
           "costs": {{"mean": 1e-5, "sigma": 1e-6, "overhead": 2e-6}}}}
    print(json.dumps({{"status": "complete", "runs": [run] * int(value("--repetitions"))}}))
"""


SENT, RECEIVED = launch.Times(1e-6, 2e-6, 8e-6), launch.Times(1e-6, 3e-6, 9e-6)


def outcome(seconds: float) -> launch.Outcome:
    return launch.Outcome(seconds, 4 * seconds, 2.0, 100, 7, 16, 4, 1.5, 0.25, SENT, RECEIVED, 3.14)


def samples_of(kind: plan.Kind, seconds: list[float]) -> list[summary.Sample]:
    return [summary.Sample(kind, number, outcome(each)) for number, each in enumerate(seconds)]


class Plan(unittest.TestCase):
    def test_schemes_are_those_of_the_design(self) -> None:
        made = [str(each) for each in plan.schemes(["rws", "laws", "nlaws"], [*plan.RATIOS, *plan.TECHNIQUES])]
        self.assertEqual(len(made), 30)
        self.assertEqual(made[:4], ["rws_static25", "rws_static35", "rws_static50", "rws_ss"])
        self.assertIn("laws_gss", made)
        self.assertIn("nlaws_fac", made)

    def test_mandelbrot_has_no_imbalance(self) -> None:
        made = list(plan.workloads(plan.SIMULATED, [0, 40], plan.SPREADS))
        self.assertEqual([str(each) for each in made],
                         ["imbalance 0 %, uniform", "imbalance 40 %, uniform", "imbalance 0 %, normal",
                          "imbalance 40 %, normal", "Mandelbrot"])  # fmt: skip

    def test_everything_is_compared_with_no_stealing(self) -> None:
        self.assertEqual(plan.kinds(FEW, UNEVEN, [HALF]), [ALONE, STOLEN])
        self.assertEqual(STOLEN.sequential(), ALONE)

    def test_real_loops_take_as_long_as_is_wanted(self) -> None:
        size = plan.real_size(0.3, 4, 1e-9, 1e-6, plan.QUICK)
        self.assertEqual((size.steps, size.side), (1500, 8))
        self.assertAlmostEqual(size.iterations * size.terms * 0.75 * 1e-9, 4 * 0.3, places=3)
        self.assertAlmostEqual(size.pixels**2 * 1e-6, 4 * 0.3, places=2)


class Commands(unittest.TestCase):
    def test_of_simulations(self) -> None:
        words = " ".join(launch.simulation(plan.Kind(MANY, UNEVEN, HALF), SIZE, MACHINE, PROGRAMS))
        self.assertIn("/bin/simulation imbalance --iterations 20000 --workload 1000 --imbalance 30 --spread normal "
                      "--hosts 10 --ranks-per-host 20 --steal-order coordinator:victims=rws --steal-ratio 0.50 "
                      "--seconds-per-step 1e-09 ", words)  # fmt: skip
        words = " ".join(launch.simulation(plan.Kind(MANY, MANDELBROT, FACTORING), SIZE, MACHINE, PROGRAMS))
        self.assertIn("mandelbrot --size 512 --steps 1500 ", words)
        self.assertIn("--steal-order coordinator:victims=nlaws --steal-technique fac --seconds-per-step 2e-09", words)

    def test_of_real_runs(self) -> None:
        words = " ".join(launch.command(STOLEN, SIZE, COSTS, PROGRAMS, 7))
        self.assertEqual(words, "/bin/mpirun -n 4 /bin/scrump loop imbalance --iterations 20000 --workload 1000 "
                                "--imbalance 30 --spread normal --workers 1 --technique static --steal-order "
                                "coordinator:victims=rws --steal-amount 0.50 --seed 7 --json")  # fmt: skip
        self.assertIn("--steal-order off --seed 7", " ".join(launch.command(ALONE, SIZE, COSTS, PROGRAMS, 7)))
        self.assertIn("OMPI_ALLOW_RUN_AS_ROOT", environment(PROGRAMS.hosts))
        weighted = plan.Kind(FEW, UNEVEN, plan.Scheme("rws", "wf"))
        self.assertIn(" --steal-amount wf --weights 1,1,1,1 --seed 7", " ".join(launch.command(weighted, SIZE, COSTS, PROGRAMS, 7)))

    def test_the_system_of_the_thesis_is_selected_by_its_name(self) -> None:
        def words(scheme: plan.Scheme, costs: launch.Costs | None = COSTS) -> str:
            kind = plan.kinds(FEW, UNEVEN, [scheme], paper=True)[1]
            return " ".join(launch.command(kind, SIZE, costs, PROGRAMS, 7))

        self.assertIn("--workers 1 --paper shatri2023:rws_static50 --seed 7", words(HALF))
        self.assertIn("--paper shatri2023:nlaws_fac --steal-amount fac:mean=2e-05,sigma=1e-05 --seed", words(FACTORING))
        self.assertIn("--paper shatri2023:laws_wf --weights 1,1,1,1 --seed", words(plan.Scheme("laws", "wf")))
        simulated = plan.Kind(MANY, UNEVEN, HALF, True)
        self.assertIn("--ranks-per-host 20 --paper shatri2023:rws_static50 --seconds-per-step",
                      " ".join(launch.simulation(simulated, SIZE, MACHINE, PROGRAMS)))  # fmt: skip
        self.assertIsNone(simulated.sequential().system)
        alone = " ".join(launch.simulation(simulated.sequential(), SIZE, MACHINE, PROGRAMS))
        self.assertIn("--steal-order off", alone)

    def test_of_applications_that_are_not_simulated(self) -> None:
        blast, mesh = (plan.Kind(FEW, plan.Workload(each), HALF) for each in (plan.SEDOV, plan.AMR))
        self.assertEqual("/bin/mpirun -n 4 /bin/scrump loop sedov --side 20 --time-steps 20 --workers 1 --technique static "
                         "--steal-order coordinator:victims=rws --steal-amount 0.50 --seed 1 --json",
                         " ".join(launch.command(blast, SIZE, None, PROGRAMS, 1)))  # fmt: skip
        steps = plan.Kind(FEW, plan.Workload(plan.PISOLVER, 20), HALF)
        self.assertIn(" loop pisolver --iterations 20000 --workload 50 --imbalance 20 --spread uniform --time-steps 20 ",
                      " ".join(launch.command(steps, SIZE, None, PROGRAMS, 1)))  # fmt: skip
        self.assertIn(" loop amr --finest 3 --time-steps 20 --workers 1 ",
                      " ".join(launch.command(mesh, SIZE, None, PROGRAMS, 1)))  # fmt: skip
        self.assertEqual(plan.kinds(FEW, blast.workload, [HALF, FACTORING]), [blast.sequential(), blast])

    def test_some_techniques_are_told_what_iterations_cost(self) -> None:
        self.assertEqual(launch.amount_of(FACTORING, COSTS), "fac:mean=2e-05,sigma=1e-05")
        self.assertEqual(launch.amount_of(plan.Scheme("rws", "fsc"), COSTS), "fsc:sigma=1e-05,overhead=3e-06")
        self.assertEqual(launch.amount_of(plan.Scheme("rws", "gss"), COSTS), "gss")

    def test_output_is_read(self) -> None:
        each = {"steals_tried": 8, "steals_won": 2}
        told = {"loop_seconds": 3.0, "cost": 12.0, "iterations": 100, "iterations_stolen": 7, "imbalance": 1.5,
                "variation": 0.25, "send": {"min": 1e-6, "mean": 2e-6, "max": 8e-6},
                "receive": {"min": 1e-6, "mean": 3e-6, "max": 9e-6}, "transfers": [each, each], "value": 3.14}  # fmt: skip
        self.assertEqual(launch.of_loop(told, 2.0), outcome(3.0))
        for missing in ("transfers", "send", "receive"):
            del told[missing]
        self.assertIsNone(launch.of_loop(told, 2.0).send)

    def test_what_is_found_must_be_the_same(self) -> None:
        launch.check(STOLEN, outcome(1), outcome(2))
        for other in (replace(outcome(1), answer=3.2), replace(outcome(1), iterations=99)):
            with self.assertRaisesRegex(Failure, "rws_static50: found "):
                launch.check(STOLEN, other, outcome(1))


class Summary(unittest.TestCase):
    def test_faster_is_so_within_a_round(self) -> None:
        found = summary.rows([ALONE, STOLEN], [*samples_of(STOLEN, [3, 6, 10]), *samples_of(ALONE, [4, 12, 10])])
        row = found[1]
        self.assertEqual((row.kind, row.runs, row.seconds, row.bound), (STOLEN, 3, 6, 2.0))
        self.assertEqual((row.faster, row.least_faster, row.greatest_faster), (25, 0, 50))
        self.assertEqual((row.stolen, row.won_share, row.variation), (7, 25, 25))
        self.assertEqual((found[0].kind, found[0].faster), (ALONE, 0))

    def test_times_of_chunks_are_those_of_all_runs(self) -> None:
        longer = launch.Times(2e-6, 5e-6, 7e-6)
        self.assertEqual(summary.times_of([SENT, None, longer, longer]), launch.Times(1e-6, 5e-6, 8e-6))
        self.assertIsNone(summary.times_of([None, None]))
        row = summary.rows([ALONE, STOLEN], [*samples_of(STOLEN, [3, 6]), *samples_of(ALONE, [4, 12])])[1]
        self.assertEqual((row.send, row.receive, row.cost), (SENT, RECEIVED, 18))

    def test_the_best_the_worst_and_what_is_slower(self) -> None:
        slow = plan.Kind(FEW, UNEVEN, FACTORING)
        samples = [*samples_of(ALONE, [4]), *samples_of(STOLEN, [3]), *samples_of(slow, [5])]
        (verdict,) = summary.verdicts(summary.rows([ALONE, STOLEN, slow], samples))
        self.assertEqual((verdict.best.kind, verdict.worst.kind, verdict.possible), (STOLEN, slow, 50))
        self.assertEqual(([row.kind for row in verdict.slower], verdict.schemes), ([slow], 2))


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        samples = [*samples_of(ALONE, [4]), *samples_of(STOLEN, [3])]
        self.results = tables.Results(HERE, MACHINE, summary.rows([ALONE, STOLEN], samples), samples)

    def test_markdown(self) -> None:
        text = tables.markdown(self.results)
        self.assertIn("| real, 4 ranks | imbalance 30 %, normal | 4.0000 | 2.0000 | 50.0 | rws_static50 | 3.0000 "
                      "| 25.0 | 25.0 … 25.0 | rws_static50 | 25.0 | none |", text)  # fmt: skip
        self.assertIn("| no stealing | 4.0000 |\n| rws_static50 | 3.0000 (+25.0 %) |", text)
        self.assertIn("| rws_static50 | 16: 4 (25 %) |", text)
        self.assertIn("figure 5.8\n\n| scheme | 30 % |\n|---|---:|\n| no stealing | 1.0 … 2.0 … 8.0, 1.0 … 3.0 … 9.0 |", text)
        self.assertIn("### cost, s: figures A.3, A.10, A.17, A.24\n\n| scheme | 30 % |\n|---|---:|\n| no stealing | 16.0000 |", text)
        self.assertIn("### max/mean of finishing times: figures A.8, A.15, A.22, A.29\n", text)

    def test_a_bound_that_is_not_known_is_left_out(self) -> None:
        kinds = [replace(each, workload=plan.Workload(plan.AMR)) for each in (ALONE, STOLEN)]
        outcomes = [replace(outcome(each), bound=None) for each in (4, 3)]
        samples = [summary.Sample(kind, 0, each) for kind, each in zip(kinds, outcomes, strict=True)]
        text = tables.markdown(tables.Results(HERE, MACHINE, summary.rows(kinds, samples), samples))
        self.assertIn("| adaptive mesh | 4.0000 |  |  | rws_static50 | 3.0000 |", text)
        self.assertIn("## adaptive mesh: real, 4 ranks", text)
        self.assertIn("less than without stealing: figure 5.17\n", text)

    def test_csv_and_json(self) -> None:
        alone, stolen = csv.DictReader(tables.csv_text(self.results).splitlines())
        self.assertEqual((alone["scheme"], alone["faster_percent"], alone["place"]), ("off", "0.0", "real"))
        self.assertEqual((stolen["scheme"], stolen["ranks"], stolen["faster_percent"]), ("rws_static50", "4", "25.0"))
        self.assertEqual((stolen["cost"], stolen["send_min_us"], stolen["receive_max_us"]), ("12", "1.0", "9.0"))
        content = json.loads(tables.json_text(self.results))
        self.assertEqual([sample["outcome"]["seconds"] for sample in content["samples"]], [4, 3])
        self.assertEqual(content["constants"]["far_latency"], 5e-6)


class Figures(unittest.TestCase):
    def setUp(self) -> None:
        self.slow = plan.Kind(FEW, UNEVEN, FACTORING)
        self.kinds = [ALONE, STOLEN, self.slow]
        self.samples = [*samples_of(ALONE, [4, 4]), *samples_of(STOLEN, [3, 3]), *samples_of(self.slow, [5, 5])]
        for kind, seconds in ((ALONE, 4), (STOLEN, 3)):
            for of in (replace(kind, workload=MANDELBROT), replace(kind, workload=plan.Workload(plan.SEDOV)),
                       replace(kind, workload=plan.Workload(plan.AMR)), replace(kind, place=MANY),
                       replace(kind, workload=replace(UNEVEN, imbalance=40))):  # fmt: skip
                self.kinds.append(of)
                self.samples += samples_of(of, [seconds])
        self.rows = summary.rows(self.kinds, self.samples)

    def test_without_stealing_the_best_and_the_worst_are_marked(self) -> None:
        self.assertEqual(figures.colours(self.rows[:3]), [figures.NONE, figures.BEST, figures.WORST])
        self.assertEqual(figures.colours(self.rows[:1]), [figures.NONE])

    def test_each_imbalance_has_a_panel(self) -> None:
        few = [row for row in self.rows if row.kind.place == FEW and row.kind.workload.application == plan.IMBALANCE]
        panels = figures.by_workload(few)
        self.assertEqual([[str(row.kind.scheme) for row in panel] for panel in panels],
                         [["None", "rws_static50", "nlaws_fac"], ["None", "rws_static50"]])  # fmt: skip

    def test_places_are_names(self) -> None:
        self.assertEqual((figures.of_place(FEW), figures.of_place(MANY)), ("real-4", "simulated-10x20"))

    def test_ranges_are_from_the_middle(self) -> None:
        self.assertEqual(figures.range_of([3, 4, 7], 4), (1, 3))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_they_are_drawn(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            drawn = figures.draw(self.rows, self.samples, Path(name))
            names = {path.name for path in drawn}
            numbers = ("5.1", "5.2-5.3", "A.3-A.24", "5.4-5.5", "5.6", "5.7", "A.8-A.29")
            expected = {f"figure-{each}-imbalance-normal-{place}" for each in numbers
                        for place in ("real-4", "simulated-10x20")}  # fmt: skip
            expected |= {f"figure-{each}-mandelbrot-real-4" for each in ("5.9", "5.10", "5.11", "5.12", "A.31", "A.34", "A.36")}
            expected |= {f"figure-{each}-sedov-real-4" for each in ("5.13", "5.14", "5.15", "5.16", "A.38")}
            expected |= {f"figure-{each}-amr-real-4" for each in ("5.17", "A.45", "A.48", "A.49", "A.50")}
            expected.add("figure-5.8-imbalance-normal-real-4")  # simulated loops do not time what they send
            self.assertEqual(names, {f"{each}.{kind}" for each in expected for kind in ("png", "svg")})
            for path in drawn:
                start = path.read_bytes()[:600]
                self.assertTrue(start.startswith(b"\x89PNG") if path.suffix == ".png" else b"<svg" in start, path.name)


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def invent(self, steps: str = "1000", workers: int = 1) -> list[str]:
        program = self.folder / "invented"
        program.write_text(INVENTED.format(python=sys.executable, steps=steps, workers=workers), encoding="utf-8")
        program.chmod(0o755)
        return [word for option in ("--scrump", "--simulation", "--mpirun") for word in (option, str(program))]

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(ROOT / "lab/loops/run"), "--output", str(self.folder), *words]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def rows(self) -> list[dict[str, str]]:
        with (self.folder / "results.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_all_of_it(self) -> None:
        done = self.call("--quick", *self.invent(), "--imbalances", "0,20", "--spreads", "uniform",
                         "--amounts", "50,gss")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual(len(rows), 2 * 3 * (1 + 3 * 2))
        self.assertEqual([row["place"] for row in rows], ["simulated"] * 21 + ["real"] * 21)
        self.assertEqual({row["faster_percent"] for row in rows if row["scheme"] == "laws_static50"}, {"25.0"})
        self.assertEqual(done.stdout.count("| 3 of 6 |"), 6)
        self.assertEqual(done.stderr.count("round 2 of 2: "), 21)
        drawn = {path.name for path in self.folder.glob("figure-*.svg")}
        if importlib.util.find_spec("matplotlib"):
            self.assertEqual(len(drawn), 2 * 7 + 1 + 2 * 6 + 1)
        else:
            self.assertEqual(drawn, set())
            self.assertIn("no figures: ", done.stderr)

    def test_the_runtime_is_run_on_ranks_that_do_not_exist(self) -> None:
        done = self.call("--quick", *self.invent(), "--ways", "runtime", "--spreads", "uniform", "--amounts", "50,fac")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual(len(rows), 2 * (1 + 3 * 2))
        self.assertEqual({(row["place"], row["ranks"], row["runs"]) for row in rows}, {("runtime", "8", "2")})
        self.assertEqual({row["bound"] for row in rows}, {"2.0"})
        shown = self.call(*self.invent(), "--dry-run", "--ways", "runtime", "--amounts", "50", "--repetitions", "1",
                          "--imbalances", "40", "--spreads", "normal", "--victims", "rws")  # fmt: skip
        lines = shown.stdout.splitlines()
        self.assertEqual(len(lines), 4, shown.stderr)
        on = "--simulate infiniband:hosts=10,localities=20,workers=1,node=1000,latency=5000,host-latency=1000,"
        self.assertIn(" imbalance --iterations 2000000 --workload 100 --imbalance 40 --spread normal ", lines[0])
        self.assertIn(f" --steal-order off --seed 1 {on}", lines[0])
        self.assertIn(f" --steal-order coordinator:victims=rws --steal-amount 0.50 --seed 1 {on}", lines[1])
        self.assertIn("hosts=8,localities=16,workers=1,node=1,", lines[3])

    def test_a_wrong_answer_ends_it(self) -> None:
        done = self.call("--quick", *self.invent("hash(amount)"), "--ways", "real")
        self.assertEqual(done.returncode, 1)
        self.assertIn("another run", done.stderr)
        self.assertFalse((self.folder / "results.csv").exists())

    def test_other_workers_than_those_that_were_asked_for_end_it(self) -> None:
        for way in ("real", "runtime"):
            done = self.call("--quick", *self.invent(workers=3), "--ways", way)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"had \d+ workers, not the \d+ that it was to have")
            self.assertFalse((self.folder / "results.csv").exists())

    def test_what_is_not_simulated_is_run(self) -> None:
        done = self.call("--quick", *self.invent(), "--applications", "pisolver,sedov,amr", "--spreads", "uniform")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.rows()
        self.assertEqual({row["place"] for row in rows}, {"real"})
        self.assertEqual([row["scheme"] for row in rows if row["application"] == "amr"],
                         ["off", "rws_static50", "laws_static50", "nlaws_static50"])  # fmt: skip
        self.assertEqual({row["bound"] for row in rows}, {""})

    def test_rounds_have_loads_of_their_own(self) -> None:
        done = self.call("--quick", *self.invent("int(value('--seed')) * 1000"), "--ways", "real")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({row["runs"] for row in self.rows()}, {"2"})

    def test_a_dry_run_shows_the_design(self) -> None:
        done = self.call(*self.invent(), "--dry-run", "--ways", "simulated")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 31 * (2 * 4 + 1))
        self.assertEqual(len({*lines}), len(lines))
        self.assertEqual(sum(" mandelbrot --size 1024 --steps 1500 --hosts 8 --ranks-per-host 16 " in each
                             for each in lines), 31)  # fmt: skip

    def test_what_is_not_there_is_refused(self) -> None:
        for words in (("--amounts", "most"), ("--imbalances", "60"), ("--hosts", "a", "--ranks", "2"),
                      ("--far-latency", "-1")):  # fmt: skip
            done = self.call(*self.invent(), *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, "there is no|from 0 to 50|but 1 hosts|such as 1e-6|expected one")

    @unittest.skipUnless("SCRUMP_COMMAND" in os.environ, "SCRUMP_COMMAND does not name the command")
    @unittest.skipUnless("SCRUMP_LOOP_SIMULATION" in os.environ, "SCRUMP_LOOP_SIMULATION does not name the simulation")
    def test_the_programs_themselves(self) -> None:
        ways = "simulated,runtime,real" if shutil.which("mpirun") else "simulated,runtime"
        done = self.call("--quick", "--scrump", os.environ["SCRUMP_COMMAND"], "--simulation",
                         os.environ["SCRUMP_LOOP_SIMULATION"], "--ways", ways, "--ranks", "2", "--repetitions", "2",
                         "--spreads", "normal", "--victims", "nlaws,own")  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.rows()), 2 * 7 * len(ways.split(",")))


if __name__ == "__main__":
    unittest.main()
