"""The JSON that `scrump … --json` prints, of searches (`scrump-result`) and of tasks of fork and join (`scrump-tasks`),
as plain values.

Older files and builds that do not count lack some of it: what is absent is `None` or empty, and never an error. What is
there must make sense.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scrump.report.errors import ReportError

SEARCH = "scrump-result"
TASKS = "scrump-tasks"
# The newest of each that is read. The first one of tasks had counts of nodes, too, which were all zero.
VERSIONS = {SEARCH: 1, TASKS: 2}


@dataclass(frozen=True)
class Times:
    """Where the time of a worker, or of several, went, in seconds. `working` is in tasks: the paper's sum of t_exec."""

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
    """What one worker, or all of them, did. `None`: was not counted."""

    nodes: int
    tasks: int
    spawns: int
    steals_tried: int
    steals_won: int
    pool_accesses: int | None
    pool_misses: int | None
    task_duration: float | None  # seconds, equation 2
    task_overhead: float | None  # seconds, equation 3
    phases: int | None
    phase_duration: float | None  # seconds
    phase_overhead: float | None  # seconds
    management_overhead: float | None  # seconds for each worker, equation 4
    wait_per_task: float | None  # seconds that a task took longer than on one worker, equation 5; may be negative
    wait_per_worker: float | None  # the same for each worker, equation 6
    times: Times | None


@dataclass(frozen=True)
class Worker:
    locality: int
    worker: int
    counts: Counts


@dataclass(frozen=True)
class Locality:
    """Where it ran, and its dealings with other localities."""

    locality: int
    process: str
    host: str
    processors: tuple[int, ...]  # of its host: those that its workers could use; none if the file does not say
    workers: int
    steals_tried: int
    steals_won: int
    tasks_received: int
    latency_median: float | None  # seconds
    latency_p99: float | None


@dataclass(frozen=True)
class Host:
    """A machine, and what of it the run had."""

    name: str
    processors: frozenset[int]
    workers: int

    @property
    def crowded(self) -> bool:
        return self.workers > len(self.processors)


@dataclass(frozen=True)
class Bucket:
    """So many durations from `low` on and below `high`, in seconds."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class WorkerHistory:
    """`busy`: the share of each interval in which the worker computed; `nodes`: what it visited in each."""

    locality: int
    worker: int
    busy: tuple[float, ...]
    nodes: tuple[float, ...]


@dataclass(frozen=True)
class History:
    interval: float  # seconds
    workers: tuple[WorkerHistory, ...]

    @cached_property
    def intervals(self) -> int:
        return max((max(len(worker.busy), len(worker.nodes)) for worker in self.workers), default=0)


@dataclass(frozen=True)
class RoundTrips:
    """How often thieves waited for a word of another locality, and how many steals came of it."""

    number: int
    steals_won: int

    @property
    def per_steal(self) -> float:
        return self.number / max(self.steals_won, 1)


@dataclass(frozen=True)
class Run:
    """Of a search, or of tasks of fork and join: these have no nodes, no history and no incumbents, and the deques that
    thieves take from where a search has a skeleton."""

    problem: str
    instance: dict[str, Any]
    answer: tuple[tuple[str, str], ...]
    status: str
    stopped_by: str
    seconds: float
    nodes: int  # this and the next are 0 of tasks
    nodes_per_second: float
    workers_each: int
    localities: int
    skeleton: str  # empty of tasks
    deque: str | None  # None of searches
    policy: str
    seed: int | None
    program: str  # with its version; this and the next two are empty in files of older versions
    command: tuple[str, ...]
    date: str
    total: Counts | None
    workers: tuple[Worker, ...]
    traffic: tuple[Locality, ...]
    steals_within: tuple[tuple[int, int, int, int], ...]  # locality, thief, victim, steals
    steals_between: tuple[tuple[int, int, int, int], ...]  # thief, victim, steals, tasks
    task_durations: tuple[Bucket, ...]
    steal_latencies: tuple[Bucket, ...]
    remote_steal_latencies: tuple[Bucket, ...]
    round_trips: RoundTrips | None  # of tasks in several localities
    history: History | None
    incumbents: tuple[tuple[float, float], ...]  # seconds, objective

    @property
    def of_tasks(self) -> bool:
        return self.deque is not None

    @property
    def steal_amount(self) -> str:
        """What a victim gives at a time, as `--policy` has it."""
        found = re.search(r"[:,]steal=(\w+)", self.policy)
        if found:
            return found.group(1)
        return "one" if self.of_tasks or self.skeleton.startswith("ordered") else "half"

    @property
    def task_duration(self) -> float | None:
        """The mean of the work, in seconds. What the file says of tasks of fork and join is the time of those that a
        worker took when it had none, with those that it took while it waited within them; here each counts."""
        if self.total is None:
            return None
        if self.total.task_duration is not None and not self.of_tasks:
            return self.total.task_duration
        if self.times is None or self.total.tasks == 0:
            return None
        return self.times.working / self.total.tasks

    @property
    def all_workers(self) -> int:
        return len(self.workers) or self.workers_each * self.localities

    @cached_property
    def times(self) -> Times | None:
        """Of all workers together."""
        if self.total is not None and self.total.times is not None:
            return self.total.times
        known = [worker.counts.times for worker in self.workers if worker.counts.times is not None]
        return sum(known, Times(0, 0, 0)) if known else None

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """Those of which it is known how many processors they have for the run, by name."""
        names = sorted({each.host for each in self.traffic if each.host})
        found = []
        for name in names:
            there = [each for each in self.traffic if each.host == name]
            processors = frozenset(number for each in there for number in each.processors)
            if all(each.processors for each in there):
                found.append(Host(name, processors, sum(each.workers for each in there)))
        return tuple(found)

    @cached_property
    def on_one_host(self) -> bool:
        return bool(self.traffic) and len({each.host for each in self.traffic}) == 1 and bool(self.traffic[0].host)

    def label(self, locality: int, worker: int) -> str:
        """`3`, or with several localities `1.3`: worker 3 of locality 1."""
        return f"{locality}.{worker}" if self.localities > 1 else str(worker)


def parse_run(text: str, file: str) -> Run:
    """Reads a run from its JSON; `file` is named in errors."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        what = "is empty" if not text.strip() else f"not JSON: {error.msg} (column {error.colno})"
        raise ReportError(f"{file}:{error.lineno}: {what}") from None
    except RecursionError:
        raise ReportError(f"{file}: not a run: nested too deeply") from None
    return read_run(value, file)


