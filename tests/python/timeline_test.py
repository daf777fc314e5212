"""The trace of a run on its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import synthetic
import synthetic_loops
import synthetic_tasks
from scrump.report.cli import main
from scrump.report.errors import ReportError
from scrump.report.reading import read_run
from scrump.report.run import Recorded
from scrump.report.timeline import Stretch, coarsened, parse_trace, timeline

LOOP = (("task", 0.25, 0.35), ("look for work", 0.0, 0.25), ("wait for work", 0.6, 0.4))


def text_of(trace: dict) -> str:
    return json.dumps(trace)


def test_what_workers_did_is_read_in_the_order_of_time():
    trace = parse_trace(text_of(synthetic.make_trace(LOOP, LOOP[:1], dropped=3)), "trace.json")
    assert [each.what for each in trace.workers[0, 0]] == ["look for work", "task", "wait for work"]
    assert trace.workers[0, 0][1].size == 1000
    assert sorted(trace.workers) == [(0, 0), (0, 1)]  # the thread that sends messages is no worker
    assert trace.end == pytest.approx(1.0)
    assert trace.recorded == Recorded(events=5, dropped=3)


def test_what_lies_within_a_task_is_a_part_of_it():
    trace = parse_trace(text_of(synthetic.make_trace((("task", 0.0, 1.0), ("give work", 0.2, 0.1)))), "trace.json")
    assert [each.what for each in trace.workers[0, 0]] == ["task"]


def test_short_neighbours_become_one_and_long_ones_stay():
    def task(start: float, seconds: float) -> Stretch:
        return Stretch("task", start, start + seconds, size=10)

    looking = Stretch("look for work", 1.002, 1.0021)
    found = list(coarsened([task(0, 1), task(1, 0.002), looking, task(1.0021, 0.003), task(2, 1)], 0.01))
    assert [(each.start, each.end, each.number, each.size) for each in found] == [
        (0, 1, 1, 10),
        (1, pytest.approx(1.0051), 2, 20),
        (2, 3, 1, 10),
    ]
    many = [task(at * 1e-5, 1e-5) for at in range(10_000)]
    assert 9 <= len(list(coarsened(many, 0.01))) <= 11
    assert sum(each.number for each in coarsened(many, 0.01)) == 10_000


def test_a_gap_is_not_drawn_over():
    short = [Stretch("task", 0.0, 0.001), Stretch("task", 0.5, 0.501)]
    assert [(each.start, each.end) for each in coarsened(short, 0.01)] == [(0.0, 0.001), (0.5, 0.501)]


def test_chunks_are_told_with_their_iterations_and_tasks_without_any():
    trace = parse_trace(text_of(synthetic.make_trace(LOOP, dropped=2)), "trace.json")
    chart = timeline(read_run(synthetic_loops.make_loop(), "run.json"), trace)
    working, looking, waiting = chart.panels[0].figure.data
    assert (working.name, looking.name, waiting.name) == ("a chunk", "looking for work", "waiting for work")
    assert list(working.customdata) == ["1 chunk of 1,000 iterations, 350 ms, from 250 ms on"]
    assert list(waiting.base) == [pytest.approx(0.6)]
    assert "oldest 2 events" in chart.caption
    tasks = timeline(read_run(synthetic_tasks.make_tasks(), "run.json"), trace)
    assert list(tasks.panels[0].figure.data[0].customdata) == ["1 task, 350 ms, from 250 ms on"]
    assert timeline(read_run(synthetic_loops.make_loop(), "run.json"), parse_trace('{"traceEvents": []}', "t")).absent


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "trace.json:1: is empty"),
        ("[]", "trace.json: expected a trace, as '--trace' writes, found a list"),
        ('{"schema": "scrump-loop"}', "trace.json: traceEvents: is missing; expected a trace, as '--trace' writes"),
        (
            '{"traceEvents": [{"name": "task", "ph": "X", "pid": 0, "tid": 0, "ts": 1}]}',
            "trace.json: traceEvents[0].dur: is missing",
        ),
    ],
)
def test_what_is_no_trace_is_refused(text: str, expected: str):
    with pytest.raises(ReportError) as error:
        parse_trace(text, "trace.json")
    assert str(error.value) == expected


def test_the_page_has_the_trace_that_it_is_given(tmp_path: Path):
    run, trace = tmp_path / "run.json", tmp_path / "trace.json"
    run.write_text(json.dumps(synthetic_loops.make_loop()))
    trace.write_text(text_of(synthetic.make_trace(LOOP, LOOP)))
    assert main([str(run)]) == 0
    assert "plot-timeline" not in run.with_suffix(".html").read_text()
    assert main([str(run), "--trace", str(trace)]) == 0
    assert '<div class="plot" id="plot-timeline"' in run.with_suffix(".html").read_text()


@pytest.mark.parametrize(
    ("events", "dropped", "told"),
    [
        (4, 1200, ""),
        (4, 0, "has 4 events without the oldest 1,200, and this run's 4 events"),
        (819, 1200, "has 4 events without the oldest 1,200, and this run's 819 events without the oldest 1,200"),
    ],
)
def test_the_trace_of_another_run_is_refused(
    events: int, dropped: int, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    run, trace = tmp_path / "run.json", tmp_path / "trace.json"
    run.write_text(json.dumps(synthetic_loops.make_loop() | {"trace": {"events": events, "dropped": dropped}}))
    trace.write_text(text_of(synthetic.make_trace(LOOP, dropped=1200)))
    assert main([str(run), str(trace)]) == bool(told)
    assert capsys.readouterr().err == (told and f"scrump-report: {trace}: is the trace of another run: it {told}\n")


@pytest.mark.parametrize("arguments", [["t.json", "--trace", "u.json"], ["run.json", "--trace", "t", "-o", "t"]])
def test_a_trace_belongs_to_a_run_and_is_not_written_over(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    Path("run.json").write_text(json.dumps(synthetic_loops.make_loop()))
    for trace in ("t.json", "u.json"):
        Path(trace).write_text(text_of(synthetic.make_trace(LOOP)))
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "scrump-report: error: " in capsys.readouterr().err
