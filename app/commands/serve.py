"""`horloge serve`: migrate the database and serve the site, by one process or several."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from types import FrameType

    from app.settings import Settings
    from app.workers import Post

COLLECT_AFTER = 5_000
"""How many new objects lead to a garbage collection."""
CLOSING_SECONDS = 3
"""For what is being answered when the process is told to stop, after its sockets have been closed."""
STILL_SECONDS = 10
"""A worker that has not stopped this long after it should have is killed."""
TICKS = 10
"""uvicorn's ticks per second."""
LET_GO_SECONDS = 3.0
"""For how long the workers of a supervisor that was killed may hold the port."""
WAITING = 2048
"""How many connections may wait to be accepted."""


def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Keep a table going where bots play.")] = False,
    host: Annotated[str | None, typer.Option(help="The address to listen on, instead of HORLOGE_HOST.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port to listen on, instead of HORLOGE_PORT.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes serve; they share the port.")] = 1,
    worker: Annotated[str, typer.Option(hidden=True)] = "",
) -> None:
    """Serve the site. The database is migrated first if necessary."""
    from app import logs
    from app.settings import read_settings
    from app.workers import Post

    settings = read_settings()
    listening, line = map(int, worker.split(":")) if worker else (0, 0)
    post = Post(line, patience(settings)) if worker else None
    from app.store.database import StoreUnavailable
    from app.store.schema import NewerDatabase, bring_up_to_date
    from app.terminal import find_games
    from engine.core import registry

    given = {"host": host, "port": port}
    settings = settings.model_copy(update={name: value for name, value in given.items() if value is not None})
    if workers > 1 and not settings.database_url.startswith("postgresql"):
        raise typer.Exit(fail("Several workers need Postgres: set DATABASE_URL, or leave --workers out.", 2))
    find_games()
    if demo and settings.demo_game and settings.demo_game not in registry.games():
        known = ", ".join(registry.games())
        raise typer.Exit(fail(f"HORLOGE_DEMO_GAME names no game there is. There are: {known}. Or leave it out.", 2))
    logs.set_up(settings.log_level, settings.log_format)
    try:
        asyncio.run(bring_up_to_date(settings.database_url))
    except NewerDatabase as error:
        raise typer.Exit(fail(str(error))) from error
    except StoreUnavailable as error:
        raise typer.Exit(fail(f"the database can't be used: {error}. `horloge doctor` says more.")) from error
    if post:
        return run(settings, demo, socket.socket(fileno=listening), post)
    listens = listen(settings, LET_GO_SECONDS if workers > 1 else 0.0)
    if workers > 1:
        raise typer.Exit(share(settings, demo, workers, listens))
    return run(settings, demo, listens)


def patience(settings: Settings) -> float:
    """Return how long a worker may take to stop."""
    return settings.drain_seconds + CLOSING_SECONDS + STILL_SECONDS


def listen(settings: Settings, seconds: float = 0.0) -> socket.socket:
    """Open the port before anything is started, so that a port in use is reported in a plain sentence. If others listen
    there, it is tried again for so many seconds."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    deadline = time.monotonic() + seconds
    while True:
        try:
            return socket.create_server((settings.host, settings.port), family=family, backlog=WAITING)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise typer.Exit(fail(not_here(settings, error))) from error
            time.sleep(0.05)


def not_here(settings: Settings, error: OSError) -> str:
    why = (error.strerror or str(error)).partition(" (")[0]
    said = f"can't listen at {settings.host}, port {settings.port}: {why}."
    return f"{said} Set HORLOGE_HOST or HORLOGE_PORT, or stop what listens there."


def share(settings: Settings, demo: bool, workers: int, listening: socket.socket) -> int:
    """Let several processes serve on one port."""
    from app.workers import supervise

    port = listening.getsockname()[1]
    command = [sys.executable, "-m", "app", "serve", "--host", settings.host, "--port", str(port)]
    command += ["--demo"] if demo else []
    return supervise(command, workers, listening, patience(settings), lambda: announce(settings.host, port))


def announce(host: str, port: int) -> None:
    typer.echo(f"Horloge is at http://{host}:{port}/")


def run(settings: Settings, demo: bool, listening: socket.socket, post: Post | None = None) -> None:
    """Serve on an open socket; as a worker, with a connection to the supervisor."""
    import uvicorn

    from app.incoming import Incoming
    from app.live.conversation import LONGEST
    from app.live.crowd import Crowd
    from app.live.line import Line, let_go
    from app.main import create_app
    from app.web.hosts import Networks

    class Server(uvicorn.Server):
        woken = asyncio.Event()

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            rarely_collect()
            self.warming = asyncio.create_task(warm_up())
            if post:
                loop = asyncio.get_running_loop()
                post.ready(lambda: loop.call_soon_threadsafe(self.stop))
                return
            announce(*listening.getsockname()[:2])

        async def main_loop(self) -> None:
            """Wait for the end. uvicorn would look ten times a second whether to stop, which is a third of the cost of
            an idle process. Here it is woken for that instead, and looks once a second, since responses carry the
            time."""
            ticks = 0
            while not await self.on_tick(ticks):
                ticks += TICKS
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await self.woken.wait()

        def stop(self) -> None:
            """Stop because the supervisor is gone."""
            self.should_exit = True
            self.woken.set()

        def handle_exit(self, number: int, frame: FrameType | None) -> None:
            super().handle_exit(number, frame)
            asyncio.get_running_loop().call_soon_threadsafe(self.woken.set)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Close the sockets of tables a few at a time: all of them reconnect at once to other processes."""
            for server in self.servers:
                server.close()
            listening.close()
            await let_go(self.server_state.connections, settings.drain_seconds)
            await super().shutdown(sockets)

    config = uvicorn.Config(
        create_app(settings, demo),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=partial(Incoming, crowd=Crowd(settings.connections, Networks(settings.proxies))),  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        ws_ping_timeout=10,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))  # uvicorn raises it once more when it has shut down
    Server(config).run([listening])


async def warm_up() -> None:
    """Prepare what the first visitors would have to wait for."""
    from app.pages import compile_all
    from app.play.looks import check_forms
    from app.play.parts import parts_of
    from engine.core import registry

    await compile_all()
    for game in registry.games().values():
        parts_of(game)
        check_forms(game)
        await asyncio.sleep(0)
    gc.freeze()


def rarely_collect() -> None:
    """Make garbage collections rare. Objects made at the start stay for good, and few of the later ones are cyclic
    garbage: looking for it as often as Python does by default would take a tenth of the processor's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)


def fail(message: str, code: int = 1) -> int:
    typer.secho(message, err=True, fg=typer.colors.RED)
    return code
