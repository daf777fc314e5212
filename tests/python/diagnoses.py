"""What a diagnosis says, for tests."""

from __future__ import annotations

from typing import Any

from scrump.report.findings import Diagnosis
from scrump.report.reading import read_run
from scrump.report.run import Run


def run_of(value: dict[str, Any]) -> Run:
    return read_run(value, "run.json")


def kinds(found: Diagnosis) -> list[str]:
    return [finding.kind for finding in found.findings]


def all_text(found: Diagnosis) -> str:
    parts = [found.headline, *found.notes]
    for finding in found.findings:
        parts += [finding.title, *finding.evidence, *finding.advice]
    return "\n".join(parts)
