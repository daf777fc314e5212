"""How searches run when Python calls them: options, limits, Ctrl-C, progress, and what they cost."""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

nx = pytest.importorskip("networkx")
np = pytest.importorskip("numpy")
pytest.importorskip("scrump._native", reason="the compiled part is not built")

import scrump  # noqa: E402

HARD = nx.gnp_random_graph(400, 0.9, seed=1)  # takes days


def test_a_limit_gives_the_best_so_far() -> None:
    for limit in ({"time_limit": 0.05}, {"time_limit": timedelta(milliseconds=50)}, {"node_limit": 1000}):
        found = scrump.max_clique(HARD, **limit)
        assert found.status == f"{next(iter(limit)).replace('_', '-')}"
        assert not found.complete
        assert found.objective == len(found.solution) > 1
        assert found.to_dict()["bound"] == found.bound
        assert found.objective < found.bound <= 400  # also where the time was over before the search began
        assert found.gap == (found.bound - found.objective) / found.objective


def test_a_gap_ends_a_search_that_is_near_enough() -> None:
    found = scrump.max_clique(HARD, gap=9)
    assert found.status == "gap"
    assert found.gap <= 9
    with pytest.raises(scrump.UsageError, match="gap"):
        scrump.max_clique(HARD, gap=-1)
    with pytest.raises(scrump.UsageError, match="no bounds"):
        scrump.queens_count(6, gap=0.1)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_raises_with_the_best_so_far() -> None:
    told = []

    def interrupt(now: Any) -> None:
        told.append(now.nodes)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt) as raised:
        scrump.max_clique(HARD, progress=interrupt, progress_interval=0.01, time_limit=60)
    assert isinstance(raised.value, scrump.Interrupted)
    found = raised.value.result
    assert found.status == "cancelled"
    assert found.objective == len(found.solution) > 1
    assert told
    assert "result" in str(raised.value)
    assert pickle.loads(pickle.dumps(raised.value)).result == found


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_program_of_several_searches() -> None:
    began = []

    def program() -> None:
        for seed in range(3):
            began.append(seed)
            scrump.max_clique(
                HARD,
                seed=seed,
                progress=lambda now: os.kill(os.getpid(), signal.SIGINT),
                progress_interval=0.01,
                time_limit=60,
            )

    with pytest.raises(scrump.Interrupted):
        program()
    assert began == [0]
    assert scrump.queens_count(6).objective == 4  # the next one is not concerned


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_beside_another_error() -> None:
    def fail(now: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        raise LookupError("no data here")

    with pytest.raises((LookupError, scrump.Interrupted)):
        scrump.max_clique(HARD, progress=fail, progress_interval=0.01, time_limit=60)
    assert scrump.queens_count(6).objective == 4


def test_what_progress_raises_ends_the_search() -> None:
    def give_up(now: Any) -> None:
        raise LookupError(f"{now.objective:g} is enough")

    with pytest.raises(LookupError, match="is enough"):
        scrump.max_clique(HARD, progress=give_up, progress_interval=0.01)
    assert scrump.max_clique([(0, 1)]).objective == 2


def test_progress_tells_how_it_goes_on() -> None:
    seen = []
    scrump.max_clique(HARD, time_limit=0.3, progress=seen.append, progress_interval=0.01)
    assert len(seen) > 1
    assert [now.nodes for now in seen] == sorted(now.nodes for now in seen)
    assert seen[-1].seconds > 0
    assert 0 <= seen[-1].busy <= 1
    assert seen[-1].objective > 1


def test_progress_may_be_a_bar(capfd: pytest.CaptureFixture[str]) -> None:
    scrump.max_clique(HARD, time_limit=0.3, progress=True, progress_interval=0.05)
    assert "best" in capfd.readouterr().err


def test_what_shows_progress_is_closed() -> None:
    class Shown:
        closed = 0

        def __call__(self, now: Any) -> None:
            raise LookupError

        def close(self) -> None:
            self.closed += 1

    shown = Shown()
    with pytest.raises(LookupError):
        scrump.max_clique(HARD, progress=shown, progress_interval=0.01)
    assert shown.closed == 1


def test_other_threads_run_meanwhile() -> None:
    counted = []
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted.append(1)

    other = threading.Thread(target=count)
    other.start()
    began = len(counted)
    scrump.max_clique(HARD, time_limit=0.2)
    meanwhile = len(counted) - began
    stop.set()
    other.join()
    assert meanwhile > 0


def test_other_threads_may_search() -> None:
    found = []
    other = threading.Thread(target=lambda: found.append(scrump.queens_count(8).objective))
    scrump.queens_count(6)  # so that the session belongs to this one
    other.start()
    other.join()
    assert found == [92]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"workers": -1}, "workers=-1"),
        ({"workers": 5000}, "workers=5000; expected a whole number from 0 to 4096"),
        ({"workers": 2.5}, "workers=2.5"),
        ({"time_limit": 0}, "time_limit=0"),
        ({"time_limit": float("nan")}, "time_limit=nan"),
        ({"node_limit": -3}, "node_limit=-3"),
        ({"progress_interval": 0}, "progress_interval=0"),
        ({"skeleton": "breadth-first"}, "breadth-first"),
        ({"policy": "polite"}, "polite"),
    ],
)
def test_wrong_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(scrump.UsageError, match=says):
        scrump.queens_count(5, **options)


