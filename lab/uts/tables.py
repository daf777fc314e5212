"""The rows as Markdown, CSV and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import methodcaller
from typing import NamedTuple

from lab.harness import tables
from lab.harness.tables import attributes, head, line

from .machine import Machine
from .plan import PROTOCOLS
from .summary import COUNTS, STATES, Row, Sample

SCHEMA = {"schema": "scrump-uts-protocols", "version": 1}


class Entry(NamedTuple):
    """A row, and the figure that it is part of."""

    figure: str
    row: Row

    @property
    def protocol(self) -> str:
        return self.row.kind.protocol or "sequential"

    @property
    def ranks(self) -> int:
        return int(self.row.kind.ranks)

    def share(self, state: str) -> float | None:
        return self.row.shares and self.row.shares[STATES.index(state)]


COLUMNS: tables.Columns = {
    **attributes("figure"),
    **attributes("tree", of="row.kind"),
    **attributes("protocol"),
    **attributes("chunk", "poll", "stack", "probe", "workers", of="row.kind"),
    **attributes("ranks"),
    **attributes("runs", "seconds", nodes_per_second="rate", of="row"),
    **attributes("speedup", "least_speedup", "greatest_speedup", "efficiency", of="row"),
    **attributes(of_hash_ceiling="of_ceiling", working_efficiency="working_efficiency", of="row"),
    **{f"{state}_share": methodcaller("share", state) for state in STATES},
    **attributes(*COUNTS, of="row"),
}
HEAD = (
    "tree", "protocol", "chunk", "workers", "runs", "s", "M nodes/s", "speed-up", "least … greatest", "efficiency",
    "of the hash ceiling", "working efficiency", "working / searching / stealing / terminating, %", "steals/s",
    "steals", "chunks stolen", "releases", "reacquires", "failed probes",
)  # fmt: skip


@dataclass(frozen=True)
class Figure:
    number: str
    title: str
    rows: Sequence[Row]  # with the sequential ones

    @property
    def heading(self) -> str:
        return f"Figure {self.number}: {self.title}" if self.number.isdigit() else self.title

    @property
    def parallel(self) -> list[Row]:
        return [row for row in self.rows if row.kind.protocol is not None]


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def whole(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def markdown_row(row: Row) -> str:
    kind = row.kind
    divided = " / ".join(f"{100 * share:.1f}" for share in row.shares) if row.shares else ""
    cells = [
        kind.tree,
        kind.protocol or "sequential",
        "" if kind.chunk is None else str(kind.chunk),
        f"{kind.workers} rank{'s' * (kind.workers != 1)}" if kind.ranks else str(kind.workers),
        str(row.runs),
        f"{row.seconds:.3f}",
        f"{row.rate / 1e6:.2f}",
        f"{row.speedup:.3f}",
        f"{row.least_speedup:.3f} … {row.greatest_speedup:.3f}",
        percent(row.efficiency),
        percent(row.of_ceiling),
        percent(row.working_efficiency),
        divided,
        whole(row.steals_per_second),
        whole(row.steals),
        whole(row.chunks_stolen),
        whole(row.releases),
        whole(row.reacquires),
        whole(row.failed_probes),
    ]
    return line(cells)


def markdown(machine: Machine, figures: Sequence[Figure]) -> str:
    lines = ["# Protocols of work stealing on unbalanced trees", "", machine.describe(), ""]
    for figure in figures:
        lines += [
            f"## {figure.heading}",
            "",
            *head(HEAD, 2),
            *(markdown_row(row) for row in figure.rows),
            "",
        ]
    names = ", ".join(f"{name} is its {theirs}" for name, theirs in PROTOCOLS.items())
    lines += [
        "Medians. *speed-up*: over the sequential run of the same round; *efficiency*: that by the number of workers. "
        "*of the hash ceiling*: nodes a second by what the hash alone would reach on as many cores. *working "
        "efficiency*: nodes a second and worker in the working state, by the sequential rate. *steals*: transfers of "
        f"work between workers. In the paper's figure 3, {names}.",
        "",
    ]
    return "\n".join(lines)


def entries(figures: Sequence[Figure]) -> list[Entry]:
    return [Entry(figure.number, row) for figure in figures for row in figure.rows]


def csv_text(figures: Sequence[Figure]) -> str:
    return tables.csv_text(COLUMNS, entries(figures))


def json_text(machine: Machine, figures: Sequence[Figure], samples: Sequence[Sample]) -> str:
    """The rows, and every sample that they were made of."""
    rows = [tables.record(COLUMNS, entry) for entry in entries(figures)]
    return tables.json_text(SCHEMA, machine=machine, rows=rows, samples=samples)
