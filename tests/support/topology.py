"""The services of docker-compose.yml on this machine without Docker, for tests. Each is started as the file defines it,
once its dependencies pass their own healthchecks. Only what differs from containers is replaced: host names and folders
(`places`), what images set so that programs find theirs (`image`), and a header for the Caddyfile that keeps Caddy on
this machine (`ALONE`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.support.composed import composed, filled
from tests.support.needs import needs
from tests.support.starting import Server, free_port, new_postgres, open_folder, stop

ROOT = Path(__file__).parents[2]
PATIENCE = 120
ALONE = """{
	admin 127.0.0.1:%d
	auto_https disable_redirects
	default_bind 127.0.0.1
	skip_install_trust
"""
"""Certificates by an authority of its own, no other ports, local addresses only."""
SINCE_2_7 = {"request_buffers 64KiB": "buffer_requests\n\t\tmax_buffer_size 64KiB", "stream_close_delay 5m": ""}
"""Lines of our Caddyfile, and what docs/operating.md gives for an older Caddy instead."""


class Topology:
    def __init__(self, folder: Path, port: int, given: dict[str, str]) -> None:
        """Set up the folder. `given` is what an operator writes into .env; `port` is that of the proxy."""
        self.folder, self.given = folder, given
        self.services: dict[str, dict[str, Any]] = composed((ROOT / "docker-compose.yml").read_text())["services"]
        self.ports = {name: free_port() for name in self.services} | {"proxy": port, "monitor": free_port()}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.postgres: Server | None = None
        (folder / "backups").mkdir()
        self.secrets = folder / "secrets"
        self.make_secrets()

    def make_secrets(self) -> None:
        """Make the secrets as an operator does, then replace host names in them as everywhere."""
        subprocess.run(["sh", str(ROOT / "deploy" / "secrets.sh"), str(self.secrets)], check=True)
        for name in ("database_url", "redis_url"):
            file, text = self.secrets / name, (self.secrets / name).read_text()
            for there, place in self.places("app-1").items():
                text = text.replace(there, place)
            file.write_text(text)
        for name, value in self.given.items():
            if (file := self.secrets / name.lower()).exists():
                file.write_text(value)

    def start(self, name: str) -> None:
        """Start a service, and before it whatever it depends on that is not running yet."""
        for other in self.services[name].get("depends_on", {}):
            if other not in self.processes and not (other == "postgres" and self.postgres):
                self.start(other)
        for other in self.services[name].get("depends_on", {}):
            self.wait_for(other)
        if name == "postgres":
            self.postgres = self.start_postgres()
        else:
            self.processes[name] = self.run(name)

    def run(self, name: str) -> subprocess.Popen[bytes]:
        command = self.caddy() if name == "proxy" else self.here(name, "command")
        home = self.home(name)
        with self.log(name).open("ab") as log:
            return subprocess.Popen(command, cwd=home, env=self.environment(name), stdout=log, stderr=log)

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def home(self, name: str) -> Path:
        """Return the folder in which the service starts, which keeps what it leaves there."""
        made = self.folder / name
        made.mkdir(exist_ok=True)
        return made

    def environment(self, name: str) -> dict[str, str]:
        """Return the variables that the file and its image set, and none of this process."""
        given: dict[str, str] = self.here(name, "environment")
        return self.image(name) | given

    def image(self, name: str) -> dict[str, str]:
        programs = [Path(sys.executable).parent, needs("postgres"), needs("redis").parent]
        path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
        server = {"HORLOGE_HOST": "127.0.0.1", "HORLOGE_PORT": str(self.ports[name])}
        client = {"PGHOST": "127.0.0.1", "PGPORT": str(self.ports["postgres"])}
        return {"PATH": path, "HOME": str(self.home(name)), "PYTHONUNBUFFERED": "1"} | server | client

    def here(self, name: str, part: str) -> Any:
        """Return a part of a service's definition with variables filled in and places replaced."""
        text = filled(json.dumps(self.services[name][part]), self.given)
        for there, place in self.places(name).items():
            text = text.replace(there, place)
        return json.loads(text)

    def places(self, name: str) -> dict[str, str]:
        return {
            "@postgres/": f"@127.0.0.1:{self.ports['postgres']}/",
            "@redis:6379": f"@127.0.0.1:{self.ports['redis']}",
            "//127.0.0.1:8000": f"//127.0.0.1:{self.ports[name]}",
            "//127.0.0.1:2019": f"//127.0.0.1:{self.ports['monitor']}",
            "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16": "127.0.0.1",
            "redis-server ./redis.conf ": f"redis-server ./redis.conf --bind 127.0.0.1 --port {self.ports['redis']} ",
            "redis-cli ": f"redis-cli -p {self.ports['redis']} ",
            "/backups": str(self.folder / "backups"),
            "/run/secrets": str(self.secrets),
            "timeout=15": "timeout=3",
            "sleep 600": "sleep 1",
        }

    def caddy(self) -> list[str]:
        """Return the command that the image of Caddy runs."""
        file = self.folder / "Caddyfile"
        text = re.sub(
            r"\b(app-\d):8000", lambda app: f"127.0.0.1:{self.ports[app[1]]}", (ROOT / "Caddyfile").read_text()
        )
        return caddy_with(text, file, self.ports["monitor"], self.environment("proxy"))

    def start_postgres(self) -> Server:
        """Start Postgres with the user, database and password that its image would make."""
        made = new_postgres(self.home("postgres"), needs("postgres"), self.ports["postgres"])
        made.start()
        furnish(made.port, self.secrets, {"PATH": self.image("postgres")["PATH"]})
        (made.data / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        made.control("reload")
        return made.server

    def is_well(self, name: str) -> bool:
        """Tell whether its own healthcheck passes in time."""
        check = self.here(name, "healthcheck")
        kind, *command = check["test"]
        words = ["sh", "-c", *command] if kind == "CMD-SHELL" else command
        seconds = int(check["timeout"].removesuffix("s"))
        with suppress(subprocess.SubprocessError):
            home, environment = self.home(name), self.environment(name)
            subprocess.run(words, cwd=home, env=environment, check=True, capture_output=True, timeout=seconds)
            return True
        return False

    def wait_for(self, name: str) -> None:
        """Wait until a service is well. Restart a service that ends before that, as Docker is told to (`restart`)."""
        deadline = time.monotonic() + PATIENCE
        while not self.is_well(name):
            assert time.monotonic() < deadline, f"{name} is not well:\n{self.log(name).read_text()}"
            if name in self.processes and self.processes[name].poll() is not None:
                self.processes[name] = self.run(name)
            time.sleep(0.3)

    def stop(self, name: str) -> int:
        """Stop a service as `docker compose stop` does; return its exit code."""
        self.processes[name].terminate()
        grace = str(self.services[name].get("stop_grace_period", "10s"))
        return self.processes[name].wait(int(grace.removesuffix("s")))

    def end(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()
        if self.postgres:
            stop(self.postgres)


def caddy_with(text: str, file: Path, monitor: int, environment: dict[str, str]) -> list[str]:
    """Write the Caddyfile in the form that the Caddy of this machine understands; return the command that runs it."""
    assert "\n{\n" in text
    text = text.replace("\n{\n", f"\n{ALONE % monitor}", 1)
    file.write_text(text)
    options = ["--config", str(file), "--adapter", "caddyfile"]
    tried = [str(needs("caddy")), "validate", *options]
    known = subprocess.run(tried, env=environment, capture_output=True, text=True, check=False)
    if "unrecognized subdirective request_buffers" in known.stderr:
        for line, older in SINCE_2_7.items():
            assert line in text
            text = text.replace(line, older)
        file.write_text(text)
        known = subprocess.run(tried, env=environment, capture_output=True, text=True, check=False)
    assert known.returncode == 0, known.stderr
    return [str(needs("caddy")), "run", *options]


def furnish(port: int, secrets: Path, environment: dict[str, str]) -> None:
    """Do what the image of Postgres does with an empty volume: set the superuser's password and run our script."""
    known = {"HORLOGE_PASSWORD_FILE": str(secrets / "horloge_password"), "PGHOST": "127.0.0.1", "PGPORT": str(port)}
    subprocess.run(["sh", str(ROOT / "deploy" / "role.sh")], env=environment | known, check=True)


@contextmanager
def topology(port: int, given: dict[str, str]) -> Iterator[Topology]:
    """Start all services and wait until all are well."""
    with open_folder() as folder:
        made = Topology(folder, port, given)
        try:
            for name in ("backup", "proxy"):
                made.start(name)
            for name in made.services:
                made.wait_for(name)
            yield made
        finally:
            made.end()
