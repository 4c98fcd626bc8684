"""La Belle Époque tells everything in whole sentences, in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

import engine.belle_epoque
from app.decide.form_fields import blanks_of
from app.render.parts import draw
from app.words.catalogue import LANGUAGES, words_of
from app.words.reader import Reader
from engine.belle_epoque import action_journal, choices, journal
from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import (
    CARDS,
    EVENTS,
    HALVES,
    INTRIGUE,
    MINOR_UNITS,
    NATIONAL,
    NATIONS,
    POWERS,
    SHEETS,
    TERRITORIES,
)
from engine.belle_epoque.printed.vocabulary import Choose, Md, Prestige
from engine.belle_epoque.setup import Options
from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.refusal import illegal
from engine.core.sides import facts_of
from engine.core.step import Step
from tests.app.words.test_catalogue import text
from tests.games.belle_epoque.heard import heard

FACTS: dict[str, Any] = {
    "territory": "china",
    "continent": "africa",
    "card": "nat_uk_empire_seas",
    "half": "sabotage",
    "fleet": "spain_fleet",
    "place": "arsenal",
}
"""Sample facts of refusals; all others are numbers."""


class Strict(Reader):
    """A reader without the makeshifts for a game that has no words yet."""

    def __init__(self, language: str) -> None:
        super().__init__(GAME, words_of(language, GAME.key))

    def plainly(self, key: str, facts: Any) -> Markup:
        raise AssertionError(f"{key} has no sentence for {list(facts)}")


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Strict:
    def no_name(name: str) -> str:
        assert not name[0].isalpha(), f"{name!r} has no name in {request.param}"
        return name

    monkeypatch.setattr("app.words.reader.readable", no_name)
    return Strict(request.param)


def well_said(told: Markup) -> str:
    """Check that a sentence has no ids, empty facts or two marks in a row; return it."""
    said = text(told)
    assert not re.search(r"_|\bNone\b|[.:,] ?[.,:;]|\(\)|  ", said), said
    return said


# The sentences of games


def test_every_entry_is_told(reader: Strict) -> None:
    assert len({type(entry) for entry in heard().entries}) > 45
    for entry in heard().entries:
        assert well_said(reader.entry(entry)).endswith((".", ")."))


def test_every_question_is_asked(reader: Strict) -> None:
    for step in heard().questions:
        assert well_said(reader.question(step))[-1] in ".?"


def test_every_answer_is_named(reader: Strict) -> None:
    for choice, step in heard().answers:
        assert well_said(reader.choice(choice, step))[-1] not in ".?:"


def test_every_point_is_explained(reader: Strict) -> None:
    for point in heard().points:
        well_said(reader.reason("score", point.reason, point.facts))


def test_every_view_is_drawn_plainly_with_names_for_everything(reader: Strict) -> None:
    for view in heard().views:
        for name, value in facts_of(view).items():
            assert "_" not in text(draw("plain/field.html", reader, name=name, value=value))


# The sentences of tables


def test_everything_printed_has_a_name(reader: Strict) -> None:
    works, objectives = (sheet.great_work.id for sheet in SHEETS.values()), objectives_of()
    for thing in (*TERRITORIES, *NATIONS, *MINOR_UNITS, *HALVES, *EVENTS, *INTRIGUE, *NATIONAL, *works, *objectives):
        assert reader.thing(thing)
    for place in ("in", "to_the", "of_the", "the"):
        for territory in TERRITORIES:
            assert f"word.belle_epoque.{place}.{territory}" in reader.words.sentences
    for cube in (*POWERS, *NATIONS):
        assert f"word.belle_epoque.cube_of.{cube}" in reader.words.sentences


def objectives_of() -> Iterator[str]:
    return (objective.id for sheet in SHEETS.values() for objective in sheet.objectives)


def test_every_option_of_a_table_and_each_of_its_words_has_a_name(reader: Strict) -> None:
    for blank in blanks_of(Options) or ():
        assert reader.word("field", blank.name)
        assert all(reader.name(word, blank.name) for word in blank.words)


def test_turns_are_named_with_their_years() -> None:
    assert text(Strict("en").turn(3)) == "turn 3, 1887–1890"
    assert text(Strict("it").turn(9)) == "turno 9, 1911-1914"
    assert text(Strict("es").turn(0)) == "preparación de la partida"


# Refusals


def refused() -> dict[str, set[str]]:
    """Return the refusals in the source, with the names of their facts."""
    found: dict[str, set[str]] = {}
    for path in Path(engine.belle_epoque.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "illegal":
                reason = node.args[0]
                assert isinstance(reason, ast.Constant)
                found[str(reason.value)] = {str(keyword.arg) for keyword in node.keywords}
    return found


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_refusal_says_why_and_by_which_rule(reader: Strict, number: int) -> None:
    assert len(refused()) > 30
    for reason, names in refused().items():
        facts = {name: FACTS.get(name, number) for name in names}
        assert "8.1)." in well_said(reader.refusal(illegal(reason, "8.1", **facts)))


# Cards


def test_every_card_is_drawn_with_its_name_and_text(reader: Strict) -> None:
    for kind in CARDS:
        for card in kind.cards:
            drawn = draw(f"belle_epoque/cards/{kind.name}.html", reader, card=card, name=reader.thing(card))
            assert str(Markup.escape(reader.thing(card))) in drawn
            assert "_" not in text(drawn)


def test_an_intrigue_card_shows_both_halves_and_which_one_automated_powers_carry_out() -> None:
    reader = Strict("en")
    drawn = draw("belle_epoque/cards/intrigue.html", reader, card="in_10", name=reader.thing("in_10"))
    first, second = drawn.split('<section class="half">')[1:]
    assert "Sabotage" in first
    assert "Political Scandal" in second
    assert ['class="symbol"' in half for half in (first, second)] == [True, False]
    assert "Target: a ready Fleet on the map, or a ready Army" in first


def test_a_national_card_shows_its_price_and_condition() -> None:
    reader = Strict("en")
    card = "nat_uk_empire_seas"
    drawn = text(draw("belle_epoque/cards/national.html", reader, card=card, name=reader.thing(card)))
    assert "£4" in drawn
    assert "Condition: the Fleet track is at 3 or more" in drawn


# Some sentences, word for word


@pytest.mark.parametrize(
    ("entry", "language", "sentence"),
    [
        (
            action_journal.FleetsDeployed("central_powers", (("own", "arsenal", "asia"),) * 2),
            "en",
            "Central Powers: 2 Fleets from the Arsenal to Asia.",
        ),
        (
            action_journal.FleetsDeployed("uk", (("own", "europe", "africa"), ("spain_fleet", "arsenal", "asia"))),
            "it",
            "Gran Bretagna: 1 Flotta dall’Europa in Africa, Flotta spagnola dall’Arsenale in Asia.",
        ),
        (
            journal.CubePlaced("italy", "libya", 2, "uk"),
            "it",
            "Libia, spazio 2: arriva un cubo italiano al posto di un cubo britannico.",
        ),
        (
            journal.CubeRemoved("central_powers", "serbia", 1, "russia"),
            "es",
            "Serbia, espacio 1: retirado un cubo de los Imperios Centrales, cae en su lugar un cubo ruso.",
        ),
        (journal.CardClaimed(None, "ev_balkan_wars"), "en", "Balkan Wars: nobody takes the card."),
        (
            action_journal.ContestBegan("russia", "france", "libya", 1, "italy"),
            "en",
            "Contest in Libya, space 1: Russia against the Italian cube, defended by France.",
        ),
        (
            action_journal.ContestRolled("china", 3, (4, 2), (5, 0)),
            "es",
            "China, espacio 3. Atacante: 4 + 2 = 6. Defensor: 5.",
        ),
        (
            action_journal.ArmiesReadied("france", 0, ("italy_army",)),
            "it",
            "Francia: Esercito italiano, di nuovo pronto nell’Arsenale.",
        ),
        (
            action_journal.ArmamentsSold("uk", "china", 2, 0, (5, 6), ("japan",)),
            "en",
            (
                "Great Britain: armaments sold in China for 2 Armies. Armament cubes on spaces 5, 6, in place of: "
                "Japanese cube."
            ),
        ),
        (journal.PrestigeMoved("uk", -2, 3), "it", "Gran Bretagna: Prestigio −2, ora 3."),
        (
            journal.Scored("russia", (("territories", 12), ("objectives", 0), ("great_work", 7)), 19),
            "es",
            "Rusia: Puntuación, territorios 12, Gran Obra 7. En total 19 PV.",
        ),
    ],
)
def test_entries_are_told_as_sentences(entry: Entry, language: str, sentence: str) -> None:
    assert text(Strict(language).entry(entry)) == sentence


def test_a_card_drawn_from_the_deck_is_named_to_its_owner_alone() -> None:
    reader, drawn = Strict("en"), journal.IntrigueDrawn("uk", 1, ("in_10",))
    told = [text(reader.entry(drawn.seen_by(side))) for side in ("uk", None)]
    assert told == [
        "Great Britain: Intrigue card drawn, Sabotage / Political Scandal.",
        "Great Britain: 1 Intrigue card drawn.",
    ]


OPTIONS = Choose("target", (Prestige("target", -1), Md("target", -1)))
SCANDAL = Branching("france", Context("in_10", "political_scandal", "uk", "france"), OPTIONS)


@pytest.mark.parametrize(
    ("choice", "step", "language", "sentence"),
    [
        (choices.PickOption(1), SCANDAL, "en", "Lose 1 mission cube from your Embassies"),
        (choices.PickOption(0), SCANDAL, "it", "Perdi 1 di Prestigio"),
        (choices.PickOption(0), None, "es", "Opción 1"),
        (choices.BuyUnits(1, 2), None, "es", "Compra 1 Ejército, 2 Flotas"),
        (choices.CommitFleets(), None, "it", "Non impegnare Flotte"),
        (choices.CommitFleets(1, ("spain_fleet",)), None, "en", "Commit 1 Fleet, Spanish Fleet"),
        (choices.PlayNational("nat_uk_unrest"), None, "en", "Play Nationalist Unrest for £5"),
        (choices.SendMission("netherlands", 4), None, "it", "Missione in Olanda, spazio 4"),
    ],
)
def test_answers_are_told_as_on_buttons(choice: Choice, step: Step[Any] | None, language: str, sentence: str) -> None:
    assert text(Strict(language).choice(choice, step)) == sentence
