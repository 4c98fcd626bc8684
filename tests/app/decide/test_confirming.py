"""A choice that can be taken back is carried out at once; before any other the site asks. Players may turn the question
on for every choice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.decide.preview import finality
from app.settings import Settings
from engine.core import registry
from engine.core.choice import Choice
from engine.core.foresight import foresee
from engine.core.record import Replay, read
from engine.core.sealed import withdrawals
from engine.core.undo import Back, Undo
from tests.golden.records import golden_folder
from tests.support.games import TEST_GAMES, every_game, own_part
from tests.support.playing import Panel, begun, panel
from tests.support.visitors import post

registry.add(TEST_GAMES)


def followed(key: str) -> list[Path]:
    """Return the golden games of one game: all, unless its tests select some."""
    own = own_part(key, "looked_at")
    return sorted(golden_folder(key).glob(getattr(own, "FOLLOWED", "*.json")))


FILES = {f"{key}-{file.stem}": file for key in every_game() for file in followed(key)}

OPTIONS = {"options.length": "standard", "options.deals": "on"}


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database_url=sqlite_url, bot_pace=3600)


@pytest.fixture(autouse=True)
def known_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With this seed, one of the two people begins, not the bot."""
    monkeypatch.setattr("app.rooms.rooms.new_seed", lambda: "5eed" * 16)


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_whatever_is_not_asked_about_can_be_taken_back(file: Path) -> None:
    """And choices that draw, or end the game, do ask."""
    game, record = read(file.read_bytes())
    replay, before, asked = Replay(game, record), None, 0
    undo: Undo | None = None
    for entry, state, news in replay:
        if before is None or undo is None:
            undo = Undo(state)
        else:
            chosen = record.choices[entry - 1]
            side, choice = chosen.side, chosen.choice
            undo.remember(side, choice, news, state)
            if type(choice) in game.choices and not isinstance(choice, Back):
                why = final_before(game, before, side, choice)
                asked += bool(why)
                assert why or undo.last(side) or side in withdrawals(state), (entry, choice)
                if state.barriers != before.barriers:
                    assert why in ("chance", "barrier") or not undo.last(side), (entry, choice)
        before = game.clone(state)
    assert asked


def final_before(game: Any, state: Any, side: str, choice: Choice) -> str:
    return finality(game, foresee(game, state, side, choice), choice)


def versailles(client: TestClient, other: TestClient) -> tuple[TestClient, str]:
    key = begun(client, other, game="versailles", players="3", **{"chair.2": "clerk"}, **OPTIONS)
    return (client if ("do", "place") in panel(client, key).buttons else other), key


def place(seen: Panel) -> dict[str, str]:
    names = [name for name in seen.filled if name.startswith("place.cubes.")]
    return seen.fields | {"do": "place"} | dict.fromkeys(names[:2], "4")


def test_placing_and_ending_the_turn_are_one_click_each(client: TestClient, other: TestClient) -> None:
    """Undo takes both back, until others have answered."""
    active, key = versailles(client, other)
    assert post(active, f"/tables/{key}/act", **place(panel(active, key))).status_code == 303
    seen = panel(active, key)
    end = next(value for name, value in seen.buttons if "end_turn" in value)
    assert post(active, f"/tables/{key}/act", **(seen.fields | {"choice": end})).status_code == 303


def test_who_wants_to_confirm_every_move_is_asked_before_each(client: TestClient, other: TestClient) -> None:
    active, key = versailles(client, other)
    form = {"language": "", "theme": "auto", "zone": "UTC"}
    assert post(active, "/me", **form, confirm="on").status_code == 303
    asked = post(active, f"/tables/{key}/act", **place(panel(active, key)))
    assert asked.status_code == 200
    assert 'class="foreseen"' in asked.text
    assert "can’t take it back" not in asked.text


def test_a_preview_is_one_tick_for_every_kind_of_answer(client: TestClient, other: TestClient) -> None:
    active, key = versailles(client, other)
    page = active.get(f"/tables/{key}").text
    assert page.count('name="ahead"') == 2, "in the decision, and in what may be done at any time"
    assert 'name="look"' not in page
    looked = post(active, f"/tables/{key}/act", **(place(panel(active, key)) | {"ahead": "on"}))
    assert looked.status_code == 200
    assert 'class="foreseen"' in looked.text


def test_an_answer_whose_arrival_was_not_heard_of_is_not_asked_about_again(
    client: TestClient, other: TestClient
) -> None:
    active, key = versailles(client, other)
    sent = place(panel(active, key))
    assert post(active, f"/tables/{key}/act", **sent).status_code == 303
    assert post(active, f"/tables/{key}/act", **sent).status_code == 303


def test_a_move_is_confirmed_only_if_somebody_asks_for_that(client: TestClient, other: TestClient) -> None:
    begun(client, other)
    page = client.get("/me").text
    assert 'name="confirm"' in page
    assert "checked" not in page.split('name="confirm"')[1].split(">")[0]
