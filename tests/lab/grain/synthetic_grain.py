"""Invented measurements of the size of tasks, as lab/grain/run writes them."""

import math
import random

HEAT_HEADER = (
    "mode,points,partition,steps,workers,repeat,seconds,tasks,phases,idle_rate,task_duration_us,task_overhead_us,"
    "management_overhead_s,task_duration_alone_us,wait_time_per_task_us,wait_time_per_core_s,pool_accesses,pool_misses,"
    "steals_tried,steals_won"
)
SWEEP_HEADER = (
    "problem,skeleton,mode,grain,workers,repeat,seconds,nodes,idle_rate,task_duration_us,task_overhead_us,"
    "management_overhead_s,tasks,pool_accesses,pool_misses"
)
PARTITIONS = (200, 1000, 5000, 20_000, 100_000, 500_000, 2_500_000, 12_500_000)
WORKERS = (1, 2, 4, 8)


def heat_csv(points: int = 100_000_000, steps: int = 50, repeats: int = 3, alone: bool = True) -> str:
    """A cost for each task, a bandwidth that the workers share, and too few tasks at the end. `alone`: with one worker
    to compare with."""
    chance = random.Random(2)
    lines = [HEAT_HEADER]
    cell = 1.6e-9
    for repeat in range(repeats):
        seconds = points * steps * cell * chance.uniform(0.98, 1.02)
        lines.append(f"sequential,{points},,{steps},1,{repeat},{seconds:.4f},,,,,,,,,,,,,")
    for workers in WORKERS:
        for mode, partitions in (("fixed", PARTITIONS), ("adaptive", (100_000,))):
            for partition in partitions:
                for repeat in range(repeats):
                    tasks = points * steps // partition
                    single = partition * cell
                    length = single * (1 + 0.07 * (workers - 1) * chance.uniform(0.8, 1.2))
                    rounds = math.ceil(points / partition / workers) * steps
                    seconds = rounds * (length + 0.8e-6) * chance.uniform(0.98, 1.03)
                    idle = max(1 - tasks * length / (seconds * workers), 0.003)
                    cells = [
                        *(mode, points, partition, steps, workers, repeat, seconds, tasks, tasks, idle),
                        *(length * 1e6, idle * seconds * workers / tasks * 1e6, idle * seconds),
                        *((single * 1e6, (length - single) * 1e6) if alone else ("", "")),
                        (length - single) * tasks / workers if alone else "",
                        *(tasks * 3, int(tasks * idle), 0, 0),
                    ]
                    lines.append(",".join(f"{each:.9g}" if isinstance(each, float) else str(each) for each in cells))
    return "\n".join(lines) + "\n"


def sweep_csv(
    problems: tuple[str, ...] = ("maxclique brock800_4", "semigroups 40", "knapsack & hard"), repeats: int = 3
) -> str:
    chance = random.Random(3)
    lines = [SWEEP_HEADER]
    for at, problem in enumerate(problems):
        for skeleton, grains in (
            ("budget", [10**power for power in range(1, 8)]),
            ("adaptive", [5, 20, 80, 320, 1280]),
        ):
            best = grains[len(grains) // 2]
            for mode, given in (("fixed", grains), ("auto", [None])):
                for grain in given:
                    for repeat in range(repeats):
                        off = math.log10((grain or best) / best)
                        seconds = (2 + at) * (1 + 0.08 * off * off) * chance.uniform(0.98, 1.03)
                        if mode == "auto" and at == 2:
                            seconds *= 1.2
                        lines.append(
                            f"{problem},{skeleton},{mode},{grain or ''},2,{repeat},{seconds:.4f},"
                            "1000000,0.02,150,3,0.1,10000,30000,3000"
                        )
    return "\n".join(lines) + "\n"
