"""Medians, as tables in Markdown, and everything as CSV and JSON."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from lab.harness import tables
from lab.harness.place import Place
from lab.harness.tables import attributes, head, line

from .plan import ADAPTIVE, Kind

SCHEMA = {"schema": "scrump-table-experiment", "version": 1}
COUNTS = ("demanded", "prefetched", "unused", "chunk_buckets", "lines")
COLUMNS: tables.Columns = {
    **attributes("what", "net", "processes", "mix", "load", "chunk", "prefetch", "under_way", of="kind"),
    **attributes("runs", operations_per_second="rate"),
    **attributes("microseconds", *COUNTS),
}


@dataclass(frozen=True)
class Row:
    """Medians of the runs of a kind. Chunks are those of an operation out of direct reach."""

    kind: Kind
    runs: int
    rate: float  # operations a second, of all processes together
    demanded: float
    prefetched: float
    unused: float
    chunk_buckets: float
    lines: float

    @property
    def microseconds(self) -> float:
        """That an operation takes its worker."""
        return self.kind.processes / self.rate * 1e6


@dataclass(frozen=True)
class Rivals:
    """Round trips by the way to hash, at a load factor."""

    load: float
    trips: Sequence[dict[str, Any]]


@dataclass(frozen=True)
class Results:
    place: Place
    rows: Sequence[Row]
    rivals: Sequence[Rivals]


def expected_chunks(load: float, size: int) -> float:
    """The slides' bound: max(1, (1 + 1/(1-α)²) / 2C)."""
    return max(1.0, (1 + 1 / (1 - load) ** 2) / (2 * size))


def efficiency_bound(size: int) -> float:
    """The load factor up to which a chunk is expected to have an empty bucket."""
    return 1 - math.sqrt(1 / (2 * size - 1))


def row(kind: Kind, samples: Sequence[dict[str, Any]]) -> Row:
    def median(value: Callable[[dict[str, Any]], float]) -> float:
        return statistics.median(value(sample) for sample in samples)

    return Row(
        kind,
        len(samples),
        median(lambda sample: sample["operations"] / sample["seconds"]),
        *(median(itemgetter(name)) for name in COUNTS),
    )


def rate_cell(found: Row) -> str:
    return f"{found.rate / 1e6:.3f}"


def grid(
    rows: Sequence[Row],
    names: tuple[str, str],
    key: Callable[[Kind], Any],
    column: Callable[[Kind], Any],
    cell: Callable[[Row], str],
) -> list[str]:
    """A line for each key, a column for each of the others."""
    columns = sorted({column(each.kind) for each in rows})
    found = {(key(each.kind), column(each.kind)): each for each in rows}
    lines = head([names[0], *(f"{names[1]} {each}" for each in columns)], 1)
    for one in dict.fromkeys(key(each.kind) for each in rows):
        cells = [found.get((one, each)) for each in columns]
        lines.append(line([str(one), *("" if each is None else cell(each) for each in cells)]))
    return lines


def chunk_lines(rows: Sequence[Row]) -> list[str]:
    names = ("chunk", "load", "demanded", "prefetched", "unused", "bound", "buckets", "operations a second")
    lines = head(names, 1)
    for each in rows:
        kind = each.kind
        adaptive = kind.chunk == ADAPTIVE
        name = f"by the load, {kind.prefetch}" if adaptive else f"{kind.chunk}, {kind.prefetch}"
        bound = "" if adaptive else f"{expected_chunks(kind.load, kind.chunk):.2f}"
        cells = [f"{each.demanded:.3f}", f"{each.prefetched:.3f}", f"{each.unused:.3f}", bound]
        lines.append(line([name, str(kind.load), *cells, f"{each.chunk_buckets:.1f}", f"{each.rate:,.0f}"]))
    return lines


def rival_lines(found: Sequence[Rivals]) -> list[str]:
    names = list(dict.fromkeys(each["name"] for one in found for each in one.trips))
    lines = head(["way to hash", *(f"α = {one.load}" for one in found)], 1)
    for name in names:
        cells = []
        for one in found:
            trips = next(each for each in one.trips if each["name"] == name)
            cells.append(f"{trips['found']:.2f}, {trips['inserted']:.2f}{' (full)' if trips['full'] else ''}")
        lines.append(line([name, *cells]))
    return lines


def markdown(results: Results) -> str:
    lines = ["# The table of states", "", results.place.describe(), "Medians.", ""]
    found = [each for each in results.rows if each.kind.what == "find-or-put"]
    plain = [each for each in found if each.kind.chunk == ADAPTIVE and each.kind.prefetch == "when-needed"]

    def section(title: str, rows: Sequence[Row], make: Callable[[Sequence[Row]], list[str]]) -> None:
        if rows:
            lines.extend([f"## {title}", "", *make(rows), ""])

    for what in ("get", "put"):
        for net in ("direct", "messages"):
            rows = [each for each in results.rows if each.kind.what == what and each.kind.net == net]
            section(
                f"Raw {what}, {net}: µs an operation",
                rows,
                lambda of: grid(
                    of,
                    ("processes, under way", "words"),
                    lambda kind: f"{kind.processes}, {kind.under_way}",
                    lambda kind: kind.chunk,
                    lambda each: f"{each.microseconds:.2f}",
                ),
            )
    for net in ("direct", "messages"):
        rows = [each for each in plain if each.kind.net == net]
        section(
            f"Throughput of find-or-put, {net}: millions a second, of all processes",
            [each for each in rows if each.kind.under_way == 0],
            lambda of: grid(
                of,
                ("mix, processes", "α ="),
                lambda kind: f"{kind.mix}, {kind.processes}",
                lambda kind: kind.load,
                rate_cell,
            ),
        )
        section(
            f"Latency of find-or-put, {net}: µs, one at a time",
            [each for each in rows if each.kind.under_way == 1],
            lambda of: grid(
                of,
                ("processes", "α ="),
                lambda kind: kind.processes,
                lambda kind: kind.load,
                lambda each: f"{each.microseconds:.3f}",
            ),
        )
    section(
        "Chunks of an operation, 2 processes by messages",
        [each for each in found if each.kind.net == "messages" and each.kind.processes == 2 and each not in plain]
        + [each for each in plain if each.kind.net == "messages" and each.kind.processes == 2
           and each.kind.mix == "mixed" and each.kind.under_way == 0],  # fmt: skip
        chunk_lines,
    )
    if results.rivals:
        lines += ["## Round trips to find, and to insert, by the way to hash (simulated)", ""]
        lines += [*rival_lines(results.rivals), ""]
    return "\n".join(lines)


def csv_text(results: Results) -> str:
    return tables.csv_text(COLUMNS, results.rows)


def json_text(results: Results) -> str:
    return tables.json_text(
        SCHEMA,
        place=results.place,
        rows=[tables.record(COLUMNS, row) for row in results.rows],
        round_trips=results.rivals,
    )
