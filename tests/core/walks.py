"""Random games to test the core with."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import Answer, Run, play, random_answer, rarest_answer
from engine.core.game import AnyGame, Opening
from engine.core.record import AnyRecord, Replay
from engine.core.state import AnyState, Side, fingerprint
from tests.games.tiny import GAME
from tests.games.tiny.state import Antechamber

RARELY = 0.5


def opening(players: int = 3, number: int = 0, game: AnyGame = GAME) -> Opening:
    return Opening(game.sides(players), game.short_options, derived_seed("walks", number), players=players)


def run(players: int = 3, number: int = 0, game: AnyGame = GAME, check: bool = True) -> Run:
    """Play a whole game, by default checked all the way."""
    return play(game, opening(players, number, game), Random(number), check=check)


def seeking_answer(game: AnyGame, chatter: float = 0.1) -> Answer:
    """Choose the rarest kind of answer, and every other time what the game's best bot answers: a bot leads a game to
    situations that chance alone hardly ever meets."""
    rarest, bot = rarest_answer(game, chatter), game.bots[game.best_bot]

    def answer(state: AnyState, rng: Random) -> tuple[Side, Choice]:
        if rng.random() < RARELY:
            return rarest(state, rng)
        side, menu = next(iter(waiting(game, state).items()))
        return side, bot(state, side, menu, rng)

    return answer


def written_under(rules: str, record: AnyRecord, game: AnyGame = GAME) -> AnyRecord:
    """Return the record of the same game as a site with other rules would have written it: its hashes include the
    version of the rules."""
    blank = replace(record, rules=rules, choices=[replace(one, hash="") for one in record.choices])
    hashes = [fingerprint(state) for entry, state, _ in Replay(game, blank) if entry]
    return replace(blank, choices=[replace(one, hash=mark) for one, mark in zip(blank.choices, hashes, strict=True)])


def walk(players: int = 3, number: int = 0) -> Iterator[Antechamber]:
    """Yield every position of a random game. It is one object that changes."""
    state, _ = GAME.open(opening(players, number))
    answer, rng = random_answer(GAME, chatter=0.3), Random(number)
    yield state
    while state.agenda:
        apply(GAME, state, *answer(state, rng))
        yield state


def walks(games: int = 10) -> Iterator[Antechamber]:
    """Yield every position of several games for two and for three."""
    for players in (2, 3):
        for number in range(games):
            yield from walk(players, number)
