"""The engine alone, measured with the smallest complete game: the Antechamber of the tests, played by three.

Both doors play whole games at random, including the set-up. python-chess lists the legal moves, takes one and plays it,
up to 200 plies a game; programs also ask it before each ply whether the game is over, which has a figure of its own.
The pydantic model distinguishes the kinds of steps by a discriminator on their tag; without one, as the annotations
alone would make it, it tries which kind fits, which has a figure too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from random import Random

import msgspec

from bench import peers
from bench.figure import Figure
from bench.measure import Contest, Work, measured, repeated
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import apply, receive, waiting
from engine.core.fuzz import random_answer
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.core.record import AnyRecord, Replay, record_of
from engine.core.record import opening as opening_of
from engine.core.refusal import Refusal
from engine.core.state import Side, encode, fingerprint
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Accept, Collect, Offer, Tip
from tests.games.tiny.state import Antechamber, Envoy

ENTRIES = 500
"""Length of the record that is replayed."""
HEAVY = 6_000
"""Bytes of the position that is encoded and decoded: about the size of a big board game's."""
EARLY, LATE, WINDOW = 24, 4_980, 60
"""The places in a long game at which the cost of a decision is compared: WINDOW entries from each of these on."""
CHESS = "python-chess, random plies"
ASKED_CHESS = "python-chess, with is_game_over"

Turn = tuple[Side, Choice]


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    """Yield one figure after the other, each measured for so many seconds."""
    for name, contest in contests().items():
        yield name, measured(contest(), seconds)


def contests() -> dict[str, Callable[[], Contest]]:
    """Return every figure by name, prepared only when its turn comes."""
    return {
        "trusting_door": trusting_door,
        "trusting_door_asked_for_the_end": trusting_door_asked_for_the_end,
        "checking_door": checking_door,
        "checking_door_with_hash": checking_door_with_hash,
        "checking_door_with_hash_on_a_clone": checking_door_with_hash_on_a_clone,
        "clone": clone,
        "encode_and_decode": encode_and_decode,
        "encode_and_decode_without_discriminator": lambda: encode_and_decode(discriminated=False),
        "view": view,
        "setup": setup,
        "replay_trusting": replay_trusting,
        "replay_checked": replay_checked,
        "late_decision": late_decision,
    }


def trusting_door() -> Contest:
    return Contest("decisions/s", random_play(), CHESS, peers.chess_plies(Random(1)), goal=8)


def trusting_door_asked_for_the_end() -> Contest:
    return Contest("decisions/s", random_play(), ASKED_CHESS, peers.chess_plies_asked_for_the_end(Random(1)))


def random_play() -> Work:
    """Return work that asks which side has to decide, draws an answer and applies it. The openings are dealt
    beforehand: set-up has a figure of its own."""
    rng, openings = Random(1), cycle([opened(number) for number in range(100)])

    def work() -> int:
        state = GAME.clone(next(openings))
        while state.agenda:
            side, menu = next(iter(waiting(GAME, state).items()))
            apply(GAME, state, side, menu.sample(rng))
        return state.sequence

    return work


def checking_door() -> Contest:
    return Contest("decisions/s", received(), CHESS, peers.chess_plies(Random(1)), goal=5)


def checking_door_with_hash() -> Contest:
    return Contest("decisions/s", received(hashed=True), CHESS, peers.chess_plies(Random(1)))


def checking_door_with_hash_on_a_clone() -> Contest:
    return Contest("decisions/s", received(hashed=True, cloned=True), CHESS, peers.chess_plies(Random(1)))


def received(hashed: bool = False, cloned: bool = False) -> Work:
    """Return work that plays games whose choices come over the wire: each is decoded, checked and applied, and its news
    encoded."""
    games = cycle([(opened(number), on_the_wire(played(number))) for number in range(100)])

    def work() -> int:
        opening, turns = next(games)
        state = GAME.clone(opening)
        for side, raw in turns:
            if cloned:
                state = GAME.clone(state)
            news(receive(GAME, state, side, raw))
            if hashed:
                fingerprint(state)
        return len(turns)

    return work


def news(came: list[Entry] | Refusal) -> bytes:
    """Encode news as they are stored."""
    assert isinstance(came, list), came
    return msgspec.json.encode(came)


def clone() -> Contest:
    position = mid_auction()
    ours, theirs = repeated(lambda: GAME.clone(position), 1_000), repeated(lambda: copy.deepcopy(position), 100)
    return Contest("µs", ours, "copy.deepcopy", theirs, goal=1 / 15)


