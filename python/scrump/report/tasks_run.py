"""The run of a computation by fork and join (`scrump-tasks`)."""

from __future__ import annotations

from dataclasses import dataclass

from scrump.report.json_values import Object
from scrump.report.run import Run, common_parts


@dataclass(frozen=True)
class RoundTrips:
    """Number of times thieves waited for a word of another locality, and number of resulting steals."""

    number: int
    steals_won: int

    @property
    def per_steal(self) -> float:
        return self.number / max(self.steals_won, 1)


class ForkJoinRun(Run):
    """A computation by fork and join, in which only stolen tasks are known."""

    @property
    def steal_amount(self) -> str:
        return self.steal_amount_or("one")

    @property
    def one_steal(self) -> str:
        return super().one_steal if self.steal_amount == "one" else "a steal may take several tasks"

    @property
    def task_duration(self) -> float | None:
        """Mean duration of tasks. The file gives the time of tasks that a worker took when it had none, including those
        that it took while it waited within them; here each counts."""
        return self.mean_work


@dataclass(frozen=True)
class TasksRun(ForkJoinRun):
    deque: str  # the deque from which thieves take tasks
    round_trips: RoundTrips | None  # with several localities


def read_tasks(top: Object) -> TasksRun:
    return TasksRun(**common_parts(top), deque=top.text("deque"), round_trips=_round_trips(top))


def _round_trips(top: Object) -> RoundTrips | None:
    between = top.child("between_localities", optional=True)
    if not between.value:
        return None
    return RoundTrips(between.integer("round_trips"), between.integer("steals_won"))
