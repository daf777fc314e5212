"""Explorations of state spaces: how they are read, what held them back, and their pages."""

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
from scrump.report.reading import read_run
from scrump.report.states_run import StatesRun
from scrump.report.timeline import parse_trace, timeline
from synthetic_states import make_states, small_levels

REAL = sorted((Path(__file__).parent / "data").glob("states-*.json"))


def run_of(value: dict[str, Any]) -> StatesRun:
    run = read_run(value, "run.json")
    assert isinstance(run, StatesRun)
    return run


# --- Reading


def test_states_and_levels_are_read():
    run = run_of(make_states())
    assert (run.states, run.levels, run.stolen, run.by_levels) == (100_010, (1, 10_000, 80_000, 9999, 10), 20_000, True)
    assert run.answer == (("states", "100,010"), ("transitions", "300,030"), ("deadlocks", "0"))
    assert run.steal_latencies == ()  # which nobody measures
    assert (run.order, run.storage, run.expected_missed, run.paths) == ("breadth-first", "exact", 0, True)


@pytest.mark.parametrize(
    ("found", "told_of"),
    [
        ({"finding": "goal"}, "goal"),
        ({"finding": "deadlock", "steps": 6}, "deadlock, after 6 steps"),
        ({"finding": "violation", "invariant": "exclusion", "steps": 1}, "violation of exclusion, after 1 step"),
    ],
)
def test_what_was_found_is_the_answer(found: dict[str, Any], told_of: str):
    assert run_of(make_states() | found).answer[0] == ("found", told_of)


def test_levels_are_small_by_the_number_of_workers():
    run = run_of(small_levels())
    assert run.small_levels(256) == [0, 1, 2]
    assert run_of(make_states(levels=(511, 512), working=(0.9, 0.9))).small_levels(256) == [0]
    assert run_of(make_states(levels=(511, 512), working=(0.9,) * 4)).small_levels(256) == [0, 1]


