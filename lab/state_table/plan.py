"""Which runs the experiments consist of. Nothing here runs anything."""

from collections.abc import Sequence
from dataclasses import dataclass

# Per cent of the operations that find. The slides name the mixes, but not their shares.
MIXES = {"mixed": 50, "read-intensive": 80, "write-intensive": 20}
NETS = ("direct", "messages")
ADAPTIVE = 0  # chunks as large as the load factor wants
RAW = ("get", "put")


@dataclass(frozen=True)
class Kind:
    """Runs that differ in nothing but when they were made."""

    what: str  # find-or-put, get or put
    net: str
    processes: int
    load: float = 0.5
    mix: str = "mixed"
    chunk: int = ADAPTIVE  # of get and put: words
    prefetch: str = "when-needed"
    under_way: int = 0  # 0: as many as a stream has

    def __str__(self) -> str:
        how = f"{self.what}, {self.net}, {self.processes} processes, chunks of {self.chunk or 'any size'}"
        return f"{how}, {self.prefetch}, {self.mix}, load {self.load}, {self.under_way or 'many'} under way"

    def sequential(self) -> "Kind":
        """Nothing: rows are not compared."""
        return self


@dataclass(frozen=True)
class Grid:
    nets: Sequence[str]
    processes: Sequence[int]
    loads: Sequence[float]
    chunks: Sequence[int]
    mixes: Sequence[str]


def raw(grid: Grid) -> list[Kind]:
    """Reads and writes of chunks: latency, and throughput with 64 under way."""
    sizes = (1, *(chunk for chunk in grid.chunks if chunk != ADAPTIVE))
    return [
        Kind(what, net, processes, chunk=size, under_way=under_way)
        for net in grid.nets
        for processes in grid.processes
        if processes > 1
        for what in RAW
        for size in sizes
        for under_way in (1, 64)
    ]


def throughput(grid: Grid) -> list[Kind]:
    """By mix, processes and load, chunks as large as that wants."""
    return [
        Kind("find-or-put", net, processes, load, mix)
        for net in grid.nets
        for processes in grid.processes
        if net == "direct" or processes > 1
        for mix in grid.mixes
        for load in grid.loads
    ]


def latency(grid: Grid) -> list[Kind]:
    """One operation at a time, by load."""
    return [
        Kind("find-or-put", net, processes, load, under_way=1)
        for net in grid.nets
        for processes in grid.processes
        if net == "direct" or processes > 1
        for load in grid.loads
    ]


def chunks(grid: Grid) -> list[Kind]:
    """By messages between two processes: chunks of each size as the slides have them, always one ahead, and as large as
    the load wants, requested when they are needed."""
    if "messages" not in grid.nets or max(grid.processes) < 2:
        return []
    return [
        Kind("find-or-put", "messages", 2, load, chunk=chunk, prefetch=prefetch)
        for load in grid.loads
        for chunk in grid.chunks
        for prefetch in (("always",) if chunk != ADAPTIVE else ("always", "when-needed"))
    ]


PARTS = {"raw": raw, "throughput": throughput, "latency": latency, "chunks": chunks}


def kinds(grid: Grid, parts: Sequence[str]) -> list[Kind]:
    return list(dict.fromkeys(kind for part in parts for kind in PARTS[part](grid)))
