"""Where and how an experiment was run."""

import datetime
import os
import platform
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from .running import output


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def today() -> str:
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def version(scrump: str) -> str:
    return output([scrump, "--version"]).strip()


@dataclass(frozen=True)
class Place:
    processor: str
    cores: int
    scrump: str  # its version
    date: str
    command: str
    simulated: object | None = None  # the machine that everything ran on; none: this one
    paper: str | None = None  # whose system was measured; none: Scrump's own

    def describe(self) -> str:
        here = f"{self.processor}, {self.cores} core{'s' * (self.cores != 1)}"
        place = here if self.simulated is None else f"Simulated machine {self.simulated}; simulated on {here}"
        system = "" if self.paper is None else f", the system of {self.paper}"
        return f"{place}; {self.scrump}{system}; {self.date}.\n\n    {self.command}\n"


def here(name: str, scrump: str, simulated: object | None = None, paper: str | None = None) -> Place:
    """This machine, now, for what lab/NAME/run was told. `scrump`: the version that is measured."""
    command = shlex.join([f"lab/{name}/run", *sys.argv[1:]])
    return Place(processor(), len(os.sched_getaffinity(0)), scrump, today(), command, simulated, paper)
