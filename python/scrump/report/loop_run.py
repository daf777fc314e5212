"""The run of a self-scheduled loop (`scrump-loop`)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from scrump.report.json_values import Object
from scrump.report.run import Run, Times, common_parts


@dataclass(frozen=True)
class Share:
    """A worker's share of the loop."""

    locality: int
    worker: int
    chunks: int
    iterations: int
    stolen: int  # number of these from other localities
    finished: float  # time from the start of the loop until it had nothing left to do, in seconds

    @property
    def own(self) -> int:
        return self.iterations - self.stolen


@dataclass(frozen=True)
class ChunkTimes:
    """Times to send, or to receive, a chunk, in seconds."""

    min: float
    mean: float
    max: float


@dataclass(frozen=True)
class Transfers:
    """Transfers between a locality and the others."""

    own_iterations: int  # iterations of its own part
    steals_tried: int
    steals_won: int
    iterations_stolen: int  # iterations that it stole
    bytes: int  # size of their data
    chunks_sent: int  # chunks sent to thieves
    send_seconds: float
    receive_seconds: float
    send: ChunkTimes | None  # absent in older files, and if no chunk was sent
    receive: ChunkTimes | None

    @property
    def send_of_chunk(self) -> float | None:
        return self.send_seconds / self.chunks_sent if self.chunks_sent else None

    @property
    def receive_of_chunk(self) -> float | None:
        return self.receive_seconds / self.steals_won if self.steals_won else None


@dataclass(frozen=True)
class Step:
    """Cost of a time step of an application of many loops."""

    seconds: float  # parallel time of its loops
    cost: float
    imbalance: float
    variation: float
    iterations: int
    chunks: int
    iterations_stolen: int
    steals_tried: int
    steals_won: int
    send: ChunkTimes | None
    receive: ChunkTimes | None


@dataclass(frozen=True)
class LoopRun(Run):
    piece = "chunk"  # each of them a task, unless localities share the loop: then a task is all the work of a worker
    measure = "iteration"

    loops: int  # number of consecutive loops, whose figures are added up
    technique: str
    reason: str  # why Scrump chose it; empty: it was given
    steal_order: str
    steal_ratio: str  # or the technique whose next chunk is given
    loop_seconds: float  # until the last worker had nothing left to do
    cost: float  # the same, times the number of workers
    imbalance: float  # the largest finishing time, divided by their mean
    variation: float  # deviation of finishing times, divided by their mean
    iterations: int
    chunks: int
    iterations_stolen: int
    send: ChunkTimes | None  # of all localities
    receive: ChunkTimes | None
    shares: tuple[Share, ...]  # by worker
    transfers: tuple[Transfers, ...]  # by locality; empty for a loop that all share
    by_step: tuple[Step, ...]  # complete time steps; empty for a single loop

    @cached_property
    def times(self) -> Times | None:
        """Times of the workers. Without better knowledge, a worker is assumed to have computed until it finished."""
        known = super().times
        if known is not None or not self.shares:
            return known
        working = sum(share.finished for share in self.shares)
        return Times(working, 0.0, max(self.cost - working, 0.0))

    @property
    def pieces(self) -> int:
        return self.chunks

    @property
    def work(self) -> tuple[int, str]:
        return self.iterations, self.measure

    @property
    def task_duration(self) -> float | None:
        return self.mean_work

    @property
    def mean_finished(self) -> float:
        return sum(share.finished for share in self.shares) / len(self.shares) if self.shares else 0.0

    @property
    def last(self) -> Share | None:
        """The worker that finished last."""
        return max(self.shares, key=lambda share: share.finished, default=None)

    @property
    def stealing(self) -> bool:
        """Whether localities could steal iterations from others."""
        return self.localities > 1 and bool(self.transfers) and self.steal_order != "off"

    def all_transfers(self) -> Transfers:
        """Transfers of all localities together."""
        names = [each.name for each in fields(Transfers) if each.name not in ("send", "receive")]
        sums = {name: sum(getattr(of, name) for of in self.transfers) for name in names}
        return Transfers(**sums, send=self.send, receive=self.receive)


def read_loop(top: Object) -> LoopRun:
    parts, chunks = common_parts(top), top.integer("chunks")
    if sum(bucket.count for bucket in parts["task_durations"]) != chunks:
        parts["task_durations"] = ()  # durations of tasks that are not chunks
    chosen = top.child("chosen") if top.has("chosen") else None
    return LoopRun(
        **parts,
        loops=top.integer("loops", default=1, least=1),
        technique=chosen.text("technique") if chosen else top.text("technique"),
        reason=chosen.text("reason") if chosen else "",
        steal_order=top.text("steal_order", default="off"),
        steal_ratio=top.text("steal_amount", default=""),
        loop_seconds=top.number("loop_seconds"),
        cost=top.number("cost"),
        imbalance=top.number("imbalance"),
        variation=top.number("variation"),
        iterations=top.integer("iterations"),
        chunks=chunks,
        iterations_stolen=top.integer("iterations_stolen", default=0),
        send=_chunk_times(top, "send"),
        receive=_chunk_times(top, "receive"),
        shares=tuple(_share(each) for each in top.objects("shares")),
        transfers=tuple(_transfers(each) for each in top.objects("transfers")),
        by_step=tuple(_step(each) for each in top.objects("by_step")),
    )


def _share(of: Object) -> Share:
    iterations, stolen = of.integer("iterations"), of.integer("stolen", default=0)
    if stolen > iterations:
        raise of.error("stolen", f"expected no more than the {iterations} iterations, found {stolen}")
    return Share(
        locality=of.integer("locality"),
        worker=of.integer("worker"),
        chunks=of.integer("chunks"),
        iterations=iterations,
        stolen=stolen,
        finished=of.number("finished"),
    )


def _transfers(of: Object) -> Transfers:
    return Transfers(
        own_iterations=of.integer("own_iterations", default=0),
        steals_tried=of.integer("steals_tried"),
        steals_won=of.integer("steals_won"),
        iterations_stolen=of.integer("iterations_stolen"),
        bytes=of.integer("bytes", default=0),
        chunks_sent=of.integer("chunks_sent", default=0),
        send_seconds=of.number("send_seconds", default=0.0),
        receive_seconds=of.number("receive_seconds", default=0.0),
        send=_chunk_times(of, "send"),
        receive=_chunk_times(of, "receive"),
    )


def _chunk_times(of: Object, key: str) -> ChunkTimes | None:
    if not of.has(key):
        return None
    times = of.child(key)
    return ChunkTimes(times.number("min"), times.number("mean"), times.number("max"))


def _step(of: Object) -> Step:
    return Step(
        seconds=of.number("seconds"),
        cost=of.number("cost"),
        imbalance=of.number("imbalance"),
        variation=of.number("variation"),
        iterations=of.integer("iterations"),
        chunks=of.integer("chunks"),
        iterations_stolen=of.integer("iterations_stolen"),
        steals_tried=of.integer("steals_tried"),
        steals_won=of.integer("steals_won"),
        send=_chunk_times(of, "send"),
        receive=_chunk_times(of, "receive"),
    )
