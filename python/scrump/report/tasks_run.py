"""The run of a computation by fork and join (`scrump-tasks`)."""

from __future__ import annotations

from dataclasses import dataclass

from scrump.report.json_values import Object
from scrump.report.run import Run, common_parts


@dataclass(frozen=True)
class RoundTrips:
    """How often thieves waited for a word of another locality, and how many steals came of it."""

    number: int
    steals_won: int

    @property
    def per_steal(self) -> float:
        return self.number / max(self.steals_won, 1)


@dataclass(frozen=True)
class TasksRun(Run):
    deque: str  # what thieves take tasks from
    round_trips: RoundTrips | None  # in several localities

    @property
    def steal_amount(self) -> str:
        return self.steal_amount_or("one")

    @property
    def task_duration(self) -> float | None:
        """What the file says is the time of tasks that a worker took when it had none, with those that it took while it
        waited within them; here each counts."""
        return self.mean_work


def read_tasks(top: Object) -> TasksRun:
    return TasksRun(**common_parts(top), deque=top.text("deque"), round_trips=_round_trips(top))


def _round_trips(top: Object) -> RoundTrips | None:
    between = top.child("between_localities", optional=True)
    if not between.value:
        return None
    return RoundTrips(between.integer("round_trips"), between.integer("steals_won"))
