"""The thesis' figures 5.1 to 5.17, and A.3 to A.50, as tables in Markdown, and everything as CSV and JSON."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from lab.harness import tables
from lab.harness.place import Place as Machine
from lab.harness.tables import attributes, head, line

from .launch import Machine as Constants
from .launch import Times
from .plan import AMR, IMBALANCE, LOADED, MANDELBROT, NAMES, SEDOV, Place, Workload, figure_of
from .summary import Row, Sample, Verdict, verdicts

SCHEMA = {"schema": "scrump-loops-experiment", "version": 1}


def in_microseconds(times: Times | None, part: str) -> float | None:
    return None if times is None else getattr(times, part) * 1e6


COLUMNS: tables.Columns = {
    **attributes(place="way", hosts="hosts", ranks="all_ranks", of="kind.place"),
    **attributes(application="application", imbalance_percent="imbalance", spread="spread", of="kind.workload"),
    "scheme": lambda row: str(row.kind.scheme or "off"),
    **attributes("runs", "seconds", "bound"),
    **attributes(faster_percent="faster", least_faster="least_faster", greatest_faster="greatest_faster"),
    **attributes(stolen_percent="stolen", tried="tried", won="won"),
    **attributes(last_over_mean="imbalance", variation_percent="variation"),
    "send_us": lambda row: in_microseconds(row.send, "mean"),
    "receive_us": lambda row: in_microseconds(row.receive, "mean"),
    **attributes("cost"),
    "send_min_us": lambda row: in_microseconds(row.send, "min"),
    "send_max_us": lambda row: in_microseconds(row.send, "max"),
    "receive_min_us": lambda row: in_microseconds(row.receive, "min"),
    "receive_max_us": lambda row: in_microseconds(row.receive, "max"),
}

NOTES = (
    "Medians. Own work is taken in 256 pieces of each rank's part (static). *rws*, *laws*, *nlaws*: a coordinator "
    "chooses anybody, anybody of the thief's host, or anybody with a number close to its own; *own*: no coordinator, "
    "each thief asks whom it chooses. *static25* and the like: that percentage of what the victim has left is "
    "stolen; *ss*, *fsc*, …: as much as the next chunk of that technique. *faster*: by how much less time it took than without "
    "stealing in the same round, in per cent of that. *bound*: all work divided by all ranks (in real runs, by the "
    "cores that these have)."
)


@dataclass(frozen=True)
class Results:
    machine: Machine
    constants: Constants
    rows: Sequence[Row]
    samples: Sequence[Sample]


@dataclass(frozen=True)
class Figure:
    """What is shown of each row, and which of the thesis' figures it answers."""

    what: str
    numbers: dict[str, str]  # by application
    cell: Callable[[Row], str]
    simulated: bool = True  # whether simulations have it, too


def seconds_cell(row: Row) -> str:
    faster = "" if row.kind.scheme is None else f" ({row.faster:+.1f} %)"
    return f"{row.seconds:.4f}{faster}"


def steals_cell(row: Row) -> str:
    return f"{row.tried:,.0f}: {row.won:,.0f} ({row.won_share:.0f} %)"


def transfer_cell(row: Row) -> str:
    def cell(times: Times) -> str:
        return " … ".join(f"{1e6 * each:.1f}" for each in (times.min, times.mean, times.max))

    return ", ".join(cell(each) for each in (row.send, row.receive) if each is not None)


