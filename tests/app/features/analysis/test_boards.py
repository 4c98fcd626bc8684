"""Analysis boards: made from what a visitor may see, or from records that they bring; each belongs to one person
alone."""

import json
from datetime import UTC, datetime
from random import Random

import pytest
import pytest_asyncio
from fastapi.testclient import TestClient
from httpx2 import Response

from app.features.analysis import record_import as reading
from app.features.analysis.boards import from_position, from_record, title_of
from app.features.analysis.record_import import STEPS, Unfit, played
from app.features.replay.exporting import exported
from app.rooms.draws import checked, falls
from app.rooms.loading import load
from app.rooms.room import SNAPSHOT_EVERY, Room
from app.rooms.viewpoint import PUBLIC, vantage
from app.store.people.people import PeopleStore
from app.store.tables.boards import MOST, BoardStore, TooManyBoards
from app.store.tables.lists import LISTED, Filter
from app.web.forms import UPLOADS
from app.words.catalogue import LANGUAGES, words_of
from engine.core import door
from engine.core.record import Replay, read
from engine.core.state import fingerprint
from tests.games.tiny import GAME
from tests.games.tiny.choices import Offer, Publish
from tests.golden.records import golden_record
from tests.support.playing import begun, panel, send
from tests.support.process import Process, acted, board
from tests.support.visitors import ORIGIN, another, come_as_guest, post, token_of

RIGGED = golden_record("antechamber/rigged-two-players").read_bytes()
SEEDED = golden_record("versailles/four_standard").read_bytes()
PATCHED = golden_record("versailles/solo_example").read_bytes()


@pytest_asyncio.fixture
async def me(process: Process) -> int:
    return await PeopleStore(process.database).add_guest("Ada", "ada", datetime.now(UTC))


async def opened(process: Process, raw: bytes, me: int) -> Room:
    return await process.room(await from_record(BoardStore(process.database), played(raw), me))


@pytest.mark.parametrize("raw", [RIGGED, SEEDED, PATCHED], ids=["rigged", "seeded", "patched"])
async def test_a_record_is_there_at_its_end_and_at_every_step(process: Process, me: int, raw: bytes) -> None:
    room = await opened(process, raw, me)
    game, record = read(raw)
    row = await process.store.find(room.key)
    assert row
    for entry, state, _ in Replay(game, record):
        if entry == len(record.choices):
            state.seed = room.position.seed
        if entry % 25 == 0 or entry in (1, len(record.choices)):
            loaded = await load(process.store, game, row, entry)
            assert fingerprint(loaded.position) == fingerprint(state)
            assert loaded.log[-1].sequence == entry
    assert room.sequence == len(record.choices)
    assert room.table
    assert room.table.kind == "analysis"


async def test_a_board_is_played_on_past_what_was_given_in_advance(process: Process, me: int) -> None:
    record = json.loads(RIGGED)
    record["choices"] = record["choices"][:3]
    for entry in record["choices"]:
        entry.pop("hash", None)
    room = await opened(process, json.dumps(record | {"points": {}, "expect": [], "refused": []}).encode(), me)
    chance = Random(1)
    while room.waiting:
        side, menu = next(iter(door.waiting(room.game, room.position).items()))
        await acted(room, side, menu.sample(chance), f"k{room.sequence}")
    assert room.status == "finished"
    dice = checked(room, await falls(process.store, room, room.sequence), over=True)
    assert not [one for one in dice.draws if one.fair is False]


async def test_other_processes_read_it_alike(process: Process, other_process: Process, me: int) -> None:
    room = await opened(process, SEEDED, me)
    other = await other_process.room(room.key)
    assert fingerprint(other.position) == fingerprint(room.position)


async def test_a_record_that_keeps_to_the_rules_can_be_taken_away_again(process: Process, me: int) -> None:
    room = await opened(process, SEEDED, me)
    game, record = read(await exported(process.store, vantage(room, None)))
    *_, (_, state, _) = Replay(game, record)
    assert fingerprint(state) == fingerprint(room.position)
    for raw in (RIGGED, PATCHED):
        room = await opened(process, raw, me)
        assert b'"digest": 1' in await exported(process.store, vantage(room, None))


