"""The forms for what a player may answer now and do out of turn, made for any game from its menus alone. Each form is a
part of the page beside those that everyone sees (`table`). `acting` draws it again with what was typed and the reason
for a refusal.

A game can draw a kind of answer itself in `templates/<game>/decide/<name of the choice>.html`; see
docs/adding-a-game.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice, pairwise
from math import inf
from random import SystemRandom
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from app.decide.answer_kinds import Greyed, Offer, greyed_answers, offers
from app.decide.form_fields import NUMBER, blanks_of
from app.decide.form_templates import (
    ASIDE,
    DECISION,
    OFFERED,
    OFFERS_OF,
    answer_template,
    form_templates,
    look_of,
    own_template,
)
from app.decide.preview import Finality, differences
from app.decide.suggested_orders import suggested
from app.decide.two_step_preview import First, begun
from app.render.parts import Piece, draw, render
from app.render.scene import Scene, told_of
from app.rooms.room import Room
from app.words.reader import Reader
from engine.core import door
from engine.core.choice import Choice
from engine.core.game import SAID_BY_ROOMS, AnyGame
from engine.core.journal import Entry
from engine.core.menu import Menu
from engine.core.refusal import Malformed, Refusal
from engine.core.rehearsal import Rehearsed, rehearse
from engine.core.sealed import Sealed
from engine.core.sides import encoded
from engine.core.state import AnyState, Side
from engine.core.step import Step

PANELS = (OFFERED, DECISION, ASIDE)
"""The names of its parts, one form each: offers that came in, the question, and actions out of turn. A new offer does
not disturb the answer that a player is filling in."""
FORMS = {OFFERED: "offered", DECISION: "decide", ASIDE: "aside"}

LATELY = 5


class Foreseen(Struct, frozen=True):
    """The preview of a choice: its news, and what the side sees before and after it."""

    choice: Choice
    news: list[Entry]
    certain: bool
    before: Struct | None = None
    after: Struct | None = None
    answers: tuple[Rehearsed, ...] = ()
    """The orders that would answer from then on."""
    final: Finality = ""
    """Why it could not be taken back, if that is so."""
    alone: bool = False
    """Whether the answers of others, which are sealed or still to come, are left out."""
    goes_on: bool = False
    """Whether the next question may be previewed before this choice is sent."""
    first: First | None = None
    """The choice before it, which has not been sent either."""


class Draft(Struct, frozen=True):
    """A form that was filled in but not carried out: the kind of answer, its fields by name, the refusal, and which
    form."""

    tag: str = ""
    typed: Mapping[str, str] = {}
    refusal: Refusal | None = None
    foreseen: Foreseen | None = None
    panel: str = DECISION
    first: str = ""
    """A written-out choice that comes before it and has not been sent either (`together`)."""


NOTHING = Draft()


def asked_of(room: Room, own: tuple[Side, ...]) -> Side | None:
    """Return the one of their sides as which a player sees the table: the one that has to decide, if one has."""
    if len(own) < 2:
        return own[0] if own else None
    wanted = (*room.waiting, *room.awaited, *own)
    return next((side for side in wanted if side in own), None)


def own_parts(
    room: Room, own: tuple[Side, ...], reader: Reader, draft: Draft = NOTHING, scene: Scene | None = None
) -> dict[str, Markup]:
    """Return the parts that only the players of these sides have, by name. `scene` is what they see, if the caller
    knows it."""
    side = asked_of(room, own)
    if side is None or room.status != "playing":
        return dict.fromkeys(PANELS, Markup())
    game, position = room.game, room.position
    now = room.asked_at(position)
    asked, aside = now.menus.get(side), now.asides.get(side)
    offered = game.out_of_turn.awaited(position).get(side) if side in now.awaited else None
    said = {
        "key": room.key,
        "side": side,
        "several": len(own) > 1,
        "view": scene.view if scene else game.view(position, side),
        "first": None,
        **question(game, known_step(position, side), asked),
        "offered": offers(game, offered) if offered else [],
        "aside": offers(game, aside) if aside else [],
        "own_template": partial(own_template, game.key),
        "differences": partial(differences, reader),
        "lately": partial(lately, game, scene.told_of if scene else partial(told_of, room.log), side),
        "rehearsed": rehearse_orders(game, position, side) if aside else (),
        "suggested": suggested(room, side) if aside else (),
        "acts": bool(aside),
        "place": "",
        "written": choice_text,
        "words_of": words_of,
        "way_of": way_of,
    }
    given = dict.fromkeys(PANELS, (NOTHING, said)) | {draft.panel: (draft, said | second(room, side, draft))}
    return {panel: form(panel, reader, *given[panel]) for panel in PANELS}


def question(game: AnyGame, step: Step[Any], asked: Menu | None) -> dict[str, Any]:
    """Return the question as the form of the decision needs it."""
    answers = offers(game, asked) if asked else []
    tags, dead = {offer.tag for offer in answers}, greyed_answers(asked) if asked else []
    return {
        "step": step,
        "asked": answers,
        "terms": asked.terms if asked else (),
        "greyed": dead,
        "impossible": [one for one in dead if one.tag not in tags],
        "asks": partial(asks, answers),
    }


def second(room: Room, side: Side, draft: Draft) -> dict[str, Any]:
    """Return the question after a first choice that is previewed together with the next one; nothing without one."""
    first = begun(room, side, draft.first)
    if first is None:
        return {}
    game, position = room.game, first.position
    asked = door.waiting(game, position).get(side)
    return {"first": first, "view": game.view(position, side), **question(game, known_step(position, side), asked)}


def known_step(position: AnyState, side: Side) -> Step[Any]:
    """Return the question without the sealed answers of others, which change no form either."""
    step: Step[Any] = position.agenda[-1]
    return step.known_to(side) if isinstance(step, Sealed) else step


def rehearse_orders(game: AnyGame, position: AnyState, side: Side) -> tuple[Rehearsed, ...]:
    """Return what the orders of a side would answer, as far as the side may know the position."""
    if not any(True for _ in game.out_of_turn.rehearsals(position, side)):
        return ()
    return rehearse(game, game.redeal(position, side, SystemRandom()), side)


def form(panel: str, reader: Reader, draft: Draft, said: Mapping[str, Any]) -> Markup:
    """Draw one of the forms; empty if there are no offers or nothing may be done out of turn."""
    if panel != DECISION and not said[panel]:
        return Markup()
    if draft == NOTHING:
        return render(empty_form(panel, reader, given_to(panel, said)), reader)
    html = laid(panel, reader, draft, said, place_of(draft))
    return laid(panel, reader, draft, said, "") if draft.refusal and not SHOWN.search(html) else html


def empty_form(panel: str, reader: Reader, given: Mapping[str, Any]) -> Piece:
    """Return a form as it is before it is filled in. It depends on its answers, each drawn by itself, and on what its
    templates read."""
    answers = answers_of(panel, reader, given, NOTHING)
    looks = [look_of(template) for template in form_templates(reader.game.key, panel)]
    given = {**given, "answers": answers, "draft": NOTHING, "step": None}
    read = [look.read(given) for look in looks if look]
    depends = None if None in looks else (encoded(read), *answers)
    return Piece(panel, f"play/{panel}.html", given, depends)


SHOWN = re.compile(r'id="(refusal|fault-)')
"""Finds a refusal in the markup. If no field shows it, the head of the form does."""


def laid(panel: str, reader: Reader, draft: Draft, said: Mapping[str, Any], place: str) -> Markup:
    """Draw a form as it was filled in, or the preview of its answer."""
    given = {**given_to(panel, said), "place": place}
    answers = [] if draft.foreseen else answers_of(panel, reader, given, draft)
    return draw(f"play/{panel}.html", reader, **{**given, "draft": draft, "answers": answers})


def given_to(panel: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the templates of a form know."""
    return {**said, "panel": panel, "form": FORMS[panel]}


