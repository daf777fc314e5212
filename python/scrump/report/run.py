"""Common parts of all runs: their figures as plain values, read from the JSON that `scrump … --json` prints.

Older files and builds without counters lack some of it: missing values are `None` or empty, and never an error. Values
that are present must be consistent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from scrump.report.json_values import Object


@dataclass(frozen=True)
class Times:
    """Use of time of a worker, or of several, in seconds. `working` is in tasks: the paper's sum of t_exec."""

    working: float
    managing: float
    waiting: float

    @property
    def total(self) -> float:
        return self.working + self.managing + self.waiting

    def __add__(self, other: Times) -> Times:
        return Times(self.working + other.working, self.managing + other.managing, self.waiting + other.waiting)


@dataclass(frozen=True)
class Counts:
    """Counts of one worker, or of all. `None`: not counted."""

    nodes: int
    tasks: int
    spawns: int
    steals_tried: int
    steals_won: int
    pool_accesses: int | None
    pool_misses: int | None
    instructions: int | None
    cycles: int | None
    cache_misses: int | None
    task_duration: float | None  # seconds, equation 2
    task_overhead: float | None  # seconds, equation 3
    phases: int | None
    phase_duration: float | None  # seconds
    phase_overhead: float | None  # seconds
    management_overhead: float | None  # seconds for each worker, equation 4
    wait_per_task: float | None  # additional seconds of a task compared with one worker, equation 5; may be negative
    wait_per_worker: float | None  # the same per worker, equation 6
    times: Times | None


@dataclass(frozen=True)
class Worker:
    locality: int
    worker: int
    counts: Counts


@dataclass(frozen=True)
class Locality:
    """Position of a locality, and its traffic with other localities."""

    locality: int
    process: str
    host: str
    processors: tuple[int, ...]  # of its host, usable by its workers; empty if the file does not say
    workers: int
    steals_tried: int
    steals_won: int
    tasks_received: int
    latency_median: float | None  # seconds
    latency_p99: float | None


@dataclass(frozen=True)
class Host:
    """A machine, and its processors that the run could use."""

    name: str
    processors: frozenset[int]
    workers: int

    @property
    def crowded(self) -> bool:
        return self.workers > len(self.processors)


@dataclass(frozen=True)
class SharedProcessors:
    """Localities of a host that have more workers than the processors that these can use."""

    host: str
    localities: tuple[int, ...]
    processors: frozenset[int]
    workers: int


