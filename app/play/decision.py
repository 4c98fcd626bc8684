"""What a player may answer now, and do out of turn, any game's, from its menus alone: forms, each a part of the
page beside those that everybody sees (`table`). They are drawn again with what was typed and why it was refused
(`acting`).

A game draws a kind of answer itself in templates/<game>/decide/<name of the choice>.html; see docs/adding-a-game.md.
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

from app.play.blanks import NUMBER
from app.play.foreseen import differences
from app.play.kept import Kept
from app.play.looks import (
    ASIDE,
    DECISION,
    OFFERED,
    OFFERS_OF,
    Look,
    answer_template,
    look_of,
    look_of_form,
    own_template,
)
from app.play.offers import Offer, digest_of, greyed, offers
from app.play.parts import draw
from app.play.scene import Scene, told_of
from app.rooms.room import Room
from app.words.reader import Reader
from engine.core.choice import Choice
from engine.core.game import SAID_BY_ROOMS, AnyGame
from engine.core.journal import Entry
from engine.core.refusal import Malformed, Refusal
from engine.core.rehearsal import Rehearsed, rehearse
from engine.core.state import AnyState, Side
from engine.core.step import Step

PANELS = (OFFERED, DECISION, ASIDE)
"""The names of its parts, which are a form each: offers that came, what is asked, and what may be done out of turn. An
offer that comes leaves the answer alone that somebody is filling in."""
FORMS = {OFFERED: "offered", DECISION: "decide", ASIDE: "aside"}

LATELY = 5


class Foreseen(Struct, frozen=True):
    """A choice that has been looked at but not sent yet, what it tells, and what the side sees before and after it."""

    choice: Choice
    news: list[Entry]
    certain: bool
    before: Struct | None = None
    after: Struct | None = None
    answers: tuple[Rehearsed, ...] = ()
    """What would be answered in advance from then on."""


class Draft(Struct, frozen=True):
    """What somebody filled in that has not been carried out: the kind of answer, its fields by name, why not, and in
    which form."""

    tag: str = ""
    typed: Mapping[str, str] = {}
    refusal: Refusal | None = None
    foreseen: Foreseen | None = None
    panel: str = DECISION


NOTHING = Draft()


def asked_of(room: Room, own: tuple[Side, ...]) -> Side | None:
    """As which of their sides a player looks at the table: the one that is waited for, if one is."""
    if len(own) < 2:
        return own[0] if own else None
    wanted = (*room.waiting, *room.awaited, *own)
    return next((side for side in wanted if side in own), None)


def own_parts(
    room: Room, own: tuple[Side, ...], reader: Reader, draft: Draft = NOTHING, scene: Scene | None = None
) -> dict[str, Markup]:
    """The parts that only whoever plays these sides has, by their names. `scene` is what they see, if that is known."""
    side = asked_of(room, own)
    if side is None or room.status != "playing":
        return dict.fromkeys(PANELS, Markup())
    game, position = room.game, room.position
    now = room.asked_at(position)
    asked, aside = now.menus.get(side), now.asides.get(side)
    offered = game.awaited(position).get(side) if side in now.awaited else None
    answers = offers(game, asked) if asked else []
    said = {
        "key": room.key,
        "side": side,
        "several": len(own) > 1,
        "step": position.agenda[-1],
        "view": scene.view if scene else game.view(position, side),
        "asked": answers,
        "terms": asked.terms if asked else (),
        "greyed": greyed(asked) if asked else [],
        "offered": offers(game, offered) if offered else [],
        "aside": offers(game, aside) if aside else [],
        "own_template": partial(own_template, game.key),
        "differences": partial(differences, reader),
        "asks": partial(asks, answers),
        "lately": partial(lately, game, scene.told_of if scene else partial(told_of, room.log), side),
        "rehearsed": rehearsed(game, position, side) if aside else (),
    }
    return {panel: form(panel, reader, draft if draft.panel == panel else NOTHING, said) for panel in PANELS}


def rehearsed(game: AnyGame, position: AnyState, side: Side) -> tuple[Rehearsed, ...]:
    """What the orders that a side has left would answer, as far as it may know the position."""
    if not any(True for _ in game.rehearsals(position, side)):
        return ()
    return rehearse(game, game.redeal(position, side, SystemRandom()), side)


def form(panel: str, reader: Reader, draft: Draft, said: Mapping[str, Any]) -> Markup:
    """One of the forms; where nothing was offered, or nothing may be done out of turn, there is none for it."""
    if panel != DECISION and not said[panel]:
        return Markup()
    if draft == NOTHING:
        return untouched(panel, reader, said)
    html = laid(panel, reader, draft, said, place_of(draft))
    return laid(panel, reader, draft, said, "") if draft.refusal and not SHOWN.search(html) else html


def untouched(panel: str, reader: Reader, said: Mapping[str, Any]) -> Markup:
    """A form that nobody has filled in anything: drawn only where it would look different from any that is kept."""
    place = (reader.game.key, said["key"], said["side"], panel, reader.words.language, said["several"])
    looked_at = depends_on(panel, reader, said, said[OFFERS_OF[panel]])
    return forms.get((*place, looked_at), lambda: composed(place, panel, reader, said))


def composed(place: tuple[object, ...], panel: str, reader: Reader, said: Mapping[str, Any]) -> Markup:
    """It would perhaps look different. Its answers are drawn first, each for itself: mostly one has changed and the
    others stay, and where all of them stay, so does the form."""
    given, those = given_to(panel, said), said[OFFERS_OF[panel]]
    step, alone = said["step"] if panel == DECISION else None, len(those) == 1
    answers = [drawn(reader, given, NOTHING, offer, step, alone) for offer in those]

    def anew() -> Markup:
        ready = dict(zip(map(id, those), answers, strict=True))
        return draw(f"play/{panel}.html", reader, draft=NOTHING, drawn=lambda offer, *_: ready[id(offer)], **given)

    return forms.get((*place, *answers, depends_on(panel, reader, said, ())), anew)


KEPT = 1_024
"""Forms and answers that a process keeps, a few kB each: one of each panel for every page that is looked at."""
forms: Kept[tuple[object, ...], Markup] = Kept(2 * KEPT)
answered: Kept[tuple[str, str, str, bytes], Markup] = Kept(4 * KEPT)


def depends_on(panel: str, reader: Reader, said: Mapping[str, Any], answers: Sequence[Offer]) -> bytes:
    """What a form with these answers looks like, besides whose it is: what its template reads, and those of theirs."""
    game = reader.game.key
    look = look_of_form(game, panel, tuple(offer.tag for offer in answers))
    depends = [
        [digest_for(look_of(answer_template(game, offer.tag)), offer) for offer in answers],
        said["step"] if said[OFFERS_OF[panel]] and "step" in look.facts else None,
        said["terms"] if panel == DECISION else (),
        bool(said["aside"]),
        said["greyed"] if "dead" in look.facts else (),
        look.read(said),
        said["rehearsed"] if panel == ASIDE else (),
    ]
    return digest_of(depends)


SHOWN = re.compile(r'id="(refusal|fault-)')
"""Where it is told what is wrong. A field that doesn't show it leaves that to the head of the form."""


