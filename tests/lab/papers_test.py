"""The papers' numbers in lab/papers against each other, what is drawn and compared with them, and lab/papers/run as a
whole with a program that invents results."""

import csv
import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from statistics import mean
from types import ModuleType
from typing import Any

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.harness import published  # noqa: E402
from lab.harness.published import table, value, values  # noqa: E402
from lab.harness.running import Failure  # noqa: E402
from lab.loops import plan as loops  # noqa: E402
from lab.loops import published as published_loops  # noqa: E402
from lab.loops.summary import Row as LoopRow  # noqa: E402
from lab.papers import comparison, plan  # noqa: E402
from lab.papers.xie2023 import experiment as xie  # noqa: E402
from lab.state_table import figures as table_figures  # noqa: E402
from lab.tasks import figures as task_figures  # noqa: E402
from lab.tasks import plan as tasks  # noqa: E402
from lab.tasks.summary import Row as TaskRow  # noqa: E402
from lab.uts import figures as uts_figures  # noqa: E402
from lab.uts import plan as uts  # noqa: E402
from lab.uts.plan import PROTOCOLS  # noqa: E402
from lab.uts.summary import Row as UtsRow  # noqa: E402
from lab.uts.trees import SHAPES  # noqa: E402
from lab.workstealing import equations  # noqa: E402
from lab.workstealing.published import charts  # noqa: E402

FILES = {
    "xie2023": {"samples": 340, "text": 25},
    "olivier2008": {"machines": 3, "protocols": 5, "text": 14, "trees": 2},
    "grubel2015": {"platforms": 4, "text": 28},
    "shatri2023": {"design": 4, "environment": 7, "nodes": 3, "techniques": 15, "text": 35},
    "slides": {"find-or-put-local": 3, "find-or-put-remote": 3, "hotslaw": 5, "programs": 5, "text": 16, "times": 5},
}


class Files(unittest.TestCase):
    def test_each_is_whole_and_says_what_it_is(self) -> None:
        self.assertEqual(set(FILES), set(plan.NAMES))
        for paper, known in FILES.items():
            found = {path.stem: table(paper, path.stem) for path in (published.FOLDER / paper).glob("*.csv")}
            self.assertEqual({name: len(each.rows) for name, each in found.items()}, known, paper)
            self.assertEqual(len({each.paper for each in found.values()}), 1, paper)
            for each in found.values():
                self.assertTrue(each.source and each.unit)

    def test_each_paper_has_a_page_that_the_list_of_papers_names(self) -> None:
        listed = (ROOT / "docs/papers.md").read_text(encoding="utf-8")
        for paper in plan.NAMES:
            self.assertTrue((published.FOLDER / paper / "README.md").exists(), paper)
            self.assertIn(f"../lab/papers/{paper}/README.md", listed)

    def test_values_of_a_text_are_numbers_and_found_once(self) -> None:
        for paper in plan.NAMES:
            stated = values(paper)
            self.assertEqual(len({(each.where, each.quantity, each.case) for each in stated}), len(stated), paper)
            for each in stated:
                self.assertEqual(value(paper, each.where, each.quantity, each.case), each)
                self.assertTrue(each.high is None or each.low <= each.high, each)

    def test_a_file_without_its_head_or_with_a_short_line_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "paper"
            folder.mkdir()
            head = "# paper: P\n# source: table 1\n# unit: s\na,b\n"
            for text in ("a,b\n1,2\n", head + "1\n", head + "1,2,3\n"):
                (folder / "x.csv").write_text(text, encoding="utf-8")
                with self.assertRaises(Failure):
                    table("paper", "x", Path(name))
            (folder / "x.csv").write_text(head + "1,2\n", encoding="utf-8")
            self.assertEqual(table("paper", "x", Path(name)).row("a", "1"), {"a": "1", "b": "2"})

    def test_values_are_told_with_their_hedges(self) -> None:
        told = [str(value("xie2023", "figure 4.7", "speed improvement"))]
        told.append(str(value("shatri2023", "figure 5.2", "time saved")))
        told.append(str(value("shatri2023", "figure 5.15", "steals tried", "Sedov: nlaws_wf and nlaws_fac")))
        told.append(str(value("shatri2023", "figure 5.10", "iterations stolen")))
        self.assertEqual(told, ["around 2 %", "11.95 to 25.96 %", "over 800 requests", "at most 0.48 %"])


