"""The simulated machine that an experiment runs on."""

import json
import os
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.harness.simulated import joined, value_of

from .plan import CONTENDED, ONE_WORKER, Run


@dataclass(frozen=True)
class Machine:
    """What --simulate is told; in contention, what else hosts have to do is in a file for each repetition."""

    spec: str
    workers: int  # of each locality
    folder: Path  # of these files


def loads(hosts: int, seed: int) -> list[dict[str, Any]]:
    """Each host has, half of the time, half of its speed: for 50 ms on average, each at times of its own."""
    chance = random.Random(seed)
    periods = [1e8 * chance.uniform(0.5, 1.5) for _ in range(hosts)]
    return [
        {"first": host, "last": host, "begins": period * chance.random(), "lasts": period / 2, "every": period, "left": 0.5}
        for host, period in enumerate(periods)
    ]


def with_loads(machine: Machine, hosts: int, repetition: int) -> str:
    """The same machine with hosts that have something else to do: in a file, with what its own file says."""
    named = value_of(machine.spec, "file")
    known = json.loads(Path(named).read_text(encoding="utf-8")) if named else {}
    machine.folder.mkdir(parents=True, exist_ok=True)
    file = machine.folder / f"contended-{hosts}-{repetition}.json"
    # The programs of a round begin at the same time: the last one writes what is there already.
    with tempfile.NamedTemporaryFile("w", dir=machine.folder, delete=False, encoding="utf-8") as written:
        json.dump({**known, "loads": loads(hosts, repetition)}, written)
    os.replace(written.name, file)
    if named:
        return machine.spec.replace(f"file={named}", f"file={file}")
    return joined(machine.spec, f"file={file}")


def option(run: Run, machine: Machine) -> list[str]:
    """For one run: its repetition is the seed of all that is random."""
    hosts = 1 if run.experiment == ONE_WORKER else run.localities
    workers = 1 if run.experiment == ONE_WORKER else machine.workers
    spec = with_loads(machine, hosts, run.repetition) if run.experiment == CONTENDED else machine.spec
    keys = f"hosts={hosts},workers={workers},seed={run.repetition}"
    return ["--simulate", joined(spec, keys), "--seed", str(run.repetition)]
