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
from tests.app.features.notifications.sitting import START, Sitting, Time, people_of
from tests.app.features.notifications.test_push import Browser
from tests.games.tiny.choices import Collect, Tip
from tests.support.process import Process, acted
from tests.support.receiving import Receiver, status


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """SQLite only: test_noticing and test_once test what differs between databases."""
    return sqlite_url


async def ready(sitting: Sitting, time: Time, address: str, shape: str = "json", secret: str = "whs_secret") -> Any:
    """Start a game in which it is Ada's turn, with a receiver of hers; return the room."""
    room = await sitting.game()
    new = NewReceiver(next(people_of(room)), None, shape, address, secret, "here", START)
    await sitting.notices.deliveries.add(new)
    await sitting.goes_by(time)
    return room


async def carry(sitting: Sitting) -> None:
    await sitting.notifying.carrier.work()


async def test_a_program_gets_signed_json(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    room = await ready(sitting, time, receiver.address)
    await carry(sitting)
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


async def test_chats_get_a_line_that_calls_nobody(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    room = await ready(sitting, time, receiver.address, "discord", "")
    ada = next(people_of(room))
    await sitting.notices.deliveries.add(
        NewReceiver(ada, None, "slack", f"{receiver.address}/slack", "", "here", START)
    )
    await sitting.game("Ada<!channel>", "Cleo")
    await sitting.notices.test(await sitting.found(ada))
    await carry(sitting)
    said = {post.path: json.loads(post.body) for post in receiver.taken}
    assert said["/hook"]["allowed_mentions"] == {"parse": []}
    assert said["/hook/slack"]["text"].startswith("A test of your notices")


async def test_what_became_of_a_notice_is_told_for_each_way(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    receiver.answers = [status(400)]
    room = await ready(sitting, time, receiver.address)
    ada = next(people_of(room))
    (waiting,) = await sitting.notices.store.latest(ada, 5)
    assert dict(waiting.ways)["hook"] == "waits"
    assert waiting.push == ""
    await carry(sitting)
    (told,) = await sitting.notices.store.latest(ada, 5)
    assert (told.hook, told.push) == ("failed", "")


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("answer 503", "error 503"),
        ("forbidden: private", "private network"),
        ("[Errno 111] refused", "nobody answered"),
    ],
)
def test_what_went_wrong_is_said_in_the_readers_language(trouble: str, said: str) -> None:
    told = {language: trouble_said(words_of(language), trouble) for language in ("en", "it", "es")}
    assert said in told["en"]
    assert len(set(told.values())) == 3


def test_what_slack_would_take_for_a_command_is_none() -> None:
    hostile = Message("id", START, "Ada", "<!channel> & <@U1>", "", "https://h.example", "t")
    body, _ = hooks.shaped(hostile, "slack", "", 1)
    assert "<" not in json.loads(body)["text"]


async def test_a_browser_gets_what_only_it_can_read(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    browser = Browser()
    room = await ready(sitting, time, receiver.address, "push", browser.keys)
    await carry(sitting)
    (post,) = receiver.taken
    told = json.loads(browser.read(post.body))
    assert told["title"] == "A table"
    assert told["body"].startswith("Your turn as Red: ")
    assert told["address"].endswith(f"/tables/{room.key}#part-decision")
    assert post.headers["topic"] == told["topic"] == room.key
    assert push.b64(push.public(push.private(await sitting.notices.keys.push()))) in post.headers["authorization"]


@pytest.mark.parametrize("code", [404, 410])
async def test_a_browser_that_is_gone_is_forgotten(sitting: Sitting, time: Time, receiver: Receiver, code: int) -> None:
    receiver.answers = [status(code)]
    await ready(sitting, time, receiver.address, "push", Browser().keys)
    await carry(sitting)
    assert await sitting.rows(receivers) == await sitting.rows(deliveries) == []


async def test_what_is_not_taken_is_tried_again_under_the_same_id(
    sitting: Sitting, time: Time, receiver: Receiver
) -> None:
    receiver.answers = [status(500), status(429, "Retry-After: 600"), b""]
    await ready(sitting, time, receiver.address)
    await carry(sitting)
    time.passes(seconds=10)
    await carry(sitting)
    assert len(receiver.taken) == 1, "not at once"
    for wait in (30, 300, 300, 300, 300):
        time.passes(seconds=wait)
        await carry(sitting)
    assert len(receiver.taken) == 4
    assert len({post.headers["horloge-message"] for post in receiver.taken}) == 1
    (row,) = await sitting.rows(deliveries)
    assert (row.sent_at is not None, row.due_at, row.text) == (True, None, "")
    (known,) = await sitting.rows(receivers)
    assert known.trouble == ""
    assert known.reached_at


async def test_in_the_end_it_is_given_up_and_counted(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    await ready(sitting, time, "http://127.0.0.1:1/")
    with capture_logs() as logs:
        for _ in range(TRIES + 2):
            await carry(sitting)
            time.passes(hours=3)
    assert [entry["event"] for entry in logs] == ["parcel put off"] * (TRIES - 1) + ["parcel given up"]
    assert await sitting.notices.deliveries.counts() == Counts(waiting=0, sent=0, given_up=1)
    (known,) = await sitting.rows(receivers)
    assert known.trouble
    assert "secret" not in repr(logs)


@pytest.mark.parametrize("code", [302, 400, 403, 404, 413])
async def test_what_will_never_be_taken_is_not_tried_again(
    sitting: Sitting, time: Time, receiver: Receiver, code: int
) -> None:
    receiver.answers = [status(code, f"Location: {receiver.address}")]
    await ready(sitting, time, receiver.address)
    await carry(sitting)
    time.passes(hours=3)
    await carry(sitting)
    assert len(receiver.taken) == 1
    (known,) = await sitting.rows(receivers)
    assert known.trouble == f"answer {code}"


async def test_an_address_that_has_become_private_is_not_sent_to(
    process: Process, time: Time, receiver: Receiver
) -> None:
    strict = Sitting(process)
    await ready(strict, time, f"https://127.0.0.1:{receiver.port}/")
    await carry(strict)
    (known,) = await strict.rows(receivers)
    assert known.trouble == "forbidden: private"
    assert receiver.connections == 0


async def test_what_is_settled_before_it_could_be_sent_is_not_sent(
    sitting: Sitting, time: Time, receiver: Receiver
) -> None:
    receiver.answers = [status(503)]
    room = await ready(sitting, time, receiver.address)
    await carry(sitting)
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await sitting.goes_by(time)
    await carry(sitting)
    assert len(receiver.taken) == 1
    (row,) = await sitting.rows(deliveries)
    assert row.trouble == "settled before it was sent"


async def test_a_newer_one_on_the_same_table_takes_the_place_of_one_that_waits(
    sitting: Sitting, time: Time, receiver: Receiver
) -> None:
    room = await ready(sitting, time, receiver.address)
    ada = next(people_of(room))
    async with sitting.process.database.writing() as connection:
        await connection.execute(notices.update().where(notices.c.person == ada).values(prompt_at=time.at))
    await sitting.tell()
    await carry(sitting)
    assert len(receiver.taken) == 1
    assert len(await sitting.rows(deliveries)) == 2


async def test_what_was_sent_is_forgotten_after_a_while(sitting: Sitting, time: Time, receiver: Receiver) -> None:
    room = await ready(sitting, time, receiver.address)
    await carry(sitting)
    later = time.at + timedelta(days=40)
    for store in (sitting.notices.deliveries, sitting.notices.store):
        await store.sweep(later)
    assert await sitting.rows(deliveries) == []
    assert len(await sitting.rows(notices)) == 1, "what still stands is known"
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await sitting.goes_by(time)
    await sitting.notices.store.sweep(later)
    assert [row.stands for row in await sitting.rows(notices)] == [True]


async def test_a_browser_is_whose_session_is_in_it(sitting: Sitting, receiver: Receiver) -> None:
    """A subscription ends with the session; when another person uses the same browser, it becomes theirs."""
    ada, bob = await sitting.person("Ada"), await sitting.person("Bob")
    keys, session = Browser().keys, await sitting.session(ada.id)
    await sitting.notices.deliveries.add(NewReceiver(ada.id, session, "push", receiver.address, keys, "here", START))
    await sitting.notices.deliveries.add(NewReceiver(bob.id, None, "push", receiver.address, keys, "here", START))
    assert await sitting.notices.deliveries.receivers_of(ada.id) == []
    await sitting.notices.deliveries.add(NewReceiver(ada.id, session, "push", f"{receiver.address}2", keys, "a", START))
    await sitting.people.end(ada.id, session)
    assert await sitting.notices.deliveries.receivers_of(ada.id) == []
    assert len(await sitting.notices.deliveries.receivers_of(bob.id)) == 1