def test_an_option_that_is_none() -> None:
    with pytest.raises(TypeError, match="wrokers"):
        scrump.queens_count(5, wrokers=2)


def test_wrong_arguments() -> None:
    for wrong, says in (
        (lambda: scrump.clique([(0, 1)], -1), "k=-1"),
        (lambda: scrump.max_clique([(0, 1)], known=[5]), "no vertex 5"),
        (lambda: scrump.max_weight_clique([(0, 1)], [1]), "weights: 1 for 2 vertices"),
        (lambda: scrump.max_weight_clique([(0, 1)], [1, -1]), "vertex 1 weighs -1"),
        (lambda: scrump.max_weight_clique([(0, 1)]), "names an attribute"),
        (lambda: scrump.knapsack([1], [1, 2], 3), "1 profits and 2 weights"),
        (lambda: scrump.tsp([[0, 1], [2, 0]]), "1 from 0 to 1, but 2 back"),
        (lambda: scrump.tsp([[0, 0.5], [0.5, 0]]), "a distance of 0.5"),
        (lambda: scrump.tsp([[0, 1]]), r"shape \(1, 2\)"),
        (lambda: scrump.tsp(nx.from_numpy_array(np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]))), "no distance from 0 to 2"),
    ):
        with pytest.raises(scrump.UsageError, match=says):
            wrong()
    for wrong, says in (
        (lambda: scrump.semigroups(1000), "genus"),
        (lambda: scrump.queens_count(50), "50"),
        (lambda: scrump.uts("T99"), "T99"),
        (lambda: scrump.knapsack([-1], [1], 3), "-1"),
    ):
        with pytest.raises(scrump.Error, match=says):
            wrong()
    with pytest.raises(scrump.UsageError, match="clique"):
        scrump.max_clique([(0, 1), (1, 2)], known=[0, 2])


def test_a_result_says_what_it_cost() -> None:
    found = scrump.max_clique(nx.gnp_random_graph(150, 0.7, seed=3), workers=2, history=True)
    cost = found.statistics
    assert cost.workers == 2
    assert cost.localities == 1
    assert cost.nodes > 1000
    assert cost.prunes > 0
    assert cost.seconds > 0
    assert [objective for _, objective in cost.incumbents][-1] == found.objective
    for text in (str(found), found._repr_html_()):
        assert "complete" in text
        assert str(found.objective) in text


def test_tiny_graphs_wake_one_worker() -> None:
    assert scrump.max_clique(nx.path_graph(5)).statistics.workers == 1
    assert scrump.max_clique(nx.path_graph(5), workers=2).statistics.workers == 2


def test_a_result_is_what_the_command_prints() -> None:
    graph = nx.gnp_random_graph(150, 0.7, seed=3)
    found = scrump.max_clique(graph, history=True)
    same = json.loads(found.to_json())
    assert same["schema"] == "scrump-result"
    assert same["objective"] == found.objective
    assert same["nodes"] == found.statistics.nodes == same["statistics"]["nodes"]
    assert same["instance"] == {"vertices": 150, "edges": graph.number_of_edges()}
    assert same["skeleton"] == found.options["skeleton"]
    command = os.environ.get("SCRUMP_COMMAND", str(Path(__file__).parents[2] / "build/release/scrump"))
    if Path(command).exists():
        printed = json.loads(subprocess.run([command, "queens", "6", "--json"], capture_output=True, check=True).stdout)
        assert {*printed} - {*same} <= {"count", "by_depth"}
        assert {*printed["statistics"]} == {*same["statistics"]}


def test_a_page_shows_where_the_time_went(tmp_path: Path) -> None:
    found = scrump.max_clique(nx.gnp_random_graph(150, 0.7, seed=3), history=True)
    page = scrump.report(found)
    assert "A run of maxclique" in page.save(tmp_path / "run.html").read_text(encoding="utf-8")
    assert page._repr_html_().startswith("<iframe")


def test_a_page_compares_runs() -> None:
    graph = nx.gnp_random_graph(100, 0.7, seed=3)
    runs = [scrump.max_clique(graph, workers=workers) for workers in (1, 2)]
    page = scrump.report(*runs, title="With one worker, and with two")
    assert "With one worker, and with two" in page.html
    for text in ("run 1", "run 2", "of the first"):
        assert text in page.html
    with pytest.raises(TypeError, match="str is not the result"):
        scrump.report(runs[0], "title")
    with pytest.raises(TypeError, match="expected a result"):
        scrump.report()


def test_importing_loads_nothing_compiled() -> None:
    program = "import sys, scrump, scrump.report.cli; print(any('_native' in name for name in sys.modules))"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout
    assert printed == "False\n"
