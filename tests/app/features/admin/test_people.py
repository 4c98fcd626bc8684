"""Roles, bans, and hiding what people wrote, on both databases."""

from app.base.clock import now
from app.features.admin.actions import SHELL_DOER, Doer, do
from app.features.admin.people import appoint, ban, unban
from app.model.admin_refusals import IsBanned, LastAdmin, NoSuchLine, NotBanned, NotForYou
from app.model.names import fold_name
from app.rooms.admin_actions import Hide, Show
from app.rooms.permissions import MODERATOR
from app.store.messages.talk import NewLine, TalkStore
from app.store.ops.admin_log import AdminLog
from app.store.people.people import PeopleStore
from app.store.people.roles import RoleStore
from tests.support.process import Process
from tests.support.rated import accounts
from tests.support.timed import another_table

WHY = "It has to be."


async def test_the_last_admin_stays_one(process: Process) -> None:
    await accounts(process, "Ada", "Bob")
    for name in ("Ada", "Bob"):
        assert await appoint(process.database, SHELL_DOER, name, "admin", WHY) is None
    assert await appoint(process.database, SHELL_DOER, "Ada", "player", WHY) is None
    assert await appoint(process.database, SHELL_DOER, "Bob", "player", WHY) == LastAdmin()
    assert await ban(process.database, SHELL_DOER, "Bob", WHY) == LastAdmin()
    bob = await RoleStore(process.database).called(fold_name("Bob"))
    assert bob
    assert (bob.role, bob.banned) == ("admin", False)


async def test_whoever_is_banned_is_in_no_session_any_more(process: Process) -> None:
    [ada] = await accounts(process, "Ada")
    people, closed = PeopleStore(process.database), list[int]()
    session = await people.begin(ada, "a digest", "a browser", now())
    assert await ban(process.database, SHELL_DOER, "Ada", WHY, closed.extend) is None
    assert closed == [session]
    assert await people.recognise("a digest", now()) is None
    await people.begin(ada, "another", "a browser", now())
    assert await people.recognise("another", now()) is None, "not even in one that begins later"
    assert await ban(process.database, SHELL_DOER, "Ada", WHY) == IsBanned()
    assert await unban(process.database, SHELL_DOER, "Ada", WHY) is None
    assert await unban(process.database, SHELL_DOER, "Ada", WHY) == NotBanned()
    assert [one.kind for one in await AdminLog(process.database).about(ada)] == ["unban", "ban"]


async def test_moderators_shut_nobody_out(process: Process) -> None:
    await accounts(process, "Ada")
    assert await ban(process.database, Doer(None, MODERATOR), "Ada", WHY) == NotForYou()


async def test_what_is_put_away_is_kept_and_comes_back(process: Process) -> None:
    room = await process.room(await another_table(process, "said", None))
    assert room.table
    talk, person = TalkStore(process.database), room.table.chairs[0].person
    assert person
    await talk.say(room.table.id, "table", NewLine(person, ("red",), "A word too much", 0, now()))
    assert await do(process.database, SHELL_DOER, room.key, Hide("table", 1), WHY) is None
    assert await do(process.database, SHELL_DOER, room.key, Hide("table", 1), WHY) == NoSuchLine()
    [line] = await talk.since(room.table.id, "table", 0, 9)
    assert (line.text, line.hidden) == ("", True)
    assert await do(process.database, SHELL_DOER, room.key, Show("table", 1), WHY) is None
    [line] = await talk.since(room.table.id, "table", 0, 9)
    assert (line.text, line.hidden) == ("A word too much", False)
    assert await do(process.database, SHELL_DOER, room.key, Hide("france-italy", 1), WHY) == NoSuchLine()
