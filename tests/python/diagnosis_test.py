"""What the diagnosis finds in runs that have one thing wrong, and in those that have none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import synthetic
from scrump.report import findings
from scrump.report.causes import quantile
from scrump.report.diagnosis import diagnose
from scrump.report.findings import Diagnosis
from scrump.report.reading import read_run
from scrump.report.run import Bucket, Run
from scrump.report.search_diagnosis import serial_stretches
from scrump.report.search_run import History, WorkerHistory


def run_of(value: dict[str, Any]) -> Run:
    return read_run(value, "run.json")


def kinds(found: Diagnosis) -> list[str]:
    return [finding.kind for finding in found.findings]


def all_text(found: Diagnosis) -> str:
    parts = [found.headline, *found.notes]
    for finding in found.findings:
        parts += [finding.title, *finding.evidence, *finding.advice]
    return "\n".join(parts)


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


# --- Tasks of fork and join


def test_busy_tasks_were_held_back_by_nothing_and_are_compared_with_their_twin():
    found = diagnose(run_of(synthetic.make_tasks()))
    assert found.findings == ()
    assert "`--sequential`" in found.notes[0]
    assert "nodes" not in all_text(found)
    assert "`--reference`" not in all_text(found)


def test_few_steals_of_waiting_workers_are_too_little_spawned():
    (finding,) = diagnose(run_of(synthetic.few_steals_run())).findings
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
    (finding,) = diagnose(run_of(synthetic.make_tasks(busy=0.7))).findings
    assert (finding.kind, finding.title) == (findings.STARVATION, "Workers found nothing to steal")
    assert finding.advice[0].startswith("Spawn more")


def test_much_management_of_tiny_tasks_is_too_much_spawned():
    (finding,) = diagnose(run_of(synthetic.tiny_tasks_run())).findings
    assert finding.kind == findings.FINE
    assert any("200,000 tasks of 6.00 µs on average" in each for each in finding.evidence)
    assert finding.advice[0].startswith("Call instead of spawning")
    assert "Take more at a time: `--policy hierarchical:steal=half`." in finding.advice


def test_much_management_of_long_tasks_is_looking_for_work():
    found = diagnose(run_of(synthetic.make_tasks(busy=0.6, managing=0.39)))
    (finding,) = found.findings
    assert finding.kind == findings.MANAGEMENT
    assert any(each.startswith("Spawn more") for each in finding.advice)
    assert "skeleton" not in all_text(found)


def test_round_trips_stand_beside_the_management_that_they_are_a_part_of():
    (finding,) = diagnose(run_of(synthetic.make_tasks(localities=2, busy=0.6, managing=0.39, round_trips=120))).findings
    assert "3.0 round trips between localities for each steal; one that gets a task takes 2." in finding.evidence
    value = synthetic.make_tasks(localities=1, busy=0.6, managing=0.39)
    assert "round trips" not in all_text(diagnose(run_of(value)))


def test_waiting_between_tiny_tasks_is_not_for_want_of_tasks():
    (finding,) = diagnose(run_of(synthetic.make_tasks(busy=0.6, tasks_each=100_000))).findings
    assert (finding.kind, finding.title) == (findings.STARVATION, "Workers stole tasks that were soon over")
    assert not any("Spawn more" in each for each in finding.advice)
    assert any("Call instead of spawning" in each for each in finding.advice)


@pytest.mark.parametrize(("deque", "advised"), [("private", True), ("split", False)])
def test_a_deque_that_thieves_need_not_ask_is_advised_where_they_do(deque: str, advised: bool):
    for value in (synthetic.few_steals_run(), synthetic.tiny_tasks_run()):
        assert ("`--deque split`" in all_text(diagnose(run_of(value | {"deque": deque})))) == advised


def test_more_workers_than_processors_are_seen_in_tasks():
    found = diagnose(run_of(synthetic.make_tasks(workers=4, processors=2)))
    (finding,) = found.findings
    assert finding.kind == findings.CROWDED
    assert "desk had 2 processors for 4 workers." in finding.evidence
    assert finding.advice == ("As many workers as there are processors: `--workers 2`.",)


def test_round_trips_that_got_nothing_are_counted_not_guessed():
    value = synthetic.refused_tasks_run()
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
    text = all_text(diagnose(run_of(synthetic.refused_tasks_run() | {"policy": policy})))
    assert f"Compare with another policy: `--policy {other}`." in text
    assert "performance-driven" not in text


@pytest.mark.parametrize("make", [synthetic.few_steals_run, synthetic.tiny_tasks_run, synthetic.refused_tasks_run])
def test_nothing_that_searches_alone_have_is_said_of_tasks(make):
    text = all_text(diagnose(run_of(make())))
    for word in ("skeleton", "nodes", "tree", "search"):
        assert word not in text, word


def test_workers_that_were_there_for_a_part_of_tasks_are_not_told_of_a_search():
    found = diagnose(run_of(synthetic.make_tasks() | {"seconds": 2.0}))
    assert kinds(found) == [findings.OUTSIDE]
    assert "search" not in all_text(found)
    assert any("`Session`" in each for each in found.findings[0].advice)


# --- Self-scheduled loops


def test_who_finished_last_is_named_with_what_the_others_waited():
    (finding,) = diagnose(run_of(synthetic.uneven_loop())).findings
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
    (finding,) = diagnose(run_of(synthetic.uneven_loop() | {"technique": technique})).findings
    assert any(advised in each for each in finding.advice)


def test_parts_that_nothing_is_stolen_from_are_advised_to_have_it_stolen():
    value = synthetic.make_loop(localities=2, workers=1, finished=(0.5, 1.0), steal_order="off", technique="static")
    (finding,) = diagnose(run_of(value)).findings
    assert finding.title == "Worker 1.0 finished last, 33% after the mean"
    assert finding.advice == ("Let localities steal iterations of others: `--steal-order decentralised`.",)
    shared = synthetic.make_loop(localities=2, workers=1, finished=(0.5, 1.0), over_parts=False, technique="static")
    stolen_from = synthetic.make_loop(localities=2, workers=1, finished=(0.5, 1.0), technique="static")
    for other in (shared, stolen_from):
        text = all_text(diagnose(run_of(other)))
        assert "Worker 1.0 finished last" in text
        assert "`--steal-order" not in text


def test_who_finished_last_is_known_without_the_workers_times():
    value = synthetic.uneven_loop()
    del value["statistics"]
    (finding,) = diagnose(run_of(value)).findings
    assert (finding.kind, finding.title) == (findings.UNEVEN, "Worker 3 finished last, 43% after the mean")
    assert finding.seconds == pytest.approx(3 * 0.4)
    value["shares"] = []
    assert "nothing can be said" in diagnose(run_of(value)).headline


def test_workers_that_finished_together_were_held_back_by_nothing():
    found = diagnose(run_of(synthetic.make_loop()))
    assert found.findings == ()
    assert "managed chunks" in found.headline
    assert "`--sequential`" in found.notes[0]


@pytest.mark.parametrize(
    ("technique", "advised"), [("ss", "`--technique fac2`"), ("fsc:size=2", "`size`"), ("gss", "`min=N`")]
)
def test_much_management_of_short_chunks_is_too_many_of_them(technique: str, advised: str):
    value = synthetic.make_loop(managing=0.3, chunks_each=20_000, technique=technique)
    (finding,) = diagnose(run_of(value)).findings
    assert (finding.kind, finding.title) == (findings.FINE, "The chunks are too short")
    assert "40,000 chunks of 34.8 µs on average; managing cost 15.0 µs for each." in finding.evidence
    assert any(advised in each for each in finding.advice)


def test_slow_steals_of_iterations_are_paid_for_by_taking_more():
    value = synthetic.make_loop(
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
    found = diagnose(run_of(synthetic.make_loop(workers=4, finished=(1.0,) * 4, processors=2)))
    assert kinds(found) == [findings.CROWDED]


@pytest.mark.parametrize("make", [synthetic.uneven_loop, synthetic.parted_loop])
def test_nothing_that_searches_or_tasks_have_is_said_of_loops(make):
    value = make() | {"seconds": 2.0}
    text = all_text(diagnose(run_of(value)))
    for word in ("skeleton", "node", "tree", "search", "task", "spawn"):
        assert word not in text, word
