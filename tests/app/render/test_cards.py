"""Players decide only about cards that they can see: cards are shown whole where a question is about them, their names
link to them everywhere, and each game has a gallery of them. The place of a hidden card stays hidden.
"""

import random
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from markupsafe import Markup

from app.decide.decision import own_parts
from app.decide.layout import lay_scene
from app.render.cards import card, gallery
from app.render.scene import scene_then
from app.render.templates import environment
from app.rooms.late_answers import LateAnswers
from app.rooms.pending import asked_at
from app.rooms.seats import seating
from app.words.catalogue import LANGUAGES, words_of
from app.words.links import SEEN, unlinked
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.state import AnyState, Side
from engine.versailles import GAME as VERSAILLES
from engine.versailles.settle import Advancing, Keeping, Refilling, discards_on_offer
from tests.games.tiny import GAME as ANTECHAMBER
from tests.support.games import TEST_GAMES, every_game

registry.add(TEST_GAMES)
GAMES = [*every_game().values()]
PLAYED = [(game, players) for game in GAMES for players in game.players]
LABELLED = ("a", "button", "summary", "option", "select")
"""Elements that must not contain a link."""
VOID = ("input", "br", "use", "path", "rect", "img", "meta", "link", "hr")


def played(game: AnyGame, players: int) -> Iterator[tuple[Any, list[Entry]]]:
    """Yield every position of a game of its best bot, or of 400 steps of it."""
    state, chance = game.start(players, seed=f"{players:064x}"), random.Random(players)
    yield state, []
    for _ in range(400):
        asked = door.waiting(game, state)
        if not asked:
            return
        side, menu = next(iter(asked.items()))
        news = door.apply(game, state, side, game.bots[game.best_bot](state, side, menu, chance))
        yield state, news


def room_of(game: AnyGame, state: AnyState, players: int) -> Any:
    return SimpleNamespace(
        game=game, key="a", epoch=0, title="A table", table=None,
        seating=SimpleNamespace(seats=seating(game, ["random"] * players)), late=LateAnswers(game, None),
        lesson=None, tenures=(), void=False, trouble="", position=state, sequence=state.sequence, status="playing",
        log=[], waiting=tuple(door.waiting(game, state)), awaited=tuple(game.out_of_turn.awaited(state)),
        asked_at=lambda position: asked_at(game, position),
    )  # fmt: skip


def shown(game: AnyGame, state: AnyState, players: int, side: Side | None) -> str:
    """Draw the whole table as a side sees it."""
    scene = scene_then(room_of(game, game.clone(state), players), game.clone(state), [], side)
    return lay_scene(scene, words_of("en")).content()


def forms(game: AnyGame, state: AnyState, players: int) -> Iterator[str]:
    for side in door.waiting(game, state):
        yield from own_parts(room_of(game, state, players), (side,), reader_of(game, "en")).values()


