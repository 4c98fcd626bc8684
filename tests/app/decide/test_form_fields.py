"""Forms generated from types: form fields become plain data and the other way round, rows and structs included."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from app.decide.answer_kinds import mentions
from app.decide.form_fields import Blank, blanks_of, filled_in, names_of, typed_as
from app.decide.form_rows import listed, with_row, without_row
from app.decide.submitting import DRAWN, JUDGED, WRITTEN
from tests.support.games import every_game


class Gift(Struct, frozen=True, tag_field="kind", tag="gift"):
    to: Literal["red", "blue"]
    coins: Annotated[int, Meta(ge=1, le=9)] = 1


class Oath(Struct, frozen=True, tag_field="kind", tag="oath"):
    text: Annotated[str, Meta(max_length=20)]
    loud: bool = False


class Pact(Struct, frozen=True):
    clauses: Annotated[tuple[Gift | Oath, ...], Meta(max_length=3)]
    seal: Gift | Oath
    among: tuple[Literal["red", "blue"], ...] = ()


class Coin(Struct, frozen=True):
    owner: Literal["red", "blue"]
    worth: Annotated[int, Meta(ge=1, le=9)] = 1


class Purse(Struct, frozen=True):
    coins: tuple[Coin, ...]


Way = Literal["north", "south"]
Metal = Literal["brass", "iron"]


class Gate(Struct, frozen=True):
    way: Way | Literal[""] = ""
    key: Metal | Literal["gold"] | None = None


class Odd(Struct, frozen=True):
    inner: tuple[tuple[str, float], ...]


PACT = Pact((Gift("blue", 3), Oath("By Jove", True)), Gift("red"), ("blue",))
TYPED = {
    "clauses.0.kind": "gift", "clauses.0.to": "blue", "clauses.0.coins": "3",
    "clauses.1.kind": "oath", "clauses.1.text": "By Jove", "clauses.1.loud": "on",
    "seal.kind": "gift", "seal.to": "red", "seal.coins": "1",
    "among.blue": "on",
}  # fmt: skip


def test_what_was_typed_in_rows_and_structs_is_read() -> None:
    blanks = blanks_of(Pact) or ()
    assert msgspec.convert(filled_in(blanks, TYPED), Pact) == PACT


def test_a_form_can_be_filled_in_with_what_it_would_say() -> None:
    blanks = blanks_of(Pact) or ()
    assert typed_as(blanks, msgspec.to_builtins(PACT)) == TYPED
    assert TYPED.keys() <= names_of(blanks)


def test_rows_of_a_single_kind_need_no_tag() -> None:
    purse, blanks = Purse((Coin("red", 3), Coin("blue"))), blanks_of(Purse) or ()
    typed = {"coins.0.row": "coin", "coins.0.owner": "red", "coins.0.worth": "3"}
    typed |= {"coins.1.row": "coin", "coins.1.owner": "blue", "coins.1.worth": "1"}
    assert typed_as(blanks, msgspec.to_builtins(purse)) == typed
    assert msgspec.convert(filled_in(blanks, typed), Purse) == purse


@pytest.mark.parametrize("gate", [Gate(), Gate("north", "iron"), Gate("", "gold"), Gate("south")])
def test_where_no_word_is_picked_the_type_says_what_that_means(gate: Gate) -> None:
    blanks = blanks_of(Gate) or ()
    assert msgspec.convert(filled_in(blanks, typed_as(blanks, msgspec.to_builtins(gate))), Gate) == gate


def test_a_form_has_no_more_rows_than_the_type_allows() -> None:
    blanks = blanks_of(Pact) or ()
    assert "clauses.2.to" in names_of(blanks)
    assert "clauses.3.to" not in names_of(blanks)


def test_what_no_form_can_ask_for_has_none() -> None:
    assert blanks_of(Odd) is None


def test_a_row_more_keeps_what_is_typed_and_takes_the_next_number() -> None:
    clauses = listed(blanks_of(Pact) or (), "clauses")
    assert clauses
    assert with_row(clauses, TYPED, "gift") == TYPED | {"clauses.2.kind": "gift"}
    assert with_row(clauses, TYPED, "dance") == TYPED


def test_no_row_is_added_to_a_full_list() -> None:
    clauses = listed(blanks_of(Pact) or (), "clauses")
    assert clauses
    full = with_row(clauses, TYPED, "gift")
    assert with_row(clauses, full, "oath") == full


def test_a_row_less_lets_the_others_move_up() -> None:
    clauses = listed(blanks_of(Pact) or (), "clauses")
    assert clauses
    left = without_row(clauses, TYPED, 0)
    assert {name: text for name, text in left.items() if name.startswith("clauses")} == {
        "clauses.0.kind": "oath", "clauses.0.text": "By Jove", "clauses.0.loud": "on",
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["", "dance"])
def test_a_row_of_no_known_kind_is_left_to_the_decoder(kind: str) -> None:
    found = filled_in(blanks_of(Pact) or (), TYPED | {"clauses.0.kind": kind})
    with pytest.raises(msgspec.ValidationError, match=r"clauses\[0\]"):
        msgspec.convert(found, Pact)


def test_the_usual_word_is_offered_first() -> None:
    assert Blank("much", "word", ("little", "much", "more"), default="much").usual_first == ("much", "little", "more")
    assert Blank("much", "word", ("little", "much")).usual_first == ("little", "much")


def test_all_words_of_a_description_are_mentioned_wherever_they_stand() -> None:
    assert mentions({"do": ["red"], "about": {"coins": 3, "more": {"blue": None}}}) == {
        "do",
        "red",
        "about",
        "coins",
        "more",
        "blue",
    }
    assert {"red", "blue"} <= mentions(["red", 'he said "so", and \\ so', "blue"])


@pytest.mark.parametrize("key", every_game())
def test_no_answer_has_a_field_that_is_called_like_a_button_of_its_form(key: str) -> None:
    buttons = {*JUDGED, *DRAWN, *WRITTEN}
    game = every_game()[key]
    named = {kind.__name__: names_of(blanks_of(kind) or ()) & buttons for kind in game.choices}
    assert {kind: names for kind, names in named.items() if names} == {}