class Xie(unittest.TestCase):
    def seconds(self) -> xie.Seconds:
        """The paper's samples, as if they were ours."""
        names = dict(zip(("performance-driven", "depthpool"), (xie.SUBJECT, xie.BASELINE), strict=True))
        return {
            (chart.experiment, chart.application, nodes): {
                names[policy]: list(chart.group(nodes, policy).seconds) for policy in chart.policies
            }
            for chart in charts()
            for nodes in chart.localities
        }

    def test_there_are_ten_runs_of_each_kind(self) -> None:
        self.assertEqual([(each.experiment, each.application, each.localities) for each in charts()], [
            ("isolated", "maxclique", (5, 10, 15, 20)), ("isolated", "semigroups", (5, 10, 15, 20)),
            ("contended", "maxclique", (5, 10, 15, 20)), ("contended", "semigroups", (5, 10, 15, 20)),
            ("one-worker", "semigroups", (1,))])  # fmt: skip
        self.assertTrue(all(len(group.seconds) == 10 for chart in charts() for group in chart.groups))
        self.assertAlmostEqual(mean(charts()[0].group(20, "depthpool").seconds), 15.9884)

    def test_the_samples_give_the_percentages_of_chapter_4(self) -> None:
        stated = xie.stated(self.seconds())
        self.assertEqual(len(stated), 12)
        for each, ours in stated.items():
            self.assertAlmostEqual(
                float(ours.removesuffix(" %")), each.low, delta=0.2 if each.hedge else 0.005, msg=str(each)
            )

    def test_they_are_not_those_of_equation_4_1(self) -> None:
        seconds = self.seconds()["isolated", "maxclique", 5]
        ours = equations.speedup(mean(seconds[xie.BASELINE]), mean(seconds[xie.SUBJECT]))
        self.assertAlmostEqual(ours, 12.88, places=2)

    def test_what_could_be_chance_is_told(self) -> None:
        seconds = self.seconds()
        of = {key: comparison.chance(each[xie.SUBJECT], each[xie.BASELINE]) for key, each in seconds.items()}
        cliques = [each for (_, application, _), each in of.items() if application == "maxclique"]
        self.assertEqual(len(cliques), 8)
        self.assertGreater(min(cliques), 0.04)
        self.assertTrue(all(each == 0 for (_, application, _), each in of.items() if application == "semigroups"))
        self.assertEqual(comparison.chance([1, 1], [1, 1]), 1)


class Olivier(unittest.TestCase):
    def test_the_efficiency_is_the_speedup_by_the_processors(self) -> None:
        speedup, rate = (value("olivier2008", "figure 5", name).low for name in ("speed-up", "nodes per second"))
        self.assertEqual(round(100 * speedup / 1024), value("olivier2008", "section 1", "efficiency").low)
        sequential = value("olivier2008", "section 4.1", "nodes per second", "one core of Topsail").low
        self.assertGreater(speedup * sequential, rate)  # "over 1.7 billion"
        self.assertLess(speedup * sequential, 1.02 * rate)

    def test_machines_and_labels_are_those_of_ours(self) -> None:
        machines = table("olivier2008", "machines")
        for name in ("Topsail", "Kitty Hawk"):
            row = machines.row("machine", name)
            self.assertEqual(int(row["hosts"]) * int(row["cores_per_host"]), int(row["processors"]))
            stated = value("olivier2008", "section 4.1", "nodes per second", f"one core of {name}")
            self.assertEqual(float(row["sequential_rate"]), stated.low)
        self.assertEqual({row["label"] for row in table("olivier2008", "protocols").rows}, set(PROTOCOLS.values()))

    def test_our_trees_have_the_sizes_of_the_papers(self) -> None:
        for tree, name in (("sample", "T2XXL"), ("large", "T3WL")):
            nodes = float(table("olivier2008", "trees").row("tree", tree)["nodes"])
            self.assertAlmostEqual(SHAPES[name].nodes / nodes, 1, delta=0.002)


