"""Runs and measurements that were never made, with figures that fit together."""

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


# --- Tasks of fork and join


def make_tasks(
    *,
    localities: int = 1,
    workers: int = 2,
    busy: float = 0.99,
    managing: float = 0.004,
    tasks_each: int = 50,
    steals_refused_each: int = 10,
    remote_steals: int = 20,
    remote_refused: int = 5,
    round_trips: int = 90,
    remote_latency_ns: int = 30_000,
    deque: str = "split",
    policy: str = "hierarchical",
    processors: int | None = None,
) -> Json:
    """What the command would print of a second of `queens` in which all workers did the same; shares of that second."""
    stolen = tasks_each - 1  # all but the first one, if there is one worker
    counted = {
        "tasks": tasks_each,
        "spawns": stolen,
        "steals_tried": stolen + steals_refused_each,
        "steals_won": stolen,
        "phases": tasks_each + stolen,
        "pool_accesses": 4 * tasks_each,
        "pool_misses": 4 * tasks_each - 1,
        "task_time": busy,
        "wait_time": 1 - busy - managing,
        "management_time": managing,
        "total_time": 1.0,
        "idle_rate": 1 - busy,
        # Of those that were begun by an idle worker: here half of them.
        "task_duration_us": 2e6 * busy / tasks_each,
        "task_overhead_us": 2e6 * (1 - busy) / tasks_each,
        "phase_duration_us": 1e6 * busy / (tasks_each + stolen),
        "phase_overhead_us": 1e6 * (1 - busy) / (tasks_each + stolen),
        "management_overhead_s": 1 - busy,
    }
    everyone = [(locality, worker) for locality in range(localities) for worker in range(workers)]
    sums = ("tasks", "spawns", "steals_tried", "steals_won", "phases", "pool_accesses", "pool_misses")
    sums += ("task_time", "wait_time", "management_time", "total_time")
    several = localities > 1
    available = len(everyone) if processors is None else processors
    run = {
        "schema": "scrump-tasks",
        "version": 2,
        "problem": "tasks queens",
        "instance": {"n": 12},
        "status": "complete",
        "count": 14200,
        "seconds": 1.0,
        "sequential": False,
        "localities": localities,
        "workers": workers,
        "policy": policy,
        "deque": deque,
        "seed": 1,
        "program": "scrump 0.1.0",
        "command": ["scrump", "tasks", "queens", "12", "--json"],
        "date": "2026-11-25T00:37:39Z",
        "hosts": 1,
        "processors": available,
        "statistics": {
            **counted,
            **{key: counted[key] * len(everyone) for key in sums},
            "task_durations": [[425984, 458752, 30], [458752, 491520, 20], [2621440, 2883584, 1]],
            "steal_latencies": [[96, 104, 20], [320, 352, 10], [3072, 3328, 1]] if workers > 1 else [],
            "remote_steal_latencies": (
                [[remote_latency_ns, remote_latency_ns + 1024, remote_steals * localities]] if several else []
            ),
            "per_worker": [{"locality": locality, "worker": worker, **counted} for locality, worker in everyone],
            "per_locality": [
                {
                    "locality": locality,
                    "process": "",
                    "host": "desk",
                    "processors": list(range(available)),
                    "workers": workers,
                    "steals_tried": remote_steals + remote_refused if several else 0,
                    "steals_won": remote_steals if several else 0,
                    "tasks_received": remote_steals if several else 0,
                    "steal_latency_us": {"median": remote_latency_ns / 1e3, "p99": remote_latency_ns / 1e3},
                }
                for locality in range(localities)
            ],
            "steals_within": [[at, 0, 1, 12] for at in range(localities)] if workers > 1 else [],
            "steals_between": [[1, 0, remote_steals, remote_steals]] if several else [],
        },
    }
    if several:
        won = remote_steals * localities
        run["between_localities"] = {
            "steals_tried": won + remote_refused * localities,
            "steals_won": won,
            "round_trips": round_trips,
            "round_trips_per_steal": round_trips / won,
        }
    return run


def few_steals_run() -> Json:
    return make_tasks(workers=4, busy=0.5, tasks_each=2, steals_refused_each=500)


def tiny_tasks_run() -> Json:
    return make_tasks(busy=0.6, managing=0.39, tasks_each=100_000)


def refused_tasks_run() -> Json:
    """Thieves wait for other localities, most of the time for nothing."""
    return make_tasks(
        localities=2, busy=0.5, remote_steals=20, remote_refused=2000, round_trips=2080, remote_latency_ns=400_000
    )


# --- Self-scheduled loops


