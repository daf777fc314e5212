"""What a diagnosis consists of, and from when on something is worth a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# A cause is worth a line from this share of all workers' time on: the times of two equal runs differ by as much.
MATTERS = 0.03
# Shorter tasks are too short. To make, keep and hand over a task costs about a microsecond, to steal one several;
# Grubel et al. (2015) find this cost to dominate at 20 µs a task and to be small at 100 µs.
SHORT_TASK = 100e-6
# A worker needs some tasks for the load to even out: with n of about the same length for each, the last one holds up
# the others for up to 1/n of the run.
FEW_TASKS = 4.0
# So many workers busy in an interval, on average, is one alone: a little more, because another may just have begun.
ALONE = 1.25
# A locality is slow below this share of the others' speed. Nodes are not equally dear, so small differences mean
# nothing.
SLOW = 0.75
# A locality waited far more than the others if its share of waiting is above theirs by as much.
WAITED_MORE = 0.10
# More than this share of steals, or of the requests to other localities, refused is many: on average a thief then asks
# twice.
REFUSED = 0.5
# Of the operation cache: more results for each place are many. Measured on collision.4 with caches of different sizes:
# with 2.3 for each place 1% more operations were done than with four times as many places, with 21 twice as many.
MANY_RESULTS = 8.0
# So many collections of the node table are many: what was remembered is forgotten as often.
MANY_COLLECTIONS = 4
# In breadth-first order a worker takes so many states of a level at a time, at most; with fewer for each some get none.
SMALL_LEVEL = 256
# A larger share of all states stolen is much.
MUCH_STOLEN = 0.5
# Of a shorter run, the start and the end of threads are a part that can be seen.
SHORT_RUN = 0.05

UNSEEN = (
    "workers share memory bandwidth and caches, two hardware threads share a core, and a processor with all cores at "
    "work runs at a lower clock rate. These figures cannot see that"
)

STARVATION = "starvation"
FEW = "too-few-tasks"
SERIAL_START = "serial-start"
SERIAL_END = "serial-end"
FINE = "grain-too-fine"
MANAGEMENT = "management"
SLOW_LOCALITY = "slow-locality"
WAITING_LOCALITY = "waiting-locality"
SLOW_STEALS = "slow-steals"
REFUSED_STEALS = "refused-steals"
CONTENTION = "contention"
CROWDED = "more-workers-than-processors"
OUTSIDE = "outside"
UNEVEN = "uneven-end"
GROWTH = "table-growth"
COLLECTIONS = "table-collections"
SMALL_LEVELS = "small-levels"


@dataclass(frozen=True)
class Finding:
    """A cause of lost time. In the texts, what is to be typed stands in backticks."""

    kind: str
    title: str
    seconds: float  # of all workers' time, an estimate
    share: float  # of all workers' time
    evidence: tuple[str, ...]
    advice: tuple[str, ...]


@dataclass(frozen=True)
class Diagnosis:
    headline: str
    findings: tuple[Finding, ...]  # the dearest first
    notes: tuple[str, ...]


def finding(kind: str, title: str, seconds: float, evidence: Iterable[str], tries: Iterable[str]) -> Finding:
    """Its share is not known yet."""
    return Finding(kind, title, seconds, 0.0, tuple(evidence), tuple(tries))


class Purse:
    """The waiting that has no cause yet."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def take(self, seconds: float) -> float:
        taken = min(max(seconds, 0.0), self.left)
        self.left -= taken
        return taken
