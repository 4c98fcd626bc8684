"""What an operator may set, read once from the environment (or a file called .env) and never changed afterwards.

Commands read `Settings()` and hand it down; nothing else looks at the environment. docs/running.md lists every field.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

ASYNC_DRIVERS = {"postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Settings(BaseSettings):
    """Each field is the variable HORLOGE_<NAME>, but for DATABASE_URL and REDIS_URL, which other programs share."""

    model_config = SettingsConfigDict(
        env_prefix="HORLOGE_", env_file=".env", extra="ignore", frozen=True, populate_by_name=True
    )

    database_url: str = Field(
        default="sqlite:///var/horloge.db",
        validation_alias="DATABASE_URL",
        description="Where everything is kept: sqlite:///path or postgresql://user:password@host/name",
    )
    redis_url: str = Field(
        default="",
        validation_alias="REDIS_URL",
        description="A Redis that carries hints between processes; empty: Postgres does, or there is one process",
    )
    host: str = Field(default="127.0.0.1", description="The address to listen on; 0.0.0.0 for all")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to listen on; 0 takes a free one")
    address: str = Field(
        default="", description="How visitors reach the site, as https://example.org; empty: as their requests say"
    )
    games: str = Field(default="", description="Modules of further games, separated by commas; each has a GAME")
    demo_game: str = Field(default="", description="The game of the demo table; empty: the first one there is")
    bot_pace: float = Field(default=2.0, ge=0, le=3600, description="How many seconds a bot takes to answer")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least that is logged"
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
        description="Show mails at /dev/mails instead of sending them, whoever asks: for trying things out",
    )
    password_rounds: int = Field(default=2, ge=1, le=100, description="Argon2id: how often it goes over its memory")
    password_memory: int = Field(default=19_456, ge=8, le=4_194_304, description="Argon2id: how many KiB it takes")
    password_lanes: int = Field(default=1, ge=1, le=64, description="Argon2id: how many threads work on one password")

    @field_validator("database_url")
    @classmethod
    def with_async_driver(cls, url: str) -> str:
        """Plain addresses, as hosting services hand them out, get the drivers that Horloge brings."""
        scheme, colon, rest = url.partition(":")
        return ASYNC_DRIVERS.get(scheme, scheme) + colon + rest

    @field_validator("address")
    @classmethod
    def without_slash(cls, address: str) -> str:
        return address.rstrip("/")

    @property
    def public_address(self) -> str:
        """What links in mails begin with. Never what a request says: anybody can say anything there."""
        return self.address or f"http://{self.host}:{self.port}"

    @property
    def mails_are_shown(self) -> bool:
        """On a page instead of being sent: while nobody but whoever tries things out can reach the site."""
        alone = self.host in LOOPBACK and not self.address
        return not self.mail_url and (self.show_mails or alone)

    @property
    def game_modules(self) -> list[str]:
        return [module.strip() for module in self.games.split(",") if module.strip()]
