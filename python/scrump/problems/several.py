"""Several solutions instead of one: the common arguments of functions that find them."""

from __future__ import annotations

from ..arguments import whole
from ..errors import UsageError


def several(
    best: int | None, all_solutions: bool, good_enough: int | None, name: str = "at-least", *, decides: bool = False
) -> dict[str, str]:
    """The question in the form for the compiled part; empty: a best solution is wanted. `good_enough` is called `name`
    by users; `decides`: alone it asks whether there is such a solution. Raises UsageError."""
    question: dict[str, str] = {}
    if good_enough is not None:
        question[name] = str(whole(f"{name.replace('-', '_')}=", good_enough))
        if best is None and not all_solutions and not decides:
            raise UsageError(f"{name.replace('-', '_')} is for several solutions; expected best=… or all_solutions=True with it")
    if best is not None and all_solutions:
        raise UsageError("best and all_solutions exclude each other")
    if best is not None:
        return question | {"best": str(whole("best=", best, least=1))}
    return question | ({"all-solutions": ""} if all_solutions else {})
