"""docs/records.md is exact: its record replays, and no part of the format is left out. The records.md in each game's
folder has an example of each kind of choice, which can be read, and every source of chance.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from app.ops.record_check import verdict
from engine.core import registry
from engine.core.chance import Deck, Dice, Draw, Source
from engine.core.game import Opening
from engine.core.record import Record
from tests.support.games import TEST_GAMES, every_game

TEXT = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
GAMES = every_game()

KINDS: dict[type[Source], str] = {Deck: "A deck", Dice: "A die", Draw: "A draw"}

each_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])


def own_text(key: str) -> str:
    """Return the records.md of a game's folder."""
    path = registry.folder(key) / "records.md"
    assert path.exists(), f"{path} is missing"
    return path.read_text()


def examples(key: str) -> list[str]:
    """Return the lines of JSON in a game's records.md."""
    return [line for block in re.findall(r"```json\n(.*?)```", own_text(key), re.DOTALL) for line in block.splitlines()]


def test_the_record_that_is_shown_whole_holds_in_every_point(tmp_path: Path) -> None:
    (whole,) = (block for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL) if '"record": 1' in block)
    (tmp_path / "record.json").write_text(whole)
    judged = verdict(tmp_path / "record.json")
    assert judged.result == "same", str(judged)
    assert {"expect", "refused", "patches", "points", "rigged", "options", "hash"} <= set(
        re.findall(r'"(\w+)":', whole)
    )


def test_every_field_of_a_record_is_explained() -> None:
    table = TEXT.partition("## Field by field")[2].partition("###")[0]
    explained = [
        name for cell in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)
    ]
    assert sorted(explained) == sorted(Record.__struct_fields__)


@each_game
def test_every_kind_of_choice_has_an_example_that_can_be_read(key: str) -> None:
    game = GAMES[key]
    shown = {type(game.choice_decoder.decode(line)) for line in examples(key)}
    missing = [str(kind.__struct_config__.tag) for kind in game.choices if kind not in shown]
    assert missing == [], f"records.md of {key} shows no {', '.join(missing)}"


@each_game
def test_a_link_in_it_leads_somewhere(key: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", own_text(key))
    assert [link for link in links if not (registry.folder(key) / link).exists()] == []


def test_what_all_games_share_has_no_example_of_one_game() -> None:
    """The only exception is the record that is shown whole."""
    games = rf"^### (?:{'|'.join(GAMES)})$|^\| `(?:{'|'.join(GAMES)})` \|"
    assert re.findall(games, TEXT, re.MULTILINE) == []


@each_game
def test_an_example_is_written_as_horloge_writes_it(key: str) -> None:
    for line in examples(key):
        assert msgspec.json.decode(line)["do"] == GAMES[key].choice_decoder.decode(line).__struct_config__.tag
        assert line.startswith('{"do": "')


@each_game
def test_every_source_of_chance_is_named_with_what_it_is(key: str) -> None:
    game = GAMES[key]
    for players in game.players:
        for name, source in game.sources(Opening(game.sides(players), game.options(), players=players)).items():
            row = re.search(rf"^\| `{name}` \| (A \w+)", own_text(key), re.MULTILINE)
            assert row, f"records.md of {key} has no line for the source {name}"
            assert row[1] == KINDS[type(source)]
