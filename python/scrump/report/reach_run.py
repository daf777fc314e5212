"""The run of a symbolic reachability by decision diagrams (`scrump-reach`, `scrump-check`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scrump.report.json_values import Object
from scrump.report.run import common_parts
from scrump.report.tasks_run import ForkJoinRun

# Size of a result in the operation cache, in bytes (docs/diagrams.md).
_BYTES_OF_RESULT = 32


@dataclass(frozen=True)
class Round:
    """One pass over the relations, or a level."""

    seconds: float
    end: float  # seconds since the search began
    table_nodes: int  # after the round
    growths: int  # of the table until then, since the model was read
    states: float | None  # approximate number reached so far; only if they were counted
    nodes: int | None  # number of nodes of their diagram


@dataclass(frozen=True)
class Diagrams:
    """The table of nodes and the operation cache."""

    nodes: int  # at the end
    peak_nodes: int
    inserted: int
    operations: int
    known: int  # number of these that were in the cache
    collections: int
    growths: int
    collecting_seconds: float  # time of collections by one worker, during which no operation ran
    growing_seconds: float  # time of growing, likewise
    buckets: int  # at the end
    table_bytes: int
    cache_bytes: int

    @property
    def fullness(self) -> float:
        return self.peak_nodes / self.buckets if self.buckets else 0.0

    @property
    def known_share(self) -> float:
        return self.known / self.operations if self.operations else 0.0

    @property
    def places(self) -> int:
        """Number of places for results in the cache, at the end."""
        return self.cache_bytes // _BYTES_OF_RESULT

    @property
    def results_for_a_place(self) -> float:
        """Number of results per place: each unknown result was computed, and replaced an earlier one; counted between
        two collections, since a collection empties the cache."""
        done = (self.operations - self.known) / (self.collections + 1)
        return done / self.places if self.places else 0.0


@dataclass(frozen=True)
class ReachRun(ForkJoinRun):
    strategy: str
    load_seconds: float
    reach_seconds: float
    rounds: tuple[Round, ...]
    diagrams: Diagrams

    @property
    def task_duration(self) -> float | None:
        """Mean duration of tasks without the longest, which is the search itself."""
        number = sum(bucket.count for bucket in self.task_durations) - 1
        if number < 1:
            return self.mean_work
        middles = [(bucket.low + bucket.high) / 2 for bucket in self.task_durations]
        counts = (bucket.count for bucket in self.task_durations)
        return (sum(count * middle for count, middle in zip(counts, middles, strict=True)) - middles[-1]) / number

    @property
    def counted(self) -> bool:
        """Whether states and nodes of rounds are known."""
        return any(each.states is not None for each in self.rounds)

    @cached_property
    def grown_rounds(self) -> tuple[int, ...]:
        """The rounds in which the table grew."""
        before = [0, *(each.growths for each in self.rounds)]
        return tuple(at for at, each in enumerate(self.rounds) if each.growths > before[at])


def read_reach(top: Object) -> ReachRun:
    return _read(top, _answer(top))


def read_check(top: Object) -> ReachRun:
    """The run that answered questions about a net (`scrump-check`)."""
    if not top.has("diagrams"):
        raise top.error("diagrams", "no diagrams were made, so there are no tasks to report on")
    counts = {"true": 0, "false": 0, "bounds": 0, "unknown": 0}
    for each in top.objects("answers"):
        answer = each.value.get("answer")
        counts["unknown" if answer is None else str(answer).lower() if isinstance(answer, bool) else "bounds"] += 1
    return _read(top, (*((name, str(number)) for name, number in counts.items() if number), *_answer(top)))


def _read(top: Object, answer: tuple[tuple[str, str], ...]) -> ReachRun:
    parts = common_parts(top)
    parts["answer"] = answer
    return ReachRun(
        **parts,
        strategy=top.text("strategy"),
        load_seconds=top.number("load_seconds", default=0.0),
        reach_seconds=top.number("reach_seconds"),
        rounds=_rounds(top),
        diagrams=_diagrams(top.child("diagrams")),
    )


def _answer(top: Object) -> tuple[tuple[str, str], ...]:
    found = [(name, _grouped(top.text(name))) for name in ("states", "deadlocks") if top.has(name)]
    if top.has("nodes"):
        found.insert(1, ("in nodes", f"{top.integer('nodes'):,}"))
    if top.has("reachable"):
        found.append(("reachable", "yes" if top.value["reachable"] else "no"))
    return tuple(found)


def _grouped(digits: str) -> str:
    """A number as text, since it may have more digits than JSON readers keep."""
    return f"{int(digits):,}" if digits.isascii() and digits.isdigit() and len(digits) <= 30 else digits


def _rounds(top: Object) -> tuple[Round, ...]:
    rounds: list[Round] = []
    before, grown = 0.0, 0
    for each in top.objects("by_round"):
        end, growths = each.number("seconds"), each.integer("growths", default=0)
        if end < before:
            raise each.error("seconds", f"expected no less than the {before:g} of the round before, found {end:g}")
        if growths < grown:
            raise each.error("growths", f"expected no less than the {grown} of the round before, found {growths}")
        rounds.append(
            Round(
                seconds=end - before,
                end=end,
                table_nodes=each.integer("table_nodes"),
                growths=growths,
                states=each.optional("states"),
                nodes=each.integer("nodes") if each.has("nodes") else None,
            )
        )
        before, grown = end, growths
    return tuple(rounds)


def _diagrams(of: Object) -> Diagrams:
    operations, known = of.integer("operations"), of.integer("known")
    if known > operations:
        raise of.error("known", f"expected no more than the {operations} operations, found {known}")
    return Diagrams(
        nodes=of.integer("nodes"),
        peak_nodes=of.integer("peak_nodes"),
        inserted=of.integer("inserted", default=0),
        operations=operations,
        known=known,
        collections=of.integer("collections"),
        growths=of.integer("growths"),
        collecting_seconds=of.number("collecting_seconds", default=0.0),
        growing_seconds=of.number("growing_seconds", default=0.0),
        buckets=of.integer("buckets"),
        table_bytes=of.integer("table_bytes", default=0),
        cache_bytes=of.integer("cache_bytes", default=0),
    )
