"""A table of 1933 whose players answer in secret and at once, or leave everything in advance: in one process and in
two, nothing is lost, nobody learns what others sealed, and months that nobody waits for run by themselves."""

from __future__ import annotations

import asyncio
from typing import Any

from app.model.refusals import Accepted
from app.rooms.room import Room
from app.rooms.rooms import open_room
from engine.core.door import waiting
from engine.core.journal import seen
from engine.core.sealed import sealed_step
from engine.core.state import encode
from engine.nineteen33 import suggestions
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import MonthBegan
from engine.nineteen33.orders import LeaveAnswers, LeavePlan, PassTurns
from engine.nineteen33.plans import Planning
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.year import Placing
from tests.support.process import Process, act, acted

SEED = "33" * 32


async def opened(process: Process) -> Room:
    key = await open_room(process.rooms.store, GAME, "1933", ("", "", ""), b'{"years": 1}', seed=SEED)
    return await process.room(key)


def board(room: Room) -> Nineteen33:
    position = room.position
    assert isinstance(position, Nineteen33)
    return position


def step(room: Room) -> Any:
    return room.position.agenda[-1]


async def at_plans(process: Process) -> Room:
    """Up to the first plans everybody takes what is suggested."""
    room, number = await opened(process), 0
    while not isinstance(step(room), Planning):
        side, menu = next(iter(waiting(GAME, room.position).items()))
        number += 1
        await acted(room, side, next(iter(menu)), f"first.{number}")
    return room


async def test_two_who_answer_one_secret_step_in_the_same_instant_are_both_heard(
    process: Process, other_process: Process
) -> None:
    here = await opened(process)
    there = await other_process.room(here.key)
    assert isinstance(step(here), Placing)
    looked_at = here.sequence
    answers = await asyncio.gather(
        act(here, "france", suggestions.placement("france"), "a", seen=looked_at),
        act(there, "germany", suggestions.placement("germany"), "b", seen=looked_at),
    )
    assert [type(answer) for answer in answers] == [Accepted, Accepted]
    await here.refresh()
    await there.refresh()
    assert encode(here.position) == encode(there.position)
    sealed = sealed_step(here.position)
    assert sealed is not None
    assert [*sealed.given] == ["france", "germany"]
    assert here.waiting == there.waiting == ("soviet_union",)


async def test_the_last_two_who_answer_at_once_open_the_step_once(process: Process, other_process: Process) -> None:
    here = await opened(process)
    there = await other_process.room(here.key)
    await acted(here, "france", suggestions.placement("france"), "a")
    await there.refresh()
    looked_at = here.sequence
    answers = await asyncio.gather(
        act(here, "germany", suggestions.placement("germany"), "b", seen=looked_at),
        act(there, "soviet_union", suggestions.placement("soviet_union"), "c", seen=looked_at),
    )
    assert [type(answer) for answer in answers] == [Accepted, Accepted]
    await here.refresh()
    await there.refresh()
    assert encode(here.position) == encode(there.position)
    assert not isinstance(step(here), Placing)
    assert here.sequence == looked_at + 2


async def test_what_is_sealed_is_told_to_nobody_else(process: Process) -> None:
    room = await at_plans(process)
    side = room.waiting[0]
    answer = await acted(room, side, suggestions.plan(board(room), side), "plan")
    for other in (*board(room).sides, None):
        view: Any = GAME.view(board(room), other)
        assert (view.answer is not None) == (other == side)
        assert view.answered == (side,)
        assert other == side or not seen(answer.news, other)


async def test_a_month_is_played_through_by_standing_plans_alone(process: Process, other_process: Process) -> None:
    """Once the last of the orders is left nobody is waited for, month after month; another process sees the same."""
    here = await at_plans(process)
    for number, side in enumerate(board(here).sides):
        await acted(here, side, LeaveAnswers("stand_aside", "accept", "pay"), f"answers.{number}")
        await acted(here, side, PassTurns(4), f"pass.{number}")
    first, left = board(here).month, len(here.log)
    for number, side in enumerate(board(here).sides):
        await acted(here, side, LeavePlan(), f"plan.{number}")
    while here.unfinished:
        await asyncio.gather(*here.unfinished)
    began = [one.month for told in [*here.log][left:] for one in told.news if isinstance(one, MonthBegan)]
    assert began[:3] == [first + 1, first + 2, first + 3]
    assert board(here).month > first + 2
    there = await other_process.room(here.key)
    assert encode(there.position) == encode(here.position)