class Grubel(unittest.TestCase):
    def test_what_the_text_derives_from_its_times_follows(self) -> None:
        best, near, fewest = (
            value("grubel2015", where, "execution time", f"Haswell with 28 cores: {points} points").low
            for where, points in (("figure 3", 40000), ("figure 3", 78125), ("figure 9", 31250))
        )
        self.assertLessEqual(100 * (fewest / best - 1), value("grubel2015", "figure 9", "time above the least").high)
        # "Within the standard deviation" of 0.03 s is 0.04 s: the page of this paper says so.
        deviation = value("grubel2015", "figure 3", "standard deviation of the execution time").low
        self.assertGreater(near - best, deviation)

    def test_a_point_takes_the_same_in_all_durations_of_a_core(self) -> None:
        durations = [each for each in values("grubel2015", quantity="task duration") if "Haswell" in each.case]
        per_point = [1000 * each.low / float(each.case.split()[-2]) for each in durations]
        self.assertEqual(len(per_point), 2)
        self.assertTrue(all(1.2 < each < 1.7 for each in per_point), per_point)  # ns

    def test_the_platforms_have_the_cores_of_the_text(self) -> None:
        cores = {row["node"]: int(row["cores"]) for row in table("grubel2015", "platforms").rows}
        self.assertEqual(cores, {"Haswell": 28, "Xeon Phi": 61, "Ivy Bridge": 20, "Sandy Bridge": 16})


class Shatri(unittest.TestCase):
    def test_shares_and_numbers_of_stolen_iterations_agree(self) -> None:
        design = {row["application"]: row for row in table("shatri2023", "design").rows}
        share, count = (
            value("shatri2023", "figure 5.4", "iterations stolen", f"Pisolver at 20 %: fixed ratios{end}")
            for end in ("", " in numbers")
        )
        iterations = float(design["Pisolver"]["iterations"])
        self.assertEqual(
            [round(iterations * each / 100) for each in (share.low, share.high or 0)], [count.low, count.high]
        )
        of_rank = value("shatri2023", "figure 5.10", "iterations of a rank").low
        for where, case in (("figure 5.10", "Mandelbrot"), ("figure 5.14", "Sedov")):
            share = value("shatri2023", where, "iterations stolen", case)
            told = value("shatri2023", where, "iterations stolen by a rank", case)
            self.assertAlmostEqual(of_rank * (share.high or 0) / 100, told.high, msg=where)

    def test_the_design_has_its_number_of_experiments(self) -> None:
        workloads = sum(int(row["workloads"]) for row in table("shatri2023", "design").rows)
        self.assertEqual(workloads * 10 * 3 * 5, 1050)  # amounts, ways to choose victims, repetitions

    def test_ranks_are_those_that_are_simulated(self) -> None:
        from lab.loops.plan import THESIS_PLACES

        rows = {row["application"]: row for row in table("shatri2023", "design").rows}
        for application, name in (("imbalance", "Pisolver"), ("mandelbrot", "Mandelbrot")):
            place = THESIS_PLACES[application]
            self.assertEqual((place.hosts, place.ranks), (int(rows[name]["nodes"]), int(rows[name]["ranks_per_node"])))

    def test_techniques_have_the_numbers_of_the_thesis(self) -> None:
        documented = (ROOT / "docs/loops.md").read_text(encoding="utf-8")
        for row in table("shatri2023", "techniques").rows:
            name = row["abbreviation"].lower().replace("wfac", "wf")
            if name.startswith("awf-"):
                continue  # one line for 10 to 13
            self.assertRegex(documented, rf"\| `{name}`[^|]*\| {row['id']} \|", name)
        self.assertIn("| `awf-b`, `-c`, `-d`, `-e` | 10 to 13 |", documented)

    def test_variables_are_those_that_are_read(self) -> None:
        read = (ROOT / "src/loops/environment.cpp").read_text(encoding="utf-8")
        for row in table("shatri2023", "environment").rows:
            self.assertIn(f'"{row["variable"]}"', read)


