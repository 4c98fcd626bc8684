"""The board on the page: its parts declare what they read, and are small enough to be sent at every move."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from functools import cache

import pytest
from markupsafe import Markup

from app.base.paths import TEMPLATES
from app.render.parts import draw, parts_in
from app.render.template_reads import reads
from app.words.reader import Reader, reader_of
from engine.belle_epoque.action_journal import ContestRolled, ContestWon
from engine.belle_epoque.automated_journal import (
    AutomatedTurnBegan,
    AutomatedTurnEnded,
    CubeDispatched,
    DispatchBegan,
    RowRolled,
)
from engine.belle_epoque.choices import DeployFleets, SendMission
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import AllianceBegan, MoneyChanged
from engine.belle_epoque.printed import PANELS, TERRITORIES
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.view import view
from engine.core.journal import Entry
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import play, position
from tests.support.drawing import board_of, parts_of

FIRST_BOARD, ONE_MISSION = 100_000, 6_000
"""The bytes of the first board on the wire, and of the change by one mission."""
LANGUAGES = ("en", "it", "es")


@cache
def reader(language: str = "en") -> Reader:
    return reader_of(GAME, language)


def parts(state: BelleEpoque, language: str = "en", news: Sequence[Entry] = ()) -> dict[str, Markup]:
    """Return the game's own parts, as spectators see them after these entries."""
    return parts_of(reader(language), view(state, None), state.sides, news)


def board(drawn: dict[str, Markup]) -> Markup:
    return board_of(reader(), drawn)


def test_every_part_and_decision_declares_what_it_reads() -> None:
    own = [template for _, template in parts_in(GAME.key)]
    decisions = [f"{GAME.key}/decide/{path.name}" for path in (TEMPLATES / GAME.key / "decide").glob("*.html")]
    assert own
    assert decisions
    assert [template for template in (*own, *decisions) if reads(template) is None] == []


def test_the_first_board_with_its_map_is_small() -> None:
    whole = board(parts(position(on={"serbia": "france<uk", "china": "uk russia"})))
    assert all(place.outline in whole for panel in PANELS.values() for place in panel.map.places)
    assert len(gzip.compress(whole.encode())) < FIRST_BOARD


def test_a_mission_sends_the_territory_and_the_sheet_and_no_outline() -> None:
    state = position(embassies={"uk": 3, "france": 0, "russia": 0, "central_powers": 0})
    before = parts(state)
    play(state, ("uk", SendMission("italy", 1)))
    changed = {name: part for name, part in parts(state).items() if part != before[name]}
    assert {"block-italy", "spaces-italy", "standing-italy", "sheet-uk"} <= {*changed}
    assert not any(name.startswith(("turns", "prestige", "events", "fleets")) for name in changed)
    assert sum(len(part.encode()) for part in changed.values()) < ONE_MISSION


def test_a_contest_shows_both_cubes_and_says_that_the_upper_one_does_not_count() -> None:
    drawn = parts(position(on={"serbia": "france<uk"}))
    assert drawn["block-serbia"].count("be-cube") == 2
    assert "be-clash" in drawn["block-serbia"]
    assert "1 open contest" in drawn["contests"]


