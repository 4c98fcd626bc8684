"""`horloge simulate`: whole games by bots: lengths, points, rare choices, and with --check whether anything breaks."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.terminal import complain, console, find_games, give_up, print_json, say

if TYPE_CHECKING:
    from engine.core.simulate import Played, Summary

SHOWN = 5
"""How many breaches are printed; where there is one, there are often hundreds."""


def simulate(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    players: Annotated[int | None, typer.Option(help="How many players; default: as many as can.")] = None,
    bots: Annotated[str, typer.Option(help="A kind of bot for all seats, or one for each: random,random.")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[str | None, typer.Option(help="Any text; the same text gives the same games.")] = None,
    options: Annotated[
        str | None, typer.Option(help="The game's options, as JSON; default with --check: those of a short game.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=1024, help="How many processes play.")] = 1,
    check: Annotated[bool, typer.Option("--check", help="Verify every invariant after every choice.")] = False,
    out: Annotated[Path, typer.Option(help="Where records of games that broke go.")] = Path("breaches"),
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play whole games by bots. Exit 0: nothing broke; 1: a game broke, its record is written; 2: wrong use."""
    from app.simulation import Impossible, broken_games, game_of, played, require_possible
    from engine.core import registry
    from engine.core.chance import new_seed
    from engine.core.simulate import Series, summary

    find_games()
    try:
        known = game_of(game)
        kinds = tuple(kind.strip() for kind in bots.split(","))
        series = Series(
            game=game,
            players=max(known.players) if players is None else players,
            seed=seed or new_seed(),
            bots=kinds,
            options=None if options is None else options.encode(errors="surrogateescape"),
            check=check,
            modules=tuple(registry.added),
        )
        require_possible(known, series)
    except Impossible as error:
        give_up(str(error))
    try:
        done = list(with_progress(played(series, games, jobs), games))
    except BrokenProcessPool:
        give_up("A process that played was killed; the machine may be short of memory. Try fewer --jobs.")
    whole = summary(series, done)
    try:
        whole.records = broken_games(series, done, out)
    except OSError as error:
        complain(f"--out {out}: {error.strerror}; the records of the games that broke are not written")
    print_json(whole) if json else draw(whole, out)
    raise typer.Exit(1 if whole.breaches else 0)


def with_progress(played: Iterable[Played], games: int) -> Iterable[Played]:
    """Show a bar on a terminal (on standard error, so that JSON stays JSON), nothing elsewhere."""
    from rich.console import Console
    from rich.progress import track

    screen = Console(stderr=True)
    return track(played, "Playing", total=games, console=screen, transient=True, disable=not screen.is_terminal)


def draw(whole: Summary, out: Path) -> None:
    from rich.table import Table

    say(f"{whole.games} games of {whole.game} for {whole.players}, bots: {', '.join(whole.bots)}; seed {whole.seed}")
    say(f"{whole.decisions} decisions, {whole.decisions_per_second:.0f} per second of one core")
    say(f"Lengths: {whole.shortest} to {whole.longest} decisions, {whole.average_length} on average")
    table = Table("side", "wins", "points on average")
    for side, points in whole.average_points.items():
        table.add_row(side, f"{whole.wins[side]:g}", f"{points:g}")
    console().print(table)
    rarest = ", ".join(f"{kind} {times}" for kind, times in whole.rarest_choices)
    say(f"Rarest choices: {rarest or 'none'}; never chosen: {', '.join(whole.never_chosen) or 'none'}")
    say(f"Breaches: {len(whole.breaches)}; digest {whole.digest}")
    for breach in whole.breaches[:SHOWN]:
        say(f"  {breach}")
    for path in whole.records[:SHOWN]:
        say(f"  written: {path}  (open it: horloge record show {path})")
    if len(whole.breaches) > SHOWN:
        say(f"  and {len(whole.breaches) - SHOWN} more: all of them with --json, the records under {out}")