def laid(panel: str, reader: Reader, draft: Draft, said: Mapping[str, Any], place: str) -> Markup:
    given = given_to(panel, said) | {"place": place}
    return draw(f"play/{panel}.html", reader, draft=draft, drawn=partial(drawn, reader, given, draft), **given)


def given_to(panel: str, said: Mapping[str, Any]) -> dict[str, Any]:
    return {**said, "panel": panel, "form": FORMS[panel], "place": "", "written": written}


def drawn(
    reader: Reader, said: Mapping[str, Any], draft: Draft, offer: Offer, step: Step[Any] | None, alone: bool
) -> Markup:
    """One kind of answer; `step` is the question that it answers."""
    template = answer_template(reader.game.key, offer.tag)
    dead = [one for one in said["greyed"] if one.tag == offer.tag]
    about = {"step": step, "alone": alone, "dead": dead}
    if draft == NOTHING:
        return at_rest(template, reader, said, about, offer)
    why = reader.refusal(draft.refusal) if draft.refusal else ""
    filled = {
        "typed": draft.typed,
        "draft": draft,
        "own": offer.tag == draft.tag,
        "said": why,
        "refusal": draft.refusal,
    }
    return draw(template, reader, offer=offer, words_of=words_of, **{**said, **about, **filled})


def at_rest(template: str, reader: Reader, said: Mapping[str, Any], about: Mapping[str, Any], offer: Offer) -> Markup:
    """As long as nobody has filled in anything an answer looks the same for the same offer, and is drawn once."""
    look = look_of(template)
    facts = [about[name] if name in about else said[name] for name in look.facts]
    depends = msgspec.json.encode([digest_for(look, offer), facts, look.read(said)])

    def anew() -> Markup:
        shown = offer if look.explains else offer.at_rest
        filled = {"typed": {}, "draft": NOTHING, "own": False, "said": "", "refusal": None}
        return draw(template, reader, offer=shown, words_of=words_of, **{**said, **about, **filled})

    return answered.get((template, reader.game.key, reader.words.language, depends), anew)


