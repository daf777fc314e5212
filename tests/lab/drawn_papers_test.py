"""What experiments draw of the papers' numbers."""

import sys
import unittest
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab.loops import plan as loops  # noqa: E402
from lab.loops import published as published_loops  # noqa: E402
from lab.loops.summary import Row as LoopRow  # noqa: E402
from lab.state_table import figures as table_figures  # noqa: E402
from lab.tasks import figures as task_figures  # noqa: E402
from lab.tasks import plan as tasks  # noqa: E402
from lab.tasks.summary import Row as TaskRow  # noqa: E402
from lab.uts import figures as uts_figures  # noqa: E402
from lab.uts import plan as uts  # noqa: E402
from lab.uts.summary import Row as UtsRow  # noqa: E402


class Axes:
    """Stands in for those of matplotlib: keeps what is drawn."""

    def __init__(self) -> None:
        self.spans: list[tuple[float, float]] = []
        self.marks: list[tuple[float, float]] = []

    def axhline(self, height: float, **style: Any) -> None:
        self.spans.append((height, height))

    def axhspan(self, low: float, high: float, **style: Any) -> None:
        self.spans.append((low, high))

    def plot(self, places: list[float], heights: list[float], **style: Any) -> None:
        self.marks += list(zip(places, heights, strict=True))


def loop_row(application: str, seconds: float, imbalance: int = 0, scheme: str = "", tried: float = 0) -> LoopRow:
    workload = loops.Workload(application, imbalance)
    victims, _, amount = scheme.partition("_")
    kind = loops.Kind(loops.Place(True, 10, 20), workload, loops.Scheme(victims, amount) if scheme else None)
    return LoopRow(kind, 1, seconds, seconds, None, 0, 0, 0, 0, tried, 0, 1, 0, None, None)


def uts_row(protocol: str, workers: int, speedup: float, rate: float) -> UtsRow:
    kind = uts.Kind("T3", protocol, 5, workers=workers)
    return UtsRow(kind, 1, 1, speedup, speedup, speedup, rate, *[None] * 9)


class Drawn(unittest.TestCase):
    def drawn(self, number: str, *panel: LoopRow) -> Axes:
        axes = Axes()
        drawn = published_loops.draw(axes, panel, number)
        self.assertEqual(drawn, bool(axes.spans or axes.marks))
        return axes

    def test_loops_have_ranges_on_the_scale_of_ours(self) -> None:
        ((low, high),) = self.drawn("5.2-5.3", loop_row("imbalance", 2, 20)).spans
        self.assertAlmostEqual(low, 2 * (1 - 0.2596))
        self.assertAlmostEqual(high, 2 * (1 - 0.1195))
        self.assertEqual(self.drawn("5.2-5.3", loop_row("pisolver", 2, 20)).spans, [(low, high)])
        self.assertEqual(self.drawn("5.9", loop_row("mandelbrot", 3)).spans, [(6, 6)])
        self.assertEqual(self.drawn("5.10", loop_row("mandelbrot", 3)).spans, [(0, 0.48)])
        self.assertEqual(self.drawn("5.16", loop_row("sedov", 3)).spans, [(0, 0.2 * 1e6)])
        self.assertEqual(self.drawn("5.2-5.3", loop_row("imbalance", 2, 0)).spans, [])  # nothing is stated of it

    def test_loops_have_the_shares_of_won_steals(self) -> None:
        tried = [loop_row("imbalance", 1, 30, scheme, 50) for scheme in ("rws_50", "nlaws_50", "own_50")]
        marks = self.drawn("5.6", loop_row("imbalance", 2, 30), *tried).marks
        self.assertEqual([(at, round(height, 6)) for at, height in marks], [(1, 15), (2, 5)])

    def test_all_that_is_drawn_of_loops_is_stated(self) -> None:
        names = {"5.9": "mandelbrot", "5.10": "mandelbrot", "5.12": "mandelbrot"}
        sedov = ("5.14", "5.15", "5.16")
        for number, imbalance in published_loops.DRAWN:
            application = names.get(number, "sedov" if number in sedov else "imbalance")
            axes = self.drawn(
                number, loop_row(application, 2, imbalance), loop_row(application, 1, imbalance, "rws_50", 4)
            )
            self.assertEqual(len(axes.spans) + len(axes.marks), 1, number)

    def test_protocols_have_what_the_text_states_of_their_figures(self) -> None:
        rows = [uts_row("shared-memory", 8, speedup, 1e6 * speedup) for speedup in (2, 4)]
        drawn = {number: (Axes(), Axes()) for number in "456"}
        for number, (left, right) in drawn.items():
            uts_figures.PUBLISHED[number](left, right, rows)
        self.assertEqual([axes.spans for axes in drawn["4"]], [[(5.48, 5.48)], [(5.48, 5.48)]])
        self.assertEqual([axes.marks for axes in drawn["5"]], [[(1024, 819)], [(1024, 1700)]])
        self.assertEqual(drawn["6"][0].marks, [(64, 64)])

    def test_programs_have_the_best_of_the_slides(self) -> None:
        axes = Axes()
        task_figures._publish(axes, tasks.Program("uts", "T3L"))
        task_figures._publish(axes, tasks.Program("fib", "20"))  # of another size: nothing
        self.assertEqual(axes.marks, [(50, 21.15)])

    def test_lines_of_programs_are_in_order(self) -> None:
        def row(processes: int, amount: str | None = None) -> TaskRow:
            kind = tasks.Kind(tasks.Program("fib", "20"), processes, 8, amount)
            return TaskRow(kind, 1, 1, processes, 1, 1, 0, 0, None, None)

        lines = task_figures.lines([row(10), row(2, "10"), row(1)])
        self.assertEqual({name: [each.kind.processes for each in rows] for name, rows in lines.items()},
                         {"8 per process": [1, 10], "8 per process, steal-10": [2]})  # fmt: skip

    def test_the_table_of_states_has_the_rates_and_the_latency_of_the_slides(self) -> None:
        drawn = {name: Axes() for name in table_figures.PUBLISHED}
        for name, axes in drawn.items():
            table_figures.PUBLISHED[name](axes)
        self.assertEqual(drawn["throughput-direct"].spans, [(324676333, 2049388900)])
        self.assertEqual(drawn["throughput-messages"].spans, [(592929, 3607003)])
        self.assertEqual(drawn["latency-messages"].marks, [(0.9, 9.3)])


if __name__ == "__main__":
    unittest.main()
