"""What lab/grain/run plans, reads and concludes, on numbers; nothing is run."""

import json
import sys
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lab.grain import launch, plan, rules, samples, verdict  # noqa: E402
from lab.grain.measurements import HeatRun, parse_grain, spread  # noqa: E402
from lab.harness.running import Failure, find_program, output  # noqa: E402

RING = plan.Stencil(points=1_000_000, steps=50)
SEMIGROUPS = plan.Problem("semigroups 36", ("semigroups", "--genus", "36"))


def heat_row(mode: str, partition: int, seconds: float, workers: int = 2) -> dict[str, str]:
    return {
        "mode": mode,
        "points": "1000",
        "steps": "5",
        "partition": str(partition),
        "workers": str(workers),
        "seconds": str(seconds),
    }


def search_row(grain: str, seconds: float, nodes: int = 100) -> dict[str, str]:
    return {
        "problem": "semigroups 36",
        "skeleton": "budget",
        "mode": "fixed" if grain else "auto",
        "grain": grain,
        "workers": "2",
        "seconds": str(seconds),
        "nodes": str(nodes),
    }


class Plan(unittest.TestCase):
    def test_partitions_go_from_the_papers_least_to_the_whole_ring(self) -> None:
        self.assertEqual(plan.partitions(100_000, 1), [160, 1600, 16_000, 100_000])
        sizes = plan.partitions(100_000_000, 3)
        self.assertEqual((sizes[0], sizes[-1]), (160, 100_000_000))
        self.assertEqual(sizes, sorted(set(sizes)))
        self.assertEqual(plan.partitions(160, 2), [160])
        self.assertEqual(plan.partitions(20, 2), [20])

    def test_one_worker_comes_first_even_if_it_was_not_asked_for(self) -> None:
        blocks = list(plan.heat_blocks([RING], [4, 2], plan.Sweep(1), 3))
        self.assertEqual([{run.workers for run in block} for block in blocks], [{1}, {2}, {4}])

    def test_all_ways_take_turns(self) -> None:
        (block,) = plan.heat_blocks([RING], [1], plan.Sweep(1), 2)
        half = len(block) // 2
        self.assertEqual([run.repeat for run in block], [1] * half + [2] * half)
        ways = ["adaptive"] + ["fixed"] * 5 + ["sequential"]
        self.assertEqual(sorted(run.mode for run in block[:half]), ways)
        self.assertEqual({run.partition for run in block[:half]}, {run.partition for run in block[half:]})

    def test_partitions_may_be_given(self) -> None:
        sweep = plan.Sweep(3, (160, 12_500, 78_125))
        self.assertEqual(sweep.partitions(100_000_000), [160, 12_500, 78_125, 100_000_000])
        self.assertEqual(sweep.partitions(50_000), [160, 12_500, 50_000])
        self.assertEqual(plan.Sweep(1).partitions(100_000), plan.partitions(100_000, 1))

    def test_a_simulated_node_has_no_loop_without_tasks(self) -> None:
        (block,) = plan.heat_blocks([RING], [1], plan.Sweep(1, node="haswell"), 1)
        self.assertEqual({run.mode for run in block}, {"fixed", "adaptive"})
        words = [launch.heat_command("h", run, None) for run in block]
        self.assertTrue(all(each[each.index("--simulate") + 1] == "haswell" for each in words))

    def test_a_search_is_run_with_all_grains_and_with_none(self) -> None:
        runs = list(plan.search_runs([SEMIGROUPS], [2], 1))
        specs = [run.spec for run in runs]
        self.assertIn("budget:backtracks=100", specs)
        self.assertIn("adaptive:interval=5000", specs)
        self.assertEqual(sorted(run.spec for run in runs if run.mode == "auto"), ["adaptive", "budget"])

    def test_rounds_have_orders_of_their_own(self) -> None:
        runs = list(plan.search_runs([SEMIGROUPS], [2], 2))
        first = [run.spec for run in runs if run.repeat == 1]
        second = [run.spec for run in runs if run.repeat == 2]
        self.assertNotEqual(first, second)
        self.assertEqual(sorted(first), sorted(second))