def digest_for(look: Look, offer: Offer) -> bytes:
    """Of what shows of it to a template with this look."""
    return offer.digest if look.explains else offer.digest_at_rest


def written(choice: Any) -> str:
    """As a button sends it."""
    return msgspec.json.encode(choice).decode()


def words_of(choice: Choice) -> str:
    """What an answer is about, so that it is found from the board: its words, and a word with the number that follows,
    like `europe.5`."""
    values = [value for value in astuple(choice) if isinstance(value, str | int) and not isinstance(value, bool)]
    pairs = (f"{one}.{two}" for one, two in pairwise(values) if isinstance(one, str) and isinstance(two, int))
    return " ".join([*(value for value in values if isinstance(value, str)), *pairs])


def asks(asked: list[Offer], tag: str) -> bool:
    """Whether an answer of this kind is asked for."""
    return any(offer.tag == tag for offer in asked)


def lately(
    game: AnyGame, told: Callable[[frozenset[type[Entry]]], Sequence[Entry]], side: Side, *tags: str
) -> list[Entry]:
    """The last few things of these kinds that this side was told, latest first; `told` finds them."""
    visible = (entry.seen_by(side) for entry in reversed(told(entries_of(game, tags))))
    return [*islice((entry for entry in visible if entry is not None), LATELY)]


@cache
def entries_of(game: AnyGame, tags: tuple[str, ...]) -> frozenset[type[Entry]]:
    """The kinds of entries that are called so on the wire."""
    every: tuple[type[Entry], ...] = (*game.entries, *SAID_BY_ROOMS)
    return frozenset(kind for kind in every if kind.__struct_config__.tag in tags)


def place_of(draft: Draft) -> str:
    """The field of the form that a refusal is about, if it names one: by its place in the choice, by a row it counts,
    or by a word that has a field of its own."""
    refusal = draft.refusal
    if isinstance(refusal, Malformed):
        path = draft.tag + PLACES.sub(r".\1", refusal.path.removeprefix("$"))
        place = next((name for name in nested(path) if stands(name, draft)), "")
        wrong = (name for name in draft.typed if path != place and beyond(name, place, draft, refusal.facts))
        return next(wrong, place)
    facts = refusal.facts if refusal else {}
    row = facts.get("number")
    if isinstance(row, int):
        return next((name for name in draft.typed if name.startswith(f"{draft.tag}.") and f".{row - 1}." in name), "")
    words = {str(fact) for fact in facts.values()}
    return next((name for name in draft.typed if at_word(name, draft, words) or at_fact(name, draft, facts)), "")


PLACES = re.compile(r"\[(\d+)\]")


def nested(name: str) -> Iterator[str]:
    """The name, and those of what it stands in, the narrowest first."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def stands(name: str, draft: Draft) -> bool:
    """Whether the form has such a field, or fields within it."""
    return "." in name and any(f"{typed}.".startswith(f"{name}.") for typed in draft.typed)


def beyond(name: str, place: str, draft: Draft, facts: Mapping[str, Any]) -> bool:
    """`place.cubes.smyrna`, where the decoder says only that one of `place.cubes` is too large or small."""
    text = draft.typed[name].strip()
    if not name.startswith(f"{place}.") or not NUMBER.fullmatch(text):
        return False
    return not facts.get("least", -inf) <= int(text) <= facts.get("most", inf)


def at_word(name: str, draft: Draft, words: set[str]) -> bool:
    """`place.cubes.smyrna`, where smyrna is what is wrong."""
    return name.startswith(f"{draft.tag}.") and name.rpartition(".")[2] in words


def at_fact(name: str, draft: Draft, facts: Mapping[str, Any]) -> bool:
    """`settle.issue`, where an issue is what is wrong, and it was this."""
    tag, _, field = name.partition(".")
    return tag == draft.tag and field in facts and draft.typed[name] == str(facts[field])
