"""Published numbers and ours, as Markdown; and reading what experiments have written."""

import csv
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean as mean

from lab.harness.published import Value, values
from lab.harness.tables import head, line

from .plan import Comparison, Paper, Table


def results(folder: Path, name: str = "results.csv") -> list[dict[str, str]]:
    """The rows of a step's file; none if it has not been run."""
    path = folder / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def only(rows: Iterable[dict[str, str]], **wanted: object) -> list[dict[str, str]]:
    """Those with these values."""
    return [row for row in rows if all(row[name] == str(value) for name, value in wanted.items())]


def number(value: float, digits: int = 2, unit: str = "") -> str:
    return f"{value:,.{digits}f} {unit}".strip()


def span(found: Sequence[float], digits: int = 2, unit: str = "") -> str:
    """From the least to the greatest."""
    if not found:
        return ""
    low, high = number(min(found), digits), number(max(found), digits)
    return f"{low if low == high else f'{low} to {high}'} {unit}".strip()


def chance(first: Sequence[float], second: Sequence[float], trials: int = 2000) -> float:
    """The share of random divisions of all samples whose means differ by as much as those of these two: whether runs of
    one and the same kind could have differed so."""
    both = [*first, *second]
    difference = abs(mean(first) - mean(second))
    order = random.Random(1)
    found = 0
    for _ in range(trials):
        order.shuffle(both)
        found += abs(mean(both[: len(first)]) - mean(both[len(first) :])) >= difference * (1 - 1e-9)
    return found / trials


def text_table(paper: str, comparison: Comparison) -> list[str]:
    """What the paper's text states and the results answer."""
    unknown = [value for value in comparison.ours if value not in values(paper)]
    assert not unknown, unknown
    lines = head(["where", "what", "of", "published", "ours"], 3)
    for value in values(paper):
        ours = comparison.ours.get(value)
        if ours:
            lines.append(line([value.where, value.quantity, value.case, str(value), ours]))
    return lines


def unanswered(paper: str, comparison: Comparison) -> list[Value]:
    return [value for value in values(paper) if not comparison.ours.get(value)]


def own_table(table: Table) -> list[str]:
    return [f"## {table.title}", "", *head(table.names, table.texts), *(line(row) for row in table.rows), ""]


def markdown(paper: Paper, commands: Sequence[str], place: str, comparison: Comparison) -> str:
    lines = [f"# {paper.title}: published, and ours", "", place, "", *(f"    {each}" for each in commands), ""]
    if comparison.ours:
        lines += ["## What the text states", "", *text_table(paper.name, comparison), ""]
    for table in comparison.tables:
        if table.rows:
            lines += own_table(table)
    left = unanswered(paper.name, comparison)
    if left:
        lines += ["Without a counterpart in these results:", ""]
        lines += [f"- {each.where}: {each.quantity}, {each.case}: {each}" for each in left]
        lines.append("")
    return "\n".join(lines)