def make_loop(
    *,
    localities: int = 1,
    workers: int = 2,
    finished: tuple[float, ...] = (0.99, 1.0),
    managing: float = 0.001,
    chunks_each: int = 20,
    stolen_each: int = 0,
    technique: str = "fac2",
    steal_order: str = "decentralised",
    steal_amount: str = "0.5",
    steals_tried: int = 6,
    steals_won: int = 4,
    latency_ns: int = 30_000,
    over_parts: bool = True,
    processors: int | None = None,
) -> Json:
    """What the command would print of a loop of which each worker had as many iterations, and was busy until it was
    `finished`, in seconds."""
    everyone = [(locality, worker) for locality in range(localities) for worker in range(workers)]
    assert len(finished) == len(everyone)
    end, several = max(finished), localities > 1
    stealing = several and over_parts and steal_order != "off"
    tried, won = (steals_tried, steals_won) if stealing else (0, 0)

    def counted(chunks: int, working: float, managing: float, total: float) -> Json:
        return {
            "tasks": chunks,
            "spawns": 0,
            "steals_tried": 0,
            "steals_won": 0,
            "phases": chunks,
            "pool_accesses": chunks,
            "pool_misses": chunks,
            "task_time": working,
            "wait_time": total - working - managing,
            "management_time": managing,
            "total_time": total,
            "task_duration_us": working / chunks * 1e6,
            "task_overhead_us": (total - working) / chunks * 1e6,
        }

    mean = sum(finished) / len(finished)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in finished) / len(finished))
    chunks, iterations = chunks_each * len(everyone), 50_000 * len(everyone)
    available = len(everyone) if processors is None else processors
    transfer = {
        "own_iterations": 50_000 * workers,
        "steals_tried": tried,
        "steals_won": won,
        "iterations_stolen": stolen_each * workers,
        "bytes": 4 * stolen_each * workers,
        "chunks_sent": won,
        "send_seconds": 2e-5 * won,
        "receive_seconds": 3e-5 * won,
    }
    if won:
        transfer["send"] = {"min": 1e-5, "mean": 2e-5, "max": 5e-5}
        transfer["receive"] = {"min": 2e-5, "mean": 3e-5, "max": 9e-5}
    both = {key: transfer[key] for key in ("send", "receive") if key in transfer}
    bucket = [latency_ns, latency_ns + 1024, won * localities]
    return {
        "schema": "scrump-loop",
        "version": 1,
        "problem": "loop imbalance",
        "instance": {"iterations": iterations, "workload": 100, "imbalance": 0.4, "spread": "uniform", "seed": 1},
        "status": "complete",
        "value": 3.14159,
        "seconds": end,
        "sequential": False,
        "localities": localities,
        "workers": workers,
        "technique": technique,
        "steal_order": steal_order,
        "steal_amount": steal_amount,
        "results_go_home": True,
        "checked": False,
        "policy": "sticky-random",
        "seed": 1,
        "program": "scrump 0.1.0",
        "command": ["scrump", "loop", "imbalance", "--json"],
        "date": "2026-11-25T10:35:21Z",
        "hosts": 1,
        "processors": available,
        "loop_seconds": end,
        "cost": end * len(everyone),
        "imbalance": end / mean,
        "variation": deviation / mean,
        "iterations": iterations,
        "chunks": chunks,
        "iterations_stolen": stolen_each * len(everyone),
        **both,
        "shares": [
            {
                "locality": locality,
                "worker": worker,
                "chunks": chunks_each,
                "iterations": 50_000,
                "stolen": stolen_each,
                "finished": each,
            }
            for (locality, worker), each in zip(everyone, finished, strict=True)
        ],
        **({"transfers": [transfer] * localities} if over_parts else {}),
        "statistics": {
            **counted(
                chunks,
                sum(finished) - managing * len(everyone),
                managing * len(everyone),
                end * len(everyone),
            ),
            "steals_tried": tried * localities,
            "steals_won": won * localities,
            "task_durations": [[16384, 18432, chunks // 2], [524288, 589824, chunks - chunks // 2]],
            "steal_latencies": [],
            "remote_steal_latencies": [bucket] if won else [],
            "per_worker": [
                {"locality": locality, "worker": worker, **counted(chunks_each, each - managing, managing, end)}
                for (locality, worker), each in zip(everyone, finished, strict=True)
            ],
            "per_locality": [
                {
                    "locality": locality,
                    "process": "",
                    "host": "desk",
                    "processors": list(range(available)),
                    "workers": workers,
                    "steals_tried": tried,
                    "steals_won": won,
                    "tasks_received": won,
                    "steal_latency_us": {"median": latency_ns / 1e3, "p99": latency_ns / 1e3},
                }
                for locality in range(localities)
            ],
            "steals_within": [],
            "steals_between": [[1, 0, won, won], [0, 1, won, won]] if won else [],
        },
    }


def uneven_loop() -> Json:
    """One worker of four is at its last chunk for long."""
    return make_loop(workers=4, finished=(0.6, 0.6, 0.6, 1.0), technique="static")


def stepped_loop() -> Json:
    """Three time steps, the second of which is the longest and the third the least balanced."""
    common = {"cost": 1.0, "variation": 0.1, "iterations": 20, "chunks": 8, "iterations_stolen": 2}
    chunk = {"send": {"min": 1e-5, "mean": 2e-5, "max": 5e-5}}
    steals = {"steals_tried": 3, "steals_won": 1}
    steps = [
        {"seconds": seconds, "imbalance": imbalance, **common, **steals, **chunk}
        for seconds, imbalance in ((0.25, 1.1), (0.5, 1.0), (0.25, 1.2))
    ]
    return parted_loop() | {"problem": "loop pisolver", "loops": 3, "by_step": steps}


def parted_loop() -> Json:
    """Two localities, a worker each, that steal of each other."""
    return make_loop(localities=2, workers=1, stolen_each=5000)


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
