"""The seats of every game can be drawn by lot at its start: nothing else in the game changes, all players are told, and
its record replays.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from app.words.catalogue import LANGUAGES
from app.words.reader import reader_of
from engine.core import registry
from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import random_answer
from engine.core.game import AnyGame
from engine.core.journal import seen
from engine.core.lots import SOURCES, Lots, SeatsDrawn
from engine.core.record import Replay, read, record_of
from engine.core.state import Side, fingerprint
from tests.core.walks import opening
from tests.support.games import TEST_GAMES, every_game

FEW = 30
"""The number of choices played in each game."""
GAMES = every_game()
TABLES = [pytest.param(game, n, id=f"{key}-{n}") for key, game in GAMES.items() for n in game.players]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])


def ways(game: AnyGame, players: int) -> Iterator[Lots]:
    yield Lots()
    if game.seats_die:
        yield Lots("die", (opening(players, 0, game).sides,))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_seat_is_given_out_and_the_game_is_as_it_would_be(game: AnyGame, players: int) -> None:
    plain = opening(players, 0, game)
    for lots in ways(game, players):
        state, news = game.open(replace(plain, lots=lots))
        drawn = news[0]
        assert isinstance(drawn, SeatsDrawn)
        assert sorted(drawn.seats) == sorted(game.seats_at(plain))
        assert state.sides == game.open(plain)[0].sides
        assert [*waiting(game, state)] != []


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_it_is_hidden_from_nobody_and_told_in_every_language(game: AnyGame, players: int) -> None:
    begun = opening(players, 0, game)
    for lots in ways(game, players):
        told = game.open(replace(begun, lots=lots))[1][:1]
        for side in (None, *begun.sides):
            assert seen(told, side) == told
        for language in LANGUAGES:
            reader = reader_of(game, language)
            said = str(reader.entry(told[0]).striptags())
            assert all(reader.name(side) in said for side in begun.sides)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_record_of_a_game_that_was_played_so_replays(game: AnyGame, players: int) -> None:
    for lots in ways(game, players):
        begun = replace(opening(players, 1, game), lots=lots)
        state = game.open(begun)[0]
        chosen: list[tuple[Side, Choice, str]] = []
        answer, rng = random_answer(game), Random(1)
        while state.agenda and len(chosen) < FEW:
            side, choice = answer(state, rng)
            apply(game, state, side, choice)
            chosen.append((side, choice, fingerprint(state)))
        again, record = read(msgspec.json.encode(record_of(game, begun, chosen)))
        assert record.lots == lots
        *_, (_, last, _) = Replay(again, record)
        assert last == state


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_source_of_a_game_is_called_like_those_of_seats(game: AnyGame) -> None:
    for players in game.players:
        assert not SOURCES & {*game.sources(opening(players, 0, game))}
