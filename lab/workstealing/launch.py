"""Command lines, and running them."""

import json
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

from .plan import ONE_WORKER, Round, Run, Search, Searches, is_monitored, spec
from .simulated import Machine, option


class Failure(Exception):
    """What the user has to know: a message, without a trace."""


@dataclass(frozen=True)
class Cluster:
    """How programs are started."""

    scrump: str
    mpirun: str
    hosts: Sequence[str]  # none: this one
    workers: int | None  # of each locality; none: all cores of its host
    timeout: float | None  # seconds
    machine: Machine | None = None  # that does not exist; none: what the others say


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    command: str
    seconds: float  # of the search alone, as in the paper
    wall_seconds: float
    nodes: int
    workers: int  # of each locality
    answer: int
    steals_tried: int  # between localities, in all
    steals_won: int
    refreshes: int  # of the performance monitor, in all


def find_program(name: str, option: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Failure(f"there is no program {name}; name it with {option} PATH")
    return os.path.abspath(found)


@cache
def host_option(mpirun: str) -> str:
    """What the launcher calls the list of hosts: MPICH's Hydra has a word of its own."""
    version = subprocess.run([mpirun, "--version"], capture_output=True, text=True, check=False)
    return "-hosts" if "HYDRA" in version.stdout else "--host"


def environment(cluster: Cluster) -> dict[str, str]:
    """What Open MPI needs to be told; other launchers do not know these variables. Localities use all cores of their
    host, so nothing is bound; on one host they may be more than there are cores; and its root may use it."""
    variables = {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
    }
    if not cluster.hosts:
        variables["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
    return variables


def command(run: Run, search: Search, cluster: Cluster) -> list[str]:
    words = [cluster.scrump, *search.arguments, "--skeleton", search.skeleton, "--policy", spec(run), "--json"]
    if cluster.machine is not None:
        return [*words, *option(run, cluster.machine)]
    if run.experiment == ONE_WORKER:
        return [*words, "--workers", "1"]
    if cluster.workers is not None:
        words += ["--workers", str(cluster.workers)]
    hosts = [host_option(cluster.mpirun), ",".join(cluster.hosts[: run.localities])] if cluster.hosts else []
    return [cluster.mpirun, "-n", str(run.localities), *hosts, *words]


def needs_launcher(run: Run, cluster: Cluster) -> bool:
    return cluster.machine is None and run.experiment != ONE_WORKER


def as_text(words: Sequence[str], variables: dict[str, str]) -> str:
    """A line that a shell understands."""
    return " ".join([*(f"{name}={shlex.quote(value)}" for name, value in variables.items()), shlex.join(words)])


def check_workers(result: dict[str, Any], workers: int, line: str) -> None:
    """A sample belongs under its heading only if it had the workers that the heading names, over all localities."""
    had = result["localities"] * result["workers"]
    if had != workers:
        raise Failure(f"had {had} worker{'s' * (had != 1)}, not the {workers} that it was to have, in\n  {line}")


def parse(output: str) -> dict[str, Any]:
    lines = [line for line in output.splitlines() if line.startswith("{")]
    if not lines:
        raise Failure(f"no JSON in what it printed:\n{output}")
    result: dict[str, Any] = json.loads(lines[-1])
    if result["status"] != "complete":
        raise Failure(f"stopped before it was done: {result['stopped_by']}")
    return result


def outcome(result: dict[str, Any], line: str, wall_seconds: float) -> Outcome:
    localities = result["statistics"].get("per_locality", [])
    return Outcome(
        command=line,
        seconds=result["seconds"],
        wall_seconds=wall_seconds,
        nodes=result["nodes"],
        workers=result["workers"],
        answer=result["objective"] if "objective" in result else result["count"],
        steals_tried=sum(each["steals_tried"] for each in localities),
        steals_won=sum(each["steals_won"] for each in localities),
        refreshes=sum(each["refreshes"] for each in localities),
    )


def check_monitor(run: Run, told: Outcome) -> None:
    """What a monitor costs that did not run is not worth a figure."""
    if is_monitored(run) and told.refreshes == 0:
        raise Failure(f"the performance monitor never ran, so nothing was measured, in\n  {told.command}")


def finished(
    words: Sequence[str], variables: dict[str, str], timeout: float | None
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


def printed(process: subprocess.CompletedProcess[str], variables: dict[str, str]) -> str:
    """What it printed, if it succeeded."""
    if process.returncode != 0:
        line = as_text(process.args, variables)
        raise Failure(f"status {process.returncode} of\n  {line}\n{process.stderr.strip()}")
    return process.stdout


def output(words: Sequence[str], variables: dict[str, str], timeout: float | None) -> str:
    """What a command prints that succeeds."""
    return printed(finished(words, variables, timeout), variables)


def execute(words: list[str], variables: dict[str, str], timeout: float | None) -> Outcome:
    line = as_text(words, variables)
    began = time.monotonic()
    told = output(words, variables, timeout)
    seconds = time.monotonic() - began
    try:
        return outcome(parse(told), line, seconds)
    except (Failure, KeyError, json.JSONDecodeError) as error:
        raise Failure(f"cannot make sense of the output of\n  {line}\n{error!r}") from error


def execute_round(runs: Round, searches: Searches, cluster: Cluster) -> list[Outcome]:
    """Runs them at the same time."""

    def start(run: Run) -> Outcome:
        search = searches.of(run.experiment)[run.application]
        # One process alone needs no launcher, and none of its settings.
        variables = environment(cluster) if needs_launcher(run, cluster) else {}
        told = execute(command(run, search, cluster), variables, cluster.timeout)
        if run.experiment == ONE_WORKER:
            check_monitor(run, told)
        return told

    with ThreadPoolExecutor(len(runs)) as pool:
        return list(pool.map(start, runs))
