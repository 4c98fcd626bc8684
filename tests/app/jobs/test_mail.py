"""Mail is stored with the change it is about, sent in the background, and never lost; it is shown on a page where there
is no mail server.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
import sqlalchemy as sa
from aiosmtplib import SMTPServerDisconnected
from fastapi.testclient import TestClient
from structlog.testing import capture_logs

from app.base import clock
from app.jobs.mail import CLAIMED, PLAIN, TRIES, UNTRUSTED, Mailer
from app.main import create_app
from app.ops.doctor import check_mail
from app.settings import Settings
from app.store.db.schema.games import mails
from app.store.messages.mail_outbox import MailStore, NewMail, queue_mail
from app.store.messages.outbox import KEPT
from app.store.people.people import NameTaken, PeopleStore
from tests.support.certificates import certified
from tests.support.process import Process
from tests.support.smtp import MailServer, mail_server
from tests.support.visitors import QUICK, quick_settings, register, run, services_of

MAIL = NewMail("ada@example.org", "A subject, with é", "A text with a secret.\n\nÉ\n")


@pytest_asyncio.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as made:
        yield made


def mailer_of(process: Process, server: MailServer | None, **more: str) -> Mailer:
    url = f"smtp://127.0.0.1:{server.port}" if server else ""
    given = {"mail_url": url, "mail_sender": "Horloge <table@horloge.example>"} | more
    return Mailer(Settings(**given), MailStore(process.database))  # type: ignore[arg-type]


async def write(process: Process, mail: NewMail = MAIL) -> None:
    async with process.database.writing() as connection:
        await queue_mail(connection, mail, clock.now())


async def row(process: Process) -> sa.Row[tuple[object, ...]]:
    async with process.database.reading() as connection:
        return (await connection.execute(sa.select(mails))).one()


class Later:
    """Lets time pass for the mailer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.by = timedelta()
        monkeypatch.setattr("app.jobs.mail.now", lambda: clock.now() + self.by)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(monkeypatch)


async def test_a_mail_arrives_whole_and_its_text_is_forgotten(process: Process, server: MailServer) -> None:
    await write(process)
    await mailer_of(process, server).work()
    (mail,) = server.taken
    assert (mail["To"], mail["From"]) == (MAIL.recipient, "Horloge <table@horloge.example>")
    assert mail["Subject"] == MAIL.subject
    assert mail.get_content().replace("\r\n", "\n") == MAIL.text
    kept = await row(process)
    assert mail["Message-ID"] == f"<{kept.message}@horloge.example>"
    assert (kept.text, kept.due_at) == ("", None)
    assert kept.sent_at


async def test_it_is_sent_once(process: Process, server: MailServer) -> None:
    await write(process)
    mailer = mailer_of(process, server)
    for _ in range(3):
        await mailer.work()
    assert len(server.taken) == 1


async def test_of_several_processes_one_sends_it(process: Process, other_process: Process, server: MailServer) -> None:
    for _ in range(12):
        await write(process)
    mailers = [mailer_of(process, server), mailer_of(other_process, server)] * 2
    await asyncio.gather(*(mailer.work() for mailer in mailers))
    await asyncio.gather(*(mailer.work() for mailer in mailers))
    assert len(server.taken) == 12


async def test_a_mail_to_nobody_is_kept_and_never_sent(process: Process, server: MailServer) -> None:
    await write(process, NewMail("", "", ""))
    await mailer_of(process, server).work()
    assert server.taken == []


async def test_while_the_server_is_down_it_is_tried_again(process: Process, server: MailServer, later: Later) -> None:
    await write(process)
    down = mailer_of(process, None, mail_url="smtp://127.0.0.1:1")
    await down.work()
    kept = await row(process)
    assert kept.trouble
    assert kept.text == MAIL.text
    up = mailer_of(process, server)
    await up.work()
    assert server.taken == [], "not at once"
    later.by = timedelta(minutes=1)
    await up.work()
    assert len(server.taken) == 1


async def test_a_server_that_is_busy_is_asked_again(process: Process, server: MailServer, later: Later) -> None:
    server.answers = ["451 later, please"]
    await write(process)
    mailer = mailer_of(process, server)
    await mailer.work()
    later.by = timedelta(minutes=1)
    await mailer.work()
    assert len(server.taken) == 1


