"""Every rule of the checker, once on a correct history and once on one that breaks it, alone or with others that have
to find it too. The histories are made by hand: only the game is real.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import pytest
from msgspec.structs import replace

from app.base.clock import now
from app.store.games.ledger import digest
from app.store.games.rooms import StoredEntry
from engine.core import door
from engine.core.game import Opening
from engine.core.state import Side, encode, fingerprint
from tests.games.tiny import GAME
from tests.games.tiny.state import Options
from tests.harness.checker import RULES, Kept, check
from tests.harness.history import History, Request, Shown, Told, mark
from tests.harness.planted import CONTROLS

ORDER, RECALL, COLLECT, TIP = (
    '{"do":"order","pass_in":"every_auction"}',
    '{"do":"order","pass_in":"none"}',
    '{"do":"collect"}',
    '{"do":"tip","to":null}',
)
PLAYED: tuple[tuple[Side, str], ...] = (("red", ORDER), ("red", COLLECT), ("blue", ORDER), ("red", TIP))


@dataclass
class Story:
    """A room of the Antechamber in which four choices were made, one after the other, and everyone saw each position.
    Its history can be changed before it is judged."""

    history: History = field(default_factory=History)
    entries: list[StoredEntry] = field(default_factory=list)
    opening: bytes = b""
    sequence: int = 0
    hash: str = ""
    status: str = "playing"

    def __post_init__(self) -> None:
        position, _ = GAME.open(Opening(("red", "blue"), Options(), "5eed" * 16, players=2))
        self.opening = encode(position)
        for number, (side, raw) in enumerate(PLAYED, 1):
            choice = door.decode(GAME, raw.encode())
            news = door.submit(GAME, position, side, choice)  # type: ignore[arg-type]
            assert isinstance(news, list), news
            self.keep(number, side, raw, fingerprint(position))
            for viewer in ("red", "blue", None):
                view = mark(msgspec.json.encode(GAME.view(position, viewer)))
                self.history.shown.append(Shown("room", 0, number, viewer, view, 10.0 * number + 2))

    def keep(self, number: int, side: Side, raw: str, position: str) -> None:
        """Record a choice sent at ten times its number, acknowledged a second later, and stored."""
        at = 10.0 * number
        self.history.requests.append(Request("room", f"k{number}", side, raw, at, [Told(at + 1, number)]))
        self.entries.append(
            StoredEntry(0, number, side, f"k{number}", digest(side, raw), raw, "[]", "1", position, now())
        )
        self.sequence, self.hash = number, position

    @property
    def requests(self) -> list[Request]:
        return self.history.requests

    @property
    def shown(self) -> list[Shown]:
        return self.history.shown

    def broken(self) -> set[str]:
        """Return the rules that find a fault."""
        found = self.opening, 0, self.sequence, self.hash, self.status, tuple(self.entries)
        return {fault.rule for fault in check(self.history, [Kept("room", GAME, *found)])}


def test_a_story_in_which_all_is_well_breaks_no_rule() -> None:
    assert Story().broken() == set()


def acknowledged_and_gone(story: Story) -> None:
    last = story.entries.pop()
    story.sequence, story.hash = last.sequence - 1, story.entries[-1].hash
    story.history.shown = [shown for shown in story.shown if shown.sequence < last.sequence]


def key_stored_twice(story: Story) -> None:
    story.entries[2] = replace(story.entries[2], key="k1")
    story.requests[2].key, story.requests[2].told = "k1", []


def acknowledged_elsewhere(story: Story) -> None:
    story.requests[3].told.append(Told(60.0, 7))


def refused_yet_stored(story: Story) -> None:
    story.requests[1].told = [Told(21.0, None)]


def somebody_else_wrote(story: Story) -> None:
    del story.requests[2]


def entry_missing(story: Story) -> None:
    del story.entries[1]


def entry_twice(story: Story) -> None:
    story.entries.insert(2, replace(story.entries[1], key="k9"))


def row_behind(story: Story) -> None:
    story.sequence, story.hash = 3, story.entries[2].hash
    story.history.shown = [shown for shown in story.shown if shown.sequence < 4]


def other_hash(story: Story) -> None:
    story.entries[1] = replace(story.entries[1], hash="0" * 32)


def against_the_rules(story: Story) -> None:
    story.entries[3] = replace(story.entries[3], choice=COLLECT)
    story.requests[3].choice = COLLECT


def row_elsewhere(story: Story) -> None:
    story.hash = "0" * 32


def frozen(story: Story) -> None:
    story.status = "frozen"


def sent_late_stored_early(story: Story) -> None:
    """The third was sent after the fourth had been acknowledged."""
    story.requests[2].sent_at = 50.0
    story.requests[2].told = [Told(51.0, 3)]


def shown_too_much(story: Story) -> None:
    story.shown.append(Shown("room", 0, 5, "red", None, 70.0))


def shown_of_another_epoch(story: Story) -> None:
    story.shown.append(Shown("room", 1, 2, "red", None, 70.0))


def shown_to_the_wrong_side(story: Story) -> None:
    view = next(shown.view for shown in story.shown if shown.side == "red")
    story.shown.append(Shown("room", 0, 1, "blue", view, 70.0))


def answered_for_another_choice(story: Story) -> None:
    """Under the key of the first, something else was acknowledged."""
    story.requests.append(Request("room", "k1", "red", RECALL, 60.0, [Told(61.0, 1)]))


def acknowledged_to_another_side(story: Story) -> None:
    story.requests.append(Request("room", "k1", "blue", ORDER, 60.0, [Told(61.0, 1)]))


BREAKS: list[tuple[Callable[[Story], None], set[str]]] = [
    (acknowledged_and_gone, {"lost"}),
    (answered_for_another_choice, {"lost", "reordered"}),
    (acknowledged_to_another_side, {"lost", "reordered"}),
    (key_stored_twice, {"doubled"}),
    (acknowledged_elsewhere, {"misplaced"}),
    (refused_yet_stored, {"refused_and_stored"}),
    (somebody_else_wrote, {"never_sent"}),
    (entry_missing, {"gaps", "diverged", "lost"}),
    (entry_twice, {"gaps", "diverged", "never_sent"}),
    (row_behind, {"gaps", "diverged"}),
    (other_hash, {"diverged"}),
    (against_the_rules, {"diverged"}),
    (row_elsewhere, {"diverged"}),
    (frozen, {"stopped"}),
    (sent_late_stored_early, {"reordered"}),
    (shown_too_much, {"shown_not_stored"}),
    (shown_of_another_epoch, {"shown_not_stored"}),
    (shown_to_the_wrong_side, {"seen_wrongly"}),
]


@pytest.mark.parametrize(("break_it", "rules"), BREAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_what_is_wrong_is_found_by_the_rule_that_is_for_it(break_it: Callable[[Story], None], rules: set[str]) -> None:
    story = Story()
    break_it(story)
    assert story.broken() == rules


def test_there_is_a_broken_story_for_every_rule() -> None:
    assert {rule for _, rules in BREAKS for rule in rules} == {*RULES}


def test_every_planted_fault_is_to_be_found_by_rules_that_there_are() -> None:
    assert {rule for control in CONTROLS.values() for rule in control.rules} <= {*RULES}
    assert all(control.rules for control in CONTROLS.values())


def unknown_and_stored(story: Story) -> None:
    story.requests[3].told = []


def unknown_and_not_stored(story: Story) -> None:
    story.requests.append(Request("room", "k8", "blue", RECALL, 60.0))


def refused_and_not_stored(story: Story) -> None:
    story.requests.append(Request("room", "k8", "blue", TIP, 60.0, [Told(61.0, None)]))


def told_twice(story: Story) -> None:
    story.requests[1].told.append(Told(80.0, 2))


def another_choice_refused_under_a_key(story: Story) -> None:
    story.requests.append(Request("room", "k1", "red", RECALL, 60.0, [Told(61.0, None)]))


def unreadable_and_refused(story: Story) -> None:
    story.requests.append(Request("room", "k8", "blue", "{", 60.0, [Told(61.0, None)]))


def sent_before_and_stored_after(story: Story) -> None:
    """Two were sent before either was acknowledged: either may be first."""
    story.requests[3].sent_at = 5.0


@pytest.mark.parametrize(
    "what_may_be",
    [
        unknown_and_stored,
        unknown_and_not_stored,
        refused_and_not_stored,
        told_twice,
        another_choice_refused_under_a_key,
        unreadable_and_refused,
        sent_before_and_stored_after,
    ],
    ids=lambda value: value.__name__,
)
def test_what_may_happen_is_found_fault_with_by_no_rule(what_may_be: Callable[[Story], None]) -> None:
    story = Story()
    what_may_be(story)
    assert story.broken() == set()
