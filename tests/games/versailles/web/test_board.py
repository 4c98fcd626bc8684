"""The drawn table of Versailles 1919: every template, in every language, in every kind of position that whole games of
one to four players reach; and how much of it one action sends.
"""

import gzip
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.json import encode

from app.base.paths import STATIC
from app.decide.layout import Sheet, lay_changes, lay_scene
from app.render.parts import changed_parts, draw, parts_in, parts_of, pieces
from app.render.scene import Scene, scene_then, with_table
from app.render.skeleton import frame
from app.rooms.loading import Told
from app.rooms.pending import asked_at
from app.rooms.seats import Seat, seating
from app.words.catalogue import LANGUAGES, words_of
from app.words.reader import reader_of
from engine.core import door
from engine.core.journal import Entry
from engine.core.record import Replay, read
from engine.core.state import AnyState
from engine.versailles import GAME
from engine.versailles.journal import Placed

GOLDEN = Path(__file__).parents[1] / "golden"
WITH_DEALS = "four_with_deals.json"
LEFTOVER = re.compile(r"None|Undefined|\b(?:ui|word|side|field|phrase|ask|entry|score)\.\w|\{\w+\}|&lt;|\[\]|_\w+(?=<)")
"""Traces on a page of a missing word, or of a value shown raw."""


def game(players: int, bot: str, seed: int) -> Iterator[tuple[AnyState, list[Entry]]]:
    """Yield every position of a whole game, with the entries that led there."""
    state: AnyState = GAME.start(players, seed=f"{seed:064x}")
    rng = Random(seed)
    yield state, []
    while state.agenda:
        side, menu = next(iter(door.waiting(GAME, state).items()))
        news = door.apply(GAME, state, side, GAME.bots[bot](state, side, menu, rng))
        yield state, news


def recorded(file: str) -> Iterator[tuple[AnyState, list[Entry]]]:
    """Yield every position of a recorded game."""
    for _, state, news in Replay(*read((GOLDEN / file).read_bytes())):
        yield state, news


def a_room(seats: tuple[Seat, ...]) -> Any:
    """Return as much of a room as a replay needs."""
    return SimpleNamespace(
        game=GAME, key="a", epoch=0, title="A table", table=None, lesson=None, tenures=(), void=False,
        seating=SimpleNamespace(seats=seats),
        trouble="",
        asked_at=partial(asked_at, GAME),
    )  # fmt: skip


def seen(positions: Iterable[tuple[AnyState, list[Entry]]], players: int, bot: str) -> Iterator[Scene]:
    """Yield the scenes that spectators see, with the last entries in the log."""
    table: Any = a_room(seating(GAME, [bot] * players))
    for state, news in positions:
        log = [Told(state.sequence, "", datetime.now(UTC), news)] if news else []
        yield scene_then(table, copied(state), log)


def copied(state: Any) -> AnyState:
    return GAME.clone(state)