def read_run(value: Any, file: str) -> Run:
    """The same from JSON that is parsed already."""
    if isinstance(value, dict) and "traceEvents" in value:
        raise ReportError(
            f"{file}: is a trace ('--trace'), which Perfetto shows (https://ui.perfetto.dev); a page is made of the JSON "
            "of a run: 'scrump … --json > run.json'"
        )
    if not isinstance(value, dict):
        raise ReportError(f"{file}: expected one object, as 'scrump … --json' prints, found {_kind(value)}")
    top = _Object(value, file)
    schema = top.text("schema")
    if schema not in VERSIONS:
        raise top.error("schema", f"expected '{SEARCH}' or '{TASKS}', found '{schema}'")
    version, newest = top.integer("version"), VERSIONS[schema]
    if version > newest:
        raise top.error("version", f"{version} is newer than this program reads ({newest}); update it")
    if version < 1:
        raise top.error("version", f"expected {newest}, found {version}")
    tasks = schema == TASKS
    if tasks and top.value.get("sequential") is True:
        raise top.error("sequential", "there are no workers to report on; leave '--sequential' out")

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
    return Run(
        problem=top.text("problem"),
        instance=top.child("instance", optional=True).value,
        answer=_answer(value),
        status=top.text("status"),
        stopped_by=top.text("stopped_by", default=""),
        seconds=top.number("seconds"),
        nodes=0 if tasks else top.integer("nodes"),
        nodes_per_second=0.0 if tasks else top.number("nodes_per_second", default=0.0),
        workers_each=workers_each,
        localities=localities,
        skeleton="" if tasks else top.text("skeleton"),
        deque=top.text("deque") if tasks else None,
        policy=top.text("policy", default=""),
        seed=top.integer("seed") if top.has("seed") else None,
        program=top.text("program", default=""),
        command=tuple(top.texts("command")),
        date=top.text("date", default=""),
        total=_counts(statistics) if statistics.value else None,
        workers=tuple(workers),
        traffic=tuple(_locality(each, index) for index, each in enumerate(statistics.objects("per_locality"))),
        steals_within=_quadruples(statistics, "steals_within"),
        steals_between=_quadruples(statistics, "steals_between"),
        task_durations=_histogram(statistics, "task_durations"),
        steal_latencies=_histogram(statistics, "steal_latencies"),
        remote_steal_latencies=_histogram(statistics, "remote_steal_latencies"),
        round_trips=_round_trips(top),
        history=_history(top),
        incumbents=tuple(
            (each.number("seconds"), each.number("objective", negative=True)) for each in top.objects("incumbents")
        ),
    )


# --- Parts of it


def _counts(of: _Object) -> Counts:
    times = None
    if of.has("task_time") and of.has("total_time"):
        working, waiting, total = of.number("task_time"), of.number("wait_time", default=0.0), of.number("total_time")
        # Sums that were read a moment apart may differ by as much.
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


def _locality(of: _Object, index: int) -> Locality:
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


def _round_trips(top: _Object) -> RoundTrips | None:
    between = top.child("between_localities", optional=True)
    if not between.value:
        return None
    return RoundTrips(between.integer("round_trips"), between.integer("steals_won"))