async def test_a_recipient_that_does_not_exist_is_given_up(process: Process, server: MailServer, later: Later) -> None:
    server.answers = ["550 no such user"]
    await write(process)
    mailer = mailer_of(process, server)
    await mailer.work()
    kept = await row(process)
    assert (kept.text, kept.due_at, kept.sent_at) == ("", None, None)
    assert "550" in kept.trouble


async def test_in_the_end_it_is_given_up(process: Process, later: Later) -> None:
    await write(process)
    mailer = mailer_of(process, None, mail_url="smtp://127.0.0.1:1")
    for tries in range(1, TRIES + 1):
        await mailer.work()
        assert (await row(process)).tries == tries
        later.by += timedelta(hours=7)
    kept = await row(process)
    assert (kept.text, kept.due_at) == ("", None)


async def test_what_died_while_sending_is_sent_again_under_the_same_name(
    process: Process, server: MailServer, later: Later
) -> None:
    """The server took it, but the process died before it could store that."""
    server.deaf = True
    await write(process)
    mailer = mailer_of(process, server)
    (claimed,) = await mailer.store.claim(10, clock.now(), clock.now() + CLAIMED)
    from app.jobs.mail import send

    with pytest.raises(SMTPServerDisconnected):
        await send(mailer.settings, claimed)
    server.deaf = False
    later.by = CLAIMED + timedelta(seconds=1)
    await mailer.work()
    first, second = server.taken
    assert first["Message-ID"] == second["Message-ID"]


async def test_what_was_sent_is_forgotten_after_a_while(process: Process, server: MailServer) -> None:
    await write(process)
    mailer = mailer_of(process, server)
    await mailer.store.sweep(clock.now() + KEPT * 2)
    assert (await row(process)).text == MAIL.text, "what is still to be sent stays"
    await mailer.work()
    await mailer.store.sweep(clock.now())
    assert (await row(process)).sent_at
    await mailer.store.sweep(clock.now() + KEPT * 2)
    async with process.database.reading() as connection:
        assert (await connection.execute(sa.select(mails))).all() == []


async def test_a_mail_of_what_did_not_happen_is_not_written(process: Process) -> None:
    store = PeopleStore(process.database)
    await store.add_guest("Ada", "ada", clock.now())
    with pytest.raises(NameTaken):
        await store.add_account("Ada", "ada", "hash", None, None, MAIL, clock.now())
    async with process.database.reading() as connection:
        assert (await connection.execute(sa.select(mails))).all() == []


async def test_logs_name_a_mail_and_nothing_in_it(process: Process, server: MailServer) -> None:
    server.answers = ["550 no ada@example.org here", "451 not now, ada@example.org"]
    with capture_logs() as logs:
        for _ in range(3):
            await write(process)
        await mailer_of(process, server).work()
    assert {entry["event"] for entry in logs} == {"mail sent", "mail given up", "mail put off"}
    for hidden in ("secret", "subject", "ada@"):
        assert hidden not in repr(logs)


async def test_without_a_server_and_with_strangers_about_it_is_given_up(process: Process) -> None:
    await write(process)
    await mailer_of(process, None, address="https://horloge.example").work()
    kept = await row(process)
    assert (kept.text, kept.sent_at) == ("", None)
    assert "HORLOGE_MAIL_URL" in kept.trouble


# Only the server learns the user name

NAMED = "smtp://horloge:open-sesame@127.0.0.1:{port}"


async def test_a_user_name_is_never_sent_in_plain_text(process: Process, server: MailServer) -> None:
    """The server offers no encryption: the mailer does not log in, and logs why for the operator."""
    await write(process)
    with capture_logs() as logs:
        await mailer_of(process, server, mail_url=NAMED.format(port=server.port)).work()
    assert server.taken == []
    assert not any(line.upper().startswith(("AUTH", "MAIL")) for line, _ in server.heard)
    assert "STARTTLS" in repr(logs)
    assert "smtps://" in repr(logs)
    assert "open-sesame" not in repr(logs)
    assert (await row(process)).text == MAIL.text, "it is tried again"