@pytest.mark.parametrize(
    ("change", "place", "problem"),
    [
        (b"[]", "$", "object"),
        (b'{"digest": 1, "game": "antechamber"}', "$", "digest"),
        (b'{"game": "chess"}', "$.game", "chess"),
        (b"\xff", "line 1", "UTF-8"),
        (b'{"record": 1,\n "game" "x"}', "line 2", "JSON"),
        (b"[" * 100_000, "$", ""),
        (b"", "line 1", "JSON"),
        ({"choices": [{"side": "blue", "choice": {"do": "collect"}}]}, "$.choices[0]", "blue is not asked"),
        ({"choices": [{"side": "red", "choice": {"do": "fly"}}]}, "$.choices[0]", "fly"),
        ({"choices": [{"side": "red", "choice": {"do": "collect"}, "hash": "0" * 16}]}, "$.choices[0]", "hash"),
        ({"choices": [{"side": "red", "choice": {"do": "publish", "dispatch": 1}}]}, "$.choices[0]", "refused"),
        ({"rigged": {"scandal": [7]}}, "$.rigged.scandal[0]", "7"),
        ({"rigged": {}, "choices": []}, "$.rigged", "dispatches"),
        ({"options": {"rounds": 0}}, "$.options.rounds", ">= 1"),
        ({"sides": ["red"]}, "$.sides", "red"),
        ({"choices": [{"side": "red", "choice": {"do": "collect"}}] * (STEPS + 1)}, "$.choices", str(STEPS)),
    ],
)
def test_what_is_wrong_with_a_record_is_told_with_its_place(
    change: bytes | dict[str, object], place: str, problem: str
) -> None:
    plain = {key: value for key, value in json.loads(RIGGED).items() if key not in ("expect", "refused", "points")}
    raw = change if isinstance(change, bytes) else json.dumps(plain | change).encode()
    with pytest.raises(Unfit) as unfit:
        played(raw)
    assert unfit.value.place.startswith(place)
    assert problem in unfit.value.problem
    said = {str(unfit.value.said(words_of(language, "antechamber"))) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES), "each reader is told in their own words"
    assert not any("ui.record" in one for one in said)


def test_why_a_record_cannot_be_played_through_is_said_on_its_page(client: TestClient) -> None:
    come_as_guest(client)
    refused = {"side": "red", "choice": {"do": "publish", "dispatch": 1}}
    plain = {key: value for key, value in json.loads(RIGGED).items() if key not in ("expect", "refused", "points")}
    answer = post(client, "/analysis?lang=it", record=json.dumps(plain | {"choices": [refused]}))
    assert answer.status_code == 422
    assert "Con le regole di oggi questo viene rifiutato:" in answer.text
    assert "<code>$.choices[0]</code>" in answer.text


def test_who_brings_nothing_or_the_digest_of_a_running_game_hears_what_to_do(client: TestClient) -> None:
    key = begun(client, another(client))
    digest = client.get(f"/tables/{key}/record.json").text
    for brought, said in ((digest, "press “Analyse from here”"), (" ", "Choose a file, or paste its text.")):
        answer = post(client, "/analysis", record=brought)
        assert answer.status_code == 422
        assert said in answer.text
        assert "goes wrong here" not in answer.text


def test_a_record_is_not_played_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SECONDS", 0)
    with pytest.raises(Unfit, match="too long"):
        played(SEEDED)


async def test_a_board_from_a_position_holds_what_one_knew_and_nothing_else(process: Process, me: int) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 1), "k1")
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k2")
    row = await process.store.find(room.key)
    assert row
    boards = BoardStore(process.database)
    looking = vantage(room, None)
    red = type(looking)(room, looking.sight, "red", ("red",), ("red",))
    for seen, side in ((looking, None), (red, "red")):
        found = [await from_position(boards, seen, row, room.sequence, room.position, me) for _ in range(4)]
        rooms = [await process.room(key) for key in found]
        assert {one.sequence for one in rooms} == {0}
        shown = GAME.view(board(room), side)
        assert all(GAME.view(board(one), side) == shown for one in rooms)
        assert len({one.position.seed for one in rooms} | {room.position.seed}) == 5
        assert len({str(board(one).deck) for one in rooms}) > 1, "what is unknown is dealt anew"
        assert not [one for one in rooms if one.seating.bots]
        side, menu = next(iter(door.waiting(GAME, rooms[0].position).items()))
        await acted(rooms[0], side, menu.sample(Random(1)), "m1")
    assert room.table is None


async def test_a_board_stands_in_no_list_but_ones_own(process: Process, me: int) -> None:
    boards = BoardStore(process.database)
    room = await opened(process, RIGGED, me)
    other = await PeopleStore(process.database).add_guest("Bob", "bob", datetime.now(UTC))
    for person in (me, other, None):
        for status in ("open", "playing", "finished"):
            for show in ("all", "mine"):
                assert await process.rooms.tables.listed(status, person, Filter(show=show)) == []
    assert await process.rooms.tables.of(me) == []
    assert [one.key for one in await boards.boards(me)] == [room.key]
    assert await boards.boards(other) == []
    assert not await boards.discard(room.key, other)
    assert await boards.discard(room.key, me)
    assert await process.store.find(room.key) is None
    assert await process.rooms.tables.find(room.key) is None
    assert await boards.boards(me) == []


