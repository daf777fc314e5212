"""Signatures say all keywords: what `help()` shows, the tables that type checkers see and what the compiled part takes
agree."""

from __future__ import annotations

import inspect
import pydoc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

native = pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump.option_table import read, table  # noqa: E402

OPTIONS = {
    "SearchOptions": scrump.SearchOptions,
    "DiagramOptions": scrump.DiagramOptions,
    "ExplorationOptions": scrump.ExplorationOptions,
}


def options_of(function: Callable[..., Any]) -> str | None:
    """The name of its table, as type checkers read it: of `**options: Unpack[…]`."""
    annotation = function.__annotations__.get("options")
    found = re.fullmatch(r"Unpack\[(\w+)\]", annotation) if isinstance(annotation, str) else None
    return found[1] if found else None


FUNCTIONS = {
    name: getattr(scrump, name)
    for name in scrump.__all__
    if inspect.isfunction(getattr(scrump, name)) and "options" in getattr(scrump, name).__annotations__
}


def test_most_functions_take_options() -> None:
    assert len(FUNCTIONS) >= 22
    for name in scrump.__all__:
        value = getattr(scrump, name)
        if inspect.isfunction(value):
            kinds = {each.kind for each in inspect.signature(value).parameters.values()}
            assert inspect.Parameter.VAR_KEYWORD not in kinds, name


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_signature_has_every_keyword_with_its_default(name: str) -> None:
    function = FUNCTIONS[name]
    rows = table(OPTIONS[options_of(function)])
    parameters = inspect.signature(function).parameters
    code = function.__code__
    own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    assert {*parameters} == {*own, *rows, *several_of(function)}
    for each, row in rows.items():
        parameter = parameters[each]
        assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
        assert parameter.annotation == row.type
        expected = 1 if each == "workers" and in_python(name) else row.option.default
        assert parameter.default == expected, each


def several_of(function: Callable[..., Any]) -> set[str]:
    """Such as explore's `*more`."""
    return {each.name for each in inspect.signature(function).parameters.values() if each.kind is each.VAR_POSITIONAL}


def in_python(name: str) -> bool:
    """Whether nodes are Python's own, which are searched by one worker."""
    return name in {"enumerate", "maximise", "maximize", "minimise", "minimize", "decide", "best", "explore"}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_help_tells_of_every_keyword(name: str) -> None:
    text = pydoc.plain(pydoc.render_doc(FUNCTIONS[name]))
    for each, row in table(OPTIONS[options_of(FUNCTIONS[name])]).items():
        assert f"{each}:" in text
        assert " ".join(row.option.help.split()[:4]) in " ".join(text.split())
    assert "**options" not in text


@pytest.mark.parametrize("name", OPTIONS)
def test_the_compiled_part_takes_the_same(name: str) -> None:
    shown = getattr(native, name).__init__.__doc__
    taken = set(re.findall(r"(\w+): ", shown))
    assert taken - {"model"} == {*table(OPTIONS[name])}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_names_every_keyword(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs/python.md").read_text(encoding="utf-8")
    for each in table(OPTIONS[name]):
        assert f"`{each}`" in page, each


@pytest.mark.parametrize("name", OPTIONS)
def test_defaults_are_values_that_can_be_given(name: str) -> None:
    assert {*read(OPTIONS[name], {})} == {*table(OPTIONS[name])}
