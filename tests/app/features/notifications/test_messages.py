"""People are notified of what needs them, once, when it is time, and of nothing that they know already or that is
over."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from app.features.admin.actions import SHELL_DOER
from app.features.admin.people import ban
from app.jobs.mail import Mailer
from app.live.stream import Watcher
from app.model.clocks.terms import Days
from app.model.notification_settings import NotificationSettings
from app.rooms.tenures import resign
from app.rooms.vote_kinds import EndHere
from app.rooms.votes import propose
from app.settings import Settings
from app.store.db.schema.games import mails
from app.store.db.schema.messages import notices
from app.store.messages.mail_outbox import MailStore
from app.store.messages.notes_and_visits import Visit
from app.store.tables.tenures import TenureStore
from app.words.catalogue import words_of
from engine.core import door
from tests.app.features.notifications.site import START, NotifiedSite, Time, people_of
from tests.games.tiny.choices import Collect, Order, Publish, Tip
from tests.support.process import acted
from tests.support.smtp import mail_server
from tests.support.timed import Watched


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """SQLite only: test_noticing and test_once test what differs between databases."""
    return sqlite_url


async def test_a_mail_says_what_is_asked_what_happened_and_where_to_decide(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, _ = people_of(room)
    await site.seen(room, ada)
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip()), ("blue", Collect()), ("blue", Tip())]):
        await acted(room, side, choice, f"k{n}")
    await site.goes_by(time)
    ((to, subject, text),) = await site.mails()
    assert to == "ada@example.org"
    assert subject.startswith("A table: Your turn as Red: ")
    assert f"https://horloge.example/tables/{room.key}#part-decision" in text
    assert "- Blue collects 2 coins." in text
    assert "https://horloge.example/me/notices" in text
    (mail,) = await site.rows(mails)
    assert mail.unsubscribe.startswith("https://horloge.example/unsubscribe?who=")
    assert mail.unsubscribe in text


async def test_a_mail_has_the_address_of_each_card_that_it_names(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, _ = people_of(room)
    await site.seen(room, ada)
    position: Any = room.position
    dispatch = position.hands["blue"][0]
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip()), ("blue", Publish(dispatch))]):
        await acted(room, side, choice, f"k{n}")
    while "red" not in room.waiting:
        ((side, menu),) = door.waiting(room.game, room.position).items()
        await acted(room, side, next(iter(menu)), f"k{room.sequence}")
    await site.goes_by(time)
    text = next(text for to, _, text in await site.mails() if to == "ada@example.org")
    assert f"Blue publishes dispatch {dispatch}." in text
    assert f"- Dispatch {dispatch}: https://horloge.example/rules/antechamber/cards#dispatch-{dispatch}" in text
    assert "<a" not in text


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Your turn as Red"), ("it", "Tocca a te (Rosso)"), ("es", "Te toca (Rojo)")]
)
async def test_a_mail_is_in_its_readers_language(site: NotifiedSite, time: Time, language: str, said: str) -> None:
    room = await site.game()
    await site.people.change(next(people_of(room)), language=language)
    await site.goes_by(time)
    ((_, subject, text),) = await site.mails()
    assert said in subject
    assert words_of(language).say("notice.hello", name="Ada") in text


async def test_it_is_told_once(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    for n in range(4):
        await site.goes_by(time)
        await acted(room, "blue", Order("none" if n % 2 else "every_auction"), f"k{n}")
    await site.goes_by(time, days=3)
    assert len(await site.mails()) == 1


async def test_whoever_acts_in_the_moment_of_grace_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    time.passes(seconds=11)
    await site.look()
    await site.tell()
    assert await site.mails() == [], "not yet"
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    time.passes(minutes=2)
    await site.tell()
    assert [to for to, *_ in await site.mails()] == [], "its game has gone on, and is looked at before telling"


async def test_what_was_settled_after_the_last_look_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    time.passes(seconds=11)
    await site.look()
    time.passes(minutes=2)
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await site.tell()
    assert [(row.stands, row.mail) for row in await site.rows(notices) if row.kind == "turn"][:1] == [(False, "")]


async def test_who_has_seen_it_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await site.seen(room, next(people_of(room)))
    await site.goes_by(time)
    assert await site.mails() == []


async def test_who_has_the_table_on_the_screen_is_not_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    watcher = site.hub.join(room, ("red",), words_of("en"), 0, 0)
    watcher.looking = next(people_of(room))
    await site.goes_by(time)
    assert await site.mails() == []
    assert [row.mail_at for row in await site.rows(notices)] == [None]


async def test_who_has_it_open_behind_other_windows_is_told(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    assert isinstance(site.hub.join(room, ("red",), words_of("en"), 0, 0), Watcher)
    await site.goes_by(time)
    assert len(await site.mails()) == 1


async def test_what_several_games_ask_comes_in_one_mail(site: NotifiedSite, time: Time) -> None:
    ada = await site.person("Ada")
    keys = []
    for n in range(3):
        room = await site.game(f"Host{n}", f"Guest{n}")
        keys.append(room.key)
        assert room.table
        await site.take_seat(room.key, 0, ada.id)
    await site.goes_by(time)
    ((_, subject, text),) = [mail for mail in await site.mails() if mail[0] == "ada@example.org"]
    assert subject == "3 tables are waiting for you"
    assert all(f"/tables/{key}" in text for key in keys)


async def save_settings(site: NotifiedSite, person: int, settings: NotificationSettings, mails: bool = True) -> None:
    await site.notices.save_settings(await site.found(person), settings, mails)


@pytest.mark.parametrize(
    "settings",
    [
        NotificationSettings(off={"mail": ("turn",)}),
        NotificationSettings(games=("antechamber",)),
        NotificationSettings(off={"mail": ("turn",)}, digest=3),
    ],
)
async def test_what_is_not_wanted_is_not_told(site: NotifiedSite, time: Time, settings: NotificationSettings) -> None:
    room = await site.game()
    await save_settings(site, next(people_of(room)), settings)
    await site.goes_by(time, days=2)
    assert await site.mails() == []


async def test_a_muted_table_says_nothing_and_others_do(site: NotifiedSite, time: Time) -> None:
    one, another = await site.game(), await site.game("Cleo", "Dan")
    await save_settings(site, next(people_of(one)), NotificationSettings(tables=(one.key,)))
    await save_settings(site, next(people_of(another)), NotificationSettings(tables=(one.key,)))
    await site.goes_by(time)
    assert [to for to, *_ in await site.mails()] == ["cleo@example.org"]


async def test_who_wants_no_mails_gets_none(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await save_settings(site, next(people_of(room)), NotificationSettings(), mails=False)
    await site.goes_by(time)
    assert await site.mails() == []


async def test_who_has_no_address_gets_none(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await site.people.change(next(people_of(room)), email=None)
    await site.goes_by(time)
    assert await site.mails() == []


async def test_a_daily_mail_tells_everything_at_its_hour(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await save_settings(site, next(people_of(room)), NotificationSettings(digest=18))
    await site.goes_by(time)
    await site.goes_by(time, hours=5)
    assert await site.mails() == [], "it is not yet six"
    await site.goes_by(time, hours=2)
    assert len(await site.mails()) == 1


async def test_other_wishes_count_for_what_waits_already(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada = next(people_of(room))
    await save_settings(site, ada, NotificationSettings(digest=18))
    await site.goes_by(time)
    await save_settings(site, ada, NotificationSettings())
    await site.tell()
    assert len(await site.mails()) == 1


async def test_who_left_for_good_is_told_nothing(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    time.passes(seconds=11)
    await site.look()
    await site.people.forget(next(people_of(room)), "N. N.", time.at)
    await site.goes_by(time)
    assert await site.mails() == []
    assert await site.rows(notices) == []


async def test_an_invitation_names_who_asks_and_is_gone_once_one_sits(site: NotifiedSite, time: Time) -> None:
    guest, late = await site.person("Guest"), await site.person("Late")
    table = await site.table("Ada", invited=(guest.id, late.id))
    await site.tell()
    said = [(to, subject) for to, subject, _ in await site.mails()]
    asked = "A table: Ada invites you to play and has saved you a seat."
    assert said == [("guest@example.org", asked), ("late@example.org", asked)]
    other = await site.table("Bob", "Dan", invited=(guest.id,))
    await site.take_seat(other.key, 1, guest.id)
    time.passes(minutes=2)
    await site.tell()
    assert len(await site.mails()) == 2
    assert table.key != other.key


async def test_somebody_who_can_not_be_told_holds_nobody_else_up(
    site: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _second = await site.game(), await site.game("Cleo", "Dan")
    ada, really = next(people_of(first)), site.notifying.teller.tell

    async def tell(person: int) -> None:
        if person == ada:
            raise ZeroDivisionError
        await really(person)

    monkeypatch.setattr(site.notifying.teller, "tell", tell)
    await site.goes_by(time)
    assert [to for to, *_ in await site.mails()] == ["cleo@example.org"]
    assert ada not in await site.notices.store.due(time.at, 10), "after a while"
    assert ada in await site.notices.store.due(time.at + timedelta(hours=1), 10)


async def test_a_mail_that_could_not_be_sent_before_it_was_settled_is_not_sent(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await site.goes_by(time)
    down = Settings(mail_url="smtp://127.0.0.1:1", mail_sender="a@b.example", address="https://b.example")
    await Mailer(down, MailStore(site.process.database)).work()
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await site.goes_by(time)
    async with mail_server() as server:
        up = Settings(
            mail_url=f"smtp://127.0.0.1:{server.port}", mail_sender="a@b.example", address="https://b.example"
        )
        await Mailer(up, MailStore(site.process.database)).work()
    assert [mail["To"] for mail in server.taken] == ["bob@example.org"]
    first, _ = await site.rows(mails)
    assert (first.text, first.due_at, first.trouble) == ("", None, "settled before it was sent")
    (mail,) = server.taken
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].startswith("<https://horloge.example/unsubscribe?who=")


DAYS = Days(each=24, reserve=2)


async def test_a_mail_says_until_when_there_is_time_in_the_readers_zone(site: NotifiedSite, time: Time) -> None:
    room = await site.game(terms=DAYS)
    await site.people.change(next(people_of(room)), zone="Europe/Rome")
    await site.goes_by(time)
    ((_, _, text),) = await site.mails()
    assert "You have until 13 Mar 2026, 13:00 CET." in text


async def test_a_mail_tells_who_gave_up_a_seat(site: NotifiedSite, time: Time) -> None:
    room = await site.game("Ada", "Bob", "Cleo")
    _, bob, cleo = people_of(room)
    await site.keeping.saw(bob, room.id, Visit(0, 0), START - timedelta(days=1))
    assert await resign(room, cleo) is None
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await site.goes_by(time)
    ((_, _, text),) = await site.mails()
    assert "Seats:\n- Cleo has left the seat. The seat of Green is offered." in text


async def test_a_mail_about_a_vote_says_what_is_asked_and_until_when(site: NotifiedSite, time: Time) -> None:
    room = await site.game("Ada", "Bob")
    ada, _ = people_of(room)
    await site.seen(room, ada)
    await propose(room, ada, "red", EndHere(), 0)
    await site.goes_by(time)
    ((to, _, text),) = await site.mails()
    assert to == "bob@example.org"
    assert "Red asks to end the game." in text
    assert "You have until " in text


async def test_when_time_runs_out_that_is_told_though_the_turn_was_seen(site: NotifiedSite, time: Time) -> None:
    room = await site.game(terms=DAYS)
    await site.seen(room, next(people_of(room)))
    await site.goes_by(time)
    await site.people.change(next(people_of(room)), quiet_from=0, quiet_to=6 * 60)
    watched = Watched(site.process, time)
    await watched.until(time.at + timedelta(hours=71))
    await site.goes_by(time)
    ((_, subject, _),) = await site.mails()
    assert subject.startswith("A table: Your time is running out.")


async def test_in_quiet_hours_nothing_is_told_and_afterwards_it_is(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada = next(people_of(room))
    await site.people.change(ada, zone="Europe/Rome", quiet_from=12 * 60, quiet_to=14 * 60 + 30)
    await site.goes_by(time)
    assert await site.mails() == [], "in Rome it is past one"
    time.passes(hours=1, minutes=20)
    await site.tell()
    assert await site.mails() == []
    time.passes(minutes=10)
    await site.tell()
    assert len(await site.mails()) == 1


async def test_who_takes_a_seat_over_hears_that_it_is_asked(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await site.goes_by(time)
    cleo = await site.person("Cleo")
    assert room.table
    after = replace(room.table, chairs=(replace(room.table.chairs[0], person=cleo.id), *room.table.chairs[1:]))
    await TenureStore(site.process.database).change(room.key, lambda *_: after, "", time.at)
    await site.goes_by(time)
    assert [to for to, *_ in await site.mails()] == ["ada@example.org", "cleo@example.org"]


async def test_who_is_banned_is_told_nothing_not_even_what_was_on_its_way(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    await site.goes_by(time)
    assert [to for to, *_ in await site.mails()] == ["ada@example.org"]
    assert await ban(site.process.database, SHELL_DOER, "Ada", "Enough.") is None
    await Mailer(site.settings, MailStore(site.process.database)).work()
    assert [(row.sent_at, row.trouble) for row in await site.rows(mails)] == [(None, "settled before it was sent")]
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip())]):
        await acted(room, side, choice, f"k{n}")
    await site.goes_by(time)
    for n, (side, choice) in enumerate([("blue", Collect()), ("blue", Tip())]):
        await acted(room, side, choice, f"l{n}")
    await site.goes_by(time)
    assert [to for to, *_ in await site.mails()] == ["ada@example.org", "bob@example.org"]
