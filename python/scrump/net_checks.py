"""Answers to questions about the markings that a place/transition net can reach."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from . import _native
from .diagram_options import DiagramOptions, native_diagrams, native_reordering
from .errors import UsageError
from .interrupts import finished
from .option_table import takes
from .reachability import InCommandsJson
from .unpack import Unpack

File = str | os.PathLike[str]


@dataclass(frozen=True)
class NetAnswer:
    """Answer to one question about a net; `holds` and `bound` are None if it is unknown."""

    id: str
    """Id of the property in its file, name of the question, or formula as it was given."""
    formula: str
    """What is true if the answer is True, or the sum of places whose bound is the answer."""
    holds: bool | None
    """Whether the formula holds; None of bounds."""
    bound: int | None
    """Most tokens over all reachable markings; None except of bounds."""
    method: str | None = field(compare=False)
    """How the answer was found: "structure", "walk", "diagrams" or "states"."""
    seconds: float | None = field(compare=False)
    """Time from the beginning until the answer was known, in seconds."""
    path: list[str] | None = field(compare=False)
    """Names of transitions from the initial marking on that show the answer; None if a path does not show it, or if
    none was looked for."""
    cycle: list[str] = field(compare=False)
    """Names of the transitions of a cycle that follows the path, if a cycle shows the answer."""
    why: str = field(compare=False)
    """Why the answer is unknown."""

    @property
    def known(self) -> bool:
        """Whether the answer is known."""
        return self.holds is not None or self.bound is not None

    @property
    def answer(self) -> bool | int | None:
        """The answer: True or False, or the number of a bound; None if it is unknown."""
        return self.bound if self.holds is None else self.holds


@dataclass(frozen=True)
class CheckedNet(InCommandsJson):
    """Answers to questions about a net. If the status is not "complete", some of them are unknown."""

    net: str
    """Name of the net's file."""
    status: str
    """How the run ended: "complete"; or what keeps an answer from being known, "cancelled" (Ctrl-C), "time-limit",
    "memory-limit", "node-limit" (of the table of diagrams), or "no-method" if no limit does, but no method answers it;
    the first of these, if there are several."""
    answers: list[NetAnswer]
    """Answers in the order of the files, of `ask`, of `ltl` and of `ctl`."""
    states: int | None
    """Exact number of reachable markings; None if they were not counted."""
    steps_walked: int = field(compare=False)
    """Number of transitions that were fired in random walks."""
    visited: int = field(compare=False)
    """Number of markings that were visited one by one, for formulas of CTL and bounds."""
    seconds: float = field(compare=False)
    """Duration of the run, in seconds."""
    diagrams: _native.DiagramStatistics | None = field(compare=False, repr=False)
    """Statistics of the nodes of diagrams; None if no diagrams were made."""
    statistics: _native.Statistics | None = field(compare=False, repr=False)
    """Cost of the operations on diagrams: seconds in all, tasks, steals, workers; None if no diagrams were made."""
    as_json: str = field(compare=False, repr=False)
    """The result as in the command's JSON, without the provenance of the run."""
    ended: float = field(default=0, compare=False, repr=False)
    """Time when the run ended, in seconds since 1970."""

    @property
    def complete(self) -> bool:
        """Whether all answers are known."""
        return self.status == "complete"

    @property
    def problem(self) -> str:
        """Name of the problem, as in the command."""
        return "check"

    def __iter__(self) -> Iterator[NetAnswer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, question: str) -> NetAnswer:
        """The answer to the property with that id, or question of that name. Raises KeyError if none has it."""
        for each in self.answers:
            if each.id == question:
                return each
        raise KeyError(question)

    def _instead(self) -> str:
        return "complete says whether all answers are known, and answers what they are"


@takes(DiagramOptions)
def check_net(
    net: File,
    properties: File | Iterable[File] = (),
    *,
    ask: str | Iterable[str] = (),
    ltl: str | Iterable[str] = (),
    ctl: str | Iterable[str] = (),
    weakly_fair: str | Iterable[str] = (),
    strongly_fair: str | Iterable[str] = (),
    only: str | Iterable[str] = (),
    order: str = "best",
    places: Iterable[str] = (),
    reorder: bool = False,
    reorder_growth: float | None = None,
    paths: bool = True,
    reduction: str = "stubborn",
    answered: Callable[[NetAnswer], object] | None = None,
    **options: Unpack[DiagramOptions],
) -> CheckedNet:
    """Answers questions about all markings that a place/transition net can reach.

    `net`: a PNML file, perhaps compressed. `properties`: a file or several files in the XML of the Model Checking
    Contest, with formulas of reachability, CTL and LTL and bounds of places. `ask`: questions by name, "deadlock",
    "one-safe", "quasi-live", "live" or "stable-marking"; all of them if nothing else is asked. `ltl`: a formula of LTL
    or several, such as "G (full > 0 -> F fires(get))"; `ctl`: likewise of CTL, such as "AG EF deadlock" (`scrump check
    --help` has their syntax). `weakly_fair`, `strongly_fair`: transitions that are fair on the paths of `ltl`. `only`:
    ids of the properties to answer. `order`: the order of the places in the diagrams, "best", "given", "force",
    "noack", "tovchigrechko", "sloan" or "invariants" (docs/states.md). `places`: instead, names of places from the
    first to the last. `reorder` and `reorder_growth`: as of `reach_net`. `paths`: whether to look for paths that show
    answers. `reduction`: the markings to be left out where they are visited one by one, by "stubborn" sets or "none".
    `answered`: a function that is called with each answer when it is known. The run takes place in one process.

    >>> found = scrump.check_net("kanban.pnml", ask=["deadlock", "one-safe"])
    >>> found["deadlock"].answer, found["one-safe"].answer
    (False, False)
    """
    how, file = native_diagrams(**options), os.fsdecode(net)
    files = [properties] if isinstance(properties, (str, os.PathLike)) else properties
    found: dict[str, Any] = _native.check_net(
        file,
        [os.fsdecode(each) for each in files],
        _native.NetQuestions(
            ask=_names("ask", ask),
            ltl=_texts("ltl", ltl),
            ctl=_texts("ctl", ctl),
            weakly_fair=_names("weakly_fair", weakly_fair),
            strongly_fair=_names("strongly_fair", strongly_fair),
            only=_names("only", only),
        ),
        order,
        places=list(places),
        reorder=native_reordering(reorder, reorder_growth),
        paths=bool(paths),
        reduction=reduction,
        answered=_told(answered),
        options=how,
    )
    found["answers"] = [NetAnswer(**each) for each in found["answers"]]
    return finished(CheckedNet(net=file, as_json=found.pop("json"), ended=time.time(), **found))


def _told(answered: Callable[[NetAnswer], object] | None) -> Callable[[dict[str, Any]], object] | None:
    """The function for the compiled part, which knows answers as dicts."""
    if answered is None:
        return None
    if not callable(answered):
        raise UsageError(f"answered={answered!r}; expected a function")
    return lambda each: answered(NetAnswer(**each))


def _names(keyword: str, given: str | Iterable[str]) -> list[str]:
    """A list of names, or names with commas between them, as the command takes them."""
    return _texts(keyword, given.split(",") if isinstance(given, str) else given, "names")


def _texts(keyword: str, given: str | Iterable[str], kind: str = "formulas") -> list[str]:
    """A list of texts; one alone may stand for the list."""
    texts = [given] if isinstance(given, str) else list(given)
    for each in texts:
        if not isinstance(each, str) or not each:
            raise UsageError(f"{keyword}={given!r}; expected {kind}")
    return texts
