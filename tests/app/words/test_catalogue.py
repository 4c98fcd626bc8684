"""Every text of the site exists in three languages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request

from app.base.paths import ROOT, TEMPLATES
from app.model import refusals as answers
from app.web.language import accepted, language_for
from app.words import check
from app.words.catalogue import LANGUAGES, words_of
from app.words.plain import plain_reader_of
from app.words.reader import Reader, letters, reader_of
from engine.core import door, refusal, registry
from engine.core.refusal import Malformed, NotYourTurn, Refusal, illegal
from tests.games.tiny import GAME
from tests.games.tiny.journal import BallotShown, Collected, Drew, Ordered, Raised
from tests.support.games import UNLISTED

SAID = re.compile(r"""\bsay\(\s*["']([a-z_0-9.]+)["'](?!\s*~)""")
BUILT = re.compile(r"""\bsay\(\s*["']([a-z_0-9.]+)["']\s*~""")
ILLEGAL = re.compile(r"""\billegal\(\s*["']([a-z_0-9.]+)["']""")


def sources() -> Iterator[tuple[Path, str]]:
    for folder, kinds in ((ROOT / "app", "*.py"), (TEMPLATES, "*.html")):
        for path in sorted(folder.rglob(kinds)):
            yield path, path.read_text()


def test_the_catalogues_have_the_same_sentences_with_the_same_facts() -> None:
    assert check.faults() == []


@pytest.mark.parametrize(
    ("italian", "fault"),
    [
        ('msgid "a"\nmsgstr "{n} uno"', "it lacks b"),
        (
            'msgid "a"\nmsgstr "{n} uno"\n\nmsgid "b"\nmsgstr "due"\n\nmsgid "c"\nmsgstr "tre"',
            "it has c, which English lacks",
        ),
        ('msgid "a"\nmsgstr "{m} uno"\n\nmsgid "b"\nmsgstr "due"', "it a: tells ['m'] where English tells ['n']"),
        ('msgid "a"\nmsgstr "{n uno"\n\nmsgid "b"\nmsgstr "due"', "it a: can't be filled in"),
        ('msgid "a"\nmsgstr "{n}"\n\nmsgid "b"\nmsgstr ""', "it b: is empty"),
        ('msgid "a"\nmsgstr "{n.real}"\n\nmsgid "b"\nmsgstr "due"', "it a: fills in 'n.real', which is no name"),
    ],
)
def test_a_planted_fault_is_found(tmp_path: Path, italian: str, fault: str) -> None:
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    good = 'msgid "a"\nmsgstr "{n} one"\n\nmsgid "b"\nmsgstr "two"\n'
    for language in LANGUAGES:
        (tmp_path / f"{language}.po").write_text(head + (italian if language == "it" else good))
    assert any(found.startswith(fault) for found in check.faults_in(tmp_path)), check.faults_in(tmp_path)


def test_a_sentence_of_two_chapters_is_found(tmp_path: Path) -> None:
    said = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "one"\n'
    for chapter in ("first", "second"):
        (tmp_path / chapter).mkdir()
        for language in LANGUAGES:
            (tmp_path / chapter / f"{language}.po").write_text(said)
    assert check.faults_in(tmp_path) == [f"{language} says a in several chapters" for language in sorted(LANGUAGES)]


def test_every_sentence_that_templates_and_code_ask_for_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, *UNLISTED])
    asked = {(key, spoken_in(path)): path for path, text in sources() for key in SAID.findall(text)}
    assert len(asked) > 20
    missing = {key: path for (key, game), path in asked.items() if key not in words_of("en", game).sentences}
    assert missing == {}
    beginnings = {(key, spoken_in(path)) for path, text in sources() for key in BUILT.findall(text)}
    unmatched = {
        key for key, game in beginnings if not any(name.startswith(key) for name in words_of("en", game).sentences)
    }
    assert unmatched == set()


def spoken_in(path: Path) -> str:
    """Return the game whose words a template may use besides the site's."""
    folder = path.parts[len(TEMPLATES.parts)] if path.is_relative_to(TEMPLATES) else ""
    return folder if folder in registry.games() else ""


def kinds_of_refusal() -> list[type[Refusal]]:
    found = [*vars(refusal).values(), *vars(answers).values()]
    return [kind for kind in found if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Refusal]


def test_every_refusal_has_a_sentence() -> None:
    kinds = {kind.__struct_config__.tag for kind in kinds_of_refusal()} - {"illegal"}
    assert {"not_your_turn", "stale", "room_frozen"} <= kinds
    code = [*(ROOT / "engine" / "core").glob("*.py"), *Path(GAME.setup.__code__.co_filename).parent.glob("*.py")]
    reasons = {reason for path in code for reason in ILLEGAL.findall(path.read_text())} - {"too_few_coins"}
    assert "antechamber.bound_to_pass" in reasons
    said = words_of("en", GAME.key).sentences
    assert {key for key in kinds | reasons if f"refusal.{key}" not in said} == set()


