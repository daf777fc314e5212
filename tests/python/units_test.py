"""Numbers as people read them."""

import pytest
from scrump.report import units
from scrump.report.charts import linear_count_axis, log_ticks, round_steps
from scrump.report.histogram_charts import thirds
from scrump.report.run import Bucket


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (7e-9, "7 ns"),
        (1.5e-6, "1.50 µs"),
        (23.44e-3, "23.4 ms"),
        (0.5, "500 ms"),
        (12.34, "12.3 s"),
        (600, "600 s"),
        (7500, "2 h 5 min"),
        (-2e-3, "-2.00 ms"),
    ],
)
def test_durations_have_three_digits_and_a_unit(seconds: float, text: str):
    assert units.duration(seconds) == text


def test_ticks_have_no_zeros_that_say_nothing():
    assert [units.short_duration(each) for each in (20e-6, 1.5, 100)] == ["20 µs", "1.5 s", "100 s"]
    assert [units.short_count(each) for each in (10, 1e4, 2.5e6)] == ["10", "10 k", "2.5 M"]


def test_counts_shares_and_words():
    assert [units.count(each) for each in (0, 412, 18_240, 1.66e6)] == ["0", "412", "18.2 k", "1.66 M"]
    assert [units.count(1.5e20), units.short_count(1e20)] == ["1.50 × 10^20", "1 × 10^20"]
    assert [units.percent(each) for each in (0, 0.0001, 0.004, 0.0996, 0.123, 1)] == [
        "0.0%",
        "under 0.1%",
        "0.4%",
        "10%",
        "12%",
        "100%",
    ]
    assert [units.plural(1, "task"), units.plural(2000, "task"), units.plural(2, "locality")] == [
        "1 task",
        "2,000 tasks",
        "2 localities",
    ]


def test_ticks_of_counts_are_whole_numbers_in_our_own_words():
    for high in (0, 1, 2, 3, 7, 12, 99):
        axis = linear_count_axis("steals", high)
        assert axis["tickvals"] == [int(each) for each in axis["tickvals"]]
        assert axis["ticktext"] == [f"{each}" for each in axis["tickvals"]]
        assert axis["tickvals"][0] == 0
        assert len(set(axis["tickvals"])) == len(axis["tickvals"]) > 1
        assert axis["range"][1] >= max(high, 1)
    assert linear_count_axis("tasks", 6000)["ticktext"] == ["0", "1 k", "2 k", "3 k", "4 k", "5 k", "6 k"]


def test_ticks_are_round_and_within_the_axis():
    assert round_steps(0, 1, about=5) == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert round_steps(-3, 10, about=5) == [0, 5, 10]
    assert log_ticks(3, 200) == [5, 10, 20, 50, 100, 200]
    assert log_ticks(1, 1e6) == [1, 10, 100, 1e3, 1e4, 1e5, 1e6]
    assert log_ticks(1, 1e30) == [1.0] + [10.0**power for power in range(3, 31, 3)]
    assert log_ticks(2, 3) == [2, 2.2, 2.4, 2.6, 2.8, 3]


def test_buckets_of_an_octave_are_put_together_to_three():
    octave = [Bucket((8 + at) * 1024e-9, (9 + at) * 1024e-9, 1) for at in range(8)]  # from 8,192 ns on
    assert [(round(each.low * 1e9), each.count) for each in thirds(octave)] == [(8192, 2), (10240, 3), (13312, 3)]
    small = [Bucket(at * 1e-9, (at + 1) * 1e-9, 2) for at in range(3)]
    assert thirds(small) == small
    odd = [Bucket(1000e-9, 5000e-9, 4)]  # another layout stays as it is
    assert [each.count for each in thirds(odd)] == [4]
