"""What to try with a self-scheduled loop."""

from __future__ import annotations

from scrump.report.advice import Advice
from scrump.report.loop_run import LoopRun

# Techniques whose first chunks are so large that nothing evens them out.
_ONE_BLOCK = ("static", "gss")
_BATCHES = ("fac2", "wf")


class LoopAdvice(Advice):
    def __init__(self, run: LoopRun) -> None:
        super().__init__(run)
        self._loop = run
        self._technique = run.technique.partition(":")[0]

    def even_end(self) -> list[str]:
        """Advice that makes the last chunks end at about the same time."""
        run = self._loop
        if run.localities > 1 and run.transfers and run.steal_order == "off":
            return ["Let localities steal iterations of others: `--steal-order decentralised`."]
        return self.finer()

    def finer(self) -> list[str]:
        if self._technique in _ONE_BLOCK:
            return ["Smaller chunks, the last ones least: `--technique fac2`."]
        if self._technique == "ss":
            return ["A chunk is one iteration already: divide the long ones, or begin with them."]
        if self._technique in _BATCHES:
            return [
                "Smaller chunks throughout: `--technique fsc:size=N`, or one iteration at a time, `--technique ss`, if "
                "iterations are long."
            ]
        return ["Smaller chunks: `--technique fac2`, or a smaller size or `min` of this one."]

    def coarser(self) -> list[str]:
        if self._technique in ("ss", "cyclic"):
            return ["Larger chunks: `--technique fac2`."]
        if self._technique in ("fsc", "block-cyclic"):
            return [f"Larger chunks: a larger `size` in `--technique {self._technique}`."]
        if self._technique == "static":
            return self.fewer_workers()
        return [f"No chunks below a size: `min=N` among the parameters of `--technique {self._technique}`."]

    def more_at_a_time(self) -> list[str]:
        try:
            half = float(self._loop.steal_ratio) >= 0.5
        except ValueError:  # the next chunk of a technique
            half = False
        return [] if half else ["Take more at a time: `--steal-amount 0.5`."]

    def rarer_steals(self) -> list[str]:
        return [*self.more_at_a_time(), "Steal no fewer iterations at a time than pay for their way: `--least N`."]

    def other_victims(self) -> list[str]:
        if self._loop.steal_order.startswith("coordinator"):
            return ["Have each thief choose for itself: `--steal-order decentralised`."]
        return ["Have locality 0 remember who has nothing: `--steal-order coordinator`."]

    def nearer_victims(self) -> list[str]:
        if not self._loop.steal_order.startswith("coordinator"):
            return super().nearer_victims()
        if "laws" in self._loop.steal_order:
            return []
        return ["Steal within a host: `--steal-order coordinator:victims=laws`."]
