"""Results as Markdown, CSV and JSON, and the files that hold them."""

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol

# --- Markdown


def line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def head(names: Sequence[str], texts: int) -> list[str]:
    """The first `texts` columns are text, the others numbers."""
    return [line(names), "|" + "---|" * texts + "---:|" * (len(names) - texts)]


# --- Records

# What a row has in each column of a CSV file, and in JSON.
Columns = Mapping[str, Callable[[Any], object]]


def attributes(*names: str, of: str = "", **renamed: str) -> dict[str, Callable[[Any], object]]:
    """Columns that are attributes of a row, or of its attribute `of`; `renamed` are columns whose attributes have other
    names."""
    within = f"{of}." if of else ""
    return {column: attrgetter(within + name) for column, name in {**{name: name for name in names}, **renamed}.items()}


def record(columns: Columns, row: object) -> dict[str, object]:
    return {name: value(row) for name, value in columns.items()}


def csv_text(columns: Columns, rows: Iterable[object]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(record(columns, row) for row in rows)
    return text.getvalue()


def json_text(schema: Mapping[str, object], **content: object) -> str:
    """Values that are dataclasses, or lists of them, become objects."""

    def plain(value: Any) -> object:
        if isinstance(value, (list, tuple)):
            return [plain(each) for each in value]
        return asdict(value) if hasattr(value, "__dataclass_fields__") else value

    return json.dumps({**schema, **{name: plain(value) for name, value in content.items()}}, indent=1) + "\n"


# --- Files


class Writers(Protocol):
    """A module that makes all texts of an experiment's results."""

    def markdown(self, results: Any, /) -> str: ...
    def csv_text(self, results: Any, /) -> str: ...
    def json_text(self, results: Any, /) -> str: ...


def texts(writers: Writers, results: object) -> dict[str, str]:
    """By the names of their files."""
    return {
        "results.md": writers.markdown(results),
        "results.csv": writers.csv_text(results),
        "results.json": writers.json_text(results),
    }


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Files by their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def drawn(draw: Callable[[], Sequence[Path]], advice: str = "") -> list[str]:
    """The names of the figures; none, and a line that says so, where there is no matplotlib."""
    try:
        return [path.name for path in draw()]
    except ImportError as error:
        print(f"no figures: {error} (Debian: python3-matplotlib){advice}", file=sys.stderr)
        return []


def report(folder: Path, texts: Mapping[str, str], draw: Callable[[], Sequence[Path]] = list) -> None:
    """Writes the texts, prints the first of them, draws the figures and names all files."""
    write(folder, texts)
    print(next(iter(texts.values())))
    print(f"{folder}: {', '.join([*texts, *drawn(draw)])}", file=sys.stderr)
