"""Parts 1 and 2 of the slides: the table of states on the processes of this machine, and the programs of fork and join
on ten simulated hosts, where a call takes as long as in the slides."""

import json
from pathlib import Path

from lab.harness.published import Value, table, value
from lab.papers.comparison import number, only, results
from lab.papers.plan import Comparison, Step, Table

PAPER = "slides"
TITLE = "Slides on distributed symbolic reachability"
# By the slides' names: the command's program and size.
PROGRAMS = {
    "fib(45)": ("fib", "45"),
    "nqueens(15)": ("queens", "15"),
    "uts(T2L)": ("uts", "T2L"),
    "uts(T3L)": ("uts", "T3L"),
    "matmul(512)": ("matmul", "512"),
}
TEN = "uts(T3L) with steal-10"
SMALL_TREES = {"T2L": "T2", "T3L": "T3"}

Rows = list[dict[str, str]]


def step_name(program: str) -> str:
    return program.replace("(", "-").rstrip(")")


def call_ns(program: str) -> str:
    """What the slides call the time of a task: each call is one."""
    return f"{1000 * float(table(PAPER, 'programs').row('program', program)['task_time']):.6g}"


def simulated(program: str, quick: bool) -> Step:
    name, size = PROGRAMS[program]
    tree = ("--trees", SMALL_TREES[size] if quick else size) if name == "uts" else ()
    machine = ("--simulate", "twente", "--call-ns", call_ns(program))
    hosts = ("--processes", "1,2" if quick else "1,2,5,10", "--workers", "2" if quick else "8")
    amounts = "10" if size == "T3L" else ""
    words = ("--quick" if quick else "--slides", "--programs", name, *tree, *machine, *hosts)
    system = ("--paper", PAPER, f"--amounts={amounts}", "--deques=")
    return Step(step_name(program), "tasks", (*words, *system, "--published"))


def steps(quick: bool) -> list[Step]:
    small = (
        ("--quick", "--processes", "1,2", "--loads", "0.5,0.9", "--chunks", "8,64") if quick else ("--repetitions", "3")
    )
    return [*(simulated(each, quick) for each in PROGRAMS), Step("table", "state_table", (*small, "--published"))]


# --- Part 1: the table of states


def microseconds(rows: Rows, **wanted: object) -> float | None:
    found = only(rows, **wanted)
    return float(found[0]["microseconds"]) if found else None


def about_raw(rows: Rows) -> dict[Value, str]:
    """One word between two processes of this machine: in reach, and by messages."""
    ours = {}
    for what in ("get", "put"):
        where = f"PGAS: latency of mem{what}"
        near, far = (
            microseconds(rows, what=what, net=net, processes=2, chunk=1, under_way=1) for net in ("direct", "messages")
        )
        if near is not None and far is not None:
            ours[value(PAPER, where, "latency", "local up to 16 bytes")] = f"{near:.3f} µs, of another process"
            ours[value(PAPER, where, "latency", "remote up to 16 bytes")] = f"{far:.2f} µs by messages on one host"
            ours[value(PAPER, where, "remote over local")] = f"{far / near:.0f}"
    near, far = (
        microseconds(rows, what="put", net=net, processes=2, chunk=1, under_way=64) for net in ("direct", "messages")
    )
    if near is not None and far is not None:
        ours[value(PAPER, "PGAS: throughput of memput", "local over remote")] = f"{far / near:.0f}"
    return ours


def about_find_or_put(rows: Rows) -> dict[Value, str]:
    found = only(rows, what="find-or-put", net="messages", prefetch="when-needed", chunk=0)
    ours = {}
    single = only(found, processes=2, under_way=1, load=0.9)
    if single:
        told = f"{float(single[0]['microseconds']):.2f} µs, 2 processes by messages, chunks by the load"
        ours[value(PAPER, "part 1: conclusions", "latency of find-or-put")] = told
    mixed = only(found, mix="mixed", under_way=0)
    if mixed:
        best = max(mixed, key=lambda row: float(row["operations_per_second"]))
        rate = float(best["operations_per_second"]) / 1e6
        told = f"{rate:.2f} M/s, {best['processes']} processes by messages on one host"
        ours[value(PAPER, "part 1: conclusions", "throughput of find-or-put")] = told
    return ours


