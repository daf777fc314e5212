"""Common parts of all charts: one style, and axes for durations and amounts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from scrump.report import units

# The colours of Okabe and Ito, which people of all kinds of colour vision can tell apart. They also differ in
# lightness, so that they can be told apart in grey.
BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
VERMILION = "#D55E00"
PURPLE = "#CC79A7"
SKY = "#56B4E9"
BLACK = "#222222"
GREY = "#C9CDD2"
CATEGORIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK)
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "triangle-down", "star")

# From zero to the maximum.
AMOUNT_SCALE = ((0.0, "#F3F6F9"), (0.25, "#C2D9EA"), (0.5, "#7FB2D6"), (0.75, "#3583BB"), (1.0, "#08457E"))

WHITE = "#FFFFFF"  # the background, and the colour that separates marks on it
LINE = "#9AA1AB"
SHADE = "rgba(0,0,0,0.04)"

_TEXT = "#2B2F36"
_GRID = "#E8EBEF"
_BUTTONS = "#B4BAC2"
_STEPS = ("#7DB8DA", "#4B98C9", "#2676B5", "#0F5699", "#083874", "#04204B")

#: Placeholders of colours for readers whose system asks for a dark page. The page's script replaces them.
DARK = {
    WHITE: "#1D2026",
    LINE: "#6B7380",
    SHADE: "rgba(255,255,255,0.06)",
    _TEXT: "#E3E6EA",
    _GRID: "#30353D",
    _BUTTONS: "#6B7380",
    BLACK: "#E8E8E8",
    BLUE: "#3D9BDC",
    GREY: "#565D67",
    **dict(zip(_STEPS, ("#27517A", "#2F6A9F", "#3C86C4", "#5CA4DB", "#8CC2EA", "#C3E0F7"), strict=True)),
    **dict(
        zip(
            (colour for _, colour in AMOUNT_SCALE),
            ("#1F262E", "#1F4566", "#2C6B9E", "#5B9FD0", "#B5DAF5"),
            strict=True,
        )
    ),
}


@dataclass(frozen=True)
class Panel:
    """One plot. `id` is that of its element on the page; `title` stands above it if it is one of several."""

    id: str
    figure: go.Figure
    title: str = ""


@dataclass(frozen=True)
class Chart:
    """A section of the page: plots, or a sentence that explains why there are none."""

    id: str
    title: str
    caption: str
    panels: tuple[Panel, ...] = field(default=())
    absent: str = ""


def figure(height: int = 320, **layout: Any) -> go.Figure:
    """An empty figure in the style of the page."""
    axis = {
        "automargin": True,
        "gridcolor": _GRID,
        "linecolor": LINE,
        "showline": True,
        "tickcolor": LINE,
        "ticks": "outside",
        "ticklen": 4,
        "zeroline": False,
        "title": {"standoff": 8},
    }
    # Set at once, so that Plotly's own template, whose colours are for a light page, is not added.
    made = go.Figure(layout={"template": {"layout": {"xaxis": axis, "yaxis": axis}}})
    made.update_layout(
        height=height,
        margin={"l": 8, "r": 12, "t": 30, "b": 8},  # the buttons of a plot are at its top
        font={"family": "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif", "size": 13, "color": _TEXT},
        paper_bgcolor=WHITE,
        plot_bgcolor=WHITE,
        colorway=list(CATEGORIES),
        hoverlabel={"bgcolor": WHITE, "bordercolor": LINE, "font": {"color": _TEXT}, "align": "left"},
        legend={"orientation": "h", "x": 0, "xanchor": "left", "yref": "container", "y": 0, "yanchor": "bottom"},
        modebar={"bgcolor": "rgba(0,0,0,0)", "color": _BUTTONS, "activecolor": _TEXT},
        bargap=0.15,
        dragmode="zoom",
    )
    made.update_layout(**layout)
    return made


def sequence(how_many: int) -> list[str]:
    """Colours of an ordered quantity, light to dark, each distinguishable from the background."""
    if how_many <= 1:
        return [_STEPS[3]] * how_many
    return [_STEPS[round(at * (len(_STEPS) - 1) / (how_many - 1))] for at in range(how_many)]


def log_duration_axis(title: str, low: float, high: float) -> dict[str, Any]:
    """A logarithmic axis of seconds, with ticks such as 20 µs."""
    return _log_axis(title, low, high, units.short_duration)


def log_count_axis(title: str, low: float, high: float) -> dict[str, Any]:
    """A logarithmic axis of amounts, with ticks such as 10 k."""
    return _log_axis(title, low, high, units.short_count)


def _log_axis(title: str, low: float, high: float, text: Callable[[float], str]) -> dict[str, Any]:
    ticks = log_ticks(low, high)
    return {
        "type": "log",
        "title": {"text": title},
        "range": [math.log10(low), math.log10(high)],
        "tickvals": ticks,
        "ticktext": [text(tick) for tick in ticks],
    }


def linear_duration_axis(title: str, low: float, high: float) -> dict[str, Any]:
    """A linear axis from `low` to `high` seconds, whose ticks are in one unit that fits."""
    largest = max(abs(low), abs(high))
    scale, unit = next(((s, u) for s, u in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")) if largest >= s), (1e-6, "µs"))
    ticks = round_steps(low, high)
    return {
        "title": {"text": f"{title} ({unit})"},
        "range": [low, high],
        "tickvals": ticks,
        "ticktext": [f"{tick / scale:g}".replace("-", "−") for tick in ticks],
    }


def linear_axis(title: str, low: float, high: float) -> dict[str, Any]:
    """A linear axis of numbers without a unit."""
    ticks = round_steps(low, high)
    return {
        "title": {"text": title},
        "range": [low, high],
        "tickvals": ticks,
        "ticktext": [f"{tick:g}" for tick in ticks],
    }


def linear_count_axis(title: str, high: float) -> dict[str, Any]:
    """A linear axis of amounts from zero to a little above `high`. Amounts are whole, so ticks are whole numbers,
    written as elsewhere: `2.5 k`."""
    top = max(high * 1.05, 1.0)
    ticks = [int(tick) for tick in round_steps(0, top) if tick.is_integer()]
    return {
        "title": {"text": title},
        "range": [0, top],
        "tickvals": ticks,
        "ticktext": [units.short_count(tick) for tick in ticks],
    }


def round_steps(low: float, high: float, about: int = 8) -> list[float]:
    """Round values from `low` to `high`, about `about` of them."""
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    # Rounded, because 3 * 0.1 is not 0.3.
    return [float(f"{at * step:.12g}") for at in range(first, last + 1)]


def around(values: Sequence[float], by: float = 1.25) -> tuple[float, float]:
    """Limits of a logarithmic axis that leave a little space on both sides."""
    return min(values) / by, max(values) * by


def log_ticks(low: float, high: float) -> list[float]:
    """Values for the ticks of a logarithmic axis: powers of ten, with 2 and 5 or more round ones if few fit."""
    if high < 6 * low:
        return round_steps(low, high, about=5)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    steps = (1, 2, 5) if high < 2000 * low else (1,)
    thinned = range(first, last + 1, math.ceil((last - first) / 12))
    ticks = [step * 10.0**power for power in thinned for step in steps]
    return [tick for tick in ticks if low <= tick <= high]


def category_axis(labels: Sequence[str]) -> dict[str, object]:
    """A category for each label; if there are many, only some are named."""
    step = math.ceil(len(labels) / 24)
    named = list(range(0, len(labels), step))
    return {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": list(labels),
        "tickmode": "array",
        "tickvals": named,
        "ticktext": [labels[at] for at in named],
    }


def row_height(rows: int) -> int:
    """Height of a chart with this number of rows."""
    return round(110 + min(max(rows * 26, 60), 640))