class Nesting(HTMLParser):
    """Collects links to cards that stand inside another clickable element."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("class", "") and "see" in (dict(attrs)["class"] or "").split():
            self.wrong += [outer for outer in self.within if outer in LABELLED]
        if tag not in VOID:
            self.within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop() != tag:
            pass


def nested(html: str) -> list[str]:
    parser = Nesting()
    parser.feed(str(html))  # a parser takes twice as long over Markup, which escapes whatever is cut out of it
    return parser.wrong


# Shown where a question is about them


def on_table(view: Any) -> set[str]:
    issues = {f"issue-{issue}" for issue in (*view.table, *view.waiting_room)}
    return issues | {f"event-{event}" for event in (view.event, *view.events_waiting)}


@pytest.mark.parametrize("players", VERSAILLES.players)
def test_every_card_that_a_question_names_lies_whole_before_everybody(players: int) -> None:
    reader, seen = reader_of(VERSAILLES, "en"), set()
    for state, _ in played(VERSAILLES, players):
        view: Any = VERSAILLES.view(state, None)
        if state.agenda:
            named = {key for key, _ in keys_in(reader.question(state.agenda[-1]))}
            assert named <= {*view.at_hand} | on_table(view), type(state.agenda[-1])
            seen |= named & {*view.at_hand}
    assert len(seen) > 5


def keys_in(html: str) -> list[tuple[str, str]]:
    return [(place.partition("#")[2], name) for place, name in SEEN.findall(html)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_bid_for_drawn_settled_or_discarded_is_at_hand(players: int) -> None:
    kinds = set()
    for state, _ in played(VERSAILLES, players):
        step: Any = state.agenda[-1] if state.agenda else None
        view: Any = VERSAILLES.view(state, None)
        if isinstance(step, Keeping):
            assert view.at_hand == [f"issue-{issue}" for issue in step.drawn]
        if isinstance(step, Refilling):
            assert view.at_hand == [f"issue-{issue}" for issue in discards_on_offer(state)]
        if view.bidding:
            assert view.at_hand[0] == f"issue-{view.bidding.issue}"
            kinds |= {key.partition("-")[0] for key in view.at_hand}
    assert kinds == {"issue", "event"}, "an uprising shows the event that led to it, too"


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_what_is_at_hand_is_drawn_on_the_table_and_beside_the_question(game: AnyGame, players: int) -> None:
    drawn = 0
    for state, _ in played(game, players):
        for key in game.showing.at_hand(game.view(state, None)):
            found = card(game, "en", key)
            assert found
            drawn += 1
            assert shown(game, state, players, None).count(found.html) == 2
            break
        if drawn > 12:
            return
    assert drawn or game is ANTECHAMBER


# Hidden from others


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_what_is_at_hand_is_the_same_whatever_is_hidden(game: AnyGame, players: int) -> None:
    chance = random.Random(players)
    for state, _ in played(game, players):
        for side in (None, *state.sides):
            now, other = (game.view(one, side) for one in (state, game.redeal(state, side, chance)))
            assert game.showing.at_hand(now) == game.showing.at_hand(other)
            assert all(card(game, "en", key) for key in game.showing.at_hand(now))


def test_a_hidden_card_is_shown_to_its_owner_alone() -> None:
    state: Any = ANTECHAMBER.start(3, seed="5eed" * 16)
    for number in state.hands["red"]:
        whole = card(ANTECHAMBER, "en", f"dispatch-{number}")
        assert whole
        assert whole.html in shown(ANTECHAMBER, state, 3, "red")
        for other in (None, "blue", "green"):
            page = shown(ANTECHAMBER, state, 3, other)
            assert whole.html not in page
            assert f"#dispatch-{number}" not in page


# Names lead to cards


def any_of(names: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", VERSAILLES.players)
def test_no_card_is_named_without_a_link_to_it(players: int, language: str) -> None:
    """In the log and in questions. Options may be named after other cards ("To Armenia")."""
    reader, issues = reader_of(VERSAILLES, language), VERSAILLES.showing.printed["issues"].values()
    cards = any_of(reader.name(word) for kind in VERSAILLES.showing.cards if not kind.beside for word in kind.cards)
    options = any_of(reader.name(option.id, issue.id) for issue in issues for option in issue.options)
    linked = 0
    for state, news in played(VERSAILLES, players):
        questions = [reader.question(state.agenda[-1])] if state.agenda else []
        for html in (*map(reader.entry, news), *questions):
            linked += len(SEEN.findall(html))
            assert not cards.search(options.sub("", Markup(SEEN.sub("", html)).striptags())), html
    assert linked > 100


@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_no_link_to_a_card_stands_within_a_button_or_another_link(game: AnyGame, players: int) -> None:
    for number, (state, _) in enumerate(played(game, players)):
        if number % 7 == 0:
            for html in (*forms(game, state, players), shown(game, state, players, None)):
                assert nested(html) == []


def test_a_planted_link_in_a_button_is_found() -> None:
    assert nested('<button>Take <a class="see" href="#x">Korea</a></button>') == ["button"]


def test_beside_a_button_stand_the_cards_that_it_names() -> None:
    state: Any = next(state for state, _ in played(VERSAILLES, 4) if isinstance((state.agenda or [None])[-1], Keeping))
    decision = "".join(forms(VERSAILLES, state, 4))
    for issue in state.agenda[-1].drawn:
        assert f'<a class="see" href="/rules/versailles/cards#issue-{issue}">' in decision
        assert f"#issue-{issue}" not in "".join(re.findall(r"<button.*?</button>", decision, re.DOTALL))


def test_below_a_short_list_stand_the_names_of_its_cards() -> None:
    state = next(state for state, _ in played(VERSAILLES, 4) if isinstance((state.agenda or [None])[-1], Advancing))
    decision = "".join(forms(VERSAILLES, state, 4))
    for issue in state.waiting_room:
        assert f'<a class="see" href="/rules/versailles/cards#issue-{issue}">' in decision


def test_beside_a_long_list_stands_what_is_picked_and_else_the_way_to_all_cards() -> None:
    follows = environment.get_template("play/blanks.html").module.follows  # type: ignore[attr-defined]
    reader = reader_of(VERSAILLES, "en")
    nothing, picked = (follows("x.issue", word, "issue", reader) for word in ("", "rheinland"))
    assert '<a class="see follows" data-of="x.issue" href="/rules/versailles/cards">All cards</a>' in nothing
    assert 'data-of="x.issue" href="/rules/versailles/cards#issue-rheinland">Rheinland</a>' in picked


def test_a_word_that_means_something_else_elsewhere_is_a_card_only_beside_its_kind() -> None:
    reader = reader_of(VERSAILLES, "en")
    assert reader.card("reparations") == "reparations"
    assert "#strategy-reparations" in reader.card("reparations", "strategy")
    assert "see" not in reader_of(ANTECHAMBER, "en").fact(5)
    assert "#dispatch-5" in reader_of(ANTECHAMBER, "en").fact(5, "dispatch")


def test_the_text_of_a_card_is_not_its_name() -> None:
    reader = reader_of(VERSAILLES, "en")
    assert "<a" not in reader.card("wellington_koo", "crisis")
    assert unlinked(reader.card("wellington_koo")) == "Wellington Koo"


def all_links(game: AnyGame) -> Iterable[str]:
    reader = reader_of(game, "en")
    return (reader.card(word, *kind.beside) for kind in game.showing.cards for word in kind.cards)


# The gallery


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_card_has_its_place_in_the_gallery(client: TestClient, game: AnyGame, language: str) -> None:
    page = client.get(f"/rules/{game.key}/cards", headers={"accept-language": language}).text
    for link in all_links(game):
        (key, _), *_ = keys_in(link)
        assert f'id="{key}"' in page
    for kind in game.showing.cards:
        assert f'id="{kind.name}"' in page
    assert not re.search(r"\b(?:cards?|ui|word)\.\w+\.", Markup(page).striptags())


def test_the_gallery_is_found_from_the_rules_and_from_the_table(client: TestClient) -> None:
    assert 'href="/rules/versailles/cards"' in client.get("/rules/versailles").text


def test_cards_are_searched_as_the_rules_are(client: TestClient) -> None:
    found = client.get("/rules/versailles/cards?q=rheinl").text
    assert 'id="issue-rheinland"' in found
    assert 'id="issue-prussia"' not in found
    assert "1 card says" in found
    live = client.get("/rules/versailles/cards?q=rheinl", headers={"hx-request": "true"}).text
    assert "<html" not in live
    assert 'hx-swap-oob="innerHTML:#found"' in live
    assert "No card says" in client.get("/rules/versailles/cards?q=zzzz").text


def test_searching_the_rules_finds_cards_too(client: TestClient) -> None:
    assert 'href="/rules/versailles/cards#issue-rheinland"' in client.get("/rules/versailles?q=rheinland").text


def test_what_a_name_opens_is_the_same_for_everybody_and_may_be_kept(client: TestClient) -> None:
    answer = client.get("/rules/versailles/cards/it/issue-rheinland")
    assert "Renania" in answer.text
    assert "Occupazione francese" in answer.text
    assert answer.headers["cache-control"].startswith("public")
    assert "set-cookie" not in answer.headers
    assert answer.headers["content-language"] == "it"


@pytest.mark.parametrize(
    "address",
    [
        "/rules/nothing/cards",
        "/rules/nothing/cards/en/issue-x",
        "/rules/versailles/cards/en/issue-nothing",
        "/rules/versailles/cards/en/rheinland",
        "/rules/versailles/cards/xx/issue-rheinland",
        "/rules/versailles/cards/en/issue-rheinland/x",
        "/rules/versailles/cards/en/%00",
        "/rules/versailles/cards/en/..%2f",
        "/rules/UP/cards",
    ],
)
def test_what_is_no_card_is_answered_with_a_way_back(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert 'class="button" href="/' in answer.text


def test_rubbish_is_searched_in_vain(client: TestClient) -> None:
    for question in ("<script>alert(1)</script>", "%22%3E%3Cimg%3E", "{{7*7}}", "(" * 50, "a" * 5_000, "%00"):
        page = client.get(f"/rules/versailles/cards?q={question}")
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img" not in page.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_card_says_what_stands_on_it_in_every_language(game: AnyGame, language: str) -> None:
    for section in gallery(game, language):
        assert len({card.key for card in section.cards}) == len(section.cards) > 0
        for one in section.cards:
            assert one.name in Markup(one.html).unescape()
            assert not re.search(r"None|Undefined|\{\w+\}|\b(?:ui|word|card)\.\w+\.", one.html)
