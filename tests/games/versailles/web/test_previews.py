"""Previews and forms of Versailles 1919 warn of units, secret maximums and mutinies before anything is sent."""

from typing import Any

from app.decide.decision import own_parts
from app.words.reader import reader_of
from engine.core import registry
from engine.versailles.bidding import Bidding
from engine.versailles.choices import Bid, Deploy
from engine.versailles.state import Settlement
from tests.app.decide.test_preview import preview, room_of


def test_a_ceiling_asks_only_for_units_that_could_be_bid() -> None:
    game = registry.game("versailles")
    reader, asked = reader_of(game, "en"), 'name="set_ceiling.units"'
    state: Any = game.start(4, seed="5eed" * 16)
    state.settled["constantinople"] = Settlement("uk")
    assert 'max="3"' in str(own_parts(room_of(game, state), ("uk",), reader)["aside"]).split(asked)[1].split(">")[0]
    state.agenda.append(Bidding("constantinople", "middle_east", ("uk", "france"), "uk"))
    state.units_available["uk"] = 1
    now = str(own_parts(room_of(game, state), ("uk",), reader)["decision"])
    assert 'max="1"' in now.split(asked)[1].split(">")[0]
    assert "set_ceiling.local" not in now
    state.units_available["uk"] = 0
    assert asked not in str(own_parts(room_of(game, state), ("uk",), reader)["decision"])
    state.deployed["uk"]["middle_east"] = 6
    assert "set_ceiling.local" in str(own_parts(room_of(game, state), ("uk",), reader)["decision"])


def test_a_bid_says_that_winning_by_it_brings_a_mutiny() -> None:
    """6.2, 10.4: from 11 to 10 one unit of three has to go home; from 12 to 11 none has."""
    game = registry.game("versailles")
    state: Any = game.start(4, seed="5eed" * 16)
    state.settled["constantinople"] = Settlement("uk")
    state.agenda.append(Bidding("constantinople", "middle_east", ("uk", "france"), "uk"))
    state.units_available["uk"], state.units_exhausted["uk"] = 1, 2
    told = {}
    for state.happiness["uk"] in (11, 12):
        asked = str(own_parts(room_of(game, state), ("uk",), reader_of(game, "en"))["decision"])
        seen = preview(game, state, "uk", Bid(1, False, 0))
        told[state.happiness["uk"]] = ("mutiny" in asked.split("<details")[0], "mutiny" in seen)
        assert "mutiny" not in preview(game, state, "uk", Bid(0, False, 3)), "cubes cost no happiness"
    assert told == {11: (True, True), 12: (False, False)}


def test_what_ends_in_a_mutiny_at_once_says_so() -> None:
    game = registry.game("versailles")
    state: Any = game.start(4, seed="5eed" * 16)
    side = state.player
    for state.happiness[side], said in ((11, True), (20, False)):
        assert ("mutiny: a unit goes home" in preview(game, state, side, Deploy("africa", 7))) is said
