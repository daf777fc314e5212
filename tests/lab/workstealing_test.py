"""What lab/workstealing/run computes and plans, on numbers; nothing is run."""

import dataclasses
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lab.harness.running import Failure, find_program, parse  # noqa: E402
from lab.workstealing import equations, launch, plan, results, simulated, summary  # noqa: E402

SEARCHES = plan.Searches(
    maxclique=plan.maxclique("/data/brock800_2.clq", 2),
    semigroups=plan.semigroups(47, 1_000_000),
    one_worker=plan.semigroups(37, 1_000_000),
)
CLUSTER = launch.Cluster(scrump="/bin/scrump", mpirun="true", hosts=[], workers=15, timeout=None)


def outcome(seconds: float = 1, answer: int = 24, won: int = 3) -> launch.Outcome:
    return launch.Outcome("scrump …", seconds, seconds + 0.5, 1000, 1, answer, 10, won, 40)  # on one worker


def sample(policy: str, seconds: float, repetition: int = 1, localities: int = 2) -> results.Sample:
    run = plan.Run(plan.ISOLATED, "maxclique", localities, policy, repetition)
    return results.Sample(run, outcome(seconds))


class Simulated(unittest.TestCase):
    def command(self, spec: str, experiment: str, folder: str = "/nowhere") -> list[str]:
        machine = simulated.Machine(spec, 15, Path(folder))
        run = plan.Run(experiment, "semigroups", 20, "random", 3)
        return launch.command(run, SEARCHES.semigroups, dataclasses.replace(CLUSTER, machine=machine))

    def test_it_needs_no_launcher(self) -> None:
        words = self.command("infiniband", plan.ISOLATED)
        self.assertEqual(words[0], "/bin/scrump")
        self.assertEqual(words[-4:], ["--simulate", "infiniband:hosts=20,workers=15,seed=3", "--seed", "3"])
        self.assertEqual(self.command("gigabit:node=5", plan.ONE_WORKER)[-3], "gigabit:node=5,hosts=1,workers=1,seed=3")

    def test_in_contention_hosts_have_something_else_to_do(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            known = Path(folder) / "known.json"
            known.write_text('{"nodes": {"semigroups": 4}}', encoding="utf-8")
            spec = self.command(f"infiniband:file={known},node=3", plan.CONTENDED, folder)[-3]
            file = Path(folder) / "contended-20-3.json"
            self.assertEqual(spec, f"infiniband:file={file},node=3,hosts=20,workers=15,seed=3")
            machine = json.loads(file.read_text("utf-8"))
        self.assertEqual(machine["nodes"], {"semigroups": 4})
        self.assertEqual([load["first"] for load in machine["loads"]], list(range(20)))
        self.assertEqual(machine["loads"], simulated.loads(20, 3))
        self.assertNotEqual(machine["loads"], simulated.loads(20, 4))


class Equations(unittest.TestCase):
    def test_variability_is_by_how_much_the_slowest_exceeds_the_fastest(self) -> None:
        self.assertEqual(equations.variability([3, 2, 2.5]), 50)

    def test_saved_time_is_a_share_of_the_baseline(self) -> None:
        self.assertEqual(equations.time_saved(4, 3), 25)

    def test_speedup_is_positive_for_what_takes_less_time(self) -> None:
        self.assertEqual(equations.speedup(3, 2), 50)
        self.assertEqual(equations.speedup(2, 4), -50)
        self.assertEqual(equations.speedup(2, 2), 0)


class Plan(unittest.TestCase):
    def test_policies_take_turns(self) -> None:
        extent = plan.Extent([plan.ISOLATED], [2], ["a", "b"], 2)
        runs = [runs for runs in plan.rounds(SEARCHES, extent) if runs[0].application == "maxclique"]
        self.assertEqual([[run.policy for run in each] for each in runs], [["a"], ["b"], ["a"], ["b"]])

    def test_in_contention_all_policies_run_at_once(self) -> None:
        extent = plan.Extent([plan.CONTENDED], [2, 3], ["a", "b"], 10)
        runs = list(plan.rounds(SEARCHES, extent))
        self.assertEqual(len(runs), 2 * 2 * 10)
        self.assertTrue(all([run.policy for run in each] == ["a", "b"] for each in runs))

    def test_one_worker_has_one_locality_and_the_smaller_search(self) -> None:
        extent = plan.Extent([plan.ONE_WORKER], [5, 10], ["a", "b"], 10)
        runs = [run for runs in plan.rounds(SEARCHES, extent) for run in runs]
        self.assertEqual({run.localities for run in runs}, {1})
        self.assertEqual(len(runs), 20)
        self.assertIn("37", SEARCHES.of(plan.ONE_WORKER)["semigroups"].arguments)

    def test_localities_follow_from_the_hosts(self) -> None:
        self.assertEqual(plan.default_localities(0), [1, 2, 3])
        self.assertEqual(plan.default_localities(1), [1])
        self.assertEqual(plan.default_localities(3), [1, 2, 3])
        self.assertEqual(plan.default_localities(20), [1, 5, 10, 15, 20])


class Commands(unittest.TestCase):
    def test_a_run_is_started_by_mpirun(self) -> None:
        run = plan.Run(plan.ISOLATED, "semigroups", 3, "sticky-random", 1)
        words = launch.command(run, SEARCHES.semigroups, CLUSTER)
        self.assertEqual(
            " ".join(words),
            "true -n 3 /bin/scrump semigroups --genus 47 --skeleton budget:backtracks=1000000 --policy sticky-random "
            "--json --workers 15",
        )

    def test_the_papers_systems_are_selected_by_their_names(self) -> None:
        def words(experiment: str, system: str) -> list[str]:
            run = plan.Run(experiment, "semigroups", 3, system, 1)
            return launch.command(run, SEARCHES.of(experiment)["semigroups"], CLUSTER)

        for system in ("xie2023", "yewpar2020"):
            told = " ".join(words(plan.ISOLATED, system))
            self.assertIn(f"--skeleton budget:backtracks=1000000 --paper {system} --json", told)
            self.assertNotIn("--policy", told)
        self.assertIn("xie2023", words(plan.ONE_WORKER, "xie2023"))
        idle = dataclasses.replace(outcome(), refreshes=0)
        with self.assertRaisesRegex(Failure, "the performance monitor never ran"):
            launch.check_monitor(plan.Run(plan.ONE_WORKER, "semigroups", 1, "xie2023", 1), idle)

    def test_one_worker_needs_no_mpirun(self) -> None:
        run = plan.Run(plan.ONE_WORKER, "semigroups", 1, "sticky-random", 1)
        words = launch.command(run, SEARCHES.one_worker, CLUSTER)
        self.assertEqual(words[0], "/bin/scrump")
        self.assertEqual(words[-2:], ["--workers", "1"])

    def test_on_one_worker_the_monitor_runs_all_the_same(self) -> None:
        def spec(experiment: str, policy: str) -> str:
            run = plan.Run(experiment, "semigroups", 1, policy, 1)
            words = launch.command(run, SEARCHES.one_worker, CLUSTER)
            return words[words.index("--policy") + 1]

        self.assertEqual(spec(plan.ONE_WORKER, "performance-driven"), "performance-driven:always")
        self.assertEqual(spec(plan.ONE_WORKER, "performance-driven:tuned"), "performance-driven:tuned,always")
        self.assertEqual(spec(plan.ONE_WORKER, "sticky-random"), "sticky-random")
        self.assertEqual(spec(plan.ISOLATED, "performance-driven"), "performance-driven")

    def test_a_monitor_that_never_ran_is_an_error(self) -> None:
        idle = dataclasses.replace(outcome(), refreshes=0)
        driven = plan.Run(plan.ONE_WORKER, "semigroups", 1, "performance-driven:tuned", 1)
        with self.assertRaisesRegex(Failure, "the performance monitor never ran"):
            launch.check_monitor(driven, idle)
        launch.check_monitor(driven, outcome())
        launch.check_monitor(plan.Run(plan.ONE_WORKER, "semigroups", 1, "sticky-random", 1), idle)

    def test_as_many_hosts_are_named_as_there_are_localities(self) -> None:
        cluster = launch.Cluster("/bin/scrump", "true", ["a", "b", "c"], None, None)
        run = plan.Run(plan.ISOLATED, "maxclique", 2, "random", 1)
        words = launch.command(run, SEARCHES.maxclique, cluster)
        self.assertEqual(words[:5], ["true", "-n", "2", "--host", "a,b"])
        self.assertNotIn("--workers", words)

    def test_output_is_read_and_steals_of_all_localities_are_added(self) -> None:
        localities = [
            {"steals_tried": 5, "steals_won": 2, "refreshes": 9},
            {"steals_tried": 7, "steals_won": 1, "refreshes": 4},
        ]
        result = {"status": "complete", "objective": 24, "seconds": 2.5, "nodes": 99, "workers": 15}
        text = "a warning\n" + json.dumps({**result, "statistics": {"per_locality": localities}})
        told = launch.outcome(parse(text), "line", 3)
        self.assertEqual((told.answer, told.seconds, told.steals_tried, told.steals_won), (24, 2.5, 12, 3))
        self.assertEqual(told.refreshes, 13)

    def test_what_failed_is_shown_with_its_message(self) -> None:
        with self.assertRaisesRegex(Failure, "status 4 of\n.*\nno such graph"):
            launch.execute(["sh", "-c", "echo no such graph >&2; exit 4"], {}, None)
        with self.assertRaisesRegex(Failure, "cannot make sense"):
            launch.execute(["echo", "hello"], {}, None)
        with self.assertRaisesRegex(Failure, "not done after 0 s"):
            launch.execute(["sleep", "60"], {}, 0.01)
        with self.assertRaisesRegex(Failure, "no program surely-not-there"):
            find_program("surely-not-there", "--scrump")


class Results(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "results.json"

    def open(self, workers: int = 1) -> results.Results:
        return results.Results(self.path, results.Conditions(SEARCHES, workers), {"cores": 2})

    def test_a_later_call_goes_on(self) -> None:
        pair = tuple(plan.Run(plan.CONTENDED, "maxclique", 2, policy, 1) for policy in ("a", "b"))
        self.open().add(pair, [outcome(1.5), outcome(2)])
        kept = self.open()
        self.assertTrue(kept.has(pair))
        self.assertTrue(kept.has(pair[:1]))
        self.assertFalse(kept.has((plan.Run(plan.CONTENDED, "maxclique", 2, "a", 2),)))
        self.assertEqual([each.outcome.seconds for each in kept.samples], [1.5, 2])

    def test_samples_of_something_else_are_refused(self) -> None:
        self.open().add((sample("a", 1).run,), [outcome()])
        with self.assertRaisesRegex(Failure, "another --output"):
            self.open(workers=2)

    def test_other_workers_than_the_conditions_name_are_an_error(self) -> None:
        kept = self.open()
        wrong = dataclasses.replace(outcome(), workers=16)
        with self.assertRaisesRegex(Failure, "16 workers in each locality, not 1 as in the conditions"):
            kept.add((sample("a", 1).run,), [wrong])
        alone = plan.Run(plan.ONE_WORKER, "semigroups", 1, "a", 1)
        self.path.unlink(missing_ok=True)
        self.open(workers=15).add((alone,), [outcome()])
        text = self.path.read_text(encoding="utf-8")
        self.path.write_text(text.replace('"workers": 1,', '"workers": 16,'), encoding="utf-8")
        with self.assertRaisesRegex(Failure, "16 workers in each locality, not 1"):
            self.open(workers=15)
        self.path.unlink()
        anything = results.Results(self.path, results.Conditions(SEARCHES, None), {"cores": 2})
        anything.add((sample("a", 1).run,), [wrong])

    def test_different_answers_are_an_error(self) -> None:
        kept = self.open()
        kept.add((sample("a", 1).run,), [outcome(answer=24)])
        other = plan.Run(plan.CONTENDED, "maxclique", 3, "b", 1)
        with self.assertRaisesRegex(Failure, "the answers differ: 23 of"):
            kept.add((other,), [outcome(answer=23)])


class Summary(unittest.TestCase):
    def test_a_chart_has_what_all_policies_have(self) -> None:
        samples = [sample("a", 1), sample("b", 2), sample("a", 3, localities=3)]
        drawn = summary.charts(["a", "b"], samples)
        self.assertEqual([each.localities for each in drawn], [(2,)])
        self.assertEqual(summary.charts(["a", "c"], samples), [])

    def test_the_table_compares_the_first_policy_with_the_others(self) -> None:
        samples = [sample("a", seconds, run) for run, seconds in ((2, 3.0), (1, 2.0), (3, 2.5))]
        samples += [sample("b", seconds, run) for run, seconds in ((1, 5.0), (2, 5.0), (3, 6.5))]
        text = summary.markdown("Where.", SEARCHES, summary.charts(["a", "b"], samples))
        self.assertIn("## Isolated (4.3): maxclique brock800_2, depth-bounded:depth=2", text)
        self.assertIn("| 2 | a | 3 | 2.500 | 2.500 | 2.000 … 3.000 | 50.00 % | 10 | 3 | 40 |  |  |  |", text)
        self.assertIn("| 2 | b | 3 | 5.000 | 5.500 | 5.000 … 6.500 | 30.00 % | 10 | 3 | 40 | +100.00 % | +120.00 % |", text)


if __name__ == "__main__":
    unittest.main()
