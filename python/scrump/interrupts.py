"""Handling of Ctrl-C during runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from . import _native

if TYPE_CHECKING:
    from .diagrams import DiagramsResult
    from .exploration import Explored
    from .liveness import CheckedFormula
    from .net_checks import CheckedNet
    from .random_walks import RandomWalk
    from .reachability import Reached, ReachedMarkings
    from .results import Result

    AnyResult: TypeAlias = (
        Result[Any]
        | Explored[Any]
        | RandomWalk[Any]
        | CheckedFormula[Any]
        | Reached
        | ReachedMarkings
        | CheckedNet
        | DiagramsResult[Any]
    )
else:  # these modules import this one
    AnyResult = Any

Answer = TypeVar("Answer", bound="AnyResult")


class Interrupted(KeyboardInterrupt):
    """Raised for Ctrl-C (SIGINT) while Scrump runs: the `KeyboardInterrupt` that ends a program, with a result.

    Its `result` is the value that the function would have returned, with the status "cancelled".

    >>> try:  # doctest: +SKIP
    ...     found = scrump.max_clique(graph)
    ... except scrump.Interrupted as stop:
    ...     found = stop.result
    """

    def __init__(self, result: AnyResult) -> None:
        super().__init__("stopped by Ctrl-C; the exception's `result` is what is known so far")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return Interrupted, (self.result,)


def finished(result: Answer) -> Answer:
    """Result of a run that has just ended. Raises Interrupted with it if Ctrl-C ended the run."""
    if _native.take_interrupt():
        raise Interrupted(result)
    return result
