"""Searches and timelines that were never made, with figures that fit together."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]


def always_busy(locality: int, worker: int, at: float) -> float:
    """`at`: the time since the start, as a share of the run."""
    return 0.985


def make_run(
    *,
    seconds: float = 12.4,
    localities: int = 1,
    workers: int = 8,
    busy: Callable[[int, int, float], float] = always_busy,
    managing: float = 0.005,
    speed: Callable[[int], float] = lambda locality: 1.6e6,
    tasks_each: int = 2400,
    skeleton: str = "adaptive",
    policy: str = "sticky-random",
    remote_latency: float = 60e-6,
    remote_steals: int = 40,
    remote_refused: int = 10,
    host: Callable[[int], str] = lambda locality: f"node{locality // 2}",
    processors: Callable[[int, int], list[int]] = lambda locality, workers: [
        (locality % 2) * workers + worker for worker in range(workers)
    ],
    incumbents: tuple[tuple[float, float], ...] = ((0.002, 17), (0.11, 18), (0.9, 19), (4.2, 20), (6.8, 21)),
    seed: int = 1,
) -> Json:
    """What the command would print of a run in which `busy` says what share of a moment a worker computed, and
    `managing` what share of its time it managed tasks."""
    chance = random.Random(seed)
    interval = 0.001
    while seconds / interval > 256:
        interval *= 2
    intervals = math.ceil(seconds / interval)
    per_worker: list[Json] = []
    history: list[Json] = []
    for locality in range(localities):
        for worker in range(workers):
            shares, nodes = [], []
            for at in range(intervals):
                lasted = min(interval, seconds - at * interval)
                share = busy(locality, worker, (at + 0.5) / intervals) * chance.uniform(0.985, 1)
                share = min(max(share, 0), 1) * lasted / interval
                shares.append(round(share, 5))
                nodes.append(round(share * interval * speed(locality) * chance.uniform(0.9, 1.1)))
            working = sum(shares) * interval
            spent = min(managing * seconds, seconds - working)
            each = _counted(sum(nodes), tasks_each, working, spent, seconds)
            per_worker.append({"locality": locality, "worker": worker, **each, "incumbents": 1})
            history.append({"locality": locality, "worker": worker, "busy": shares, "nodes": nodes})
    sums = {key: sum(each[key] for each in per_worker) for key in _counted(0, 0, 0, 0, 0) if "us" not in key}
    everyone = localities * workers
    total = _counted(sums["nodes"], sums["tasks"], sums["task_time"], sums["management_time"], sums["total_time"])
    total["management_overhead_s"] = (sums["total_time"] - sums["task_time"]) / everyone
    total["steals_tried"], total["steals_won"] = sums["steals_tried"], sums["steals_won"]
    total["task_durations"] = _histogram(chance, total["task_duration_us"] * 1e3, sums["tasks"], 1.1)
    total["steal_latencies"] = _histogram(chance, 2500, sums["steals_won"], 0.7) if workers > 1 else []
    total["steals_within"] = [
        [locality, thief, victim, chance.randint(2, 60)]
        for locality in range(localities)
        for thief in range(workers)
        for victim in range(workers)
        if thief != victim
    ]
    total["remote_steal_latencies"] = []
    total["steals_between"] = []
    total["per_worker"] = per_worker
    if localities > 1:
        total["remote_steal_latencies"] = _histogram(chance, remote_latency * 1e9, remote_steals * localities, 0.6)
        total["steals_between"] = [
            [thief, victim, remote_steals // (localities - 1), 4 * remote_steals // (localities - 1)]
            for thief in range(localities)
            for victim in range(localities)
            if thief != victim
        ]
    alone = localities == 1
    total["per_locality"] = [
        {
            "locality": locality,
            "process": "" if alone else f"rank {locality} on {host(locality)}",
            "host": host(locality),
            "processors": processors(locality, workers),
            "workers": workers,
            "steals_tried": 0 if alone else remote_steals + remote_refused,
            "steals_won": 0 if alone else remote_steals,
            "tasks_received": 0 if alone else 4 * remote_steals,
            "messages": 0 if alone else 400,
            "bytes": 0 if alone else 40_000,
            "refreshes": 0,
            "monitor_messages": 0,
            "steal_latency_us": {"median": remote_latency * 1e6, "p99": remote_latency * 4e6},
            "work_rate": 1.0,
        }
        for locality in range(localities)
    ]
    return {
        "schema": "scrump-result",
        "version": 1,
        "problem": "maxclique",
        "instance": {"graph": "brock:n=800,i=4", "vertices": 800, "edges": 207643},
        "status": "complete",
        "objective": incumbents[-1][1] if incumbents else 26,
        "solution": list(range(1, 27)),
        "seconds": seconds,
        "nodes": sums["nodes"],
        "nodes_per_second": sums["nodes"] / seconds,
        "workers": workers,
        "localities": localities,
        "skeleton": skeleton,
        "policy": policy,
        "seed": 1,
        "program": "scrump 0.1.0",
        "command": ["scrump", "maxclique", "brock:n=800,i=4", "--json"],
        "date": "2026-11-22T16:40:03Z",
        "hosts": len({host(locality) for locality in range(localities)}),
        "processors": localities * workers,
        "statistics": total,
        "history": {"interval_s": interval, "workers": history},
        "incumbents": [{"seconds": at * seconds / 12.4, "objective": objective} for at, objective in incumbents],
    }


def _counted(nodes: int, tasks: int, working: float, managing: float, total: float) -> Json:
    return {
        "nodes": nodes,
        "prunes": nodes * 9 // 10,
        "backtracks": nodes // 2,
        "tasks": tasks,
        "spawns": tasks,
        "steals_tried": tasks // 4,
        "steals_won": tasks // 6,
        "phases": tasks,
        "pool_accesses": tasks * 2,
        "pool_misses": tasks // 3,
        "task_time": working,
        "wait_time": max(total - working - managing, 0),
        "management_time": managing,
        "total_time": total,
        "idle_rate": 1 - working / total if total else 0,
        "task_duration_us": working / tasks * 1e6 if tasks else 0,
        "task_overhead_us": (total - working) / tasks * 1e6 if tasks else 0,
        "phase_duration_us": working / tasks * 1e6 if tasks else 0,
        "phase_overhead_us": (total - working) / tasks * 1e6 if tasks else 0,
    }


def _histogram(chance: random.Random, median_ns: float, number: int, width: float) -> list[list[int]]:
    """Durations about a median, in 8 parts of each octave: some thousands, which stand for all."""
    counts: dict[tuple[int, int], int] = {}
    drawn = min(number, 4000)
    each, left = divmod(number, drawn) if drawn else (0, 0)
    for at in range(drawn):
        value = max(int(chance.lognormvariate(math.log(max(median_ns, 16)), width)), 16)
        shift = value.bit_length() - 4
        low = (value >> shift) << shift
        counts[low, low + (1 << shift)] = counts.get((low, low + (1 << shift)), 0) + each + (at < left)
    return [[low, high, count] for (low, high), count in sorted(counts.items())]


# --- Runs, each with one thing wrong


def good_run() -> Json:
    return make_run()


def starving_run() -> Json:
    """Half of the workers have work, now these, now those."""

    def busy(locality: int, worker: int, at: float) -> float:
        return 0.97 if math.sin(40 * at + 2.4 * worker) > -0.1 + 0.4 * at else 0.04

    return make_run(busy=busy, skeleton="budget:backtracks=50000")


def fine_run() -> Json:
    return make_run(
        busy=lambda *_: 0.7, managing=0.29, tasks_each=1_200_000, skeleton="budget:backtracks=10", seconds=3.1
    )


def few_tasks_run() -> Json:
    return make_run(
        busy=lambda locality, worker, at: 0.99 if at < 0.2 + 0.1 * worker else 0.0,
        tasks_each=2,
        skeleton="depth-bounded:depth=1",
    )


def serial_end_run() -> Json:
    return make_run(busy=lambda locality, worker, at: 0.99 if at < 0.7 or worker == 3 else 0.0)


def serial_start_run() -> Json:
    return make_run(busy=lambda locality, worker, at: 0.99 if at > 0.25 or worker == 0 else 0.0)


def cluster_run() -> Json:
    """Four localities: one slow, one that waits."""
    return make_run(
        localities=4,
        workers=4,
        busy=lambda locality, worker, at: 0.6 + 0.3 * math.sin(30 * at + worker) if locality == 3 else 0.97,
        speed=lambda locality: 0.9e6 if locality == 1 else 1.6e6,
    )


def slow_steals_run() -> Json:
    return make_run(
        localities=4, workers=2, busy=lambda *_: 0.8, remote_latency=40e-3, remote_steals=120, remote_refused=20
    )


def crowded_run() -> Json:
    """Four processes of a worker on two processors: the workers take turns, and nobody answers while another works."""
    return make_run(
        localities=4,
        workers=1,
        busy=lambda *_: 0.8,
        remote_latency=10e-3,
        remote_steals=60,
        remote_refused=80,
        host=lambda locality: "desk",
        processors=lambda locality, workers: [locality % 2],
    )


def refused_steals_run() -> Json:
    return make_run(
        localities=4, workers=2, busy=lambda *_: 0.8, remote_latency=1e-3, remote_steals=100, remote_refused=4000
    )


def old_run() -> Json:
    """As printed before there were times, histories and histograms."""
    run = make_run(workers=2)
    for key in ("history", "incumbents", "program", "command", "date", "hosts", "processors"):
        del run[key]
    kept = ("nodes", "prunes", "backtracks", "tasks", "spawns", "steals_tried", "steals_won")
    statistics = run["statistics"]
    workers = [{key: each[key] for key in kept} for each in statistics["per_worker"]]
    run["statistics"] = {**{key: statistics[key] for key in kept}, "per_worker": workers}
    return run


# --- Timelines


def make_trace(
    *workers: tuple[tuple[str, float, float], ...], dropped: int = 0, size: int = 1000
) -> Json:
    """What `--trace` would write: for each worker of one locality its events: name, start and duration in seconds."""
    events: list[Json] = [
        {
            "name": name,
            "cat": "task",
            "ph": "X",
            "pid": 0,
            "tid": tid,
            "ts": start * 1e6,
            "dur": seconds * 1e6,
            "args": {"nodes": size, "depth": 0} if name == "task" else {},
        }
        for tid, worker in enumerate(workers)
        for name, start, seconds in worker
    ]
    events.append({"name": "thread_name", "ph": "M", "pid": 0, "tid": 0, "args": {"name": "worker 0"}})
    events.append({"name": "send token", "ph": "i", "pid": 0, "tid": 9, "ts": 3.0, "s": "t", "args": {"to": 0}})
    about = {"schema": "scrump-trace", "version": 1, "events": len(events) - 1, "dropped": dropped}
    return {"traceEvents": events, "otherData": about}
