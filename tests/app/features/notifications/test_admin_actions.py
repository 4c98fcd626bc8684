"""Everyone at a table is notified of an admin action on it, wherever they are: once, with the reason."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from app.base.clock import now
from app.features.admin.actions import Doer, do
from app.model.notification_settings import NotificationSettings
from app.rooms.admin_actions import Asked, Freeze, Rename, Replace, Reset, Rewind, See, Thaw, Void
from app.rooms.permissions import ADMIN
from app.rooms.room import Room
from app.store.db.schema.games import tables
from app.store.db.schema.messages import notices
from app.store.messages.notes_and_visits import Visit
from app.store.messages.notices import KEPT
from tests.app.features.notifications.site import NotifiedSite, Time, people_of
from tests.games.tiny.choices import Collect
from tests.support.process import acted, order

WHY = "Blue's <b>connection</b> & mine were lost."


async def done(site: NotifiedSite, room: Room, asked: Asked, by: int | None = None, why: str = WHY) -> None:
    assert await do(site.process.database, Doer(by, ADMIN), room.key, asked, why) is None


async def told_before(site: NotifiedSite, time: Time) -> int:
    """Return the number of mails once everything pending has been sent."""
    await site.goes_by(time)
    return len(await site.mails())


async def mails_since(site: NotifiedSite, before: int) -> dict[str, str]:
    found = {to: text for to, _, text in (await site.mails())[before:]}
    assert len(found) == len(await site.mails()) - before, "one letter each"
    return found


async def test_everybody_who_sits_there_is_told_once_and_why(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await acted(room, "red", Collect(), "k1")
    before = await told_before(site, time)
    await done(site, room, Freeze())
    for _ in range(3):
        await site.goes_by(time)
    mails = await mails_since(site, before)
    assert mails.keys() == {"ada@example.org", "bob@example.org"}
    for text in mails.values():
        assert "An admin froze the game. Nobody can move until it is unfrozen, and nobody loses time." in text
        assert f"Reason: {WHY}" in text
        assert f"https://horloge.example/tables/{room.key}" in text


@pytest.mark.parametrize(
    ("language", "said", "why"),
    [
        ("en", "Ada, admin voided the game: it ends without a result.", "Reason: "),
        ("it", "Ada (amministrazione) ha invalidato la partita: finisce senza risultato.", "Motivo: "),
        ("es", "Ada (administración) ha anulado la partida: termina sin resultado.", "Motivo: "),
    ],
)
async def test_it_is_told_in_the_readers_language_and_who_did_it_need_not_be_told(
    site: NotifiedSite, time: Time, language: str, said: str, why: str
) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    await site.people.change(bob, language=language)
    before = await told_before(site, time)
    await done(site, room, Void(), by=ada)
    await site.goes_by(time)
    mails = await mails_since(site, before)
    assert mails.keys() == {"bob@example.org"}
    assert said in mails["bob@example.org"]
    assert f"{why}{WHY}" in mails["bob@example.org"]


async def test_a_game_without_a_result_has_no_winner_in_mails(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await done(site, room, Void())
    await site.goes_by(time)
    assert {row.kind for row in await site.rows(notices) if row.stands} == {"deed"}


@pytest.mark.parametrize("asked", [Reset(), Rewind(0)], ids=["reset", "rewind"])
async def test_who_is_waited_for_again_hears_both_in_one_mail(site: NotifiedSite, time: Time, asked: Asked) -> None:
    room = await site.game()
    for n in range(3):
        await acted(room, "red", order(room), f"k{n}")
    before = await told_before(site, time)
    await done(site, room, asked)
    await site.goes_by(time)
    text = (await mails_since(site, before))["ada@example.org"]
    assert f"Reason: {WHY}" in text
    assert "Your turn as Red" in text


async def test_several_admin_actions_come_in_one_mail(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    before = await told_before(site, time)
    await done(site, room, Freeze())
    await done(site, room, Thaw(), why="All is well.")
    await site.goes_by(time)
    text = (await mails_since(site, before))["bob@example.org"]
    assert text.index("An admin froze the game.") < text.index("An admin unfroze the game: it goes on.")
    assert "Reason: All is well." in text


async def test_who_was_there_since_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    before = await told_before(site, time)
    await site.seen(room, bob)
    time.passes(seconds=1)
    await done(site, room, Freeze())
    await site.keeping.saw(ada, room.id, Visit(room.epoch, room.sequence), now())
    await site.goes_by(time)
    assert (await mails_since(site, before)).keys() == {"bob@example.org"}, "who looked before has not seen it"


async def test_whoever_comes_and_whoever_goes_hear_of_a_seat(site: NotifiedSite, time: Time) -> None:
    """The player who went hears nothing more of what happens there."""
    room = await site.game(spectators=False)
    cleo = await site.person("Cleo")
    _, bob = people_of(room)
    await site.seen(room, bob)
    before = await told_before(site, time)
    await done(site, room, Replace(1, name="Cleo"))
    await room.refresh()
    await acted(room, "red", Collect(), "k1")
    await site.goes_by(time)
    mails = await mails_since(site, before)
    assert {"ada@example.org", "bob@example.org", "cleo@example.org"} <= mails.keys()
    assert cleo.id in {row.person for row in await site.rows(notices) if row.kind == "deed"}
    assert "An admin replaced the player of Blue." in mails["bob@example.org"]
    assert "collects" not in mails["bob@example.org"]


async def test_that_somebody_looked_as_one_is_told_and_a_new_title_is_not(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    before = await told_before(site, time)
    await done(site, room, Rename("Another table"))
    await site.goes_by(time)
    assert await mails_since(site, before) == {}
    await done(site, room, See("blue"))
    await site.goes_by(time)
    assert "looked at the table as Blue sees it" in (await mails_since(site, before))["bob@example.org"]


async def test_who_does_not_want_it_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, _ = people_of(room)
    before = await told_before(site, time)
    await site.notices.save_settings(await site.found(ada), NotificationSettings(off={"mail": ("deed",)}), True)
    await done(site, room, Freeze())
    await site.goes_by(time)
    assert (await mails_since(site, before)).keys() == {"bob@example.org"}


async def test_lessons_and_boards_of_ones_own_tell_nobody(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    async with site.process.database.writing() as connection:
        await connection.execute(sa.update(tables).values(kind="analysis"))
    await done(site, room, Freeze())
    assert await site.rows(notices) == []


async def test_it_is_forgotten_after_a_while(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await done(site, room, Freeze())
    await site.goes_by(time)
    at = now()
    await site.notices.store.sweep(at)
    assert len([row for row in await site.rows(notices) if row.kind == "deed"]) == 2
    await site.notices.store.sweep(at + KEPT + timedelta(days=1))
    assert [row for row in await site.rows(notices) if row.kind == "deed"] == []
