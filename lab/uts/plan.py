"""Which runs the experiments consist of, and in which order. Nothing here runs anything."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.harness.running import Failure
from lab.harness.simulated import joined

# Ours, and the paper's in figure 3; in the order of its curves, from the first to the last improvement.
PROTOCOLS = {
    "shared-memory": "upc-sharedmem",
    "streamlined-termination": "upc-term",
    "rapid-diffusion": "upc-term-rapidif",
    "distributed-memory": "upc-distmem",
    "message-passing": "mpi-ws",
}
MESSAGE_PASSING = "message-passing"
PAPER = "olivier2008"
STACKS = ("roomy", "paper")
PROBES = ("random", "near-first")
CHUNKS = (1, 2, 5, 10, 20, 50, 100, 200)


@dataclass(frozen=True)
class Simulated:
    """A simulated machine, on which each worker is a process."""

    spec: str  # what --simulate is told besides
    per_host: int  # processes
    node: float | None = None  # ns that a node takes there; none: not known

    def __str__(self) -> str:
        node = "" if self.node is None else f", {self.node:.4g} ns a node"
        return f"{self.spec}: hosts of up to {self.per_host} processes{node}"

    def of(self, workers: int) -> str:
        hosts, left = divmod(workers, self.per_host)
        if hosts == 0:
            return joined(self.spec, f"hosts=1,localities={workers},workers=1")
        if left:
            raise Failure(f"{workers} processes do not fill hosts of {self.per_host} (--per-host)")
        return joined(self.spec, f"hosts={hosts},localities={self.per_host},workers=1")


@dataclass(frozen=True)
class Kind:
    """What is run: everything but how often."""

    tree: str
    protocol: str | None = None  # none: sequential
    chunk: int | None = None
    poll: int | None = None  # nodes between two looks for messages; none: what the command chooses
    workers: int = 1
    ranks: bool = False  # each worker is a process
    stack: str | None = None  # one of STACKS; none: what the command chooses
    probe: str | None = None  # one of PROBES; none: likewise
    machine: Simulated | None = None  # none: this one
    paper: str | None = None  # whose system it is, as the command calls it; none: Scrump's own

    def __str__(self) -> str:
        if self.protocol is None:
            return f"{self.tree}, sequential"
        noun = "rank" if self.ranks else "worker"
        return f"{self.tree}, {self.protocol}, chunks of {self.chunk}, {self.workers} {noun}{'s' * (self.workers != 1)}"

    @property
    def skeleton(self) -> str:
        if self.protocol is None:
            return "sequential"
        given = {"poll": self.poll, "stack": self.stack, "probe": self.probe}
        rest = "".join(f",{name}={value}" for name, value in given.items() if value is not None)
        protocol = f"protocol={self.protocol}," if self.paper is None else ""
        return f"steal-stack:{protocol}chunk={self.chunk}{rest}"

    def sequential(self) -> "Kind":
        """What its speed-up is over."""
        return Kind(self.tree, machine=self.machine)


@dataclass(frozen=True)
class Extent:
    """How much of the experiments is done."""

    trees: Sequence[str]  # figures 4 and 6
    large_tree: str  # figure 5
    protocols: Sequence[str]
    chunks: Sequence[int]
    workers: Sequence[int]
    ranks: bool
    poll: int | None
    stack: str | None = None
    probe: str | None = None
    machine: Simulated | None = None
    paper: bool = False  # the paper's system: its stacks and probe order

    def kind(self, tree: str, protocol: str, chunk: int, workers: int) -> Kind:
        by_message = protocol == MESSAGE_PASSING  # whose victims give from two chunks on with either stack
        poll, stack = (self.poll, None) if by_message else (None, self.stack)
        paper = f"{PAPER}:{PROTOCOLS[protocol]}" if self.paper else None
        return Kind(tree, protocol, chunk, poll, workers, self.ranks, stack, self.probe, self.machine, paper)


def by_chunk(extent: Extent) -> list[Kind]:
    """Figure 4: every protocol and chunk size with the most workers."""
    most = max(extent.workers)
    return [
        extent.kind(tree, protocol, chunk, most)
        for tree in extent.trees
        for protocol in extent.protocols
        for chunk in extent.chunks
    ]


def large(extent: Extent, best: str, chunk: int) -> list[Kind]:
    """Figure 5: the best protocol by workers, on the large tree."""
    return [extent.kind(extent.large_tree, best, chunk, workers) for workers in extent.workers]


def by_workers(extent: Extent, chunk_of: dict[tuple[str, str], int]) -> list[Kind]:
    """Figure 6: every protocol by workers, each with its chunk size on that tree."""
    return [
        extent.kind(tree, protocol, chunk_of[tree, protocol], workers)
        for tree in extent.trees
        for protocol in extent.protocols
        for workers in extent.workers
    ]
