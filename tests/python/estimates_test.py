"""Estimates of how large a search is."""

from __future__ import annotations

import pickle

import pytest

pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402


def test_a_search_that_ends_knows_its_size() -> None:
    found = scrump.queens_count(6, estimate=3600)
    assert found.complete
    estimate = found.statistics.estimate
    assert estimate.nodes == estimate.min_nodes == estimate.max_nodes == found.statistics.nodes
    assert estimate.samples == 0
    assert estimate.part_done == 1
    assert found.to_dict()["estimate"]["nodes"] == found.statistics.nodes
    assert pickle.loads(pickle.dumps(found.statistics)).estimate.nodes == estimate.nodes


def test_a_dry_run_stops() -> None:
    found = scrump.semigroups(70, estimate=0.5)
    assert found.status == "time-limit"
    estimate = found.statistics.estimate
    if estimate is not None:  # of a machine that has other things to do
        assert estimate.min_nodes <= estimate.nodes <= estimate.max_nodes
        assert estimate.nodes > 1e12
        assert estimate.seconds_left > 0


def test_what_is_not_asked_for_is_not_there() -> None:
    assert scrump.semigroups(10).statistics.estimate is None
