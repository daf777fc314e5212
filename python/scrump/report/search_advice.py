"""Advice on a search."""

from __future__ import annotations

import re

from scrump.report.advice import Advice, larger_steals
from scrump.report.search_run import SearchRun


class SearchAdvice(Advice):
    def __init__(self, run: SearchRun) -> None:
        super().__init__(run)
        self._skeleton = run.skeleton
        self._policy, self._amount = run.policy, run.steal_amount

    @property
    def policies(self) -> bool:
        return not self._skeleton.startswith("steal-stack")

    def skeleton_of_choice(self) -> list[str]:
        if self._skeleton == "adaptive":
            return []
        return ["Let the grain follow the machine: `--skeleton adaptive`."]

    def finer(self) -> list[str]:
        skeleton = self._skeleton
        backtracks, depth = self._parameter("backtracks"), self._parameter("depth")
        if skeleton.startswith("budget") and backtracks is not None:
            return [
                f"Give work away sooner: `--skeleton budget:backtracks={max(backtracks // 10, 1)}`.",
                *self.skeleton_of_choice(),
            ]
        if skeleton.startswith("depth-bounded") and depth is not None:
            return [
                f"Make tasks deeper down: `--skeleton depth-bounded:depth={depth + 2}`.",
                *self.skeleton_of_choice(),
            ]
        if skeleton.startswith("ordered"):
            return [
                "More tasks, or more under way at once: a larger `depth` or `window` in `--skeleton ordered`.",
                *self.skeleton_of_choice(),
            ]
        if skeleton == "adaptive":
            return [
                "This skeleton gives work away whenever a worker is idle, so the tree may have no more of it to give: "
                "one long path, or too small a search."
            ]
        return self.skeleton_of_choice()

    def coarser(self) -> list[str]:
        skeleton = self._skeleton
        backtracks, depth = self._parameter("backtracks"), self._parameter("depth")
        if skeleton.startswith("budget") and backtracks is not None:
            return [
                f"Give work away less often: `--skeleton budget:backtracks={backtracks * 10}`.",
                *self.skeleton_of_choice(),
            ]
        if skeleton.startswith("depth-bounded") and depth is not None and depth > 1:
            return [
                f"Make tasks higher up: `--skeleton depth-bounded:depth={depth - 1}`.",
                *self.skeleton_of_choice(),
            ]
        if skeleton == "adaptive":
            return ["Try a fixed grain: `--skeleton budget:backtracks=100000`, or fewer `--workers`."]
        return [*self.skeleton_of_choice(), "Or a fixed grain: `--skeleton budget:backtracks=100000`."]

    def more_at_a_time(self) -> list[str]:
        chunk = self._parameter("chunk")
        if not self.policies:
            return (
                [] if chunk is None else [f"Take more nodes at a time: a `chunk` of more than {chunk} in `--skeleton`."]
            )
        return larger_steals(self._policy, self._amount)

    def other_victims(self) -> list[str]:
        if not self.policies:
            return []
        if self._policy.startswith("performance-driven"):
            return ["Compare with another policy: `--policy sticky-random`."]
        return ["Steal from where there is most to do: `--policy performance-driven`."]

    def _parameter(self, key: str) -> int | None:
        found = re.search(rf"[:,]{key}=(\d+)(?:,|$)", self._skeleton)
        return int(found.group(1)) if found else None
