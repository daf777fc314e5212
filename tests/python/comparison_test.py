"""Several runs side by side: what is said of them, how time falls with workers, and the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import synthetic
import synthetic_loops
import synthetic_states
import synthetic_tasks
from scrump.report.cli import main
from scrump.report.comparison import NamedRun, curves, differing, measure, notes, sharing
from scrump.report.reading import read_run


def named(name: str, value: dict[str, Any]) -> NamedRun:
    return NamedRun(name, read_run(value, f"{name}.json"))


def run_of(name: str, workers: int, seconds: float, **other: Any) -> NamedRun:
    processors = {"processors": lambda _, workers: list(range(workers))}
    return named(name, synthetic.make_run(workers=workers, seconds=seconds, **processors, **other))


def test_speed_up_is_to_the_fewest_workers_and_of_medians():
    runs = [
        run_of("a", 1, 8.0),
        run_of("b", 2, 5.0),
        run_of("c", 2, 4.0),
        run_of("d", 2, 100.0),
        run_of("e", 4, 2.5),
    ]
    (curve,) = curves(runs)
    assert curve.label == ""
    assert [(point.workers, point.seconds) for point in curve.points] == [(1, 8.0), (2, 5.0), (4, 2.5)]
    assert [point.speed_up for point in curve.points] == pytest.approx([1, 1.6, 3.2])
    assert curve.points[-1].efficiency == pytest.approx(0.8)


def test_fewest_workers_that_are_several_count_as_many_times():
    (curve,) = curves([run_of("a", 2, 8.0), run_of("b", 4, 5.0)])
    assert [point.speed_up for point in curve.points] == pytest.approx([2, 3.2])


def test_runs_that_differ_in_more_have_a_curve_each():
    runs = [
        run_of("a", 1, 8.0),
        run_of("b", 2, 4.0),
        run_of("c", 1, 9.0, skeleton="budget"),
        run_of("d", 2, 6.0, skeleton="budget"),
        run_of("e", 2, 7.0, skeleton="ordered"),
    ]
    assert differing(runs) == ["skeleton"]
    assert [curve.label for curve in curves(runs)] == ["adaptive", "budget"]


def test_stopped_runs_are_in_no_curve_and_said_to_be():
    stopped = synthetic.make_run(workers=2, seconds=1.0)
    stopped |= {"status": "stopped", "stopped_by": "time-limit"}
    runs = [run_of("a", 1, 8.0), named("b", stopped)]
    assert curves(runs) == []
    assert any(note.startswith("b was stopped") for note in notes(runs))


def test_what_must_be_known_is_said():
    assert notes([run_of("a", 1, 8.0), run_of("b", 2, 4.0)]) == []
    other = synthetic.make_run(workers=8)
    other["objective"] = 22
    other["program"] = "scrump 0.2.0"
    said = " ".join(notes([named("a", synthetic.make_run(workers=8)), named("b", other)]))
    assert "do not agree, which must not be: a objective 21, b objective 22" in said
    assert "different versions: a scrump 0.1.0, b scrump 0.2.0" in said
    other["instance"] = {"graph": "another"}
    said = " ".join(notes([named("a", synthetic.make_run(workers=8)), named("b", other)]))
    assert "did not do the same" in said
    assert "do not agree" not in said


def states(name: str, changed: dict[str, Any], **made: Any) -> NamedRun:
    return named(name, synthetic_states.make_states(**made) | changed)


def test_explorations_that_may_differ_need_not_agree():
    exact = states("a", {})
    assert notes([exact, states("b", {"states": 90_021})])[0].startswith("Complete runs of one instance do not agree")
    missed = states("b", {"states": 90_018, "expected_missed": 1.7}, storage="bit-state")
    assert notes([exact, missed]) == ["b is expected to have missed 1.7 states, as not all of each is kept."]
    ended = {"all_expanded": False, "finding": "deadlock", "steps": 9}
    assert notes([exact, states("b", {"states": 2786, **ended}), states("c", {"states": 198, **ended})]) == []


def bound(*processors: list[int], workers: int = 1) -> list[str]:
    """What is said of localities on one host that can use these."""
    value = synthetic.make_run(
        localities=len(processors), workers=workers, host=lambda _: "node", processors=lambda at, _: processors[at]
    )
    return sharing(read_run(value, "run.json"))


def test_processes_that_share_cores_are_named():
    assert bound([0], [1]) == []
    assert bound([0, 1], [0, 1]) == []
    assert bound([0], [0], [1, 2, 3]) == [
        "processes share cores: the 2 workers of localities 0 and 1 on node have 1 processor."
    ]
    assert bound([0, 1], [0, 1], workers=2) == [
        "processes share cores: the 4 workers of localities 0 and 1 on node have 2 processors."
    ]
    assert bound([0, 1], workers=3) == ["3 workers on node share 2 processors."]


@pytest.mark.parametrize(
    ("value", "called"),
    [
        (synthetic.make_run(), "nodes"),
        (synthetic_states.make_states(), "states"),
        (synthetic_loops.make_loop(), "iterations"),
        (synthetic_tasks.make_tasks(), "tasks"),
    ],
)
def test_work_is_what_the_column_says(value: dict[str, Any], called: str):
    run = named("a", value)
    assert (measure([run]), run.work) == (called, {**value["statistics"], **value}[called])


def write(folder: Path, name: str, value: dict[str, Any]) -> str:
    (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return str(folder / name)


def test_the_page_has_ratios_bars_and_the_curve(tmp_path: Path):
    one = write(tmp_path, "one.json", synthetic.make_run(workers=1, seconds=8.0))
    two = write(tmp_path, "two.json", synthetic.make_run(workers=2, seconds=5.0))
    assert main([one, two]) == 0
    page = (tmp_path / "comparison.html").read_text(encoding="utf-8")
    for part in ('id="plot-times"', 'id="plot-work"', 'id="plot-speed-up"', ">0.62<", "2 runs compared"):
        assert part in page, part
    assert not (tmp_path / "one.html").exists()


@pytest.mark.parametrize(
    "other",
    [synthetic_tasks.make_tasks(), synthetic_loops.make_loop(), synthetic.old_run(), synthetic_loops.parted_loop()],
)
def test_runs_of_any_kind_can_be_compared(tmp_path: Path, other: dict[str, Any]):
    first = write(tmp_path, "a.json", synthetic.make_run(workers=2))
    assert main([write(tmp_path, "b.json", other), first, "-o", str(tmp_path / "page.html")]) == 0
    assert "did not do the same" in (tmp_path / "page.html").read_text(encoding="utf-8") or other == synthetic.old_run()


def test_a_trace_is_known_when_it_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = write(tmp_path, "run.json", synthetic_loops.make_loop())
    trace = write(tmp_path, "trace.json", {"traceEvents": [], "otherData": {"schema": "scrump-trace", "version": 1}})
    assert main([run, trace]) == 0
    assert "The trace has no tasks of any worker." in (tmp_path / "run.html").read_text(encoding="utf-8")
    assert main([trace]) == 1
    assert "is a trace" in capsys.readouterr().err
    another = write(tmp_path, "another.json", synthetic_loops.make_loop())
    with pytest.raises(SystemExit):
        main([run, another, trace])
    assert "is a trace, which belongs to one run" in capsys.readouterr().err