async def test_one_person_has_so_many_and_no_more(process: Process, me: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.store.tables.boards.MOST", 2)
    for _ in range(2):
        await opened(process, RIGGED, me)
    with pytest.raises(TooManyBoards):
        await opened(process, RIGGED, me)
    assert len(await BoardStore(process.database).boards(me)) == 2


async def test_who_leaves_for_good_leaves_no_boards(process: Process, me: int) -> None:
    room = await opened(process, RIGGED, me)
    await PeopleStore(process.database).forget(me, "Nobody 1", datetime.now(UTC))
    assert await process.store.find(room.key) is None


def test_titles_are_cleaned() -> None:
    assert (
        title_of(" a \n b\x00\u202e " + "x" * 100) == ("a b" + " " + "x" * 100)[:80] or len(title_of("x" * 100)) == 80
    )
    assert title_of("\n\t") == ""


def upload(client: TestClient, content: bytes, name: str = "file", **fields: str) -> Response:
    data = {"token": token_of(client)} | fields
    return client.post(
        "/analysis", data=data, files={name: ("record.json", content)}, headers=ORIGIN, follow_redirects=False
    )


def test_a_file_is_brought_and_its_board_is_ones_own(client: TestClient) -> None:
    come_as_guest(client)
    answer = upload(client, RIGGED)
    assert answer.status_code == 303
    address = answer.headers["location"]
    page = client.get(address).text
    assert "analysis board" in page
    assert "It began with a record" in page
    stranger = another(client)
    assert stranger.get(address).status_code == 404
    come_as_guest(stranger, "Bob")
    for path in ("", "/at/0", "/record.json", "/dice"):
        assert stranger.get(address + path).status_code == 404
        assert client.get(address + path).status_code == 200
    key = address.rpartition("/")[2]
    assert post(stranger, f"{address}/discard").status_code == 404
    assert key in client.get("/mine").text
    assert key in client.get("/analysis").text
    assert key not in client.get("/").text
    assert post(client, f"{address}/discard").headers["location"] == "/analysis"
    assert client.get(address).status_code == 404


def test_text_is_brought_too_and_comes_back_with_what_is_wrong(client: TestClient) -> None:
    come_as_guest(client)
    assert upload(client, b"", record=RIGGED.decode()).status_code == 303
    answer = upload(client, b"", record='{"game": "<b>chess"}')
    assert answer.status_code == 422
    assert "$.game" in answer.text
    assert "&lt;b&gt;chess" in answer.text
    assert "<b>chess" not in answer.text


@pytest.mark.parametrize(
    ("content", "name", "fields", "status"),
    [
        (b"x" * (UPLOADS["/analysis"] + 1), "file", {}, 413),
        (RIGGED, "other", {}, 422),
        (RIGGED, "file", {"more": "x"}, 422),
        (RIGGED, "file", {"file": "x"}, 422),
        (b"\x00\xff" * 1000, "file", {}, 422),
    ],
)
def test_odd_uploads_are_refused(
    client: TestClient, content: bytes, name: str, fields: dict[str, str], status: int
) -> None:
    come_as_guest(client)
    assert upload(client, content, name, **fields).status_code == status
    assert "card-" not in client.get("/analysis").text


def test_only_this_address_takes_so_much(client: TestClient) -> None:
    come_as_guest(client)
    large = {"token": token_of(client), "name": "x" * 100_000}
    assert client.post("/guest", data=large, headers=ORIGIN).status_code == 413
    answer = client.post("/guest", data={"token": large["token"]}, files={"file": ("x", b"x")}, headers=ORIGIN)
    assert answer.status_code == 415
    broken = {"content-type": "multipart/form-data; boundary=x"} | ORIGIN
    for body in (b"", b"--x", b"--x\r\nnothing\r\n--x--", b"no boundary"):
        assert client.post("/analysis", content=body, headers=broken).status_code in (403, 422)
    assert (
        client.post("/analysis", content=b"", headers=ORIGIN | {"content-type": "multipart/form-data"}).status_code
        == 422
    )


def test_from_a_table_one_analyses_what_one_may_see(client: TestClient) -> None:
    blue, watcher = another(client), another(client)
    key = begun(client, blue)
    assert send(client, key, panel(client, key), choice='{"do":"collect"}').status_code == 303
    come_as_guest(watcher, "Eve")
    mine = post(client, f"/tables/{key}/analyse")
    assert mine.status_code == 303
    page = client.get(mine.headers["location"]).text
    assert f'href="/tables/{key}/at/1"' in page
    assert "Analyse from here" in page
    assert post(watcher, f"/tables/{key}/analyse", step="0", **{"as": PUBLIC}).status_code == 303
    for step, side, status in (("2", "", 404), ("x", "", 422), ("-1", "", 422), ("0", "red", 404), ("9" * 10, "", 422)):
        assert post(watcher, f"/tables/{key}/analyse", step=step, **{"as": side}).status_code == status
    assert post(another(client), f"/tables/{key}/analyse").status_code == 401
    seat = panel(client, mine.headers["location"].rpartition("/")[2])
    assert seat.fields["side"] == "red"


def test_there_is_an_end_to_trying(client: TestClient) -> None:
    come_as_guest(client)
    answers = [upload(client, b"{}").status_code for _ in range(25)]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_a_list_shows_all_boards_there_may_be() -> None:
    assert MOST <= LISTED
    assert SNAPSHOT_EVERY <= STEPS
