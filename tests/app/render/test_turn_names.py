"""A game names its turns in its own words, wherever the site names one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from app.api.converting import turn_of
from app.features.replay.toolbar import Bar
from app.render.parts import draw
from app.words.catalogue import words_of
from app.words.plain import PlainReader
from engine.core.phrase import Phrase
from tests.games.tiny import GAME
from tests.support.games import showing
from tests.support.process import Process, board

MONTHS = ("january", "february", "march")
SENTENCES = {
    "phrase.antechamber.month": ("{month} {year}",),
    "word.antechamber.march": ("March",),
    "turns.antechamber": ("{n} month", "{n} months"),
}


def month(turn: int) -> Phrase:
    year, number = divmod(turn, 12)
    return Phrase("phrase.antechamber.month", {"month": MONTHS[number], "year": str(year)})


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> PlainReader:
    words = words_of("en", GAME.key)
    for key, sentence in SENTENCES.items():
        monkeypatch.setitem(words.sentences, key, sentence)
    return PlainReader(showing(GAME, turn_name=month), words)


MARCH_1934 = 1934 * 12 + 2


def test_a_turn_is_said_as_the_game_says_it(reader: PlainReader) -> None:
    assert reader.turn(MARCH_1934) == "March 1934"
    bar = Bar("key", 4, 9, SimpleNamespace(), MARCH_1934, [])  # type: ignore[arg-type]
    assert "<span>March 1934</span>" in draw("replay/where.html", reader, bar=bar, news=[], swapped=True)


@pytest.mark.parametrize(("language", "said"), [("en", "turn 3"), ("it", "turno 3"), ("es", "turno 3")])
def test_a_game_that_does_not_say_its_turns_has_them_numbered(language: str, said: str) -> None:
    assert PlainReader(GAME, words_of(language, GAME.key)).turn(3) == said


def test_turns_are_counted_by_what_the_game_calls_them(reader: PlainReader) -> None:
    assert "You watch 2 months behind" in draw("play/parts/head.html", reader, table=with_behind(2))
    plain = PlainReader(GAME, words_of("it", GAME.key))
    assert "Guardi con 1 turno di ritardo" in draw("play/parts/head.html", plain, table=with_behind(1))


def with_behind(turns: int) -> SimpleNamespace:
    return SimpleNamespace(title="A table", game="", kind="game", rated=False, behind=turns)


async def test_calls_tell_the_turn_of_a_position_and_how_it_is_said(process: Process, reader: PlainReader) -> None:
    position = board(await process.opened())
    assert turn_of(position, reader) == (0, "January 0")