class Commands(unittest.TestCase):
    def test_a_fixed_run_is_told_the_reference(self) -> None:
        run = plan.HeatRun(RING, "fixed", 500, 2, 1)
        expected = "h --csv --points 1000000 --steps 50 --workers 2 --order fifo --partition 500"
        self.assertEqual(launch.heat_command("h", run, None), expected.split())
        self.assertEqual(launch.heat_command("h", run, 1.25), [*expected.split(), "--alone-us", "1.25"])

    def test_other_runs_have_none(self) -> None:
        adaptive = launch.heat_command("h", plan.HeatRun(RING, "adaptive", None, 2, 1), 1.25)
        self.assertEqual(adaptive[-5:], ["--workers", "2", "--order", "fifo", "--adaptive"])
        twin = launch.heat_command("h", plan.HeatRun(RING, "sequential", None, 2, 1), 1.25)
        self.assertEqual(twin[-1], "--sequential")
        self.assertNotIn("--workers", twin)
        self.assertNotIn("--order", twin)

    def test_the_order_of_tasks_is_the_papers_unless_another_is_asked_for(self) -> None:
        def orders(*order: str) -> set[str]:
            blocks = plan.heat_blocks([RING], [2], plan.Sweep(1, (), *order), 1)
            words = [launch.heat_command("h", run, None) for block in blocks for run in block if run.mode != "sequential"]
            return {each[each.index("--order") + 1] for each in words}

        self.assertEqual(orders(), {"fifo"})
        self.assertEqual(orders("lifo"), {"lifo"})

    def test_the_papers_system_is_selected_by_its_name(self) -> None:
        sweep = plan.Sweep(3, (160, 500, 10**7), paper="grubel2015")
        (alone, both) = plan.heat_blocks([RING], [2], sweep, 2)
        self.assertEqual({(run.partition, run.mode) for run in both}, {(160, "fixed"), (500, "fixed")})
        self.assertEqual(len(alone), 4)
        words = " ".join(launch.heat_command("h", replace(both[0], partition=500), None))
        self.assertEqual(words, "h --csv --points 1000000 --steps 50 --workers 2 --paper grubel2015 --partition 500")
        row = launch.heat_row(both[0], "mode,repeat,seconds\nfixed,1,0.5\n")
        self.assertEqual(row["paper"], "grubel2015")

    def test_searches(self) -> None:
        words = launch.search_command("scrump", plan.SearchRun(SEMIGROUPS, "adaptive", 20, 2, 1))
        self.assertEqual(" ".join(words), "scrump semigroups --genus 36 --skeleton adaptive:interval=20 --workers 2 --json")


class Rows(unittest.TestCase):
    def test_the_repetition_is_ours(self) -> None:
        run = plan.HeatRun(RING, "fixed", 500, 2, 3)
        row = launch.heat_row(run, "mode,repeat,seconds\nfixed,1,0.5\n")
        self.assertEqual(row, {"mode": "fixed", "repeat": "3", "seconds": "0.5"})
        with self.assertRaisesRegex(Failure, "one line on a run in mode fixed"):
            launch.heat_row(run, "mode,repeat,seconds\n")

    def test_what_a_build_does_not_measure_is_empty(self) -> None:
        run = plan.SearchRun(SEMIGROUPS, "budget", 100, 2, 1)
        result = {"status": "complete", "seconds": 0.5, "nodes": 7, "statistics": {"tasks": 3, "idle_rate": 0.25}}
        row = launch.search_row(run, json.dumps(result))
        self.assertEqual(tuple(row), launch.SEARCH_COLUMNS)
        self.assertEqual((row["mode"], row["grain"], row["nodes"], row["tasks"]), ("fixed", "100", "7", "3"))
        self.assertEqual((row["idle_rate"], row["pool_misses"]), ("0.25", ""))
        chosen = launch.search_row(plan.SearchRun(SEMIGROUPS, "budget", None, 2, 1), json.dumps(result))
        self.assertEqual((chosen["mode"], chosen["grain"]), ("auto", ""))

    def test_what_is_no_answer_is_an_error(self) -> None:
        run = plan.SearchRun(SEMIGROUPS, "budget", 100, 2, 1)
        with self.assertRaisesRegex(Failure, "stopped before it was done: time"):
            launch.search_row(run, json.dumps({"status": "stopped", "stopped_by": "time"}))
        with self.assertRaisesRegex(Failure, "cannot make sense"):
            launch.search_row(run, "Segmentation fault")

    def test_a_program_that_fails_is_shown_with_its_message(self) -> None:
        with self.assertRaisesRegex(Failure, "status 2 of\n.*\nno such option"):
            output(["sh", "-c", "echo no such option >&2; exit 2"])
        with self.assertRaisesRegex(Failure, "no program surely-not-there"):
            find_program("surely-not-there", "--build")


