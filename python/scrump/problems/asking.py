"""Asks the compiled part about an instance of a problem that it describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from .. import _native
from ..errors import UsageError
from ..option_table import InTable, table
from ..option_table import known as known_keywords
from ..options import SearchOptions, native, proof_name
from ..results import IntegerResult, result_of
from .inputs import Data, known_solution, read
from .several import asks_for_several, check


@cache
def _faces() -> dict[str, dict[str, Any]]:
    rows: list[dict[str, Any]] = _native.problem_rows()
    return {row["problem"]: row for row in rows}


def ask(
    problem: str,
    keywords: type,
    inputs: Mapping[str, Any],
    given: Mapping[str, Any],
    *,
    positional: Any = None,
    known: Any = (),
    **more: Any,
) -> IntegerResult[Any]:
    """The answer about the instance that `inputs` make. `keywords`: the class of all keywords, of which some are given;
    `positional`: the value of the option that is an argument; `more`: goes with the inputs. Raises UsageError and
    TypeError."""
    face = _faces()[problem]
    data = read(face["inputs"], inputs, face["thing"], **more)
    question, others = _question(face, keywords, given, positional)
    how = native(**others)
    numbers = known_solution(face["form"], face["thing"], known, data)
    outcome = _native.ask(problem, data.native, question, numbers, how)
    return shown(
        problem,
        outcome,
        options=how,
        instance=data.described,
        named=_naming(face["form"], data),
        optimum=face["limit"] not in question or (asks_for_several(question) and not face["required"]),
    )


def shown(
    problem: str,
    outcome: dict[str, Any],
    *,
    options: _native.SearchOptions,
    instance: Mapping[str, Any],
    named: Callable[[Any], Any],
    optimum: bool = True,
    count: bool = False,
) -> IntegerResult[Any]:
    """The result for an answer of the compiled part."""
    number = outcome.pop("count", None)
    if count:
        outcome["objective"] = number
    facts = outcome.pop("instance")
    return result_of(
        problem, outcome, options=options, instance={**instance, **facts}, named=named, optimum=optimum, count=count
    )


def _question(
    face: Mapping[str, Any], keywords: type, given: Mapping[str, Any], positional: Any
) -> tuple[dict[str, str], dict[str, Any]]:
    """The question in the form for the compiled part, and the keywords of the search."""
    question: dict[str, str] = {}
    name = face["positional"]
    if positional is not None:
        question[name] = InTable(face["problem"], name).text(name, positional) or ""
    elif face["required"]:
        raise UsageError(f"{name}=None; expected a whole number")
    if not given:
        return question, {}
    rows = table(keywords)
    others: dict[str, Any] = {}
    proof = None
    for name, value in known_keywords(given, keywords).items():
        option = rows[name].option
        if option.door != face["problem"]:
            others[name] = value
        elif name == "proof":
            proof = value
        elif option.native is not None and option.read is not None:
            text = option.read(name, value)
            if text is not None:
                question[option.native] = text
    check(question, face["limit"], face["decides"])
    if proof is not None and asks_for_several(question):
        raise UsageError("there are no proofs of several solutions; leave proof out")
    if (name := proof_name(proof, cast(SearchOptions, others))) is not None:
        question["proof"] = name
    return question, others


def _naming(form: str, data: Data) -> Callable[[Any], Any]:
    """Expresses a solution in the user's names."""
    if form == "colouring" and data.graph is not None:
        graph = data.graph
        return lambda colours: {graph.label(vertex): colour for vertex, colour in enumerate(colours)}
    return data.named
