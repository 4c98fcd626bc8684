"""The well-kept programs that the engine is measured against: python-chess playing at random, and pydantic with models
of the same fields as a game's position. They are installed for the bench only.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from random import Random
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import chess
from msgspec import Struct
from pydantic import BaseModel, Field, create_model

from bench.measure import Work
from engine.core.game import AnyGame
from engine.core.sealed import Sealed

LONGEST = 200
"""Plies after which a game is left if nobody asks whether it is over: two bare kings are quickly moved."""


def chess_plies_asked_for_the_end(rng: Random) -> Work:
    """Return work that plays whole games of random legal plies, by the loop that programs usually have."""

    def work() -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return work


def chess_plies(rng: Random) -> Work:
    """Return work that plays games of random legal plies, asking only for the legal moves."""

    def work() -> int:
        board = chess.Board()
        while len(board.move_stack) < LONGEST and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        return len(board.move_stack)

    return work


def chess_game(rng: Random, plies: int) -> list[str]:
    """Return the moves of a random game of this length, as text."""
    board = chess.Board()
    while board.ply() < plies:
        moves = list(board.legal_moves)
        if not moves:
            return chess_game(rng, plies)
        board.push(rng.choice(moves))
    return [move.uci() for move in board.move_stack]


def replayed(moves: list[str]) -> Work:
    """Return work that plays a game of chess again from text, checking every move."""

    def work() -> int:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        return len(moves)

    return work


def position_model(game: AnyGame, discriminated: bool) -> type[BaseModel]:
    """Return a pydantic model of the same fields as the game's position, with sealed answers as plain data. Without a
    discriminator it tries which step fits; with one it looks at the tag, as ours always do."""
    sealed = {"answers": (list[tuple[str, dict[str, Any]]], ...)}
    step: Any = reduce(or_, (model(one, **sealed if issubclass(one, Sealed) else {}) for one in game.steps))
    if discriminated:
        step = Annotated[step, Field(discriminator="step")]
    return model(game.position, agenda=(list[step], ...), news=(list[dict[str, Any]], ...))


def model(struct: type[Struct], **given: Any) -> type[BaseModel]:
    """Return the pydantic model of a Struct; `given` are the fields that its annotations leave open."""
    config = struct.__struct_config__
    tag: dict[str, Any] = {config.tag_field: (Literal[config.tag], config.tag)} if config.tag_field else {}
    hints = get_type_hints(struct, include_extras=True)
    fields = {name: (modelled(hints[name]), ...) for name in struct.__struct_fields__ if name not in given}
    made: type[BaseModel] = create_model(struct.__name__, **tag | fields | given)
    return made


def modelled(annotation: Any) -> Any:
    """Return the annotation with every Struct in it replaced by its model."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return model(annotation)
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in (list, dict, tuple):
        return origin[tuple(part if part is Ellipsis else modelled(part) for part in parts)]
    return annotation
