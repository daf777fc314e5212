"""The rows as Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from .machine import Machine
from .plan import PROTOCOLS
from .summary import Row, Sample

SCHEMA = {"schema": "scrump-uts-protocols", "version": 1}
STATES = ("working", "searching", "stealing", "terminating")
COLUMNS = (
    "figure", "tree", "protocol", "chunk", "poll", "stack", "probe", "workers", "ranks", "runs", "seconds",
    "nodes_per_second", "speedup", "least_speedup", "greatest_speedup", "efficiency", "of_hash_ceiling",
    "working_efficiency",
    *(f"{state}_share" for state in STATES), "steals", "steals_per_second", "chunks_stolen", "releases", "reacquires",
    "failed_probes",
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
        "sequential" if kind.protocol is None else kind.protocol,
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
    return "| " + " | ".join(cells) + " |"


def markdown(machine: Machine, figures: Sequence[Figure]) -> str:
    lines = ["# Protocols of work stealing on unbalanced trees", "", machine.describe(), ""]
    for figure in figures:
        lines += [
            f"## {figure.heading}",
            "",
            "| tree | protocol | chunk | workers | runs | s | M nodes/s | speed-up | least … greatest | efficiency "
            "| of the hash ceiling | working efficiency | working / searching / stealing / terminating, % | steals/s "
            "| steals | chunks stolen | releases | reacquires | failed probes |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
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


def record(figure: str, row: Row) -> dict[str, Any]:
    """A row by the names of `COLUMNS`."""
    kind = row.kind
    divided = row.shares or (None,) * len(STATES)
    return {
        "figure": figure,
        "tree": kind.tree,
        "protocol": "sequential" if kind.protocol is None else kind.protocol,
        "chunk": kind.chunk,
        "poll": kind.poll,
        "stack": kind.stack,
        "probe": kind.probe,
        "workers": kind.workers,
        "ranks": int(kind.ranks),
        "runs": row.runs,
        "seconds": row.seconds,
        "nodes_per_second": row.rate,
        "speedup": row.speedup,
        "least_speedup": row.least_speedup,
        "greatest_speedup": row.greatest_speedup,
        "efficiency": row.efficiency,
        "of_hash_ceiling": row.of_ceiling,
        "working_efficiency": row.working_efficiency,
        **{f"{state}_share": share for state, share in zip(STATES, divided, strict=True)},
        "steals": row.steals,
        "steals_per_second": row.steals_per_second,
        "chunks_stolen": row.chunks_stolen,
        "releases": row.releases,
        "reacquires": row.reacquires,
        "failed_probes": row.failed_probes,
    }


def csv_text(figures: Sequence[Figure]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for figure in figures:
        writer.writerows(record(figure.number, row) for row in figure.rows)
    return text.getvalue()


def json_text(machine: Machine, figures: Sequence[Figure], samples: Sequence[Sample]) -> str:
    """The rows, and every sample that they were made of."""
    content = {
        **SCHEMA,
        "machine": asdict(machine),
        "rows": [record(figure.number, row) for figure in figures for row in figure.rows],
        "samples": [asdict(sample) for sample in samples],
    }
    return json.dumps(content, indent=1) + "\n"
