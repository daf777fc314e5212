"""The samples of the paper's appendix A.2, as charts like ours."""

import math

from lab.harness.published import table

from .plan import CONTENDED, ISOLATED, ONE_WORKER
from .summary import Chart, Group

EXPERIMENTS = {"isolated": ISOLATED, "simultaneous": CONTENDED, "one thread": ONE_WORKER}
APPLICATIONS = {"maxclique-16": "maxclique", "NS-hivert": "semigroups"}
POLICIES = ("performance-driven", "depthpool")


def charts() -> list[Chart]:
    """What figures 4.1 to 4.7 are made of. Steals and refreshes are not published: nan."""
    seconds: dict[tuple[str, str, int, str], list[float]] = {}
    for row in table("xie2023", "samples").rows:
        key = (EXPERIMENTS[row["experiment"]], APPLICATIONS[row["application"]], int(row["nodes"]), row["policy"])
        seconds.setdefault(key, []).append(int(row["milliseconds"]) / 1000)
    made = []
    for experiment, application in dict.fromkeys(key[:2] for key in seconds):
        numbers = sorted({key[2] for key in seconds if key[:2] == (experiment, application)})
        groups = [
            Group(nodes, policy, tuple(seconds[experiment, application, nodes, policy]), math.nan, math.nan, math.nan)
            for nodes in numbers
            for policy in POLICIES
        ]
        made.append(Chart(experiment, application, tuple(numbers), POLICIES, tuple(groups)))
    return made
