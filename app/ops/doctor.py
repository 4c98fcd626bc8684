"""The checks of `horloge doctor`. Each check returns one finding: ok, a warning or failed, with advice. A check never
raises; what goes wrong inside it is its finding.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from urllib.parse import urlsplit

import aiosmtplib
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.base.paths import STATIC, TEMPLATES
from app.jobs.mail import Unencrypted, connected, trouble_of
from app.live.bus import Hint, open_bus
from app.settings import Settings
from app.store.db import migrations as schema
from app.store.db.columns import Moment
from app.store.db.database import Database
from app.store.db.sqlite_connections import LOCK_SECONDS
from app.store.ops.health import WatchStore
from app.words.catalogue import LANGUAGES
from app.words.check import faults
from app.words.rulebook import WrongNumbers, read
from engine.core import registry

PATIENCE_SECONDS = 5.0
CLOCK_TOLERANCE = timedelta(seconds=2)


@dataclass(frozen=True)
class Finding:
    what: str
    verdict: str
    found: str
    do: str = ""

    def line(self) -> str:
        return f"{self.what}: {self.found}" + (f". {self.do}" if self.do else "")

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


Check = Callable[[Settings, Database], Awaitable[Finding]]


async def examine(settings: Settings) -> list[Finding]:
    database = Database(settings.database_url)
    try:
        return [await patiently(name, check, settings, database) for name, check in CHECKS.items()]
    finally:
        await database.close()


async def patiently(name: str, check: Check, settings: Settings, database: Database) -> Finding:
    try:
        async with asyncio.timeout(2 * PATIENCE_SECONDS):
            return await check(settings, database)
    except StoreUnavailable as error:
        return Finding(name, "failed", f"can't tell without the database ({error})", "Mend the database first.")
    except Exception as error:  # noqa: BLE001 - every error is a finding
        return Finding(
            name, "failed", f"{type(error).__name__}: {error}", "If this tells you nothing, please report it."
        )


async def check_database(_settings: Settings, database: Database) -> Finding:
    """Check that the database is reachable, writable, and has the timeouts that keep one hung process from stopping
    all."""
    shown = database.url.render_as_string()
    try:
        async with database.writing() as connection:
            await connection.execute(sa.text("CREATE TEMPORARY TABLE horloge_doctor (one integer)"))
            await connection.execute(sa.text("DROP TABLE horloge_doctor"))
            wrong = await wrong_options(database, connection)
    except StoreUnavailable as error:
        return Finding(
            "database", "failed", f"{shown}: {error}", "Check DATABASE_URL, and that the database is running."
        )
    if wrong:
        return Finding("database", "failed", f"{shown} has {wrong}", "Remove what overrides it on the server.")
    return Finding("database", "ok", shown)


async def wrong_options(database: Database, connection: AsyncConnection) -> str:
    """Return the first option that differs from what Horloge needs."""
    if database.postgres:
        wanted = {"lock_timeout": f"{LOCK_SECONDS}s", "TimeZone": "UTC"}
        asked = {name: sa.text(f"SHOW {name}") for name in wanted}
    else:
        wanted = {"journal_mode": "wal", "synchronous": "1", "foreign_keys": "1"}
        asked = {name: sa.text(f"PRAGMA {name}") for name in wanted}
    for name, question in asked.items():
        answer = str((await connection.execute(question)).scalar())
        if answer != wanted[name]:
            return f"{name} {answer} instead of {wanted[name]}"
    return ""


async def check_migrations(_settings: Settings, database: Database) -> Finding:
    at, head = await schema.current(database), schema.head()
    if at == head:
        return Finding("migrations", "ok", f"at {at}")
    if at is not None and at not in schema.revisions():
        return Finding("migrations", "failed", f"at {at}, newer than {head}", "Install the newer Horloge again.")
    return Finding("migrations", "failed", f"at {at or 'base'}, not {head}", "Run `horloge migrate upgrade`.")


async def check_bus(settings: Settings, _database: Database) -> Finding:
    """Send a hint to ourselves."""
    bus, back, probe = open_bus(settings), asyncio.Event(), Hint("doctor", 0, 0)
    bus.start(lambda hint: back.set() if hint == probe else None)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not back.is_set():
                bus.publish(probe)
                await asyncio.sleep(0.1)
    except TimeoutError:
        return Finding(
            "bus", "failed", f"{bus.name}: no hint came back", "Check REDIS_URL, and that the server is running."
        )
    finally:
        await bus.close()
    return Finding("bus", "ok", f"{bus.name}, a hint went there and back")


async def check_mail(settings: Settings, _database: Database) -> Finding:
    if not settings.mail_url:
        return Finding("mail", "ok", "none is set up")
    if not settings.mail_sender:
        return Finding("mail", "failed", "there is a server but no sender", "Set HORLOGE_MAIL_SENDER.")
    if not settings.address:
        said = "mails could be sent, but the links in them would lead nowhere"
        return Finding("mail", "failed", said, "Set HORLOGE_ADDRESS: links begin with it.")
    try:
        greeting = await greet(settings.mail_url, settings.mail_sender)
    except (OSError, aiosmtplib.SMTPException, Unencrypted, ValueError) as error:
        known = trouble_of(error)
        said = str(error) if known == type(error).__name__ else known
        return Finding("mail", "failed", said, "Check HORLOGE_MAIL_URL, and that the server takes connections.")
    return Finding("mail", "ok", greeting)


async def greet(url: str, sender: str) -> str:
    """Connect to a mail server as the mailer does and ask whether it accepts mail from this sender; nothing is sent."""
    async with connected(url, PATIENCE_SECONDS) as server:
        await server.mail(parseaddr(sender)[1])
    return f"{urlsplit(url).hostname} takes mail from {sender}"


async def check_files(_settings: Settings, _database: Database) -> Finding:
    missing = [str(file.name) for file in NEEDED if not file.is_file()]
    if missing:
        return Finding(
            "files", "failed", f"missing: {', '.join(missing)}", "Run `python3 dev.py assets`, or install again."
        )
    return Finding("files", "ok", "templates, styles, scripts, fonts and htmx are there")


NEEDED = (
    TEMPLATES / "base.html",
    STATIC / "css" / "horloge.css",
    STATIC / "js" / "feed.js",
    STATIC / "vendor" / "htmx.min.js",
    STATIC / "vendor" / "fonts" / "faces.css",
)


async def check_translations(_settings: Settings, _database: Database) -> Finding:
    found = faults()
    if found:
        return Finding(
            "translations", "warning", f"{len(found)} faults, first: {found[0]}", "English is shown instead."
        )
    return Finding("translations", "ok", "complete")


async def check_rules(settings: Settings, _database: Database) -> Finding:
    """Check the rules of all games: a text with ambiguous clause numbers is not shown."""
    try:
        registry.require(settings.game_modules)
        shown = [found.title for key in registry.games() for one in LANGUAGES if (found := read(key, one))]
    except registry.Unusable as error:
        return Finding("rules", "failed", str(error), "The games say more.")
    except WrongNumbers as error:
        return Finding("rules", "failed", str(error), "Correct the numbers in that file.")
    return Finding("rules", "ok", f"{len(set(shown))} books")


async def check_games(settings: Settings, database: Database) -> Finding:
    try:
        registry.require(settings.game_modules)
    except registry.Unusable as error:
        return Finding("games", "failed", str(error), "HORLOGE_GAMES names modules, separated by commas; correct it.")
    games = registry.games()
    if not games:
        return Finding("games", "warning", "none is installed", "HORLOGE_GAMES names modules of further games.")
    if settings.demo_game and settings.demo_game not in games:
        return Finding(
            "games", "failed", f"HORLOGE_DEMO_GAME names {settings.demo_game!r}", f"There are: {', '.join(games)}."
        )
    if missing := await played_without_rules(database, games):
        said = f"games of {', '.join(missing)} go on here, and nobody can play them"
        return Finding("games", "warning", said, "Install them again, or let HORLOGE_GAMES name them.")
    return Finding("games", "ok", ", ".join(games))


async def played_without_rules(database: Database, games: Container[str]) -> list[str]:
    """Return the games that are being played on this database but are not installed."""
    if await schema.current(database) != schema.head():
        return []
    return sorted({table.game for table in await WatchStore(database).played_by(lambda name: name not in games)})


async def check_clock(_settings: Settings, database: Database) -> Finding:
    """Compare the database's clock with ours: deadlines and logs use both."""
    here = sa.func.clock_timestamp() if database.postgres else sa.func.strftime("%Y-%m-%d %H:%M:%f000", "now")
    async with database.reading() as connection:
        before = now()
        theirs: datetime = (await connection.execute(sa.select(sa.type_coerce(here, Moment)))).scalar_one()
        ours = before + (now() - before) / 2
    apart = abs(theirs - ours)
    said = f"{apart.total_seconds():.1f} s apart from the database's"
    if apart > CLOCK_TOLERANCE:
        return Finding("clock", "warning", said, "Let both machines keep time, with chrony or systemd-timesyncd.")
    return Finding("clock", "ok", said)


CHECKS: dict[str, Check] = {
    "database": check_database,
    "migrations": check_migrations,
    "bus": check_bus,
    "mail": check_mail,
    "files": check_files,
    "translations": check_translations,
    "games": check_games,
    "rules": check_rules,
    "clock": check_clock,
}
