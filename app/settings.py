"""The settings of the operator, read once from the environment (or a file called .env) and never changed afterwards.
Commands call `read_settings` and pass them on; nothing else reads the environment. docs/running.md lists every field.
"""

from __future__ import annotations

import os
from email.utils import parseaddr
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.security import LOOPBACK

LEAST_SECRET = 32
VARIABLES = ".env"
SECRETS = "/run/secrets"
"""Where Docker puts secrets."""
ASYNC_DRIVERS = {"postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}


class Settings(BaseSettings):
    """Each field is the variable HORLOGE_<NAME>, except for DATABASE_URL and REDIS_URL, which other programs share."""

    model_config = SettingsConfigDict(env_prefix="HORLOGE_", extra="ignore", frozen=True, populate_by_name=True)

    database_url: str = Field(
        default="sqlite:///var/horloge.db",
        validation_alias="DATABASE_URL",
        description="The database: sqlite:///path or postgresql://user:password@host/name",
    )
    redis_url: str = Field(
        default="",
        validation_alias="REDIS_URL",
        description="A Redis that carries hints between processes; empty: Postgres carries them",
    )
    secrets: str = Field(
        default=SECRETS,
        description="A folder of further settings: files named as the variables, in small letters",
    )
    host: str = Field(default="127.0.0.1", description="The address to listen on; 0.0.0.0 for all")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to listen on; 0 takes a free one")
    address: str = Field(
        default="", description="The public address of the site, as https://example.org; empty: as requests say"
    )
    games: str = Field(default="", description="Modules of further games, separated by commas; each has a GAME")
    demo_game: str = Field(default="", description="The game of the demo table; empty: the first one there is")
    proxies: str = Field(
        default="127.0.0.1",
        description="Addresses or networks of trusted proxies, separated by commas",
    )
    bot_pace: float = Field(
        default=2.0,
        ge=0,
        le=3600,
        description="Seconds until a bot answers; a third of that for its next decision in the same turn",
    )
    socket_pace: float = Field(
        default=20.0,
        gt=0,
        le=1e6,
        description="Choices per second that one person may send, over a table's socket or by forms",
    )
    sockets: int = Field(
        default=200, ge=0, le=1_000_000, description="Sockets that one address may have open; 0: any number"
    )
    connections: int = Field(
        default=200, ge=0, le=1_000_000, description="Connections that one address may have open; 0: any number"
    )
    bodies: int = Field(
        default=32,
        ge=8,
        le=65_536,
        description="Megabytes of files and forms that a process takes in at once; one address may use a quarter",
    )
    drain_seconds: float = Field(
        default=5.0,
        ge=0,
        le=600,
        description="Seconds over which a stopping process closes its open sockets",
    )
    watch_token: str = Field(
        default="",
        description="The bearer token for /metrics and /health/report; empty: only this machine may read them",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The lowest level that is logged"
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="Lines for people, or JSON for machines"
    )
    mail_url: str = Field(
        default="", description="The mail server, as smtp://user:password@host:587 or smtps://host; empty: no mail"
    )
    mail_sender: str = Field(default="", description="The address that mail comes from")
    show_mails: bool = Field(
        default=False,
        description="Show mails at /dev/mails to every visitor instead of sending them: for trying things out",
    )
    local_hooks: bool = Field(
        default=False, description="Allow webhooks to this machine, over http too: for trying things out"
    )
    secret: str = Field(
        default="",
        description="Encrypts second factors: 32 characters or more, not in backups; empty: the key is in the database",
    )
    password_rounds: int = Field(default=2, ge=1, le=100, description="Argon2id: passes over its memory")
    password_memory: int = Field(default=19_456, ge=8, le=4_194_304, description="Argon2id: memory in KiB")
    password_lanes: int = Field(default=1, ge=1, le=64, description="Argon2id: threads for one password")

    @field_validator("database_url")
    @classmethod
    def with_async_driver(cls, url: str) -> str:
        """Add the driver that Horloge uses to a plain address, as hosting services hand it out."""
        scheme, colon, rest = url.partition(":")
        return ASYNC_DRIVERS.get(scheme, scheme) + colon + rest

    @field_validator("database_url")
    @classmethod
    def of_a_kind_we_know(cls, url: str) -> str:
        if not url.startswith(tuple(f"{driver}://" for driver in ASYNC_DRIVERS.values())):
            raise ValueError("it has to begin with sqlite:/// or postgresql://")
        return url if url.startswith("sqlite") else addressed(url, host=False)

    @field_validator("redis_url")
    @classmethod
    def of_redis(cls, url: str) -> str:
        if url and not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("it has to begin with redis://, rediss:// or unix://")
        return addressed(url, host=not url.startswith("unix"))

    @field_validator("mail_url")
    @classmethod
    def of_mail(cls, url: str) -> str:
        if url and not url.startswith(("smtp://", "smtps://")):
            raise ValueError("it has to begin with smtp:// or smtps://")
        parts = urlsplit(addressed(url))
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError("nothing may follow the host and port; a user name is always sent over TLS, checked")
        if parts.password and not parts.username:
            raise ValueError("a password needs a user name before it")
        return url

    @field_validator("secret")
    @classmethod
    def of_some_length(cls, secret: str) -> str:
        if secret and len(secret) < LEAST_SECRET:
            raise ValueError(f"it has to be {LEAST_SECRET} signs or more, as `openssl rand -hex 32` makes them")
        return secret

    @field_validator("address")
    @classmethod
    def of_the_web(cls, address: str) -> str:
        if address and not address.startswith(("http://", "https://")):
            raise ValueError("it has to begin with https:// or http://")
        return addressed(address)

    @field_validator("proxies")
    @classmethod
    def of_the_net(cls, proxies: str) -> str:
        """Refuse names: the server would accept one and then trust no proxy."""
        for one in filter(None, map(str.strip, proxies.split(","))):
            try:
                _ = one == "*" or ip_network(one)
            except ValueError:
                raise ValueError("it has to be addresses or networks, as 10.0.0.7 or 10.0.0.0/8, not names") from None
        return proxies

    @field_validator("address")
    @classmethod
    def without_slash(cls, address: str) -> str:
        return address.rstrip("/")

    @property
    def public_address(self) -> str:
        """The address with which links in mails begin. It never comes from a request, which may contain anything."""
        return self.address or f"http://{self.host}:{self.port}"

    @property
    def contact(self) -> str:
        """The contact for push services about what this site sends."""
        sender = parseaddr(self.mail_sender)[1]
        return f"mailto:{sender}" if sender else self.public_address

    @property
    def alone(self) -> bool:
        """Whether only this machine can reach the site, with no proxy in front."""
        return self.host in LOOPBACK and not self.address

    @property
    def mails_are_shown(self) -> bool:
        """Whether mails are shown on a page instead of being sent: while only this machine can reach the site."""
        return not self.mail_url and (self.show_mails or self.alone)

    @property
    def game_modules(self) -> list[str]:
        return [module.strip() for module in self.games.split(",") if module.strip()]


class WrongSettings(Exception):
    """A setting is invalid; one sentence for each variable that has to be changed."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def read_settings() -> Settings:
    """Read the settings from the environment, then from the file of variables, then from the files of secrets. Raises
    WrongSettings."""
    try:
        folder = os.environ.get("HORLOGE_SECRETS") or SECRETS
        file = os.environ.get("HORLOGE_ENV_FILE", VARIABLES)
        return Settings(_env_file=file or None, _secrets_dir=folder if Path(folder).is_dir() else None)  # type: ignore[call-arg]
    except ValidationError as error:
        raise WrongSettings(
            [sentence(one["loc"], one["type"], one["msg"], one.get("ctx", {})) for one in error.errors()]
        ) from error


PLAIN = {
    "int_parsing": "it has to be a whole number",
    "int_parsing_size": "it has to be a smaller number",
    "float_parsing": "it has to be a number",
    "bool_parsing": "it has to be true or false",
    "greater_than": "it has to be more than {gt:g}",
    "greater_than_equal": "it has to be {ge:g} or more",
    "less_than_equal": "it has to be {le:g} or less",
    "literal_error": "it has to be {expected}",
}
"""Plain descriptions of pydantic's errors."""


def sentence(place: tuple[int | str, ...], kind: str, message: str, facts: dict[str, Any]) -> str:
    """Return the sentence about a wrong setting. It does not repeat the value, which may be a password."""
    name = str(place[0]) if place else ""
    fields = Settings.model_fields.items()
    name, field = next((key, field) for key, field in fields if name in (key, field.validation_alias))
    variable = field.validation_alias or f"HORLOGE_{name.upper()}"
    about = field.description or ""
    why = PLAIN[kind].format(**facts) if kind in PLAIN else message.removeprefix("Value error, ")
    without = f", and {str(field.default).lower()} is taken" if field.default != "" else ""
    return f"{variable} can't be used: {why}. It means: {about[:1].lower()}{about[1:]}. Or leave it out{without}."


def addressed(url: str, host: bool = True) -> str:
    """Return the address; after its scheme there has to be a host, if it needs one, and a valid port, if it has one.
    Raises ValueError."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise ValueError("what follows its // has to be a host, and a port only as a number") from None
    if url and host and not parts.hostname:
        raise ValueError("it has to name a host after its //")
    return url
