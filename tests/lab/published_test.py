"""The papers' numbers in lab/papers against each other."""

import sys
import tempfile
import unittest
from pathlib import Path
from statistics import mean

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.harness import published  # noqa: E402
from lab.harness.published import table, value, values  # noqa: E402
from lab.harness.running import Failure  # noqa: E402
from lab.papers import comparison, plan  # noqa: E402
from lab.papers.xie2023 import experiment as xie  # noqa: E402
from lab.uts.plan import PROTOCOLS  # noqa: E402
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


if __name__ == "__main__":
    unittest.main()
