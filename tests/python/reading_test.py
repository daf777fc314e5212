"""What cannot be read is said with the file and the place, in one line, and with an exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_loops
import synthetic_tasks
from scrump.report import key_figures
from scrump.report.cli import main
from scrump.report.errors import ReportError
from scrump.report.loop_run import ChunkTimes, LoopRun
from scrump.report.reading import parse_run, read_run
from scrump.report.search_run import SearchRun
from scrump.report.tasks_run import TasksRun


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command says when it fails, which is one line without a traceback."""
    assert main(list(arguments)) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("scrump-report: ")
    assert captured.err.count("\n") == 1
    return captured.err.strip().removeprefix("scrump-report: ")


# --- Runs


def test_a_run_is_read_whole():
    run = read_run(synthetic.cluster_run(), "run.json")
    assert isinstance(run, SearchRun)
    assert (run.problem, run.status, run.localities, run.workers_each, run.all_workers) == (
        "maxclique",
        "complete",
        4,
        4,
        16,
    )
    assert run.answer == (("objective", "21"),)
    assert [worker.locality for worker in run.workers] == [at // 4 for at in range(16)]
    assert run.times is not None
    assert run.times.total == pytest.approx(16 * run.seconds)
    assert run.history is not None
    assert len(run.history.workers) == 16
    assert run.traffic[2].latency_median == pytest.approx(60e-6)
    assert run.task_durations[0].low < run.task_durations[0].high < 1


def test_a_run_without_the_newer_keys_is_read_and_its_workers_are_numbered():
    value = synthetic.make_run(localities=2, workers=2)
    for key in ("history", "incumbents"):
        del value[key]
    value["statistics"] = {"nodes": 8, "per_worker": [{"nodes": at} for at in range(4)]}
    run = read_run(value, "run.json")
    assert [(each.locality, each.worker) for each in run.workers] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert run.times is None
    assert run.history is None
    assert run.incumbents == ()


def test_tasks_are_read_by_the_same_keys_and_their_own():
    value = synthetic_tasks.make_tasks(localities=2, deque="private", policy="random:steal=chunk,chunk=10")
    run = read_run(value, "run.json")
    assert isinstance(run, TasksRun)
    assert (run.deque, run.steal_amount) == ("private", "chunk")
    assert (run.problem, run.answer, run.localities, run.all_workers) == ("tasks queens", (("count", "14,200"),), 2, 4)
    assert run.times is not None
    assert run.times.total == pytest.approx(4)
    assert run.total is not None
    assert run.total.steals_won == 4 * 49
    assert run.round_trips is not None
    assert (run.round_trips.number, run.round_trips.per_steal) == (90, 2.25)
    assert run.task_durations[0].count == 30


def test_the_work_of_a_task_is_that_of_each_that_was_stolen():
    run = read_run(synthetic_tasks.make_tasks(busy=0.5), "run.json")
    assert run.task_duration == pytest.approx(0.5 / 50)
    search = read_run(synthetic.good_run(), "run.json")
    assert search.total is not None
    assert search.task_duration == search.total.task_duration


def test_tasks_take_one_at_a_time_and_searches_half_if_the_policy_says_nothing():
    assert read_run(synthetic_tasks.make_tasks(), "run.json").steal_amount == "one"
    assert read_run(synthetic.good_run(), "run.json").steal_amount == "half"


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("version", 3, "version: 3 is newer than this program reads (2); update it"),
        ("version", 0, "version: expected 2, found 0"),
        ("sequential", True, "sequential: there are no workers to report on; leave '--sequential' out"),
        ("deque", 5, "deque: expected text, found the number 5"),
        ("between_localities", [], "between_localities: expected an object, found a list"),
    ],
)
def test_wrong_values_of_tasks_are_named_by_their_keys(key: str, value: Any, expected: str):
    run = synthetic_tasks.make_tasks(localities=2) | {key: value}
    with pytest.raises(ReportError) as error:
        read_run(run, "run.json")
    assert str(error.value) == f"run.json: {expected}"


