"""Reads a run, of whatever kind, from the JSON that `scrump … --json` prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrump.report.errors import ReportError
from scrump.report.json_values import Object, kind_of, parse_json
from scrump.report.loop_run import read_loop
from scrump.report.reach_run import read_check, read_reach
from scrump.report.run import Run
from scrump.report.search_run import read_search
from scrump.report.states_run import read_states
from scrump.report.tasks_run import read_tasks

# The reader of each schema, and its newest version. The first version of tasks also had counts of nodes, all of them
# zero.
_KINDS: dict[str, tuple[int, Callable[[Object], Run]]] = {
    "scrump-result": (1, read_search),
    "scrump-tasks": (2, read_tasks),
    "scrump-loop": (1, read_loop),
    "scrump-reach": (1, read_reach),
    "scrump-states": (1, read_states),
    "scrump-check": (1, read_check),
}


def parse_run(text: str, file: str) -> Run:
    """Reads a run; `file` stands for its file in errors."""
    if _has_measurements_of_grain(text):
        raise ReportError(
            f"{file}: has measurements of the size of tasks, not a run; 'lab/grain/report {file}', in Scrump's source "
            "tree, makes a page of them"
        )
    return read_run(parse_json(text, file, "a run"), file)


def _has_measurements_of_grain(text: str) -> bool:
    """Whether the text begins with the header of a CSV file of lab/grain."""
    header = {cell.strip() for cell in text.lstrip().partition("\n")[0].split(",")}
    return {"mode", "repeat", "seconds"} <= header and not header.isdisjoint({"points", "problem"})


def read_run(value: Any, file: str) -> Run:
    """Reads a run from parsed JSON."""
    if isinstance(value, dict) and "traceEvents" in value:
        raise ReportError(
            f"{file}: is a trace ('--trace'), which Perfetto shows (https://ui.perfetto.dev); a page is made of the "
            "JSON of a run, 'scrump … --json > run.json', and shows the trace if both are given: scrump-report run.json "
            f"{file}"
        )
    if not isinstance(value, dict):
        raise ReportError(f"{file}: expected one object, as 'scrump … --json' prints, found {kind_of(value)}")
    top = Object(value, file)
    schema = top.text("schema")
    if schema == "scrump-walk":
        raise top.error("schema", "random walks have no tasks to report on, only numbers of steps")
    if schema not in _KINDS:
        raise top.error("schema", f"expected {' or '.join(map(repr, _KINDS))}, found '{schema}'")
    newest, read = _KINDS[schema]
    version = top.integer("version")
    if version > newest:
        raise top.error("version", f"{version} is newer than this program reads ({newest}); update it")
    if version < 1:
        raise top.error("version", f"expected {newest}, found {version}")
    if top.value.get("sequential") is True:
        raise top.error("sequential", "there are no workers to report on; leave '--sequential' out")
    return read(top)
