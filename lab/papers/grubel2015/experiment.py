"""Figures 3 to 10 on two simulated nodes of the paper, and on the cores of this machine."""

from pathlib import Path
from statistics import median

from lab.grain.plan import NODES
from lab.harness.arguments import CORES
from lab.harness.published import Value, value, values
from lab.papers.comparison import number, only, results
from lab.papers.plan import Comparison, Step, Table

PAPER = "grubel2015"
TITLE = "Grubel et al. (2015)"
TOLERATED = 0.30  # idle-rate

Rows = list[dict[str, str]]


def steps(quick: bool) -> list[Step]:
    def heat(name: str, *words: str) -> Step:
        return Step(name, "grain", ("--only", "heat", *words, "--html", "--paper", PAPER, "--published"), output="--out")

    workers = sorted({1, *(each for each in (2, 8, 16, 28) if each <= CORES), CORES})
    size = ("--quick",) if quick else ("--points", "100000000", "--steps", "50", "--repeat", "10")
    small = ("--points", "1000000", "--steps", "10") if quick else ()
    simulated = [heat(node, "--simulate", node, *small) for node in NODES]
    return [*simulated, heat("here", *size, "--workers", ",".join(map(str, workers)))]


def largest_ring(rows: Rows) -> Rows:
    """Those of the ring with most points."""
    points = max((int(row["points"]) for row in rows), default=0)
    return only(rows, points=points)


def by_partition(rows: Rows, workers: int, name: str) -> dict[int, float]:
    """Medians."""
    found: dict[int, list[float]] = {}
    for row in only(rows, mode="fixed", workers=workers):
        if row[name]:
            found.setdefault(int(row["partition"]), []).append(float(row[name]))
    return {partition: median(each) for partition, each in sorted(found.items())}


def nearest(found: dict[int, float], partition: float) -> tuple[int, float]:
    return min(found.items(), key=lambda each: abs(each[0] / partition - partition / each[0]))


def about_durations(rows: Rows, node: str) -> dict[Value, str]:
    """Of a task on one worker, in the partition that is nearest to the paper's. `node`: as the paper calls it."""
    durations = by_partition(rows, 1, "task_duration_us")
    ours = {}
    of_node = [each for each in values(PAPER, quantity="task duration") if each.case.startswith(node)]
    for told in of_node if durations else []:
        partition, duration = nearest(durations, float(told.case.split()[-2]))
        ours[told] = f"{number(duration, 1)} µs of {partition:,} points"
    return ours


def about_time(rows: Rows, workers: int) -> dict[Value, str]:
    times, rates = by_partition(rows, workers, "seconds"), by_partition(rows, workers, "idle_rate")
    looks = by_partition(rows, workers, "pool_accesses")
    if not times:
        return {}
    best = min(times, key=lambda each: times[each])
    tolerated = [each for each, rate in rates.items() if rate <= TOLERATED]
    with_workers = f"with {workers} workers"
    ours = {
        value(PAPER, "figure 3", "execution time", "Haswell with 28 cores: 40000 points"):
            f"{number(times[best], 3)} s of {best:,} points, the best {with_workers}",
    }  # fmt: skip
    if tolerated:
        least = min(tolerated)
        told = f"{least:,} points {with_workers}, whose time is {times[least] / times[best]:.2f} of the best"
        ours[value(PAPER, "figure 4", "smallest partition with at most 30 % idle-rate")] = told
        ours[value(PAPER, "figure 4", "idle-rate", "very fine tasks")] = (
            f"{100 * max(rates.values()):.0f} % {with_workers}"
        )
    if looks:
        fewest = min(looks, key=lambda each: looks[each])
        ours[value(PAPER, "figure 9", "partition with fewest accesses to pending queues")] = f"{fewest:,} points"
        above = 100 * (times[fewest] / times[best] - 1)
        ours[value(PAPER, "figure 9", "time above the least")] = f"{above:.0f} %"
    return ours


def sweep(name: str, rows: Rows, workers: int) -> Table:
    figures = ("seconds", "idle_rate", "task_duration_us", "pool_accesses")
    columns = [by_partition(rows, workers, each) for each in figures]
    lines = [
        [
            f"{partition:,}",
            f"{columns[0][partition]:.4f}",
            *(f"{each.get(partition, float('nan')):.4g}" for each in columns[1:]),
        ]
        for partition in columns[0]
    ]
    title = f"Ours by partition, {name}, {workers} workers" + (f", {int(rows[0]['points']):,} points" if rows else "")
    return Table(title, ("partition", "s", "idle-rate", "a task, µs", "looks into a pool"), 0, lines)


def compare(folder: Path) -> Comparison:
    """What the text states of its nodes, with the simulated ones; all three as tables."""
    found = {step.name: largest_ring(results(folder / step.name, "heat.csv")) for step in steps(quick=False)}
    most = {name: max((int(row["workers"]) for row in rows), default=0) for name, rows in found.items()}
    haswell, phi = found["haswell"], found["xeon-phi"]
    ours = {**about_durations(haswell, "Haswell"), **about_durations(phi, "Xeon Phi")}
    ours.update(about_time(haswell, most["haswell"]))
    return Comparison(ours, [sweep(name, rows, most[name]) for name, rows in found.items()])
