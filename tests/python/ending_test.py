"""Python ends, or forks, while something goes on that it called."""

import subprocess
import sys

import pytest

BEGIN = """
import os, sys, threading
import networkx as nx
import scrump

class Numbers:
    def children(self, node): return [node + 1]
    def objective(self, node): return node % 100

class Slow(Numbers):
    def children(self, node):
        begun.set()
        threading.Event().wait()  # for ever
        return [node + 1]

hard = nx.gnp_random_graph(300, 0.9, seed=1)
begun = threading.Event()
telling = dict(progress=lambda now: begun.set(), progress_interval=0.001)

def in_a_thread(search):
    threading.Thread(target=search, daemon=True).start()
    assert begun.wait(60)

def mappings():
    found = scrump.iterate_subgraph_isomorphisms(nx.path_graph(30), nx.gnp_random_graph(60, 0.2, seed=1))
    next(found)
    return found
"""


# If it does not end, who waits for whom. A process that is forked would wait for ever because of this itself.
WATCHED = """
import faulthandler
faulthandler.dump_traceback_later(100, exit=True)
"""


def run(program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize(
    "program",
    [
        "in_a_thread(lambda: scrump.max_clique(hard, **telling))",
        "in_a_thread(lambda: scrump.maximise(Numbers(), 0, **telling))",
        "in_a_thread(lambda: [scrump.max_clique(hard, time_limit=0.01, **telling) for _ in iter(int, 1)])",
        "in_a_thread(lambda: [begun.set() for _ in mappings()])",
        "kept = mappings()",
        # Python waits for five seconds; what goes on is no reason to abort.
        "in_a_thread(lambda: scrump.maximise(Slow(), 0, workers=3, **telling))",
    ],
)
def test_what_threads_search_ends_with_python(program: str) -> None:
    done = run(WATCHED + BEGIN + program)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("then", ["sys.exit(0)", "found.close()", "del found"])
def test_a_forked_process_leaves_mappings_alone(then: str) -> None:
    done = run(f"""{BEGIN}
found = mappings()
child = os.fork()
if child == 0:
    try:
        next(found)
    except scrump.UsageError as error:
        assert "belong to the process that forked" in str(error), error
        {then}
        os._exit(0)
    os._exit(1)
assert os.waitpid(child, 0)[1] == 0
next(found)
""")
    assert done.returncode == 0, done.stderr
