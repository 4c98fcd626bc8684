"""Pushes and webhooks reach their receivers signed, encrypted, retried under the same id, and given up in the end."""

import hashlib
import hmac
import json
from datetime import timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.features.notifications import web_push as push
from app.features.notifications import webhooks as hooks
from app.features.notifications.delivery_errors import trouble_said
from app.features.notifications.messages import Message
from app.jobs.deliveries import TRIES
from app.store.db.schema.messages import deliveries, notices, receivers
from app.store.messages.deliveries import Counts, NewReceiver
from app.words.catalogue import words_of
from tests.app.features.notifications.site import START, NotifiedSite, Time, people_of
from tests.app.features.notifications.test_push import Browser
from tests.games.tiny.choices import Collect, Tip
from tests.support.process import Process, acted
from tests.support.receiving import Receiver, status


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """SQLite only: test_noticing and test_once test what differs between databases."""
    return sqlite_url


async def ready(site: NotifiedSite, time: Time, address: str, shape: str = "json", secret: str = "whs_secret") -> Any:
    """Start a game in which it is Ada's turn, with a receiver of hers; return the room."""
    room = await site.game()
    new = NewReceiver(next(people_of(room)), None, shape, address, secret, "here", START)
    await site.notices.deliveries.add(new)
    await site.goes_by(time)
    return room


async def carry(site: NotifiedSite) -> None:
    await site.notifying.carrier.work()


