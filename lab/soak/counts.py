"""What a process of scrump_soak held of the system after each of its searches."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Counts:
    """After one search; its names are those of the file's columns."""

    seconds: float  # since the first one began
    resident: int  # bytes
    heap: int  # bytes allocated and not freed; 0 where the C library does not tell
    threads: int
    files: int  # open descriptors by kind, from here
    sockets: int
    pipes: int
    memory_files: int
    anonymous: int
    search: str


def _counts(row: dict[str, str]) -> Counts:
    kinds = {"seconds": float, "search": str}  # all else is a whole number
    return Counts(**{field.name: kinds.get(field.name, int)(row[field.name]) for field in fields(Counts)})


def parse(lines: Iterable[str]) -> list[Counts]:
    """A line that the end of the program cut short is left out."""
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [_counts(row) for row in rows if row["search"] is not None]


def read(prefix: Path) -> dict[int, list[Counts]]:
    """By rank."""
    paths = prefix.parent.glob(f"{prefix.name}.*")
    found = {}
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            found[int(path.suffix[1:])] = parse(lines)
    return dict(sorted(found.items()))
