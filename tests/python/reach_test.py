"""Runs of symbolic reachability: how they are read, what held them back, and their pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import synthetic
from diagnosis_test import all_text, kinds
from page_test import Page, make, told
from scrump.report import findings
from scrump.report.diagnosis import diagnose
from scrump.report.errors import ReportError
from scrump.report.reach_run import ReachRun
from scrump.report.reading import read_run
from scrump.report.timeline import parse_trace, timeline
from synthetic_states import collected_reach, grown_reach, make_reach, with_diagrams

REAL = sorted((Path(__file__).parent / "data").glob("reach-*.json"))


def run_of(value: dict[str, Any]) -> ReachRun:
    run = read_run(value, "run.json")
    assert isinstance(run, ReachRun)
    return run


# --- Reading


def test_rounds_and_diagrams_are_read():
    run = run_of(make_reach())
    assert (run.strategy, len(run.rounds), run.counted) == ("par", 5, True)
    assert [each.seconds for each in run.rounds] == pytest.approx([0.1] * 5)
    assert run.rounds[3].states == 1e20
    assert run.answer == (("states", "150,000,000,000,000,000,000"), ("in nodes", "7,000"))
    assert run.diagrams.fullness == pytest.approx(0.5)
    assert run.diagrams.known_share == pytest.approx(0.25)
    assert run.diagrams.results_for_a_place == pytest.approx(750_000 / 262_144)


def test_collections_and_growths_are_those_of_the_file():
    diagrams = run_of(with_diagrams(grown_reach(), collections=3, collecting_seconds=0.125)).diagrams
    assert (diagrams.collections, diagrams.collecting_seconds) == (3, 0.125)
    assert (diagrams.growths, diagrams.growing_seconds) == (4, 0.25)


def test_an_older_file_does_not_say_when_the_table_grew_nor_how_long_that_took():
    value = grown_reach(busy=0.5)
    for each in value["by_round"]:
        del each["growths"]
    for key in ("collecting_seconds", "growing_seconds"):
        del value["diagrams"][key]
    run = run_of(value)
    assert (run.diagrams.growths, run.diagrams.growing_seconds, run.diagrams.collecting_seconds) == (4, 0, 0)
    assert run.grown_rounds == ()
    assert kinds(diagnose(run)) == [findings.STARVATION]


def test_results_for_a_place_are_those_between_two_collections():
    several = with_diagrams(make_reach(), collections=4)
    assert run_of(several).diagrams.results_for_a_place == pytest.approx(750_000 / 262_144 / 5)
    assert run_of(with_diagrams(make_reach(), cache_bytes=0)).diagrams.results_for_a_place == 0


def test_rounds_in_which_the_table_grew_are_those_that_had_more_growths_than_before():
    assert run_of(grown_reach()).grown_rounds == (2, 4)
    assert run_of(make_reach()).grown_rounds == ()
    first = {"seconds": 1.0, "table_nodes": 170_000, "growths": 1}
    assert run_of(grown_reach() | {"by_round": [first]}).grown_rounds == (0,)


def test_the_duration_of_tasks_is_without_the_search_itself():
    value = make_reach()
    value["statistics"]["task_durations"] = [[1000, 3000, 2], [900_000_000, 1_100_000_000, 1]]
    assert run_of(value).task_duration == pytest.approx(2e-6)
    value["statistics"]["task_durations"] = [[900_000_000, 1_100_000_000, 1]]
    assert run_of(value).task_duration == pytest.approx(2 * 0.99 / 100)


def test_a_run_that_was_stopped_has_no_number_of_states():
    value = make_reach() | {"status": "stopped", "stopped_by": "time-limit"}
    for key in ("states", "states_approximately", "nodes", "by_round"):
        del value[key]
    run = run_of(value)
    assert (run.answer, run.rounds, run.counted) == ((), (), False)


def test_all_that_was_asked_for_is_an_answer():
    value = make_reach() | {"states": "9" * 40, "deadlocks": "12", "reachable": False}
    assert run_of(value).answer == (
        ("states", "9" * 40),
        ("in nodes", "7,000"),
        ("deadlocks", "12"),
        ("reachable", "no"),
    )


@pytest.mark.parametrize(
    ("path", "bad", "expected"),
    [
        (("version",), 2, "version: 2 is newer than this program reads (1); update it"),
        (("states",), 5, "states: expected text, found the number 5"),
        (("strategy",), None, "strategy: expected text, found null"),
        (("diagrams",), None, "diagrams: expected an object, found null"),
        (("diagrams", "known"), 2_000_000, "diagrams.known: expected no more than the 1000000 operations, found "
         "2000000"),
        (("by_round", 1, "seconds"), 0.05, "by_round[1].seconds: expected no less than the 0.1 of the round before, "
         "found 0.05"),
        (("by_round", 2, "table_nodes"), -1, "by_round[2].table_nodes: expected no less than 0, found -1"),
        (("by_round", 1, "growths"), 0.5, "by_round[1].growths: expected an integer, found the number 0.5"),
        (("by_round", 0, "growths"), 2, "by_round[1].growths: expected no less than the 2 of the round before, found "
         "0"),
        (("diagrams", "growing_seconds"), -1, "diagrams.growing_seconds: expected no less than 0, found -1"),
        (("diagrams", "collecting_seconds"), "1", "diagrams.collecting_seconds: expected a number, found text"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_by_its_key(path: tuple[Any, ...], bad: Any, expected: str):
    value = json.loads(json.dumps(make_reach()))
    within = value
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = bad
    with pytest.raises(ReportError) as error:
        read_run(value, "run.json")
    assert str(error.value) == f"run.json: {expected}"


# --- Diagnosis


def test_busy_workers_were_held_back_by_nothing():
    found = diagnose(run_of(make_reach()))
    assert found.findings == ()
    assert found.headline.startswith("Nothing that Scrump can measure")
    assert "`--workers 1`" in found.notes[0]


def finding_of(kind: str, value: dict[str, Any]) -> findings.Finding:
    (found,) = (each for each in diagnose(run_of(value)).findings if each.kind == kind)
    return found


def test_growths_cost_their_time_of_all_workers():
    growth = finding_of(findings.GROWTH, grown_reach(busy=0.5, workers=4))
    assert growth.seconds == pytest.approx(4 * 0.25)
    assert growth.evidence == (
        "It grew 4 times, to 1,048,576 buckets, which took 250 ms; meanwhile one worker is at it and no operation goes "
        "on.",
        "It grew in round 3, which took 500 ms.",
        "It grew in round 5, which took 150 ms.",
    )
    assert growth.advice == ("Begin with as many buckets as there were in the end: `--buckets 1048576`.",)


def test_collections_cost_their_time_of_all_workers():
    found = finding_of(findings.COLLECTIONS, collected_reach(localities=2, workers=2))
    assert found.seconds == pytest.approx(4 * 0.2)
    assert found.evidence == (
        "It was collected 5 times, which took 200 ms; meanwhile one worker is at it and no operation goes on.",
        "What operations came to is forgotten each time, so that much is done again: 1.31 M nodes were made, 10.0 "
        "times as many as there were at most.",
    )
    assert "`--buckets 1048576`" in found.advice[0]


def test_the_table_may_be_searched_and_not_collected():
    found = finding_of(findings.COLLECTIONS, with_diagrams(grown_reach(), collecting_seconds=0.5))
    assert found.seconds == pytest.approx(2 * 0.5)
    assert found.title == "The table was searched for dead nodes"
    assert "took 500 ms" in found.evidence[0]
    assert "so that the table grew instead" in found.evidence[0]
    assert found.advice == ("Begin with as many buckets as there were in the end: `--buckets 1048576`.",)


def test_waiting_for_growths_and_collections_is_no_starvation():
    both = with_diagrams(grown_reach(busy=0.5, workers=4), collections=1, collecting_seconds=0.125)
    found = {each.kind: each.seconds for each in diagnose(run_of(both)).findings}
    waiting = 4 * (1 - 0.5 - 0.004)
    assert found == {
        findings.GROWTH: pytest.approx(4 * 0.25),
        findings.COLLECTIONS: pytest.approx(4 * 0.125),
        findings.STARVATION: pytest.approx(waiting - 3 * (0.25 + 0.125)),
    }


def test_workers_that_stood_still_in_the_middle_of_operations_lost_that_time_though_none_waited():
    found = diagnose(run_of(grown_reach(busy=0.996, workers=4)))
    assert kinds(found) == [findings.GROWTH]
    assert found.findings[0].seconds == pytest.approx(4 * 0.25)
    assert "Nothing that Scrump can measure" not in found.headline


def test_one_worker_grows_and_collects_in_its_own_time():
    (growth,) = diagnose(run_of(grown_reach(workers=1, busy=0.99))).findings
    assert (growth.kind, growth.seconds) == (findings.GROWTH, pytest.approx(0.25))
    (collected,) = diagnose(run_of(collected_reach(workers=1, busy=0.99))).findings
    assert (collected.kind, collected.seconds) == (findings.COLLECTIONS, pytest.approx(0.2))


@pytest.mark.parametrize("seconds", [0.0, 0.02])
def test_growths_that_took_no_time_to_speak_of_held_nothing_back(seconds: float):
    found = diagnose(run_of(with_diagrams(grown_reach(), growing_seconds=seconds)))
    assert found.findings == ()
    assert "grew" not in all_text(found)


@pytest.mark.parametrize(("collections", "told_of"), [(3, False), (4, True), (40, True)])
def test_many_short_collections_want_a_larger_table(collections: int, told_of: bool):
    found = diagnose(run_of(collected_reach(collections, seconds=0.001)))
    assert found.findings == ()
    text = all_text(found)
    assert (f"collected {collections} times" in text) == told_of
    assert ("10.0 times as many" in text) == told_of
    assert ("`--buckets 1048576`" in text) == told_of


def test_collections_are_not_told_of_twice():
    text = all_text(diagnose(run_of(collected_reach(40))))
    assert text.count("collected 40 times") == 1
    assert text.count("10.0 times as many") == 1
    assert text.count("`--buckets 1048576`") == 1


@pytest.mark.parametrize(("places", "told_of"), [(75_000, True), (100_000, False)])
def test_many_results_for_a_place_want_a_larger_cache(places: int, told_of: bool):
    value = with_diagrams(make_reach(), cache_bytes=32 * places, buckets=places)
    text = all_text(diagnose(run_of(value)))
    assert ("25% of 1.00 M operations were known" in text) == told_of
    assert ("`--cache-ratio 4`" in text) == told_of


def test_few_known_operations_of_a_roomy_cache_are_as_many_as_there_can_be():
    assert "known" not in all_text(diagnose(run_of(with_diagrams(make_reach(), known=10, cache_bytes=10**9))))


def test_one_worker_is_told_of_its_table_too():
    found = diagnose(run_of(collected_reach(9, seconds=0.001, workers=1)))
    assert any("collected 9 times" in note for note in found.notes)


@pytest.mark.parametrize(
    ("strategy", "advised"),
    [
        ("bfs", ("par", "saturation")),
        ("chaining", ("par", "saturation")),
        ("par", ("saturation",)),
        ("saturation", ("par",)),
    ],
)
def test_waiting_workers_are_advised_to_take_another_strategy(strategy: str, advised: tuple[str, ...]):
    (finding,) = diagnose(run_of(make_reach(strategy=strategy, busy=0.6))).findings
    assert (finding.kind, finding.title) == (findings.STARVATION, "Workers found no operation to steal")
    strategies = [each for each in finding.advice if "--strategy" in each]
    assert [each.partition("--strategy ")[2].rstrip("`.") for each in strategies] == list(advised)
    assert "The states took 8,000 nodes at most, at the end of a round." in finding.evidence
    assert "`--policy hierarchical:steal=half`" in all_text(diagnose(run_of(make_reach(busy=0.6))))


def test_short_operations_are_told_from_none():
    value = make_reach(busy=0.6)
    value["statistics"]["task_durations"] = [[60, 64, 99], [900_000_000, 1_000_000_000, 1]]
    (finding,) = diagnose(run_of(value)).findings
    assert finding.title == "Workers stole operations that were soon over"
    assert "Half of the 100 tasks took less than 62 ns." in finding.evidence


def test_few_operations_stolen_are_too_few():
    (finding,) = diagnose(run_of(make_reach(busy=0.6, tasks_each=2))).findings
    assert (finding.kind, finding.evidence[0]) == (findings.FEW, "4 tasks for 2 workers: 2.0 for each.")


def test_more_workers_than_processors_and_slow_steals_are_seen():
    assert findings.CROWDED in kinds(diagnose(run_of(make_reach(workers=4, processors=2))))
    slow = make_reach(localities=2, workers=1, busy=0.6, remote_latency_ns=10_000_000)
    assert findings.SLOW_STEALS in kinds(diagnose(run_of(slow)))


@pytest.mark.parametrize(
    "value", [make_reach(busy=0.6), grown_reach(busy=0.6), collected_reach(), make_reach(localities=2, busy=0.6)]
)
def test_nothing_that_others_have_is_said(value: dict[str, Any]):
    text = all_text(diagnose(run_of(value | {"seconds": 2.0})))
    for word in ("skeleton", "deque", "chunk", "pawn"):
        assert word not in text, word


# --- Pages


def test_the_sections_of_a_page(tmp_path: Path):
    text = make(tmp_path, "reach.json", make_reach(localities=2))
    sections = Page(text).sections
    assert sections == [
        "summary",
        "diagnosis",
        "key-figures",
        "rounds",
        "reached",
        "table",
        "idle-rate",
        "task-durations",
        "steal-latencies",
        "steals-within",
        "steals-between",
    ]
    for shown in (
        "strategy  par",
        "5 rounds  900 ms",
        "nodes at most  131,072, 50%",
        "operations known  250,000 of 1,000,000, 25%",
        "results for a place  2.86",
        "table  4.0 MiB",
        "each steal takes one task",
    ):
        assert shown in told(text), shown


def test_charts_of_rounds_have_their_own_times_and_show_where_the_table_grew(tmp_path: Path):
    figures = Page(make(tmp_path, "grown.json", grown_reach())).figures
    grew, others = figures["plot-rounds"]["data"]
    assert grew["name"] == "the table grew in it"
    assert (grew["x"], grew["y"]) == ([3, 5], [pytest.approx(0.5), pytest.approx(0.15)])
    assert others["x"] == [1, 2, 4, 6]
    assert figures["plot-table"]["data"][0]["x"] == [0.1, 0.2, 0.7, 0.8, 0.95, 1.0]
    assert "plot-reached" not in figures
    states, nodes = Page(make(tmp_path, "reach.json", make_reach())).figures["plot-reached"]["data"]
    assert states["y"][-1] == 1.5e20
    assert states["customdata"][-1] == "1.50 × 10^20"
    assert nodes["y"] == [40, 400, 4000, 8000, 7000]


def test_key_figures_tell_how_long_collections_and_growths_took(tmp_path: Path):
    value = with_diagrams(grown_reach(), collections=3, collecting_seconds=0.125)
    text = told(make(tmp_path, "both.json", value))
    assert "collections  3, 125 ms" in text
    assert "growths  4, 250 ms" in text
    assert "growths  0  of the table" in told(make(tmp_path, "none.json", make_reach()))


def test_rounds_that_were_not_counted_say_so(tmp_path: Path):
    assert "'--rounds' has them counted" in told(make(tmp_path, "grown.json", grown_reach())).replace("&#x27;", "'")
    assert "Saturation has one round" in told(
        make(tmp_path, "one.json", make_reach(strategy="saturation", rounds=({"seconds": 1.0, "table_nodes": 5},)))
    )


def test_a_box_of_the_trace_has_no_size():
    trace = parse_trace(json.dumps(synthetic.make_trace((("task", 0.0, 0.5),))), "trace.json")
    chart = timeline(run_of(make_reach()), trace)
    assert next(iter(chart.panels[0].figure.data[0].customdata)).startswith("1 task, 500 ms")


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.stem)
def test_what_the_command_printed_makes_a_page(tmp_path: Path, file: Path):
    text = make(tmp_path, file.name, file.read_text(encoding="utf-8"))
    assert "29,641" in told(text)
    page = Page(text)
    assert page.references == []
    figures = page.figures
    assert ("plot-rounds" in figures) == ("saturation" not in file.stem)
    assert ('"the table grew in it"' in page.scripts[0]) == ("bfs" in file.stem)  # of few buckets at first
    assert ("plot-steals-between" in figures) == ("two-localities" in file.stem)
    assert "plot-idle-rate" in figures
