"""What the experiments share, on invented numbers and small programs."""

import argparse
import contextlib
import csv
import io
import json
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from lab.harness import arguments, command, place, samples, tables  # noqa: E402
from lab.harness.running import (  # noqa: E402
    Failure,
    Refused,
    built,
    environment,
    expect_paper,
    find_built,
    launcher,
    measured,
    parse_object,
    result_of,
)
from lab.harness.simulated import joined, value_of  # noqa: E402


@dataclass(frozen=True)
class Kind:
    name: str
    workers: int = 0  # 0: sequential

    def sequential(self) -> "Kind":
        return Kind(self.name)


@dataclass(frozen=True)
class Outcome:
    seconds: float


def sample(kind: Kind, number: int, seconds: float) -> samples.Sample[Kind, Outcome]:
    return samples.Sample(kind, number, Outcome(seconds))


def call(action: object, *words: str, interrupted: str = "") -> tuple[int, str]:
    """The status, and what is printed of errors."""
    parser = command.parser("loops", "Does it.", "  lab/loops/run")
    parser.add_argument("words", nargs="*")
    said, before = io.StringIO(), sys.argv
    sys.argv = ["run", *words]
    try:
        with contextlib.redirect_stderr(said):
            return command.run(parser, action, interrupted), said.getvalue()  # type: ignore[arg-type]
    finally:
        sys.argv = before


class Command(unittest.TestCase):
    def test_the_status_is_that_of_the_action(self) -> None:
        self.assertEqual(call(lambda given: None), (0, ""))
        self.assertEqual(call(lambda given: len(given.words), "a", "b"), (2, ""))

    def test_failures_and_interruptions_are_one_line(self) -> None:
        def fail(given: argparse.Namespace) -> None:
            raise Failure("not so")

        def interrupt(given: argparse.Namespace) -> None:
            raise KeyboardInterrupt

        self.assertEqual(call(fail), (1, "lab/loops/run: not so\n"))
        self.assertEqual(call(interrupt, interrupted="; later"), (130, "lab/loops/run: interrupted; later\n"))


class Arguments(unittest.TestCase):
    def test_numbers_are_read_in_their_order_or_sorted(self) -> None:
        self.assertEqual(arguments.whole_numbers("3,1,3"), [3, 1, 3])
        self.assertEqual(arguments.numbers("3,1,3"), [1, 3])
        self.assertEqual(arguments.positive("7"), 7)
        for wrong in ("", "0", "-1", "two", "1,x"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, "numbers from 1"):
                arguments.numbers(wrong)
        with self.assertRaisesRegex(argparse.ArgumentTypeError, "one number"):
            arguments.positive("1,2")

    def test_names_are_those_that_are_known(self) -> None:
        read = arguments.known("tree", ["T1", "T2"])
        self.assertEqual(read("T2,T1,T2"), ["T2", "T1"])
        with self.assertRaisesRegex(argparse.ArgumentTypeError, "there is no tree 'T3'; there are T1, T2"):
            read("T3")

    def test_only_what_was_left_out_is_filled_in(self) -> None:
        given = argparse.Namespace(rounds=None, trees=["T1"], seed=0)
        arguments.fill_in(given, {"rounds": 5, "trees": ["T2"], "seed": 1})
        self.assertEqual(given, argparse.Namespace(rounds=5, trees=["T1"], seed=0))

    def test_named_hosts_are_enough(self) -> None:
        arguments.expect_hosts([], 9, "ranks")
        arguments.expect_hosts(["a", "b"], 2, "ranks")
        with self.assertRaisesRegex(Failure, "3 ranks, but 2 hosts"):
            arguments.expect_hosts(["a", "b"], 3, "ranks")

    def test_powers_end_with_all_cores(self) -> None:
        self.assertEqual(arguments.powers_up_to(6), [1, 2, 4, 6])
        self.assertEqual(arguments.powers_up_to(8), [1, 2, 4, 8])


