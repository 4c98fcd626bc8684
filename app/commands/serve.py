"""`horloge serve`: bring the database up to date and serve the site."""

from __future__ import annotations

import gc
import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from socket import socket

    from app.settings import Settings

COLLECT_AFTER = 5_000
"""New things, after which those that nobody holds any more are looked for."""


def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Keep a table going where bots play.")] = False,
    host: Annotated[str | None, typer.Option(help="The address to listen on, instead of HORLOGE_HOST.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port to listen on, instead of HORLOGE_PORT.")
    ] = None,
) -> None:
    """Serve the site. The database is migrated first if need be."""
    import asyncio

    from app import logs
    from app.settings import read_settings
    from app.store.database import StoreUnavailable
    from app.store.schema import NewerDatabase, bring_up_to_date
    from app.terminal import find_games

    given = {"host": host, "port": port}
    settings = read_settings().model_copy(update={name: value for name, value in given.items() if value is not None})
    find_games()
    logs.set_up(settings.log_level, settings.log_format)
    try:
        asyncio.run(bring_up_to_date(settings.database_url))
    except NewerDatabase as error:
        raise typer.Exit(fail(str(error))) from error
    except StoreUnavailable as error:
        raise typer.Exit(fail(f"the database can't be used: {error}. `horloge doctor` says more.")) from error
    run(settings, demo)


def run(settings: Settings, demo: bool) -> None:
    import uvicorn

    from app.live.feed import LONGEST
    from app.live.line import Line
    from app.main import create_app

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            rarely_collect()
            for name, port in {listening.getsockname()[:2] for server in self.servers for listening in server.sockets}:
                typer.echo(f"Horloge is at http://{name}:{port}/")

    config = uvicorn.Config(
        create_app(settings, demo),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws=Line,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        ws_ping_timeout=10,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))  # uvicorn raises it once more when it has shut down
    Server(config).run()


def rarely_collect() -> None:
    """What was made at the start stays for good, and little of what is made later is garbage that goes in circles: to
    look for it as often as Python does by itself would take a tenth of the processor's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)


def fail(message: str) -> int:
    typer.secho(message, err=True, fg=typer.colors.RED)
    return 1
