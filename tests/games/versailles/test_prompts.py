"""The question of a card says what the answer does: every question of every event, as conference and as crisis, in
every language. The test plays the cards through with all answers, so it finds a new one by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from app.words.catalogue import LANGUAGES
from app.words.reader import reader_of
from engine.core.agenda import proceed, then
from engine.core.step import Step
from engine.versailles import GAME
from engine.versailles.cards import kinds
from engine.versailles.cards.events import EVENTS
from engine.versailles.option import Optioning
from engine.versailles.questions import (
    Branching,
    Demobilising,
    Deploying,
    Emptying,
    PickingModifier,
    PickingRegion,
    PickingUnit,
    Targeting,
    Unsettling,
)
from engine.versailles.settle import Conference, CrisisEvent, Holding
from engine.versailles.state import Versailles
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer, Modifying
from tests.games.versailles.happenings import BOARD
from tests.games.versailles.positions import DRAFTED, position

SAYS: dict[type[Step[Any]], dict[str, str]] = {
    Holding: {"en": r"\.$", "it": r"\.$", "es": r"\.$"},  # the text of the card itself
    PickingRegion: {"en": "remove a powder keg", "it": "toglie un barile", "es": "quita un polvorín"},
    PickingModifier: {"en": "uprising die", "it": "dado dell’insurrezione", "es": "dado del levantamiento"},
    PickingUnit: {"en": "exhausted|available", "it": "esaurite|disponibile", "es": "agotadas|disponible"},
    Demobilising: {"en": "leaves the game", "it": "esce dal gioco", "es": "sale del juego"},
    Deploying: {"en": "deploy", "it": "schiera", "es": "despliega"},
    Unsettling: {"en": "bid for", "it": "asta", "es": "subasta"},
    Emptying: {"en": "back to their owners", "it": "tornano ai proprietari", "es": "vuelven a sus dueños"},
    ChoosingSufferer: {"en": "loses", "it": "perde", "es": "pierde"},
    ChoosingLoss: {"en": "lose .* bid for", "it": "perde .*asta", "es": "pierde .*subasta"},
    Modifying: {"en": "The higher", "it": "Più alto", "es": "más alto"},
}
"""The words for the consequence that the question of each kind must contain. Those with effects in them name these."""
AFTER_THE_CARD = ("acting", "bidding", "advancing", "picking", "refilling", "mutiny")
"""Questions that a card leads to without asking them itself."""
WHOLE = BOARD | {
    "deployed": {"uk": {"africa": 8, "pacific": 8}, "usa": {"balkans": 7}, "france": {"europe": 6, "balkans": 6}},
    "units_exhausted": {"italy": 1},
    "strategies": DRAFTED,
    "settled": BOARD["settled"] | {"banat": ("usa", ""), "mesopotamia": ("france", "")},
    "unrest": {"europe": 5, "balkans": 5, "middle_east": 5, "pacific": 5, "africa": 5},
}
"""A board with everything a card can ask about: uprisings are possible everywhere, two sides are tied in the Balkans,
and so are two issues in the Middle East."""


@cache
def asked_of(event: str) -> tuple[Step[Any], ...]:
    """Return every question of a card, both halves, over all answers and rolls."""
    found: dict[Step[Any], None] = {}
    for half, board in ((Conference(), {"event": event}), (CrisisEvent(), {"crisis": [event]})):
        for die in (1, 6):
            state = position(**WHOLE | board, dice=[die] * 40, region=[3] * 9, suffering=[1, 2, 3, 4] * 9)
            state.settling, state.winner, state.raised = "syria", "france", ("europe", "africa")
            then(state, half)
            proceed(state)
            found |= dict.fromkeys(questions(state))
    return tuple(found)


def questions(state: Versailles, depth: int = 0) -> Iterator[Step[Any]]:
    """Yield the questions of the card, one after the other, by every kind of answer."""
    step: Any = state.agenda[-1]
    if step.__struct_config__.tag in AFTER_THE_CARD or depth > 8:
        return
    yield step
    for side, menu in step.waiting(state).items():
        for choice in [*menu][:3] if depth else menu:
            after = GAME.clone(state)
            after.agenda.pop().choose(after, side, choice)
            proceed(after)
            yield from questions(after, depth + 1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS)
def test_a_card_that_asks_says_what_the_answer_does(event: str, language: str) -> None:
    reader = reader_of(GAME, language)
    for step in asked_of(event):
        prompt = plain(reader.question(step))
        effects = effects_in(step)
        for effect in effects:
            assert plain(reader.fact(effect)) in prompt, prompt
        if not effects:
            assert re.search(SAYS[type(step)][language], prompt), prompt


def effects_in(step: Step[Any]) -> list[Any]:
    """Return the effects of its answers, as the cards have them, down to single changes."""
    if isinstance(step, Branching):
        return [effect for effects in step.branches for effect in effects]
    if isinstance(step, Targeting):
        chosen = [effect for effect in step.effect.then if isinstance(effect, kinds.ChooseOne)]
        assert len(chosen) == len(step.effect.then), "an effect of another kind: tell it here, too"
        return [effect for choice in chosen for effects in choice.branches for effect in effects]
    return []


def plain(markup: str) -> str:
    return re.sub(r"<[^>]*>", "", markup)


def test_every_kind_of_question_that_cards_have_is_asked_here() -> None:
    asked = {type(step) for event in EVENTS for step in asked_of(event)}
    assert asked == {*SAYS, Branching, Targeting}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_picks_a_player_reads_what_happens_to_them(language: str) -> None:
    targeting = next(step for step in asked_of("billy_hughes") if isinstance(step, Targeting))
    assert plain(reader_of(GAME, language).question(targeting)).endswith(HUGHES[language])


HUGHES = {
    "en": "That player has to lose 2 happiness or add 2 unrest in the Pacific.",
    "it": "Chi è scelto dovrà perdere 2 di felicità o aggiungere 2 di malcontento nel Pacifico.",
    "es": "Quien sea elegido tendrá que perder 2 de felicidad o añadir 2 de disturbios en el Pacífico.",
}


def test_options_are_asked_with_the_issue_and_whose_it_is() -> None:
    assert "Syria" in plain(reader_of(GAME, "en").question(Optioning("uk", "syria")))
