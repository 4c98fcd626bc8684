"""The outcome of a finished game follows from its log and its last position, and from nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.model.results.outcome import Answers, Ended, Entry, Outcome, Sitter, outcome
from engine.core import door, registry
from engine.core.game import AnyGame, Opening
from engine.core.state import AnyState
from tests.games.tiny import GAME
from tests.games.tiny.state import Antechamber, Options

AT = datetime(2026, 3, 1, tzinfo=UTC)
PEOPLE = {"red": 1, "blue": 2, "green": 3}
SITTERS = tuple(Sitter(number, (side,), person) for number, (side, person) in enumerate(PEOPLE.items()))


def played(sides: tuple[str, ...] = tuple(PEOPLE), seed: str = "5eed" * 16, rigged: Any = None) -> Ended:
    """Play some game of people to the end."""
    opened = Opening(sides, Options(1), seed, rigged or {}, players=len(sides))
    opening, _ = GAME.open(opened)
    position, chance = GAME.clone(opening), Random(5)
    log: list[Entry] = []
    while position.agenda:
        side, menu = next(iter(door.waiting(GAME, position).items()))
        choice = menu.sample(chance)
        door.apply(GAME, position, side, choice)
        log.append(Entry(side, f"{PEOPLE[side]}.k.0.{len(log)}", msgspec.json.encode(choice).decode()))
    sitters = SITTERS[: len(sides)]
    return Ended(7, AT, AT + timedelta(days=3), sitters, True, opening, position, log, timed=True)


def told(ended: Ended) -> Outcome:
    return outcome(GAME, ended)


def sent_by(ended: Ended, number: int, sender: str) -> Ended:
    """Return the same game with one entry from another sender."""
    log = [*ended.log]
    log[number] = replace(log[number], key=f"{sender}.0.{number}")
    return replace(ended, log=log)


def test_a_game_of_people_who_wanted_it_counts() -> None:
    found = told(played())
    assert (found.rated, found.people, found.void, found.players) == (True, True, "", 3)
    assert found.decisions == len([entry for entry in played().log if "do" in entry.choice])
    assert found.turns == 3


def test_places_points_and_shares_are_those_of_the_score_sheet() -> None:
    game: AnyGame = GAME
    ended = played()
    found = told(ended)
    assert {one.sides[0]: one.points for one in found.placings} == game.totals(ended.last)
    for place, level in enumerate(game.ranking(ended.last)):
        ahead = sum(len(other) for other in game.ranking(ended.last)[:place])
        assert {one.rank for one in found.placings if one.sides[0] in level} == {ahead + 1}
    assert sum(one.share for one in found.placings) == pytest.approx(1)


def test_who_ties_for_the_victory_shares_it() -> None:
    ended = played()
    last = ended.last
    assert isinstance(last, Antechamber)
    last.published, last.coins = {side: [] for side in last.sides}, last.coins | dict.fromkeys(last.sides, 5)
    found = told(ended)
    assert {(one.rank, one.share) for one in found.placings} == {(1, 1 / 3)}


def test_what_the_game_tells_sides_apart_by_is_kept() -> None:
    assert all(one.facts == {one.sides[0]: {"order": "none"}} for one in told(played()).placings)


@pytest.mark.parametrize("sender", ["bot", "guide", "4", "2"])
def test_a_seat_that_somebody_else_played_from_makes_it_count_for_nobody(sender: str) -> None:
    """The sender is a bot, a lesson, a stranger or another player."""
    found = told(sent_by(played(), 0, sender))
    assert (found.rated, found.people, found.void) == (False, False, "")


@pytest.mark.parametrize(
    "sitters",
    [
        (*SITTERS[:2], Sitter(2, ("green",), None, "random")),
        (*SITTERS[:2], Sitter(2, ("green",), None)),
        (*SITTERS[:2], Sitter(2, ("green",), 1)),
    ],
    ids=["a bot", "nobody", "somebody twice"],
)
def test_it_takes_a_person_of_its_own_on_every_seat(sitters: tuple[Sitter, ...]) -> None:
    assert not told(replace(played(), sitters=sitters)).rated


def test_time_that_ran_out_leaves_the_game_that_of_its_people() -> None:
    assert told(sent_by(played(), 0, "timeout")).rated


def test_a_table_that_did_not_want_it_is_not_rated() -> None:
    found = told(replace(played(), rated=False))
    assert (found.rated, found.people) == (False, True)


def test_outcomes_given_in_advance_make_it_void() -> None:
    scandals: Any = {"scandal": [1] * 20}
    found = told(played(rigged=scandals))
    assert (found.rated, found.void) == (False, "rigged")


def test_a_game_that_was_ended_by_agreement_is_void() -> None:
    ended = played()
    found = told(replace(ended, log=[*ended.log, Entry("red", "motion.1", '{"do":"end"}')]))
    assert (found.rated, found.void, found.decisions) == (False, "agreed", told(ended).decisions)


def test_a_game_that_was_stopped_in_the_middle_is_not_rated() -> None:
    ended = played()
    assert not told(replace(ended, last=ended.opening)).rated


def test_somebody_alone_is_not_rated() -> None:
    found = told(replace(played(), sitters=(Sitter(0, ("red", "blue", "green"), 1),), log=[]))
    assert (found.rated, found.people, found.players) == (False, True, 1)


def test_answers_in_time_are_counted_for_each_and_what_was_late_for_whose_turn_it_was() -> None:
    ended = played()
    first = ended.log[0]
    found = told(sent_by(ended, 0, "timeout"))
    asked = {person: sum(entry.side == side for entry in ended.log) for side, person in PEOPLE.items()}
    late = PEOPLE[first.side]
    assert set(found.answers) == {Answers(one, asked[one], int(one == late)) for one in asked}


def test_going_back_and_what_is_done_out_of_turn_is_no_decision() -> None:
    ended = played()
    more = [
        Entry("red", "1.k.0.90", '{"do":"order","pass_in":"none"}'),
        Entry("red", "1.k.0.91", '{"do":"back","to":3}'),
    ]
    assert told(replace(ended, log=[*ended.log, *more])).decisions == told(ended).decisions


def test_without_a_clock_nobody_is_in_time_or_late() -> None:
    assert told(replace(played(), timed=False)).answers == ()


@pytest.mark.parametrize("key", [*registry.games()])
def test_every_game_can_say_what_its_finished_games_say(key: str) -> None:
    """Whole games for every number of players: places from 1 on, the victory once, words as facts."""
    game: AnyGame = registry.game(key)
    for players in game.players:
        seats, last = game.seating(players, game.options()), last_position(game, players)
        sitters = tuple(Sitter(number, sides, number + 1) for number, sides in enumerate(seats))
        found = outcome(game, Ended(1, AT, AT, sitters, True, last, last, []))
        assert min(one.rank for one in found.placings) == 1 or players == 1
        assert sum(one.share for one in found.placings) == pytest.approx(1) or players == 1
        assert all(
            isinstance(it, str) for one in found.placings for facts in one.facts.values() for it in facts.values()
        )


def last_position(game: AnyGame, players: int) -> AnyState:
    chance = Random(players)
    position: AnyState = game.start(players, "5eed" * 16)
    while position.agenda:
        side, menu = next(iter(door.waiting(game, position).items()))
        door.apply(
            game,
            position,
            side,
            game.caretaker(position, side, menu, chance) if chance.random() < 0.3 else menu.sample(chance),
        )
    return position
