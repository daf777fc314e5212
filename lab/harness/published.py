"""The numbers of the papers that experiments repeat: the CSV files of lab/papers."""

import csv
from dataclasses import dataclass
from pathlib import Path

from .running import ROOT, Failure

FOLDER = ROOT / "lab/papers"
HEAD = ("paper", "source", "unit")


@dataclass(frozen=True)
class Table:
    """A file: where its numbers stand, what they are measured in, and the numbers."""

    paper: str
    source: str
    unit: str
    rows: list[dict[str, str]]

    def row(self, column: str, value: str) -> dict[str, str]:
        """The only row that has the value in the column."""
        (found,) = (each for each in self.rows if each[column] == value)
        return found


@dataclass(frozen=True)
class Value:
    """A value that a text states, or a range."""

    where: str  # figure, table or section
    quantity: str
    case: str
    low: float
    high: float | None  # None: no upper limit is stated
    unit: str
    hedge: str  # the text's "about" and the like

    def __str__(self) -> str:
        number = f"{self.low:,.10g}"
        if self.high not in (None, self.low):
            up_to = self.low == 0 and self.hedge  # such as "at most"
            number = f"{self.high:,.10g}" if up_to else f"{number} to {self.high:,.10g}"
        return " ".join(part for part in (self.hedge, number, self.unit) if part)

    @property
    def middle(self) -> float:
        return self.low if self.high is None else (self.low + self.high) / 2


def table(paper: str, name: str, folder: Path = FOLDER) -> Table:
    """`paper`: the name of its folder; `name`: that of a file there, without .csv."""
    path = folder / paper / f"{name}.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    head = dict(line.removeprefix("# ").split(": ", 1) for line in comments)
    if tuple(head) != HEAD or lines[: len(HEAD)] != comments:
        raise Failure(f"{path}: expected the lines '# paper: …', '# source: …' and '# unit: …', then the columns")
    rows = list(csv.DictReader(lines[len(HEAD) :]))
    if any(None in row or None in row.values() for row in rows):
        raise Failure(f"{path}: a line has not as many values as there are columns")
    return Table(**head, rows=rows)


def values(paper: str, where: str | None = None, quantity: str | None = None) -> list[Value]:
    """What the paper's text states, in its order; of one place or about one quantity alone, if these are given."""
    made = [
        Value(
            **{name: row[name] for name in ("where", "quantity", "case", "unit", "hedge")},
            low=float(row["low"]),
            high=float(row["high"]) if row["high"] else None,
        )
        for row in table(paper, "text").rows
    ]
    return [each for each in made if where in (None, each.where) and quantity in (None, each.quantity)]


def value(paper: str, where: str, quantity: str, case: str | None = None) -> Value:
    """The only one of these."""
    found = [each for each in values(paper, where, quantity) if case in (None, each.case)]
    if len(found) != 1:
        raise KeyError(f"{paper}, {where}: {len(found)} values of {quantity!r} for {case!r}")
    return found[0]
