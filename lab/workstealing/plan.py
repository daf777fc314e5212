"""Which runs the experiment consists of, and in which order. Nothing here runs anything."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ISOLATED = "isolated"
CONTENDED = "contended"
ONE_WORKER = "one-worker"
MONITORED = "performance-driven"  # the policy that has a monitor
XIE, YEWPAR = "xie2023", "yewpar2020"  # systems of papers, which take the place of policies
PAPERS = (XIE, YEWPAR)
EXPERIMENTS = (ISOLATED, CONTENDED, ONE_WORKER)


@dataclass(frozen=True)
class Search:
    """What is searched, as arguments of the scrump command, and how."""

    title: str
    arguments: tuple[str, ...]
    skeleton: str


@dataclass(frozen=True)
class Searches:
    """The paper's two applications, and the smaller one that a single worker gets."""

    maxclique: Search
    semigroups: Search
    one_worker: Search

    def of(self, experiment: str) -> dict[str, Search]:
        if experiment == ONE_WORKER:
            return {"semigroups": self.one_worker}
        return {"maxclique": self.maxclique, "semigroups": self.semigroups}


@dataclass(frozen=True)
class Run:
    """One run of one program."""

    experiment: str
    application: str
    localities: int
    policy: str
    repetition: int

    def __str__(self) -> str:
        noun = "locality" if self.localities == 1 else "localities"
        return f"{self.experiment} {self.application}, {self.localities} {noun}, {self.policy} ({self.repetition})"


# The runs that are under way at the same time.
Round = tuple[Run, ...]


@dataclass(frozen=True)
class Extent:
    """How much of the experiment is done."""

    experiments: Sequence[str]
    localities: Sequence[int]
    policies: Sequence[str]
    repetitions: int


def maxclique(graph: str, depth: int) -> Search:
    name = graph.rsplit("/", 1)[-1].removesuffix(".clq")
    return Search(f"maxclique {name}", ("maxclique", graph), f"depth-bounded:depth={depth}")


def semigroups(genus: int, budget: int) -> Search:
    return Search(f"semigroups {genus}", ("semigroups", "--genus", str(genus)), f"budget:backtracks={budget}")


def rounds(searches: Searches, extent: Extent) -> Iterator[Round]:
    """All runs. Policies take turns, so that what disturbs a machine for a while disturbs all of them (4.3); in
    contention their programs run at the same time (4.4)."""
    for experiment in extent.experiments:
        localities = (1,) if experiment == ONE_WORKER else extent.localities
        for application in searches.of(experiment):
            for number in localities:
                for repetition in range(1, extent.repetitions + 1):
                    runs = [Run(experiment, application, number, policy, repetition) for policy in extent.policies]
                    if experiment == CONTENDED:
                        yield tuple(runs)
                    else:
                        yield from ((run,) for run in runs)


def system(run: Run) -> str | None:
    """The paper whose system a run is; none: Scrump's own with a policy."""
    return run.policy if run.policy in PAPERS else None


def spec(run: Run) -> str:
    """The policy as the command is told it. With one locality the monitor has no other to look at and so does not run,
    unless it is to; in the paper it does (4.5), which is all that is measured there."""
    if run.experiment != ONE_WORKER or not is_monitored(run):
        return run.policy
    return run.policy + ("," if ":" in run.policy else ":") + "always"


def is_monitored(run: Run) -> bool:
    return run.policy == XIE or run.policy.split(":")[0] == MONITORED


def default_localities(hosts: int) -> list[int]:
    """Without hosts, 1 to 3. With them, 1 and the quarters of all: of 20 the paper's 5, 10, 15, 20, and 1."""
    if hosts == 0:
        return [1, 2, 3]
    return sorted({1, *(max(1, hosts * quarter // 4) for quarter in range(1, 5))})