def test_whoever_holds_a_territory_has_a_tint_a_hatching_and_a_letter() -> None:
    drawn = parts(position(on={"serbia": "uk uk uk uk"}))
    assert "hatch-side-1" in drawn["held-serbia"]
    assert "be-flag" in drawn["block-serbia"]
    assert "4 of 4" in drawn["block-serbia"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_board_is_missing(language: str) -> None:
    """A key without a sentence would appear as it is."""
    whole = " ".join(parts(position(on={"serbia": "france<uk", "italy": "uk uk uk uk uk"}), language).values())
    assert "ui.belle_epoque" not in whole


def test_every_space_can_be_pointed_at() -> None:
    whole = board({})
    spaces = [f'data-thing="{name}.{space}"' for name, one in TERRITORIES.items() for space in range(1, one.spaces + 1)]
    assert all(space in whole for space in spaces)


def latest(*news: Entry) -> Markup:
    return parts(position(), news=news)["latest"]


def test_the_dice_of_a_contest_are_drawn_with_what_is_added_and_how_it_ended() -> None:
    rolled, won = ContestRolled("serbia", 1, (4, 1), (3, 2)), ContestWon("serbia", 1, "france", "uk")
    drawn = latest(rolled, won, AllianceBegan("france", "serbia"))
    assert drawn.count('class="die"') == 2
    assert drawn.count("= 5") == 2
    assert "French cube wins, British cube lost" in drawn
    assert "Alliance with Serbia" in drawn.split("be-hands")[1]


def test_13_3b_the_turn_of_an_automated_power_is_one_story_with_its_die() -> None:
    began, row = AutomatedTurnBegan("russia"), RowRolled("russia", 1, 4)
    drawn = latest(began, row, CubeDispatched("russia", 1, "bulgaria", 2), AutomatedTurnEnded("russia"))
    assert drawn.count("<details") == 1
    assert "Bulgaria" in drawn.split("</summary>")[0], "where it sent its cubes shows before it is opened"
    assert drawn.count('class="die"') == 1


def test_what_only_its_power_may_know_and_small_change_is_not_on_the_board() -> None:
    assert latest() == latest(MoneyChanged("uk", 2)) == ""


def test_13_3c_the_sheet_of_an_automated_power_has_progress_priorities_and_missions_and_no_money() -> None:
    drawn = parts(table("uk", on={"serbia": "russia russia russia russia<uk", "belgium": "france<uk"}))
    robot, sheet = drawn["automaton-russia"], drawn["sheet-russia"]
    assert robot.count("<tr") == 1 + 2 + 1 + 6, "two turns of progress, six rows of missions, with their heads"
    assert "Strength 8 in 1 contest so far: +4" in robot
    assert "£" not in sheet + drawn["units-russia"]
    assert "automaton-uk" not in drawn
    held = parts(table("uk", on={"serbia": "russia russia russia russia"}))["automaton-russia"]
    assert "<s>Serbia</s>" in held


def test_13_7c_the_mission_table_marks_the_rows_that_were_rolled_last() -> None:
    """The rows of another Power and of the turn before are not marked; the further cubes have rows of their own."""
    before = [DispatchBegan("russia", 3, 0), RowRolled("russia", 1, 6)]
    now = [DispatchBegan("russia", 4, 0), RowRolled("russia", 1, 2), RowRolled("russia", 3, 5)]
    other = [DispatchBegan("france", 3, 0), RowRolled("france", 1, 1)]
    drawn = parts(table("uk"), news=[*before, *now, *other])
    rows = {power: rolled(drawn[f"automaton-{power}"]) for power in ("russia", "france", "central_powers")}
    assert rows == {"russia": [2, 5], "france": [1], "central_powers": []}


def rolled(part: Markup) -> list[int]:
    rows = part.partition('class="be-table"')[2].split("<tr")[2:]
    return [int(row.split("<th")[1].split(">")[1].split()[0]) for row in rows if ">rolled<" in row]


@pytest.mark.parametrize(
    ("territory", "bonus", "rate"),
    [
        ("belgium", "+£2", "2A=1■"),
        ("italy", "Army, Fleet", "1A+1F=2■"),
        ("japan", "Fleet", "1F=1■"),
        ("serbia", "+1 Prestige", "2A=1■"),
        ("ottoman_empire", "Intrigue", "1A+1F=2■"),
        ("china", "", "3A=2■"),
        ("congo", "", ""),
    ],
)
def test_8_9b_beside_a_box_stand_its_rate_of_armaments_and_what_the_nation_brings(
    territory: str, bonus: str, rate: str
) -> None:
    """The Colonies of Africa have one rate, in a box of its own."""
    target = board({}).split(f'class="map-target be-target" data-thing="{territory}"')[1].partition("</g>\n")[0]
    terms = re.findall(r'<text class="be-terms[^>]*>(.*?)</text>', target.partition("<title>")[0])
    assert terms == [text for text in (bonus, rate) if text]
    assert "Armament rate: Armies" in target.partition("<title>")[2], "and in words"


def test_a_great_work_and_an_ally_say_what_they_bring_without_pointing() -> None:
    drawn = parts(position(on={"greece": "uk uk uk"}))
    assert "Fleet track +1" in without_attributes(drawn["units-uk"])
    assert "4 mission cubes a turn" in without_attributes(drawn["units-france"])
    assert re.search(r"Greece\s+Fleet", without_attributes(drawn["allies-uk"]))


def test_8_1c_the_sheet_has_the_fleet_track_and_the_box_turns_exhausted_fleets() -> None:
    boxes = {"europe": [{"of": "uk", "ready": True}, {"of": "uk", "ready": False}]}
    drawn = parts(position(fleet_boxes=boxes))
    assert re.search(r"Fleet track\s+2", without_attributes(drawn["units-uk"]))
    fleets = drawn["fleets-europe"]
    assert (fleets.count("be-fleet "), fleets.count("be-out"), fleets.count("#hatch-side-1")) == (2, 1, 1)


def test_8_8b_the_preview_says_which_panel_a_fleet_opens_and_that_it_arrives_exhausted_from_another() -> None:
    state = position(arsenal={"uk": {"fleets": 1}}, fleet_boxes={"europe": [{"of": "uk", "ready": True}]})
    before = view(state, None)
    play(state, ("uk", DeployFleets((("own", "arsenal", "africa"), ("own", "europe", "asia")))))
    drawn = draw("belle_epoque/foreseen.html", reader(), before=before, after=view(state, None))
    rows = [" ".join(row.split()) for row in without_attributes(drawn.replace("<div>", "|")).split("|")]
    assert [row for row in rows if "missions" in row] == [
        f"U {panel} No Fleet here, so no missions → becomes missions possible" for panel in ("Africa", "Asia")
    ]
    assert any(row.startswith("U Exhausted Fleets, Asia 0 → becomes 1") for row in rows)


def without_attributes(part: Markup) -> str:
    return re.sub("(<[^>]*>)+", " ", part)


def test_the_signs_on_a_panel_are_told_in_words() -> None:
    europe, africa, asia = re.findall(r'class="be-legend[^>]*>(.*?)</text>', board({}))
    assert europe.startswith("● Minor Nation · 1A=1■:")
    assert africa == "◆ Colony"
    assert asia.startswith("● Minor Nation · ◆ Colony · 1A=1■:")


def test_6_3a_from_turn_6_on_the_odds_of_sarajevo_are_told() -> None:
    """6.1c: before turn 7 two cards are drawn of 8."""
    assert "Sarajevo" not in parts(position(turn=4))["decks"]
    state = position(turn=6)
    state.events = state.events[:4] or ["ev_boxer_rebellion"] * 4
    assert "25%" in parts(state)["decks"]
