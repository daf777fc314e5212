"""The samples of an experiment, in a file that a later call goes on with."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lab.harness.running import Failure

from .launch import Outcome
from .plan import ONE_WORKER, Round, Run, Searches

SCHEMA = {"schema": "scrump-workstealing", "version": 2}


@dataclass(frozen=True)
class Sample:
    run: Run
    outcome: Outcome


@dataclass(frozen=True)
class Conditions:
    """What all samples of a file have in common."""

    searches: Searches
    workers: int | None

    def as_json(self) -> dict[str, Any]:
        # The detour makes lists of tuples, as in what was read from a file.
        content: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return content


class Results:
    """Samples in the order in which they came. Every change is written at once, and never in part."""

    def __init__(self, path: Path, conditions: Conditions, machine: dict[str, Any]) -> None:
        self._path = path
        self._head = {**SCHEMA, "machine": machine, "conditions": conditions.as_json()}
        self._workers = conditions.workers
        self.samples: list[Sample] = _read(path, self._head) if path.exists() else []
        for sample in self.samples:
            _check_workers(sample, self._workers)

    def has(self, runs: Round) -> bool:
        done = {sample.run for sample in self.samples}
        return all(run in done for run in runs)

    def add(self, runs: Round, outcomes: Sequence[Outcome]) -> None:
        """Of a round that was there in part, the new samples replace the old ones."""
        self.samples = [sample for sample in self.samples if sample.run not in runs]
        for run, outcome in zip(runs, outcomes, strict=True):
            sample = Sample(run, outcome)
            _check_workers(sample, self._workers)
            _check_answer(sample, self.samples)
            self.samples.append(sample)
        self._write()

    def _write(self) -> None:
        content = {**self._head, "samples": [{**asdict(each.run), **asdict(each.outcome)} for each in self.samples]}
        partial = self._path.with_suffix(".partial")
        partial.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        partial.replace(self._path)


def _read(path: Path, head: dict[str, Any]) -> list[Sample]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if {key: content[key] for key in SCHEMA} != SCHEMA:
            raise Failure(f"{path}: not what this version of lab/workstealing/run writes")
        if content["conditions"] != head["conditions"]:
            raise Failure(
                f"{path} has samples of something else; give another --output.\n"
                f"  there: {_in_words(content['conditions'])}\n  now:   {_in_words(head['conditions'])}"
            )
        return [_sample(each) for each in content["samples"]]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failure(f"{path} cannot be read: {error!r}") from error


def _in_words(conditions: dict[str, Any]) -> str:
    searches = [f"{search['title']} ({search['skeleton']})" for search in conditions["searches"].values()]
    workers = conditions["workers"]
    return f"{', '.join(searches)}, {'all cores' if workers is None else f'workers: {workers}'}"


def _sample(content: dict[str, Any]) -> Sample:
    fields = Run.__dataclass_fields__
    run = {name: value for name, value in content.items() if name in fields}
    outcome = {name: value for name, value in content.items() if name not in fields}
    return Sample(Run(**run), Outcome(**outcome))


def _same_search(one: Run, other: Run, experiments: Iterable[str]) -> bool:
    together = one.experiment == other.experiment or {one.experiment, other.experiment} <= set(experiments)
    return together and one.application == other.application


def _check_workers(sample: Sample, workers: int | None) -> None:
    """`workers`: of each locality, as in the conditions; None: whatever the host has."""
    expected = 1 if sample.run.experiment == ONE_WORKER else workers
    if expected is not None and sample.outcome.workers != expected:
        raise Failure(
            f"{sample.run}: {sample.outcome.workers} workers in each locality, not {expected} as in the conditions, in\n"
            f"  {sample.outcome.command}"
        )


def _check_answer(sample: Sample, others: Iterable[Sample]) -> None:
    for other in others:
        if not _same_search(sample.run, other.run, ("isolated", "contended")):
            continue
        if sample.outcome.answer != other.outcome.answer:
            raise Failure(
                f"the answers differ: {sample.outcome.answer} of\n  {sample.outcome.command}\n"
                f"{other.outcome.answer} of\n  {other.outcome.command}"
            )
