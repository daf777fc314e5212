"""The CSV files of measurements as they are read: what is wrong is said with the file, the line and the column."""

import pytest
import synthetic_grain

from lab.grain.measurements import HeatRun, SweepRun, compare, parse_grain, spread
from lab.harness.running import Failure


def test_heat_is_read():
    runs = parse_grain(synthetic_grain.heat_csv(), "heat.csv")
    assert len(runs) == 3 + 4 * 9 * 3
    first = runs[0]
    assert isinstance(first, HeatRun)
    assert (first.mode, first.partition, first.tasks) == ("sequential", None, None)
    last = runs[-1]
    assert isinstance(last, HeatRun)
    assert (last.mode, last.partition, last.workers, last.points) == ("adaptive", 100_000, 8, 100_000_000)


def test_columns_may_come_in_any_order_and_there_may_be_more():
    text = "\n".join(",".join([*reversed(line.split(",")), "x"]) for line in synthetic_grain.sweep_csv().splitlines())
    runs = parse_grain(text, "search.csv")
    assert isinstance(runs[0], SweepRun)
    assert runs == parse_grain(synthetic_grain.sweep_csv(), "search.csv")


def changed(text: str, line: int, column: int, cell: str) -> str:
    lines = text.splitlines()
    cells = lines[line - 1].split(",")
    cells[column] = cell
    lines[line - 1] = ",".join(cells)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "f.csv:1: is empty; expected a header and a line for each run"),
        ("\n \n", "f.csv:1: is empty; expected a header and a line for each run"),
        (
            "a,b\n1,2\n",
            "f.csv:1: expected the header of scrump_heat, with a column 'points', or of a sweep over searches, with a "
            "column 'problem'",
        ),
        (synthetic_grain.SWEEP_HEADER, "f.csv:1: there are no runs below the header"),
        ("problem,mode,grain,workers,repeat\n", "f.csv:1: the header has no column 'skeleton', 'seconds'"),
        (
            changed(synthetic_grain.heat_csv(), 7, 6, "fast"),
            "f.csv:7: seconds: expected a number, found 'fast'",
        ),
        (changed(synthetic_grain.heat_csv(), 7, 6, "0"), "f.csv:7: seconds: expected more than 0, found '0'"),
        (changed(synthetic_grain.heat_csv(), 7, 6, "inf"), "f.csv:7: seconds: expected a number, found 'inf'"),
        (changed(synthetic_grain.heat_csv(), 8, 2, ""), "f.csv:8: partition: expected a number, found ''"),
        (
            changed(synthetic_grain.heat_csv(), 9, 4, "1.5"),
            "f.csv:9: workers: expected a whole number from 1 on, found '1.5'",
        ),
        (
            changed(synthetic_grain.heat_csv(), 10, 0, "auto"),
            "f.csv:10: mode: expected 'fixed' or 'adaptive' or 'sequential', found 'auto'",
        ),
        (changed(synthetic_grain.sweep_csv(), 2, 3, "-3"), "f.csv:2: grain: expected more than 0, found '-3'"),
        (
            changed(synthetic_grain.sweep_csv(), 2, 1, "ordered"),
            "f.csv:2: skeleton: expected 'budget' or 'adaptive', found 'ordered'",
        ),
        (
            synthetic_grain.sweep_csv() + "maxclique,budget\n",
            "f.csv:128: expected 15 cells, as the header has, found 2",
        ),
    ],
)
def test_wrong_measurements_are_named_by_line_and_column(text: str, expected: str):
    with pytest.raises(Failure) as error:
        parse_grain(text, "f.csv")
    assert str(error.value) == expected


def test_the_chosen_grain_is_compared_with_the_best_median():
    def run(mode: str, grain: float | None, seconds: float) -> SweepRun:
        return SweepRun("p", "budget", mode, grain, 2, 0, seconds)

    fixed = [run("fixed", 10, 2.0), run("fixed", 10, 2.2), run("fixed", 10, 9.0), run("fixed", 100, 1.0)]
    fixed += [run("fixed", 100, 4.0), run("fixed", 100, 4.1)]
    chosen = [run("auto", None, 2.3), run("auto", None, 2.4), run("auto", None, 2.0)]
    compared = compare(fixed, chosen, lambda each: each.grain)
    assert compared is not None
    assert (compared.best_grain, compared.best.middle, compared.chosen.middle) == (10, 2.2, 2.3)
    assert compared.ratio == pytest.approx(2.3 / 2.2)
    assert compared.close
    assert compare(fixed, [], lambda each: each.grain) is None
    assert compare([], chosen, lambda each: each.grain) is None


def test_a_spread_is_median_least_most():
    assert spread([5]).deviation == 0
    ten = spread([1, 1, 1, 1, 1, 3, 3, 3, 3, 3])  # of ten samples: the sum of squares is divided by nine
    assert (ten.mean, ten.repeats) == (2, 10)
    assert ten.deviation == pytest.approx((10 / 9) ** 0.5)
    assert ten.variation == pytest.approx((10 / 9) ** 0.5 / 2)
    assert (spread([3, 1, 2, 10]).middle, spread([3, 1, 2]).least, spread([3, 1, 2]).most) == (2.5, 1, 3)
