"""The health of the site: whatever is wrong shows, for all processes, to those who may know it."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from msgspec.structs import replace
from prometheus_client.parser import text_string_to_metric_families

from app.base.failures import StoreUnavailable
from app.features.health import prometheus as metrics
from app.live.bus import OneProcess
from app.live.catch_up import Pulse
from app.live.process_figures import Counted, Telling
from app.live.site_report import WRONG, Report, report
from app.live.watchers import Hub
from app.main import create_app
from app.rooms.room import Room
from app.store.db.schema.games import mails, people, rooms
from app.store.games.ledger import Action, Outcome
from app.store.messages.mail_outbox import MailStore
from app.store.ops.health import WatchStore
from app.store.ops.restores import Restored, RestoreStore
from app.store.people.people import PeopleStore
from app.web.visitor import BEARER
from app.words.catalogue import LANGUAGES, words_of
from engine.core.menu import OneOf
from tests.games.tiny.choices import Collect
from tests.support.playing import begun
from tests.support.process import Process, act, acted, order, process_on
from tests.support.rated import accounts, table
from tests.support.visitors import another, arm, quick_settings, register, run, services_of

ADDRESSES = ("/metrics", "/health/report", "/admin/health")
TOKEN = "a token of the monitors'"
LONG_AGO = datetime.now(UTC) - timedelta(hours=1)


def telling(process: Process, name: str = "one") -> Telling:
    """Return a process that reports its health."""
    hub = Hub(OneProcess())
    pulse = Pulse(process.rooms, hub, hub.bus, PeopleStore(process.database))
    counted = process.ledger if isinstance(process.ledger, Counted) else Counted(process.ledger)
    made = Telling(process.database, process.rooms, hub, pulse, counted)
    made.name = name
    return made


async def changed(process: Process, room: Room, **values: Any) -> None:
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(values))


async def game(process: Process, *, bot: bool = False) -> Room:
    [ada] = await accounts(process, "Ada")
    return await table(process, (0 if bot else ada, ada if bot else 0))


async def found(process: Process) -> Report:
    return await report(process.database)


async def tried_out(process: Process) -> None:
    at = datetime.now(UTC)
    await RestoreStore(process.database).add(Restored(at, at, trial=True, games=1, wrong=0))


async def test_a_site_on_which_all_is_well_says_so(process: Process) -> None:
    room = await game(process)
    await changed(process, room, news_at=None)
    await tried_out(process)
    said = await found(process)
    assert (said.wrong, said.games["playing"]) == ((), 1)


async def test_who_waits_longest_comes_first(process: Process) -> None:
    [ada, bob] = await accounts(process, "Ada", "Bob")
    one, other = await table(process, (ada, bob)), await table(process, (ada, bob), title="Older")
    await changed(process, other, moved_at=LONG_AGO)
    assert [each.key for each in (await found(process)).waiting_longest] == [other.key, one.key]


async def test_games_that_have_stopped_are_named_with_the_reason(process: Process) -> None:
    room = await game(process)
    await room.follower.freeze("the rules failed")
    said = await found(process)
    assert "frozen" in said.wrong
    assert [(one.key, one.trouble) for one in said.frozen] == [(room.key, "the rules failed")]


async def test_a_game_in_which_nobody_can_answer_is_found(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules wait either for no side, or for one to which they offer nothing."""
    room, here = await game(process), telling(process)
    await here.tell()
    assert "stuck" not in (await found(process)).wrong
    monkeypatch.setattr(process.rooms.live[room.key], "asked", replace(room.asked, menus={"red": OneOf()}))
    here.looked.clear()
    process.rooms.looked_at[room.key] = 0.0
    await here.tell()
    assert process.rooms.watched(room), "it is not forgotten, though nobody looks at it"
    said = await found(process)
    assert ("stuck" in said.wrong, said.stuck) == (True, [room.key])
    await here.close()
    await changed(process, room, waiting="")
    said = await found(process)
    assert ("stuck" in said.wrong, [one.key for one in said.nobody_asked]) == (True, [room.key])


async def test_a_game_whose_rules_are_not_installed_is_found(process: Process) -> None:
    room = await game(process)
    assert "missing" not in (await found(process)).wrong
    await changed(process, room, game="whist")
    said = await found(process)
    assert ("missing" in said.wrong, [one.key for one in said.missing]) == (True, [room.key])
    assert "horloge_missing_games 1.0\n" in metrics.text(said)
    await changed(process, room, status="finished")
    assert "missing" not in (await found(process)).wrong


