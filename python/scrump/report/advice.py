"""Advice: options to try that suit the run. Texts to be typed stand in backticks."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from scrump.report.run import Run


class Advice(ABC):
    """Advice on one run; each kind of run has a class of its own."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @property
    def policies(self) -> bool:
        """Whether the choice of victims is configurable."""
        return True

    @abstractmethod
    def finer(self) -> list[str]:
        """Advice to make smaller pieces of work, or more of them."""

    @abstractmethod
    def coarser(self) -> list[str]:
        """Advice to make larger pieces, or fewer."""

    @abstractmethod
    def more_at_a_time(self) -> list[str]:
        """Advice to take more with each steal."""

    def rarer_steals(self) -> list[str]:
        """Advice to make fewer steals, of more work each."""
        return [*self.more_at_a_time(), "Coarser tasks travel less often.", *self.coarser()[:1]]

    @abstractmethod
    def other_victims(self) -> list[str]:
        """Advice to choose other victims."""

    def nearer(self) -> list[str]:
        """Advice to choose victims whose answers come sooner."""
        if self._run.on_one_host:
            return ["Have fewer localities with more `--workers` each: all are on one host."]
        return self.nearer_victims()

    def nearer_victims(self) -> list[str]:
        if self._run.policy.startswith(("hierarchical", "locality-aware")):
            return []
        near = ["Steal from near localities first: `--policy hierarchical`."] if self.policies else []
        return [*near, "Have fewer localities with more `--workers` each."]

    def fewer_workers(self) -> list[str]:
        """Advice to use only as many workers as would have had enough to do."""
        run = self._run
        times = run.times
        if times is None or times.total <= 0:
            return []
        enough = math.ceil(times.working / times.total * run.all_workers / run.localities)
        if enough >= run.workers_each:
            return []
        each = " in each locality" if run.localities > 1 else ""
        few = f"`--workers {max(enough, 1)}`{each}"
        return [f"As the run was, {few} would do about as well, and leave cores to others."]


def larger_steals(policy: str, amount: str) -> list[str]:
    """Larger steals by the policy: half of all, the largest amount, unless something else was set."""
    if amount in ("half", "all"):
        return []
    name, _, parameters = policy.partition(":")
    kept = [each for each in parameters.split(",") if each and not each.startswith(("steal=", "chunk="))]
    return [f"Take more at a time: `--policy {name}:{','.join([*kept, 'steal=half'])}`."]