@cache
def scenes(players: int) -> tuple[Scene, ...]:
    """Return positions of two games, one of them played at random, and of one with deals: each that asks something new
    or shows other deals, and every twelfth."""
    kept: dict[object, Scene] = {}
    games = [(bot, game(players, bot, players)) for bot in ("clerk", "random")]
    for bot, positions in [*games, ("", recorded(WITH_DEALS))] if players == 4 else games:
        for number, scene in enumerate(seen(positions, players, bot)):
            question = scene.table.question.key if scene.table.question else "over"
            kept.setdefault((question, scene.table.clause), scene)
            kept.setdefault(encode(scene.view.deals), scene)  # type: ignore[attr-defined]
            if number % 12 == 0:
                kept[bot, number] = scene
    return tuple(kept.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_kind_of_position_is_drawn_without_a_gap(players: int, language: str) -> None:
    for scene in scenes(players):
        page = lay_scene(scene, words_of(language)).content()
        text = re.sub(r"<[^>]*>", " ", page)
        assert not LEFTOVER.search(text), (scene.table.sequence, LEFTOVER.search(text), scene.view)


def test_every_kind_of_part_is_drawn_somewhere() -> None:
    drawn = {
        name.partition("-")[0]
        for players in (1, 2, 3, 4)
        for scene in scenes(players)
        for name, html in lay_scene(scene, words_of("en")).parts.items()
        if html.strip()
    }
    assert {name for name, _ in parts_in("versailles")} <= drawn


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_same_parts_lie_on_the_table_from_the_first_to_the_last_position(players: int) -> None:
    """Otherwise a page would be sent as a whole."""
    assert len({tuple(lay_scene(scene, words_of("en")).parts) for scene in scenes(players)}) == 1


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_kept_is_what_would_be_drawn(players: int) -> None:
    """No part reads anything undeclared."""
    reader = reader_of(GAME, "en")
    for scene in scenes(players)[::3]:
        kept = lay_scene(scene, words_of("en")).parts
        assert kept == {piece.name: draw(piece.template, reader, **piece.given) for piece in pieces(scene)}


def test_a_sheet_laid_from_another_one_is_the_same_as_one_laid_anew() -> None:
    """Also when laid from that of a table with other parts. All fields on which a part depends are known."""
    words, last = words_of("en"), None
    for scene in [scene for players in (1, 2, 3, 4) for scene in scenes(players)[::3]]:
        anew = lay_scene(with_table(scene, scene.table), words)
        last = lay_scene(with_table(scene, scene.table), words, last)
        assert [*last.parts.items()] == [*anew.parts.items()]


def test_a_move_asks_only_the_parts_for_their_keys_that_depend_on_what_it_changed() -> None:
    before, after = scenes(4)[10:12]
    changed = {name for name, _ in changed_parts(before, after)}
    anew, old = lay_scene(after, words_of("en")).parts, lay_scene(before, words_of("en")).parts
    assert {name.partition("-")[0] for name, html in anew.items() if html != old.get(name)} <= changed
    assert len(changed) < len(parts_of(GAME))
    assert not changed_parts(after, after)


def test_what_one_side_was_drawn_is_there_for_the_others() -> None:
    """All parts except those that only they may see."""
    room: Any = a_room(seating(GAME, ["clerk"] * 4))
    for position, _ in islice(recorded(WITH_DEALS), 0, None, 40):
        here = [
            lay_scene(scene_then(room, position, [], side), words_of("en")).shared for side in (*position.sides, None)
        ]
        shared = {name for name in here[0] if all(other[name] is here[0][name] for other in here)}
        assert here[0].keys() - shared <= {"deals"}


def changes(players: int) -> Iterator[tuple[Sheet, Sheet, str]]:
    """Yield each action of a clerks' game with what it sends: the table before, after, and the difference."""
    before = None
    for scene in seen(game(players, "clerk", 7), players, "clerk"):
        after = lay_scene(scene, words_of("en"))
        if before is not None:
            yield before, after, lay_changes(before, after) or ""
        before = after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_placement_sends_little(players: int) -> None:
    """Below 6 kB, and below a tenth of the board."""
    placements = [
        (len(sent), len(before.content()))
        for before, after, sent in changes(players)
        if any(isinstance(entry, Placed) for told in after.scene.log for entry in told.news)
    ]
    assert len(placements) > 20
    assert max(sent for sent, _ in placements) < 6_000
    assert max(sent / board for sent, board in placements) < 0.1


SWAPPED = re.compile(r'id="part-([\w-]+)" hx-swap-oob="true"|hx-swap-oob="outerHTML:\.part-(\w+)"')
"""A part that is sent, by its id; or by its kind, if it lies in two places."""


def test_only_parts_that_look_different_are_sent() -> None:
    for before, after, sent in changes(4):
        different = {name for name, html in after.parts.items() if html != before.parts[name]}
        assert {one or other for one, other in SWAPPED.findall(sent)} == different


def test_the_first_board_with_all_it_needs_is_below_100_kb() -> None:
    files = (
        "css/horloge.css",
        "css/versailles.css",
        "css/cards.css",
        "js/page.js",
        "js/answers.js",
        "js/feed.js",
        "js/cards.js",
        "vendor/htmx.min.js",
    )
    assets = sum(len(gzip.compress((STATIC / file).read_bytes())) for file in files)
    for scene in scenes(4):
        assert assets + len(gzip.compress(lay_scene(scene, words_of("es")).content().encode())) < 100_000


def test_a_bidding_says_to_everybody_whom_it_waits_for() -> None:
    said = {}
    for scene in scenes(3):
        if bidding := scene.view.bidding:  # type: ignore[attr-defined]
            others = {*bidding.still_in} - {*scene.table.waiting, bidding.holder}
            said[not others] = re.sub("<[^>]+>", "", lay_scene(scene, words_of("en")).parts["bidding"])
            assert reader_of(GAME, "en").name(scene.table.waiting[0]) in said[not others]
    assert "alone: everybody else has passed" in said[True]
    assert "alone" not in said[False]
    assert "The bidding waits for" in said[False]


def test_who_is_to_move_is_marked_until_the_game_is_over() -> None:
    marked = set()
    for scene in scenes(3):
        parts = lay_scene(scene, words_of("en")).parts
        active = [side for side in scene.table.sides if "to move" in parts[f"active-{side}"]]
        marked.add((bool(scene.table.places), len(active)))
    assert marked == {(False, 1), (True, 0)}


def test_who_does_not_see_the_board_hears_how_many_units_are_where() -> None:
    for scene in scenes(3):
        view: Any = scene.view
        parts = lay_scene(scene, words_of("en")).parts
        for side in scene.table.sides:
            heard = re.sub("<[^>]+>", "", re.sub(r"<i .*?</i>", "", parts[f"mat-{side}"]))
            assert (f"{view.units_available[side]} ready" in heard) == bool(view.units_available[side])
            assert (f"{view.demobilised[side]} gone home" in heard) == bool(view.demobilised[side])
        for region in view.unrest:
            said = parts[f"region-{region}"].partition('<p class="sr">')[2].partition("</p>")[0]
            assert said.count("Unit of") == sum(region in units for units in view.deployed.values())


def test_powers_have_letters_of_their_own_in_every_language() -> None:
    for language in LANGUAGES:
        assert reader_of(GAME, language).letters == {"uk": "U", "france": "F", "usa": "A", "italy": "I"}


def test_who_plays_a_power_is_told_as_it_is_written() -> None:
    people = [Seat(("uk",), name="<i>Ann</i>"), Seat(("france",), bot="clerk"), Seat(("usa",))]
    table: Any = a_room(tuple(people))
    parts = lay_scene(scene_then(table, GAME.start(3), []), words_of("en")).parts
    assert "&lt;i&gt;Ann&lt;/i&gt;" in parts["player-uk"]
    assert "bot" in parts["player-france"]
    assert "played by a person" in parts["player-usa"]


def test_a_board_is_drawn_once_and_filled_with_each_position() -> None:
    frame.cache_clear()
    for scene in scenes(3):
        sheet = lay_scene(scene, words_of("en"))
        page = sheet.content()
        assert all(html in page for html in sheet.parts.values())
        assert "\\0" not in page
    assert frame.cache_info().misses == 2, "the board and the rail"