def _history(top: _Object) -> History | None:
    history = top.child("history", optional=True)
    if not history.value:
        return None
    interval = history.number("interval_s")
    if interval <= 0:
        raise history.error("interval_s", f"expected more than 0, found {interval:g}")
    workers = tuple(
        WorkerHistory(
            locality=each.integer("locality", default=0),
            worker=each.integer("worker", default=index),
            busy=tuple(min(share, 1.0) for share in each.numbers("busy")),
            nodes=tuple(each.numbers("nodes")),
        )
        for index, each in enumerate(history.objects("workers"))
    )
    known = History(interval, workers)
    return known if known.intervals else None


def _histogram(of: _Object, key: str) -> tuple[Bucket, ...]:
    buckets = []
    for at, (low, high, count) in of.rows(key, 3):
        if high <= low:
            raise of.error(at, f"expected a bucket [low, high, count] with low below high, found {low} and {high}")
        buckets.append(Bucket(low * 1e-9, high * 1e-9, count))
    return tuple(buckets)


def _quadruples(of: _Object, key: str) -> tuple[tuple[int, int, int, int], ...]:
    return tuple((row[0], row[1], row[2], row[3]) for _, row in of.rows(key, 4))


# What an answer can be called, in the order to show it. Solutions are counted, not shown: they can be long.
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


# --- JSON with the place of everything, for errors


def _kind(value: Any) -> str:
    names: dict[type, str] = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    return names.get(type(value), f"the number {value}")


@dataclass(frozen=True)
class _Object:
    """An object of the file, which knows where it is."""

    value: dict[str, Any]
    file: str
    path: str = ""

    def error(self, key: str, what: str) -> ReportError:
        return ReportError(f"{self.file}: {self.path}{key}: {what}")

    def has(self, key: str) -> bool:
        return self.value.get(key) is not None

    def _get(self, key: str) -> Any:
        if key not in self.value:
            raise self.error(key, "is missing")
        return self.value[key]

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self._get(key)
        if not isinstance(value, str):
            raise self.error(key, f"expected text, found {_kind(value)}")
        return value

    def number(self, key: str, default: float | None = None, negative: bool = False) -> float:
        if default is not None and not self.has(key):
            return default
        return self._number(key, self._get(key), negative)

    def optional(self, key: str, scale: float = 1, negative: bool = False) -> float | None:
        """A number in other units, or `None` if it is absent."""
        return self.number(key, negative=negative) * scale if self.has(key) else None

    def integer(self, key: str, default: int | None = None, least: int = 0) -> int:
        if default is not None and not self.has(key):
            return default
        return self._integer(key, self._get(key), least)

    def child(self, key: str, optional: bool = False) -> _Object:
        """The object of that name; an empty one if it is absent and may be."""
        value = {} if optional and not self.has(key) else self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, f"expected an object, found {_kind(value)}")
        return _Object(value, self.file, f"{self.path}{key}.")

    def objects(self, key: str) -> Iterator[_Object]:
        for at, value in self._list(key):
            if not isinstance(value, dict):
                raise self.error(at, f"expected an object, found {_kind(value)}")
            yield _Object(value, self.file, f"{self.path}{at}.")

    def texts(self, key: str) -> Iterator[str]:
        for at, value in self._list(key):
            if not isinstance(value, str):
                raise self.error(at, f"expected text, found {_kind(value)}")
            yield value

    def integers(self, key: str) -> Iterator[int]:
        for at, value in self._list(key):
            yield self._integer(at, value)

    def numbers(self, key: str) -> Iterator[float]:
        for at, value in self._list(key):
            yield self._number(at, value)

    def rows(self, key: str, width: int) -> Iterator[tuple[str, list[int]]]:
        """Lists of so many integers each, with their places."""
        for at, row in self._list(key):
            if not isinstance(row, list) or len(row) != width:
                raise self.error(at, f"expected a list of {width} integers")
            yield at, [self._integer(f"{at}[{column}]", value) for column, value in enumerate(row)]

    def _list(self, key: str) -> Iterator[tuple[str, Any]]:
        values = self.value[key] if self.has(key) else []
        if not isinstance(values, list):
            raise self.error(key, f"expected a list, found {_kind(values)}")
        return ((f"{key}[{index}]", value) for index, value in enumerate(values))

    def _number(self, at: str, value: Any, negative: bool = False) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self.error(at, f"expected a number, found {_kind(value)}")
        if value < 0 and not negative:
            raise self.error(at, f"expected no less than 0, found {value:g}")
        return float(value)

    def _integer(self, at: str, value: Any, least: int = 0) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(at, f"expected an integer, found {_kind(value)}")
        if value < least:
            raise self.error(at, f"expected no less than {least}, found {value}")
        return value
