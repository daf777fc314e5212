"""The figures of a run that fit in a table, each with its unit and its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from scrump.report import units
from scrump.report.loop_run import ChunkTimes, LoopRun
from scrump.report.reach_run import ReachRun
from scrump.report.run import Counts, Host, Run
from scrump.report.search_run import SearchRun
from scrump.report.states_run import StatesRun
from scrump.report.tasks_run import ForkJoinRun, TasksRun


@dataclass(frozen=True)
class KeyFigure:
    name: str
    value: str
    meaning: str


def summary(run: Run) -> list[tuple[str, str]]:
    """The run and its result: names and values. The command line stands below them, in a row of its own."""
    rows = [*run.answer]
    status = "complete" if run.status == "complete" else f"{run.status}, by {run.stopped_by or 'a limit'}"
    rows.append(("status", status.replace("-", " ")))
    rows.append(("time", units.duration(run.seconds)))
    rows += _of_its_kind(run)
    if run.simulated:
        rows.append(("machine", "simulated: times are that machine's"))
    if run.seed is not None:
        rows.append(("seed", str(run.seed)))
    rows += [("machine", _machine(host)) for host in run.hosts]
    if run.program:
        rows.append(("program", run.program))
    if run.date:
        rows.append(("date", run.date.replace("T", " ").replace("Z", " UTC")))
    return rows


def _of_its_kind(run: Run) -> list[tuple[str, str]]:
    count, policy = ("workers", workers(run)), [("policy", run.policy)] if run.policy else []
    match run:
        case SearchRun():
            return [("nodes", f"{run.nodes:,}"), count, ("skeleton", run.skeleton), *policy]
        case TasksRun():
            return [count, ("deque", run.deque), ("steal", run.steal_amount), *policy]
        case LoopRun():
            loops = "loop" if run.loops == 1 else f"{run.loops:,} loops"
            rows = [(loops, units.duration(run.loop_seconds)), count, ("technique", run.technique)]
            if run.reason:
                rows.append(("chosen", run.reason))
            if run.localities == 1 or not run.transfers:
                return rows
            rows.append(("steal order", run.steal_order))
            if run.stealing:
                rows += [("steal amount", run.steal_ratio), *policy]
            return rows
        case ReachRun():
            rounds = units.plural(len(run.rounds), "round")
            return [("strategy", run.strategy), (rounds, units.duration(run.reach_seconds)), count, *policy]
        case StatesRun():
            return [count, ("order", run.order), ("storage", run.storage)]
    return [count, *policy]


def _machine(host: Host) -> str:
    return f"{host.name}: {units.plural(len(host.processors), 'processor')}, {units.plural(host.workers, 'worker')}"


def instance(run: Run) -> str:
    """The instance on one line: `graph brock:n=800,i=4, vertices 800`."""
    parts = []
    for name, value in run.instance.items():
        if isinstance(value, dict):
            value = value.get("graph", value.get("name", "…"))
        if isinstance(value, bool):
            value = "yes" if value else "no"
        parts.append(f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else f"{name} {value}")
    return ", ".join(parts)


def workers(run: Run) -> str:
    if run.localities == 1:
        return str(run.workers_each)
    return f"{run.workers_each} × {run.localities} localities"


def key_figures(run: Run) -> list[KeyFigure]:
    """The key figures that the file contains."""
    rows = _first(run)
    times, total = run.times, run.total
    if times is not None and times.total > 0:
        rows += [
            KeyFigure(
                "idle-rate",
                units.percent(1 - times.working / times.total),
                "share of the workers' time in which they did not compute (equation 1)",
            ),
            KeyFigure(
                "waiting",
                units.duration(times.waiting),
                "time of all workers without any work",
            ),
        ]
    if total is None:
        return rows
    if times is not None and times.total > 0:
        rows.append(
            KeyFigure(
                "managing",
                units.duration(times.managing),
                f"time of all workers spent on making, keeping, looking for and stealing {run.piece}s",
            )
        )
    rows += _tasks(run, total)
    if total.task_overhead is not None and isinstance(run, SearchRun):
        rows.append(
            KeyFigure(
                "task overhead",
                units.duration(total.task_overhead),
                "for each task, the time in which nothing was computed (equation 3)",
            )
        )
    if (
        total.phases
        and not isinstance(run, (LoopRun, StatesRun))
        and total.phase_duration is not None
        and total.phase_overhead is not None
    ):
        rows += [
            KeyFigure("phases", f"{total.phases:,}", "stretches of work on a task: one more for each interruption"),
            KeyFigure("phase duration", units.duration(total.phase_duration), "mean time of a phase"),
            KeyFigure(
                "phase overhead",
                units.duration(total.phase_overhead),
                "for each phase, the time in which nothing was computed",
            ),
        ]
    if total.management_overhead is not None:
        rows.append(
            KeyFigure(
                "overhead of a worker",
                units.duration(total.management_overhead),
                "for each worker, the time in which it did not compute (equation 4)",
            )
        )
    if total.wait_per_task is not None:
        rows.append(
            KeyFigure(
                "wait time of a task",
                units.duration(total.wait_per_task),
                "by how much it took longer than on one worker, waiting for what workers share (equation 5)",
            )
        )
    if total.wait_per_worker is not None:
        rows.append(
            KeyFigure("wait time of a worker", units.duration(total.wait_per_worker), "the same, summed (equation 6)")
        )
    if total.pool_accesses is not None and not isinstance(run, (LoopRun, StatesRun)):
        misses = total.pool_misses or 0
        share = f", {units.percent(misses / total.pool_accesses)} without success" if total.pool_accesses else ""
        meaning = "looks into a pool for a task, also by idle workers"
        rows.append(KeyFigure("pool accesses", f"{total.pool_accesses:,}{share}", meaning))
    rows += _processors(total)
    if not isinstance(run, LoopRun):
        tried = f"{total.steals_won:,} of {total.steals_tried:,} tried"
        rows.append(KeyFigure("steals", tried, "attempts to take a task from another worker or locality that got one"))
    if isinstance(run, TasksRun) and run.round_trips is not None:
        trips = run.round_trips
        each = f", {trips.per_steal:.1f} for each steal" if trips.steals_won else ""
        meaning = "times that a thief waited for an answer of another locality, with or without success; a steal takes two"
        rows.append(KeyFigure("round trips", f"{trips.number:,}{each}", meaning))
    return rows


def _processors(total: Counts) -> list[KeyFigure]:
    """What the processors counted, as far as it was read."""
    rows = []
    if total.instructions is not None:
        each = f", {total.instructions / total.cycles:.2f} for each cycle" if total.cycles else ""
        rows.append(KeyFigure("instructions", f"{total.instructions:,}{each}", "of all workers, outside the kernel"))
    if total.cycles is not None:
        rows.append(KeyFigure("cycles", f"{total.cycles:,}", "of all workers, outside the kernel"))
    if total.cache_misses is not None:
        meaning = "accesses to memory that missed the last cache"
        rows.append(KeyFigure("cache misses", f"{total.cache_misses:,}", meaning))
    return rows


def _first(run: Run) -> list[KeyFigure]:
    """Key figures of one kind of run only."""
    match run:
        case SearchRun():
            return _speed(run)
        case LoopRun():
            return _loop(run)
        case ReachRun():
            return _diagrams(run)
        case StatesRun():
            return _states(run)
    return []


def _speed(run: SearchRun) -> list[KeyFigure]:
    return [
        KeyFigure("speed", units.rate(run.nodes_per_second, "nodes"), "nodes visited in a second, by all workers"),
        KeyFigure(
            "speed of a worker",
            units.rate(run.nodes_per_second / run.all_workers, "nodes"),
            "the same for each worker; compare it with a run of one worker",
        ),
    ]


def _loop(run: LoopRun) -> list[KeyFigure]:
    rows = [
        KeyFigure("parallel time", units.duration(run.loop_seconds), "until the last worker had nothing left to do"),
        KeyFigure("cost", units.duration(run.cost), "that, times the workers"),
        KeyFigure("imbalance", f"{run.imbalance:.4f}", "the last finishing time by the mean of all"),
        KeyFigure(
            "variation", units.percent(run.variation), "coefficient of variation of finishing times: deviation by mean"
        ),
        KeyFigure("iterations", f"{run.iterations:,}", "of all workers"),
    ]
    if run.stealing:
        all_of = run.all_transfers()
        tried = f"{all_of.steals_won:,} of {all_of.steals_tried:,} tried"
        rows.append(KeyFigure("steals", tried, "attempts to take iterations from another locality that got some"))
        share = units.percent(run.iterations_stolen / max(run.iterations, 1))
        meaning = "those that another locality ran than had them at first"
        rows.append(KeyFigure("iterations stolen", f"{run.iterations_stolen:,}, {share}", meaning))
    for what, times in (("send", run.send), ("receive", run.receive)):
        if times is not None:
            meaning = f"mean time to {what} a chunk, and in parentheses the shortest and the longest"
            rows.append(KeyFigure(f"time to {what}", _chunk_times(times), meaning))
    return rows


def _chunk_times(times: ChunkTimes) -> str:
    return f"{units.duration(times.mean)} ({units.duration(times.min)} to {units.duration(times.max)})"


def _diagrams(run: ReachRun) -> list[KeyFigure]:
    of = run.diagrams
    table, cache = of.table_bytes / 2**20, of.cache_bytes / 2**20
    return [
        KeyFigure("loading", units.duration(run.load_seconds), "to make the diagrams of the model"),
        KeyFigure(
            "nodes at most",
            f"{of.peak_nodes:,}, {units.percent(of.fullness)}",
            "of the buckets that there were in the end",
        ),
        KeyFigure("nodes made", f"{of.inserted:,}", "in all; more than there were at most were made again or are gone"),
        KeyFigure(
            "operations known",
            f"{of.known:,} of {of.operations:,}, {units.percent(of.known_share)}",
            "steps of operations whose result was in the cache",
        ),
        KeyFigure(
            "results for a place",
            f"{of.results_for_a_place:.2f}",
            "of the cache, which keeps the last one; between two collections",
        ),
        KeyFigure(
            "collections",
            _and_seconds(of.collections, of.collecting_seconds),
            "of dead nodes, and how long these took, in which no operation went on",
        ),
        KeyFigure(
            "growths",
            _and_seconds(of.growths, of.growing_seconds),
            f"of the table, to {of.buckets:,} buckets; and how long these took, likewise",
        ),
        KeyFigure(
            "table", f"{table:,.1f} MiB", f"{of.table_bytes / max(of.nodes, 1):.1f} bytes for each node at the end"
        ),
        KeyFigure("cache", f"{cache:,.1f} MiB", "that results of operations take"),
    ]


def _and_seconds(number: int, seconds: float) -> str:
    """The value with its seconds, which older files lack."""
    return f"{number:,}, {units.duration(seconds)}" if seconds > 0 else f"{number:,}"


def _states(run: StatesRun) -> list[KeyFigure]:
    share = units.percent(run.stolen / max(run.states, 1))
    rows = [
        KeyFigure("speed", units.rate(run.states_per_second, "states"), "states visited in a second, by all workers"),
        KeyFigure("memory of a state", f"{run.bytes_per_state:,.1f} bytes", "of tables as they are, by their states"),
        KeyFigure("states stolen", f"{run.stolen:,}, {share}", "that another worker expanded than found them"),
    ]
    if run.levels:
        mean = sum(run.levels) / len(run.levels)
        rows.insert(1, KeyFigure("levels", f"{len(run.levels):,}", f"of {units.count(mean)} states on average"))
    if run.localities > 1:
        share = units.percent(run.stolen_between / max(run.states, 1))
        rows.append(KeyFigure("stolen between localities", f"{run.stolen_between:,}, {share}", "of these"))
    if run.storage != "exact":
        rows.append(
            KeyFigure("expected to be missed", f"{run.expected_missed:.2g}", "states, as not all of each is kept")
        )
    return rows


def transfers(run: LoopRun) -> list[list[str]]:
    """A row for each locality, with the work that it took from others and sent to them."""

    def time(times: ChunkTimes | None, mean: float | None) -> str:
        if times is not None:
            return _chunk_times(times)
        return "" if mean is None else units.duration(mean)

    return [
        [
            str(locality),
            f"{each.own_iterations:,}",
            f"{each.steals_tried:,}",
            f"{each.steals_won:,}",
            f"{each.iterations_stolen:,}",
            f"{each.bytes:,}",
            time(each.receive, each.receive_of_chunk),
            f"{each.chunks_sent:,}",
            time(each.send, each.send_of_chunk),
        ]
        for locality, each in enumerate(run.transfers)
    ]


def _tasks(run: Run, total: Counts) -> list[KeyFigure]:
    match run:
        case ForkJoinRun():
            meaning, length = (
                "those that were stolen, and the first one; what nobody stole is a call",
                run.task_duration,
            )
            mean = "mean work of a task"
        case StatesRun():
            meaning = "what a worker expanded without a break" + (", of a level" if run.by_levels else "")
            length, mean = run.task_duration, "mean work of a task"
        case LoopRun():
            meaning, length = "pieces of the loop that workers took one after another", run.task_duration
            mean = "mean work of a chunk"
        case _:
            meaning, length = "pieces of work that could move to another worker", total.task_duration
            mean = "mean time of a task (equation 2)"
    rows = [KeyFigure(f"{run.piece}s", f"{run.pieces:,}", meaning)]
    if length is not None:
        rows.append(KeyFigure(f"{run.piece} duration", units.duration(length), mean))
    return rows
