"""The texts of 1933: the book of rules has every clause in every language, and everything printed has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import engine.nineteen33
from app.words.catalogue import LANGUAGES, Sentences
from app.words.check import faults_in, sentences
from app.words.rulebook import Book, parse
from engine.nineteen33.choices import CHOICES
from engine.nineteen33.conditions import CONDITIONS
from engine.nineteen33.printed import (
    COLONIES,
    FUNCTIONS,
    LANDS,
    LEADERS,
    MANOEUVRES,
    PRESS,
    PROTECTORATES,
    SEAS,
    SECTORS,
    TRACKS,
)
from engine.nineteen33.sources import OPEN_SOURCES

FOLDER = Path(engine.nineteen33.__file__).parent
CLAUSES = {
    1: 9, 2: 7, 3: 9, 4: 9, 5: 19, 6: 16, 7: 15, 8: 11, 9: 13, 10: 10,
    11: 5, 12: 10, 13: 6, 14: 4, 15: 9, 16: 3, 17: 3, 18: 9, 19: 6,
}  # fmt: skip
"""How many clauses each chapter has."""
FORMS = ("in", "to_the", "of_the", "the", "with_the", "from_the")
CLAUSE_LINK = re.compile(r'href="[^"#]*#([\d.]+)"')


@cache
def said(language: str) -> Sentences:
    return sentences(FOLDER / "words", language)


@cache
def rules(language: str) -> Book:
    return parse("nineteen33", language, (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8"))


def references(book: Book) -> dict[str, set[str]]:
    """The clauses that each clause names."""
    return {clause.number: set(CLAUSE_LINK.findall(book.html(clause.blocks))) for _, clause in book.each()}


def lacking(language: str, keys: Iterator[str]) -> list[str]:
    return [key for key in keys if key not in said(language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_every_clause(language: str) -> None:
    numbers = [f"{chapter}.{number + 1}" for chapter, count in CLAUSES.items() for number in range(count)]
    assert len(numbers) == 173
    assert [clause.number for _, clause in rules(language).each()] == numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_of_a_clause_name_the_same_clauses(language: str) -> None:
    english = references(rules("en"))
    assert sum(map(len, english.values())) > 80
    assert references(rules(language)) == english


def test_the_catalogues_have_the_same_sentences_with_the_same_facts() -> None:
    assert faults_in(FOLDER / "words") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_has_a_name_in_every_form(language: str) -> None:
    places = (*LANDS, *SEAS)
    names = (f"word.nineteen33.{place}" for place in places)
    forms = (f"word.nineteen33.{form}.{place}" for form, place in product(FORMS, places))
    given = (f"word.nineteen33.given_to.{land}" for land in LANDS)
    powers = (f"{kind}.nineteen33.{leader}" for kind, leader in product(("side", "letter"), LEADERS))
    assert {*COLONIES, *PROTECTORATES} < {*places}
    assert lacking(language, iter((*names, *forms, *given, *powers))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_says_what_it_does(language: str) -> None:
    cards = (f"word.nineteen33.{card}" for card in (*PRESS, *MANOEUVRES, *FUNCTIONS))
    headlines = (f"word.nineteen33.{year}.{card.id}" for card in PRESS.values() for year in card.years)
    texts = (f"word.nineteen33.text.{function}" for function in FUNCTIONS)
    assert sum(len(card.years) for card in PRESS.values()) == 150
    assert lacking(language, iter((*cards, *headlines, *texts))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sectors_answers_and_dice_have_names(language: str) -> None:
    sectors = (f"word.nineteen33.{sector}" for sector in (*SECTORS, *TRACKS))
    within = (f"word.nineteen33.in.{sector}" for sector in (*SECTORS, *TRACKS))
    kinds = [str(kind.__struct_config__.tag) for kind in CHOICES]
    answers = (f"{family}.nineteen33.{kind}" for family, kind in product(("choice", "do"), kinds))
    needs = (f"refusal.nineteen33.needs.{word}" for word in CONDITIONS)
    dice = (f"source.nineteen33.{source}" for source in OPEN_SOURCES)
    assert {"do.nineteen33.accept_point"} < {*said(language)}
    assert lacking(language, iter((*sectors, *within, *answers, *needs, *dice))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_straight_apostrophe_stands_in_a_public_text(language: str) -> None:
    texts = (form for forms in said(language).values() for form in forms)
    book = (FOLDER / "rules" / f"{language}.md").read_text(encoding="utf-8")
    assert [text for text in (*texts, book) if "'" in text] == []