@pytest.mark.parametrize(
    ("path", "bad", "expected"),
    [
        (("version",), 2, "version: 2 is newer than this program reads (1); update it"),
        (("states",), "many", "states: expected an integer, found text"),
        (("order",), 1, "order: expected text, found the number 1"),
        (("levels", 2), 0.5, "levels[2]: expected an integer, found the number 0.5"),
        (("stolen_between_localities",), 30_000, "stolen_between_localities: expected no more than the 20000 stolen, "
         "found 30000"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_by_its_key(path: tuple[Any, ...], bad: Any, expected: str):
    value = json.loads(json.dumps(make_states()))
    within = value
    for key in path[:-1]:
        within = within[key]
    within[path[-1]] = bad
    with pytest.raises(ReportError) as error:
        read_run(value, "run.json")
    assert str(error.value) == f"run.json: {expected}"


# --- Diagnosis


def test_busy_workers_were_held_back_by_nothing():
    found = diagnose(run_of(make_states()))
    assert found.findings == ()
    assert "Compare with a run of `--workers 1`" in found.notes[0]


def test_small_levels_cost_their_share_of_the_meetings():
    found = diagnose(run_of(small_levels()))
    assert kinds(found) == [findings.SMALL_LEVELS, findings.STARVATION]
    small, rest = found.findings
    assert small.seconds == pytest.approx(0.8 * 3 / 4)
    assert small.evidence[0].startswith(
        "3 of 4 levels had fewer than 256 states for each worker, and 5.8% of all states"
    )
    assert any("`--order depth-first`" in each for each in small.advice)
    assert rest.title == "Workers waited at the end of levels"
    assert rest.seconds == pytest.approx(0.8 / 4)


def test_who_worked_longest_is_named_with_what_was_stolen():
    found = diagnose(run_of(make_states(levels=(90_000,), working=(0.9, 0.5))))
    assert kinds(found) == [findings.UNEVEN, findings.STARVATION]
    finding = found.findings[0]
    assert (finding.kind, finding.title) == (findings.UNEVEN, "Worker 0 worked longest, 29% longer than the mean")
    assert finding.seconds == pytest.approx(0.4)
    assert finding.evidence == (
        "It worked for 900 ms; on average workers did for 700 ms.",
        "22% of the states were stolen.",
        "40 of 50 steals, 80%, got states, 500 of them at a time.",
    )


def test_uneven_work_is_measured_and_comes_before_small_levels():
    found = diagnose(run_of(make_states(levels=(1, 100, 511, 10_000), working=(0.8, 0.4))))
    assert kinds(found) == [findings.UNEVEN, findings.SMALL_LEVELS, findings.STARVATION]
    assert [each.seconds for each in found.findings] == pytest.approx([0.4, 0.4 * 3 / 4, 0.4 / 4])


def test_localities_are_told_apart():
    value = make_states(levels=(90_000,), working=(0.9, 0.5), localities=2, stolen_between=20_000)
    text = all_text(diagnose(run_of(value)))
    assert "Locality 1 waited far more than the others" in text
    assert findings.SLOW_STEALS not in kinds(diagnose(run_of(value)))


def test_waiting_in_depth_first_order_is_for_states():
    found = diagnose(run_of(make_states(order="depth-first", working=(0.6, 0.6))))
    (finding,) = found.findings
    assert finding.title == "Workers waited for states to expand"
    assert any("`--order breadth-first`" in each for each in finding.advice)
    assert "level" not in "".join(finding.evidence)


@pytest.mark.parametrize(("stolen", "told_of"), [(50_000, False), (60_000, True)])
def test_much_that_was_stolen_is_told(stolen: int, told_of: bool):
    text = all_text(diagnose(run_of(make_states(stolen=stolen))))
    assert ("60% of the states were expanded by another worker" in text) == told_of
    assert "another locality" not in text
    away = all_text(diagnose(run_of(make_states(stolen=stolen, stolen_between=stolen, localities=2))))
    assert ("60% of the states went to another locality" in away) == told_of


def test_a_run_without_memory_is_advised_to_keep_less():
    stopped = {"status": "stopped", "stopped_by": "memory-limit"}
    text = all_text(diagnose(run_of(make_states() | stopped)))
    assert "no memory for more states, of 27.5 bytes each" in text
    assert "`--no-paths`" in text
    assert "`--storage hash-compaction`" in text
    compact = make_states(storage="hash-compaction", working=(0.99,)) | stopped | {"paths": False}
    text = all_text(diagnose(run_of(compact)))
    assert "no memory for more states" in text
    assert "`--no-paths`" not in text
    assert "`--storage hash-compaction`" not in text


@pytest.mark.parametrize("value", [small_levels(), make_states(working=(0.9, 0.5)), make_states(working=(0.2,) * 4)])
def test_findings_cost_no_more_than_was_lost_and_speak_of_states(value: dict[str, Any]):
    run = run_of(value)
    found = diagnose(run)
    assert run.times is not None
    assert 0 < sum(each.seconds for each in found.findings) <= run.times.waiting + 1e-9
    for word in ("skeleton", "deque", "node", "pawn", "policy"):
        assert word not in all_text(found), word


def test_more_workers_than_processors_are_seen():
    assert kinds(diagnose(run_of(make_states(working=(0.99,) * 4, processors=2)))) == [findings.CROWDED]


# --- Pages


def test_the_sections_of_a_page(tmp_path: Path):
    text = make(tmp_path, "states.json", make_states())
    sections = Page(text).sections
    assert sections == [
        "summary",
        "diagnosis",
        "key-figures",
        "levels",
        "idle-rate",
        "task-durations",
        "steals-within",
    ]
    for shown in (
        "order  breadth-first",
        "storage  exact",
        "speed  100 k states/s",
        "memory of a state  27.5 bytes",
        "states stolen  20,000, 20%",
        "5 levels; the largest is level 2, of 80,000 states. 2 of them have fewer than 256 states for each worker",
        "a steal takes many states",
    ):
        assert shown in told(text), shown
    for of_others in ("policy", "absent", "pool", "phase", "expected to be missed"):
        assert of_others not in told(text), of_others


def test_the_chart_of_levels_shows_those_that_are_too_small(tmp_path: Path):
    levels, enough = Page(make(tmp_path, "states.json", make_states())).figures["plot-levels"]["data"]
    assert levels["y"] == [1, 10_000, 80_000, 9999, 10]
    colours = levels["marker"]["color"]
    assert colours[0] == colours[4] != colours[1] == colours[3]
    assert enough["y"] == [512, 512]


def test_depth_first_order_has_no_levels(tmp_path: Path):
    text = make(tmp_path, "states.json", make_states(order="depth-first", storage="hash-compaction"))
    assert "levels" not in Page(text).ids
    assert "expected to be missed  1.5e-09" in told(text)


def test_a_box_of_the_trace_tells_its_states():
    trace = synthetic.make_trace((("task", 0.0, 0.5),))
    chart = timeline(run_of(make_states()), parse_trace(json.dumps(trace), "trace.json"))
    assert "state" in next(iter(chart.panels[0].figure.data[0].customdata))


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.stem)
def test_what_the_command_printed_makes_a_page(tmp_path: Path, file: Path):
    text = make(tmp_path, file.name, file.read_text(encoding="utf-8"))
    page = Page(text)
    assert page.references == []
    figures = page.figures
    assert ("plot-levels" in figures) == ("depth-first" not in file.stem)
    assert ("plot-steals-within" in figures) == ("two-localities" not in file.stem)
    assert ("deadlock, after 6 steps" in told(text)) == (file.stem == "states-deadlock")
