"""Calls for playing: a side's view and its choices, checks and previews of a choice, and moves. A caller sees and
decides for their own sides only, one at a time: the one they name, else the one that has to decide.
"""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import msgspec
from fastapi import Query
from msgspec import Meta, Struct

from app.api.caller import Caller, CallerDep
from app.api.converting import plain, question, refusal_body, running_table, sentences, turn_of
from app.api.declaring import Calls
from app.api.request_bodies import body
from app.api.schemas.game import Acted, Answers, Choices, Foreseen, Refused, Rehearsal, Table, Verdict, View
from app.api.viewing_side import Eyes, looking
from app.base.time_limit import OverBudget, budget
from app.decide.answer_kinds import tag_of
from app.decide.decision import Draft
from app.decide.submitting import NotYourSeat, Posted, Sent, act, look, side_for
from app.decide.undo import Wanted, mover, own_answers, undo
from app.decide.votes import Move, move_at, moved
from app.model.refusals import Accepted, Answer
from app.model.scopes import PLAY, READ
from app.model.statuses import status_of
from app.render.scene import scene_now
from app.rooms.room import Room
from app.web.problems import Problem
from app.web.services import TableKey
from app.words.plain import PlainReader
from engine.core import door
from engine.core.game import AnyGame
from engine.core.menu import Menu
from engine.core.refusal import Refusal
from engine.core.rehearsal import Rehearsed

calls = Calls("play")

MOST_CHOICES = 200
Named = Annotated[str, Query(max_length=64, description="One of one's own sides; empty: the one that is waited for.")]
Listed = Annotated[int, Query(ge=0, le=MOST_CHOICES, description="How many choices of each menu at most.")]


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that is only checked or previewed."""

    choice: msgspec.Raw
    side: Annotated[str, Meta(max_length=64)] = ""


CHOICE = {"choice": {"do": "{do}"}}


@calls.get("/tables/{key}/view", scope=READ)
async def view(caller: CallerDep, key: TableKey, side: Eyes = "") -> View:
    """The position as one of the caller's sides sees it, or as spectators do."""
    room = await caller.room(key)
    seen = looking(room, caller, side)
    scene = scene_now(room, seen.side)
    position = room.sight((seen.side,) if seen.side else ()).position
    turn = turn_of(position, caller.reader(room.game))
    return View(room.epoch, scene.table.sequence, seen.side, msgspec.to_builtins(scene.view), *turn)


@calls.get("/tables/{key}/choices", scope=READ)
async def choices(caller: CallerDep, key: TableKey, side: Named = "", limit: Listed = 100) -> Choices:
    """The present choices of one of the caller's sides: each menu with its description and legal choices, at most as
    many as asked for."""
    room = await caller.room(key)
    own = side_for(room, caller.signed_in(), side)
    game, position = room.game, room.position
    scene = scene_now(room, own)
    playing = room.status == "playing"
    try:
        with budget():
            asides = game.out_of_turn.step.waiting(position) if game.out_of_turn.choices else {}
            menus = [
                of.get(own) if playing else None
                for of in (door.waiting(game, position), game.out_of_turn.awaited(position), asides)
            ]
            asked, offered, aside = (
                [answers(game, part, limit) for part in menu.parts() if part] if menu else [] for menu in menus
            )
    except OverBudget as error:
        raise Problem(503, "unavailable") from error
    last = room.undo.last(mover(room, (own,))) if playing else None
    back = last.to if last else None
    sealed = (
        next((msgspec.to_builtins(answer) for _, answer, _ in own_answers(room, (own,))), None) if playing else None
    )
    return Choices(room.epoch, room.sequence, own, question(scene, caller), asked, offered, aside, back, sealed)


def answers(game: AnyGame, menu: Menu, limit: int) -> Answers:
    listed = list(islice(menu, limit + 1))
    kinds = [tag_of(kind) for kind in game.choices if kind in menu.types]
    described = msgspec.to_builtins(menu.describe())
    return Answers(kinds, plain(listed[:limit]), len(listed) <= limit, described)


