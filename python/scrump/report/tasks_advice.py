"""Advice on tasks of fork and join."""

from __future__ import annotations

from scrump.report.advice import Advice, larger_steals
from scrump.report.tasks_run import ForkJoinRun, TasksRun


class ForkJoinAdvice(Advice):
    """Advice on all runs that compute by fork and join."""

    def __init__(self, run: ForkJoinRun) -> None:
        super().__init__(run)
        self._policy, self._amount = run.policy, run.steal_amount

    def more_at_a_time(self) -> list[str]:
        return larger_steals(self._policy, self._amount)

    def other_victims(self) -> list[str]:
        """Its policies have no data on other workers."""
        other = "hierarchical" if self._policy.startswith("sticky-random") else "sticky-random"
        return [f"Compare with another policy: `--policy {other}`."]


class TasksAdvice(ForkJoinAdvice):
    def __init__(self, run: TasksRun) -> None:
        super().__init__(run)
        self._deque = run.deque

    def finer(self) -> list[str]:
        """Thieves take the oldest task, which their victim gives at a sync."""
        return [
            "Spawn more, and before the work is begun: thieves take the oldest task of a worker, so it should be about "
            "half of what there is to do, and spawn in its turn. What is called, what is spawned just before its sync, "
            "and what is done before the first spawn, such as dividing an array, leaves nothing to steal.",
            "A function that computes for long without a sync calls `fork.communicate()` now and then: thieves wait "
            "for it.",
            *self._shared_deque(),
        ]

    def coarser(self) -> list[str]:
        return [
            "Call instead of spawning where little is left to do, and give loops larger pieces (`grain`).",
            *self.more_at_a_time(),
            *self._shared_deque(),
        ]

    def _shared_deque(self) -> list[str]:
        if self._deque != "private":
            return []
        return ["Let thieves take tasks that their victim shares, without waiting for its answer: `--deque split`."]