class Samples(unittest.TestCase):
    def test_ten_samples_have_a_mean_a_deviation_and_a_variation(self) -> None:
        # The sum of squares is divided by nine.
        told = spread([1.0] * 5 + [3.0] * 5)
        self.assertEqual((told.repeats, told.mean), (10, 2.0))
        self.assertAlmostEqual(told.deviation, (10 / 9) ** 0.5)
        self.assertAlmostEqual(told.variation, (10 / 9) ** 0.5 / 2)
        one = spread([5.0])
        self.assertEqual((one.repeats, one.mean, one.deviation), (1, 5.0, 0.0))
        self.assertEqual(spread([0.0, 0.0]).variation, 0)

    def test_times_and_counts_are_summed_up_for_each_measurement(self) -> None:
        rows = [
            {**heat_row("fixed", size, seconds), "pool_accesses": accesses, "wait_time_per_task_us": ""}
            for size, seconds, accesses in ((10, 1.0, "100"), (20, 5.0, "7"), (10, 2.0, "300"))
        ]
        table = {(each["partition"], each["figure"]): each for each in samples.table(rows)}
        self.assertEqual(set(table), {(size, name) for size in ("10", "20") for name in ("seconds", "pool_accesses")})
        accesses = table["10", "pool_accesses"]
        self.assertEqual(tuple(accesses), samples.COLUMNS)
        self.assertEqual((accesses["samples"], accesses["mean"]), ("2", "200"))
        self.assertEqual((accesses["standard_deviation"], accesses["coefficient_of_variation"]), ("141.421", "0.7071"))
        self.assertEqual(table["20", "seconds"]["samples"], "1")

    def test_what_is_chosen_while_running_is_one_measurement_whatever_was_chosen(self) -> None:
        table = samples.table([heat_row("adaptive", size, 1.0) for size in (10, 20, 30)])
        self.assertEqual([(each["partition"], each["samples"]) for each in table], [("", "3")])

    def test_the_worst_is_named(self) -> None:
        rows = [heat_row("fixed", 10, seconds) for seconds in (1.0, 1.0)]
        rows += [heat_row("fixed", 20, seconds) for seconds in (1.0, 3.0)]
        text = samples.in_words(rows)
        self.assertIn("2 samples each: median 35.4%, at most 70.7%", text)
        self.assertIn("partition 20", text)
        self.assertIn("nothing is known", samples.in_words(rows[:1]))


def measured(
    partition: int, seconds: float, accesses: float | None, idle_rate: float | None, workers: int = 2
) -> HeatRun:
    header = "mode,points,partition,steps,workers,repeat,seconds,tasks,idle_rate,management_overhead_s"
    header += ",wait_time_per_task_us,wait_time_per_core_s,pool_accesses,pool_misses"
    counts = ["" if value is None else str(value) for value in (idle_rate, accesses)]
    line = f"fixed,1000,{partition},5,{workers},1,{seconds},9,{counts[0]},,,,{counts[1]},0"
    (run,) = parse_grain(f"{header}\n{line}\n", "heat.csv")
    assert isinstance(run, HeatRun)
    return run