@calls.post("/tables/{key}/explain", scope=READ, example=CHOICE)
async def explain(caller: CallerDep, key: TableKey, tried: Annotated[Tried, body(Tried)]) -> Verdict:
    """Check whether a choice is legal now, and why not. Nothing is changed."""
    room = await caller.room(key)
    own = side_for(room, caller.signed_in(), tried.side)
    try:
        with budget():
            refusal = door.explain(room.game, room.position, own, bytes(tried.choice))
    except OverBudget as error:
        raise Problem(503, "unavailable") from error
    return Verdict(refusal is None, refusal_body(refusal, caller.reader(room.game)) if refusal else None)


@calls.post("/tables/{key}/foresee", scope=READ, example=CHOICE)
async def foresee(caller: CallerDep, key: TableKey, tried: Annotated[Tried, body(Tried)]) -> Foreseen:
    """Preview what a choice would lead to, as far as that is certain. Nothing is changed."""
    room = await caller.room(key)
    own = side_for(room, caller.signed_in(), tried.side)
    found = look(room, own, Sent("look", room.epoch, room.sequence, own, tried.choice))
    if isinstance(found, Refusal):
        raise not_accepted(room, found, caller)
    seen = found.foreseen
    assert seen
    reader = caller.reader(room.game)
    answers = [rehearsal(one, reader) for one in seen.answers]
    return Foreseen(seen.certain, plain(seen.news), sentences(seen.news, reader), answers, seen.alone)


def rehearsal(one: Rehearsed, reader: PlainReader) -> Rehearsal:
    answer, said = None, ""
    if one.answer and not one.refusal:
        answer, said = msgspec.to_builtins(one.answer), reader.choice(one.answer, one.question).striptags()
    question = reader.question(one.question).striptags()
    return Rehearsal(question, answer, said, sentences(list(one.told), reader))


@calls.post("/tables/{key}/act", scope=PLAY, example={"key": "a-key-of-ones-own", "epoch": 0, "sequence": 12} | CHOICE)
async def act_at(caller: CallerDep, key: TableKey, posted: Annotated[Posted, body(Posted)]) -> Acted:
    """Make a choice. `epoch` and `sequence` are the position that was seen. The same key at the same position with the
    same choice gets the same answer again, so after a lost answer send everything again."""
    room, person = await caller.room(key), caller.signed_in()
    if not room.sides_of(person):
        raise NotYourSeat
    answer = await room.finish(act(room, person, posted.sent()))
    assert not isinstance(answer, Draft)
    return acted(room, answer, caller)


@calls.post(
    "/tables/{key}/undo", scope=PLAY, example={"key": "a-key-of-ones-own", "epoch": 0, "sequence": 12, "to": 11}
)
async def take_back(caller: CallerDep, key: TableKey, wanted: Annotated[Wanted, body(Wanted)]) -> Acted:
    """Take back what the caller's side chose since the position `to`, as far as nothing was drawn or shown since and no
    other side chose. It is recorded like a choice, with the same rules for keys."""
    room, person = await caller.room(key), caller.signed_in()
    return acted(room, await undo(room, person, wanted), caller)


@calls.post("/tables/{key}/motion", scope=PLAY, example={"epoch": 0, "sequence": 12, "ask": 11})
async def move_for(caller: CallerDep, key: TableKey, move: Annotated[Move, body(Move)]) -> Table:
    """Start or answer a vote of the table. `ask` proposes to go back to before a choice of one's own (its sequence),
    `propose` to end the game as it stands, to replace a player who is away, to pause, resume or extend the clock;
    `agree`, `refuse` and `withdraw` take the number of the vote. Once it passes, it is carried out."""
    room, person = await caller.room(key), caller.signed_in()
    outcome = await move_at(room, person, moved(msgspec.to_builtins(move)))
    if isinstance(outcome, Refusal):
        raise not_accepted(room, outcome, caller)
    return running_table(room, caller)


def acted(room: Room, answer: Answer, caller: Caller) -> Acted:
    if not isinstance(answer, Accepted):
        raise not_accepted(room, answer, caller)
    reader = caller.reader(room.game)
    return Acted(answer.epoch, answer.sequence, plain(answer.news), sentences(answer.news, reader))


def not_accepted(room: Room, refusal: Refusal, caller: Caller) -> Problem:
    said: Refused = refusal_body(refusal, caller.reader(room.game))
    return Problem(status_of(refusal), said.error, said.message, **said.facts)
