"""What all figures of the experiments share: colours, a style, and being saved."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
MARKERS = "osD^vx+"


def drawing(autolayout: bool = False) -> Any:
    """matplotlib's pyplot, without a screen. Raises ImportError where there is none."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    style: Any = {"axes.spines.top": False, "axes.spines.right": False, "figure.autolayout": autolayout}
    pyplot.rcParams.update(style)
    return pyplot


def save(picture: Any, folder: Path, name: str, title: str) -> list[Path]:
    """As PNG and SVG."""
    picture.suptitle(title)
    paths = [folder / f"{name}.{kind}" for kind in ("png", "svg")]
    for path in paths:
        picture.savefig(path, dpi=150)
    return paths


def legend_below(axes: Any) -> None:
    """Below everything else."""
    axes.legend(frameon=False, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.16), ncol=2)


# --- What a paper has, beside what was measured: always drawn in the same way

PUBLISHED = "#7F7F7F"


def draw_published(axes: Any, low: float, high: float, label: str = "published") -> None:
    """A value for all of the horizontal axis, or a range."""
    if low == high:
        axes.axhline(low, color=PUBLISHED, linestyle=":", linewidth=1.4, label=label)
    else:
        axes.axhspan(low, high, color=PUBLISHED, alpha=0.25, linewidth=0, label=label)


def mark_published(axes: Any, places: Sequence[float], heights: Sequence[float], label: str = "published") -> None:
    """Values at their places."""
    axes.plot(places, heights, linestyle="none", marker="*", markersize=11, color=PUBLISHED, label=label, zorder=4)
