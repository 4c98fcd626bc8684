"""Backups: everything that is stored as one compressed file, lines of JSON with a digest at the end. The same file can
be restored into SQLite and Postgres, so it also moves a site from one to the other; nothing but Horloge is needed to
read it.

The alternative was pg_dump. Its files can be read by one kind of database only, by programs of the right version that
not every machine has, and they could not tell whether a game can be played on.
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
"""Only the owner may read it: it contains addresses, password hashes and hands of cards."""
TOLD = 1000
"""How many rows lie between two reports of progress."""
HURRIED = 6
"""The compression level."""


class Head(Struct, frozen=True):
    """The first line of a backup."""

    horloge_backup: int
    revision: str
    at: datetime


class Tail(Struct, frozen=True):
    """The last line: the number of rows before it, and the digest of everything before it."""

    rows: int
    sha256: str


class Unusable(Exception):
    """The file is no readable backup; the message says why in a sentence."""


def name_at(at: datetime) -> str:
    """Return the default name of a backup. Sorting names sorts times."""
    return f"horloge-{at:%Y%m%dT%H%M%SZ}{SUFFIX}"


async def write(database: Database, file: Path) -> AsyncIterator[int]:
    """Write a backup beside `file` and rename it once it is complete and on the disk; yield the number of rows so far.
    Raises OlderTables and OSError."""
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
    """A backup file that was read through once and is complete. Raises Unusable."""

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
    """Return the head and the number of rows, after checking that every line is as it was written. Raises Unusable."""
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
    """Return the backups of a folder except the newest `keep`."""
    return sorted(folder.glob(f"horloge-*{SUFFIX}"))[:-keep]
