"""When a fault stops a game, its players are notified and an admin is called, wherever they are: once."""

import pytest
import sqlalchemy as sa

from app.features.admin.actions import SHELL_DOER, do
from app.model.notification_settings import NotificationSettings
from app.rooms.admin_actions import Freeze, Thaw
from app.rooms.room import Room
from app.rooms.rooms import LostRoom
from app.store.db.schema.games import rooms, snapshots, tables, visits
from tests.app.features.notifications.site import NotifiedSite, Time, people_of
from tests.games.tiny.choices import Collect
from tests.support.process import acted


async def admin(site: NotifiedSite) -> int:
    return (await site.person("Zoe", role="admin")).id


async def stopped(site: NotifiedSite) -> list[tuple[int, bool]]:
    return [(person, stands) for person, kind, stands in await site.kinds() if kind == "stopped"]


async def damage(site: NotifiedSite, room: Room) -> None:
    """Damage what is stored of the game, while no process has it in memory."""
    async with site.process.database.writing() as connection:
        await connection.execute(snapshots.update().values(state="{"))
    site.process.rooms.forget(room.key)


async def test_those_who_play_are_told_and_an_admin_is_called(site: NotifiedSite, time: Time) -> None:
    room, zoe = await site.game(), await admin(site)
    ada, bob = people_of(room)
    await room.follower.freeze("the rules failed")
    await site.goes_by(time)
    assert await stopped(site) == [(ada, True), (bob, True), (zoe, True)]
    told = {to: (subject, text) for to, subject, text in await site.mails()}
    assert set(told) == {"ada@example.org", "bob@example.org", "zoe@example.org"}
    subject, text = told["ada@example.org"]
    assert subject.startswith("A table: A fault has stopped this game. Nothing is lost")
    assert f"https://horloge.example/tables/{room.key}\n" in text
    subject, text = told["zoe@example.org"]
    assert subject == "A table: A fault has stopped this game. Please have a look at it."
    assert f"https://horloge.example/admin/tables/{room.key}\n" in text
    assert not any("the rules failed" in text for _, text in told.values()), "it may say what is hidden"


async def test_it_is_told_once_however_often_the_game_is_looked_at(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await admin(site)
    await site.goes_by(time)
    before = len(await site.mails())
    await damage(site, room)
    for _ in range(3):
        assert isinstance(await site.process.rooms.get(room.key), LostRoom)
        await site.goes_by(time)
    assert len(await site.mails()) - before == 3, "Ada, Bob, Zoe"


async def test_once_it_goes_on_that_matters_no_more_and_the_turn_does(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    await room.follower.freeze("the rules failed")
    time.passes(seconds=11)
    await site.look()
    assert await site.kinds() == [(ada, "stopped", True), (bob, "stopped", True)], "nobody is asked there"
    assert await do(site.process.database, SHELL_DOER, room.key, Thaw(), "Mended.") is None
    time.passes(seconds=11)
    await site.look()
    assert await stopped(site) == [(ada, False), (bob, False)]
    assert (ada, "turn", True) in await site.kinds()
    await acted(room, "red", Collect(), "k1")


async def test_a_freeze_by_an_admin_is_told_by_the_admin_action_alone(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await admin(site)
    assert await do(site.process.database, SHELL_DOER, room.key, Freeze(), "A look at it.") is None
    await site.goes_by(time)
    assert await stopped(site) == []


async def test_where_only_the_rules_are_not_installed_everything_stands_as_it_stood(
    site: NotifiedSite, time: Time
) -> None:
    """Notifications of admin actions on the table are sent all the same."""
    room = await site.game()
    ada, _ = people_of(room)
    time.passes(seconds=11)
    await site.look()
    async with site.process.database.writing() as connection:
        await connection.execute(sa.update(rooms).values(game="whist", news_at=time.at))
        await connection.execute(sa.update(tables).values(game="whist"))
    site.process.rooms.forget(room.key)
    await site.goes_by(time)
    assert await site.kinds() == [(ada, "turn", True)]
    assert await site.mails() == []
    assert await do(site.process.database, SHELL_DOER, room.key, Freeze(), "Until they are back.") is None
    await site.goes_by(time)
    assert {to for to, *_ in await site.mails()} == {"ada@example.org", "bob@example.org"}
    assert all("(whist)" in text for *_, text in await site.mails())


async def test_of_a_board_of_ones_own_only_an_admin_hears(site: NotifiedSite, time: Time) -> None:
    """The only player sees it on the board."""
    room, zoe = await site.game(kind="analysis"), await admin(site)
    await room.follower.freeze("the rules failed")
    await site.goes_by(time)
    assert await stopped(site) == [(zoe, True)]


async def test_who_has_looked_since_is_not_told(site: NotifiedSite, time: Time) -> None:
    """Having seen the position before it stopped does not count."""
    room = await site.game()
    await admin(site)
    ada, bob = people_of(room)
    await site.seen(room, ada)
    await site.seen(room, bob)
    await room.follower.freeze("the rules failed")
    time.passes(seconds=11)
    await site.look()
    async with site.process.database.writing() as connection:
        await connection.execute(sa.update(visits).where(visits.c.person == bob).values(at=time.at))
    time.passes(minutes=2)
    await site.tell()
    assert {to for to, *_ in await site.mails()} == {"ada@example.org", "zoe@example.org"}


async def test_it_does_not_wait_for_the_daily_mail_and_may_be_unwanted(site: NotifiedSite, time: Time) -> None:
    room, zoe = await site.game(), await admin(site)
    ada, _ = people_of(room)
    await site.notices.save_settings(
        await site.found(ada), NotificationSettings(off={"mail": ("stopped", "turn")}), True
    )
    await site.notices.save_settings(await site.found(zoe), NotificationSettings(digest=3), True)
    await room.follower.freeze("the rules failed")
    await site.goes_by(time)
    assert {to for to, *_ in await site.mails()} == {"bob@example.org", "zoe@example.org"}


@pytest.mark.parametrize("language", ["en", "it", "es"])
async def test_it_is_said_in_the_readers_language(site: NotifiedSite, time: Time, language: str) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    await site.people.change(ada, language=language)
    await site.people.change(bob, language=language, role="admin")
    await room.follower.freeze("the rules failed")
    await site.goes_by(time)
    subjects = {subject for _, subject, _ in await site.mails()}
    assert len(subjects) == 2
    fault = {"en": "A fault has stopped", "it": "Un guasto ha fermato", "es": "Un fallo ha detenido"}[language]
    assert all(fault in subject for subject in subjects)
