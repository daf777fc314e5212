"""Figures 4 to 6 on simulated machines of the paper: Kitty Hawk, Topsail, and 64 processors that share memory. The
trees are smaller than the paper's, which would take days."""

from pathlib import Path

from lab.harness.published import Value, table, value
from lab.papers.comparison import number, only, results, span
from lab.papers.plan import Comparison, Step, Table
from lab.uts.plan import PROTOCOLS
from lab.uts.trees import SHAPES

PAPER = "olivier2008"
TITLE = "Olivier and Prins (2008)"
BEST = "distributed-memory"
TREES = {"sample": "T2XXL", "large": "T3WL"}  # what ours are called


def altix() -> str:
    """One host, whose time for a node is that of the Altix."""
    rate = float(table(PAPER, "machines").row("machine", "Altix 3700")["sequential_rate"])
    return f"one-host:node={1e9 / rate:.4g}"


def steps(quick: bool) -> list[Step]:
    def figure(name: str, machine: str, workers: str, *words: str) -> Step:
        usual = ("--paper", PAPER, "--repetitions", "1", "--published")
        return Step(name, "uts", ("--figures", name[-1], "--simulate", machine, workers, *usual, *words))

    if quick:
        return [
            figure("figure-4", "kitty-hawk", "16", "--trees", "T3", "--chunks", "2,20"),
            figure("figure-5", "topsail", "8,32", "--large-tree", "T1", "--best", BEST, "--chunk", "5"),
            figure("figure-6", altix(), "4,16", "--per-host", "16", "--trees", "T1", "--chunk", "5"),
        ]
    return [
        figure("figure-4", "kitty-hawk", "256", "--trees", "T3L", "--chunks", "2,5,10,20,50"),
        figure("figure-5", "topsail", "64,256,1024", "--large-tree", "T1XL", "--best", BEST, "--chunk", "5"),
        figure("figure-6", altix(), "1,4,16,64", "--per-host", "64", "--trees", "T3L", "--chunk", "20"),
    ]


def best(rows: list[dict[str, str]], column: str = "speedup") -> float:
    return max(float(row[column]) for row in rows)


def about_chunks(rows: list[dict[str, str]]) -> dict[Value, str]:
    first, last = only(rows, protocol="shared-memory"), only(rows, protocol=BEST)
    if not first or not last:
        return {}
    gain = value(PAPER, "figure 4", "upc-distmem over upc-sharedmem")
    rates = {100 * float(row["working_efficiency"]) for row in last if row["working_efficiency"]}
    told = f"{100 * (best(last) / best(first) - 1):.1f} %, best chunks of each with {last[0]['workers']} workers"
    return {gain: told, value(PAPER, "section 6.2", "efficiency in the working state"): span(sorted(rates), 1, "%")}


def about_large(rows: list[dict[str, str]]) -> dict[Value, str]:
    parallel = only(rows, protocol=BEST)
    if not parallel:
        return {}
    most = max(parallel, key=lambda row: int(row["workers"]))
    where = f"with {int(most['workers']):,} workers on {most['tree']}"
    steals = number(float(most["steals_per_second"]), 0)
    nodes, seconds = SHAPES[most["tree"]].nodes, float(most["seconds"])
    one = next(iter(only(rows, protocol="sequential")))
    return {
        value(PAPER, "section 1", "efficiency"): f"{100 * float(most['efficiency']):.1f} % {where}",
        value(PAPER, "figure 5", "speed-up"): f"{float(most['speedup']):.0f} {where}",
        value(PAPER, "figure 5", "nodes per second"): f"{number(nodes / seconds / 1e6, 0)} M/s {where}",
        value(PAPER, "section 1", "load balancing operations"): f"{steals}/s {where}",
        value(PAPER, "section 4.1", "nodes per second", "one core of Topsail"):
            f"{float(one['nodes_per_second']) / 1e6:.2f} M/s, as the machine is told",
    }  # fmt: skip


def about_shared_memory(rows: list[dict[str, str]]) -> dict[Value, str]:
    parallel = [row for row in rows if row["protocol"] in ("shared-memory", BEST)]
    if not parallel:
        return {}
    most = max(int(row["workers"]) for row in parallel)
    told = ", ".join(f"{row['protocol']} {float(row['speedup']):.1f}" for row in only(parallel, workers=most))
    return {value(PAPER, "figure 6", "processors with near-linear speed-up"): f"with {most} workers {told}"}


def trees_table() -> Table:
    rows = [
        [TREES[each["tree"]], number(float(each["nodes"]), 0), number(SHAPES[TREES[each["tree"]]].nodes, 0)]
        for each in table(PAPER, "trees").rows
    ]
    return Table("Nodes of its trees", ("tree", "published", "ours"), 1, rows)


def protocols_table(rows: list[dict[str, str]], title: str, column: str) -> Table:
    """Speed-ups by protocol."""
    places = sorted({int(row[column]) for row in rows if row["protocol"] != "sequential"})
    lines = []
    for protocol, theirs in PROTOCOLS.items():
        own = {int(row[column]): row for row in only(rows, protocol=protocol)}
        if own:
            lines.append(
                [protocol, theirs, *(f"{float(own[at]['speedup']):.1f}" if at in own else "" for at in places)]
            )
    return Table(title, ("protocol", "of the paper", *map(str, places)), 2, lines)


def compare(folder: Path) -> Comparison:
    fourth, fifth, sixth = (results(folder / f"figure-{number}") for number in (4, 5, 6))
    ours = {**about_chunks(fourth), **about_large(fifth), **about_shared_memory(sixth)}
    return Comparison(
        ours,
        [
            trees_table(),
            protocols_table(fourth, "Speed-up by chunk size (figure 4): ours", "chunk"),
            protocols_table(
                fifth, "Speed-up by workers on a large tree (figure 5): ours; published: 819 of 1,024", "workers"
            ),
            protocols_table(
                sixth, "Speed-up by workers (figure 6): ours; published: nearly linear up to 64", "workers"
            ),
        ],
    )