@pytest.mark.parametrize("kind", ["clocks", "bots", "news"])
async def test_work_that_nobody_does_is_found(process: Process, kind: str) -> None:
    room = await game(process, bot=True)
    values = {"clocks": {"due_at": LONG_AGO}, "bots": {"moved_at": LONG_AGO}, "news": {"news_at": LONG_AGO}}[kind]
    await changed(process, room, **{"news_at": None} | values)
    said = await found(process)
    assert "late" in said.wrong
    assert [name for name in ("clocks", "bots", "news") if getattr(said.late, name)] == [kind]


async def test_mails_that_nobody_sends_and_such_as_were_given_up_are_counted(process: Process) -> None:
    values = {"recipient": "ada@example.org", "subject": "-", "text": "-", "written_at": LONG_AGO, "tries": 1}
    kinds: list[dict[str, Any]] = [
        {"due_at": datetime.now(UTC) + timedelta(hours=1), "trouble": "busy"},
        {"due_at": LONG_AGO, "trouble": ""},
        {"due_at": None, "trouble": "no such mailbox"},
        {"due_at": None, "trouble": "settled before it was sent"},
    ]
    async with process.database.writing() as connection:
        for number, kind in enumerate(kinds):
            await connection.execute(mails.insert().values(values | kind | {"message": str(number)}))
    said = (await found(process)).mails
    assert (said.waiting, said.stale, said.given_up) == (2, 1, 1)
    assert await MailStore(process.database).latest(9)


async def test_without_a_restore_that_was_tried_of_late_something_is_wrong(process: Process) -> None:
    assert "no_restore" in (await found(process)).wrong
    old = datetime.now(UTC) - timedelta(days=40)
    await RestoreStore(process.database).add(Restored(old, datetime.now(UTC), trial=True, games=1, wrong=0))
    assert "no_restore" in (await found(process)).wrong, "a backup of long ago"
    await RestoreStore(process.database).add(Restored(datetime.now(UTC), datetime.now(UTC), True, 2, 1))
    assert {"no_restore", "bad_restore"} & {*(await found(process)).wrong} == {"bad_restore"}


async def test_each_process_is_there_until_it_ends_or_falls_silent(process: Process, other_process: Process) -> None:
    one, two = telling(process, "one"), telling(other_process, "two")
    await one.tell()
    await two.tell()
    assert [each.name for each in (await found(process)).processes] == ["one", "two"]
    await two.close()
    silent = replaced(one, LONG_AGO)
    await WatchStore(process.database).say(silent)
    assert (await found(process)).processes == []


def replaced(one: Telling, at: datetime) -> Any:
    process = one.process()
    return type(process)(process.name, process.began_at, at, process.figures)


async def test_what_comes_of_recording_is_counted(database_url: str) -> None:
    async with process_on(database_url) as process:
        room = await process.opened()
        process.ledger = room.ledger = Counted(process.ledger)
        await acted(room, "red", Collect(), "k1")
        await act(room, "red", Collect(), "k1", seen=0)
        here = telling(process)
        figures = here.figures()
        assert figures.recorded == {"Stored": 1}
        assert (figures.rooms, figures.within[-1]) == (1, 1)
        room.ledger = Counted(Unavailable())
        with pytest.raises(StoreUnavailable):
            await act(room, "red", order(room), "k2")
        assert room.ledger.recorded == {"Unavailable": 1}


class Unavailable:
    """A database that does not answer."""

    async def record(self, _: Action) -> Outcome:
        raise StoreUnavailable("gone")

    async def close(self) -> None:
        pass


async def test_how_far_views_are_behind_the_log_is_told(process: Process, other_process: Process) -> None:
    room = await process.opened()
    here = telling(process)
    await acted(await other_process.room(room.key), "red", Collect(), "elsewhere")
    here.pulse.behind_since[room.key] = time.monotonic() - 60
    await here.tell()
    said = await found(process)
    assert ("behind" in said.wrong, said.behind_seconds > 59) == (True, True)
    await here.pulse.catch_up(room)
    await here.tell()
    assert "behind" not in (await found(process)).wrong


