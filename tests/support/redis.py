"""A real Redis for tests: `redis_url` is REDIS_URL if set, otherwise an empty one of the test's own."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotUp

from tests.support.needs import needs
from tests.support.starting import Server, free_port, stop

PATIENCE = 60


def start_redis(folder: Path, port: int = 0) -> Server:
    """Start an empty server that writes nothing to disk, on a free port if none is named."""
    port, pidfile = port or free_port(), folder / "redis.pid"
    options = {"--bind": "127.0.0.1", "--port": port, "--save": "", "--daemonize": "yes", "--pidfile": pidfile}
    arguments = [str(word) for option in options.items() for word in option]
    subprocess.run([needs("redis"), *arguments], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    with Redis(port=port) as client:
        wait_for(client)
    return Server(f"redis://127.0.0.1:{port}/0", str(pidfile))


def wait_for(client: Redis) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            client.ping()
        except NotUp:
            assert time.monotonic() < deadline, "redis-server does not answer"
            time.sleep(0.01)
        else:
            return


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """Return the address of a Redis to publish through: `redis://...`."""
    given = os.environ.get("REDIS_URL")
    if given:
        yield given
        return
    server = start_redis(tmp_path)
    yield server.url
    stop(server)
