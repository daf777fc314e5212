"""Signatures say all keywords: what `help()` shows, the tables that type checkers see and what the compiled part takes
agree."""

from __future__ import annotations

import inspect
import pydoc
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

native = pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402
from scrump import _problems, option_table  # noqa: E402
from scrump.option_table import InTable, known, read, table, takes  # noqa: E402

OPTIONS = {
    "SearchOptions": scrump.SearchOptions,
    "DiagramOptions": scrump.DiagramOptions,
    "ExplorationOptions": scrump.ExplorationOptions,
    "RandomWalkOptions": scrump.RandomWalkOptions,
    "LtlOptions": scrump.LtlOptions,
}
DESCRIBED = {name: value for name, value in vars(_problems).items() if name.endswith("Options") and name not in OPTIONS}


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
    rows = table((OPTIONS | DESCRIBED)[options_of(function)])
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
    of_trees = {"enumerate", "maximise", "maximize", "minimise", "minimize", "decide", "best"}
    return name in of_trees | {"explore", "random_walk", "check_ltl"}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_help_tells_of_every_keyword(name: str) -> None:
    text = pydoc.plain(pydoc.render_doc(FUNCTIONS[name]))
    for each, row in table((OPTIONS | DESCRIBED)[options_of(FUNCTIONS[name])]).items():
        assert f"{each}:" in text
        assert " ".join(row.option.help.split()[:4]) in " ".join(text.split())
    assert "**options" not in text


@pytest.mark.parametrize("name", OPTIONS)
def test_the_compiled_part_takes_the_same(name: str) -> None:
    shown = getattr(native, name).__init__.__doc__
    taken = set(re.findall(r"(\w+): ", shown))
    own = {each for each, row in table(OPTIONS[name]).items() if row.option.native is None}
    assert taken - {"model", "enumerates"} == {"table", *own}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_page_names_every_keyword(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs/python.md").read_text(encoding="utf-8")
    for each in table(OPTIONS[name]):
        assert f"`{each}`" in page, each


@pytest.mark.parametrize("name", OPTIONS)
def test_defaults_are_values_that_can_be_given(name: str) -> None:
    rows = table(OPTIONS[name])
    assert read(OPTIONS[name], {})["table"] == {}
    values = read(OPTIONS[name], {each: row.option.default for each, row in rows.items()})
    assert {*values} == {"table", *(each for each, row in rows.items() if row.option.native is None)}
    unset = {each for each, row in rows.items() if row.option.default is None or isinstance(row.option.default, bool)}
    assert {*values["table"]} == {row.option.native for each, row in rows.items() if row.option.native and each not in unset}


ADDED = {
    "name": "echo-limit",
    "kind": "duration",
    "help": "Stop after the last echo of TIME",
    "min": 1,
    "max": 2**64 - 1,
    "default": "2m",
    "words": [],
    "needs": "",
    "formerly": "echo-time",
}


@pytest.fixture
def with_an_option(monkeypatch: pytest.MonkeyPatch) -> type:
    """A table to which an option was added, in the compiled part alone."""
    rows = native.option_rows("search")
    monkeypatch.setattr(native, "option_rows", lambda door: [*rows, ADDED])
    option_table._native_rows.cache_clear()

    class Options(TypedDict, total=False):
        echo_limit: Annotated[float | timedelta, InTable("search", "echo-limit")]

    Options.__annotations__["echo_limit"] = Annotated[float | timedelta, InTable("search", "echo-limit")]
    return Options


def test_an_option_of_the_table_is_a_keyword_with_its_default_help_and_range(with_an_option: type) -> None:
    @takes(with_an_option)
    def search(**options: Any) -> dict[str, Any]:
        """Search."""
        return read(with_an_option, known(options, with_an_option))

    assert inspect.signature(search).parameters["echo_limit"].default == 120
    assert "echo_limit: Stop after the last echo of TIME, in seconds" in (search.__doc__ or "")
    assert search() == {"table": {}}
    assert search(echo_limit=timedelta(milliseconds=250)) == {"table": {"echo-limit": "0.25s"}}
    with pytest.raises(scrump.UsageError, match="echo_limit=0; expected seconds"):
        search(echo_limit=0)
    with pytest.raises(TypeError, match="did you mean 'echo_limit'"):
        search(echo_limits=1)
    with pytest.warns(DeprecationWarning, match="echo_time is now called echo_limit"):
        assert search(echo_time=1) == {"table": {"echo-limit": "1.0s"}}