@dataclass(frozen=True)
class Bucket:
    """Number of durations from `low` on and below `high`, in seconds."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class Recorded:
    """Size of a trace."""

    events: int
    dropped: int  # older events, which were dropped


@dataclass(frozen=True)
class Run:
    """Common parts of searches, tasks of fork and join, and loops; each of these is a class of its own."""

    problem: str
    instance: dict[str, Any]
    answer: tuple[tuple[str, str], ...]
    status: str
    stopped_by: str
    seconds: float
    workers_each: int
    localities: int
    policy: str
    seed: int | None
    program: str  # with its version; this and the next two are empty in files of older versions
    command: tuple[str, ...]
    date: str
    recorded: Recorded | None  # by `--trace`, if stated
    simulated: bool  # whether the machine was simulated: times are then those of that machine
    total: Counts | None
    workers: tuple[Worker, ...]
    traffic: tuple[Locality, ...]
    steals_within: tuple[tuple[int, int, int, int], ...]  # locality, thief, victim, steals
    steals_between: tuple[tuple[int, int, int, int], ...]  # thief, victim, steals, tasks
    task_durations: tuple[Bucket, ...]
    steal_latencies: tuple[Bucket, ...]
    remote_steal_latencies: tuple[Bucket, ...]

    piece: ClassVar[str] = "task"  # name of a piece of its work
    measure: ClassVar[str] = "node"  # unit of the size of a piece

    def steal_amount_or(self, usual: str) -> str:
        """Amount that a victim gives at a time, as in `--policy`; `usual` if unspecified."""
        found = re.search(r"[:,]steal=(\w+)", self.policy)
        return found.group(1) if found else usual

    @property
    def one_steal(self) -> str:
        """Cost of a steal within a locality, as a sentence without its end."""
        return "each steal takes one task"

    @property
    def task_duration(self) -> float | None:
        """Mean duration of the work, in seconds."""
        if self.total is not None and self.total.task_duration is not None:
            return self.total.task_duration
        return self.mean_work

    @property
    def pieces(self) -> int:
        """Number of pieces of work."""
        return self.total.tasks if self.total is not None else 0

    @property
    def work(self) -> tuple[int, str]:
        """Amount of work, and its unit; comparable between several runs."""
        return self.pieces, self.piece

    @property
    def mean_work(self) -> float | None:
        """Time in pieces divided by their number, in seconds."""
        return self.times.working / self.pieces if self.times is not None and self.pieces else None

    @property
    def all_workers(self) -> int:
        return len(self.workers) or self.workers_each * self.localities

    @cached_property
    def times(self) -> Times | None:
        """Times of all workers together."""
        if self.total is not None and self.total.times is not None:
            return self.total.times
        known = [worker.counts.times for worker in self.workers if worker.counts.times is not None]
        return sum(known, Times(0, 0, 0)) if known else None

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """Hosts for which the number of processors available to the run is known, by name; none that are simulated."""
        names = [] if self.simulated else sorted({each.host for each in self.traffic if each.host})
        found = []
        for name in names:
            there = [each for each in self.traffic if each.host == name]
            processors = frozenset(number for each in there for number in each.processors)
            if all(each.processors for each in there):
                found.append(Host(name, processors, sum(each.workers for each in there)))
        return tuple(found)

    @cached_property
    def shared_processors(self) -> tuple[SharedProcessors, ...]:
        """Localities whose workers have to take turns; of nested sets of processors, only the inner ones."""
        found: list[SharedProcessors] = []
        for host in self.hosts:
            there = [each for each in self.traffic if each.host == host.name]
            places = {frozenset(each.processors) for each in there} | {host.processors}
            for place in sorted(places, key=lambda each: (len(each), sorted(each))):
                within = [each for each in there if place.issuperset(each.processors)]
                workers = sum(each.workers for each in within)
                known = any(each.host == host.name and each.processors < place for each in found)
                if workers > len(place) and not known:
                    found.append(SharedProcessors(host.name, tuple(each.locality for each in within), place, workers))
        return tuple(found)

    @cached_property
    def on_one_host(self) -> bool:
        return bool(self.traffic) and len({each.host for each in self.traffic}) == 1 and bool(self.traffic[0].host)

    def label(self, locality: int, worker: int) -> str:
        """`3`, or with several localities `1.3`: worker 3 of locality 1."""
        return f"{locality}.{worker}" if self.localities > 1 else str(worker)

    @property
    def label_title(self) -> str:
        return "worker (locality.worker)" if self.localities > 1 else "worker"


def common_parts(top: Object) -> dict[str, Any]:
    """The fields of a `Run` by their names."""
    workers_each, localities = top.integer("workers", least=1), top.integer("localities", least=1)
    statistics = top.child("statistics", optional=True)
    workers = []
    for index, each in enumerate(statistics.objects("per_worker")):
        workers.append(
            Worker(
                locality=each.integer("locality", default=index // workers_each),
                worker=each.integer("worker", default=index % workers_each),
                counts=_counts(each),
            )
        )
    return {
        "problem": top.text("problem"),
        "instance": top.child("instance", optional=True).value,
        "answer": _answer(top.value),
        "status": top.text("status"),
        "stopped_by": top.text("stopped_by", default=""),
        "seconds": top.number("seconds"),
        "workers_each": workers_each,
        "localities": localities,
        "policy": top.text("policy", default=""),
        "seed": top.integer("seed") if top.has("seed") else None,
        "program": top.text("program", default=""),
        "command": tuple(top.texts("command")),
        "date": top.text("date", default=""),
        "recorded": read_recorded(top.child("trace", optional=True)),
        "simulated": top.has("simulated"),
        "total": _counts(statistics) if statistics.value else None,
        "workers": tuple(workers),
        "traffic": tuple(_locality(each, index) for index, each in enumerate(statistics.objects("per_locality"))),
        "steals_within": _quadruples(statistics, "steals_within"),
        "steals_between": _quadruples(statistics, "steals_between"),
        "task_durations": _histogram(statistics, "task_durations"),
        "steal_latencies": _histogram(statistics, "steal_latencies"),
        "remote_steal_latencies": _histogram(statistics, "remote_steal_latencies"),
    }


# --- Parts of it


def _counts(of: Object) -> Counts:
    times = None
    if of.has("task_time") and of.has("total_time"):
        working, waiting, total = of.number("task_time"), of.number("wait_time", default=0.0), of.number("total_time")
        # Sums that were read at different moments may differ by this.
        managing = of.number("management_time", default=max(total - working - waiting, 0.0))
        times = Times(working, managing, waiting)
    return Counts(
        nodes=of.integer("nodes", default=0),
        tasks=of.integer("tasks", default=0),
        spawns=of.integer("spawns", default=0),
        steals_tried=of.integer("steals_tried", default=0),
        steals_won=of.integer("steals_won", default=0),
        pool_accesses=of.integer("pool_accesses") if of.has("pool_accesses") else None,
        pool_misses=of.integer("pool_misses") if of.has("pool_misses") else None,
        instructions=of.integer("instructions") if of.has("instructions") else None,
        cycles=of.integer("cycles") if of.has("cycles") else None,
        cache_misses=of.integer("cache_misses") if of.has("cache_misses") else None,
        task_duration=of.optional("task_duration_us", scale=1e-6),
        task_overhead=of.optional("task_overhead_us", scale=1e-6),
        phases=of.integer("phases") if of.has("phases") else None,
        phase_duration=of.optional("phase_duration_us", scale=1e-6),
        phase_overhead=of.optional("phase_overhead_us", scale=1e-6),
        management_overhead=of.optional("management_overhead_s"),
        wait_per_task=of.optional("wait_time_per_task_us", scale=1e-6, negative=True),
        wait_per_worker=of.optional("wait_time_per_core_s", negative=True),
        times=times,
    )


def _locality(of: Object, index: int) -> Locality:
    latency = of.child("steal_latency_us", optional=True)
    return Locality(
        locality=of.integer("locality", default=index),
        process=of.text("process", default=""),
        host=of.text("host", default=""),
        processors=tuple(of.integers("processors")),
        workers=of.integer("workers", default=0),
        steals_tried=of.integer("steals_tried", default=0),
        steals_won=of.integer("steals_won", default=0),
        tasks_received=of.integer("tasks_received", default=0),
        latency_median=latency.optional("median", scale=1e-6),
        latency_p99=latency.optional("p99", scale=1e-6),
    )


def read_recorded(of: Object) -> Recorded | None:
    return Recorded(of.integer("events"), of.integer("dropped", default=0)) if of.has("events") else None


def _histogram(of: Object, key: str) -> tuple[Bucket, ...]:
    buckets = []
    for at, (low, high, count) in of.rows(key, 3):
        if high <= low:
            raise of.error(at, f"expected a bucket [low, high, count] with low below high, found {low} and {high}")
        buckets.append(Bucket(low * 1e-9, high * 1e-9, count))
    return tuple(buckets)


def _quadruples(of: Object, key: str) -> tuple[tuple[int, int, int, int], ...]:
    return tuple((row[0], row[1], row[2], row[3]) for _, row in of.rows(key, 4))


# Names of an answer, in the order to show them. Solutions are counted, not shown: they can be long.
_ANSWERS = (
    "objective",
    "value",
    "sum",
    "exists",
    "count",
    "count_so_far",
    "at_least",
    "weight",
    "leaves",
    "depth",
    "leaves_so_far",
    "depth_so_far",
)


def _answer(value: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    found = []
    for name in _ANSWERS:
        answer = value.get(name)
        if isinstance(answer, bool):
            found.append((name, "yes" if answer else "no"))
        elif isinstance(answer, (int, float)):
            found.append((name.replace("_", " "), f"{answer:,}"))
    return tuple(found)
