"""The travelling salesman problem."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _native
from ..arguments import SCALE, real
from ..errors import UsageError
from ..option_table import takes
from ..options import SearchOptions, native
from ..results import IntegerResult, result_of
from ..shapes import columns_of, is_table, row_names
from ..unpack import Unpack
from .several import wanted


@takes(SearchOptions)
def tsp(
    distances: ArrayLike | Any,
    *,
    weight: str = "weight",
    known: Iterable[Hashable] = (),
    local_search: bool = True,
    best: int | None = None,
    all_solutions: bool = False,
    at_most: int | None = None,
    **options: Unpack[SearchOptions],
) -> IntegerResult[list[Any]]:
    """A shortest tour through all cities, starting at the first one.

    `distances`: a symmetric matrix of whole numbers, or a pandas DataFrame of them with the cities as names of its rows
    and columns; or a complete networkx graph whose edges have them as attribute `weight`; of several edges between two
    cities the shortest counts. `euclidean(points)` makes a matrix from points.

    `known`: a tour, as all cities in its order, starting anywhere, with or without the first one again at the end; only
    shorter tours are searched for. `best`: find the N shortest tours; `all_solutions`: find all shortest ones, or all
    of length `at_most` N. These are the result's `solutions`; a tour and its reverse count as one.

    >>> scrump.tsp([[0, 1, 5, 2], [1, 0, 2, 6], [5, 2, 0, 3], [2, 6, 3, 0]], known=[2, 1, 3, 0]).objective
    8
    """
    cities, matrix = _of_graph(distances, weight) if hasattr(distances, "adj") else _of_matrix(distances)
    how = native(**options)
    checked = _checked(matrix)
    given = (checked, _tour(known, range(len(checked)) if cities is None else cities), local_search)
    several = wanted(best, all_solutions, at_most, name="at_most")
    outcome = _native.tsp(*given, how) if several is None else _native.best_tours(*given, several, how)

    def named(tour: list[int]) -> list[Any]:
        return tour if cities is None else [cities[city] for city in tour]

    return result_of("tsp", outcome, options=how, instance={"cities": len(matrix)}, named=named)


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


def _of_graph(graph: Any, weight: str) -> tuple[list[Any], NDArray[Any]]:
    cities = list(graph)
    number = {city: place for place, city in enumerate(cities)}
    matrix = np.full((len(cities), len(cities)), np.inf)
    np.fill_diagonal(matrix, 0)
    for one, other, distance in graph.edges(data=weight):
        if distance is None:
            raise UsageError(f"the edge from {one!r} to {other!r} has no {weight!r}; expected a distance of each")
        if one == other:
            continue
        far = real(f"the distance from {one!r} to {other!r} is ", distance, "a whole number")
        ends = number[one], number[other]
        matrix[ends] = min(matrix[ends], far)  # the shortest of parallel edges
        if not graph.is_directed():
            matrix[ends[::-1]] = matrix[ends]
    if np.isinf(matrix).any():
        one, other = np.argwhere(np.isinf(matrix))[0]
        raise UsageError(f"no distance from {cities[one]!r} to {cities[other]!r}; expected a complete graph")
    return cities, matrix


def _of_matrix(distances: Any) -> tuple[list[Any] | None, NDArray[Any]]:
    """The distances in a matrix. Cities have names if rows and columns have some."""
    if isinstance(distances, Mapping):
        raise UsageError("distances are a dict; expected a square matrix, or a complete graph of networkx")
    if hasattr(distances, "tocoo"):
        raise UsageError("distances are a sparse matrix, in which some are missing; expected all of them (toarray())")
    if isinstance(distances, np.ma.MaskedArray) and np.ma.getmaskarray(distances).any():
        raise UsageError("a distance is masked; expected all of them")
    if is_table(distances):
        rows, columns = row_names(distances), columns_of(distances)
        if rows is not None and {*rows} != {*columns}:
            raise UsageError(
                "a table whose rows and columns have different names; expected those of the cities for both"
            )
        names = list(columns) if rows is None else rows
        matrix = np.array([columns[name] for name in names]).T
        return (None if rows is None or rows == list(range(len(rows))) else rows), matrix
    try:
        return None, np.asarray(distances)
    except ValueError:
        raise UsageError("distances whose rows differ in length; expected a square matrix") from None


def _tour(given: Iterable[Hashable], cities: Sequence[Hashable]) -> list[int]:
    """Numbers of the cities of a tour. Raises UsageError if it is not a tour; None is allowed."""
    if not isinstance(given, Iterable):
        raise UsageError(f"known={given!r}; expected the cities of a tour")
    tour = list(given)
    for city in tour:
        if not isinstance(city, Hashable):
            raise UsageError(f"known: {city!r} is not a city; it has no hash")
    if len(tour) == len(cities) + 1 > 2 and tour[0] == tour[-1]:
        tour.pop()
    number = {city: place for place, city in enumerate(cities)}
    seen: set[Hashable] = set()
    for city in tour:
        if city not in number:
            raise UsageError(f"known: there is no city {city!r}")
        if city in seen:
            raise UsageError(f"known: city {city!r} is there twice; expected each once")
        seen.add(city)
    if tour and len(tour) < len(cities):
        missing = next(city for city in cities if city not in seen)
        raise UsageError(f"known: city {missing!r} is missing; expected all {len(cities)} of them")
    return [number[city] for city in tour]


def _checked(matrix: NDArray[Any]) -> NDArray[np.int64]:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        points = matrix.ndim == 2 and matrix.shape[1] in (2, 3)
        hint = " (scrump.problems.tours.euclidean(points) makes one of points)" if points else ""
        raise UsageError(f"distances of shape {matrix.shape}; expected a square matrix{hint}")
    if np.issubdtype(matrix.dtype, np.complexfloating):
        raise UsageError("distances are complex numbers; expected whole numbers")
    if not np.issubdtype(matrix.dtype, np.number):
        try:
            matrix = matrix.astype(float)
        except (TypeError, ValueError):
            raise UsageError(f"distances of {matrix.dtype}; expected whole numbers") from None
    if not np.isfinite(matrix).all():
        one, other = np.argwhere(~np.isfinite(matrix))[0]
        raise UsageError(f"a distance of {matrix[one, other]}, from {one} to {other}; expected whole numbers")
    if (matrix != matrix.T).any():
        one, other = np.argwhere(matrix != matrix.T)[0]
        there, back = matrix[one, other], matrix[other, one]
        raise UsageError(f"{there} from {one} to {other}, but {back} back; expected the same in both directions")
    if (np.abs(matrix) >= 2.0**62).any():
        raise UsageError("a distance of 2^62 or more; expected smaller ones")
    whole = matrix.astype(np.int64)
    if (whole != matrix).any():
        one, other = np.argwhere(whole != matrix)[0]
        distance = f"a distance of {matrix[one, other]}, from {one} to {other}"
        raise UsageError(f"{distance}; expected whole numbers: {SCALE}, as by np.rint(1000 * distances)")
    return np.ascontiguousarray(whole)
