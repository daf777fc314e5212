"""A copy of the source tree, what is built of it, and the tests that run there."""

import contextlib
import functools
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .table import Failure, Mutant, Test, applied

SECONDS_AT_MOST = 600  # for tests that nothing is broken for
SECONDS_AT_LEAST = 20  # before a test is taken to hang
TIMES_SLOWER = 10  # than it usually is, as well
PROCESSES = ("mpi/2/messages", "mpi/3/direct")  # the tests of ctest as which those under MPI run

# What tests of a folder run or load besides their own program.
BESIDES = {"cli": ["scrump_cli", "pins_models"], "problems/pins": ["pins_models"]}


class DoesNotCompile(Exception):
    pass


class DoesNotLink(DoesNotCompile):
    pass


@dataclass(frozen=True)
class Outcome:
    passed: bool
    tests: int  # that ran and were not skipped
    seconds: float
    output: str


class Copy:
    """Of the files that git knows or does not ignore. It is made anew each time, and only what differs is written."""

    def __init__(self, root: Path, folder: Path, jobs: int, data: Path) -> None:
        self.root = root
        self.tree = folder
        self.build = folder / "build/mutants"
        self.jobs = jobs
        self.data = data
        self.limits: dict[Test, float] = {}

    def refresh(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=self.root, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        wanted = {name for name in listed.split("\0") if name and (self.root / name).is_file()}
        present = {path.relative_to(self.tree).as_posix() for path in self.tree.rglob("*") if path.is_file()}
        present = {name for name in present if not name.startswith("build/")}
        for name in present - wanted:
            (self.tree / name).unlink()
        for name in wanted:
            source, target = self.root / name, self.tree / name
            if name in present and source.read_bytes() == target.read_bytes():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)  # with the present as its time, so that what stands on it is built anew

    def configure(self) -> None:
        command = [
            "cmake", "-S", str(self.tree), "-B", str(self.build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
            "-DCMAKE_CXX_FLAGS_DEBUG=-O1", "-DCMAKE_CXX_FLAGS=-DSCRUMP_FEW_SIZE_CLASSES", "-DSCRUMP_BUILD_TESTS=ON",
            # A header that changes is to be compiled where it is used, not together with all others.
            "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DSCRUMP_TOGETHER=OFF", f"-DSCRUMP_TEST_DATA={self.data}",
        ]  # fmt: skip
        self.must(command)

    def must(self, command: list[str]) -> str:
        self.build.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(command, cwd=self.build, capture_output=True, text=True)
        if done.returncode != 0:
            raise DoesNotCompile(done.stdout + done.stderr)
        return done.stdout

    def make(self, test: Test) -> Path:
        """Builds a program that has the tests of that file alone, so that no others are compiled."""
        if besides := BESIDES.get(test.folder):
            self.must(["ninja", "-j", str(self.jobs), *besides])
        words = shlex.split(self.must(["ninja", "-t", "commands", "-s", f"tests/{test.program}"]).strip())
        words = [word for word in words if not word.endswith("_test.cpp.o") or word.endswith(f"/{test.file}.o")]
        if not any(word.endswith(f"/{test.file}.o") for word in words):
            raise Failure(f"there is no tests/{test.file}")
        program = self.build / "mutants" / test.file.removesuffix(".cpp")
        program.parent.mkdir(parents=True, exist_ok=True)
        words[words.index("-o") + 1] = str(program)
        # What tests share takes long to compile: only where it is missed.
        without_shared = [word for word in words if not (word.startswith("tests/") and word.endswith(".a"))]
        try:
            self.link(without_shared)
        except DoesNotLink:
            self.link(words)
        return program

    def link(self, words: list[str]) -> None:
        self.must(["ninja", "-j", str(self.jobs), *(word for word in words if is_built(word))])
        try:
            self.must(["sh", "-c", " ".join(word if word in ("&&", ":") else shlex.quote(word) for word in words)])
        except DoesNotCompile as error:
            raise DoesNotLink(error) from None

    @contextlib.contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        path = self.tree / mutant.file
        try:
            source = path.read_text()
        except OSError:
            raise Failure(f"{mutant.name}: there is no {mutant.file}") from None
        path.write_text(applied(mutant, source))
        try:
            yield
        finally:
            path.write_text(source)

    # --- Running

    @functools.cached_property
    def environments(self) -> dict[str, dict[str, str]]:
        """What ctest sets for each of its tests."""
        known = json.loads(self.must(["ctest", "--show-only=json-v1"]))
        return {
            each["name"]: dict(
                pair.split("=", 1) for it in each["properties"] if it["name"] == "ENVIRONMENT" for pair in it["value"]
            )
            for each in known["tests"]
        }

    def launcher(self, processes: str) -> list[str]:
        cache = (self.build / "CMakeCache.txt").read_text()
        return [re.findall(rf"^{name}:[A-Z]+=(.*)$", cache, re.M)[0]
                for name in ("MPIEXEC_EXECUTABLE", "MPIEXEC_NUMPROC_FLAG")] + [processes]  # fmt: skip

    def run(self, test: Test, program: Path) -> Outcome:
        """Of tests under MPI the first way that fails, or the last one."""
        words = [str(program), f"--gtest_filter={test.filter}"]
        if not test.under_mpi:
            return self.execute(words, self.environments[test.folder], self.limits.get(test, SECONDS_AT_MOST))
        for name in PROCESSES:
            launched = self.launcher(name.split("/")[1]) + words
            outcome = self.execute(launched, self.environments[name], self.limits.get(test, SECONDS_AT_MOST))
            if not outcome.passed:
                break
        return outcome

    def execute(self, command: list[str], environment: dict[str, str], limit: float) -> Outcome:
        began = time.monotonic()
        with tempfile.TemporaryFile() as written:  # no pipe: what a test leaves running would hold it open
            running = subprocess.Popen(
                command, cwd=self.build / "tests", env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                stdout=written, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            try:
                running.wait(limit)
            except subprocess.TimeoutExpired:
                pass
            finally:
                end(running)
            written.seek(0)
            output = written.read().decode(errors="replace")
        ran = sum(int(number) for number in re.findall(r"Running (\d+) tests?", output))
        skipped = sum(int(number) for number in re.findall(r"\[  SKIPPED \] (\d+) tests?", output))
        return Outcome(running.returncode == 0, ran - skipped, time.monotonic() - began, output)

    def learn_limit(self, test: Test, usual: float) -> None:
        self.limits[test] = max(SECONDS_AT_LEAST, TIMES_SLOWER * usual)


def is_built(word: str) -> bool:
    """Whether it names, in a command that links, what this tree makes."""
    return word.endswith((".o", ".a")) and not word.startswith("/")


def end(running: subprocess.Popen[bytes]) -> None:
    """A launcher ends its processes if it is asked to, and only then."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        if running.poll() is None:
            os.killpg(running.pid, how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(10)
