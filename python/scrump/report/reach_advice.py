"""Advice on a symbolic reachability."""

from __future__ import annotations

from scrump.report.reach_run import ReachRun
from scrump.report.tasks_advice import ForkJoinAdvice

# Suggested growth of a table or a cache that is too small.
_LARGER = 4


class ReachAdvice(ForkJoinAdvice):
    def __init__(self, run: ReachRun) -> None:
        super().__init__(run)
        self._strategy, self._diagrams = run.strategy, run.diagrams

    def finer(self) -> list[str]:
        """Operations are divided as their diagrams are; only the strategy can run more of them at a time."""
        all_at_once = "Follow all relations of a level at once, as tasks: `--strategy par`."
        if self._strategy == "saturation":
            return ["Compare with following all relations of a level at once, as tasks: `--strategy par`."]
        lowest = "Follow relations of the lowest variables first, which often needs least: `--strategy saturation`."
        return [lowest] if self._strategy == "par" else [all_at_once, lowest]

    def coarser(self) -> list[str]:
        return [*self.more_at_a_time(), *self.fewer_workers()]

    def whole_table(self) -> list[str]:
        """A table that starts with its final size."""
        return [f"Begin with as many buckets as there were in the end: `--buckets {self._diagrams.buckets}`."]

    def larger_table(self) -> list[str]:
        return [
            f"Give the table more buckets from the start: `--buckets {_LARGER * self._diagrams.buckets}`, and as many "
            "to `--max-buckets` if it had fewer."
        ]

    def larger_cache(self) -> list[str]:
        ratio = self._diagrams.places / self._diagrams.buckets if self._diagrams.buckets else 1.0
        return [f"Remember more of them: `--cache-ratio {_LARGER * ratio:.3g}`."]
