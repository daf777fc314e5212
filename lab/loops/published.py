"""What the text of the thesis states of its figures, on the scale of ours: their bars are not in numbers."""

from collections.abc import Callable, Sequence
from typing import Any

from lab.harness.pictures import draw_published, mark_published
from lab.harness.published import value

from .plan import LOADED, MANDELBROT, NAMES, SEDOV
from .summary import Row

THESIS = "shatri2023"
Panel = Sequence[Row]  # the first row is the one without stealing


def case(panel: Panel) -> str:
    workload = panel[0].kind.workload
    return f"Pisolver at {workload.imbalance} %" if workload.application in LOADED else str(workload)


def _saved(axes: Any, panel: Panel, where: str) -> None:
    """A part of the time without stealing, in seconds of ours."""
    saved = value(THESIS, where, "time saved", case(panel))
    assert saved.high is not None
    low, high = (panel[0].seconds * (1 - each / 100) for each in (saved.high, saved.low))
    draw_published(axes, low, high)


def _twice(axes: Any, panel: Panel) -> None:
    over = value(THESIS, "figure 5.9", "time over that without stealing").low * panel[0].seconds
    draw_published(axes, over, over)


def _range(where: str, quantity: str, of: str, factor: float = 1) -> Callable[[Any, Panel], None]:
    def draw(axes: Any, panel: Panel) -> None:
        told = value(THESIS, where, quantity, of)
        high = told.low if told.high is None else told.high
        draw_published(axes, factor * told.low, factor * high)

    return draw


def _won(axes: Any, panel: Panel) -> None:
    """Shares of the steals that we tried."""
    shares = {
        victims: value(THESIS, "figure 5.6", "steals won", f"Pisolver: {of}").low / 100
        for victims, of in (("rws", "rws and laws"), ("laws", "rws and laws"), ("nlaws", "nlaws"))
    }
    marks = [
        (at, row.tried * shares[row.kind.scheme.victims])
        for at, row in enumerate(panel)
        if row.kind.scheme is not None and row.kind.scheme.victims in shares
    ]
    mark_published(axes, [at for at, _ in marks], [height for _, height in marks], "published share won")


# By the thesis' figure and the imbalance: what is drawn in a panel.
DRAWN: dict[tuple[str, int], Callable[[Any, Panel], None]] = {
    ("5.2-5.3", 20): lambda axes, panel: _saved(axes, panel, "figure 5.2"),
    ("5.2-5.3", 30): lambda axes, panel: _saved(axes, panel, "figure 5.3"),
    ("5.2-5.3", 40): lambda axes, panel: _saved(axes, panel, "figure 5.3"),
    ("5.4-5.5", 20): _range("figure 5.4", "iterations stolen", "Pisolver at 20 %: fixed ratios"),
    **{("5.6", imbalance): _won for imbalance in (0, 20, 30, 40)},
    ("5.7", 20): _range("figure 5.7", "c.o.v. of finishing times", "Pisolver at 20 %"),
    ("5.9", 0): _twice,
    ("5.10", 0): _range("figure 5.10", "iterations stolen", NAMES[MANDELBROT]),
    ("5.12", 0): _range("figure 5.12", "c.o.v. of finishing times", NAMES[MANDELBROT]),
    ("5.14", 0): _range("figure 5.14", "iterations stolen", NAMES[SEDOV]),
    ("5.15", 0): _range("figure 5.15", "steals tried", f"{NAMES[SEDOV]}: rws and laws"),
    ("5.16", 0): _range("figure 5.16", "time to send or receive a chunk", NAMES[SEDOV], 1e6),
}


def draw(axes: Any, panel: Panel, number: str) -> bool:
    """`number`: the thesis' figure. Whether its text states anything of it."""
    known = DRAWN.get((number, panel[0].kind.workload.imbalance))
    if known is None:
        return False
    known(axes, panel)
    return True
