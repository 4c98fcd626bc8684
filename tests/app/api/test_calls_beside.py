"""Calls about what surrounds a game: lessons and practice, preferences, admin actions on a table, branches it has left;
and the limits of requests.
"""

from fastapi.testclient import TestClient

from app.api.openapi import PARTS
from tests.app.api.programs import COLLECT, Program, act, new_table
from tests.app.features.admin.test_pages import action, appointed


def test_a_lesson_tells_a_program_what_its_page_tells(red: Program, blue: Program) -> None:
    key = red.post("/games/versailles/lesson")["key"]
    page = red.owner.get(f"/tables/{key}").text
    told = red.get(f"/tables/{key}/lesson")
    assert told["number"] == 1 < told["count"]
    assert f">{told['title']}</h2>" in page
    assert told["text"][:40] in page
    while told["wanted"] is None:
        red.post(f"/tables/{key}/lesson", {"what": "go"})
        told = red.get(f"/tables/{key}/lesson")
    assert "<" not in told["wanted"]
    assert red.get(f"/tables/{key}/lesson?lang=it")["title"] != told["title"]
    assert blue.refused("GET", f"/tables/{key}/lesson") == (404, "not_found")
    red.post(f"/tables/{key}/lesson", {"what": "end"})
    assert red.refused("GET", f"/tables/{key}/lesson") == (404, "not_found")


def test_a_program_plays_against_bots_at_once(red: Program) -> None:
    wanted = {"seat": 1, "key": "once"}
    key = red.post("/games/antechamber/practice", wanted)["key"]
    assert red.post("/games/antechamber/practice", wanted)["key"] == key
    table = red.get(f"/tables/{key}")
    assert (table["status"], table["seats"][1]["person"]) == ("playing", "Ada")
    assert all(seat["bot"] for seat in table["seats"] if not seat["mine"])
    assert red.post("/games/antechamber/practice")["key"] != key
    assert red.refused("POST", "/games/antechamber/practice", {"seat": 9}) == (422, "no_seat")
    assert red.refused("POST", "/games/chess/practice", {}) == (404, "no_game")


def test_preferences_are_those_of_the_page(red: Program) -> None:
    assert red.get("/me/preferences") == red.post("/me/preferences")
    before = red.get("/me/preferences")
    wanted = {"language": "it", "theme": "dark", "zone": "Europe/Rome", "confirm": False, "profile": False}
    assert red.post("/me/preferences", wanted) == before | wanted == red.get("/me/preferences")
    assert '<html lang="it"' in red.owner.get("/me").text
    assert red.get("/me/hours")["zone"] == "Europe/Rome"
    for name in ("language", "theme", "zone"):
        answer = red.send("POST", "/me/preferences", {name: "nonsense"})
        assert (answer.status_code, [*answer.json()["facts"]["fields"]]) == (422, [name])
    assert red.get("/me/preferences") == before | wanted


def test_the_largest_and_the_least_numbers_that_can_be_asked_for_do_no_harm(red: Program, key: str) -> None:
    here = {"key": key, "game": "antechamber", "who": "Ada", "channel": "table", "clause": "1.1", "step": "0"}
    tried = 0
    for call in (call for part in PARTS for call in part.all if call.method == "GET"):
        for one in call.parameters:
            for number in (one.schema.get(edge) for edge in ("minimum", "maximum")):
                if number is not None:
                    inside = {one.name: number} if one.place == "path" else {}
                    query = {one.name: number} if one.place == "query" else {}
                    path = call.path.removeprefix("/api/v1").format(**here | inside)
                    answer = red.send("GET", path, params=query)
                    assert answer.status_code in (200, 404, 409), f"{path} {query}: {answer.text}"
                    tried += 1
    assert tried > 20


def test_what_came_after_the_end_of_a_log_is_nothing(red: Program, key: str) -> None:
    act(red, key, COLLECT)
    for after in (1, 2, 2**31 - 1):
        told = red.get(f"/tables/{key}/log?after={after}")
        assert (told["lines"], told["next"]) == ([], None), after


def test_a_host_renames_a_table_and_all_are_told_why(red: Program, blue: Program, key: str) -> None:
    new = {"title": "Our table", "reason": "It is ours."}
    assert blue.refused("POST", f"/tables/{key}/rename", new) == (403, "host_only")
    assert red.post(f"/tables/{key}/rename", new) == {}
    table = blue.get(f"/tables/{key}")
    [told] = table["deeds"]
    assert (table["title"], told["kind"], told["title"]) == ("Our table", "rename", "Our table")
    assert (told["name"], told["role"], told["reason"]) == ("Ada", "host", "It is ours.")
    for wrong in ({"title": " "}, {"reason": ""}, {"title": "a\nb\u202e"}):
        assert red.refused("POST", f"/tables/{key}/rename", new | wrong)[0] == 422, wrong
    other = new_table(red)
    assert red.post(f"/tables/{other}/rename", new) == {}
    assert blue.get(f"/tables/{other}")["title"] == "Our table", "also before its game begins"


def test_branches_that_a_game_has_left_can_be_looked_at(client: TestClient, red: Program, key: str) -> None:
    assert red.get(f"/tables/{key}/branches") == {"epoch": 0, "left": []}
    act(red, key, COLLECT)
    then, log = red.get(f"/tables/{key}/at/1")["view"], red.get(f"/tables/{key}/log")["lines"]
    admin = appointed(client, "Zoe", "admin")
    compared = admin.get(f"/admin/tables/{key}/compare?do=rewind&to=0").text
    assert action(admin, key, "rewind", compared, to="0").status_code == 303
    told = red.get(f"/tables/{key}/branches")
    [left] = told["left"]
    assert [one["kind"] for one in red.get(f"/tables/{key}")["deeds"]] == ["rewind"]
    assert (told["epoch"], left["epoch"], left["parent"], left["first"], left["last"]) == (1, 0, None, 0, 1)
    assert red.refused("GET", f"/tables/{key}/at/1") == (404, "no_step")
    seen = red.get(f"/tables/{key}/at/1?branch=0")
    assert (seen["view"], seen["epoch"]) == (then, 0)
    assert red.get(f"/tables/{key}/log?branch=0")["lines"] == log
    assert red.refused("GET", f"/tables/{key}/at/1?branch=7") == (404, "not_found")
