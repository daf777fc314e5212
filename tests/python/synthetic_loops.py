"""Runs of self-scheduled loops that were never made, with figures that fit together."""

from __future__ import annotations

import math

from synthetic import Json


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