def encode_and_decode(discriminated: bool = True) -> Contest:
    position = heavy(mid_auction())
    model = peers.position_model(GAME, discriminated)
    same = model.model_validate_json(encode(position))
    assert msgspec.json.decode(same.model_dump_json()) == msgspec.json.decode(encode(position))
    ours = repeated(lambda: GAME.decode(encode(position)), 100)
    theirs = repeated(lambda: model.model_validate_json(same.model_dump_json()), 20)
    peer = "pydantic" if discriminated else "pydantic, no discriminator"
    return Contest("µs", ours, peer, theirs, goal=1 / 10)


def view() -> Contest:
    position = mid_auction()
    return Contest("µs", repeated(lambda: GAME.view(position, "red"), 500))


def setup() -> Contest:
    numbers = count()
    return Contest("µs", repeated(lambda: opened(next(numbers)), 50))


def replay_trusting() -> Contest:
    record = long_record()

    def play() -> int:
        state, _ = GAME.open(opening_of(GAME, record))
        for chosen in record.choices:
            apply(GAME, state, chosen.side, chosen.choice)
        return len(record.choices)

    return Contest("entries/s", play)


def replay_checked() -> Contest:
    """Replay as `horloge record check` does: every choice checked, the hash after it compared."""
    record = long_record()

    def play() -> int:
        for _ in Replay(GAME, record):
            pass
        return len(record.choices)

    peer = peers.replayed(peers.chess_game(Random(1), ENTRIES))
    return Contest("entries/s", play, "python-chess, push_uci", peer)


def late_decision() -> Contest:
    """Check that the cost of a decision does not grow with the length of the game: the same decisions, early and late
    in it."""
    return Contest("µs", window(LATE), f"around entry {EARLY + WINDOW // 2}", window(EARLY), 1.15)


def window(first: int) -> Work:
    """Return work that does all that is done for one choice, for a stretch of a long and even game."""
    state = opened(0, rounds=first)
    for side, choice in islice(even_game(), first):
        apply(GAME, state, side, choice)
    stretch = on_the_wire(list(islice(even_game(), WINDOW)))

    def work() -> int:
        position = state
        for side, raw in stretch:
            position = GAME.clone(position)
            news(receive(GAME, position, side, raw))
            fingerprint(position)
        return WINDOW

    return work


def even_game() -> Iterator[Turn]:
    """Yield turns that leave everything as it was: a coin goes round by an accepted offer, the bank is empty, the usher
    keeps what it has."""
    neighbours: list[tuple[Envoy, Envoy]] = [("red", "blue"), ("blue", "green"), ("green", "red")]
    for side, other in cycle(neighbours):
        yield side, Offer(other, 1)
        yield other, Accept(side)
        yield side, Collect()
        yield side, Tip()


def opened(number: int, rounds: int = 4) -> Antechamber:
    """Return game `number` of a series that is the same each time."""
    return GAME.start(3, derived_seed("bench", number), GAME.options(rounds=rounds))


def played(number: int, rounds: int = 4, chatter: float = 0.0) -> list[Turn]:
    """Return the choices of this game played at random; `chatter` is how often they are out of turn."""
    state, rng, answer = opened(number, rounds), Random(number), random_answer(GAME, chatter)
    turns = []
    while state.agenda:
        side, choice = answer(state, rng)
        apply(GAME, state, side, choice)
        turns.append((side, choice))
    return turns


def on_the_wire(turns: list[Turn]) -> list[tuple[Side, bytes]]:
    return [(side, msgspec.json.encode(choice)) for side, choice in turns]


def mid_auction() -> Antechamber:
    """Return the first position of the series in which a side has bid, the auction goes on and an offer is open."""
    for number in count():
        state = opened(number)
        for side, choice in played(number, chatter=0.1):
            apply(GAME, state, side, choice)
            step = state.agenda[-1] if state.agenda else None
            if isinstance(step, Auction) and step.holder and state.whispers:
                return state
    raise AssertionError("no game of the series has such a position")


def heavy(state: Antechamber) -> Antechamber:
    """Return the position with every list in it repeated until it is heavy enough."""
    for times in count(1):
        fat = GAME.clone(state)
        for piles in (fat.hands, fat.published):
            piles.update({side: pile * times for side, pile in piles.items()})
        for name in ("agenda", "deck", "discarded", "whispers", "bound", "orders"):
            setattr(fat, name, getattr(fat, name) * times)
        if len(encode(fat)) >= HEAVY:
            return fat
    raise AssertionError("a position with lists in it grows")


def long_record() -> AnyRecord:
    """Return a random game cut off after ENTRIES choices, with the hash of the position after each."""
    state, rounds = opened(0, rounds=ENTRIES), ENTRIES
    opening = Opening(GAME.sides(3), GAME.options(rounds=rounds), derived_seed("bench", 0))
    chosen = []
    for side, choice in played(0, rounds, chatter=0.1)[:ENTRIES]:
        apply(GAME, state, side, choice)
        chosen.append((side, choice, fingerprint(state)))
    return record_of(GAME, opening, chosen)