class Rules(unittest.TestCase):
    RUNS = (
        *(measured(10, seconds, 900, 0.8) for seconds in (3.0, 3.1, 9.0)),
        *(measured(100, 1.0, accesses, 0.25) for accesses in (90, 100, 9000)),
        measured(500, 0.9, 400, 0.1),
        measured(1000, 2.0, 5000, 0.5),
    )

    def test_each_picks_by_counts_and_is_compared_with_the_best_time(self) -> None:
        accesses, idle = rules.picks(self.RUNS)
        self.assertEqual(accesses.rule, rules.FEWEST_ACCESSES)
        self.assertEqual((accesses.partition, accesses.best_partition), (100, 500))
        self.assertAlmostEqual(accesses.ratio, 1.0 / 0.9)
        self.assertTrue(accesses.close)
        self.assertEqual((idle.rule, idle.partition), ("smallest with an idle-rate of at most 30%", 100))

    def test_the_idle_rate_has_a_limit_that_may_be_chosen(self) -> None:
        self.assertEqual([pick.partition for pick in rules.picks(self.RUNS, 0.9)], [100, 10])
        self.assertEqual([pick.partition for pick in rules.picks(self.RUNS, 0.2)], [100, 500])
        none = rules.picks(self.RUNS, 0.05)[1]
        self.assertEqual((none.partition, none.close), (None, False))
        self.assertIn("none", rules.table([none]))

    def test_thirteen_percent_is_the_papers_tolerance(self) -> None:
        # Section IV-E: 1.925 s where the best is 1.71 s.
        pick = rules.Pick("", (1, 1, "", ""), 28, 31_250, 1.925, 40_000, 1.71)
        self.assertTrue(pick.close)
        self.assertFalse(rules.Pick("", (1, 1, "", ""), 28, 31_250, 1.95, 40_000, 1.71).close)

    def test_one_worker_and_runs_without_counts_are_left_out(self) -> None:
        self.assertEqual(rules.picks([measured(10, 1.0, 5, 0.1, workers=1)]), [])
        self.assertEqual([pick.partition for pick in rules.picks([measured(10, 1.0, None, None)])], [None, None])

    def test_the_table(self) -> None:
        line = rules.table(rules.picks(self.RUNS)).splitlines()[1]
        self.assertEqual(line.split()[-8:], ["1000", "2", "100", "1.0000", "500", "0.9000", "1.111", "yes"])


class Verdict(unittest.TestCase):
    def test_the_best_fixed_partition_by_medians_is_compared_with_what_was_chosen(self) -> None:
        rows = [heat_row("fixed", 10, seconds) for seconds in (1.0, 9.0, 1.1)]
        rows += [heat_row("fixed", 20, seconds) for seconds in (0.5, 1.3, 1.4)]
        rows += [heat_row("adaptive", size, seconds) for size, seconds in ((10, 1.0), (12, 1.2), (20, 1.15))]
        rows += [heat_row("sequential", 1000, 2.0, workers=1)]
        (line,) = verdict.heat_lines(rows)
        self.assertEqual((line.best_grain, line.best, line.chosen, line.twin), ("10", 1.1, 1.15, 2.0))
        self.assertTrue(line.close)
        self.assertEqual(line.case, "heat, 1000 points, 5 steps, workers: 2")

    def test_five_percent_is_the_limit(self) -> None:
        self.assertTrue(verdict.Line("", "", 1.0, 1.05).close)
        self.assertFalse(verdict.Line("", "", 1.0, 1.06).close)

    def test_numbers_of_workers_are_cases_of_their_own(self) -> None:
        rows = [heat_row(mode, 10, 1, workers) for workers in (1, 2) for mode in ("fixed", "adaptive")]
        self.assertEqual(len(verdict.heat_lines(rows)), 2)
        self.assertEqual(verdict.heat_lines(rows[:1]), [])

    def test_searches_that_visited_other_nodes_are_compared_by_the_node(self) -> None:
        rows = [search_row("100", 1.0), search_row("1000", 1.2, nodes=200), search_row("", 0.9)]
        (line,) = verdict.search_lines(rows)
        self.assertEqual((line.best_grain, line.best, line.chosen), ("1000", 0.6, 0.9))

    def test_the_table(self) -> None:
        text = verdict.table([verdict.Line("queens 15", "100", 1.0, 1.2), verdict.Line("ring", "160", 2.0, 1.9, 4.0)])
        self.assertEqual(
            [line.split() for line in text.splitlines()[1:]],
            [
                ["queens", "15", "100", "1.0000", "1.2000", "1.200", "no"],
                ["ring", "160", "2.0000", "1.9000", "0.950", "yes", "4.0000"],
            ],
        )


if __name__ == "__main__":
    unittest.main()
