"""docs/records.md is exact: its record is played, its examples are read, and nothing of the format is left out."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from app.records import verdict
from engine.core import registry
from engine.core.chance import Deck
from engine.core.game import AnyGame, Opening
from engine.core.record import Record
from tests.tiny import GAME

TEXT = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
GAMES: dict[str, AnyGame] = {GAME.key: GAME, **registry.games()}

every_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(autouse=True)
def antechamber(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["tests.tiny"])


def examples(key: str) -> list[str]:
    """The lines of JSON under a game's heading."""
    _, _, below = TEXT.partition(f"\n### {key}\n")
    own = re.split(r"\n##", below)[0]
    return [line for block in re.findall(r"```json\n(.*?)```", own, re.DOTALL) for line in block.splitlines()]


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


@every_game
def test_every_kind_of_choice_has_an_example_that_can_be_read(key: str) -> None:
    game = GAMES[key]
    shown = {type(game.choice_decoder.decode(line)) for line in examples(key)}
    missing = [str(kind.__struct_config__.tag) for kind in game.choices if kind not in shown]
    assert missing == [], f"docs/records.md shows no {', '.join(missing)} under ### {key}"


@every_game
def test_an_example_is_written_as_horloge_writes_it(key: str) -> None:
    for line in examples(key):
        assert msgspec.json.decode(line)["do"] == GAMES[key].choice_decoder.decode(line).__struct_config__.tag
        assert line.startswith('{"do": "')


@every_game
def test_every_source_of_chance_is_named_with_what_it_is(key: str) -> None:
    game = GAMES[key]
    for players in game.seats:
        for name, source in game.sources(Opening(game.sides(players), game.options(), players=players)).items():
            row = re.search(rf"^\| `{key}` \| `{name}` \| (A \w+)", TEXT, re.MULTILINE)
            assert row, f"docs/records.md has no line for the source {name} of {key}"
            assert row[1] == ("A deck" if isinstance(source, Deck) else "A die")
