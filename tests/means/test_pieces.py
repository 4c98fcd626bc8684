"""The list beside a map counts the pieces of a place in whole words, one or several, in each language."""

from __future__ import annotations

import re

import pytest

from app.words.catalogue import Words, words_of
from app.words.reader import Reader, reader_of
from tests.games.tiny import GAME
from tests.means.specimens import specimen


@pytest.mark.parametrize(
    ("language", "in_spain", "at_sea"),
    [
        ("en", ["Red 1 cube", "Green 3 discs"], ["Blue 1 disc"]),
        ("it", ["Rosso 1 cubo", "Verde 3 dischi"], ["Blu 1 disco"]),
        ("es", ["Rojo 1 cubo", "Verde 3 discos"], ["Azul 1 disco"]),
    ],
)
def test_the_list_of_a_map_counts_pieces_in_words(language: str, in_spain: list[str], at_sea: list[str]) -> None:
    html = specimen("map", language)
    assert (there(html, "spain"), there(html, "north_sea")) == (in_spain, at_sea)


def there(html: str, place: str) -> list[str]:
    entry = html.split(f'-of-{place}"')[1].split('class="map-there">')[1].split("</small>")[0]
    pieces = re.findall(r'<span><i.*?</i><span class="sr">(.*?)</span> (.*?)</span>', entry)
    return [" ".join(one) for one in pieces]


def test_a_game_counts_pieces_of_its_own_in_its_own_words() -> None:
    """Planted: the game has armies."""
    said = words_of("en", GAME.key)
    own = {f"piece.{GAME.key}.army": ("{n} army", "{n} armies"), f"piece.{GAME.key}.cube": ("{n} envoy", "{n} envoys")}
    reader = Reader(GAME, Words("en", dict(said.sentences) | own, said.plural))
    assert [reader.pieces(n, "army") for n in (0, 1, 2)] == ["0 armies", "1 army", "2 armies"]
    assert reader.pieces(2, "cube") == "2 envoys"


def test_a_shape_without_words_is_named_as_it_can_be() -> None:
    assert reader_of(GAME, "en").pieces(3, "old_fort") == "3 Old fort"
