"""Rounds of runs, what they told, and what each is compared with."""

import random
import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Generic, Protocol, TypeVar


class Comparable(Hashable, Protocol):
    def sequential(self) -> Any:
        """What its speed-up is over."""


class Timed(Protocol):
    @property
    def seconds(self) -> float: ...


KindT = TypeVar("KindT", bound=Comparable)
OutcomeT = TypeVar("OutcomeT", bound=Timed)


@dataclass(frozen=True)
class Sample(Generic[KindT, OutcomeT]):
    kind: KindT
    round: int
    outcome: OutcomeT


def rounds(kinds: Iterable[KindT], repetitions: int, seed: int) -> list[list[KindT]]:
    """Every kind once a round, beside its sequential one, so that what is compared was run side by side. Each round has
    an order of its own: what comes after what must not matter."""
    kinds = list(kinds)
    wanted = list(dict.fromkeys([*kinds, *(kind.sequential() for kind in kinds)]))
    made = []
    for number in range(repetitions):
        order = wanted.copy()
        random.Random(f"{seed} {number}").shuffle(order)
        made.append(order)
    return made


def compared(
    kinds: Iterable[KindT], samples: Sequence[Sample[KindT, OutcomeT]]
) -> Iterator[tuple[KindT, list[Sample[KindT, OutcomeT]], dict[int, OutcomeT]]]:
    """For each kind that has samples, in their order: its samples, and by round the outcomes of the kind that they are
    compared with."""
    by_kind: dict[KindT, list[Sample[KindT, OutcomeT]]] = {}
    for sample in samples:
        by_kind.setdefault(sample.kind, []).append(sample)
    for kind in dict.fromkeys(kinds):
        if kind in by_kind:
            yield kind, by_kind[kind], {each.round: each.outcome for each in by_kind.get(kind.sequential(), [])}


@dataclass(frozen=True)
class Medians(Generic[KindT]):
    """All runs of a kind."""

    kind: KindT
    runs: int
    seconds: float
    speedup: float  # over the sequential run of the same round
    least_speedup: float
    greatest_speedup: float


def medians(
    kind: KindT, own: Sequence[Sample[KindT, OutcomeT]], sequential: dict[int, OutcomeT]
) -> dict[str, Any]:
    """The fields of `Medians`. `sequential`: the run that each is compared with in each round; the rounds of all its
    `own` samples have one."""
    speedups = [sequential[each.round].seconds / each.outcome.seconds for each in own]
    return {
        "kind": kind,
        "runs": len(own),
        "seconds": median(each.outcome.seconds for each in own),
        "speedup": median(speedups),
        "least_speedup": min(speedups),
        "greatest_speedup": max(speedups),
    }


class Experiment(Generic[KindT, OutcomeT]):
    """Runs rounds of kinds, or only shows their command lines, and keeps what they told."""

    def __init__(self, dry_run: bool) -> None:
        self.dry_run = dry_run
        self.samples: list[Sample[KindT, OutcomeT]] = []

    def line(self, kind: KindT, number: int) -> str:
        """The command line of a kind in a round, from 0."""
        raise NotImplementedError

    def execute(self, kind: KindT, number: int) -> OutcomeT:
        """Runs it, and checks what it found."""
        raise NotImplementedError

    def describe(self, outcome: OutcomeT) -> str:
        """What to say of a run while others go on."""
        return f"{outcome.seconds:.3f} s"

    def run(self, kind: KindT, number: int, which: str) -> OutcomeT | None:
        """What a run told, which is kept; None in a dry run. `which`: how far the experiment is."""
        if self.dry_run:
            print(self.line(kind, number))
            return None
        outcome = self.execute(kind, number)
        self.samples.append(Sample(kind, number, outcome))
        print(f"{which}: {kind}: {self.describe(outcome)}", file=sys.stderr)
        return outcome

    def measure(self, kinds: Iterable[KindT], repetitions: int, seed: int) -> list[Sample[KindT, OutcomeT]]:
        """The new samples."""
        before = len(self.samples)
        for number, order in enumerate(rounds(kinds, repetitions, seed)):
            for kind in order:
                self.run(kind, number, f"round {number + 1} of {repetitions}")
        return self.samples[before:]
