"""`horloge admin`: what admins do on the site's pages, from the shell, whether servers run or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.ops.terminal import complain, find_games, give_up, say

if TYPE_CHECKING:
    from app.features.admin.shell_output import Told
    from app.rooms.admin_actions import Asked
    from app.store.db.database import Database
    from engine.core.refusal import Refusal

app = typer.Typer(no_args_is_help=True, help="Run the site: roles, and what is done to tables and people.")
Key = Annotated[str, typer.Argument(help="The table's key, as in its address.")]
Name = Annotated[str, typer.Argument(help="What the person is called.")]
Why = Annotated[str, typer.Option("--why", help="The reason, which the table is told.")]
Sought = Annotated[str, typer.Argument(help="A name, an address, a title, or a table's key; left out: the latest.")]
LineNumber = Annotated[int, typer.Argument(min=1, max=2**31 - 1)]
Role = Literal["player", "moderator", "admin"]
NEEDED = "Before /admin opens, {name} sets up two-step login at /me/factor, with a password of 14 characters or more."
BY_SHELL = "By whoever runs the site."


@app.command()
def appoint(
    name: Name,
    role: Annotated[Role, typer.Option(help="What they are from now on.")] = "admin",
    why: Why = BY_SHELL,
) -> None:
    """Make a person an admin (this is how the first one is made), a moderator, or a player again."""
    from app.features.admin import people
    from app.features.admin.actions import SHELL_DOER

    needed = "" if role == "player" else NEEDED.format(name=name)
    work(lambda database: people.appoint(database, SHELL_DOER, name, role, why), needed)


@app.command()
def ban(
    name: Name,
    why: Why,
    seats: Annotated[bool, typer.Option(help="Offer their seats to others, at all tables.")] = False,
) -> None:
    """Ban a person: their sessions end, and they can't log in any more."""
    from app.features.admin import people
    from app.features.admin.actions import SHELL_DOER

    work(lambda database: people.ban(database, SHELL_DOER, name, why, seats_too=seats))


@app.command()
def unban(name: Name, why: Why) -> None:
    """Lift the ban of a person."""
    from app.features.admin import people
    from app.features.admin.actions import SHELL_DOER

    work(lambda database: people.unban(database, SHELL_DOER, name, why))


@app.command()
def reset_factor(name: Name, why: Why) -> None:
    """Switch off two-step login for a person who has lost app and recovery codes. Their sessions end; a mail tells
    them."""
    from app.features.admin import people
    from app.features.admin.actions import SHELL_DOER
    from app.settings import read_settings
    from app.words.account_mails import AccountMails

    account_mails = AccountMails(read_settings().public_address)
    work(lambda database: people.reset_factor(database, SHELL_DOER, name, why, account_mails))


@app.command()
def rename(key: Key, title: Annotated[str, typer.Argument()], why: Why) -> None:
    """Give a table another title."""
    from app.rooms.admin_actions import Rename

    done(key, Rename(title), why)


@app.command()
def pause(key: Key, why: Why) -> None:
    """Stop a table's clock."""
    from app.rooms.admin_actions import Pause

    done(key, Pause(), why)


@app.command()
def resume(key: Key, why: Why) -> None:
    """Start a table's clock again."""
    from app.rooms.admin_actions import Resume

    done(key, Resume(), why)


@app.command()
def extend(key: Key, minutes: Annotated[int, typer.Argument(min=1)], why: Why) -> None:
    """Give the sides that have to decide so many minutes more."""
    from app.rooms.admin_actions import Extend

    done(key, Extend(minutes), why)


@app.command()
def freeze(key: Key, why: Why) -> None:
    """Freeze a table: nobody can move until it is thawed."""
    from app.rooms.admin_actions import Freeze

    done(key, Freeze(), why)


@app.command()
def thaw(key: Key, why: Why) -> None:
    """Let a frozen game go on; what was due in the meantime is postponed."""
    from app.rooms.admin_actions import Thaw

    done(key, Thaw(), why)


@app.command()
def void(key: Key, why: Why) -> None:
    """End a game without a result."""
    from app.rooms.admin_actions import Void

    done(key, Void(), why)


@app.command()
def reset(
    key: Key, why: Why, same_seed: Annotated[bool, typer.Option(help="The same dice and cards again.")] = False
) -> None:
    """Begin a game again with the same seats."""
    from app.rooms.admin_actions import Reset

    done(key, Reset(same_seed), why)


@app.command()
def rewind(key: Key, step: Annotated[int, typer.Argument(min=0)], why: Why) -> None:
    """Rewind a game to a step; what came after it stays readable."""
    from app.rooms.admin_actions import Rewind

    done(key, Rewind(step), why)