class Running(unittest.TestCase):
    def test_processes_are_started_on_the_first_hosts(self) -> None:
        self.assertEqual(launcher("true", 2), ["true", "-n", "2"])
        self.assertEqual(launcher("true", 2, ["a", "b", "c"]), ["true", "-n", "2", "--host", "a,b"])
        self.assertIn("OMPI_MCA_rmaps_base_oversubscribe", environment())
        self.assertNotIn("OMPI_MCA_rmaps_base_oversubscribe", environment(["a"]))

    def test_a_program_is_the_named_one_or_that_of_the_path(self) -> None:
        self.assertTrue(find_built("/bin/sh", "lab/none", "--none").endswith("/sh"))
        self.assertIsNone(built("lab/none"))
        self.assertTrue(find_built(None, "lab/sh", "--shell").endswith("/sh"))
        with self.assertRaisesRegex(Failure, "there is no program surely-not; name it with --not PATH"):
            find_built(None, "lab/surely-not", "--not")

    def result(self, script: str, workers: int | None = None) -> float:
        words = ["sh", "-c", script]
        return result_of(words, {"WORKERS": "2"}, None, lambda told: float(told["seconds"]), workers)

    def test_the_result_of_a_run_is_read_and_its_workers_counted(self) -> None:
        script = """echo '{"status": "complete", "seconds": 2.5, "workers": '$WORKERS', "localities": 3}'"""
        self.assertEqual(self.result(script), 2.5)
        self.assertEqual(self.result(script, workers=6), 2.5)
        with self.assertRaisesRegex(Failure, "had 6 workers, not the 5 .*\n  WORKERS=2 sh -c"):
            self.result(script, workers=5)

    def test_what_is_wrong_with_a_run_is_said_with_its_command(self) -> None:
        for script in ("echo hello", "echo '{}'", """echo '{"status": "complete"}'"""):
            with self.assertRaisesRegex(Failure, "cannot make sense of the output of\n  WORKERS=2 sh -c"):
                self.result(script)
        with self.assertRaisesRegex(Failure, "stopped before it was done: time"):
            self.result("""echo '{"status": "stopped", "stopped_by": "time"}'""")
        with self.assertRaisesRegex(Refused, "^scrump: no such option$"):
            self.result("echo usage >&2; echo scrump: no such option >&2; exit 2")

    def test_a_run_is_measured_by_itself(self) -> None:
        told = measured(["sh", "-c", "echo out; echo err >&2; sleep 0.1; exit 3"])
        self.assertEqual((told.out, told.err, told.status), ("out\n", "err\n", 3))
        self.assertGreaterEqual(told.seconds, 0.1)
        self.assertGreater(told.megabytes, 0)
        self.assertGreater(measured([sys.executable, "-c", "bytearray(64 << 20)"]).megabytes, 64)
        self.assertGreater(measured([sys.executable, "-c", "sum(range(10 ** 6))"]).processor_seconds, 0)

    def test_only_this_version_of_a_program_is_understood(self) -> None:
        self.assertEqual(parse_object('{"schema": "s", "version": 1, "x": 3}', "p", "s")["x"], 3)
        with self.assertRaisesRegex(Failure, "not what this version of p prints"):
            parse_object('{"schema": "s", "version": 2}', "p", "s")
        with self.assertRaisesRegex(Failure, "cannot make sense of the output of p"):
            parse_object("[]", "p", "s")


class Papers(unittest.TestCase):
    def test_a_run_that_was_not_the_papers_system_is_an_error(self) -> None:
        expect_paper({}, None)
        expect_paper({"paper": "xie2023"}, "xie2023")
        for told in ({}, {"paper": "yewpar2020"}):
            with self.assertRaisesRegex(Failure, "--paper xie2023 was not in force"):
                expect_paper(told, "xie2023")


class Samples(unittest.TestCase):
    def test_a_kind_that_is_its_own_sequential_one_is_run_once_a_round(self) -> None:
        alone, two = Kind("a"), Kind("a", 2)
        for order in samples.rounds([alone, two, two], 4, 1):
            self.assertEqual(sorted(order, key=lambda kind: kind.workers), [alone, two])

    def test_medians_compare_runs_of_one_round(self) -> None:
        alone, two = Kind("a"), Kind("a", 2)
        found = [sample(alone, 0, 10), sample(two, 0, 5), sample(alone, 1, 40), sample(two, 1, 10), sample(two, 2, 30),
                 sample(alone, 2, 30)]  # fmt: skip
        ((kind, own, sequential),) = samples.compared([two, Kind("b")], found)
        told = samples.Medians(**samples.medians(kind, own, sequential))
        self.assertEqual(told, samples.Medians(two, 3, 10, 2, 1, 4))


class Invented(samples.Experiment[Kind, Outcome]):
    """Each worker less takes a second more."""

    def line(self, kind: Kind, number: int) -> str:
        return f"run {kind.name} {kind.workers} {number}"

    def execute(self, kind: Kind, number: int) -> Outcome:
        return Outcome(10 - kind.workers)