def answers_of(panel: str, reader: Reader, given: Mapping[str, Any], draft: Draft) -> list[Markup]:
    """Draw each answer of a form."""
    those = given[OFFERS_OF[panel]]
    given = {
        **given,
        "step": given["step"] if panel == DECISION else None,
        "alone": len(those) == 1,
        "typed": draft.typed,
        "draft": draft,
        "refusal": draft.refusal,
        "said": reader.refusal(draft.refusal) if draft.refusal else "",
    }
    piece = at_rest if draft == NOTHING else filled_in
    # Each is drawn before the next one takes over the dict that they all share.
    return [render(piece(reader.game.key, given, offer), reader) for offer in those]


def at_rest(game: str, given: dict[str, Any], offer: Offer) -> Piece:
    """Return one kind of answer that is not filled in. It depends on the offer and on what its template reads."""
    template = answer_template(game, offer.tag)
    look = look_of(template)
    whole = look is None or look.explains
    given |= {"dead": dead(given, offer), "own": False, "offer": offer if whole else offer.at_rest}
    if look is None:
        return Piece(offer.tag, template, given, None)
    digest = offer.digest if whole else offer.digest_at_rest
    return Piece(offer.tag, template, given, encoded([digest, look.read(given)]))


def filled_in(game: str, given: dict[str, Any], offer: Offer) -> Piece:
    """Return one kind of answer in a form that is partly filled in."""
    own = offer.tag == given["draft"].tag
    given |= {"dead": dead(given, offer), "own": own, "offer": offer}
    return Piece(offer.tag, answer_template(game, offer.tag), given, None)