class Slides(unittest.TestCase):
    def test_speedups_are_those_of_the_times(self) -> None:
        for row in table("slides", "times").rows:
            self.assertAlmostEqual(float(row["sequential"]) / float(row["best"]), float(row["speedup"]), delta=0.06)
        for name in ("find-or-put-local", "find-or-put-remote"):
            for row in table("slides", name).rows:
                self.assertAlmostEqual(float(row["best"]) / float(row["base"]), float(row["speedup"]), delta=0.006)

    def test_tasks_take_the_sequential_time(self) -> None:
        for row in table("slides", "programs").rows:
            seconds = float(table("slides", "times").row("program", row["program"])["sequential"])
            of_tasks = int(row["tasks"]) * float(row["task_time"]) / 1e6
            slack = 0.1 if row["program"] == "uts(T3L)" else 0.06
            self.assertAlmostEqual(of_tasks / seconds, 1, delta=slack, msg=row["program"])

    def test_both_tables_have_the_same_times(self) -> None:
        for row in table("slides", "hotslaw").rows:
            same = table("slides", "times").row("program", row["program"].partition(" ")[0])
            self.assertEqual((row["sequential"], row["best"]), (same["sequential"], same["best"]))

    def test_the_peak_is_that_of_the_table(self) -> None:
        peak = value("slides", "part 1: conclusions", "throughput of find-or-put").low
        best = float(table("slides", "find-or-put-remote").row("workload", "mixed")["best"])
        self.assertEqual(round(best, -5), peak)

    def test_latencies_have_their_ratios(self) -> None:
        for what, delta in (("get", 2), ("put", 0.2)):
            where = f"PGAS: latency of mem{what}"
            near, far = (value("slides", where, "latency", f"{how} up to 16 bytes").low for how in ("local", "remote"))
            self.assertAlmostEqual(far / near, value("slides", where, "remote over local").low, delta=delta)


class Axes:
    """Stands in for those of matplotlib: keeps what is drawn."""

    def __init__(self) -> None:
        self.spans: list[tuple[float, float]] = []
        self.marks: list[tuple[float, float]] = []

    def axhline(self, height: float, **style: Any) -> None:
        self.spans.append((height, height))

    def axhspan(self, low: float, high: float, **style: Any) -> None:
        self.spans.append((low, high))

    def plot(self, places: list[float], heights: list[float], **style: Any) -> None:
        self.marks += list(zip(places, heights, strict=True))


def loop_row(application: str, seconds: float, imbalance: int = 0, scheme: str = "", tried: float = 0) -> LoopRow:
    workload = loops.Workload(application, imbalance)
    victims, _, amount = scheme.partition("_")
    kind = loops.Kind(loops.Place(True, 10, 20), workload, loops.Scheme(victims, amount) if scheme else None)
    return LoopRow(kind, 1, seconds, seconds, None, 0, 0, 0, 0, tried, 0, 1, 0, None, None)


def uts_row(protocol: str, workers: int, speedup: float, rate: float) -> UtsRow:
    kind = uts.Kind("T3", protocol, 5, workers=workers)
    return UtsRow(kind, 1, 1, speedup, speedup, speedup, rate, *[None] * 9)


