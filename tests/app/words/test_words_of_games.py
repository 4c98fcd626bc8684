"""Every game with catalogues has a text for everything that can come up, whatever its own tests look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec import Struct

from app.model.notification_kinds import KINDS
from app.words.catalogue import LANGUAGES, folders, words_of
from engine.core import registry
from engine.core.choice import Choice
from engine.core.game import AnyGame, Opening
from engine.core.naming import snake
from engine.core.step import Waiting
from tests.support.games import TEST_GAMES

registry.add(TEST_GAMES)
GAMES = [key for key in registry.games() if folders(key)]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return registry.game(request.param)


@pytest.fixture(params=LANGUAGES)
def keys(request: pytest.FixtureRequest, game: AnyGame) -> set[str]:
    return set(words_of(request.param, game.key).sentences)


def unsaid(keys: set[str], wanted: Iterable[str]) -> set[str]:
    """Return the keys without a sentence, counting variants (`entry.chess.moved.taking`)."""
    begun = {key.rpartition(".")[0] for key in keys} | {".".join(key.split(".")[:3]) for key in keys}
    return set(wanted) - keys - begun


def tagged(kind: str, game: AnyGame, types: Iterable[type[Struct]]) -> Iterator[str]:
    return (f"{kind}.{game.key}.{one.__struct_config__.tag}" for one in types)


def test_every_entry_choice_and_question_has_a_sentence(game: AnyGame, keys: set[str]) -> None:
    waiting = [step for step in game.steps if issubclass(step, Waiting)]
    assert unsaid(keys, tagged("entry", game, game.entries)) == set()
    assert unsaid(keys, tagged("do", game, game.choices)) == set()
    assert unsaid(keys, tagged("ask", game, waiting)) == set()


def test_every_side_and_bot_has_a_name(game: AnyGame, keys: set[str]) -> None:
    sides = {side for players in game.players for side in game.sides(players)}
    assert unsaid(keys, (f"side.{game.key}.{side}" for side in sides)) == set()
    assert unsaid(keys, (f"bot.{game.key}.{bot}" for bot in game.bots)) == set()


def test_every_alert_and_topic_has_its_words(game: AnyGame, keys: set[str]) -> None:
    alerts = [f"alert.{game.key}.{kind.name}" for kind in game.out_of_turn.alert_kinds]
    topics = {f"topic.{game.key}.{topic.key}" for topic in game.showing.topics}
    assert ({*alerts, *(f"{alert}.wish" for alert in alerts)} | topics) - keys == set()


def test_no_alert_is_called_like_a_kind_of_notice_of_the_site(game: AnyGame, keys: set[str]) -> None:
    assert {kind.name for kind in game.out_of_turn.alert_kinds} & {*KINDS} == set()


def test_every_source_of_chance_has_a_name(game: AnyGame, keys: set[str]) -> None:
    sources = {name for players in game.players for name in game.sources(Opening(game.sides(players), game.options()))}
    assert unsaid(keys, (f"source.{game.key}.{name}" for name in sources | game.open_sources)) == set()


def test_every_field_of_the_view_has_a_label(game: AnyGame, keys: set[str]) -> None:
    """Except structs that have a sentence, and choices and steps shown in a view."""
    view = get_type_hints(game.view)["return"]
    wanted = {f"field.{game.key}.{name}" for name in fields_of(view, game, keys)}
    assert unsaid(keys, wanted) == set()


def fields_of(kind: Any, game: AnyGame, keys: set[str]) -> Iterator[str]:
    for part in get_args(kind):
        yield from fields_of(part, game, keys)
    told = not unsaid(keys, [f"phrase.{game.key}.{snake(getattr(kind, '__name__', ''))}"])
    if isinstance(kind, type) and issubclass(kind, Struct) and not issubclass(kind, Choice) and not told:
        for field in msgspec.structs.fields(kind):
            yield field.name
            yield from fields_of(field.type, game, keys)


def test_what_is_missing_is_found() -> None:
    keys = {"entry.chess.moved.taking", "entry.chess.castled"}
    assert unsaid(keys, {f"entry.chess.{tag}" for tag in ("moved", "castled", "taking")}) == {"entry.chess.taking"}
