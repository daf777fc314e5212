"""Command lines, running them, and what they print."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tasks.launch import parsed
from workstealing import launch as shared
from workstealing.launch import Failure

from .plan import IMBALANCE, MANDELBROT, RATIOS, VICTIMS, Kind, Scheme, Size, Workload


@dataclass(frozen=True)
class Programs:
    scrump: str
    simulation: str
    mpirun: str
    hosts: Sequence[str]  # of real runs; none: this one
    timeout: float | None  # seconds for a run


@dataclass(frozen=True)
class Machine:
    """What simulated loops take for granted, in seconds."""

    per_term: float
    per_step: float  # of a pixel
    near_latency: float
    far_latency: float
    bytes_per_second: float
    handling: float
    overhead: float


@dataclass(frozen=True)
class Costs:
    """Of an iteration, and of a theft: what FAC and FSC have to know."""

    mean: float
    sigma: float
    overhead: float


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    seconds: float  # of the loop
    bound: float  # if all ranks had had as much, and nothing else taken time
    iterations: int
    stolen: int
    tried: int
    won: int
    imbalance: float  # of finishing times, the last by the mean
    variation: float
    send_seconds: float | None  # of a chunk; none: simulated, or nothing was sent
    receive_seconds: float | None
    answer: float | None = None  # of real ones


def sized(workload: Workload, size: Size) -> list[str]:
    if workload.application == MANDELBROT:
        return [MANDELBROT, "--size", str(size.pixels), "--steps", str(size.steps)]
    return [
        *(IMBALANCE, "--iterations", str(size.iterations), "--workload", str(size.terms)),
        *("--imbalance", str(workload.imbalance), "--spread", workload.spread),
    ]


def order_of(scheme: Scheme | None) -> list[str]:
    return ["--steal-order", "off" if scheme is None else VICTIMS[scheme.victims]]


def simulation(kind: Kind, size: Size, machine: Machine, programs: Programs) -> list[str]:
    """Without seeds and repetitions."""
    words = [programs.simulation, *sized(kind.workload, size)]
    words += ["--hosts", str(kind.place.hosts), "--ranks-per-host", str(kind.place.ranks), *order_of(kind.scheme)]
    if kind.scheme is not None:
        by_ratio = kind.scheme.amount in RATIOS
        words += ["--steal-ratio", f"0.{kind.scheme.amount}"] if by_ratio else ["--steal-technique", kind.scheme.amount]
    per_step = machine.per_term if kind.workload.application == IMBALANCE else machine.per_step
    given = {
        "seconds-per-step": per_step,
        "near-latency": machine.near_latency,
        "far-latency": machine.far_latency,
        "bytes-per-second": machine.bytes_per_second,
        "handling": machine.handling,
        "overhead": machine.overhead,
    }
    return words + [word for name, value in given.items() for word in (f"--{name}", f"{value:.6g}")]


def amount_of(scheme: Scheme, costs: Costs) -> str:
    """As the scrump command reads it."""
    if scheme.amount in RATIOS:
        return f"0.{scheme.amount}"
    if scheme.amount == "fac":
        return f"fac:mean={costs.mean:.6g},sigma={costs.sigma:.6g}"
    if scheme.amount == "fsc":
        return f"fsc:sigma={costs.sigma:.6g},overhead={costs.overhead:.6g}"
    return scheme.amount


def command(kind: Kind, size: Size, costs: Costs, programs: Programs, seed: int) -> list[str]:
    """Of a real run: own work in small pieces."""
    words = [programs.mpirun, "-n", str(kind.place.ranks)]
    if programs.hosts:
        words += [shared.host_option(programs.mpirun), ",".join(programs.hosts[: kind.place.ranks])]
    words += [programs.scrump, "loop", *sized(kind.workload, size), "--workers", "1", "--technique", "static"]
    words += order_of(kind.scheme)
    if kind.scheme is not None:
        words += ["--steal-amount", amount_of(kind.scheme, costs)]
    return [*words, "--seed", str(seed), "--json"]


def environment(programs: Programs) -> dict[str, str]:
    hosts = list(programs.hosts)
    return shared.environment(shared.Cluster(programs.scrump, programs.mpirun, hosts, 1, programs.timeout))


def of_simulation(run: dict[str, Any]) -> Outcome:
    return Outcome(
        seconds=run["seconds"],
        bound=run["bound"],
        iterations=run["iterations"],
        stolen=run["iterations_stolen"],
        tried=run["steals_tried"],
        won=run["steals_won"],
        imbalance=run["imbalance"],
        variation=run["variation"],
        send_seconds=None,
        receive_seconds=None,
    )


def of_loop(result: dict[str, Any], bound: float) -> Outcome:
    transfers = result.get("transfers", [])

    def total(name: str) -> Any:
        return sum(each[name] for each in transfers)

    sent, won = total("chunks_sent"), total("steals_won")
    return Outcome(
        seconds=result["loop_seconds"],
        bound=bound,
        iterations=result["iterations"],
        stolen=result["iterations_stolen"],
        tried=total("steals_tried"),
        won=won,
        imbalance=result["imbalance"],
        variation=result["variation"],
        send_seconds=total("send_seconds") / sent if sent else None,
        receive_seconds=total("receive_seconds") / won if won else None,
        answer=result["value"] if "value" in result else result["count"],
    )


def simulate(
    kind: Kind, size: Size, machine: Machine, programs: Programs, seed: int, repetitions: int
) -> list[dict[str, Any]]:
    """What the program says of each repetition."""
    words = simulation(kind, size, machine, programs)
    words += ["--seed", str(seed), "--repetitions", str(repetitions)]
    runs: list[dict[str, Any]] = parsed(words, {}, programs.timeout)["runs"]
    return runs


def execute(kind: Kind, size: Size, known: dict[str, Any], cores: int, programs: Programs, seed: int) -> Outcome:
    """`known`: what a simulation says of its workload on so many ranks; `cores` are what these have."""
    words = command(kind, size, Costs(**known["costs"]), programs, seed)
    ranks = kind.place.ranks
    bound = known["bound"] * ranks / min(ranks, cores)
    return of_loop(parsed(words, environment(programs), programs.timeout), bound)


def check(kind: Kind, found: Outcome, before: Outcome) -> None:
    """A loop that computes something wrong has no speed."""
    assert found.answer is not None and before.answer is not None
    if not math.isclose(found.answer, before.answer, rel_tol=1e-9) or found.iterations != before.iterations:
        raise Failure(
            f"{kind}: found {found.answer} in {found.iterations} iterations; another run {before.answer} "
            f"in {before.iterations}"
        )


def calibrate(programs: Programs, quick: bool) -> tuple[float, float, float]:
    """Seconds that a term of π, a step of a pixel and a pixel take: the least of some runs by hand."""
    iterations, terms, pixels, steps = (50, 10_000, 64, 1500) if quick else (1_000, 100_000, 256, 1500)
    size = Size(iterations, terms, pixels, steps)

    def best(workload: Workload) -> dict[str, Any]:
        words = [programs.scrump, "loop", *sized(workload, size), "--sequential", "--json"]
        runs = [parsed(words, {}, programs.timeout) for _ in range(1 if quick else 5)]
        return min(runs, key=lambda each: each["seconds"])

    pi = best(Workload(IMBALANCE))["seconds"] / (iterations * terms * 0.75)
    picture = best(Workload(MANDELBROT))
    return pi, picture["seconds"] / picture["count"], picture["seconds"] / pixels**2
