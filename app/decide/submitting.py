"""Acting at a table: turns what a form or a program sent into a choice, and gives it to `Room.play`. Which sides a
person may act for depends on their session alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import SystemRandom
from typing import Annotated, Any

import msgspec
from fastapi import HTTPException
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.base.strict_json import Twice, no_field_twice
from app.base.time_limit import OverBudget, budget
from app.decide.answer_kinds import tag_of
from app.decide.decision import PANELS, Draft, Foreseen, asked_of
from app.decide.form_fields import Blank, below, blanks_of, filled_in, names_of, typed_as
from app.decide.form_rows import listed, with_row, without_row
from app.decide.form_templates import DECISION
from app.decide.preview import finality
from app.decide.two_step_preview import First, first_of, goes_on
from app.model.forms import TOKEN, BadForm
from app.model.refusals import Accepted, Answer
from app.model.statuses import status_of
from app.rooms.move import read_move
from app.rooms.room import Room
from app.store.people.people import Person
from engine.core import door
from engine.core.choice import Choice
from engine.core.foresight import foresee
from engine.core.game import AnyGame
from engine.core.refusal import Malformed, Refusal, Stale
from engine.core.rehearsal import Rehearsed, rehearse
from engine.core.sealed import WithdrawAnswer
from engine.core.sides import written
from engine.core.state import AnyState, Side

KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")
NUMBER = re.compile(r"[0-9]{1,9}")
PLACE = {TOKEN, "page", "epoch", "sequence", "side", "panel"}
JUDGED = ("do", "choice", "withdraw", "suggested")
"""The buttons that submit an answer: a form by its kind of answer, an answer written out, the withdrawal of a side's
sealed answer, or an order written out that the page has tried out already."""
DRAWN = ("second", "alone", "back", "draw", "fill", "add", "drop")
"""The buttons that ask for a form: of the question after a choice, without that choice, as it was, with what was typed,
filled in with some answer, with one row more, with one row less."""
WRITTEN = ("choice", "first", "second", "suggested")
"""Fields that hold a written-out choice."""
OWN = PLACE | {*JUDGED, *DRAWN, "sure", "ahead", "first"}
"""Fields of the form that do not belong to an answer."""
WITHDRAWAL = msgspec.Raw(msgspec.json.encode(WithdrawAnswer()))


class NotYourSeat(HTTPException):
    """The person acts for a side that they do not play."""

    which = "seat"

    def __init__(self) -> None:
        super().__init__(403)


class Sent(Struct, frozen=True):
    """An answer that was sent, with its key and the position it was made at; perhaps only for a preview."""

    key: Annotated[str, Meta(pattern=f"^{KEY.pattern}$")]
    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    side: str
    choice: msgspec.Raw
    tag: str = ""
    typed: dict[str, str] = {}
    panel: str = DECISION
    look: bool = False
    sure: bool = False
    first: str = ""
    """A written-out choice that has to be carried out before it."""


class Posted(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer as a program sends it."""

    key: Annotated[str, Meta(pattern=f"^{KEY.pattern}$")]
    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    choice: msgspec.Raw
    side: str = ""

    def sent(self) -> Sent:
        return Sent(self.key, self.epoch, self.sequence, self.side, self.choice, sure=True)


decode_posted = msgspec.json.Decoder(Posted).decode


def read_body(body: bytes) -> Sent:
    try:
        read = decode_posted(body)
        no_field_twice(body)
    except (ValueError, RecursionError) as error:
        raise BadForm from error
    return read.sent()


def read_form(game: AnyGame, fields: Mapping[str, str]) -> Sent | Draft:
    """Read a form: an answer that was sent, or a Draft if the form is only to be drawn again. Raises BadForm."""
    typed = {name: text for name, text in fields.items() if name not in OWN}
    button = next((name for name in (*DRAWN, *JUDGED) if name in fields), "")
    written_out = (fields[name] for name in WRITTEN if name in fields)
    if not_ours(game, typed, fields) or not button or any(map(is_doubled, written_out)):
        raise BadForm
    panel, first = fields.get("panel", DECISION), fields.get("first", "")
    if button == "second":
        return Draft(panel=panel, first=fields[button])
    if button in DRAWN:
        return replace(redrawn(game, button, fields[button], typed, panel), first="" if button == "alone" else first)
    if button == "withdraw":
        return without_confirmation(fields, fields[button], WITHDRAWAL)
    if button == "suggested":
        return without_confirmation(fields, fields.get("side", ""), msgspec.Raw(fields[button].encode()))
    tag = "" if button == "choice" else fields[button]
    return Sent(
        fields["page"],
        int(fields["epoch"]),
        int(fields["sequence"]),
        fields.get("side", ""),
        msgspec.Raw(fields["choice"].encode() if button == "choice" else built(game, tag, typed)),
        tag,
        typed,
        panel,
        look="ahead" in fields,
        sure="sure" in fields,
        first=first,
    )


