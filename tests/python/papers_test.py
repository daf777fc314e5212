"""paper=: the systems of papers where searches and decision diagrams take options."""

from __future__ import annotations

import pytest

import scrump
from scrump import _native
from scrump.option_table import table
from scrump.options import SearchOptions


def test_a_search_is_that_of_the_paper() -> None:
    found = scrump.max_clique([(0, 1), (1, 2), (0, 2), (2, 3)], paper="xie2023", workers=2).to_dict()
    assert found["paper"] == "xie2023"
    assert found["policy"] == "performance-driven:always,paper,steal=one"
    assert found["skeleton"] == "depth-bounded:depth=2"


def test_an_enumeration_has_a_skeleton_of_its_own() -> None:
    found = scrump.semigroups(9, paper="yewpar2020", workers=2).to_dict()
    assert (found["paper"], found["policy"]) == ("yewpar2020", "sticky-random:steal=one")
    assert found["skeleton"] == "budget:backtracks=1000000"
    stacks = scrump.queens_count(7, paper="olivier2008:upc-term", workers=2).to_dict()
    assert stacks["paper"] == "olivier2008:upc-term"
    assert stacks["skeleton"] == "steal-stack:protocol=streamlined-termination,chunk=5,stack=paper,probe=random"


def test_what_it_leaves_open_can_be_given() -> None:
    found = scrump.uts("T5", paper="olivier2008", skeleton="steal-stack:chunk=9", seed=3, workers=2).to_dict()
    assert found["paper"] == "olivier2008"
    assert "chunk=9,stack=paper" in found["skeleton"]


def test_what_contradicts_it_is_refused() -> None:
    with pytest.raises(scrump.UsageError, match="--policy random contradicts --paper yewpar2020"):
        scrump.queens_count(6, paper="yewpar2020", policy="random")
    with pytest.raises(scrump.UsageError, match="olivier2008 has no meaning here: it is for semigroups"):
        scrump.max_clique([(0, 1)], paper="olivier2008")
    with pytest.raises(scrump.UsageError, match="slides has no meaning here: it is for tasks, reach"):
        scrump.queens_count(6, paper="slides")
    with pytest.raises(scrump.UsageError, match="unknown paper 'xie'"):
        scrump.queens_count(6, paper="xie")


def test_it_is_not_claimed_without_it() -> None:
    assert "paper" not in scrump.queens_count(6).to_dict()
    assert "paper" not in scrump.queens_count(6, paper=None).to_dict()


def test_help_names_the_papers() -> None:
    assert table(SearchOptions)["paper"].option.help.endswith(": xie2023, yewpar2020, olivier2008")
    assert {"paper", "deque"} <= {row["name"] for row in _native.option_rows("reach")}