def dead(given: Mapping[str, Any], offer: Offer) -> list[Greyed]:
    """Return the answers of the offer's kind that are impossible now, except those that it lists itself."""
    shown = [choice for choice, _ in offer.agreed.rows]
    return [one for one in given["greyed"] if one.tag == offer.tag and one.choice not in shown]


def choice_text(choice: Any) -> str:
    """Return a choice as text, as a button sends it."""
    return msgspec.json.encode(choice).decode()


def words_of(choice: Choice) -> str:
    """Return the words by which an answer is found from the board: its own words, and each word with the number that
    follows, like `europe.5`."""
    values = [value for value in astuple(choice) if isinstance(value, str | int) and not isinstance(value, bool)]
    pairs = (f"{one}.{two}" for one, two in pairwise(values) if isinstance(one, str) and isinstance(two, int))
    return " ".join([*(value for value in values if isinstance(value, str)), *pairs])


def way_of(choice: Choice) -> str:
    """Return from where to where an answer leads, if it is a way: two clicks on the board then find it."""
    ends = [getattr(choice, name) for name in ends_of(type(choice))]
    return " ".join(map(str, ends)) if None not in ends else ""


@cache
def ends_of(kind: type[Choice]) -> tuple[str, ...]:
    """Return the two fields of an answer that are words of the same kind: where it leads from and where to."""
    words = [blank for blank in blanks_of(kind) or () if blank.kind == "word"]
    same = len(words) == 2 and words[0].words == words[1].words
    return tuple(blank.name for blank in words) if same else ()


def asks(asked: list[Offer], tag: str) -> bool:
    """Tell whether an answer of this kind is asked for."""
    return any(offer.tag == tag for offer in asked)


def lately(
    game: AnyGame, told: Callable[[frozenset[type[Entry]]], Sequence[Entry]], side: Side, *tags: str
) -> list[Entry]:
    """Return the last few entries of these kinds that this side may see, the latest first; `told` finds them."""
    visible = (entry.seen_by(side) for entry in reversed(told(entries_of(game, tags))))
    return [*islice((entry for entry in visible if entry is not None), LATELY)]


@cache
def entries_of(game: AnyGame, tags: tuple[str, ...]) -> frozenset[type[Entry]]:
    """Return the kinds of entries with these names on the wire."""
    every: tuple[type[Entry], ...] = (*game.entries, *SAID_BY_ROOMS)
    return frozenset(kind for kind in every if kind.__struct_config__.tag in tags)


def place_of(draft: Draft) -> str:
    """Return the field of the form that a refusal is about, if it names one: by its place in the choice, by a row
    number, or by a word that has a field of its own."""
    refusal = draft.refusal
    if isinstance(refusal, Malformed):
        path = draft.tag + PLACES.sub(r".\1", refusal.path.removeprefix("$"))
        place = next((name for name in enclosing_names(path) if stands(name, draft)), "")
        wrong = (name for name in draft.typed if path != place and beyond(name, place, draft, refusal.facts))
        return next(wrong, place)
    facts = refusal.facts if refusal else {}
    row = facts.get("number")
    if isinstance(row, int):
        return next((name for name in draft.typed if name.startswith(f"{draft.tag}.") and f".{row - 1}." in name), "")
    words = {str(fact) for fact in facts.values()}
    return next((name for name in draft.typed if at_word(name, draft, words) or at_fact(name, draft, facts)), "")


PLACES = re.compile(r"\[(\d+)\]")


def enclosing_names(name: str) -> Iterator[str]:
    """Yield the name and those of the fields around it, the narrowest first."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def stands(name: str, draft: Draft) -> bool:
    """Tell whether the form has such a field, or fields within it."""
    return "." in name and any(f"{typed}.".startswith(f"{name}.") for typed in draft.typed)


def beyond(name: str, place: str, draft: Draft, facts: Mapping[str, Any]) -> bool:
    """Match `place.cubes.smyrna`, where the decoder says only that one of `place.cubes` is too large or small."""
    text = draft.typed[name].strip()
    if not name.startswith(f"{place}.") or not NUMBER.fullmatch(text):
        return False
    return not facts.get("least", -inf) <= int(text) <= facts.get("most", inf)


def at_word(name: str, draft: Draft, words: set[str]) -> bool:
    """Match `place.cubes.smyrna`, where smyrna is what is wrong."""
    return name.startswith(f"{draft.tag}.") and name.rpartition(".")[2] in words


def at_fact(name: str, draft: Draft, facts: Mapping[str, Any]) -> bool:
    """Match `settle.issue`, where the issue that was typed is what is wrong."""
    tag, _, field = name.partition(".")
    return tag == draft.tag and field in facts and draft.typed[name] == str(facts[field])