class Drawn(unittest.TestCase):
    def drawn(self, number: str, *panel: LoopRow) -> Axes:
        axes = Axes()
        drawn = published_loops.draw(axes, panel, number)
        self.assertEqual(drawn, bool(axes.spans or axes.marks))
        return axes

    def test_loops_have_ranges_on_the_scale_of_ours(self) -> None:
        ((low, high),) = self.drawn("5.2-5.3", loop_row("imbalance", 2, 20)).spans
        self.assertAlmostEqual(low, 2 * (1 - 0.2596))
        self.assertAlmostEqual(high, 2 * (1 - 0.1195))
        self.assertEqual(self.drawn("5.2-5.3", loop_row("pisolver", 2, 20)).spans, [(low, high)])
        self.assertEqual(self.drawn("5.9", loop_row("mandelbrot", 3)).spans, [(6, 6)])
        self.assertEqual(self.drawn("5.10", loop_row("mandelbrot", 3)).spans, [(0, 0.48)])
        self.assertEqual(self.drawn("5.16", loop_row("sedov", 3)).spans, [(0, 0.2 * 1e6)])
        self.assertEqual(self.drawn("5.2-5.3", loop_row("imbalance", 2, 0)).spans, [])  # nothing is stated of it

    def test_loops_have_the_shares_of_won_steals(self) -> None:
        tried = [loop_row("imbalance", 1, 30, scheme, 50) for scheme in ("rws_50", "nlaws_50", "own_50")]
        marks = self.drawn("5.6", loop_row("imbalance", 2, 30), *tried).marks
        self.assertEqual([(at, round(height, 6)) for at, height in marks], [(1, 15), (2, 5)])

    def test_all_that_is_drawn_of_loops_is_stated(self) -> None:
        names = {"5.9": "mandelbrot", "5.10": "mandelbrot", "5.12": "mandelbrot"}
        sedov = ("5.14", "5.15", "5.16")
        for number, imbalance in published_loops.DRAWN:
            application = names.get(number, "sedov" if number in sedov else "imbalance")
            axes = self.drawn(
                number, loop_row(application, 2, imbalance), loop_row(application, 1, imbalance, "rws_50", 4)
            )
            self.assertEqual(len(axes.spans) + len(axes.marks), 1, number)

    def test_protocols_have_what_the_text_states_of_their_figures(self) -> None:
        rows = [uts_row("shared-memory", 8, speedup, 1e6 * speedup) for speedup in (2, 4)]
        drawn = {number: (Axes(), Axes()) for number in "456"}
        for number, (left, right) in drawn.items():
            uts_figures.PUBLISHED[number](left, right, rows)
        self.assertEqual([axes.spans for axes in drawn["4"]], [[(5.48, 5.48)], [(5.48, 5.48)]])
        self.assertEqual([axes.marks for axes in drawn["5"]], [[(1024, 819)], [(1024, 1700)]])
        self.assertEqual(drawn["6"][0].marks, [(64, 64)])

    def test_programs_have_the_best_of_the_slides(self) -> None:
        axes = Axes()
        task_figures._publish(axes, tasks.Program("uts", "T3L"))
        task_figures._publish(axes, tasks.Program("fib", "20"))  # of another size: nothing
        self.assertEqual(axes.marks, [(50, 21.15)])

    def test_lines_of_programs_are_in_order(self) -> None:
        def row(processes: int, amount: str | None = None) -> TaskRow:
            kind = tasks.Kind(tasks.Program("fib", "20"), processes, 8, amount)
            return TaskRow(kind, 1, 1, processes, 1, 1, 0, 0, None, None)

        lines = task_figures.lines([row(10), row(2, "10"), row(1)])
        self.assertEqual({name: [each.kind.processes for each in rows] for name, rows in lines.items()},
                         {"8 per process": [1, 10], "8 per process, steal-10": [2]})  # fmt: skip

    def test_the_table_of_states_has_the_rates_and_the_latency_of_the_slides(self) -> None:
        drawn = {name: Axes() for name in table_figures.PUBLISHED}
        for name, axes in drawn.items():
            table_figures.PUBLISHED[name](axes)
        self.assertEqual(drawn["throughput-direct"].spans, [(324676333, 2049388900)])
        self.assertEqual(drawn["throughput-messages"].spans, [(592929, 3607003)])
        self.assertEqual(drawn["latency-messages"].marks, [(0.9, 9.3)])


def parser_of(experiment: str) -> ModuleType:
    """lab/EXPERIMENT/run, which has no suffix, as a module."""
    name = f"run_of_{experiment}"
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "lab" / experiment / "run"))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its dataclasses look for it
    loader.exec_module(module)
    return module


class Steps(unittest.TestCase):
    def test_experiments_accept_them(self) -> None:
        for name in plan.NAMES:
            for quick in (False, True):
                steps = plan.paper(name).steps(quick)
                self.assertEqual(len({step.name for step in steps}), len(steps))
                for step in steps:
                    words = [*step.words, step.output, "folder"]
                    given = parser_of(step.experiment).parser().parse_args(words)
                    self.assertTrue(given.published, step)
                    # The table of states is no system that can be selected.
                    self.assertEqual(getattr(given, "paper", name), name, step)

    def test_they_are_of_the_papers_machines(self) -> None:
        def told(name: str) -> str:
            return " ".join(word for step in plan.paper(name).steps(False) for word in step.words)

        self.assertRegex(told("xie2023"), r"beowulf:file=\S+ --workers 15 --localities 1,5,10,15,20 ")
        self.assertIn("--figures 4 --simulate kitty-hawk 256 ", told("olivier2008"))
        self.assertIn("topsail 64,256,1024 ", told("olivier2008"))
        self.assertIn("one-host:node=892.9 1,4,16,64 ", told("olivier2008"))
        self.assertIn("--only heat --simulate haswell --html ", told("grubel2015"))
        self.assertIn("--points 100000000 --steps 50 --repeat 10 ", told("grubel2015"))
        self.assertIn("--simulate twente --call-ns 154 --processes 1,2,5,10 --workers 8 ", told("slides"))
        self.assertIn("--call-ns 188300 ", told("slides"))

    def test_nothing_is_compared_where_there_are_no_results(self) -> None:
        for name in plan.NAMES:
            compared = plan.paper(name).compare(Path("/nowhere"))
            self.assertEqual([each for each in compared.ours.values() if each], [], name)
            text = comparison.markdown(plan.paper(name), [], "Nowhere.", compared)
            self.assertIn("Without a counterpart in these results:", text)


