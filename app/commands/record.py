"""`horloge record`: check recorded games against today's rules, show one at any point, describe the format."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.terminal import brief, complain, console, drawn, find_games, give_up, print_json, say, spoken

if TYPE_CHECKING:
    from app.records import Legal, Look
    from engine.core.game import AnyGame
    from engine.core.record import AnyRecord

app = typer.Typer(no_args_is_help=True, help="Check recorded games, look into them, describe their format.")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FILE = typer.Argument(help="A record: one JSON file.", metavar="FILE", show_default=False)


@app.command()
def check(files: Annotated[list[Path], FILE], json: AsJson = False) -> None:
    """Replay records under today's rules. Exit 0: all the same; 1: one goes differently; 2: one can't be read."""
    from app.records import verdict

    find_games()
    verdicts = [verdict(path) for path in files]
    if json:
        print_json({"files": verdicts})
    for one in () if json else verdicts:
        (complain if one.result == "unreadable" else say)(str(one))
    raise typer.Exit(max(("same", "differs", "unreadable").index(one.result) for one in verdicts))


@app.command()
def show(
    file: Annotated[Path, FILE],
    at: Annotated[int | None, typer.Option(help="After this entry (0: the opening); default: the last one.")] = None,
    side: Annotated[str | None, typer.Option(help="As this side sees it; default: the public view.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="List what each side (or --side) may do there.")] = False,
    json: AsJson = False,
) -> None:
    """Show a recorded game at one point. Exit 1: under today's rules it does not get there; 2: it can't be read."""
    from app.records import look
    from engine.core.reading import Unreadable
    from engine.core.record import Differs

    game, record = opened(file)
    if at is not None and not 0 <= at <= len(record.choices):
        give_up(f"--at {at}: the record has entries 0 (the opening) to {len(record.choices)}")
    if side is not None and side not in record.sides:
        give_up(f"--side {side}: the sides are {', '.join(record.sides)}")
    try:
        shown = look(game, record, at, side, legal)
    except Unreadable as error:
        give_up(f"{file}: {error}")
    except Differs as differs:
        complain(f"{file}: {differs}")
        raise typer.Exit(1) from None
    print_json(shown) if json else draw(shown)


@app.command()
def schema(
    game: Annotated[str | None, typer.Argument(help="A game's key; default: what all records have in common.")] = None,
) -> None:
    """Print the JSON schema of a game's records."""
    from engine.core import record, registry

    find_games()
    try:
        print_json(record.schema(registry.game(game) if game else None))
    except registry.UnknownGame as unknown:
        give_up(str(unknown))


def opened(file: Path) -> tuple[AnyGame, AnyRecord]:
    from app.records import contents
    from engine.core.reading import Unreadable
    from engine.core.record import read

    find_games()
    try:
        return read(contents(file))
    except Unreadable as error:
        give_up(f"{file}: {error}")


def draw(shown: Look) -> None:
    from app.records import written

    whose, since = f", as {shown.side} sees it" if shown.side else "", written(shown.written, shown.rules)
    say(f"{shown.title}, rules {shown.rules}{since}: after entry {shown.at} of {shown.entries}{whose}")
    if shown.stopped:
        say(f"It can't be followed further under today's rules. {shown.stopped}")
    for entry in shown.told:
        say(f"  {sentence(entry)}")
    screen = console()
    for part in drawn({"points": shown.points} | shown.view, shown.sides):
        screen.print(part)
    say("The game is over." if shown.over else f"Waited for: {awaited(shown)}")
    for side, offered in (shown.legal or {}).items():
        draw_legal(side, offered)


def awaited(shown: Look) -> str:
    return ", ".join(f"{one.side} ({one.clause})" if one.clause else one.side for one in shown.waiting)


def draw_legal(side: str, offered: Legal) -> None:
    say(f"{side} may:")
    for line in lines_of(offered.menu, offered.first):
        say(f"  {line}")


def lines_of(described: Any, first: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each kind of answer; of a large menu its description and a few examples."""
    if "either" in described:
        for part in described["either"]:
            yield from lines_of(part, first)
    elif "one_of" in described:
        for _, alike in groupby(described["one_of"], key=lambda choice: choice["do"]):
            yield "; ".join(sentence(choice) for choice in alike)
    else:
        kinds = described.get("do", ())
        examples = [sentence(choice) for choice in first if choice["do"] == kinds or choice["do"] in list(kinds)]
        line = sentence({"do": kinds} | described) if kinds else brief(described)
        yield line + (f" (for instance {'; '.join(examples[:3])})" if examples else "")


def sentence(tagged: dict[str, Any]) -> str:
    """Return `{"do": "raise", "coins": 3}` as `raise: coins 3`."""
    kind, *rest = tagged
    return spoken(brief(tagged[kind])) + (f": {brief({name: tagged[name] for name in rest})}" if rest else "")
