"""A backup: all that is kept as one compressed file, lines of JSON with a digest of them at the end. The same file goes
into SQLite and Postgres, so it moves a site from one to the other too; nothing but Horloge is needed to read it.
Called by the commands `backup` and `restore`.

pg_dump was the other way. Its file can be read by one kind of database only, by programs of the right version that are
not there on every machine, and would not say whether a game can be played on.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from app.clock import now
from app.store import schema
from app.store.database import Database
from app.store.dumping import Heading, Row, all_rows

FORMAT = 1
SUFFIX = ".horloge"
OWN = 0o600
"""Nobody else may read it: there are addresses, password hashes and hands of cards in it."""
TOLD = 1000
"""After so many rows it is told how far it has got."""
HURRIED = 6
"""How hard to compress."""


class Head(Struct, frozen=True):
    """The first line of a backup."""

    horloge_backup: int
    revision: str
    at: datetime


class Tail(Struct, frozen=True):
    """The last line: how many rows came before, and the digest of all that came before."""

    rows: int
    sha256: str


class Unusable(Exception):
    """This is no backup that can be read; one sentence says why."""


def name_at(at: datetime) -> str:
    """What a backup is called that was not given a name. Names in order are times in order."""
    return f"horloge-{at:%Y%m%dT%H%M%SZ}{SUFFIX}"


async def write(database: Database, file: Path) -> AsyncIterator[int]:
    """Write a backup beside `file` and call it so once it is whole and on the disk; tells how many rows it has so far.
    Raises OlderTables, OSError."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with private(part) as raw:
            with gzip.GzipFile("", "wb", HURRIED, raw) as packed:
                async for rows in into(packed, database):
                    yield rows
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def private(file: Path) -> BinaryIO:
    return open(file, "xb", opener=lambda path, flags: os.open(path, flags, OWN))


async def into(packed: gzip.GzipFile, database: Database) -> AsyncIterator[int]:
    digest, rows = hashlib.sha256(), 0

    def put(line: object) -> None:
        text = msgspec.json.encode(line) + b"\n"
        digest.update(text)
        packed.write(text)

    put(Head(FORMAT, schema.head(), now()))
    async for line in all_rows(database):
        put(line)
        rows += isinstance(line, list)
        if rows % TOLD == 0:
            yield rows
    packed.write(msgspec.json.encode(Tail(rows, digest.hexdigest())) + b"\n")
    yield rows


class Backup:
    """A file that was read through once, and is whole. Raises Unusable."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.head, self.rows = checked(file)

    def lines(self) -> Iterator[Heading | Row]:
        for text in unpacked(self.file):
            line: Any = msgspec.json.decode(text)
            if isinstance(line, list):
                yield line
            elif "table" in line:
                yield msgspec.convert(line, Heading)


def checked(file: Path) -> tuple[Head, int]:
    """How it begins, and how many rows it has, if every line is as it was written."""
    digest, head, tail = hashlib.sha256(), b"", b""
    for line in unpacked(file):
        head = head or line
        digest.update(tail)
        tail = line
    try:
        begun = msgspec.json.decode(head, type=Head)
        ended = msgspec.json.decode(tail, type=Tail)
    except msgspec.DecodeError as error:
        raise Unusable(f"{file} is no backup of Horloge's, or it was cut off") from error
    if begun.horloge_backup != FORMAT or begun.revision not in schema.revisions():
        raise Unusable(f"{file} was written by a newer Horloge than this one: install that first")
    if ended.sha256 != digest.hexdigest():
        raise Unusable(f"{file} is damaged: it is not what was written")
    return begun, ended.rows


def unpacked(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as lines:
            yield from lines
    except OSError as error:
        raise Unusable(f"{file} can't be read: {error.strerror or error}") from error
    except (EOFError, zlib.error) as error:
        raise Unusable(f"{file} is damaged: {error}") from error


def old_ones(folder: Path, keep: int) -> list[Path]:
    """The backups of a folder but for the newest so many."""
    return sorted(folder.glob(f"horloge-*{SUFFIX}"))[:-keep]
