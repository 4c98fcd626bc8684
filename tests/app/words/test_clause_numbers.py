"""Clauses are found by their numbers, which may have three levels and a letter; other numbers are refused."""

import re
from dataclasses import replace

import pytest

from app.words.links import clause
from app.words.reader import reader_of
from app.words.rulebook import Book, WrongNumbers, parse
from app.words.search import has, words_of
from engine.core import registry
from engine.core.clauses import place_of
from engine.core.refusal import illegal
from tests.games.tiny import GAME
from tests.games.tiny.journal import Collected


def numbers(found: Book) -> list[str]:
    return [text.number for _, text in found.each()]


DEEP = """# Chess

## 13 Ends

13.4 A game ends by mate (13.4.6e), by 13.4.6, or as 13.4b has it.

13.4.2 Stalemate.

13.4.6 Agreement.

13.4.6e In the end.

13.4.10 The clock.

13.5 Nothing else.
"""


def test_clauses_may_have_three_levels_and_a_letter() -> None:
    found = parse("chess", "en", DEEP)
    assert numbers(found) == ["13.4", "13.4.2", "13.4.6", "13.4.6e", "13.4.10", "13.5"]
    assert numbers(found) == sorted(numbers(found), key=place_of)
    (_, first), *_ = found.each()
    html = found.html(first.blocks)
    assert re.findall(r'href="([^"]*)">([^<]*)<', html) == [
        ("/rules/chess#13.4.6e", "13.4.6e"),
        ("/rules/chess#13.4.6", "13.4.6"),
        ("/rules/chess#13.4", "13.4b"),
    ]
    assert found.around("13.4.6e") == ("13.4.6", "13.4.10")
    deep = found.find("13.4.6e")
    assert deep
    assert "In the end." in found.html(deep[1].blocks)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("13.4.6 Again.", "13.4.6 stands after 13.4.10"),
        ("13.4.10 Again.", "13.4.10 stands there twice: number one of them otherwise"),
        ("13.4.6e.1 Deeper.", "13.4.6e.1 is no number of a clause: write it like 5.4, 5.4.1 or 5.4.1a, then a space"),
        ("13.4.11ee Doubled.", "13.4.11ee is no number of a clause"),
        ("13.4.11E Capital.", "13.4.11E is no number of a clause"),
        ("13..5 Dots.", "13..5 is no number of a clause"),
        ("13.4.11. Full stop.", "13.4.11. is no number of a clause"),
        ("14.1 Elsewhere.", "14.1 stands in chapter 13: move it, or number it 13."),
    ],
)
def test_numbers_that_lead_nowhere_are_refused_with_what_to_do(line: str, said: str) -> None:
    with pytest.raises(WrongNumbers, match=re.escape(said)) as wrong:
        parse("chess", "it", DEEP.replace("13.5 Nothing", f"{line}\n\n13.5 Nothing"))
    assert str(wrong.value).startswith("rules/it.md of chess: ")


def test_a_figure_at_the_beginning_of_a_paragraph_is_no_clause() -> None:
    text = DEEP.replace("13.5 Nothing", "1919 was a year of 2.5 million letters.\n\n13.5 Nothing")
    assert numbers(parse("chess", "en", text)) == numbers(parse("chess", "en", DEEP))


def test_a_refusal_and_a_prompt_lead_to_a_deep_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.words.links.book", lambda game, language: parse(game, language, DEEP))
    link = '<a class="clause" href="/rules/antechamber#13.4.6e">13.4.6e</a>'
    assert clause("antechamber", "13.4.6e") == link
    assert clause("antechamber", "13.4.6f") == "13.4.6f"
    refusal = illegal("antechamber.too_few_coins", "13.4.6e", least=3)
    assert link in reader_of(registry.game("antechamber"), "en").refusal(refusal)


def test_a_clause_is_found_by_its_whole_number_only() -> None:
    for text, found in (("see 13.4", True), ("see 13.4.6", False), ("see 13.4e", False), ("see 13.4, and", True)):
        assert has(text, words_of("13.4")) is found
    assert has("see 13.4.6e", words_of("13.4.6e"))


@pytest.mark.parametrize("wrong", ["13", "13.4.6.1", "13.4ee", "13.4E", "about 5.4"])
def test_a_step_that_rests_on_no_clause_is_refused_when_its_game_registers(wrong: str) -> None:
    class Odd(Collected, frozen=True):
        rule = wrong

    with pytest.raises(ValueError, match=r"is no clause; write it like 5\.4, 5\.4\.1 or 5\.4\.1a"):
        replace(GAME, entries=(*GAME.entries, Odd))
