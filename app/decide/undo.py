"""Going back, as players ask for it: the part of the page that offers it and shows the open vote, and what a form or a
program sent. `Room.go_back` does the work.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from markupsafe import Markup
from msgspec import Meta, Struct

from app.base.strict_json import no_field_twice
from app.decide.submitting import KEY, NotYourSeat
from app.decide.votes import Asking, asking_of, sentence
from app.model.forms import BadForm
from app.model.refusals import Answer
from app.render.parts import Piece, render
from app.rooms.loading import Told
from app.rooms.move import Move
from app.rooms.move_timing import time_is_up
from app.rooms.room import Room
from app.store.people.people import Person
from app.words.reader import Reader, joined
from engine.core.choice import Choice
from engine.core.journal import Entry, seen
from engine.core.refusal import Stale
from engine.core.sealed import AnswerWithdrawn, Sealed, sealed_step
from engine.core.state import Side
from engine.core.undo import Back, Taken, WentBack, kind_of

BACK = "back"
"""The name of the part."""
ASKED = 3
"""How many of one's own choices can be picked for a vote on going back."""
FIELDS = ("page", "epoch", "sequence", "to")


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to go back to the position of sequence `to`, made at another one under a request key."""

    key: Annotated[str, Meta(pattern=f"^{KEY.pattern}$")]
    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    to: Annotated[int, Meta(ge=0)]
    side: Side = ""


decode = msgspec.json.Decoder(Wanted).decode


def wanted(body: bytes) -> Wanted:
    """Read a request of a program. Raises BadForm."""
    try:
        read = decode(body)
        no_field_twice(body)
    except (ValueError, RecursionError) as error:
        raise BadForm from error
    return read


def filled(fields: Mapping[str, str]) -> Wanted:
    """Read the request of a form. Raises BadForm."""
    said = {"key": fields["page"]} | {name: fields[name] for name in FIELDS if name != "page"}
    try:
        return msgspec.convert(said, Wanted, strict=False)
    except msgspec.ValidationError as error:
        raise BadForm from error


async def undo(room: Room, person: Person, asked: Wanted) -> Answer:
    """Take back the last choices of one of this person's sides."""
    own = room.sides_of(person)
    if not own or (asked.side and asked.side not in own):
        raise NotYourSeat
    if asked.epoch != room.epoch:
        await room.refresh()
        return Stale(asked.sequence, room.sequence)
    key = f"{asked.key}.{asked.epoch}.{asked.sequence}"
    side = asked.side or mover(room, own)
    return await room.play(Move(side, Back(asked.to), key, asked.sequence, str(person.id)))


def mover(room: Room, own: tuple[Side, ...]) -> Side:
    """Return which of one's sides chose last."""
    return room.undo.side if room.undo.side in own else own[0]


def back(room: Room, own: tuple[Side, ...], reader: Reader) -> Markup:
    """Draw the open vote and, for the players of these sides, what they can take back and what they could propose. A
    lesson cannot go back."""
    playing = own and room.status == "playing" and not room.lesson
    said = None if room.sight(own).behind else asking_of(room)
    last = room.undo.last(mover(room, own)) if playing else None
    sealed = own_answers(room, own) if playing else []
    changeable = {side for side, *_ in sealed}
    asks = own_steps(room, own, last, changeable) if playing and not (said and may_not_ask(said, own)) else []
    if not (said or last or sealed or asks):
        return Markup()
    about = next((told for told in room.log if said and said.step and told.sequence == said.step), None)
    given = {
        "key": room.key,
        "said": said,
        "sentence": sentence(said, reader) if said else "",
        "told": first_told(about, own) if about else [],
        "last": last and (last.to, last.what),
        "sealed": sealed,
        "asks": asks,
        "own": own,
        "asker": bool(said and said.side in own),
        "voter": bool(said and set(own) & set(said.waiting)),
        "changing": bool(said and set(own) & {*said.agreed, *said.refused}),
        "agreed": bool(said and set(own) & set(said.agreed)),
    }
    depends = msgspec.json.encode(given | {"sentence": str(given["sentence"])})
    drawn = {"steps": partial(steps, room.key, asks, reader)}
    return render(Piece(BACK, "play/back.html", given | drawn, depends), reader)


def own_answers(room: Room, own: tuple[Side, ...]) -> list[tuple[Side, Choice, Sealed[Any, Any]]]:
    """Return the sealed answers of these sides that they may still change, each with the question."""
    step = sealed_step(room.position)
    given = step.given if step else {}
    those = (side for side in own if side in given and not time_is_up(room, side))
    return [(side, given[side], step.known_to(side)) for side in those] if step else []


def may_not_ask(said: Asking, own: tuple[Side, ...]) -> bool:
    """Tell whether these players may not propose now: while a vote is open, and after a "no"."""
    return not said.outcome or (said.kind == "take_back" and said.outcome == "declined" and said.side in own)


class OwnStep(Struct, frozen=True):
    """One of one's own choices: the number of its entry, its news, and its kind in case it told nothing."""

    number: int
    news: list[Entry]
    kind: str


def own_steps(room: Room, own: tuple[Side, ...], last: Taken | None, sealed: Container[Side]) -> list[OwnStep]:
    """Return one's own last choices that still stand but can only be taken back by a vote, the latest first."""
    free = room.undo.taken[0].step if last else room.sequence + 1
    found = islice(standing(room, own, free, sealed), ASKED)
    return [OwnStep(told.sequence, first_told(told, own), told.kind) for told in found]


def steps(key: str, found: Iterable[OwnStep], reader: Reader) -> Markup:
    """Draw these choices to pick from; each is drawn once and cached."""
    given = [{"key": key, "step": one.number, "news": one.news, "kind": one.kind} for one in found]
    return joined(render(Piece("", "play/ask_back.html", one, msgspec.json.encode(one)), reader) for one in given)


def standing(room: Room, own: tuple[Side, ...], free: int, sealed: Container[Side]) -> Iterator[Told]:
    """Yield one's own choices before an entry that were not taken back since, the latest first. Sealed answers and
    answers that were withdrawn are left out."""
    withdrawn, beside = (
        {side for side in own if side in sealed},
        {kind_of(one) for one in room.game.out_of_turn.choices},
    )
    for told in reversed(room.log):
        if WentBack in map(type, told.news):
            free = min([free, *(entry.step for entry in told.news if isinstance(entry, WentBack))])
        elif told.side not in own or told.sequence >= free:
            continue
        elif AnswerWithdrawn in map(type, told.news):
            withdrawn.add(told.side)
        elif told.side not in withdrawn or told.kind in beside:
            yield told
        else:
            withdrawn.remove(told.side)


def first_told(told: Told, own: tuple[Side, ...]) -> list[Entry]:
    """Return the first news of an entry for these players, as the side that acted knows it."""
    side = told.side if told.side in own else next(iter(own), None)
    return seen(told.news, side)[:1]
