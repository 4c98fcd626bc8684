"""Programs talk at a table, report lines, keep the notes of their person, and read what happened since a visit."""

from typing import Any

from fastapi.testclient import TestClient

from app.rooms.presence import Around
from tests.app.api.programs import COLLECT, Program, act


def test_people_talk_by_programs(client: TestClient, red: Program, blue: Program, key: str) -> None:
    watcher = Program(client, "Cleo")
    assert red.post(f"/tables/{key}/talk", {"channel": "table", "text": "Good evening,\n@Bob."})["number"] == 1
    apart = red.post(f"/tables/{key}/talk", {"with": ["blue"], "text": "A word?"})["channel"]
    assert watcher.refused("POST", f"/tables/{key}/talk", {"channel": "table", "text": "Me too."}) == (403, "not_here")
    seen = {one["name"]: one for one in blue.get(f"/tables/{key}/talk")["channels"]}
    assert (seen["table"]["unread"], seen[apart]["last"], seen[apart]["sides"]) == (1, 1, ["red", "blue"])
    [line] = blue.get(f"/tables/{key}/talk/table")["lines"]
    assert (line["name"], line["text"], line["sides"]) == ("Ada", "Good evening,\n@Bob.", ["red"])
    assert blue.post(f"/tables/{key}/talk/read", {"channel": "table", "number": 1}) == {}
    assert {one["unread"] for one in blue.get(f"/tables/{key}/talk")["channels"] if one["name"] == "table"} == {0}
    assert apart not in str(watcher.get(f"/tables/{key}/talk"))
    for path in (f"/tables/{key}/talk/{apart}", f"/tables/{key}/talk/nothing"):
        assert watcher.refused("GET", path) == (404, "not_found")
    after = blue.get(f"/tables/{key}/talk/table", params={"after": 1})
    assert (after["lines"], after["next"]) == ([], None)


def test_lines_of_others_are_objected_to_and_their_authors_muted(red: Program, blue: Program, key: str) -> None:
    red.post(f"/tables/{key}/talk", {"channel": "table", "text": "Boo."})
    line = {"channel": "table", "number": 1}
    assert blue.post(f"/tables/{key}/talk/report", line | {"reason": "It is rude."}) == {}
    assert red.refused("POST", f"/tables/{key}/talk/mute", line) == (404, "not_found"), "it is one's own"
    blue.post(f"/tables/{key}/talk/mute", line)
    [muted] = blue.get("/me/mutes")["mutes"]
    assert (muted["name"], blue.get(f"/tables/{key}/talk/table")["lines"][0]["muted"]) == ("Ada", True)
    blue.post("/me/mutes/end", {"person": muted["person"]})
    assert not blue.get(f"/tables/{key}/talk/table")["lines"][0]["muted"]


def test_talk_that_can_not_be_taken_is_refused(client: TestClient, red: Program, key: str) -> None:
    for text, name in ((" ", "empty"), ("x" * 501, "long")):
        assert red.refused("POST", f"/tables/{key}/talk", {"channel": "table", "text": text}) == (422, name)
    reader = Program(client, "Cleo", "read")
    assert reader.refused("GET", f"/tables/{key}/talk") == (403, "scope")
    refused = (200, "")
    for _ in range(20):
        answer = red.send("POST", f"/tables/{key}/talk", {"channel": "table", "text": "Spam."})
        if answer.status_code != 200:
            refused = (answer.status_code, answer.headers["retry-after"])
            break
    assert refused == (429, "2")


def test_notes_are_kept_and_a_change_from_elsewhere_is_told(red: Program, blue: Program, key: str) -> None:
    assert red.get(f"/tables/{key}/notes") == {"text": "", "version": 0, "replaced": ""}
    assert red.post(f"/tables/{key}/notes", {"text": "Blue bluffs", "version": 0})["version"] == 1
    again = red.post(f"/tables/{key}/notes", {"text": "Blue is honest", "version": 0})
    assert again == {"text": "Blue is honest", "version": 2, "replaced": "Blue bluffs"}
    assert blue.get(f"/tables/{key}/notes")["text"] == "", "nobody else's"
    assert red.refused("POST", f"/tables/{key}/notes", {"text": "x" * 4_001, "version": 2}) == (422, "unreadable")
    assert red.get(f"/tables/{key}/notes")["text"] == "Blue is honest"


def test_a_seat_opened_to_a_program_opens_no_notes(client: TestClient, red: Program, key: str) -> None:
    reader = Program(client, "Reader", "read", "play")
    assert reader.refused("GET", f"/tables/{key}/notes") == (403, "scope")


def test_what_happened_since_the_last_visit_is_told_until_it_was_seen(red: Program, key: str) -> None:
    assert red.get(f"/tables/{key}/recap")["after"] is None
    red.post(f"/tables/{key}/seen", {"epoch": 0, "sequence": 0})
    act(red, key, COLLECT)
    told = red.get(f"/tables/{key}/recap")
    groups = (told["mine"], *told["topics"].values(), told["rest"])
    happened = [one for group in groups for one in group]
    assert (told["after"], told["sequence"]) == (0, 1)
    assert {one["sequence"] for one in happened} == {1}
    assert all(one["text"] for one in happened)
    red.post(f"/tables/{key}/seen", {"epoch": 0, "sequence": 99})
    assert red.get(f"/tables/{key}/recap")["after"] == 0, "nobody has seen what there is not yet"
    red.post(f"/tables/{key}/seen", {"epoch": 0, "sequence": 1})
    assert red.get(f"/tables/{key}/recap") == {
        "epoch": 0, "after": 1, "sequence": 1, "mine": [], "topics": {"deal": []}, "rest": [], "seats": []
    }  # fmt: skip


def test_who_has_the_table_open_is_told(client: TestClient, red: Program, key: str) -> None:
    assert red.get(f"/tables/{key}/present") == {"sides": [], "watching": 0}
    app: Any = client.app
    room = app.state.services.rooms.live[key]
    room.around = Around(("blue",), 2)
    assert red.get(f"/tables/{key}/present") == {"sides": ["blue"], "watching": 2}