@app.command()
def undo(key: Key, branch: Annotated[int, typer.Argument(min=0)], why: Why) -> None:
    """Return a game to where it left a branch, by its number: the first one is 0."""
    from app.rooms.admin_actions import Undo

    done(key, Undo(branch), why)


@app.command()
def compare(
    key: Key,
    to: Annotated[int | None, typer.Option(min=0, help="With going back to this step.")] = None,
    branch: Annotated[int | None, typer.Option(min=0, help="With going back to where this branch was left.")] = None,
    same_seed: Annotated[bool, typer.Option(help="With beginning anew with the same dice and cards.")] = False,
) -> None:
    """Show what a rewind or a new beginning would change; nothing is done. Without options: beginning again."""
    from app.features.admin.shell_output import compared_with
    from app.rooms.admin_actions import Reset, Rewind, Undo

    asked = Rewind(to) if to is not None else Undo(branch) if branch is not None else Reset(same_seed)
    print_out(lambda database: compared_with(database, key, asked))


@app.command()
def see(key: Key, side: Annotated[str, typer.Argument(help="Such as france.")], why: Why) -> None:
    """Print what a side sees of its table, as JSON. The table is told that an admin looked."""
    from app.features.admin.shell_output import seen_as

    print_out(lambda database: seen_as(database, key, side, why))


@app.command()
def search(
    text: Sought = "",
    status: Annotated[Literal["", "open", "playing", "frozen", "finished"], typer.Option(help="Of tables.")] = "",
) -> None:
    """Search for people, tables, and messages on their way."""
    from app.features.admin.shell_output import searched

    print_out(lambda database: searched(database, text, status))


@app.command()
def replace(
    key: Key,
    seat: Annotated[int, typer.Argument(min=0, help="The number of the seat; the first one is 0.")],
    why: Why,
    name: Annotated[str, typer.Option(help="Who plays from there.")] = "",
    bot: Annotated[str, typer.Option(help="The kind of bot that does.")] = "",
) -> None:
    """Give a seat to another person or a bot; without either, it is offered."""
    from app.rooms.admin_actions import Replace

    done(key, Replace(seat, name, bot), why)


@app.command()
def hide(key: Key, channel: str, number: LineNumber, why: Why) -> None:
    """Hide a message of a table."""
    from app.rooms.admin_actions import Hide

    done(key, Hide(channel, number), why)


@app.command()
def show(key: Key, channel: str, number: LineNumber, why: Why) -> None:
    """Show a hidden message again."""
    from app.rooms.admin_actions import Show

    done(key, Show(channel, number), why)


@app.command("deeds")
def actions(key: Annotated[str, typer.Argument(help="Of one table; left out: all.")] = "") -> None:
    """List the admin actions: who did what, and why."""
    from app.store.ops.admin_log import AdminLog

    async def listed(database: Database) -> str:
        store = AdminLog(database)
        for one in await store.at_table(key) if key else await store.latest():
            who, whom = one.name or one.role, " ".join(filter(None, (one.key, one.about)))
            say(f"{one.at:%Y-%m-%d %H:%M} {one.kind} {whom} by {who}: {one.reason}  {one.argument}")
        return ""

    from app.commands.migrate import on_database

    on_database(listed)


def done(key: str, asked: Asked, why: str) -> None:
    """Carry out an action on a table."""
    from app.features.admin.actions import SHELL_DOER, do

    work(lambda database: do(database, SHELL_DOER, key, asked, why))


def work(action: Callable[[Database], Awaitable[Refusal | None]], further: str = "") -> None:
    """Carry out an action and print what else there is to do. Servers that have the table open notice within
    seconds."""
    from app.features.admin.shell_output import Told

    async def carried_out(database: Database) -> Told | Refusal:
        return await action(database) or Told(("Done.", *([further] if further else [])))

    print_out(carried_out)


def print_out(looked: Callable[[Database], Awaitable[Told | Refusal]]) -> None:
    """Print the result, or why it is not possible."""
    from app.commands.migrate import on_database
    from app.features.admin.shell_output import Told
    from app.store.db import migrations as schema
    from app.store.ops.admin_log import NoTable
    from app.words.catalogue import words_of

    find_games()

    async def asked(database: Database) -> Told | Refusal:
        if await schema.current(database) != schema.head():
            give_up("The database's tables are older than this Horloge: `horloge migrate upgrade` first.")
        try:
            return await looked(database)
        except NoTable:
            give_up("There is no table of that key.")

    answer = on_database(asked)
    if not isinstance(answer, Told):
        complain(words_of("en").say(answer.key, **answer.facts).striptags())
        raise typer.Exit(1)
    for line in answer.lines or ("Nothing.",):
        say(line)
