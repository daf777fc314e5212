"""Where it runs, and how many hashes a second a core of it computes: a node of a tree costs one."""

import datetime
import json
import os
import platform
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lab.workstealing.launch import Failure

from .plan import Simulated


@dataclass(frozen=True)
class Machine:
    processor: str
    cores: int
    scrump: str
    date: str
    command: str
    hashes: dict[str, float]  # a second on one core, by kernel, the best first; empty: not measured
    simulated: Simulated | None = None  # where everything ran; none: here

    @property
    def ceiling(self) -> float | None:
        return max(self.hashes.values()) if self.hashes else None

    def describe(self) -> str:
        here = f"{self.processor}, {self.cores} core{'s' * (self.cores != 1)}"
        place = here if self.simulated is None else f"{self.simulated.describe()[:-1]}; simulated on {here}"
        lines = [f"{place}; {self.scrump}; {self.date}.", "", f"    {self.command}", ""]
        if self.simulated is not None:
            lines.append("Times are that machine's, so the hash alone was not measured.")
        elif self.hashes:
            rates = ", ".join(f"{name} {rate / 1e6:.1f}" for name, rate in self.hashes.items())
            lines.append(f"The hash alone, on one core, in millions a second: {rates}.")
        else:
            lines.append("The hash alone was not measured: scrump_hash_ceiling is not built, or not told of.")
        return "\n".join(lines)


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def hashes(text: str) -> dict[str, float]:
    """What the calibration program prints."""
    try:
        told = json.loads(text)
        if (told["schema"], told["version"]) != ("scrump-hash-ceiling", 1):
            raise Failure("not what this version of scrump_hash_ceiling prints")
        return {kernel["name"]: kernel["hashes_per_second"] for kernel in told["kernels"]}
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failure(f"cannot make sense of the hash ceiling: {error!r}") from error


def output(words: Sequence[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"status {done.returncode} of\n  {shlex.join(words)}\n{done.stderr.strip()}")
    return done.stdout


def look(
    scrump: str, ceiling: str | None, quick: bool, arguments: Sequence[str], simulated: Simulated | None = None
) -> Machine:
    few = ["--windows", "3", "--window", "20"] if quick else []
    return Machine(
        processor=processor(),
        cores=len(os.sched_getaffinity(0)),
        scrump=output([scrump, "--version"]).strip(),
        date=datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        command=shlex.join(arguments),
        hashes={} if ceiling is None else hashes(output([ceiling, *few])),
        simulated=simulated,
    )