def write_csv(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, restval="")
        writer.writeheader()
        writer.writerows(rows)


class Comparisons(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def told(self, paper: str) -> dict[tuple[str, str, str], str]:
        ours = plan.paper(paper).compare(self.folder).ours
        return {(each.where, each.quantity, each.case): answer for each, answer in ours.items() if answer}

    def table(self, paper: str, title: str) -> list[list[str]]:
        tables = plan.paper(paper).compare(self.folder).tables
        return [list(row) for each in tables if each.title.startswith(title) for row in each.rows]

    def test_of_protocols(self) -> None:
        kinds = (("sequential", 1, 10), ("shared-memory", 256, 100), ("distributed-memory", 256, 150))
        rows = [
            {"protocol": protocol, "chunk": 5, "workers": workers, "speedup": speedup, "working_efficiency": 0.5,
             "tree": "T3L", "efficiency": 0.5, "seconds": 1, "nodes_per_second": 2e6, "steals_per_second": 7}
            for protocol, workers, speedup in kinds
        ]  # fmt: skip
        for number in (4, 5):
            write_csv(self.folder / f"figure-{number}/results.csv", rows)
        told = self.told("olivier2008")
        where = ("figure 4", "upc-distmem over upc-sharedmem", "Kitty Hawk with 256 threads")
        self.assertEqual(told[where], "50.0 %, best chunks of each with 256 workers")
        self.assertEqual(told["figure 5", "speed-up", "Topsail with 1024 processors"], "150 with 256 workers on T3L")
        self.assertEqual(told["section 6.2", "efficiency in the working state", "upc-distmem"], "50.0 %")
        self.assertEqual(
            self.table("olivier2008", "Speed-up by chunk size")[0], ["shared-memory", "upc-sharedmem", "100.0"]
        )

    def test_of_grains(self) -> None:
        rows = [
            {"mode": "fixed", "points": 1000, "partition": partition, "workers": workers, "seconds": seconds,
             "idle_rate": idle, "task_duration_us": partition / 100, "pool_accesses": looks}
            for workers in (1, 2)
            for partition, seconds, idle, looks in ((100, 4, 0.9, 50), (200, 2, 0.2, 10), (400, 3, 0.1, 20))
        ]  # fmt: skip
        write_csv(self.folder / "haswell/heat.csv", rows)
        told = self.told("grubel2015")
        least = told["figure 4", "smallest partition with at most 30 % idle-rate", "Haswell with 28 cores"]
        self.assertEqual(least, "200 points with 2 workers, whose time is 1.00 of the best")
        self.assertEqual(told["figure 4", "idle-rate", "very fine tasks"], "90 % with 2 workers")
        self.assertEqual(
            told["figure 4", "task duration", "Haswell with one core: 12500 points"], "4.0 µs of 400 points"
        )

    def test_of_loops(self) -> None:
        rows = [
            {"place": "simulated", "ranks": 200, "application": "imbalance", "spread": "uniform",
             "imbalance_percent": 20, "scheme": scheme, "seconds": seconds, "faster_percent": faster,
             "stolen_percent": 5, "tried": 10, "won": won, "variation_percent": 0.5}
            for scheme, seconds, faster, won in (("off", 2, 0, 0), ("rws_static50", 1, 50, 4), ("nlaws_ss", 1.5, 25, 1))
        ]  # fmt: skip
        write_csv(self.folder / "simulated/results.csv", rows)
        told = self.told("shatri2023")
        self.assertEqual(told["figure 5.2", "time saved", "Pisolver at 20 %"], "25.00 to 50.00 %")
        self.assertEqual(told["figure 5.6", "steals won", "Pisolver: nlaws"], "10 %")
        self.assertEqual(told["figure 5.4", "iterations stolen", "Pisolver at 20 %: fixed ratios"], "5.0 %")
        (line,) = self.table("shatri2023", "The best")
        self.assertEqual(line[2:], ["rws_static50 +50.0 %", "nlaws_ss +25.0 %", "rws_STATIC50 25.96 %"])

    def test_of_programs_and_tables(self) -> None:
        runs = [
            {"program": "fib", "size": 45, "processes": processes, "workers": 8, "amount": "", "seconds": seconds,
             "speedup": 80 / seconds}
            for processes, seconds in ((0, 80), (1, 10), (10, 2))
        ]  # fmt: skip
        write_csv(self.folder / "fib-45/results.csv", runs)
        (self.folder / "fib-45/results.json").write_text('{"programs": [{"tasks": 9}]}', encoding="utf-8")
        raw = [
            {"what": what, "net": net, "processes": 2, "chunk": 1, "under_way": under_way, "microseconds": us,
             "mix": "mixed", "load": 0.5, "prefetch": "when-needed"}
            for what in ("get", "put")
            for net, us in (("direct", 0.1), ("messages", 2.5))
            for under_way in (1, 64)
        ]  # fmt: skip
        write_csv(self.folder / "table/results.csv", raw)
        fib = self.table("slides", "Sequential and best")[0]
        self.assertEqual(fib, ["fib(45)", "563.87", "8.85", "10 x 8", "63.69", "80.00", "2.00", "10 x 8", "40.00"])
        self.assertEqual(self.table("slides", "Tasks")[0][:3], ["fib(45)", "3,672,623,805", "9"])
        self.assertEqual(self.table("slides", "Speed-ups")[0], ["fib(45)", "63.71", "71.48", "40.00"])
        self.assertEqual(self.told("slides")["PGAS: latency of memget", "remote over local", "up to 16 bytes"], "25")


# Stands in for the command: the paper's system takes 1 s, any other one 1.25 s.
INVENTED = """#!{python}
import json, re, sys
words = sys.argv[1:]
if words == ["--version"]:
    print("scrump 0 (invented)")
    sys.exit()
spec = words[words.index("--simulate") + 1]
paper = words[words.index("--paper") + 1]
counts = {{"steals_tried": 3, "steals_won": 2, "refreshes": 5}}
print(json.dumps({{
    "status": "complete", "paper": paper, "seconds": 1 if paper == "xie2023" else 1.25, "nodes": 7, "count": 7,
    "workers": int(re.search("workers=([0-9]+)", spec)[1]), "statistics": {{"per_locality": [counts]}}}}))
"""


class Whole(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(ROOT / "lab/papers/run"), *words, "--output", str(self.folder / "out")]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def invent(self, text: str = INVENTED) -> str:
        program = self.folder / "invented"
        program.write_text(text.format(python=sys.executable), encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def test_a_paper_is_repeated_and_compared_and_not_run_twice(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.folder / "out/xie2023-quick/results.md").read_text(encoding="utf-8")
        self.assertIn("| figure 4.1 | speed improvement | maxclique-16 on 5 nodes | 11.41 % | 20.00 % |", text)
        self.assertIn("| isolated | maxclique | 5 | 61.39 | 69.29 | 11.41 % | 12.88 % | 0.2", text)
        self.assertRegex(text, r"\| 1\.000 \| 1\.250 \| 20\.00 % \| \d\.\d{3} \|")
        command = r"    lab/workstealing/run --paper xie2023 --simulate beowulf:file=\S+ .* # \d{4}-\d\d-\d\d\n"
        self.assertRegex(text, command)
        again = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("chapter-4: done before", again.stderr)

    def test_a_step_that_fails_is_told_and_is_no_result(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent("#!{python}\nraise SystemExit(3)\n"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("Failed: chapter-4.", done.stdout)
        self.assertFalse((self.folder / "out/xie2023-quick/chapter-4/done.json").exists())

    def test_commands_are_shown(self) -> None:
        done = self.call("slides", "--dry-run", "--steps", "table,fib-45")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = done.stdout.splitlines()
        self.assertTrue(
            first.startswith("lab/tasks/run --slides --programs fib --simulate twente --call-ns 154 "), first
        )
        self.assertTrue(second.startswith("lab/state_table/run --repetitions 3 --published "), second)
        wrong = self.call("slides", "--steps", "fib")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("slides has no step 'fib'; it has fib-45, ", wrong.stderr)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_figures_have_the_published_samples_below(self) -> None:
        done = self.call("xie2023", "--quick", "--scrump", self.invent())
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = self.folder / "out/xie2023-quick/chapter-4"
        drawn = sorted(path.name.split("-")[1] for path in folder.glob("figure-*.svg"))
        self.assertEqual(drawn, ["4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7"])


if __name__ == "__main__":
    unittest.main()
