"""Command lines, running them, and what they print."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lab.harness import running
from lab.harness.running import Failure

from .plan import AMR, IMBALANCE, INFORMED, MANDELBROT, PISOLVER, RATIOS, SEDOV, VICTIMS, Kind, Scheme, Size, Workload

# What the applications find.
ANSWERS = ("value", "count", "energy", "checksum")
# What a simulation says of a workload, if there is one.
Known = dict[str, Any] | None


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
class Times:
    """Of a chunk to be sent or received, in seconds."""

    min: float
    mean: float
    max: float


@dataclass(frozen=True)
class Outcome:
    """What one run told."""

    seconds: float  # of the loop
    cost: float  # that, times the ranks
    bound: float | None  # if all ranks had had as much, and nothing else taken time; none: not known
    iterations: int
    stolen: int
    tried: int
    won: int
    imbalance: float  # of finishing times, the last by the mean
    variation: float
    send: Times | None  # of a chunk; none: simulated, or nothing was sent
    receive: Times | None
    answer: float | None = None  # of real ones


def sized(workload: Workload, size: Size) -> list[str]:
    if workload.application == MANDELBROT:
        return [MANDELBROT, "--size", str(size.pixels), "--steps", str(size.steps)]
    if workload.application == SEDOV:
        return [SEDOV, "--side", str(size.side), "--time-steps", str(size.time_steps)]
    if workload.application == AMR:
        return [AMR, "--finest", str(size.finest), "--time-steps", str(size.time_steps)]
    steps, time_steps = 1, []
    if workload.application == PISOLVER:
        steps, time_steps = size.time_steps, ["--time-steps", str(size.time_steps)]
    terms = max(1, size.terms // steps)
    return [
        *(workload.application, "--iterations", str(size.iterations), "--workload", str(terms)),
        *("--imbalance", str(workload.imbalance), "--spread", workload.spread, *time_steps),
    ]


def order_of(scheme: Scheme | None) -> list[str]:
    return ["--steal-order", "off" if scheme is None else VICTIMS[scheme.victims]]


def stealing(kind: Kind, costs: Costs | None, ranks: int) -> list[str]:
    """For the scrump command. All ranks are as fast as each other, and are told to be."""
    scheme = kind.scheme
    if scheme is None:
        return ["--technique", "static", *order_of(scheme)]
    weights = ["--weights", ",".join("1" for _ in range(ranks))] if scheme.amount == "wf" else []
    amount = ["--steal-amount", amount_of(scheme, costs)]
    if kind.system is None:
        return ["--technique", "static", *order_of(scheme), *amount, *weights]
    return ["--paper", kind.system, *(amount if scheme.amount in INFORMED else []), *weights]


def simulation(kind: Kind, size: Size, machine: Machine, programs: Programs) -> list[str]:
    """Without seeds and repetitions."""
    words = [programs.simulation, *sized(kind.workload, size)]
    words += ["--hosts", str(kind.place.hosts), "--ranks-per-host", str(kind.place.ranks)]
    if kind.system is not None:
        words += ["--paper", kind.system]
    else:
        words += order_of(kind.scheme)
    if kind.scheme is not None and kind.system is None:
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


def amount_of(scheme: Scheme, costs: Costs | None) -> str:
    """As the scrump command reads it."""
    if scheme.amount in RATIOS:
        return f"0.{scheme.amount}"
    if costs is None:
        return scheme.amount
    if scheme.amount == "fac":
        return f"fac:mean={costs.mean:.6g},sigma={costs.sigma:.6g}"
    if scheme.amount == "fsc":
        return f"fsc:sigma={costs.sigma:.6g},overhead={costs.overhead:.6g}"
    return scheme.amount


def command(kind: Kind, size: Size, costs: Costs | None, programs: Programs, seed: int) -> list[str]:
    """Of a real run: own work in small pieces."""
    words = [programs.scrump, "loop", *sized(kind.workload, size), "--workers", "1"]
    words = [*running.launcher(programs.mpirun, kind.place.ranks, programs.hosts), *words]
    return [*words, *stealing(kind, costs, kind.place.ranks), "--seed", str(seed), "--json"]


def on_simulated(
    kind: Kind, size: Size, costs: Costs | None, machine: Machine, programs: Programs, seed: int
) -> list[str]:
    """The command itself, on simulated hosts: each rank is a process of one worker. Of π, one term stands for a
    thousand: they are computed."""
    per_node = machine.per_step
    if kind.workload.application == IMBALANCE:
        size = replace(size, terms=size.terms // 1000)
        per_node = 1000 * machine.per_term
    keys: dict[str, float] = {
        "hosts": kind.place.hosts,
        "localities": kind.place.ranks,
        "workers": 1,
        "node": per_node * 1e9,
        "latency": machine.far_latency * 1e9,
        "host-latency": machine.near_latency * 1e9,
        "bandwidth": machine.bytes_per_second / 1e9,
        "host-bandwidth": machine.bytes_per_second / 1e9,
        "send": machine.handling * 1e9,
        "receive": machine.handling * 1e9,
        "step": 20_000,
        "seed": seed,
    }
    spec = ",".join(f"{name}={value:.6g}" for name, value in keys.items())
    words = [programs.scrump, "loop", *sized(kind.workload, size), *stealing(kind, costs, kind.place.all_ranks)]
    return [*words, "--seed", str(seed), "--simulate", f"infiniband:{spec}", "--json"]


def of_simulation(run: dict[str, Any]) -> Outcome:
    return Outcome(
        seconds=run["seconds"],
        cost=run["cost"],
        bound=run["bound"],
        iterations=run["iterations"],
        stolen=run["iterations_stolen"],
        tried=run["steals_tried"],
        won=run["steals_won"],
        imbalance=run["imbalance"],
        variation=run["variation"],
        send=None,
        receive=None,
    )


def of_loop(result: dict[str, Any], bound: float | None, paper: str | None = None) -> Outcome:
    running.expect_paper(result, paper)
    transfers = result.get("transfers", [])

    def total(name: str) -> Any:
        return sum(each[name] for each in transfers)

    def times(name: str) -> Times | None:
        return Times(**result[name]) if name in result else None

    return Outcome(
        seconds=result["loop_seconds"],
        cost=result["cost"],
        bound=bound,
        iterations=result["iterations"],
        stolen=result["iterations_stolen"],
        tried=total("steals_tried"),
        won=total("steals_won"),
        imbalance=result["imbalance"],
        variation=result["variation"],
        send=times("send"),
        receive=times("receive"),
        answer=next(result[name] for name in ANSWERS if name in result),
    )


def simulate(
    kind: Kind, size: Size, machine: Machine, programs: Programs, seed: int, repetitions: int
) -> list[dict[str, Any]]:
    """What the program says of each repetition."""
    words = simulation(kind, size, machine, programs)
    words += ["--seed", str(seed), "--repetitions", str(repetitions)]

    def runs_of(told: dict[str, Any]) -> list[dict[str, Any]]:
        running.expect_paper(told, kind.system)
        runs: list[dict[str, Any]] = told["runs"]
        return runs

    return running.result_of(words, {}, programs.timeout, runs_of)


def costs_of(known: Known) -> Costs | None:
    return None if known is None else Costs(**known["costs"])


def execute(kind: Kind, size: Size, known: Known, cores: int, programs: Programs, seed: int) -> Outcome:
    """`cores` are what its ranks have."""
    words = command(kind, size, costs_of(known), programs, seed)
    ranks = kind.place.ranks
    bound = None if known is None else known["bound"] * ranks / min(ranks, cores)
    variables = running.environment(programs.hosts)
    return running.result_of(words, variables, programs.timeout, lambda told: of_loop(told, bound, kind.system), ranks)


def execute_simulated(
    kind: Kind, size: Size, known: dict[str, Any], machine: Machine, programs: Programs, seed: int
) -> Outcome:
    words = on_simulated(kind, size, costs_of(known), machine, programs, seed)
    ranks = kind.place.all_ranks

    def of(told: dict[str, Any]) -> Outcome:
        return of_loop(told, known["bound"], kind.system)

    return running.result_of(words, {}, programs.timeout, of, ranks)


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
        runs = [running.result_of(words, {}, programs.timeout, lambda told: told) for _ in range(1 if quick else 5)]
        return min(runs, key=lambda each: each["seconds"])

    pi = best(Workload(IMBALANCE))["seconds"] / (iterations * terms * 0.75)
    picture = best(Workload(MANDELBROT))
    return pi, picture["seconds"] / picture["count"], picture["seconds"] / pixels**2
