"""Runs of fork-join tasks that were never made, with figures that fit together."""

from __future__ import annotations

from synthetic import Json


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
