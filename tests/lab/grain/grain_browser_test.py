"""The page of measurements in a real browser: see tests/python/browser_test.py, which says what it needs."""

from pathlib import Path

import pytest
import synthetic_grain
from browser_test import WIDTHS, browser, check_drawn, show
from grain_page_test import make_both
from selenium import webdriver

__all__ = ["browser"]  # the fixture


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_plots_are_drawn_in_either_scheme(browser: webdriver.Chrome, tmp_path: Path, scheme: str):
    assert check_drawn(browser, make_both(tmp_path), scheme)


@pytest.mark.parametrize("width", WIDTHS)
def test_lines_levels_and_stars_are_drawn(browser: webdriver.Chrome, tmp_path: Path, width: int):
    drawn = show(browser, make_both(tmp_path), width)
    numbers, partitions = len(synthetic_grain.WORKERS), len(synthetic_grain.PARTITIONS)
    # A line and a level for each number of workers, and the plain loop; a star for each.
    assert drawn["plot-heat-time"]["traces"] == 3 * numbers + 1
    assert drawn["plot-heat-time"]["points"] == numbers * (partitions + 1)
    assert drawn["plot-heat-wait"]["points"] == numbers * partitions
    for workers in synthetic_grain.WORKERS:
        assert drawn[f"plot-heat-idle-{workers}"]["points"] == 2 * partitions
        assert drawn[f"plot-heat-overheads-{workers}"]["points"] == 4 * partitions
        assert drawn[f"plot-heat-accesses-{workers}"]["lines"] == 3
    for panel in range(3):
        assert drawn[f"plot-sweep-{panel}"]["points"] == 7 + 5
        assert drawn[f"plot-sweep-{panel}"]["traces"] == 6  # a line, a level and a band for each skeleton