def test_every_entry_of_the_example_game_has_a_sentence_about_all_it_tells() -> None:
    said = words_of("en", GAME.key).sentences
    for kind in GAME.entries:
        forms = said[f"entry.{GAME.key}.{kind.__struct_config__.tag}"]
        assert {name for form in forms for name in check.placeholders(form)} == set(kind.__struct_fields__), kind


@pytest.mark.parametrize(
    ("entry", "language", "sentence"),
    [
        (Raised("red", 3), "en", "Red raises to 3."),
        (Raised("red", 3), "it", "Rosso rilancia a 3."),
        (Collected("blue", 1), "en", "Blue collects 1 coin."),
        (Collected("blue", 2), "es", "Azul cobra 2 monedas."),
        (Drew("red", 7), "en", "Red draws dispatch 7."),
        (Drew("red", None), "en", "Red draws a dispatch."),
        (BallotShown((("red", 2), ("blue", 1)), "red"), "en", "Ballot: Red 2, Blue 1. Red wins."),
        (BallotShown((("red", 1), ("blue", 1)), None), "it", "Votazione: Rosso 1, Blu 1. Parità: non vince nessuno."),
        (Ordered("red", on=False), "en", "Red changes the standing order; to pass in every auction: no."),
    ],
)
def test_entries_are_told_as_sentences(entry: object, language: str, sentence: str) -> None:
    assert text(reader_of(GAME, language).entry(entry)) == sentence  # type: ignore[arg-type]


def text(markup: str) -> str:
    """Strip symbols and tags."""
    return re.sub(r"<i.*?</i>|<[^>]*>", "", markup)


def test_an_entry_without_a_sentence_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of("en", GAME.key)
    monkeypatch.delitem(words.sentences, "entry.antechamber.raised")
    assert text(Reader(GAME, words).entry(Raised("red", 3))) == "Raised: Red, 3"


def test_what_is_told_is_escaped() -> None:
    hostile = NotYourTurn("<script>", ('"x"', "red"))
    told = reader_of(GAME, "en").refusal(hostile)
    assert "<script>" not in told
    assert "&lt;script&gt;" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_explained(language: str) -> None:
    reader = reader_of(GAME, language)
    assert "5.2" in reader.refusal(illegal("antechamber.too_few_coins", "5.2", least=3))
    assert "3" in reader.refusal(illegal("antechamber.too_few_coins", "5.2", least=3))
    assert text(reader.refusal(illegal("no_such_reason", "1.1", most=4))) == "No such reason: 4, 1.1"


def test_sides_have_letters_of_their_own() -> None:
    assert letters({"a": "Rosso", "b": "Russia", "c": "Blu"}) == {"a": "R", "b": "Ru", "c": "B"}


def visit(query: str = "", cookie: str = "", header: str = "") -> Request:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", header.encode())]
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


@pytest.mark.parametrize(
    ("query", "cookie", "header", "language"),
    [
        ("", "", "", "en"),
        ("", "", "it-IT,it;q=0.9,en;q=0.8", "it"),
        ("", "", "de,es;q=0.5,it;q=0.7", "it"),
        ("", "lang=es", "it", "es"),
        ("lang=it", "lang=es", "en", "it"),
        ("lang=xx", "", "es", "es"),
        ("lang=../../etc", "lang=%00", "*", "en"),
    ],
)
def test_the_language_is_the_one_picked_or_else_asked_for(query: str, cookie: str, header: str, language: str) -> None:
    assert language_for(visit(query, cookie, header)) == language


@pytest.mark.parametrize("header", ["", ";q=", "en;q=many,it", "," * 1000, "en;q=1;q=2", "ü"])
def test_no_header_is_too_odd(header: str) -> None:
    assert accepted(header) is not None


SILENT = '{"do":"offer","parties":["uk","usa"],"clauses":[{"clause":"words","by":"uk","text":""}]}'


@pytest.mark.parametrize(
    ("sent", "language", "said"),
    [
        ('{"do":"place","cubes":[["rheinland",99]]}', "en", "Too large a number in “Cubes”: at most 15."),
        (SILENT, "en", "Too little is given in “Clauses 1, In your own words”: at least 1."),
        (SILENT, "it", "In “Clausole 1, Con parole tue” c’è troppo poco: almeno 1."),
        ('{"do":"settle"}', "es", "En esta respuesta falta algo: Asunto."),
        ('{"do":"dance"}', "en", "There is no such thing here, in this answer. Choose again from the list."),
        ("{", "en", "That answer can’t be read, in this answer."),
    ],
)
def test_where_an_answer_cannot_be_read_is_said_in_the_words_of_the_form(sent: str, language: str, said: str) -> None:
    game = registry.game("versailles")
    refused = door.decode(game, sent.encode())
    assert isinstance(refused, Malformed)
    assert plain_reader_of(game, language).text(refused) == said
