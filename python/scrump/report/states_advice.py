"""Advice on the exploration of a state space."""

from __future__ import annotations

from scrump.report.advice import Advice
from scrump.report.states_run import StatesRun


class StatesAdvice(Advice):
    def __init__(self, run: StatesRun) -> None:
        super().__init__(run)
        self._states = run

    def finer(self) -> list[str]:
        return [*self.other_order(), *self.fewer_workers()]

    def coarser(self) -> list[str]:
        return self.finer()

    def more_at_a_time(self) -> list[str]:
        return []

    def other_victims(self) -> list[str]:
        return self.other_order()

    def nearer_victims(self) -> list[str]:
        return ["Have fewer localities with more `--workers` each."]

    def other_order(self) -> list[str]:
        if self._states.by_levels:
            return [
                "Go on without waiting for the end of a level: `--order depth-first`. What is found need not be "
                "nearest then."
            ]
        return ["Share out all states of a level at once: `--order breadth-first`."]

    def less_memory(self) -> list[str]:
        run = self._states
        tries = ["Do not keep how states were found: `--no-paths`."] if run.paths else []
        if run.storage == "exact":
            tries.append("Keep a hash of each state: `--storage hash-compaction`.")
        return [*tries, "Or have more localities on other hosts, with a table each."]
