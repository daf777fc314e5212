"""Every kind of page that scrump-report makes: the files that each is made from, and arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import synthetic
import synthetic_loops
import synthetic_states
import synthetic_tasks
from scrump.report.cli import main

_WORK = (("task", 0.0, 0.5), ("look for work", 0.5, 0.1), ("task", 0.6, 0.4))

Files = dict[str, "str | dict[str, Any]"]

KINDS: dict[str, Files] = {
    "search": {"run.json": synthetic.good_run()},
    "search-of-localities": {"run.json": synthetic.cluster_run()},
    "search-of-an-older-version": {"old.json": synthetic.old_run()},
    "tasks": {"tasks.json": synthetic_tasks.make_tasks(localities=2)},
    "loop": {"loop.json": synthetic_loops.parted_loop()},
    "loop-of-time-steps": {"loop.json": synthetic_loops.stepped_loop()},
    "reach": {"reach.json": synthetic_states.make_reach(localities=2)},
    "states": {"states.json": synthetic_states.make_states()},
    "trace": {"loop.json": synthetic_loops.parted_loop(), "trace.json": synthetic.make_trace(_WORK, _WORK)},
    "comparison": {
        f"{workers}.json": synthetic.make_run(workers=workers, seconds=8.0 / workers) for workers in (1, 2, 4)
    },
    "comparison-of-tasks": {f"{seed}.json": synthetic_tasks.make_tasks(localities=seed) for seed in (1, 2)},
    "comparison-of-loops": {"a.json": synthetic_loops.parted_loop(), "b.json": synthetic_loops.uneven_loop()},
    "comparison-of-states": {f"{each}.json": synthetic_states.make_states() for each in "ab"},
    "comparison-of-reach": {f"{each}.json": synthetic_states.make_reach(localities=2) for each in "ab"},
}


def make_page(folder: Path, kind: str) -> Path:
    """The page that the command makes of these files."""
    for name, content in KINDS[kind].items():
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    page = folder / "page.html"
    assert main([*(str(folder / name) for name in KINDS[kind]), "-o", str(page)]) == 0
    return page
