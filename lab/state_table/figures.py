"""The slides' figures with this experiment's numbers."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lab.harness.pictures import COLOURS, MARKERS, draw_published, drawing, mark_published, save
from lab.harness.published import table, value

from .plan import ADAPTIVE, Kind
from .tables import Results, Row, expected_chunks


def draw(results: Results, folder: Path, published: bool = False) -> list[Path]:
    """All that there are numbers for, each as PNG and SVG, with those of the slides if `published`. Raises ImportError
    where there is no matplotlib."""
    pyplot = drawing(autolayout=True)
    drawn: list[Path] = []

    def picture(name: str, title: str, axes_names: tuple[str, str], lines: Sequence[tuple[str, list[Any], list[Any]]],
                logarithmic: bool = False) -> None:  # fmt: skip
        if not lines:
            return
        figure, axis = pyplot.subplots()
        for index, (label, x, y) in enumerate(lines):
            axis.plot(x, y, label=label, color=COLOURS[index % len(COLOURS)], marker=MARKERS[index % len(MARKERS)])
        if published and name in PUBLISHED:
            PUBLISHED[name](axis)
        axis.set_xlabel(axes_names[0])
        axis.set_ylabel(axes_names[1])
        if logarithmic:
            axis.set_yscale("log")
        axis.legend(fontsize="small")
        drawn.extend(save(figure, folder, name, title))
        pyplot.close(figure)

    def series(rows: Sequence[Row], label: Callable[[Kind], str], value: Callable[[Row], float]) -> Any:
        lines: dict[str, tuple[list[Any], list[Any]]] = {}
        for each in rows:
            x, y = lines.setdefault(label(each.kind), ([], []))
            x.append(each.kind.load)
            y.append(value(each))
        return [(name, x, y) for name, (x, y) in lines.items()]

    found = [each for each in results.rows if each.kind.what == "find-or-put"]
    for net in ("direct", "messages"):
        of_net = [each for each in found if each.kind.net == net and each.kind.prefetch == "when-needed"]
        of_net = [each for each in of_net if each.kind.chunk == ADAPTIVE]
        many = [each for each in of_net if each.kind.under_way == 0]
        single = [each for each in of_net if each.kind.under_way == 1]
        picture(f"throughput-{net}", f"Throughput of find-or-put, {net}", ("load factor", "operations a second"),
                series(many, lambda kind: f"{kind.mix}, {kind.processes}", lambda each: each.rate),
                logarithmic=published)  # fmt: skip
        picture(f"latency-{net}", f"Latency of find-or-put, {net}", ("load factor", "µs"),
                series(single, lambda kind: f"{kind.processes} processes", lambda each: each.microseconds))  # fmt: skip
    always = [each for each in found if each.kind.chunk != ADAPTIVE]
    measured = series(always, lambda kind: f"chunks of {kind.chunk}",
                      lambda each: each.demanded + each.prefetched - each.unused)  # fmt: skip
    bounds = series(always, lambda kind: f"bound, {kind.chunk}",
                    lambda each: expected_chunks(each.kind.load, each.kind.chunk))  # fmt: skip
    picture("chunks", "Chunks that an operation looks through", ("load factor", "chunks"), measured + bounds)
    names = dict.fromkeys(each["name"] for one in results.rivals for each in one.trips)
    trips = [
        (name, [one.load for one in results.rivals],
         [next(each["inserted"] for each in one.trips if each["name"] == name) for one in results.rivals])
        for name in names
    ]  # fmt: skip
    picture("round-trips", "Round trips to insert a state", ("load factor", "round trips"), trips, logarithmic=True)
    return drawn


# --- What the slides have in numbers


def _publish_throughput(source: str, of: str) -> Callable[[Any], None]:
    def publish(axis: Any) -> None:
        mixed = table("slides", source).row("workload", "mixed")
        draw_published(axis, float(mixed["base"]), float(mixed["best"]), f"published, mixed: {of.format(**mixed)}")

    return publish


def _publish_latency(axis: Any) -> None:
    stated = value("slides", "part 1: conclusions", "latency of find-or-put")
    mark_published(axis, [0.9], [stated.low], "published: chunks of 64")


PUBLISHED = {
    "throughput-direct": _publish_throughput("find-or-put-local", "1 to {best_processes} processes of a machine"),
    "throughput-messages": _publish_throughput("find-or-put-remote", "2 to {best_machines} machines"),
    "latency-messages": _publish_latency,
}
