"""The paper's figures 4 to 6 with this machine's numbers: speed-up, median, least and greatest, and beside it the
absolute rate."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lab.harness.pictures import COLOURS, MARKERS, draw_published, drawing, mark_published, save
from lab.harness.published import value

from .plan import PROTOCOLS
from .summary import Row
from .tables import Figure


def curves(rows: Sequence[Row], by_chunk: bool) -> dict[str, list[tuple[int, Row]]]:
    """For each protocol what stands on the horizontal axis, in order, and its row."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for row in rows:
        place = row.kind.chunk if by_chunk else row.kind.workers
        found.setdefault(row.kind.protocol or "", []).append((place or 0, row))
    order = list(PROTOCOLS)
    return {name: sorted(found[name], key=lambda each: each[0]) for name in sorted(found, key=order.index)}


def draw(
    figures: Sequence[Figure], ceiling: float | None, cores: int, folder: Path, published: bool = False
) -> list[Path]:
    """A figure for each tree, as PNG and SVG, with what the paper's text states of it if `published`. Raises
    ImportError where there is no matplotlib."""
    pyplot = drawing()
    drawn: list[Path] = []
    for figure in figures:
        for tree in dict.fromkeys(row.kind.tree for row in figure.parallel):
            rows = [row for row in figure.parallel if row.kind.tree == tree]
            picture, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.4))
            by_chunk = figure.number == "4"
            _draw_curves(left, right, curves(rows, by_chunk))
            if not by_chunk:
                _draw_limits(left, right, rows, ceiling, cores)
            if published:
                PUBLISHED[figure.number](left, right, rows)
            _name_axes(left, right, rows, by_chunk)
            named = left.get_legend_handles_labels()
            picture.legend(*named, frameon=False, loc="lower center", ncol=3, fontsize="small")
            picture.subplots_adjust(left=0.07, right=0.98, bottom=0.27, wspace=0.2)
            drawn += save(picture, folder, f"figure-{figure.number}-{tree}", f"{figure.heading} ({tree})")
            pyplot.close(picture)
    return drawn


def _draw_curves(left: Any, right: Any, found: dict[str, list[tuple[int, Row]]]) -> None:
    for protocol, points in found.items():
        index = list(PROTOCOLS).index(protocol)
        style = {"color": COLOURS[index], "marker": MARKERS[index], "markersize": 4}
        places = [place for place, _ in points]
        middles = [row.speedup for _, row in points]
        below = [row.speedup - row.least_speedup for _, row in points]
        above = [row.greatest_speedup - row.speedup for _, row in points]
        label = f"{protocol} ({PROTOCOLS[protocol]})"
        left.errorbar(places, middles, yerr=[below, above], capsize=2, linewidth=1.2, label=label, **style)
        right.plot(places, [row.rate / 1e6 for _, row in points], linewidth=1.2, **style)


def _name_axes(left: Any, right: Any, rows: Sequence[Row], by_chunk: bool) -> None:
    noun = "ranks" if rows[0].kind.ranks else "workers"
    places = sorted({(row.kind.chunk if by_chunk else row.kind.workers) or 0 for row in rows})
    far = not by_chunk and _farthest(left) >= WIDE
    if far:
        places = sorted({*places, _farthest(left)})
    left.set_ylabel("speed-up over sequential")
    right.set_ylabel("millions of nodes a second")
    for axes in (left, right):
        axes.set_xlabel("chunk size, nodes" if by_chunk else noun)
        if by_chunk or far:
            axes.set_xscale("log")
        if far:
            axes.set_yscale("log")
        else:
            axes.set_ylim(bottom=0)
        axes.set_xticks(places, [str(place) for place in places])
        axes.minorticks_off()


WIDE = 64  # workers from which the scales are logarithmic


def _farthest(axes: Any) -> int:
    """The most workers of which anything is drawn."""
    return max(int(max(line.get_xdata())) for line in axes.get_lines() if len(line.get_xdata()))


def _draw_limits(left: Any, right: Any, rows: Sequence[Row], ceiling: float | None, cores: int) -> None:
    """What could be reached at best: as many times the sequential speed as there are workers on cores of their own."""
    places = sorted({row.kind.workers for row in rows})
    simulated = rows[0].kind.machine is not None  # with as many cores as it has workers
    limits = [place if simulated else min(place, cores) for place in places]
    left.plot(places, limits, color="black", linestyle="--", linewidth=0.8, label="a core for each")
    if ceiling is not None:
        right.plot(places, [ceiling * limit / 1e6 for limit in limits], color="black", linestyle=":", linewidth=0.8)
        right.annotate(
            "the hash alone", (places[-1], ceiling * limits[-1] / 1e6), fontsize="small", ha="right", va="bottom"
        )


# --- What the paper's text states: its curves are not in numbers


def _publish_by_chunk(left: Any, right: Any, rows: Sequence[Row]) -> None:
    """How far the last protocol is above the first: on the scale of ours."""
    gain = value("olivier2008", "figure 4", "upc-distmem over upc-sharedmem")
    first = [row for row in rows if row.kind.protocol == "shared-memory"]
    for axes, best in ((left, [row.speedup for row in first]), (right, [row.rate / 1e6 for row in first])):
        if best:
            height = max(best) * (1 + gain.low / 100)
            draw_published(axes, height, height, f"published: the best of shared-memory and {gain.low:.0f} %")


def _publish_large(left: Any, right: Any, rows: Sequence[Row]) -> None:
    processors = 1024
    speedup, rate = (value("olivier2008", "figure 5", quantity) for quantity in ("speed-up", "nodes per second"))
    mark_published(left, [processors], [speedup.low], "published (Topsail)")
    mark_published(right, [processors], [rate.low / 1e6])


def _publish_by_workers(left: Any, right: Any, rows: Sequence[Row]) -> None:
    up_to = value("olivier2008", "figure 6", "processors with near-linear speed-up").low
    mark_published(left, [up_to], [up_to], "published: nearly linear up to here (Altix)")


PUBLISHED = {"4": _publish_by_chunk, "5": _publish_large, "6": _publish_by_workers}