async def test_prometheus_can_read_what_it_is_told(process: Process) -> None:
    await game(process)
    here = telling(process, 'a "name"\\')
    here.counted.count("Stored", 0.003)
    await here.tell()
    families = {family.name: family for family in text_string_to_metric_families(metrics.text(await found(process)))}
    assert all(name.startswith("horloge_") for name in families)
    samples = {
        (one.name, frozenset(one.labels.values())): one.value for family in families.values() for one in family.samples
    }
    assert samples["horloge_games", frozenset({"playing"})] == 1
    assert samples["horloge_recorded_total", frozenset({"stored", here.name})] == 1
    within = [
        samples["horloge_recording_seconds_bucket", frozenset({bound, here.name})]
        for bound in ("0.001", "0.005", "+Inf")
    ]
    assert within == [0, 1, 1]


@pytest.mark.parametrize("address", ADDRESSES)
def test_to_others_it_is_not_there(client: TestClient, address: str) -> None:
    """Not even for visitors on the same machine, once others can reach the site; nor for people without the role."""
    register(client)
    assert client.get(address).status_code == 404
    assert client.get(address, headers={"authorization": BEARER}).status_code == 404


def test_monitors_show_their_token(sqlite_url: str) -> None:
    with TestClient(create_app(quick_settings(sqlite_url, watch_token=TOKEN))) as client:
        for address in ADDRESSES:
            shown = {token: client.get(address, headers={"authorization": f"Bearer {token}"}) for token in (TOKEN, "x")}
            assert (shown[TOKEN].status_code, shown["x"].status_code) == (200, 404)
            assert client.get(address).status_code == 404
        assert [one["name"] for one in client.get("/health/report", headers=bearer()).json()["processes"]]


def bearer() -> dict[str, str]:
    return {"authorization": f"Bearer {TOKEN}"}


@pytest.mark.parametrize(
    ("more", "status"), [({}, 200), ({"address": "https://example.org"}, 404), ({"host": "::"}, 404)]
)
def test_without_a_token_whoever_sits_at_the_machine_may_look_while_nobody_else_can(
    sqlite_url: str, more: dict[str, str], status: int
) -> None:
    settings = quick_settings(sqlite_url, **more)
    with TestClient(create_app(settings), base_url="http://127.0.0.1", client=("127.0.0.1", 50_000)) as client:
        assert {client.get(address).status_code for address in ADDRESSES} == {status}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "rebound.example"},
        {"host": "[::1"},
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"x-real-ip": "127.0.0.1"},
        {"via": "1.1 proxy"},
    ],
)
def test_who_is_passed_on_or_came_by_another_name_does_not_sit_there(sqlite_url: str, headers: dict[str, str]) -> None:
    settings = quick_settings(sqlite_url)
    with TestClient(create_app(settings), base_url="http://127.0.0.1", client=("127.0.0.1", 50_000)) as client:
        assert {client.get(address, headers=headers).status_code for address in ADDRESSES} == {404}


@pytest.mark.parametrize(("language", "said"), [("en", "No backup"), ("it", "Nessun backup"), ("es", "Ninguna copia")])
def test_admins_have_a_page(client: TestClient, language: str, said: str) -> None:
    register(client)
    run(client, appointed, client)
    arm(client)
    shown = client.get(f"/admin/health?lang={language}")
    assert (shown.status_code, said in shown.text) == (200, True)
    assert client.get("/metrics").status_code == 404, "that is for monitors"


def test_the_page_names_sides_and_leads_to_what_can_be_done(client: TestClient, other: TestClient) -> None:
    key = begun(client, other, spectators="", title="A private one")
    admin = another(client)
    register(admin, "Zoe", "zoe@example.org")
    run(client, appointed, client)
    arm(admin)
    text = admin.get("/admin/health?lang=it").text
    assert "A private one" in text
    assert f'href="/admin/tables/{key}"' in text
    assert admin.get(f"/admin/tables/{key}").status_code == 200
    assert "<td>Rosso</td>" in text
    assert words_of("it").say("ui.watch.lag") in text


async def appointed(client: TestClient) -> None:
    async with services_of(client).database.writing() as connection:
        await connection.execute(people.update().where(people.c.password != "").values(role="admin"))


def test_it_lives_under_either_name(client: TestClient) -> None:
    assert client.get("/health/live").json() == client.get("/health/alive").json() == {"alive": True}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_wrong_has_a_sentence(language: str) -> None:
    assert [what for what in WRONG if words_of(language).sentence(f"ui.watch.{what}") is None] == []
