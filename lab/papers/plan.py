"""What a paper's figures and tables are made with. Nothing here runs anything."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.harness.published import Value
from lab.harness.running import ROOT

NAMES = ("grubel2015", "olivier2008", "shatri2023", "slides", "xie2023")


@dataclass(frozen=True)
class Step:
    """A command of the laboratory; its results have a folder of that name."""

    name: str
    experiment: str  # its folder in lab
    words: tuple[str, ...]
    output: str = "--output"  # what the experiment calls the option of that folder

    def command(self, python: str, results: Path) -> list[str]:
        return [python, str(ROOT / "lab" / self.experiment / "run"), *self.words, self.output, str(results / self.name)]


@dataclass(frozen=True)
class Table:
    """Of published numbers beside ours."""

    title: str
    names: Sequence[str]
    texts: int  # the first columns are text
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Comparison:
    """What the results say of what the paper's text states, and tables that go further."""

    ours: Mapping[Value, str] = field(default_factory=dict)
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Paper:
    name: str
    title: str
    steps: Callable[[bool], list[Step]]  # of the paper's size, or quick ones
    compare: Callable[[Path], Comparison]  # the folder of all results; what is missing there has no comparison


def paper(name: str) -> Paper:
    """That of lab/papers/NAME/experiment.py."""
    module = importlib.import_module(f"lab.papers.{name}.experiment")
    return Paper(name, module.TITLE, module.steps, module.compare)
