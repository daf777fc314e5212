"""Programs in Python that mpirun starts: all processes search together, and each has the answer."""

import os
import shutil
import subprocess
import sys

import pytest

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


def run(processes: int, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["mpirun", "-n", str(processes), sys.executable, "-c", program],
        env=os.environ | AS_IN_TESTS,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("processes", [1, 3])
def test_all_processes_have_the_answer(processes: int) -> None:
    done = run(
        processes,
        """
import scrump
found = scrump.semigroups(26, workers=1, skeleton="budget:backtracks=1000")
print(found.objective, scrump.queens_count(8, workers=1).objective)
""",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["770832 92"] * processes


def test_work_goes_from_one_process_to_another() -> None:
    done = run(
        2,
        """
import scrump
cost = scrump.semigroups(30, workers=1, skeleton="budget:backtracks=1000").statistics.json()
import json
print(sum(each["tasks_received"] for each in json.loads(cost)["statistics"]["per_locality"]))
""",
    )
    assert done.returncode == 0, done.stderr
    assert max(map(int, done.stdout.split())) > 0


def test_an_exception_of_one_ends_all() -> None:
    done = run(
        2,
        """
import scrump
scrump.queens_count(6)
from scrump import _native
if _native.process() == 1:
    raise LookupError("no data here")
scrump.queens_count(6)
""",
    )
    assert done.returncode != 0
    assert "no data here" in done.stderr
