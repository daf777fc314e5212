"""Chapter 4 on the simulated cluster of its section 4.2. The searches are smaller, and their nodes take longer, so that
300 workers have most of a second each."""

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from lab.harness.published import Value, value
from lab.papers.comparison import chance, number
from lab.papers.plan import Comparison, Step, Table
from lab.workstealing import equations
from lab.workstealing.plan import PAPERS
from lab.workstealing.published import charts
from lab.workstealing.summary import Chart

PAPER = "xie2023"
TITLE = "Xie (2023)"
FOLDER = Path(__file__).resolve().parent

SUBJECT, BASELINE = PAPERS
WHOLE = ("--localities", "1,5,10,15,20", "--genus", "34", "--graph", "brock:n=200,i=1")
QUICK = ("--localities", "1,5,10", "--genus", "28", "--graph", "brock:n=200,i=1", "--repetitions", "2")

# By experiment, application and localities, the seconds of each policy.
Seconds = Mapping[tuple[str, str, int], Mapping[str, list[float]]]


def steps(quick: bool) -> list[Step]:
    where = ("--simulate", f"beowulf:file={FOLDER / 'machine.json'}", "--workers", "15")
    what = (*(QUICK if quick else WHOLE), "--small-genus", "26" if quick else "30", "--budget", "4000")
    return [Step("chapter-4", "workstealing", ("--paper", PAPER, *where, *what, "--published"))]


def seconds_of(path: Path) -> Seconds:
    found: dict[tuple[str, str, int], dict[str, list[float]]] = {}
    if path.exists():
        for each in json.loads(path.read_text(encoding="utf-8"))["samples"]:
            key = (each["experiment"], each["application"], each["localities"])
            found.setdefault(key, {}).setdefault(each["policy"], []).append(each["seconds"])
    return found


def saved(seconds: Mapping[str, list[float]]) -> float:
    """The paper's "speed improvement": the share of the baseline's mean time that is saved."""
    return equations.time_saved(mean(seconds[BASELINE]), mean(seconds[SUBJECT]))


# Where the text states which percentage: experiment, application, localities.
IMPROVEMENTS = {
    ("figure 4.1", "maxclique-16 on 5 nodes"): ("isolated", "maxclique", 5),
    ("figure 4.1", "maxclique-16 on 15 nodes"): ("isolated", "maxclique", 15),
    ("figure 4.1", "maxclique-16 on 20 nodes"): ("isolated", "maxclique", 20),
    ("figure 4.3", "NS-hivert on 20 nodes"): ("isolated", "semigroups", 20),
    ("figure 4.5", "maxclique-16 on 20 nodes"): ("contended", "maxclique", 20),
    ("figure 4.6", "NS-hivert on 5 nodes"): ("contended", "semigroups", 5),
    ("figure 4.6", "NS-hivert on 20 nodes"): ("contended", "semigroups", 20),
    ("figure 4.7", "NS-hivert on one thread"): ("one-worker", "semigroups", 1),
}
VARIABILITIES = {
    "figure 4.2": ("maxclique-16 on 10 nodes", ("isolated", "maxclique", 10)),
    "figure 4.4": ("NS-hivert on 10 nodes", ("isolated", "semigroups", 10)),
}


def stated(found: Seconds) -> dict[Value, str]:
    ours = {}
    for (where, case), key in IMPROVEMENTS.items():
        if key in found:
            ours[value(PAPER, where, "speed improvement", case)] = number(saved(found[key]), unit="%")
    for where, (case, key) in VARIABILITIES.items():
        for name, policy in (("performance-driven", SUBJECT), ("depthpool", BASELINE)) if key in found else ():
            told = number(equations.variability(found[key][policy]), unit="%")
            ours[value(PAPER, where, "variability", f"{case}: {name}")] = told
    return ours


def row(chart: Chart, nodes: int, ours: Mapping[str, list[float]] | None) -> list[str]:
    driven, baseline = (chart.group(nodes, policy).seconds for policy in chart.policies)
    cells = [chart.experiment, chart.application, str(nodes), number(mean(driven)), number(mean(baseline))]
    cells += [number(f(mean(baseline), mean(driven)), unit="%") for f in (equations.time_saved, equations.speedup)]
    cells.append(number(chance(driven, baseline), 3))
    if ours is None:
        return [*cells, "", "", "", ""]
    cells += [number(mean(ours[policy]), 3) for policy in (SUBJECT, BASELINE)]
    return [*cells, number(saved(ours), unit="%"), number(chance(ours[SUBJECT], ours[BASELINE]), 3)]


def compare(results: Path) -> Comparison:
    found = seconds_of(results / "chapter-4/results.json")
    rows = [row(chart, each, found.get((chart.experiment, chart.application, each)))
            for chart in charts() for each in chart.localities]  # fmt: skip
    theirs = ("performance-driven, s", "depthpool, s", "saved", "equation 4.1", "by chance")
    ours = (f"ours: {SUBJECT}, s", f"{BASELINE}, s", "saved", "by chance")
    names = ("experiment", "application", "hosts", *theirs, *ours)
    return Comparison(stated(found), [Table("Means of ten runs (appendix A.2), and ours", names, 2, rows)])