def without_confirmation(fields: Mapping[str, str], side: str, choice: msgspec.Raw) -> Sent:
    """Return what needs no confirmation: a withdrawal, since the same answer can be given again, and an order, since it
    can be taken back."""
    return Sent(fields["page"], int(fields["epoch"]), int(fields["sequence"]), side, choice, sure=True)


def is_doubled(choice: str) -> bool:
    """Tell whether a written-out answer has a field twice. An answer that cannot be read at all is refused later."""
    try:
        no_field_twice(choice)
    except Twice:
        return True
    except (ValueError, RecursionError):
        return False
    return False


def not_ours(game: AnyGame, typed: Mapping[str, str], fields: Mapping[str, str]) -> bool:
    """Tell whether these fields come from no form of this site."""
    numbers = (fields.get("epoch", ""), fields.get("sequence", ""))
    return bool(
        set(typed) - known_names(game)
        or ("do" in fields and fields["do"] not in kinds_of(game))
        or fields.get("panel", DECISION) not in PANELS
        or not KEY.fullmatch(fields.get("page", ""))
        or not all(map(NUMBER.fullmatch, numbers))
    )


@cache
def known_names(game: AnyGame) -> frozenset[str]:
    """Return all fields of all forms of a game."""
    kinds = kinds_of(game).items()
    return frozenset(f"{tag}.{inner}" for tag, kind in kinds for inner in names_of(blanks_of(kind) or ()))


def redrawn(game: AnyGame, button: str, value: str, typed: dict[str, str], panel: str) -> Draft:
    """Return the form to draw again: as it is filled in, filled in with some answer, or with other rows."""
    if button in ("alone", "back"):
        return Draft(value if value in kinds_of(game) else "", typed, panel=panel)
    if button == "fill":
        return filled_with(game, value, typed, panel)
    tag, _, place = value.partition(".")
    kind = kinds_of(game).get(tag)
    if kind is None:
        raise BadForm
    return Draft(tag, change_rows(blanks_of(kind) or (), button, place, typed, tag) if place else typed, panel=panel)


def filled_with(game: AnyGame, value: str, typed: dict[str, str], panel: str) -> Draft:
    """Return the form filled in with a written-out answer, to be changed."""
    choice = door.decode(game, value.encode())
    if isinstance(choice, Malformed):
        raise BadForm
    tag, blanks = tag_of(type(choice)), blanks_of(type(choice)) or ()
    others = {name: text for name, text in typed.items() if not name.startswith(f"{tag}.")}
    own = typed_as(blanks, msgspec.to_builtins(choice))
    return Draft(tag, others | {f"{tag}.{name}": text for name, text in own.items()}, panel=panel)


def change_rows(blanks: tuple[Blank, ...], button: str, place: str, typed: dict[str, str], tag: str) -> dict[str, str]:
    """Return the typed fields with one row more (`clauses.transfer`) or one less (`clauses.2`)."""
    name, _, which = place.rpartition(".")
    blank = listed(blanks, name)
    if blank is None or (button == "drop" and not NUMBER.fullmatch(which)):
        raise BadForm
    own = below(tag, typed)
    rows = with_row(blank, own, which) if button == "add" else without_row(blank, own, int(which))
    others = {field: text for field, text in typed.items() if not field.startswith(f"{tag}.")}
    return others | {f"{tag}.{field}": text for field, text in rows.items()}


@cache
def kinds_of(game: AnyGame) -> dict[str, type[Choice]]:
    return {tag_of(kind): kind for kind in game.choices}


def built(game: AnyGame, tag: str, typed: Mapping[str, str]) -> bytes:
    """Return the filled-in choice as it would come over the wire."""
    values: dict[str, Any] = filled_in(blanks_of(kinds_of(game)[tag]) or (), below(tag, typed))
    return msgspec.json.encode({"do": tag} | values)


def side_for(room: Room, person: Person, named: str) -> Side:
    """Return the side a person acts for: the one they name, else of their sides the one that has to decide. Raises
    NotYourSeat."""
    own = room.sides_of(person)
    side = named or asked_of(room, own)
    if side is None or side not in own:
        raise NotYourSeat
    return side