class Experiments(unittest.TestCase):
    def measured(self, dry_run: bool) -> tuple[Invented, str, str]:
        experiment, shown, said = Invented(dry_run), io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(said):
            experiment.run(Kind("b"), 0, "once")
            self.assertEqual(len(experiment.measure([Kind("a", 2)], 3, 1)), 0 if dry_run else 3 * 2)
        return experiment, shown.getvalue(), said.getvalue()

    def test_all_rounds_are_run_kept_and_said(self) -> None:
        experiment, shown, said = self.measured(dry_run=False)
        told = {(each.kind.name, each.kind.workers, each.round, each.outcome.seconds) for each in experiment.samples}
        expected = {("a", workers, number, 10 - workers) for workers in (0, 2) for number in range(3)}
        self.assertEqual(told, {("b", 0, 0, 10), *expected})
        self.assertEqual(shown, "")
        self.assertIn("round 3 of 3: Kind(name='a', workers=2): 8.000 s\n", said)
        self.assertTrue(said.startswith("once: Kind(name='b', workers=0): 10.000 s\n"))

    def test_a_dry_run_only_shows_the_commands(self) -> None:
        experiment, shown, said = self.measured(dry_run=True)
        self.assertEqual((experiment.samples, said), ([], ""))
        self.assertEqual(shown.splitlines()[0], "run b 0 0")
        self.assertEqual(sorted(shown.splitlines()[1:]), sorted(f"run a {w} {n}" for w in (0, 2) for n in range(3)))


class Tables(unittest.TestCase):
    COLUMNS = {  # noqa: RUF012
        **tables.attributes("round"),
        **tables.attributes("name", threads="workers", of="kind"),
        "ms": lambda row: row.outcome.seconds * 1e3,
    }

    def test_columns_are_attributes_and_functions(self) -> None:
        row = sample(Kind("a", 2), 3, 0.5)
        self.assertEqual(tables.record(self.COLUMNS, row), {"round": 3, "name": "a", "threads": 2, "ms": 500})
        (read,) = csv.DictReader(tables.csv_text(self.COLUMNS, [row]).splitlines())
        self.assertEqual(read, {"round": "3", "name": "a", "threads": "2", "ms": "500.0"})
        self.assertEqual(tables.csv_text(self.COLUMNS, []), "round,name,threads,ms\n")

    def test_json_has_objects_for_dataclasses(self) -> None:
        text = tables.json_text({"schema": "s"}, kind=Kind("a"), rows=[{"x": 1}], samples=(sample(Kind("b"), 0, 2),))
        self.assertEqual(json.loads(text), {
            "schema": "s", "kind": {"name": "a", "workers": 0}, "rows": [{"x": 1}],
            "samples": [{"kind": {"name": "b", "workers": 0}, "round": 0, "outcome": {"seconds": 2}}]})  # fmt: skip

    def test_markdown_aligns_numbers(self) -> None:
        self.assertEqual(tables.head(["a", "b", "c"], 1), ["| a | b | c |", "|---|---:|---:|"])

    def test_a_report_is_written_printed_and_drawn(self) -> None:
        def draw() -> list[Path]:
            raise ImportError("no matplotlib here")

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "new"
            printed, said = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
                tables.report(folder, {"results.md": "# Results", "results.csv": "a,b"}, draw)
            self.assertEqual((folder / "results.csv").read_text(), "a,b")
            self.assertEqual(printed.getvalue(), "# Results\n")
            self.assertIn("no figures: no matplotlib here", said.getvalue())
            self.assertIn("new: results.md, results.csv\n", said.getvalue())
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
                tables.report(folder, {"results.md": ""}, lambda: [folder / "figure.png"])
            self.assertIn("new: results.md, figure.png\n", said.getvalue())


class Places(unittest.TestCase):
    def test_a_place_names_the_machine_and_the_command(self) -> None:
        here = place.Place("Invented", 1, "scrump 1", "2015-01-01", "lab/tasks/run")
        self.assertEqual(here.describe(), "Invented, 1 core; scrump 1; 2015-01-01.\n\n    lab/tasks/run\n")
        there = place.Place("Invented", 2, "scrump 1", "2015-01-01", "lab/tasks/run", "twente")
        self.assertTrue(there.describe().startswith("Simulated machine twente; simulated on Invented, 2 cores; "))
        system = place.Place("Invented", 1, "scrump 1", "2015-01-01", "lab/tasks/run", paper="slides")
        self.assertIn("; scrump 1, the system of slides; 2015-01-01.", system.describe())
        self.assertTrue(place.here("tasks", "scrump 1").command.startswith("lab/tasks/run"))

    def test_keys_of_a_machine_are_added_and_found(self) -> None:
        self.assertEqual(joined("infiniband", "hosts=2"), "infiniband:hosts=2")
        self.assertEqual(joined("infiniband:node=3", "hosts=2"), "infiniband:node=3,hosts=2")
        self.assertEqual(value_of("infiniband:file=a.json,node=3", "node"), "3")
        self.assertEqual(value_of("infiniband:file=a.json,node=3", "file"), "a.json")
        self.assertIsNone(value_of("infiniband:host-node=3", "node"))


if __name__ == "__main__":
    unittest.main()
