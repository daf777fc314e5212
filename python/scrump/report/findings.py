"""The parts of a diagnosis, and the thresholds from which a finding is reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# A cause is reported from this share of all workers' time on: the times of two equal runs differ by as much.
MATTERS = 0.03
# Shorter tasks are too short. Making, keeping and handing over a task costs about a microsecond, stealing one several;
# Grubel et al. (2015) see it in the execution time below 21 µs per task; at 99 µs theirs is near the best (section IV-A).
SHORT_TASK = 100e-6
# A worker needs some tasks for the load to even out: with n of about the same length for each, the last one holds up
# the others for up to 1/n of the run.
FEW_TASKS = 4.0
# An average of this many busy workers in an interval counts as one: a little more, because another may just have begun.
ALONE = 1.25
# A locality is slow below this share of the others' speed. Nodes differ in cost, so small differences mean nothing.
SLOW = 0.75
# A locality waited far more than the others if its share of waiting exceeds theirs by this.
WAITED_MORE = 0.10
# A larger share of failed steals, or of failed requests to other localities, is high: on average a thief then asks
# twice.
REFUSED = 0.5
# For the operation cache: more results per place are too many. Measured on collision.4 with caches of different sizes:
# with 2.3 per place 1% more operations were done than with four times as many places, with 21 twice as many.
MANY_RESULTS = 8.0
# This many collections of the node table are many: each discards the cached results.
MANY_COLLECTIONS = 4
# In breadth-first order a worker takes at most this many states of a level at a time; with fewer per worker some get
# none.
SMALL_LEVEL = 256
# A larger share of stolen states is high.
MUCH_STOLEN = 0.5
# In a shorter run, the start and the end of threads are a noticeable part.
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
    """A cause of lost time. In the texts, commands to be typed stand in backticks."""

    kind: str
    title: str
    seconds: float  # an estimate, of all workers' time
    share: float  # share of all workers' time
    evidence: tuple[str, ...]
    advice: tuple[str, ...]


@dataclass(frozen=True)
class Diagnosis:
    headline: str
    findings: tuple[Finding, ...]  # the most expensive first
    notes: tuple[str, ...]


def finding(kind: str, title: str, seconds: float, evidence: Iterable[str], tries: Iterable[str]) -> Finding:
    """A finding whose share is not known yet."""
    return Finding(kind, title, seconds, 0.0, tuple(evidence), tuple(tries))


class Purse:
    """The waiting time that has no cause yet."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    def take(self, seconds: float) -> float:
        taken = min(max(seconds, 0.0), self.left)
        self.left -= taken
        return taken
