"""What runs told, and what each is compared with."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class Comparable(Hashable, Protocol):
    def sequential(self) -> Any:
        """What its speed-up is over."""


KindT = TypeVar("KindT", bound=Comparable)
OutcomeT = TypeVar("OutcomeT")


@dataclass(frozen=True)
class Sample(Generic[KindT, OutcomeT]):
    kind: KindT
    round: int
    outcome: OutcomeT


def compared(
    kinds: Iterable[KindT], samples: Sequence[Sample[KindT, OutcomeT]]
) -> Iterator[tuple[KindT, list[Sample[KindT, OutcomeT]], dict[int, OutcomeT]]]:
    """Of the kinds that have samples, each once and in their order: these samples, and by round the outcomes of what
    they are compared with."""
    by_kind: dict[KindT, list[Sample[KindT, OutcomeT]]] = {}
    for sample in samples:
        by_kind.setdefault(sample.kind, []).append(sample)
    for kind in dict.fromkeys(kinds):
        if kind in by_kind:
            yield kind, by_kind[kind], {each.round: each.outcome for each in by_kind.get(kind.sequential(), [])}
