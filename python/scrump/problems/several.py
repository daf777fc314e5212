"""Several solutions instead of one: the common arguments of functions that find them."""

from __future__ import annotations

from collections.abc import Mapping

from ..arguments import whole
from ..errors import UsageError


def several(
    best: int | None, all_solutions: bool, at_least: int | None, *, decides: bool = False
) -> dict[str, str]:
    """The question in the form for the compiled part; empty: a best solution is wanted. `decides`: `at_least` alone asks
    whether there is such a solution. Raises UsageError."""
    question = {"all-solutions": ""} if all_solutions else {}
    if at_least is not None:
        question["at-least"] = str(whole("at_least=", at_least))
    if best is not None:
        question["best"] = str(whole("best=", best, least=1))
    check(question, "at-least", decides)
    return question


def asks_for_several(question: Mapping[str, str]) -> bool:
    """Whether several solutions are wanted."""
    return "best" in question or "all-solutions" in question


def check(question: Mapping[str, str], limit: str, decides: bool) -> None:
    """Raises UsageError for a question that means nothing. `limit`: the option for what is good enough."""
    if "best" in question and "all-solutions" in question:
        raise UsageError("best and all_solutions exclude each other")
    if limit in question and not asks_for_several(question) and not decides:
        name = limit.replace("-", "_")
        raise UsageError(f"{name} is for several solutions; expected best=… or all_solutions=True with it")
