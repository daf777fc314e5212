"""Starts scrump_soak and watches its processes until they end."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lab.harness import running
from lab.harness.running import Failure

from . import counts

SHARED_MEMORY = "/dev/shm/"


@dataclass(frozen=True)
class Plan:
    """A run of the program."""

    mode: str  # one, processes
    program: str
    mpirun: str
    seconds: float
    seed: int
    localities: int


@dataclass
class Watch:
    """What was seen from outside, once a second, also in the middle of searches."""

    samples: int = 0
    resident: dict[int, int] = field(default_factory=dict)  # greatest, by process
    threads: dict[int, int] = field(default_factory=dict)
    descriptors: dict[int, int] = field(default_factory=dict)
    shared_memory: set[str] = field(default_factory=set)  # files that were mapped


@dataclass(frozen=True)
class Outcome:
    plan: Plan
    processes: dict[int, list[counts.Counts]]  # by rank
    watch: Watch
    left_behind: list[str]


def environment(folder: Path) -> dict[str, str]:
    """Of processes whose session has its files in `folder`."""
    return {"TMPDIR": str(folder), **running.environment()}


def command(plan: Plan, checkpoints: Path, prefix: Path) -> list[str]:
    words = [plan.program, "--seconds", f"{plan.seconds:g}", "--seed", str(plan.seed)]
    words += ["--folder", str(checkpoints), "--counts", str(prefix)]
    if plan.mode == "one":
        return [*words, "--localities", str(plan.localities)]
    return [*running.launcher(plan.mpirun, plan.localities), *words]


def parents() -> dict[int, int]:
    """Of all processes."""
    found = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                # The name before may hold anything but ends with the last parenthesis.
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue  # it has just ended
    return found


def family(ancestor: int, parent_of: Mapping[int, int]) -> set[int]:
    """A process and all that it started, directly or not."""
    members = {ancestor}
    while more := {child for child, parent in parent_of.items() if parent in members} - members:
        members |= more
    return members


def status(text: str) -> dict[str, str]:
    """/proc/PID/status."""
    return {name: value.strip() for name, _, value in (line.partition(":") for line in text.splitlines())}


def shared_memory(maps: str) -> set[str]:
    """The files of /proc/PID/maps that are in shared memory; those that have no name any more are left out."""
    words = (line.split(maxsplit=5) for line in maps.splitlines())
    names = (each[5] for each in words if len(each) == 6)
    return {name for name in names if name.startswith(SHARED_MEMORY) and not name.endswith(" (deleted)")}


def sample(watch: Watch, processes: Iterable[int], program: str) -> None:
    """Of processes that run the program; the system knows the first 15 characters of its name."""
    watch.samples += 1
    for process in processes:
        try:
            seen = status(Path(f"/proc/{process}/status").read_text())
            descriptors = len(os.listdir(f"/proc/{process}/fd"))
            watch.shared_memory |= shared_memory(Path(f"/proc/{process}/maps").read_text())
        except OSError:
            continue
        if seen["Name"] != Path(program).name[:15] or "VmRSS" not in seen:
            continue  # the launcher
        for greatest, value in (
            (watch.resident, int(seen["VmRSS"].split()[0]) * 1024),
            (watch.threads, int(seen["Threads"])),
            (watch.descriptors, descriptors),
        ):
            greatest[process] = max(greatest.get(process, 0), value)


def left_behind(watch: Watch, folders: Iterable[Path]) -> list[str]:
    """Files of the run that are still there."""
    in_folders = {str(path) for folder in folders for path in folder.rglob("*") if not path.is_dir()}
    return sorted(in_folders | {name for name in watch.shared_memory if os.path.exists(name)})


def run(plan: Plan) -> Outcome:
    with tempfile.TemporaryDirectory(prefix="scrump-soak-") as name:
        folder = Path(name)
        checkpoints, temporary, prefix = folder / "checkpoints", folder / "tmp", folder / "counts"
        checkpoints.mkdir()
        temporary.mkdir()
        watch = Watch()
        words = command(plan, checkpoints, prefix)
        deadline = time.monotonic() + plan.seconds + 120
        with subprocess.Popen(words, env=os.environ | environment(temporary)) as started:
            try:
                while started.poll() is None:
                    if time.monotonic() > deadline:
                        raise Failure(f"{plan.mode}: hangs, two minutes after it should have ended")
                    sample(watch, family(started.pid, parents()), plan.program)
                    time.sleep(1)
            finally:
                started.terminate()
        if started.returncode != 0:
            raise Failure(f"{plan.mode}: ended with status {started.returncode}")
        return Outcome(plan, counts.read(prefix), watch, left_behind(watch, (checkpoints, temporary)))
