"""Programs in Python that mpirun starts: all processes search together, and each has the answer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exploration_test import levels_of

pytest.importorskip("scrump._native", reason="the compiled part is not built")
if shutil.which("mpirun") is None:
    pytest.skip("there is no mpirun", allow_module_level=True)

# For tests: more processes than cores, and by whom CI runs them.
AS_IN_TESTS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PMIX_MCA_psec": "^munge",
}


# What processes print may come in pieces of each other: each writes a file of its own.
TELL = """
import os
import scrump
from scrump import _native

def tell(*values):
    with open(os.path.join(FOLDER, str(_native.process())), "w") as file:
        file.write(" ".join(map(str, values)))

def end_together(processes):
    # mpirun ends all others when one has ended after an error: each has told by then.
    while len(os.listdir(FOLDER)) < processes or any(not each.stat().st_size for each in os.scandir(FOLDER)):
        os.sched_yield()
    os._exit(0)
"""


def run(processes: int, program: str, folder: Path) -> tuple[subprocess.CompletedProcess[str], list[list[str]]]:
    """How it ended, and what each process told."""
    done = subprocess.run(
        ["mpirun", "-n", str(processes), sys.executable, "-c", f"FOLDER = {str(folder)!r}{TELL}{program}"],
        env=os.environ | AS_IN_TESTS,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    told = [folder / str(process) for process in range(processes)]
    return done, [each.read_text().split() if each.exists() else [] for each in told]


@pytest.mark.parametrize("processes", [1, 3])
def test_all_processes_have_the_answer(processes: int, tmp_path: Path) -> None:
    program = """
found = scrump.semigroups(26, workers=1, skeleton="budget:backtracks=1000")
tell(found.objective, scrump.queens_count(8, workers=1).objective)
"""
    done, told = run(processes, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["770832", "92"]] * processes


def test_work_goes_from_one_process_to_another(tmp_path: Path) -> None:
    program = """
import json
cost = scrump.semigroups(30, workers=1, skeleton="budget:backtracks=1000").statistics.json()
tell(sum(each["tasks_received"] for each in json.loads(cost)["statistics"]["per_locality"]))
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(told[0][0]) > 0


