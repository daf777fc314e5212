"""Hosts that are network namespaces of this machine, each with an address and a name of its own, and jobs on them.

Nothing of it has a name outside: the namespaces live as long as a process in each, which ends with the test, however
that ends; and with them goes all that was made in them. So two tests at once do not meet, and nothing is left behind.
The wire between them is a bridge in one more namespace: no packet comes near the machine's own network.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NEEDED = ("ip", "unshare", "nsenter", "mpirun")
NETWORK = "10.98.0.0/24"
DEADLINE = 120.0  # seconds after which something hangs

# Open MPI refuses root, and more processes than processors, unless told otherwise; and waits for a service that need not
# run.
LAUNCHER = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "PMIX_MCA_psec": "^munge"}


def missing() -> str | None:
    """Why there can be no hosts here; None if there can."""
    absent = [program for program in NEEDED if shutil.which(program) is None]
    if absent:
        return "not installed: " + ", ".join(absent)
    if "Open MPI" not in subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout:
        return "mpirun is not Open MPI's"
    tried = subprocess.run(["unshare", "--net", "--uts", "--ipc", "--pid", "--fork", "true"], capture_output=True)
    return None if tried.returncode == 0 else "no right to make namespaces: run it as root"


def await_that(holds: Callable[[], Any], what: str) -> None:
    """Returns when `holds()`."""
    until = time.monotonic() + DEADLINE
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"never came: {what}")
        time.sleep(0.005)


def _die_with_parent() -> None:
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


class Host:
    """A namespace with a name, kept by a process that waits for the end of its input."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.keeper = subprocess.Popen(
            ["unshare", "--net", "--uts", "--ipc", "sh", "-c", f"hostname {name} && echo ready && exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=_die_with_parent)
        assert self.keeper.stdout is not None
        if self.keeper.stdout.readline() != "ready\n":
            raise RuntimeError(f"cannot make the host {name}")

    def ip(self, words: str) -> None:
        subprocess.run(["nsenter", "--target", str(self.keeper.pid), "--net", "ip", *words.split()], check=True,
                       capture_output=True, text=True)

    def close(self) -> None:
        self.keeper.kill()
        self.keeper.communicate()


# ADDRESS=KEEPER… -- COMMAND…: makes the hosts' namespaces known by address to all that the command starts, where nobody
# else sees it, and runs the command on the first host.
BEGIN = """#!/bin/sh
set -e
cd "$(dirname "$0")"
first=${1%=*}
while [ "$1" != -- ]; do
    for kind in net uts ipc; do
        touch "${1%=*}.$kind"
        mount --bind "/proc/${1#*=}/ns/$kind" "${1%=*}.$kind"
    done
    shift
done
shift
mount -t proc proc /proc
exec nsenter --net="$first.net" --uts="$first.uts" --ipc="$first.ipc" "$@"
"""

# What mpirun calls instead of ssh: ADDRESS COMMAND…
AGENT = """#!/bin/sh
host=$(dirname "$0")/$1
shift
exec nsenter --net="$host.net" --uts="$host.uts" --ipc="$host.ipc" \\
    unshare --pid --fork --kill-child=SIGKILL --mount-proc sh -c "$*"
"""


class Job:
    """A command under way in a process namespace of its own, so that all of it ends with it."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._out = tempfile.NamedTemporaryFile("w+")
        self._err = tempfile.NamedTemporaryFile("w+")
        self._process = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", *command], stdin=subprocess.DEVNULL,
            stdout=self._out, stderr=self._err, env=os.environ | LAUNCHER | environment, preexec_fn=_die_with_parent)

    def err(self) -> str:
        return Path(self._err.name).read_text()

    def out(self) -> str:
        return Path(self._out.name).read_text()

    def ended(self) -> bool:
        return self._process.poll() is not None

    def wait(self) -> int:
        """Its exit status."""
        return self._process.wait(DEADLINE)

    def close(self) -> None:
        """Ends it, if it has not ended."""
        self._process.kill()
        self._process.wait()
        self._out.close()
        self._err.close()


class Hosts:
    """So many hosts that see each other."""

    NAMES = ("north", "south", "east")

    def __init__(self, count: int) -> None:
        self.hosts: list[Host] = []
        self._folder = tempfile.TemporaryDirectory(prefix="scrump-hosts-")
        self._switch: Host | None = None
        try:
            self._make(count)
        except BaseException:
            self.close()
            raise

    def _make(self, count: int) -> None:
        switch = self._switch = Host("switch")
        switch.ip("link add name bridge type bridge")
        switch.ip("link set bridge up")
        for number, name in enumerate(self.NAMES[:count], 1):
            host = Host(name)
            self.hosts.append(host)
            switch.ip(f"link add port{number} type veth peer name eth0 netns {host.keeper.pid}")
            switch.ip(f"link set port{number} master bridge up")
            host.ip(f"addr add {self.address(number)}/24 dev eth0")
            host.ip("link set eth0 up")
            host.ip("link set lo up")
        self._begin = self._script("begin", BEGIN)
        self._agent = self._script("agent", AGENT)

    def _script(self, name: str, text: str) -> str:
        script = Path(self._folder.name) / name
        script.write_text(text)
        script.chmod(0o755)
        return str(script)

    @staticmethod
    def address(number: int) -> str:
        return f"10.98.0.{number}"

    def start(self, command: list[str], on: int, each: int = 1, environment: dict[str, str] | None = None) -> Job:
        """Starts `each` processes on each of the first `on` hosts."""
        hosts = ",".join(f"{self.address(number)}:{each}" for number in range(1, on + 1))
        parameters = {"plm": "rsh", "plm_rsh_agent": self._agent, "btl": "tcp,self",
                      "btl_tcp_if_include": NETWORK, "oob_tcp_if_include": NETWORK, "orte_tmpdir_base": self._folder.name}
        if each > 1:
            parameters["btl"] = "vader,tcp,self"
        words = [word for name, value in parameters.items() for word in ("--mca", name, value)]
        exported = [word for name in environment or {} for word in ("-x", name)]
        keepers = [f"{self.address(number)}={host.keeper.pid}" for number, host in enumerate(self.hosts, 1)]
        return Job([self._begin, *keepers, "--", "mpirun", "--host", hosts, *words, *exported, "--bind-to", "none",
                    "-n", str(each * on), *command], environment or {})

    def cut_off(self, host: Host) -> None:
        host.ip("link set eth0 down")

    def connect(self, host: Host) -> None:
        host.ip("link set eth0 up")

    def close(self) -> None:
        for host in [*self.hosts, *([self._switch] if self._switch else [])]:
            host.close()
        self._folder.cleanup()

    def __enter__(self) -> Hosts:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
