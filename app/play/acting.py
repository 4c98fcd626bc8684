"""Acting at a table: what a form or a program sent becomes a choice, and what the room answers to it. Called by
play.routes; everything ends in Room.submit. Which sides somebody may act for is known from their session alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import SystemRandom
from typing import Annotated, Any

import msgspec
from fastapi import HTTPException
from msgspec import Meta, Struct

from app.accounts.forms import TOKEN, BadForm
from app.play.blanks import blanks_of, filled_in, names_of
from app.play.decision import Draft, Foreseen, asked_of
from app.play.offers import tag_of
from app.rooms.answers import Accepted, Answer, RoomFrozen
from app.rooms.budget import OverBudget, budget
from app.rooms.room import Room
from app.store.people import Person
from engine.core import door
from engine.core.choice import Choice
from engine.core.foresight import foresee
from engine.core.game import AnyGame
from engine.core.refusal import GameOver, Malformed, Refusal, Stale
from engine.core.state import Side

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
NUMBER = re.compile(r"[0-9]{1,9}")
OWN = {TOKEN, "page", "epoch", "sequence", "side", "do", "look", "back", "choice", "sure"}
"""Fields of the form that are not part of an answer."""
CONFLICTS = Stale | GameOver | RoomFrozen
"""Refused because of where the table is, not because of what was sent."""


class NotYourSeat(HTTPException):
    """Somebody acts for a side that they don't play."""

    which = "seat"

    def __init__(self) -> None:
        super().__init__(403)


class Sent(Struct, frozen=True):
    """What was sent: an answer under a key, seen at a position; perhaps only to be looked at."""

    key: Annotated[str, Meta(pattern=f"^{KEY.pattern}$")]
    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    side: str
    choice: msgspec.Raw
    tag: str = ""
    typed: dict[str, str] = {}
    look: bool = False
    sure: bool = False


class Posted(Struct, frozen=True, forbid_unknown_fields=True):
    """The same as a program sends it."""

    key: Annotated[str, Meta(pattern=f"^{KEY.pattern}$")]
    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    choice: msgspec.Raw
    side: str = ""


decode_posted = msgspec.json.Decoder(Posted).decode


def posted(body: bytes) -> Sent:
    try:
        said = decode_posted(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadForm from error
    return Sent(said.key, said.epoch, said.sequence, said.side, said.choice, sure=True)


def filled(game: AnyGame, fields: Mapping[str, str]) -> Sent | Draft:
    """What a form of ours sent; a Draft if it is not to be judged yet."""
    typed = {name: text for name, text in fields.items() if name not in OWN}
    tag = fields.get("do") or fields.get("look") or next(iter(typed), "").partition(".")[0]
    if not_ours(game, typed, tag, fields):
        raise BadForm
    if "back" in fields:
        return Draft(tag, typed)
    return Sent(
        fields["page"],
        int(fields["epoch"]),
        int(fields["sequence"]),
        fields.get("side", ""),
        msgspec.Raw(
            fields["choice"].encode() if "do" not in fields and "look" not in fields else built(game, tag, typed)
        ),
        tag,
        {name: text for name, text in typed.items() if name.startswith(f"{tag}.")},
        look="look" in fields,
        sure="sure" in fields,
    )


def not_ours(game: AnyGame, typed: Mapping[str, str], tag: str, fields: Mapping[str, str]) -> bool:
    """Whether no page of ours sends such fields."""
    kinds = kinds_of(game)
    known = {f"{name}.{inner}" for name, kind in kinds.items() for inner in names_of(blanks_of(kind) or ())}
    numbers = (fields.get("epoch", ""), fields.get("sequence", ""))
    return bool(
        set(typed) - known
        or (tag and tag not in kinds)
        or not KEY.fullmatch(fields.get("page", ""))
        or not all(map(NUMBER.fullmatch, numbers))
        or sum(name in fields for name in ("do", "look")) > 1
        or not fields.keys() & {"do", "look", "back", "choice"}
    )


def kinds_of(game: AnyGame) -> dict[str, type[Choice]]:
    return {tag_of(kind): kind for kind in game.choices}


def built(game: AnyGame, tag: str, typed: Mapping[str, str]) -> bytes:
    """The choice that was filled in, as it would come over the wire."""
    own = {name.removeprefix(f"{tag}."): text for name, text in typed.items() if name.startswith(f"{tag}.")}
    values: dict[str, Any] = filled_in(blanks_of(kinds_of(game)[tag]) or (), own)
    return msgspec.json.encode({"do": tag} | values)


def side_for(room: Room, person: Person, named: str) -> Side:
    """The side somebody acts for: of several, the one they name, else the one that is waited for."""
    own = room.sides_of(person)
    side = named or asked_of(room, own)
    if side is None or side not in own:
        raise NotYourSeat
    return side


async def act(room: Room, person: Person, sent: Sent) -> Answer | Draft:
    """Carry it out, or show what it would lead to if that was asked for or its sender wants to confirm everything."""
    side = side_for(room, person, sent.side)
    if sent.epoch != room.epoch:
        await room.refresh()
        return Stale(sent.sequence, room.sequence)
    if sent.look or (person.confirm and not sent.sure):
        return look(room, side, sent)
    key = f"{person.id}.{sent.key}.{sent.epoch}.{sent.sequence}"
    return await room.submit(side, bytes(sent.choice), key, sent.sequence)


def look(room: Room, side: Side, sent: Sent) -> Refusal | Draft:
    """What a choice would lead to, as far as it is certain; nothing is changed."""
    if sent.sequence != room.sequence:
        return Stale(sent.sequence, room.sequence)
    choice = door.decode(room.game, bytes(sent.choice))
    if isinstance(choice, Malformed):
        return choice
    try:
        with budget():
            if refusal := door.refusal(room.game, room.position, side, choice):
                return refusal
            known = room.game.redeal(room.position, side, SystemRandom())
            news, certain = foresee(room.game, known, side, choice)
    except OverBudget:
        news, certain = [], False
    return Draft(sent.tag, sent.typed, foreseen=Foreseen(choice, news, certain))


def status_of(answer: Answer | Draft) -> int:
    """What HTTP calls it."""
    if isinstance(answer, Accepted | Draft):
        return 200
    return 409 if isinstance(answer, CONFLICTS) else 422


def told_of(answer: Answer) -> dict[str, Any]:
    """An answer for programs."""
    if isinstance(answer, Accepted):
        return {"epoch": answer.epoch, "sequence": answer.sequence, "news": msgspec.to_builtins(answer.news)}
    return {"refusal": answer.key.partition(".")[2], "facts": msgspec.to_builtins(answer.facts)}