async def test_where_the_server_encrypts_it_is_told_the_user_name(
    process: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, believed = certified(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(believed))
    async with mail_server(context) as server:
        await write(process)
        await mailer_of(process, server, mail_url=NAMED.format(port=server.port)).work()
    assert len(server.taken) == 1
    assert all(encrypted for line, encrypted in server.heard if line.upper().startswith(("AUTH", "MAIL", "RCPT")))
    assert any(line.upper().startswith("AUTH") for line, _ in server.heard)


@pytest.mark.parametrize("from_the_start", [False, True])
async def test_a_server_that_nobody_vouches_for_is_told_nothing(
    process: Process, tmp_path: Path, from_the_start: bool
) -> None:
    context, _ = certified(tmp_path)
    scheme = "smtps" if from_the_start else "smtp"
    async with mail_server(context, from_the_start) as server:
        await write(process)
        with capture_logs() as logs:
            url = NAMED.replace("smtp:", f"{scheme}:").format(port=server.port)
            await mailer_of(process, server, mail_url=url).work()
    assert server.taken == []
    assert not any(line.upper().startswith(("AUTH", "MAIL")) for line, _ in server.heard)
    assert "certificate" in repr(logs)


async def test_the_doctor_tells_no_user_name_either(
    process: Process, server: MailServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {"mail_sender": "Horloge <a@b.example>", "address": "https://b.example"}
    settings = Settings(**named, mail_url=NAMED.format(port=server.port))  # type: ignore[arg-type]
    found = await check_mail(settings, process.database)
    assert (found.verdict, found.found) == ("failed", PLAIN)
    assert not any(line.upper().startswith(("AUTH", "MAIL")) for line, _ in server.heard)
    context, believed = certified(tmp_path)
    async with mail_server(context) as encrypting:
        settings = Settings(**named, mail_url=NAMED.format(port=encrypting.port))  # type: ignore[arg-type]
        assert (await check_mail(settings, process.database)).found == UNTRUSTED
        monkeypatch.setenv("SSL_CERT_FILE", str(believed))
        assert (await check_mail(settings, process.database)).verdict == "ok"
    assert ("mail from:<a@b.example>", True) in [(line.lower(), hidden) for line, hidden in encrypting.heard]


async def test_tls_from_the_start_will_do_as_well(
    process: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, believed = certified(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(believed))
    async with mail_server(context, from_the_start=True) as server:
        await write(process)
        await mailer_of(process, server, mail_url=NAMED.replace("smtp:", "smtps:").format(port=server.port)).work()
    assert len(server.taken) == 1
    assert all(encrypted for _, encrypted in server.heard)


# The page


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def test_while_trying_things_out_mails_are_shown_to_who_sits_there(client: TestClient) -> None:
    here = {"base_url": "http://127.0.0.1:8000", "client": ("127.0.0.1", 50_000)}
    whoever_tries = TestClient(client.app, **here)  # type: ignore[arg-type]
    assert client.portal
    whoever_tries.portal = client.portal
    assert "None yet" in whoever_tries.get("/dev/mails").text
    register(client)
    run(client, services_of(client).mailer.work)
    text = whoever_tries.get("/dev/mails").text
    assert "ada@example.org" in text
    assert client.get("/dev/mails").status_code == 404
    assert whoever_tries.get("/dev/mails", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 404
    assert '<a href="http://127.0.0.1:8000/confirm?key=' in text


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "0.0.0.0", "show_mails": True}, True),
        ({"address": "https://horloge.example"}, False),
        ({"mail_url": "smtp://mail.example"}, False),
        ({"mail_url": "smtp://mail.example", "show_mails": True}, False),
    ],
)
def test_the_page_of_mails_is_for_trying_out_only(sqlite_url: str, given: dict[str, str], shown: bool) -> None:
    settings = Settings(**{"database_url": sqlite_url, "games": "tests.games.tiny", "bot_pace": 3600} | QUICK | given)  # type: ignore[arg-type]
    assert settings.mails_are_shown is shown
    address = given.get("address", "http://localhost")
    with TestClient(create_app(settings), base_url=address, client=("127.0.0.1", 50_000)) as client:
        assert client.get("/dev/mails").status_code == (200 if shown else 404)
