"""The run of a search (`scrump-result`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scrump.report.json_values import Object
from scrump.report.run import Run, common_parts


@dataclass(frozen=True)
class WorkerHistory:
    """History of a worker. `busy`: the share of each interval in which it computed; `nodes`: the nodes it visited in
    each."""

    locality: int
    worker: int
    busy: tuple[float, ...]
    nodes: tuple[float, ...]


@dataclass(frozen=True)
class History:
    interval: float  # seconds
    workers: tuple[WorkerHistory, ...]

    @cached_property
    def intervals(self) -> int:
        return max((max(len(worker.busy), len(worker.nodes)) for worker in self.workers), default=0)


@dataclass(frozen=True)
class SearchRun(Run):
    nodes: int
    nodes_per_second: float
    skeleton: str
    history: History | None
    incumbents: tuple[tuple[float, float], ...]  # seconds, objective

    @property
    def work(self) -> tuple[int, str]:
        return self.nodes, self.measure

    @property
    def steal_amount(self) -> str:
        return self.steal_amount_or("one" if self.skeleton.startswith("ordered") else "half")


def read_search(top: Object) -> SearchRun:
    return SearchRun(
        **common_parts(top),
        nodes=top.integer("nodes"),
        nodes_per_second=top.number("nodes_per_second", default=0.0),
        skeleton=top.text("skeleton"),
        history=_history(top),
        incumbents=tuple(
            (each.number("seconds"), each.number("objective", negative=True)) for each in top.objects("incumbents")
        ),
    )


def _history(top: Object) -> History | None:
    history = top.child("history", optional=True)
    if not history.value:
        return None
    interval = history.number("interval_s")
    if interval <= 0:
        raise history.error("interval_s", f"expected more than 0, found {interval:g}")
    workers = tuple(
        WorkerHistory(
            locality=each.integer("locality", default=0),
            worker=each.integer("worker", default=index),
            busy=tuple(min(share, 1.0) for share in each.numbers("busy")),
            nodes=tuple(each.numbers("nodes")),
        )
        for index, each in enumerate(history.objects("workers"))
    )
    known = History(interval, workers)
    return known if known.intervals else None