def optional(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


FIGURES = (
    Figure(
        "seconds, and less than without stealing",
        {IMBALANCE: "figures 5.1 to 5.3", MANDELBROT: "figure 5.9", SEDOV: "figure 5.13", AMR: "figure 5.17"},
        seconds_cell,
    ),
    Figure(
        "cost, s",
        {
            IMBALANCE: "figures A.3, A.10, A.17, A.24",
            MANDELBROT: "figure A.31",
            SEDOV: "figure A.38",
            AMR: "figure A.45",
        },
        lambda row: f"{row.cost:.4f}",
    ),
    Figure(
        "iterations stolen, % of all",
        {IMBALANCE: "figures 5.4 and 5.5", MANDELBROT: "figure 5.10", SEDOV: "figure 5.14"},
        lambda row: f"{row.stolen:.2f}",
    ),
    Figure(
        "steals tried, and won",
        {IMBALANCE: "figure 5.6", MANDELBROT: "figure 5.11", SEDOV: "figure 5.15"},
        steals_cell,
    ),
    Figure(
        "c.o.v. of finishing times, %",
        {IMBALANCE: "figure 5.7", MANDELBROT: "figure 5.12", AMR: "figure A.49"},
        lambda row: f"{row.variation:.3f}",
    ),
    Figure(
        "max/mean of finishing times",
        {IMBALANCE: "figures A.8, A.15, A.22, A.29", MANDELBROT: "figure A.36", AMR: "figure A.50"},
        lambda row: f"{row.imbalance:.4f}",
    ),
    Figure(
        "to send, to receive a chunk, µs: min … mean … max",
        {IMBALANCE: "figure 5.8", MANDELBROT: "figure A.34", SEDOV: "figure 5.16", AMR: "figure A.48"},
        transfer_cell,
        simulated=False,
    ),
)


def verdicts_table(found: Sequence[Verdict]) -> list[str]:
    names = (
        "where", "what", "no stealing, s", "bound, s", "possible, %", "best", "s", "faster, %", "least … greatest",
        "worst", "faster, %", "slower than no stealing",
    )  # fmt: skip
    lines = head(names, 2)
    for each in found:
        best, worst = each.best, each.worst
        slower = f"{len(each.slower)} of {each.schemes}" if each.slower else "none"
        cells = [str(best.kind.place), str(best.kind.workload), f"{each.without.seconds:.4f}"]
        cells += [
            optional(each.without.bound, 4),
            optional(each.possible, 1),
            str(best.kind.scheme),
            f"{best.seconds:.4f}",
        ]
        cells += [f"{best.faster:.1f}", f"{best.least_faster:.1f} … {best.greatest_faster:.1f}"]
        cells += [str(worst.kind.scheme), f"{worst.faster:.1f}", slower]
        lines.append(line(cells))
    return lines


def column(workload: Workload) -> str:
    return f"{workload.imbalance} %" if workload.application in LOADED else str(workload)


def scheme_table(rows: Sequence[Row], cell: Callable[[Row], str]) -> list[str]:
    """A line for each scheme, a column for each workload."""
    found = {(row.kind.scheme, row.kind.workload): row for row in rows}
    workloads = dict.fromkeys(row.kind.workload for row in rows)
    lines = head(["scheme", *(column(each) for each in workloads)], 1)
    for scheme in dict.fromkeys(row.kind.scheme for row in rows):
        of = [found.get((scheme, workload)) for workload in workloads]
        lines.append(line([str(scheme or "no stealing"), *("" if each is None else cell(each) for each in of)]))
    return lines


def sections(rows: Sequence[Row]) -> dict[tuple[Place, str, str], list[Row]]:
    """By place, application and spread."""
    made: dict[tuple[Place, str, str], list[Row]] = {}
    for row in rows:
        workload = row.kind.workload
        made.setdefault((row.kind.place, workload.application, workload.spread), []).append(row)
    return made


def markdown(results: Results) -> str:
    told = ", ".join(f"{name.replace('_', ' ')} {value:.3g}" for name, value in asdict(results.constants).items())
    lines = ["# Loops over parts", "", results.machine.describe(), f"Simulated with, in seconds: {told}.", ""]
    lines += [*verdicts_table(verdicts(results.rows)), "", NOTES, ""]
    for (place, application, spread), rows in sections(results.rows).items():
        title = f"{application}, {spread}" if application in LOADED else NAMES[application]
        lines += [f"## {title}: {place}", ""]
        for figure in FIGURES:
            if place.simulated and not figure.simulated:
                continue
            number = figure_of(figure.numbers, application)
            heading = figure.what + (f": {number}" if number else "")
            lines += [f"### {heading}", "", *scheme_table(rows, figure.cell), ""]
    return "\n".join(lines)


def csv_text(results: Results) -> str:
    return tables.csv_text(COLUMNS, results.rows)


def json_text(results: Results) -> str:
    """The rows, and every sample that they were made of."""
    return tables.json_text(
        SCHEMA,
        machine=results.machine,
        constants=results.constants,
        rows=[tables.record(COLUMNS, row) for row in results.rows],
        samples=results.samples,
    )
