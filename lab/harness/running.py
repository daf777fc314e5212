"""Starting programs, and reading what they print."""

import json
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[2]
WRONG_OPTIONS = 2  # the status of the command for them
NO_VARIABLES: Mapping[str, str] = MappingProxyType({})

T = TypeVar("T")


class Failure(Exception):
    """What the user has to know: a message, without a trace."""


class Refused(Failure):
    """The command has no such option, or does not know its value: with what it says."""


# --- Programs


def find_program(name: str, option: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Failure(f"there is no program {name}; name it with {option} PATH")
    return os.path.abspath(found)


def built(name: str) -> str | None:
    """A program of this source tree, by its path within a build."""
    paths = [ROOT / "build" / preset / name for preset in ("release", "bench")]
    return next((str(path) for path in paths if path.exists()), None)


def find_built(given: str | None, name: str, option: str) -> str:
    """The program that was named; else that of this source tree, else of PATH."""
    return find_program(given or built(name) or name.rpartition("/")[2], option)


# --- Processes


@cache
def host_option(mpirun: str) -> str:
    """What the launcher calls the list of hosts: MPICH's Hydra has a word of its own."""
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True, check=False)
    return "-hosts" if "HYDRA" in version.stdout else "--host"


def launcher(mpirun: str, processes: int, hosts: Sequence[str] = ()) -> list[str]:
    """The words that start processes, each on a host of its own if there are hosts."""
    on_hosts = [host_option(mpirun), ",".join(hosts[:processes])] if hosts else []
    return [mpirun, "-n", str(processes), *on_hosts]


def environment(hosts: Sequence[str] = ()) -> dict[str, str]:
    """What Open MPI needs to be told; other launchers do not know these variables. Localities use all cores of their
    host, so nothing is bound; on one host they may be more than there are cores; and its root may use it."""
    variables = {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
    }
    if not hosts:
        variables["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
    return variables


# --- Runs


def as_text(words: Sequence[str], variables: Mapping[str, str] = NO_VARIABLES) -> str:
    """A line that a shell understands."""
    return " ".join([*(f"{name}={shlex.quote(value)}" for name, value in variables.items()), shlex.join(words)])


def finished(
    words: Sequence[str], variables: Mapping[str, str], timeout: float | None
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end, whatever its status is."""
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, env={**os.environ, **variables}) as process:
        try:
            told, complaint = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.terminate()  # a launcher then ends its processes, which it cannot if it is killed
            line = as_text(words, variables)
            raise Failure(f"not done after {timeout:.0f} s (--timeout):\n  {line}") from None
        except KeyboardInterrupt:
            process.terminate()
            raise
    return subprocess.CompletedProcess(words, process.returncode, told, complaint)


def printed(process: subprocess.CompletedProcess[str], variables: Mapping[str, str]) -> str:
    """What it printed, if it succeeded."""
    if process.returncode != 0:
        line = as_text(process.args, variables)
        raise Failure(f"status {process.returncode} of\n  {line}\n{process.stderr.strip()}")
    return process.stdout


def output(words: Sequence[str], variables: Mapping[str, str] = NO_VARIABLES, timeout: float | None = None) -> str:
    """What a command prints that succeeds."""
    return printed(finished(words, variables, timeout), variables)


def output_unless_refused(words: Sequence[str], variables: Mapping[str, str], timeout: float | None) -> str:
    """The same; raises Refused where the command does not accept its options."""
    process = finished(words, variables, timeout)
    if process.returncode == WRONG_OPTIONS:
        said = [each for each in process.stderr.splitlines() if each.startswith("scrump: ")]
        raise Refused(said[0] if said else process.stderr.strip())
    return printed(process, variables)


@dataclass(frozen=True)
class Measured:
    """A run to its end, whatever its status is: what it printed, its time from start to end, the processor time of all
    its processes, and the peak memory of its largest one. Linux counts the process that became it, too, so that this is
    never less than what this script has."""

    out: str
    err: str
    status: int
    seconds: float
    processor_seconds: float
    megabytes: float


def measured(words: Sequence[str]) -> Measured:
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        began = time.monotonic()
        process = subprocess.Popen(words, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        worked = usage.ru_utime + usage.ru_stime
        return Measured(out.read(), err.read(), process.returncode, seconds, worked, usage.ru_maxrss / 1024)


# --- What they print


def parse(text: str) -> dict[str, Any]:
    """The JSON of a run that was not stopped."""
    lines = [line for line in text.splitlines() if line.startswith("{")]
    if not lines:
        raise Failure(f"no JSON in what it printed:\n{text}")
    result: dict[str, Any] = json.loads(lines[-1])
    if result["status"] != "complete":
        raise Failure(f"stopped before it was done: {result['stopped_by']}")
    return result


def expect_paper(result: Mapping[str, Any], paper: str | None) -> None:
    """Raises Failure unless the JSON of a run says that it was the system of that paper."""
    if paper is not None and result.get("paper") != paper:
        raise Failure(f"--paper {paper} was not in force: the run says {result.get('paper', 'nothing')!r}")


def parse_object(text: str, program: str, schema: str) -> dict[str, Any]:
    """The JSON that version 1 of one of the laboratory's own programs prints."""
    try:
        told: dict[str, Any] = json.loads(text)
        known = (told["schema"], told["version"]) == (schema, 1)
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise Failure(f"cannot make sense of the output of {program}: {error!r}") from error
    if not known:
        raise Failure(f"not what this version of {program} prints")
    return told


def understood(text: str, line: str, make: Callable[[dict[str, Any]], T]) -> T:
    """What `make` makes of the JSON of a run; `line` is the command that printed it."""
    try:
        return make(parse(text))
    except (Failure, KeyError, TypeError, json.JSONDecodeError) as error:
        why = error if isinstance(error, Failure) else repr(error)
        raise Failure(f"cannot make sense of the output of\n  {line}\n{why}") from error


def check_workers(result: Mapping[str, Any], workers: int, line: str) -> None:
    """A sample belongs under its heading only if it had the workers that the heading names, over all localities."""
    had = result["localities"] * result["workers"]
    if had != workers:
        raise Failure(f"had {had} worker{'s' * (had != 1)}, not the {workers} that it was to have, in\n  {line}")


def result_of(
    words: Sequence[str],
    variables: Mapping[str, str],
    timeout: float | None,
    make: Callable[[dict[str, Any]], T],
    workers: int | None = None,
) -> T:
    """Runs the command and makes something of its JSON. `workers`: how many it must have had; None: any number."""
    line = as_text(words, variables)
    text = output_unless_refused(words, variables, timeout)
    result, made = understood(text, line, lambda told: (told, make(told)))
    if workers is not None:
        check_workers(result, workers, line)
    return made