def test_one_process_draws_a_bar_and_results_go_to_the_others(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    program = """
from mpi4py import MPI
import scrump.options
drawn = []
scrump.options.Bar = lambda: drawn.append(1)
found = scrump.max_clique([(0, 1), (1, 2)], best=2, progress=True)
told = MPI.COMM_WORLD.bcast(found if MPI.COMM_WORLD.rank == 0 else None)
tell(len(drawn), found.objectives == told.objectives == [2, 2], told.statistics.workers)
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert [each[:2] for each in told] == [["1", "True"], ["0", "True"]]
    assert told[0][2] == told[1][2]


def test_a_forked_process_searches_alone(tmp_path: Path) -> None:
    program = """
scrump.queens_count(6)
if _native.process() == 1:
    child = os.fork()
    if child == 0:
        os._exit(0 if (_native.processes(), scrump.queens_count(8, workers=2).objective) == (1, 92) else 1)
    tell(os.waitpid(child, 0)[1])
assert scrump.queens_count(8).objective == 92
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told[1] == ["0"]


# What multiprocessing starts imports the program, which has to be a file.
POOL = """
import multiprocessing
import os
import subprocess
import sys

import scrump
from scrump import _native


def solve(size):
    return scrump.queens_count(size, workers=1).objective, scrump.size(), scrump.rank()


def count_in_pool(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        return pool.map_async(solve, [6, 7]).get(100)


if __name__ == "__main__":
    folder, method, when = sys.argv[1:]
    if when == "after":
        scrump.queens_count(6)
    counted = count_in_pool(method)
    together = scrump.size(), scrump.queens_count(8).objective
    count = "import scrump; print(scrump.size())"
    alone = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True)
    with open(os.path.join(folder, str(scrump.rank())), "w") as file:
        print(counted, together, alone.stdout.strip(), file=file)
"""


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_pools_of_processes_search_alone(method: str, when: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(POOL)
    (tmp_path / "told").mkdir()
    done = subprocess.run(
        ["mpirun", "-n", "2", sys.executable, str(program), str(tmp_path / "told"), method, when],
        env=os.environ | AS_IN_TESTS | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [each.read_text() for each in sorted((tmp_path / "told").iterdir())] == [
        "[(4, 1, 0), (40, 1, 0)] (2, 92) 1\n"
    ] * 2


def test_a_program_without_mpi4py_has_ranks(tmp_path: Path) -> None:
    done, told = run(2, "tell(scrump.rank(), scrump.size())", tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["0", "2"], ["1", "2"]]


def test_a_diagram_manager_is_refused_to_several_processes(tmp_path: Path) -> None:
    program = """
try:
    scrump.DiagramManager("a")
except scrump.UsageError as error:
    tell("run_diagrams" in str(error))
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["True"]] * 2


@pytest.mark.parametrize("level", ["single", "funneled"])
def test_mpi_without_threads_serves_one_process(level: str, tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    program = f"""
import mpi4py
mpi4py.rc.thread_level = "{level}"
from mpi4py import MPI
tell(scrump.queens_count(6).objective, scrump.size())
"""
    done, told = run(1, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["4", "1"]]


def test_mpi_without_threads_is_refused_to_several(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    program = """
import mpi4py
mpi4py.rc.thread_level = "single"
from mpi4py import MPI
try:
    scrump.queens_count(6)
except scrump.Error as error:
    with open(os.path.join(FOLDER, str(MPI.COMM_WORLD.rank)), "w") as file:
        file.write(str(error))
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert all("mpi4py.rc.thread_level" in each for each in told)


def test_an_exception_of_one_ends_all(tmp_path: Path) -> None:
    program = """
scrump.queens_count(6)
if _native.process() == 1:
    raise LookupError("no data here")
scrump.queens_count(6)
"""
    done, _ = run(2, program, tmp_path)
    assert done.returncode != 0
    assert "no data here" in done.stderr


def test_trees_in_python_are_shared(tmp_path: Path) -> None:
    program = """
class Tree:
    asked = 0
    def children(self, node):
        Tree.asked += 1
        return range(node)

found = scrump.enumerate(Tree(), 18, skeleton="budget:backtracks=50")
tell(found.objective, Tree.asked)
"""
    done, told = run(2, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert [objective for objective, _ in told] == ["262144"] * 2
    asked = [int(each) for _, each in told]
    assert sum(asked) == 262144
    assert min(asked) > 0


def test_a_communicator_says_who_searches_together(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    program = """
from mpi4py import MPI
world = MPI.COMM_WORLD
scrump.use_communicator(world.Split(world.rank % 2))
genus = 20 + world.rank % 2
found = scrump.semigroups(genus, workers=1)
with open(os.path.join(FOLDER, str(world.rank)), "w") as file:
    print(_native.processes(), found.objective, world.allreduce(1), file=file)
"""
    done, told = run(4, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["2", "37396", "4"], ["2", "62194", "4"]] * 2


def test_a_communicator_comes_before_the_first_search(tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    program = """
from mpi4py import MPI
scrump.queens_count(5)
try:
    scrump.use_communicator(MPI.COMM_WORLD)
except scrump.UsageError as error:
    tell(error)
"""
    done, told = run(1, program, tmp_path)
    assert done.returncode == 0, done.stderr
    assert told == [["call", "use_communicator()", "before", "the", "first", "search"]]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_processes_explore_a_model_together(processes: int, tmp_path: Path) -> None:
    model = """
def successors(state):
    number, names = state
    return [((3 * number + step) % 3000, frozenset(("a", step))) for step in range(4)]
"""
    program = """
every = scrump.explore(successors, (0, frozenset()))
stopped = scrump.explore(successors, (0, frozenset()), state_limit=500, checkpoint=FOLDER + "/kept")
again = scrump.explore(successors, (0, frozenset()), resume=FOLDER + "/kept", goal=lambda state: state[0] == 2999)
tell(every.states, every.transitions, stopped.status, len(again.path), again.state[0])
"""
    here: dict[str, Any] = {}
    exec(model, here)
    levels, transitions = levels_of(here["successors"], (0, frozenset()))
    steps = next(step for step, level in enumerate(levels) if any(number == 2999 for number, _ in level))
    done, told = run(processes, model + program, tmp_path)
    assert done.returncode == 0, done.stderr
    expected = [sum(map(len, levels)), transitions, "state-limit", steps + 1, 2999]
    assert told == [[str(each) for each in expected]] * processes


def test_what_one_process_raises_is_every_ones(tmp_path: Path) -> None:
    program = """
try:
    scrump.explore(lambda state: [state + 1, 1 // (state - 3000)], 0)
except Exception as error:
    tell(type(error).__name__)
    end_together(2)
"""
    _, told = run(2, program, tmp_path)
    assert "ZeroDivisionError" in [name for each in told for name in each]
    assert all(told)


def test_processes_with_other_limits_of_states_do_not_explore_together(tmp_path: Path) -> None:
    program = """
try:
    scrump.explore(lambda state: [state + 1], 0, state_limit=1000 + _native.process())
except scrump.Error as error:
    tell("state limit" in str(error))
    end_together(2)
"""
    _, told = run(2, program, tmp_path)
    assert told == [["True"]] * 2
