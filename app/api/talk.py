"""Calls about talk at a table: its channels, reading and writing messages, reporting and muting."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from msgspec import Meta, Struct

from app.accounts.limits import TooMany
from app.accounts.programs import TALK
from app.api.answers import Channel, Channels, Done, Lines, Mute, Mutes, Said, Spoken
from app.api.bodies import body
from app.api.caller import Caller, CallerDep
from app.api.calls import Calls
from app.api.problems import Problem
from app.once import RequestKey
from app.services import TableKey
from app.store.talk import Line
from app.talk.channels import channel_of, channels_of, members
from app.talk.routes import line_of, reading, standing_at
from app.talk.saying import LINES, Unheard

calls = Calls("talk")

MOST = 100
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Name = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,200}$")]
ChannelName = Annotated[
    str, Path(pattern="^[a-z0-9_-]{1,200}$", description="table, watchers, or the sides that talk apart: france-italy.")
]
After = Annotated[int, Query(ge=0, le=2**31 - 1, description="Lines later than this one.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many lines at most.")]


class Say(Struct, frozen=True, forbid_unknown_fields=True, rename={"apart": "with"}):
    """A message for a channel, or for the sides to talk to in private (`with`)."""

    text: Annotated[str, Meta(max_length=4_000)]
    key: RequestKey | None = None
    channel: Annotated[str, Meta(max_length=200)] = ""
    apart: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=20)] = ()


class Read(Struct, frozen=True, forbid_unknown_fields=True):
    """A message of a channel."""

    channel: Name
    number: Number


class Objection(Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a message, with the reason."""

    channel: Name
    number: Number
    reason: Annotated[str, Meta(max_length=4_000)]


class Whom(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a person."""

    person: Annotated[int, Meta(ge=1, le=2**62)]


@calls.get("/tables/{key}/talk", scope=TALK)
async def channels(caller: CallerDep, key: TableKey) -> Channels:
    """The channels that the caller may read, with the number of the latest message and of unread ones."""
    who, store = await standing_at(caller.services, key, caller.person), caller.services.talk.store
    heads = (await store.heads([key]))[key]
    unread = await store.unread(who.person.id, who.table.id) if who.person else {}
    return Channels(
        [
            Channel(name, list(members(who.table, name)), heads.get(name, 0), unread.get(name, 0), who.writes(name))
            for name in channels_of(who, heads)
        ]
    )


@calls.get("/tables/{key}/talk/{channel}", scope=TALK)
async def lines(caller: CallerDep, key: TableKey, channel: ChannelName, after: After = 0, limit: Limit = 50) -> Lines:
    """The messages of a channel, in order. Those of people whom the caller has muted are marked."""
    who, store = await reading(caller.services, key, caller.person, channel), caller.services.talk.store
    found = await store.since(who.table.id, channel, after, limit)
    muted = {one.id for one in await store.muted_by(who.person.id)} if who.person else set()
    return Lines([spoken(line, muted) for line in found], found[-1].number if len(found) == limit else None)


def spoken(line: Line, muted: set[int]) -> Spoken:
    muted_here = line.person in muted
    return Spoken(line.number, *line.author, list(line.sides), line.text, line.sequence, line.at, muted_here)


@calls.post("/tables/{key}/talk", scope=TALK, example={"channel": "table", "text": "Good evening."})
async def say(caller: CallerDep, key: TableKey, line: Annotated[Say, body(Say)]) -> Said:
    """Write a message. With a key it is written once, however often it is sent."""
    person = caller.signed_in()
    who = await standing_at(caller.services, key, person)
    channel = line.channel or channel_of(who.table, {*line.apart, *who.own})
    try:
        return Said(channel, await caller.services.talk.say(who, channel, line.text, caller.asked(line.key, line)))
    except Unheard as unheard:
        raise unheard_as(caller, unheard) from unheard


@calls.post("/tables/{key}/talk/read", scope=TALK, example={"channel": "table", "number": 3})
async def read(caller: CallerDep, key: TableKey, seen: Annotated[Read, body(Read)]) -> Done:
    """Record how far the caller has read."""
    person = caller.signed_in()
    who = await reading(caller.services, key, person, seen.channel)
    await caller.services.talk.store.read(person.id, who.table.id, seen.channel, seen.number)
    return Done()


@calls.post("/tables/{key}/talk/report", scope=TALK, example={"channel": "table", "number": 3, "reason": "It is rude."})
async def report(caller: CallerDep, key: TableKey, about: Annotated[Objection, body(Objection)]) -> Done:
    """Report a message of another person to the moderators."""
    person = caller.signed_in()
    who, line = await line_of(caller.services, key, person, about.channel, about.number)
    try:
        await caller.services.talk.report(who, person, line, about.reason)
    except Unheard as unheard:
        raise unheard_as(caller, unheard) from unheard
    return Done()


@calls.get("/me/mutes", scope=TALK)
async def mutes(caller: CallerDep) -> Mutes:
    """The people whom the caller has muted."""
    found = await caller.services.talk.store.muted_by(caller.signed_in().id)
    return Mutes([Mute(one.id, one.name) for one in found])


@calls.post("/tables/{key}/talk/mute", scope=TALK, example={"channel": "table", "number": 3})
async def mute(caller: CallerDep, key: TableKey, seen: Annotated[Read, body(Read)]) -> Done:
    """Mute the author of a message, at all tables."""
    person = caller.signed_in()
    _, line = await line_of(caller.services, key, person, seen.channel, seen.number)
    assert line.person is not None
    await caller.services.talk.store.mute(person.id, line.person)
    return Done()


@calls.post("/me/mutes/end", scope=TALK, example={"person": 7})
async def unmute(caller: CallerDep, whom: Annotated[Whom, body(Whom)]) -> Done:
    """Unmute a person."""
    await caller.services.talk.store.unmute(caller.signed_in().id, whom.person)
    return Done()


def unheard_as(caller: Caller, unheard: Unheard) -> Problem | TooMany:
    if unheard.status == 429:
        return TooMany(LINES.seconds)
    return Problem(unheard.status, unheard.reason.rpartition(".")[2], caller.say(unheard.reason))
