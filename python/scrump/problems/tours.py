"""Distances for tours."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import real
from ..errors import UsageError


def euclidean(points: ArrayLike, scale: float = 1) -> NDArray[np.int64]:
    """Distances of points in any number of dimensions, a row each, rounded to whole numbers as TSPLIB's EUC_2D does.

    They are first multiplied by `scale`: with 1000, tours are measured in thousandths. Raises UsageError if different
    points would get the distance 0; warns if rounding changes distances by more than a twentieth.

    >>> from scrump.problems.tours import euclidean
    >>> euclidean([[0, 0], [3, 4]]).tolist()
    [[0, 5], [5, 0]]
    >>> euclidean([[0, 0], [0.3, 0.4]], scale=100).tolist()
    [[0, 50], [50, 0]]
    """
    try:
        places = np.asarray(points, float)
    except (TypeError, ValueError) as error:
        raise UsageError(f"points are not rows of numbers of the same length: {error}") from None
    if places.ndim != 2:
        raise UsageError(f"points of shape {places.shape}; expected a row for each")
    if not np.isfinite(places).all():
        row = int(np.argwhere(~np.isfinite(places))[0][0])
        raise UsageError(f"point {row} is {places[row].tolist()}; expected finite numbers")
    if not 0 < real("scale=", scale) < np.inf:
        raise UsageError(f"scale={scale!r}; expected a number above 0")
    exact = np.linalg.norm(places[:, None] - places[None, :], axis=2) * scale
    if exact.max(initial=0) >= 2**53:
        raise UsageError(f"a distance of {exact.max():g}; expected less than 2^53: take a smaller scale")
    rounded = np.floor(exact + 0.5)
    if ((rounded == 0) & (exact > 0)).any():
        one, other = np.argwhere((rounded == 0) & (exact > 0))[0]
        raise UsageError(
            f"a distance of {exact[one, other]:.3g}, from point {one} to {other}, is 0 as a whole number; multiply "
            "distances: euclidean(points, scale=1000)"
        )
    lost = np.abs(rounded - exact).sum()
    if lost > exact.sum() / 20 and (places != np.floor(places)).any():
        warnings.warn(
            f"rounding to whole numbers changes these distances by {lost / exact.sum():.0%} on average; multiply them: "
            "euclidean(points, scale=1000)",
            stacklevel=2,
        )
    whole: NDArray[np.int64] = rounded.astype(np.int64)
    return whole