async def test_a_program_gets_signed_json(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    room = await ready(site, time, receiver.address)
    await carry(site)
    (post,) = receiver.taken
    when, mark = (part.partition("=")[2] for part in post.headers["horloge-signature"].split(","))
    expected = hmac.new(b"whs_secret", f"{when}.".encode() + post.body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(mark, expected)
    assert int(when) == int(time.at.timestamp())
    told = json.loads(post.body)
    assert told["id"] == post.headers["horloge-message"]
    (notice,) = told["notices"]
    assert (notice["kind"], notice["table"], notice["sides"]) == ("turn", room.key, ["red"])
    assert notice["address"] == f"https://horloge.example/tables/{room.key}#part-decision"


async def test_chats_get_a_line_that_calls_nobody(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    room = await ready(site, time, receiver.address, "discord", "")
    ada = next(people_of(room))
    await site.notices.deliveries.add(NewReceiver(ada, None, "slack", f"{receiver.address}/slack", "", "here", START))
    await site.game("Ada<!channel>", "Cleo")
    await site.notices.test(await site.found(ada))
    await carry(site)
    said = {post.path: json.loads(post.body) for post in receiver.taken}
    assert said["/hook"]["allowed_mentions"] == {"parse": []}
    assert said["/hook/slack"]["text"].startswith("Test notification")


async def test_what_became_of_a_notice_is_told_for_each_way(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    receiver.answers = [status(400)]
    room = await ready(site, time, receiver.address)
    ada = next(people_of(room))
    (waiting,) = await site.notices.store.latest(ada, 5)
    assert dict(waiting.ways)["hook"] == "waits"
    assert waiting.push == ""
    await carry(site)
    (told,) = await site.notices.store.latest(ada, 5)
    assert (told.hook, told.push) == ("failed", "")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("answer 503", "error 503"),
        ("forbidden: private", "private network"),
        ("[Errno 111] refused", "no answer"),
    ],
)
def test_what_went_wrong_is_said_in_the_readers_language(trouble: str, said: str) -> None:
    told = {language: trouble_said(words_of(language), trouble) for language in ("en", "it", "es")}
    assert said in told["en"]
    assert len(set(told.values())) == 3


def test_what_slack_would_take_for_a_command_is_none() -> None:
    hostile = Message("id", START, "Ada", "<!channel> & <@U1>", "", "https://h.example", "t")
    body, _ = hooks.signed_post(hostile, "slack", "", 1)
    assert "<" not in json.loads(body)["text"]


async def test_a_browser_gets_what_only_it_can_read(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    browser = Browser()
    room = await ready(site, time, receiver.address, "push", browser.keys)
    await carry(site)
    (post,) = receiver.taken
    told = json.loads(browser.read(post.body))
    assert told["title"] == "A table"
    assert told["body"].startswith("Your turn as Red: ")
    assert told["address"].endswith(f"/tables/{room.key}#part-decision")
    assert post.headers["topic"] == told["topic"] == room.key
    assert push.b64(push.public(push.private(await site.notices.keys.push()))) in post.headers["authorization"]


@pytest.mark.parametrize("code", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(
    site: NotifiedSite, time: Time, receiver: Receiver, code: int
) -> None:
    receiver.answers = [status(code)]
    await ready(site, time, receiver.address, "push", Browser().keys)
    await carry(site)
    assert await site.rows(receivers) == await site.rows(deliveries) == []


async def test_what_is_not_taken_is_tried_again_under_the_same_id(
    site: NotifiedSite, time: Time, receiver: Receiver
) -> None:
    receiver.answers = [status(500), status(429, "Retry-After: 600"), b""]
    await ready(site, time, receiver.address)
    await carry(site)
    time.passes(seconds=10)
    await carry(site)
    assert len(receiver.taken) == 1, "not at once"
    for wait in (30, 300, 300, 300, 300):
        time.passes(seconds=wait)
        await carry(site)
    assert len(receiver.taken) == 4
    assert len({post.headers["horloge-message"] for post in receiver.taken}) == 1
    (row,) = await site.rows(deliveries)
    assert (row.sent_at is not None, row.due_at, row.text) == (True, None, "")
    (known,) = await site.rows(receivers)
    assert known.trouble == ""
    assert known.reached_at


async def test_in_the_end_it_is_given_up_and_counted(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    await ready(site, time, "http://127.0.0.1:1/")
    with capture_logs() as logs:
        for _ in range(TRIES + 2):
            await carry(site)
            time.passes(hours=3)
    assert [entry["event"] for entry in logs] == ["parcel put off"] * (TRIES - 1) + ["parcel given up"]
    assert await site.notices.deliveries.counts() == Counts(waiting=0, sent=0, given_up=1)
    (known,) = await site.rows(receivers)
    assert known.trouble
    assert "secret" not in repr(logs)


@pytest.mark.parametrize("code", [302, 400, 403, 404, 413])
async def test_what_will_never_be_taken_is_not_tried_again(
    site: NotifiedSite, time: Time, receiver: Receiver, code: int
) -> None:
    receiver.answers = [status(code, f"Location: {receiver.address}")]
    await ready(site, time, receiver.address)
    await carry(site)
    time.passes(hours=3)
    await carry(site)
    assert len(receiver.taken) == 1
    (known,) = await site.rows(receivers)
    assert known.trouble == f"answer {code}"


async def test_an_address_that_has_become_private_is_not_sent_to(
    process: Process, time: Time, receiver: Receiver
) -> None:
    strict = NotifiedSite(process)
    await ready(strict, time, f"https://127.0.0.1:{receiver.port}/")
    await carry(strict)
    (known,) = await strict.rows(receivers)
    assert known.trouble == "forbidden: private"
    assert receiver.connections == 0


async def test_what_is_settled_before_it_could_be_sent_is_not_sent(
    site: NotifiedSite, time: Time, receiver: Receiver
) -> None:
    receiver.answers = [status(503)]
    room = await ready(site, time, receiver.address)
    await carry(site)
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await site.goes_by(time)
    await carry(site)
    assert len(receiver.taken) == 1
    (row,) = await site.rows(deliveries)
    assert row.trouble == "settled before it was sent"


async def test_a_newer_one_on_the_same_table_takes_the_place_of_one_that_waits(
    site: NotifiedSite, time: Time, receiver: Receiver
) -> None:
    room = await ready(site, time, receiver.address)
    ada = next(people_of(room))
    async with site.process.database.writing() as connection:
        await connection.execute(notices.update().where(notices.c.person == ada).values(prompt_at=time.at))
    await site.tell()
    await carry(site)
    assert len(receiver.taken) == 1
    assert len(await site.rows(deliveries)) == 2


async def test_what_was_sent_is_forgotten_after_a_while(site: NotifiedSite, time: Time, receiver: Receiver) -> None:
    room = await ready(site, time, receiver.address)
    await carry(site)
    later = time.at + timedelta(days=40)
    for store in (site.notices.deliveries, site.notices.store):
        await store.sweep(later)
    assert await site.rows(deliveries) == []
    assert len(await site.rows(notices)) == 1, "what still stands is known"
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await site.goes_by(time)
    await site.notices.store.sweep(later)
    assert [row.stands for row in await site.rows(notices)] == [True]


async def test_a_browser_is_whose_session_is_in_it(site: NotifiedSite, receiver: Receiver) -> None:
    """A subscription ends with the session; when another person uses the same browser, it becomes theirs."""
    ada, bob = await site.person("Ada"), await site.person("Bob")
    keys, session = Browser().keys, await site.session(ada.id)
    await site.notices.deliveries.add(NewReceiver(ada.id, session, "push", receiver.address, keys, "here", START))
    await site.notices.deliveries.add(NewReceiver(bob.id, None, "push", receiver.address, keys, "here", START))
    assert await site.notices.deliveries.receivers_of(ada.id) == []
    await site.notices.deliveries.add(NewReceiver(ada.id, session, "push", f"{receiver.address}2", keys, "a", START))
    await site.people.end(ada.id, session)
    assert await site.notices.deliveries.receivers_of(ada.id) == []
    assert len(await site.notices.deliveries.receivers_of(bob.id)) == 1