def test_tasks_with_counts_of_nodes_as_in_version_1_are_read():
    value = synthetic_tasks.make_tasks() | {"version": 1}
    value["statistics"] |= {"nodes": 0, "prunes": 0, "backtracks": 0, "incumbents": 0}
    assert read_run(value, "run.json") == read_run(synthetic_tasks.make_tasks(), "run.json")


def test_a_chosen_technique_is_read_with_the_reason():
    chosen = {"technique": "auto"} | {"chosen": {"technique": "static", "reason": "blocks are alike"}}
    run = read_run(synthetic_loops.parted_loop() | chosen, "run.json")
    assert isinstance(run, LoopRun)
    assert (run.technique, run.reason) == ("static", "blocks are alike")
    assert ("chosen", "blocks are alike") in key_figures.summary(run)


def test_loops_are_read_with_what_each_worker_and_locality_had():
    run = read_run(synthetic_loops.parted_loop(), "run.json")
    assert isinstance(run, LoopRun)
    assert (run.technique, run.steal_order, run.steal_ratio, run.stealing) == ("fac2", "decentralised", "0.5", True)
    assert (run.loop_seconds, run.cost, run.iterations, run.chunks) == (1.0, 2.0, 100_000, 40)
    assert (run.imbalance, run.mean_finished) == (pytest.approx(1 / 0.995), pytest.approx(0.995))
    assert run.last is run.shares[1]
    assert (run.shares[0].own, run.shares[0].stolen) == (45_000, 5000)
    assert run.all_transfers().steals_tried == 12
    assert run.transfers[0].send_of_chunk == pytest.approx(2e-5)
    assert run.transfers[0].receive_of_chunk == pytest.approx(3e-5)
    assert (run.send, run.receive) == (ChunkTimes(1e-5, 2e-5, 5e-5), ChunkTimes(2e-5, 3e-5, 9e-5))
    assert (run.transfers[0].send, run.all_transfers().receive) == (run.send, run.receive)
    assert run.by_step == ()
    assert run.answer == (("value", "3.14159"),)


def test_files_without_the_shortest_and_longest_time_of_a_chunk_are_read():
    value = synthetic_loops.parted_loop()
    for each in (value, *value["transfers"]):
        each.pop("send", None)
        each.pop("receive", None)
    run = read_run(value, "run.json")
    assert isinstance(run, LoopRun)
    assert (run.send, run.transfers[0].receive) == (None, None)
    assert run.transfers[0].send_of_chunk == pytest.approx(2e-5)


def test_time_steps_are_read():
    run = read_run(synthetic_loops.stepped_loop(), "run.json")
    assert isinstance(run, LoopRun)
    assert [(step.seconds, step.imbalance) for step in run.by_step] == [(0.25, 1.1), (0.5, 1.0), (0.25, 1.2)]
    first = run.by_step[0]
    assert (first.cost, first.variation, first.iterations, first.chunks) == (1.0, 0.1, 20, 8)
    assert (first.iterations_stolen, first.steals_tried, first.steals_won) == (2, 3, 1)
    assert (first.send, first.receive) == (ChunkTimes(1e-5, 2e-5, 5e-5), None)


def test_a_loop_that_all_share_has_no_transfers_and_its_tasks_are_no_chunks():
    value = synthetic_loops.make_loop(localities=2, workers=1, over_parts=False)
    value["statistics"]["task_durations"] = [[16384, 18432, 2]]
    run = read_run(value, "run.json")
    assert isinstance(run, LoopRun)
    assert (run.transfers, run.stealing, run.task_durations, run.pieces) == ((), False, (), 40)
    assert run.task_duration == pytest.approx((0.99 + 1.0 - 2 * 0.001) / 40)


def test_what_was_not_sent_took_no_time():
    run = read_run(synthetic_loops.make_loop(localities=2, workers=1, steal_order="off"), "run.json")
    assert isinstance(run, LoopRun)
    assert (run.transfers[0].send_of_chunk, run.transfers[0].receive_of_chunk, run.stealing) == (None, None, False)


