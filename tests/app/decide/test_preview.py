"""A preview shows figures before and after, and nothing that its viewer does not know."""

import html
import random
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from app.decide.decision import Draft, asked_of, own_parts
from app.decide.preview import differences
from app.decide.submitting import Sent, look
from app.rooms.late_answers import LateAnswers
from app.rooms.pending import asked_at
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.foresight import foresee
from engine.core.game import AnyGame
from engine.core.menu import Menu, OneOf
from tests.games.tiny import GAME
from tests.games.tiny.choices import Accept, Collect, Offer, Order
from tests.support.games import TEST_GAMES, out_of_turn

registry.add(TEST_GAMES)
GAMES = [(key, players) for key, game in registry.games().items() for players in game.players]
STEPS = 80


def room_of(game: AnyGame, state: Any) -> Any:
    return SimpleNamespace(
        key="k", game=game, position=state, sequence=state.sequence, status="playing", log=[],
        waiting=tuple(door.waiting(game, state)), awaited=tuple(game.out_of_turn.awaited(state)),
        current=lambda *_: True, astray=lambda *_: None, asked_at=partial(asked_at, game), late=LateAnswers(game, None),
        lesson=None,
    )  # fmt: skip


def preview(game: AnyGame, state: Any, side: str, choice: Any) -> str:
    room = room_of(game, state)
    seen = look(room, side, Sent("k", 0, state.sequence, side, msgspec.Raw(msgspec.json.encode(choice)), look=True))
    assert isinstance(seen, Draft)
    assert seen.foreseen
    return str(own_parts(room, (side,), reader_of(game, "en"), seen)["decision"])


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_a_preview_is_the_same_whatever_is_hidden(key: str, players: int) -> None:
    game, chance = registry.game(key), random.Random(players)
    state = game.start(players, seed="5eed" * 16)
    for _ in range(STEPS):
        if not state.agenda:
            break
        for side, menu in door.waiting(game, state).items():
            choice = menu.sample(chance)
            shown = {preview(game, game.redeal(state, side, chance), side, choice) for _ in range(2)}
            assert shown == {preview(game, state, side, choice)}
        side, menu = chance.choice([*door.waiting(game, state).items()])
        door.apply(game, state, side, menu.sample(chance))


def test_the_figures_that_would_be_others_are_told() -> None:
    state: Any = GAME.start(2, seed="5eed" * 16)
    after: Any = foresee(GAME, state, "red", Collect()).after
    reader = reader_of(GAME, "en")
    found = differences(reader, GAME.view(state, "red"), GAME.view(after, "red"))
    coins = state.coins["red"]
    assert (str(coins), str(coins + 2)) in [(str(one.before), str(one.after)) for one in found]


def test_whoever_has_an_offer_to_answer_finds_it_in_a_form_of_its_own() -> None:
    """The test makes the offers of this game wait for answers out of turn."""

    def awaited(state: Any) -> dict[str, Menu]:
        return {whisper.to: OneOf(Accept(whisper.by)) for whisper in state.whispers}

    game: Any = out_of_turn(GAME, awaited=awaited)
    state: Any = game.start(2, seed="5eed" * 16)
    reader = reader_of(game, "en")
    assert own_parts(room_of(game, state), ("blue",), reader)["offered"] == ""
    door.apply(game, state, "red", Offer("blue", 1))
    room = room_of(game, state)
    parts = own_parts(room, ("blue",), reader)
    assert '"do":"accept"' in html.unescape(parts["offered"])
    assert own_parts(room, ("red",), reader)["offered"] == ""
    assert asked_of(SimpleNamespace(waiting=("red",), awaited=("blue",)), ("green", "blue")) == "blue"  # type: ignore[arg-type]


def test_an_order_says_what_it_would_answer_before_it_is_left_and_while_it_stands() -> None:
    state: Any = GAME.start(2, seed="5eed" * 16)
    room, reader, heading = room_of(GAME, state), reader_of(GAME, "en"), "your orders would answer"
    assert heading not in str(own_parts(room, ("blue",), reader)["aside"])
    raw = msgspec.Raw(msgspec.json.encode(Order("every_auction")))
    seen = look(room, "blue", Sent("k", 0, state.sequence, "blue", raw, panel="aside", look=True))
    assert isinstance(seen, Draft)
    before = str(own_parts(room, ("blue",), reader, seen)["aside"])
    assert heading in before
    assert "<b>Pass</b>" in before
    door.apply(GAME, state, "blue", Order("every_auction"))
    standing = str(own_parts(room, ("blue",), reader)["aside"])
    assert "<b>Pass</b>" in standing.split(heading)[1].split("</section>")[0]
    assert heading not in str(own_parts(room, ("red",), reader)["aside"])
