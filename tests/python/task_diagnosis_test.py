"""What the diagnosis finds in fork-join tasks."""

from __future__ import annotations

import pytest
import synthetic_tasks
from diagnoses import all_text, kinds, run_of
from scrump.report import findings
from scrump.report.diagnosis import diagnose


def test_busy_tasks_were_held_back_by_nothing_and_are_compared_with_their_twin():
    found = diagnose(run_of(synthetic_tasks.make_tasks()))
    assert found.findings == ()
    assert "`--sequential`" in found.notes[0]
    assert "nodes" not in all_text(found)
    assert "`--reference`" not in all_text(found)


def test_few_steals_of_waiting_workers_are_too_little_spawned():
    (finding,) = diagnose(run_of(synthetic_tasks.few_steals_run())).findings
    assert finding.kind == findings.FEW
    assert finding.title == "Too little was spawned that others could steal"
    assert finding.evidence[:2] == (
        "8 tasks for 4 workers: 2.0 for each.",
        "4 steals of 2.00 k tried got a task; what nobody stole is not counted.",
    )
    assert finding.advice[0].startswith("Spawn more, and before the work is begun")
    assert any("`fork.communicate()`" in each for each in finding.advice)
    assert any("`--workers 2`" in each for each in finding.advice)


def test_idle_workers_with_many_long_tasks_found_nothing_to_steal():
    (finding,) = diagnose(run_of(synthetic_tasks.make_tasks(busy=0.7))).findings
    assert (finding.kind, finding.title) == (findings.STARVATION, "Workers found nothing to steal")
    assert finding.advice[0].startswith("Spawn more")


def test_much_management_of_tiny_tasks_is_too_much_spawned():
    (finding,) = diagnose(run_of(synthetic_tasks.tiny_tasks_run())).findings
    assert finding.kind == findings.FINE
    assert any("200,000 tasks of 6.00 µs on average" in each for each in finding.evidence)
    assert finding.advice[0].startswith("Call instead of spawning")
    assert "Take more at a time: `--policy hierarchical:steal=half`." in finding.advice


def test_much_management_of_long_tasks_is_looking_for_work():
    found = diagnose(run_of(synthetic_tasks.make_tasks(busy=0.6, managing=0.39)))
    (finding,) = found.findings
    assert finding.kind == findings.MANAGEMENT
    assert any(each.startswith("Spawn more") for each in finding.advice)
    assert "skeleton" not in all_text(found)


def test_round_trips_stand_beside_the_management_that_they_are_a_part_of():
    value = synthetic_tasks.make_tasks(localities=2, busy=0.6, managing=0.39, round_trips=120)
    (finding,) = diagnose(run_of(value)).findings
    assert "3.0 round trips between localities for each steal; one that gets a task takes 2." in finding.evidence
    value = synthetic_tasks.make_tasks(localities=1, busy=0.6, managing=0.39)
    assert "round trips" not in all_text(diagnose(run_of(value)))


def test_waiting_between_tiny_tasks_is_not_for_want_of_tasks():
    (finding,) = diagnose(run_of(synthetic_tasks.make_tasks(busy=0.6, tasks_each=100_000))).findings
    assert (finding.kind, finding.title) == (findings.STARVATION, "Workers stole tasks that were soon over")
    assert not any("Spawn more" in each for each in finding.advice)
    assert any("Call instead of spawning" in each for each in finding.advice)


@pytest.mark.parametrize(("deque", "advised"), [("private", True), ("split", False)])
def test_a_deque_that_thieves_need_not_ask_is_advised_where_they_do(deque: str, advised: bool):
    for value in (synthetic_tasks.few_steals_run(), synthetic_tasks.tiny_tasks_run()):
        assert ("`--deque split`" in all_text(diagnose(run_of(value | {"deque": deque})))) == advised


def test_more_workers_than_processors_are_seen_in_tasks():
    found = diagnose(run_of(synthetic_tasks.make_tasks(workers=4, processors=2)))
    (finding,) = found.findings
    assert finding.kind == findings.CROWDED
    assert "desk had 2 processors for 4 workers." in finding.evidence
    assert finding.advice == ("As many workers as there are processors: `--workers 2`.",)


def test_round_trips_that_got_nothing_are_counted_not_guessed():
    value = synthetic_tasks.refused_tasks_run()
    run = run_of(value)
    finding = next(each for each in diagnose(run).findings if each.kind == findings.REFUSED_STEALS)
    # 40 steals took two round trips each; 2000 more got nothing, and a trip takes half of what a steal does.
    assert finding.seconds == pytest.approx(2000 * 0.4005e-3 / 2, rel=0.01)
    assert any("52.0 round trips between localities for each steal" in each for each in finding.evidence)
    del value["between_localities"]
    guessed = next(each for each in diagnose(run_of(value)).findings if each.kind == findings.REFUSED_STEALS)
    assert guessed.seconds > 2 * finding.seconds


@pytest.mark.parametrize(("policy", "other"), [("hierarchical", "sticky-random"), ("sticky-random", "hierarchical")])
def test_tasks_are_not_sent_to_policies_that_look_at_loads(policy: str, other: str):
    text = all_text(diagnose(run_of(synthetic_tasks.refused_tasks_run() | {"policy": policy})))
    assert f"Compare with another policy: `--policy {other}`." in text
    assert "performance-driven" not in text


@pytest.mark.parametrize(
    "make", [synthetic_tasks.few_steals_run, synthetic_tasks.tiny_tasks_run, synthetic_tasks.refused_tasks_run]
)
def test_nothing_that_searches_alone_have_is_said_of_tasks(make):
    text = all_text(diagnose(run_of(make())))
    for word in ("skeleton", "nodes", "tree", "search"):
        assert word not in text, word


def test_workers_that_were_there_for_a_part_of_tasks_are_not_told_of_a_search():
    found = diagnose(run_of(synthetic_tasks.make_tasks() | {"seconds": 2.0}))
    assert kinds(found) == [findings.OUTSIDE]
    assert "search" not in all_text(found)
    assert any("`Session`" in each for each in found.findings[0].advice)