@pytest.mark.parametrize(
    ("path", "bad", "expected"),
    [
        (("version",), 2, "version: 2 is newer than this program reads (1); update it"),
        (("sequential",), True, "sequential: there are no workers to report on; leave '--sequential' out"),
        (("technique",), 4, "technique: expected text, found the number 4"),
        (("loop_seconds",), -1, "loop_seconds: expected no less than 0, found -1"),
        (("send", "max"), -1, "send.max: expected no less than 0, found -1"),
        (("shares", 1, "finished"), "late", "shares[1].finished: expected a number, found text"),
        (("shares", 0, "stolen"), 60_000, "shares[0].stolen: expected no more than the 50000 iterations, found 60000"),
        (("transfers", 1, "steals_won"), 0.5, "transfers[1].steals_won: expected an integer, found the number 0.5"),
    ],
)
def test_wrong_values_of_loops_are_named_by_their_keys(path: tuple[Any, ...], bad: Any, expected: str):
    value = json.loads(json.dumps(synthetic_loops.parted_loop()))
    within = value
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = bad
    with pytest.raises(ReportError) as error:
        read_run(value, "run.json")
    assert str(error.value) == f"run.json: {expected}"


@pytest.mark.parametrize("key", ["technique", "loop_seconds", "cost", "imbalance", "variation", "iterations", "chunks"])
def test_a_missing_key_of_a_loop_is_named(key: str):
    value = synthetic_loops.parted_loop()
    del value[key]
    with pytest.raises(ReportError, match=f"^run.json: {key}: is missing$"):
        read_run(value, "run.json")


def test_keys_that_are_null_are_absent():
    value = synthetic.good_run()
    value["history"] = value["incumbents"] = value["statistics"]["task_durations"] = None
    run = read_run(value, "run.json")
    assert (run.history, run.incumbents, run.task_durations) == (None, (), ())


@pytest.mark.parametrize(
    ("path", "bad", "expected"),
    [
        (
            ("schema",),
            "other",
            "schema: expected 'scrump-result' or 'scrump-tasks' or 'scrump-loop' or 'scrump-reach' or 'scrump-states' or "
            "'scrump-check', found 'other'",
        ),
        (("version",), 2, "version: 2 is newer than this program reads (1); update it"),
        (("version",), 0, "version: expected 1, found 0"),
        (("version",), "1", "version: expected an integer, found text"),
        (("seconds",), -1, "seconds: expected no less than 0, found -1"),
        (("workers",), 0, "workers: expected no less than 1, found 0"),
        (("workers",), True, "workers: expected an integer, found a boolean"),
        (("problem",), 5, "problem: expected text, found the number 5"),
        (("instance",), [], "instance: expected an object, found a list"),
        (("statistics", "task_time"), "long", "statistics.task_time: expected a number, found text"),
        (("statistics", "task_time"), float("nan"), "statistics.task_time: expected a number, found the number nan"),
        (("statistics", "per_worker"), {}, "statistics.per_worker: expected a list, found an object"),
        (
            ("statistics", "per_worker", 3, "wait_time"),
            None,
            None,  # as if it were absent
        ),
        (
            ("statistics", "per_worker", 3, "wait_time"),
            {},
            "statistics.per_worker[3].wait_time: expected a number, found an object",
        ),
        (("statistics", "per_worker", 1), 7, "statistics.per_worker[1]: expected an object, found the number 7"),
        (
            ("statistics", "task_durations", 0),
            [1, 2],
            "statistics.task_durations[0]: expected a list of 3 integers",
        ),
        (
            ("statistics", "task_durations", 0),
            [2, 2, 5],
            "statistics.task_durations[0]: expected a bucket [low, high, count] with low below high, found 2 and 2",
        ),
        (
            ("statistics", "steals_within", 2, 1),
            1.5,
            "statistics.steals_within[2][1]: expected an integer, found the number 1.5",
        ),
        (("history", "interval_s"), 0, "history.interval_s: expected more than 0, found 0"),
        (
            ("history", "workers", 0, "busy", 4),
            "x",
            "history.workers[0].busy[4]: expected a number, found text",
        ),
        (("incumbents", 1), 3, "incumbents[1]: expected an object, found the number 3"),
    ],
)
def test_a_wrong_value_is_named_by_its_key(path: tuple[Any, ...], bad: Any, expected: str | None):
    value = synthetic.good_run()
    within = value
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = bad
    if expected is None:
        read_run(value, "run.json")
        return
    with pytest.raises(ReportError) as error:
        read_run(value, "run.json")
    assert str(error.value) == f"run.json: {expected}"


