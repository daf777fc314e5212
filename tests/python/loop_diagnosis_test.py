"""What the diagnosis finds in self-scheduled loops."""

from __future__ import annotations

import pytest
import synthetic_loops
from diagnoses import all_text, kinds, run_of
from scrump.report import findings
from scrump.report.diagnosis import diagnose


def test_who_finished_last_is_named_with_what_the_others_waited():
    (finding,) = diagnose(run_of(synthetic_loops.uneven_loop())).findings
    assert (finding.kind, finding.title) == (findings.UNEVEN, "Worker 3 finished last, 43% after the mean")
    assert finding.seconds == pytest.approx(3 * 0.4)
    assert finding.share == pytest.approx(0.3)
    assert finding.evidence == (
        "It had nothing left to do after 1.00 s; on average workers were finished after 700 ms.",
        "It had 50,000 iterations in 20 chunks; on average workers had 50.0 k in 20.",
    )


@pytest.mark.parametrize(
    ("technique", "advised"),
    [
        ("static", "`--technique fac2`"),
        ("gss:min=8", "`--technique fac2`"),
        ("fac2", "`--technique ss`"),
        ("ss", "divide the long ones"),
        ("tss", "`min`"),
    ],
)
def test_smaller_chunks_are_advised_where_there_are_smaller_ones(technique: str, advised: str):
    (finding,) = diagnose(run_of(synthetic_loops.uneven_loop() | {"technique": technique})).findings
    assert any(advised in each for each in finding.advice)


def test_parts_that_nothing_is_stolen_from_are_advised_to_have_it_stolen():
    value = synthetic_loops.make_loop(
        localities=2, workers=1, finished=(0.5, 1.0), steal_order="off", technique="static"
    )
    (finding,) = diagnose(run_of(value)).findings
    assert finding.title == "Worker 1.0 finished last, 33% after the mean"
    assert finding.advice == ("Let localities steal iterations of others: `--steal-order decentralised`.",)
    shared = synthetic_loops.make_loop(
        localities=2, workers=1, finished=(0.5, 1.0), over_parts=False, technique="static"
    )
    stolen_from = synthetic_loops.make_loop(localities=2, workers=1, finished=(0.5, 1.0), technique="static")
    for other in (shared, stolen_from):
        text = all_text(diagnose(run_of(other)))
        assert "Worker 1.0 finished last" in text
        assert "`--steal-order" not in text


def test_who_finished_last_is_known_without_the_workers_times():
    value = synthetic_loops.uneven_loop()
    del value["statistics"]
    (finding,) = diagnose(run_of(value)).findings
    assert (finding.kind, finding.title) == (findings.UNEVEN, "Worker 3 finished last, 43% after the mean")
    assert finding.seconds == pytest.approx(3 * 0.4)
    value["shares"] = []
    assert "nothing can be said" in diagnose(run_of(value)).headline


def test_workers_that_finished_together_were_held_back_by_nothing():
    found = diagnose(run_of(synthetic_loops.make_loop()))
    assert found.findings == ()
    assert "managed chunks" in found.headline
    assert "`--sequential`" in found.notes[0]


@pytest.mark.parametrize(
    ("technique", "advised"), [("ss", "`--technique fac2`"), ("fsc:size=2", "`size`"), ("gss", "`min=N`")]
)
def test_much_management_of_short_chunks_is_too_many_of_them(technique: str, advised: str):
    value = synthetic_loops.make_loop(managing=0.3, chunks_each=20_000, technique=technique)
    (finding,) = diagnose(run_of(value)).findings
    assert (finding.kind, finding.title) == (findings.FINE, "The chunks are too short")
    assert "40,000 chunks of 34.8 µs on average; managing cost 15.0 µs for each." in finding.evidence
    assert any(advised in each for each in finding.advice)


def test_slow_steals_of_iterations_are_paid_for_by_taking_more():
    value = synthetic_loops.make_loop(
        localities=2, workers=1, finished=(0.9, 0.9), latency_ns=20_000_000, steal_amount="0.1", stolen_each=5000
    )
    value["statistics"]["per_worker"] = [
        each | {"wait_time": 0.1, "total_time": 1.0} for each in value["statistics"]["per_worker"]
    ]
    value["statistics"] |= {"wait_time": 0.2, "total_time": 2.0}
    value["seconds"] = 1.0
    found = diagnose(run_of(value))
    slow = next(each for each in found.findings if each.kind == findings.SLOW_STEALS)
    assert slow.seconds == pytest.approx(8 * 0.0200005, rel=0.01)
    assert "Take more at a time: `--steal-amount 0.5`." in slow.advice
    assert any("`--least N`" in each for each in slow.advice)
    assert not any("tasks" in each for each in (*slow.evidence, *slow.advice))


def test_more_workers_than_processors_are_seen_in_loops():
    found = diagnose(run_of(synthetic_loops.make_loop(workers=4, finished=(1.0,) * 4, processors=2)))
    assert kinds(found) == [findings.CROWDED]


@pytest.mark.parametrize("make", [synthetic_loops.uneven_loop, synthetic_loops.parted_loop])
def test_nothing_that_searches_or_tasks_have_is_said_of_loops(make):
    value = make() | {"seconds": 2.0}
    text = all_text(diagnose(run_of(value)))
    for word in ("skeleton", "node", "tree", "search", "task", "spawn"):
        assert word not in text, word