def throughput(rows: Rows, net: str, source: str, published_best: str) -> Table:
    """With the load factors of ours that are slowest and fastest."""
    lines = []
    for each in table(PAPER, source).rows:
        own = only(
            rows, what="find-or-put", net=net, mix=each["workload"], prefetch="when-needed", chunk=0, under_way=0
        )
        cells = [
            each["workload"],
            number(float(each["base"]), 0),
            number(float(each["best"]), 0),
            published_best.format(**each),
        ]
        cells.append(each["speedup"])
        counts = sorted({int(row["processes"]) for row in own})
        rates = {count: best_rate(only(own, processes=count)) for count in counts}
        cells.append("; ".join(f"{number(rate, 0)} ({count})" for count, rate in rates.items()))
        lines.append(cells)
    names = ("mix", "published: base, 1/s", "best", "by", "speed-up", "ours: best of all load factors, 1/s (processes)")
    return Table(f"Throughput of find-or-put, {'within reach' if net == 'direct' else 'by messages'}", names, 1, lines)


def best_rate(rows: Rows) -> float:
    return max(float(row["operations_per_second"]) for row in rows)


# --- Part 2: fork and join


def best_of(rows: Rows, amount: str = "") -> dict[str, str] | None:
    """The fastest of the parallel runs."""
    parallel = [row for row in only(rows, amount=amount) if row["processes"] != "0"]
    return min(parallel, key=lambda row: float(row["seconds"]), default=None)


def times_table(found: dict[str, Rows]) -> Table:
    lines = []
    for each in table(PAPER, "times").rows:
        cells = [
            each["program"],
            each["sequential"],
            each["best"],
            f"{each['machines']} x {each['processes_per_machine']}",
        ]
        cells.append(each["speedup"])
        rows = found[each["program"]]
        best, twin = best_of(rows), only(rows, processes=0)
        if best is not None and twin:
            cells += [f"{float(twin[0]['seconds']):.2f}", f"{float(best['seconds']):.2f}"]
            cells += [f"{best['processes']} x {best['workers']}", f"{float(best['speedup']):.2f}"]
        lines.append(cells + [""] * (9 - len(cells)))
    names = ("program", "published: sequential, s", "best, s", "by", "speed-up",
             "ours: sequential, s", "best, s", "by", "speed-up")  # fmt: skip
    return Table("Sequential and best times: ten machines, and ten simulated hosts", names, 1, lines)


def hotslaw_table(found: dict[str, Rows]) -> Table:
    """Speed-ups, as the programs' sequential times differ."""
    lines = []
    for each in table(PAPER, "hotslaw").rows:
        best = best_of(found[each["program"].partition(" ")[0]], "10" if each["program"] == TEN else "")
        slides, hotslaw = (float(each[f"{who}sequential"]) / float(each[f"{who}best"]) for who in ("", "hotslaw_"))
        own = "" if best is None else f"{float(best['speedup']):.2f}"
        lines.append([each["program"], f"{slides:.2f}", f"{hotslaw:.2f}", own])
    return Table("Speed-ups, with HotSLAW's", ("program", "published", "of HotSLAW", "ours"), 1, lines)


def tasks_table(folder: Path) -> Table:
    lines = []
    for each in table(PAPER, "programs").rows:
        path = folder / step_name(each["program"]) / "results.json"
        known = json.loads(path.read_text(encoding="utf-8"))["programs"] if path.exists() else []
        own = number(known[0]["tasks"], 0) if known else ""
        lines.append([each["program"], number(float(each["tasks"]), 0), own, f"{each['task_time']} µs"])
    return Table("Tasks", ("program", "published", "ours", "time of a task, published and simulated"), 1, lines)


def compare(folder: Path) -> Comparison:
    of_table = results(folder / "table")
    found = {program: results(folder / step_name(program)) for program in PROGRAMS}
    return Comparison(
        {**about_raw(of_table), **about_find_or_put(of_table)},
        [
            throughput(of_table, "direct", "find-or-put-local", "{best_processes} processes"),
            throughput(of_table, "messages", "find-or-put-remote", "{best_machines} x {best_processes_per_machine}"),
            tasks_table(folder),
            times_table(found),
            hotslaw_table(found),
        ],
    )