@pytest.mark.parametrize("key", ["schema", "version", "problem", "status", "seconds", "nodes", "workers", "skeleton"])
def test_a_missing_key_is_named(key: str):
    value = synthetic.good_run()
    del value[key]
    with pytest.raises(ReportError, match=f"^run.json: {key}: is missing$"):
        read_run(value, "run.json")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "run.json:1: is empty"),
        ('{"a": 1,\n "b" 2}', "run.json:2: not JSON: Expecting ':' delimiter (column 6)"),
        ("[]", "run.json: expected one object, as 'scrump … --json' prints, found a list"),
        ("{}", "run.json: schema: is missing"),
        (
            '{"schema": "scrump-walk", "version": 1}',
            "run.json: schema: random walks have no tasks to report on, only numbers of steps",
        ),
        (
            '{"traceEvents": []}',
            "run.json: is a trace ('--trace'), which Perfetto shows (https://ui.perfetto.dev); a page is made of the "
            "JSON of a run, 'scrump … --json > run.json', and shows the trace if both are given: scrump-report run.json "
            "run.json",
        ),
        ("[" * 200_000, "run.json: not a run: nested too deeply"),
    ],
)
def test_what_is_not_a_run_is_refused(text: str, expected: str):
    with pytest.raises(ReportError) as error:
        parse_run(text, "run.json")
    assert str(error.value) == expected


# --- The command


def test_errors_are_one_line_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    missing = tmp_path / "no.json"
    assert complaint(capsys, str(missing)) == f"{missing}: no such file or directory"
    assert complaint(capsys, str(tmp_path), "-o", str(tmp_path / "x.html")) == f"{tmp_path}: is a directory"
    for name, content, expected in (
        ("binary.json", b"\xff\xfe{}", "not text in UTF-8 (byte 0)"),
        ("empty.json", b"", ":1: is empty"),
        ("not.json", b"hello", ":1: not JSON"),
        ("other.json", b'{"schema": "else"}', "schema: expected 'scrump-result'"),
    ):
        file = tmp_path / name
        file.write_bytes(content)
        said = complaint(capsys, str(file))
        assert said.startswith(str(file))
        assert expected in said
        assert not file.with_suffix(".html").exists()


@pytest.mark.parametrize("header", ["mode,points,repeat,seconds", "problem, skeleton, mode, repeat, seconds"])
def test_measurements_of_grain_are_sent_to_the_laboratory(
    header: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    run, table = tmp_path / "run.json", tmp_path / "table.csv"
    run.write_text(json.dumps(synthetic.old_run()))
    table.write_text(f"{header}\n1,2,3,4\n")
    for files in ([table], [run, table]):
        said = complaint(capsys, *map(str, files), "-o", str(tmp_path / "page.html"))
        assert said.startswith(f"{table}: has measurements of the size of tasks, not a run; 'lab/grain/report {table}'")


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = tmp_path / "run.json"
    run.write_text(json.dumps(synthetic.old_run()))
    page = tmp_path / "none" / "page.html"
    assert complaint(capsys, str(run), "-o", str(page)) == f"{page}: cannot be written: no such file or directory"


@pytest.mark.parametrize(
    "arguments", [[], ["--unknown", "x"], ["run.json", "-o", "run.json"], ["run.html"]]
)
def test_wrong_use_is_status_2(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    Path("run.json").write_text(json.dumps(synthetic.old_run()))
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "scrump-report: error: " in capsys.readouterr().err


def test_help_says_what_is_read_and_written(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    for word in ("--json", "-o", "--title", "Exit statuses"):
        assert word in said
