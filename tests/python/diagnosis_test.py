"""What the diagnosis finds in searches that have one thing wrong, and in those that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import synthetic
from diagnoses import all_text, kinds, run_of
from scrump.report import findings
from scrump.report.causes import quantile
from scrump.report.diagnosis import diagnose
from scrump.report.run import Bucket
from scrump.report.search_diagnosis import serial_stretches
from scrump.report.search_run import History, WorkerHistory


def test_a_busy_run_was_held_back_by_nothing_and_the_reader_is_told_what_that_does_not_mean():
    found = diagnose(run_of(synthetic.good_run()))
    assert found.findings == ()
    assert found.headline.startswith("Nothing that Scrump can measure: it was busy computing.")
    assert "memory bandwidth" in found.notes[0]
    assert "share a core" in found.notes[0]
    assert "number of nodes" in found.notes[0]


def test_workers_without_work_starve():
    run = run_of(synthetic.starving_run())
    (finding,) = diagnose(run).findings
    assert finding.kind == findings.STARVATION
    assert run.times is not None
    assert finding.seconds == pytest.approx(run.times.waiting, rel=0.05)
    assert finding.share == pytest.approx(run.times.waiting / run.times.total, rel=0.05)
    assert "of 8 computed" in finding.evidence[0]
    assert any("`--skeleton budget:backtracks=5000`" in each for each in finding.advice)
    assert any("`--skeleton adaptive`" in each for each in finding.advice)


def test_fewer_workers_are_advised_where_fewer_had_work():
    run = run_of(synthetic.make_run(busy=lambda *_: 0.5, workers=8))
    (finding,) = diagnose(run).findings
    assert any("`--workers 4`" in each for each in finding.advice)


def test_short_tasks_with_much_management_are_too_fine():
    run = run_of(synthetic.fine_run())
    (finding,) = diagnose(run).findings
    assert finding.kind == findings.FINE
    assert finding.share == pytest.approx(0.29, abs=0.005)
    assert any("`--skeleton budget:backtracks=100`" in each for each in finding.advice)
    assert any("9,600,000 tasks of 1." in each for each in finding.evidence)


def test_much_management_of_long_tasks_is_not_a_matter_of_grain():
    run = run_of(synthetic.make_run(busy=lambda *_: 0.7, managing=0.29, tasks_each=500))
    assert kinds(diagnose(run)) == [findings.MANAGEMENT]


@pytest.mark.parametrize(
    ("skeleton", "won", "advised"),
    [("adaptive", 1, True), ("adaptive", 9, False), ("steal-stack:protocol=distributed-memory,chunk=5", 1, False)],
)
def test_other_victims_are_advised_if_steals_were_in_vain_and_there_is_a_choice(skeleton: str, won: int, advised: bool):
    value = synthetic.make_run(busy=lambda *_: 0.7, managing=0.29, tasks_each=500, skeleton=skeleton)
    value["statistics"] |= {"steals_tried": 10, "steals_won": won}
    said = all_text(diagnose(run_of(value)))
    assert "Looking for work counts as management" in said
    assert ("Most steals failed" in said) == (won < 5)
    assert ("--policy" in said) == advised


@pytest.mark.parametrize("value", [synthetic.cluster_run, synthetic.slow_steals_run, synthetic.refused_steals_run])
def test_steal_stacks_have_no_policies(value: Callable[[], dict[str, Any]]):
    assert "--policy" in all_text(diagnose(run_of(value())))
    assert "--policy" not in all_text(diagnose(run_of(value() | {"skeleton": "steal-stack:protocol=shared-memory"})))


def test_fewer_tasks_than_can_go_round_are_too_few():
    found = diagnose(run_of(synthetic.few_tasks_run()))
    assert kinds(found) == [findings.FEW]
    finding = found.findings[0]
    assert "16 tasks for 8 workers: 2.0 for each." in finding.evidence
    assert any("one worker at most was busy" in each for each in finding.evidence)
    assert any("`--skeleton depth-bounded:depth=3`" in each for each in finding.advice)


def test_few_tasks_do_not_matter_if_nobody_waited():
    assert kinds(diagnose(run_of(synthetic.make_run(tasks_each=1)))) == []


@pytest.mark.parametrize(
    ("run", "kind", "share"),
    [
        (synthetic.serial_end_run(), findings.SERIAL_END, 0.30 * 7 / 8),
        (synthetic.serial_start_run(), findings.SERIAL_START, 0.25 * 7 / 8),
    ],
)
def test_one_worker_alone_at_an_end_of_the_run_is_seen_in_the_history(run, kind, share):
    found = diagnose(run_of(run))
    assert kinds(found) == [kind]
    assert found.findings[0].share == pytest.approx(share, abs=0.01)


def test_a_slow_locality_and_one_that_waits_are_told_apart():
    found = diagnose(run_of(synthetic.cluster_run()))
    assert kinds(found)[:2] == [findings.SLOW_LOCALITY, findings.WAITING_LOCALITY]
    slow, waiting = found.findings[:2]
    assert slow.title == "Locality 1 (rank 1 on node0) computes slowly"
    assert waiting.title == "Locality 3 (rank 3 on node1) waited far more than the others"
    # At the others' speed it would have needed 0.9 / 1.6 of its time.
    run = run_of(synthetic.cluster_run())
    working = sum(each.counts.times.working for each in run.workers if each.locality == 1 and each.counts.times)
    assert slow.seconds == pytest.approx(working * (1 - 0.9 / 1.6), rel=0.05)
    assert any("160 tasks" in each for each in waiting.evidence)


def test_localities_of_about_one_speed_are_not_slow():
    value = synthetic.make_run(localities=3, workers=2, speed=lambda locality: 1.6e6 * (1 - 0.1 * locality))
    assert kinds(diagnose(run_of(value))) == []


def test_slow_steals_between_localities_cost_the_time_that_they_were_under_way():
    run = run_of(synthetic.slow_steals_run())
    found = diagnose(run)
    assert findings.SLOW_STEALS in kinds(found)
    assert findings.REFUSED_STEALS not in kinds(found)
    finding = next(each for each in found.findings if each.kind == findings.SLOW_STEALS)
    under_way = sum(each.count * (each.low + each.high) / 2 for each in run.remote_steal_latencies)
    assert run.times is not None
    assert finding.seconds == pytest.approx(min(under_way, run.times.waiting))


def test_more_workers_than_processors_are_told_from_slow_steals():
    run = run_of(synthetic.crowded_run())
    found = diagnose(run)
    assert found.findings[0].kind == findings.CROWDED
    assert findings.SLOW_STEALS not in kinds(found)
    assert findings.REFUSED_STEALS not in kinds(found)
    finding = found.findings[0]
    assert "desk had 2 processors for 4 workers." in finding.evidence
    assert any("Fewer processes on a host" in each for each in finding.advice)
    # Two of four workers can compute at a time; 80% of the time, less what is lost at random, they seemed to.
    assert run.times is not None
    beyond = run.times.working - run.times.total / 2
    under_way = sum(each.count * (each.low + each.high) / 2 for each in run.remote_steal_latencies)
    refused = 4 * 80 * quantile(run.remote_steal_latencies, 0.5)
    assert under_way + refused < run.times.waiting  # there would be some left for others to explain
    assert finding.seconds == pytest.approx(beyond + under_way + refused)


def test_processors_of_simulated_machines_are_not_shared():
    run = run_of(synthetic.crowded_run() | {"simulated": {"hosts": 2}})
    assert findings.CROWDED not in kinds(diagnose(run))
    assert "share" not in all_text(diagnose(run))


def test_the_same_steals_with_a_processor_for_each_worker_are_slow():
    value = synthetic.crowded_run()
    for each in value["statistics"]["per_locality"]:
        each["processors"] = [each["locality"]]
    assert findings.CROWDED not in kinds(diagnose(run_of(value)))
    assert findings.SLOW_STEALS in kinds(diagnose(run_of(value)))
    for each in value["statistics"]["per_locality"]:
        each["processors"] = []  # it is not known
    assert findings.CROWDED not in kinds(diagnose(run_of(value)))


def test_one_process_with_more_workers_than_processors_is_advised_to_have_fewer():
    value = synthetic.make_run(workers=8, processors=lambda *_: [0, 1, 2])
    (finding,) = diagnose(run_of(value)).findings
    assert finding.kind == findings.CROWDED
    assert finding.evidence[0] == "node0 had 3 processors for 8 workers."
    assert finding.advice == ("As many workers as there are processors: `--workers 3`.",)
    assert finding.share == pytest.approx(0.98 - 3 / 8, abs=0.01)


@pytest.mark.parametrize(
    ("policy", "skeleton", "advised"),
    [
        ("sticky-random", "adaptive", None),
        ("sticky-random:steal=half", "adaptive", None),
        ("random:steal=all", "adaptive", None),
        ("random:steal=one", "adaptive", "`--policy random:steal=half`"),
        ("performance-driven:tuned,steal=chunk,chunk=2", "budget", "`--policy performance-driven:tuned,steal=half`"),
        ("sticky-random", "ordered:depth=0,window=128", "`--policy sticky-random:steal=half`"),
    ],
)
def test_half_is_advised_where_less_is_taken(policy: str, skeleton: str, advised: str | None):
    value = synthetic.slow_steals_run()
    value |= {"policy": policy, "skeleton": skeleton}
    found = next(each for each in diagnose(run_of(value)).findings if each.kind == findings.SLOW_STEALS)
    texts = [each for each in found.advice if "steal=" in each]
    assert texts == ([f"Take more at a time: {advised}."] if advised else [])


def test_who_is_on_one_host_is_not_sent_to_nearer_ones():
    value = synthetic.slow_steals_run()
    assert "`--policy hierarchical`" in all_text(diagnose(run_of(value)))
    for each in value["statistics"]["per_locality"]:
        each["host"] = "desk"
        each["processors"] = [2 * each["locality"], 2 * each["locality"] + 1]
    text = all_text(diagnose(run_of(value)))
    assert "`--policy hierarchical`" not in text
    assert "all are on one host" in text


def test_refused_steals_between_localities():
    found = diagnose(run_of(synthetic.refused_steals_run()))
    assert findings.REFUSED_STEALS in kinds(found)
    finding = next(each for each in found.findings if each.kind == findings.REFUSED_STEALS)
    assert any("16.0 k of 16.4 k requests" in each for each in finding.evidence)
    assert any("`--policy performance-driven`" in each for each in finding.advice)


def test_a_policy_that_is_in_use_is_not_advised():
    value = synthetic.refused_steals_run()
    value["policy"] = "performance-driven:tuned"
    assert "`--policy performance-driven`" not in all_text(diagnose(run_of(value)))


def test_tasks_that_took_longer_than_alone_are_contention():
    value = synthetic.good_run()
    value["statistics"] |= {"wait_time_per_task_us": 1000.0, "wait_time_per_core_s": 3.1}
    (finding,) = diagnose(run_of(value)).findings
    assert finding.kind == findings.CONTENTION
    assert finding.seconds == pytest.approx(8 * 3.1)
    assert any("1.00 ms are that" in each for each in finding.evidence)
    value["statistics"] |= {"wait_time_per_task_us": -3.0, "wait_time_per_core_s": -0.01}
    found = diagnose(run_of(value))
    assert found.findings == ()
    assert "did not take much longer than on one worker" in found.notes[0]


def test_time_without_workers_is_counted():
    value = synthetic.good_run()
    value["seconds"] *= 2
    found = diagnose(run_of(value))
    assert kinds(found) == [findings.OUTSIDE]
    assert found.findings[0].share == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    "make",
    [
        synthetic.starving_run,
        synthetic.fine_run,
        synthetic.few_tasks_run,
        synthetic.serial_end_run,
        synthetic.slow_steals_run,
        synthetic.refused_steals_run,
        synthetic.crowded_run,
        synthetic.cluster_run,
    ],
)
def test_findings_are_ranked_and_never_cost_more_than_was_lost(make):
    run = run_of(make())
    found = diagnose(run)
    costs = [finding.seconds for finding in found.findings]
    assert costs == sorted(costs, reverse=True)
    assert run.times is not None
    # Two of them lose time while they compute.
    computing = (findings.SLOW_LOCALITY, findings.CROWDED)
    while_idle = sum(each.seconds for each in found.findings if each.kind not in computing)
    assert while_idle <= run.times.waiting + run.times.managing + 1e-9
    assert all(finding.share >= findings.MATTERS and finding.evidence for finding in found.findings)


def test_one_worker_is_told_that_it_was_alone():
    value = synthetic.make_run(workers=1, skeleton="sequential")
    found = diagnose(run_of(value))
    assert kinds(found) == []
    assert "The one worker computed for 98% of its time, waited for work for 1." in found.headline
    assert "`--workers N`" in found.notes[0]


def test_short_and_stopped_runs_are_taken_with_care():
    value = synthetic.make_run(seconds=0.02)
    value["status"], value["stopped_by"] = "stopped", "time-limit"
    notes = diagnose(run_of(value)).notes
    assert any("20.0 ms only" in each for each in notes)
    assert any("was stopped" in each for each in notes)


def test_without_times_nothing_is_said_but_why():
    found = diagnose(run_of(synthetic.old_run()))
    assert found.findings == ()
    assert "nothing can be said" in found.headline
    assert "Nothing that Scrump can measure" not in found.headline


def test_serial_stretches_need_a_parallel_part():
    def history(*busy: tuple[float, ...]) -> History:
        workers = tuple(WorkerHistory(0, at, each, each) for at, each in enumerate(busy))
        return History(0.5, workers)

    assert serial_stretches(None) == (None, None)
    assert serial_stretches(history((1, 1, 1))) == (None, None)
    assert serial_stretches(history((1, 1, 1), (0, 0, 0))) == (None, None)
    start, end = serial_stretches(history((1, 1, 1, 1, 0.3), (0, 1, 0, 0, 0)))  # the last interval is never full
    assert start is not None
    assert end is not None
    assert (start.seconds, start.lost) == (0.5, 0.5)
    assert (end.seconds, end.lost) == (1.0, 1.0)
    uneven, _ = serial_stretches(history((1, 1, 1), (0, 1)))
    assert uneven is not None


def test_quantiles_are_of_counts():
    histogram = (Bucket(0, 2, 50), Bucket(2, 4, 49), Bucket(8, 10, 1))
    assert [quantile(histogram, share) for share in (0.5, 0.99, 1)] == [1, 3, 9]
    assert quantile((), 0.5) == 0


def test_any_skeleton_gets_advice_that_its_reader_can_use():
    for skeleton in ("sequential", "depth-bounded:depth=2", "stack-stealing:chunked=1", "budget:backtracks=50000",
                     "budget", "adaptive:interval=5", "ordered:depth=0,window=128", "adaptive"):  # fmt: skip
        for make in (synthetic.starving_run, synthetic.fine_run):
            run = replace(run_of(make()), skeleton=skeleton)
            (finding,) = diagnose(run).findings
            assert finding.advice, skeleton
