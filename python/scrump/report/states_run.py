"""The run of an exploration of a state space (`scrump-states`)."""

from __future__ import annotations

from dataclasses import dataclass

from scrump.report.json_values import Object
from scrump.report.run import Run, common_parts
from scrump.report.units import plural


@dataclass(frozen=True)
class StatesRun(Run):
    """A run whose tasks are the states that a worker expands without a break: in breadth-first order its part of a
    level."""

    measure = "state"

    states: int
    all_expanded: bool  # whether it ended neither at a finding nor at the level limit
    states_per_second: float
    bytes_per_state: float
    order: str
    storage: str
    expected_missed: float  # number of states; 0 if they are exact
    paths: bool  # whether the predecessor of each state is kept
    levels: tuple[int, ...]  # number of states by distance; only in breadth-first order
    stolen: int  # states that were expanded by another worker than the one that found them
    stolen_between: int  # number of these in another locality

    @property
    def work(self) -> tuple[int, str]:
        return self.states, self.measure

    @property
    def one_steal(self) -> str:
        return "a steal takes many states"

    @property
    def by_levels(self) -> bool:
        return self.order == "breadth-first"

    @property
    def task_duration(self) -> float | None:
        return self.mean_work

    def small_levels(self, states_for_each: int) -> list[int]:
        """The levels that have fewer states per worker."""
        return [level for level, states in enumerate(self.levels) if states < states_for_each * self.all_workers]


def read_states(top: Object) -> StatesRun:
    parts = common_parts(top)
    # The duration of a steal is not measured: the file has zeros.
    parts["steal_latencies"] = parts["remote_steal_latencies"] = ()
    parts["answer"] = _answer(top)
    states = top.integer("states")
    stolen, between = top.integer("stolen", default=0), top.integer("stolen_between_localities", default=0)
    if between > stolen:
        raise top.error("stolen_between_localities", f"expected no more than the {stolen} stolen, found {between}")
    return StatesRun(
        **parts,
        states=states,
        all_expanded=top.value.get("all_expanded") is True,
        states_per_second=top.number("states_per_second", default=0.0),
        bytes_per_state=top.number("bytes_per_state", default=0.0),
        order=top.text("order"),
        storage=top.text("storage"),
        expected_missed=top.number("expected_missed", default=0.0),
        paths=top.value.get("paths") is True,
        levels=tuple(top.integers("levels")),
        stolen=stolen,
        stolen_between=between,
    )


def _answer(top: Object) -> tuple[tuple[str, str], ...]:
    found = []
    if top.has("finding"):
        of = f" of {top.text('invariant')}" if top.has("invariant") else ""
        steps = f", after {plural(top.integer('steps'), 'step')}" if top.has("steps") else ""
        found.append(("found", f"{top.text('finding')}{of}{steps}"))
    return (*found, *((name, f"{top.integer(name):,}") for name in ("states", "transitions", "deadlocks")))