async def act(room: Room, person: Person, sent: Sent) -> Answer | Draft:
    """Carry an answer out, or return a preview that asks for confirmation: if the sender asked for one, confirms every
    move, or could not take it back. The caller must make sure that it is not cancelled."""
    side = side_for(room, person, sent.side)
    if sent.epoch != room.epoch:
        await room.refresh()
        return Stale(sent.sequence, room.sequence)
    if sent.first:
        return await act_twice(room, side, person, sent)
    if not sent.sure or sent.look:
        seen = look(room, side, sent)
        if sent.look or person.confirm or (isinstance(seen, Draft) and seen.foreseen and seen.foreseen.final):
            return seen
    return await play(room, side, person, sent, bytes(sent.choice), sent.sequence)


async def play(room: Room, side: Side, person: Person, sent: Sent, raw: bytes, sequence: int) -> Answer:
    """Play a choice. Its key is made of the page it was sent from and the position it answers."""
    key = f"{sent.key}.{sent.epoch}.{sequence}"
    move = read_move(room.game, side, raw, key, sequence, str(person.id))
    return move if isinstance(move, Malformed) else await room.play(move)


async def act_twice(room: Room, side: Side, person: Person, sent: Sent) -> Answer | Draft:
    """Preview two choices; carry them out one after the other once the sender has confirmed. If the first is refused or
    leads elsewhere than the preview showed, the second is left to be answered."""
    if not sent.sure or sent.look:
        return look_twice(room, side, sent)
    answer = await play(room, side, person, sent, sent.first.encode(), sent.sequence)
    if not isinstance(answer, Accepted):
        return answer
    return await play(room, side, person, sent, bytes(sent.choice), answer.sequence)


def look_twice(room: Room, side: Side, sent: Sent) -> Refusal | Draft:
    """Preview two choices as far as the outcome is certain, and change nothing."""
    if not room.current(side, sent.sequence):
        return Stale(sent.sequence, room.sequence)
    form = Draft(sent.tag, sent.typed, panel=sent.panel, first=sent.first)
    choice = door.decode(room.game, bytes(sent.choice))
    if isinstance(choice, Malformed):
        return replace(form, refusal=choice)
    try:
        first = first_of(room, side, sent.first.encode())
        if not isinstance(first, First):
            return first
        with budget():
            if refusal := door.refusal(room.game, first.position, side, choice):
                return replace(form, refusal=refusal)
            ahead = foresee(room.game, first.position, side, choice)
            views = first.before, room.game.view(ahead.after, side)
            final = finality(room.game, ahead, choice)
            seen = Foreseen(choice, [*first.news, *ahead.news], ahead.certain, *views, (), final, first=first)
    except OverBudget:
        return form
    return replace(form, foreseen=seen)


def look(room: Room, side: Side, sent: Sent) -> Refusal | Draft:
    """Preview a choice as far as the outcome is certain, and change nothing."""
    if not room.current(side, sent.sequence):
        return Stale(sent.sequence, room.sequence)
    choice = door.decode(room.game, bytes(sent.choice))
    if isinstance(choice, Malformed):
        return choice
    try:
        with budget():
            if refusal := door.refusal(room.game, room.position, side, choice) or room.astray(side, choice):
                return refusal
            known = room.game.redeal(room.position, side, SystemRandom())
            ahead = foresee(room.game, known, side, choice)
            views = room.game.view(known, side), room.game.view(ahead.after, side)
            out_of_turn = type(choice) in room.game.out_of_turn.choices
            answers = rehearsed_with(room.game, known, side, choice) if out_of_turn else ()
            final = finality(room.game, ahead, choice)
            more = not out_of_turn and goes_on(room.game, ahead, side) and room.lesson is None
            certain = ahead.certain or out_of_turn
            seen = Foreseen(choice, ahead.news, certain, *views, answers, final, ahead.alone, goes_on=more)
    except OverBudget:
        seen = Foreseen(choice, [], certain=False, final="chance")
    return Draft(sent.tag, sent.typed, foreseen=seen, panel=sent.panel)


def rehearsed_with(game: AnyGame, known: AnyState, side: Side, order: Choice) -> tuple[Rehearsed, ...]:
    """Return what the side's orders would answer from then on, if the choice changes that."""
    then = rehearse(game, known, side, order)
    return then if then != rehearse(game, known, side) else ()


def answered_with(answer: Answer | Draft) -> int:
    """Return the HTTP status of an answer."""
    refusal = answer.refusal if isinstance(answer, Draft) else answer
    return status_of(refusal) if isinstance(refusal, Refusal) else 200


def told_of(answer: Answer) -> dict[str, Any]:
    """Return an answer as JSON data for programs."""
    if isinstance(answer, Accepted):
        return {"epoch": answer.epoch, "sequence": answer.sequence, "news": msgspec.to_builtins(answer.news)}
    return {"refusal": answer.key.partition(".")[2], "facts": msgspec.to_builtins(answer.facts, enc_hook=written)}
