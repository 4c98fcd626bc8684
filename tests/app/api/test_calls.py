"""Calls do what pages do, with the same permissions; every answer is checked against the document."""

import random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.rooms.rooms import Rooms
from tests.app.api.programs import COLLECT, Program, act, new_table
from tests.support.playing import begun, table_of
from tests.support.visitors import ORIGIN, another, come_as_guest, token_of


def test_a_program_knows_who_it_is_for(client: TestClient, red: Program) -> None:
    me = red.get("/me")
    assert (me["name"], me["guest"], me["scopes"], me["table"]) == (
        "Ada",
        True,
        ["read", "play", "tables", "talk"],
        None,
    )
    assert Program(client, "Cleo", "read").get("/me?lang=it")["language"] == "it"


def test_games_and_rules_can_be_read(red: Program) -> None:
    assert {"antechamber", "versailles"} <= {game["key"] for game in red.get("/games")["games"]}
    told = red.get("/games/versailles")
    assert "Options" in told["options"]["$defs"]
    assert told["view"]["$defs"]["View"]["properties"]
    assert red.refused("GET", "/games/chess") == (404, "no_game")
    found = red.get("/rules/versailles", params={"q": "bidding"})["clauses"]
    assert found
    one = red.get(f"/rules/versailles/{found[0]['number']}")
    assert one == found[0]
    assert "<" not in one["text"]
    assert red.refused("GET", "/rules/versailles/99.99") == (404, "not_found")
    assert red.refused("GET", "/rules/chess") == (404, "not_found")


def test_a_table_is_made_joined_and_begun(client: TestClient, red: Program, blue: Program) -> None:
    key = new_table(red, options={"rounds": 2}, spectators=False, access="link")
    made = red.get(f"/tables/{key}")
    assert (made["status"], made["options"]["rounds"], made["own"], made["spectators"]) == ("open", 2, ["red"], False)
    assert blue.refused("POST", f"/tables/{key}/seats", {"do": "sit", "seat": 0}) == (409, "taken")
    assert blue.refused("POST", f"/tables/{key}/seats", {"do": "bot", "seat": 1, "bot": "random"}) == (403, "host_only")
    assert red.refused("POST", f"/tables/{key}/start", {}) == (409, "not_full")
    assert blue.post(f"/tables/{key}/seats", {"do": "sit", "seat": 1})["own"] == ["blue"]
    assert red.refused("POST", f"/tables/{key}/start", {}) == (409, "not_ready")
    assert blue.post(f"/tables/{key}/seats", {"do": "ready"})["seats"][1]["ready"]
    assert blue.refused("POST", f"/tables/{key}/start", {}) == (403, "host_only")
    begun = red.post(f"/tables/{key}/start", {})
    assert (begun["status"], begun["waiting"], begun["own"]) == ("playing", ["red"], ["red"])
    assert red.refused("POST", f"/tables/{key}/seats", {"do": "leave", "seat": 0}) == (409, "started")
    stranger = Program(client, "Cleo")
    assert (
        stranger.refused("GET", f"/tables/{key}")
        == stranger.refused("GET", "/tables/nosuchtable")
        == (404, "not_found")
    )


def test_a_table_fills_up_with_bots(red: Program) -> None:
    key = new_table(red, players=3, seats=["", "me"])
    red.post(f"/tables/{key}/seats", {"do": "bot", "seat": 0, "bot": "random"})
    assert red.post(f"/tables/{key}/start", {"fill": "random"})["own"] == ["blue"]
    assert [seat["bot"] for seat in red.get(f"/tables/{key}")["seats"]] == ["random", "", "random"]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"title": " "}, "title"),
        ({"players": 9}, "players"),
        ({"seats": ["random", "random"]}, "chairs"),
        ({"seats": ["grandmaster"]}, "players"),
        ({"options": {"rounds": "many"}}, "options.rounds"),
        ({"options": {"colour": "red"}}, "options"),
    ],
)
def test_a_table_that_can_not_be_made_is_explained_by_field(red: Program, wanted: dict[str, Any], field: str) -> None:
    asked = {"game": "antechamber", "players": 2, "title": "A table"} | wanted
    answer = red.send("POST", "/tables", asked)
    assert (answer.status_code, answer.json()["error"]) == (422, "unfit")
    assert field in answer.json()["facts"]["fields"]
    assert red.get("/mine")["tables"] == []


def test_lists_show_what_one_may_find(red: Program, blue: Program, key: str) -> None:
    hidden = new_table(red, access="link")
    assert [table["key"] for table in blue.get("/tables")["playing"]] == [key]
    assert hidden not in str(blue.get("/tables"))
    assert [table["key"] for table in red.get("/tables", params={"show": "free"})["open"]] == [hidden]
    assert blue.get("/tables", params={"game": "versailles"})["playing"] == []
    mine = red.get("/mine")
    assert (mine["next"], mine["tables"][0]["urgency"], mine["tables"][0]["sides"]) == (key, "me", ["red"])
    assert mine["waiting"] == 1
    assert mine["tables"][0]["question"] == red.get(f"/tables/{key}")["question"]["text"]


def test_a_whole_game_is_played_by_its_choices(red: Program, blue: Program, key: str) -> None:
    chance = random.Random(4)
    for _ in range(100):
        at = red.get(f"/tables/{key}")
        if at["status"] != "playing":
            break
        program = red if at["waiting"][0] == "red" else blue
        found = program.get(f"/tables/{key}/choices")
        assert found["side"] == at["waiting"][0]
        choice = chance.choice([choice for menu in found["asked"] for choice in menu["choices"]])
        assert program.post(f"/tables/{key}/explain", {"choice": choice}) == {"legal": True, "refusal": None}
        act(program, key, choice)
        if red.get(f"/tables/{key}")["status"] == "playing":
            assert red.refused("POST", f"/tables/{key}/again", {}) == (409, "not_over")
    over = red.get(f"/tables/{key}")
    assert over["status"] == "finished"
    assert {side for place in over["ranking"] for side in place["sides"]} == {"red", "blue"}
    assert all(point["text"] for point in over["points"])
    record = red.get(f"/tables/{key}/record")
    assert (record["seed"], len(record["choices"])) == (red.get(f"/tables/{key}/dice")["seed"], over["sequence"])
    assert all(draw["fair"] for draw in blue.get(f"/tables/{key}/dice")["draws"])
    assert blue.get(f"/tables/{key}/view", params={"side": "red"})["side"] == "red"
    again = red.post(f"/tables/{key}/again")["key"]
    assert blue.get(f"/tables/{key}")["again"] == again


def test_a_position_is_seen_by_its_own_side_only(client: TestClient, red: Program, blue: Program, key: str) -> None:
    watcher = Program(client, "Cleo", "read")
    assert red.get(f"/tables/{key}/view")["side"] == "red"
    assert watcher.get(f"/tables/{key}/view")["side"] is None
    assert watcher.get(f"/tables/{key}/view")["view"] != blue.get(f"/tables/{key}/view")["view"]
    assert client.get(f"/api/v1/tables/{key}/view").json() == watcher.get(f"/tables/{key}/view")
    for path in ("view", "log", "at/0", "record"):
        assert blue.refused("GET", f"/tables/{key}/{path}", params={"side": "red"}) == (404, "not_found")
        assert watcher.refused("GET", f"/tables/{key}/{path}", params={"side": "red"}) == (404, "not_found")
    assert watcher.get(f"/tables/{key}/view", params={"side": "public"})["side"] is None
    assert blue.refused("GET", f"/tables/{key}/choices", params={"side": "red"}) == (403, "seat")
    assert watcher.refused("GET", f"/tables/{key}/choices") == (403, "seat")
    assert watcher.refused("POST", f"/tables/{key}/explain", {"choice": COLLECT}) == (403, "seat")


def test_the_log_is_read_page_by_page(red: Program, blue: Program, key: str) -> None:
    act(red, key, COLLECT)
    whole = red.get(f"/tables/{key}/log")
    act(red, key, {"do": "tip"})
    act(blue, key, COLLECT)
    whole = red.get(f"/tables/{key}/log")
    assert [(line["sequence"], line["side"]) for line in whole["lines"]] == [(1, "red"), (3, "blue")]
    assert whole["lines"][0]["text"] == ["Red collects 2 coins."]
    first = red.get(f"/tables/{key}/log", params={"after": 0, "limit": 1})
    assert (first["lines"], first["next"]) == (whole["lines"][:1], 1)
    then = red.get(f"/tables/{key}/log", params={"after": first["next"], "limit": 2})
    assert (then["lines"], then["next"]) == (whole["lines"][1:], None)


def test_what_is_hidden_is_in_no_record_of_a_game_that_goes_on(red: Program, blue: Program, key: str) -> None:
    act(red, key, COLLECT)
    own, other = red.get(f"/tables/{key}/record"), blue.get(f"/tables/{key}/record")
    assert (own["as"], other["as"]) == ("red", "blue")
    assert "choice" in str(own["entries"])
    assert "choice" not in str(other["entries"])
    dice = red.get(f"/tables/{key}/dice")
    assert (dice["seed"], dice["commitment"]) == (None, own["commitment"])
    assert {draw["outcome"] for draw in dice["draws"]} == {None}


def test_past_positions_can_be_read(red: Program, key: str) -> None:
    before = red.get(f"/tables/{key}/view")
    act(red, key, COLLECT)
    assert red.get(f"/tables/{key}/at/0") == before
    assert red.get(f"/tables/{key}/at/1")["view"] == red.get(f"/tables/{key}/view")["view"]
    assert red.refused("GET", f"/tables/{key}/at/2") == (404, "no_step")


def test_what_would_follow_is_told_and_nothing_changed(red: Program, key: str) -> None:
    seen = red.post(f"/tables/{key}/foresee", {"choice": COLLECT})
    assert "Red collects 2 coins." in seen["text"]
    refused = red.send("POST", f"/tables/{key}/foresee", {"choice": {"do": "pass"}})
    assert refused.status_code == 422
    assert red.get(f"/tables/{key}")["sequence"] == 0


def test_an_order_says_what_it_would_answer(red: Program, key: str) -> None:
    seen = red.post(f"/tables/{key}/foresee", {"choice": {"do": "order", "pass_in": "every_auction"}})
    (tried,) = seen["answers"]
    assert (tried["answer"], tried["text"]) == ({"do": "pass"}, "Pass")
    assert tried["question"]
    assert red.post(f"/tables/{key}/foresee", {"choice": COLLECT})["answers"] == []


def test_the_same_action_again_is_the_same_answer_again(red: Program, key: str) -> None:
    body = {"key": "k1", "epoch": 0, "sequence": 0, "choice": COLLECT}
    first = red.post(f"/tables/{key}/act", body)
    assert first["sequence"] == 1
    assert red.post(f"/tables/{key}/act", body) == first
    assert red.refused("POST", f"/tables/{key}/act", body | {"choice": {"do": "call_ballot"}})[0] == 422
    assert red.refused("POST", f"/tables/{key}/act", body | {"key": "k2"}) == (409, "stale")
    assert red.get(f"/tables/{key}")["sequence"] == 1


def test_what_was_chosen_last_is_taken_back(red: Program, blue: Program, key: str) -> None:
    assert red.get(f"/tables/{key}/choices")["undo"] is None
    act(red, key, COLLECT)
    back = red.get(f"/tables/{key}/choices")
    assert (back["sequence"], back["undo"]) == (1, 0)
    body = {"key": "u1", "epoch": 0, "sequence": 1, "to": 0}
    assert blue.refused("POST", f"/tables/{key}/undo", body | {"key": "u2"}) == (409, "nothing_to_take_back")
    first = red.post(f"/tables/{key}/undo", body)
    assert first["sequence"] == 2
    assert red.post(f"/tables/{key}/undo", body) == first, "the same again is the same answer again"
    assert red.get(f"/tables/{key}/view")["view"] == red.get(f"/tables/{key}/at/0")["view"]
    assert red.refused("POST", f"/tables/{key}/undo", body | {"key": "u3"}) == (409, "stale")


def test_a_sealed_answer_is_shown_to_its_side_alone_and_changed(red: Program, blue: Program, key: str) -> None:
    stake, withdraw = {"do": "stake", "coins": 3}, {"do": "withdraw_answer"}
    act(red, key, {"do": "call_ballot"})
    foreseen = red.post(f"/tables/{key}/foresee", {"choice": stake})
    assert (foreseen["alone"], foreseen["certain"]) == (True, True)
    act(red, key, stake)
    mine, others = (program.get(f"/tables/{key}/choices") for program in (red, blue))
    assert (mine["sealed"], mine["asked"], others["sealed"]) == (stake, [], None)
    assert blue.post(f"/tables/{key}/explain", {"choice": withdraw})["refusal"]["error"] == "nothing_to_take_back"
    assert red.post(f"/tables/{key}/explain", {"choice": withdraw})["legal"]
    assert act(red, key, withdraw)["news"] == [{"told": "answer_withdrawn", "side": "red"}]
    assert red.get(f"/tables/{key}/choices")["sealed"] is None
    assert red.get(f"/tables/{key}")["waiting"] == ["red", "blue"]
    assert act(red, key, stake | {"coins": 0})["sequence"] == 4


def test_a_refusal_says_why_in_the_language_asked_for(red: Program, blue: Program, key: str) -> None:
    body = {"key": "k1", "epoch": 0, "sequence": 0, "choice": COLLECT}
    told = {lang: blue.send("POST", f"/tables/{key}/act?lang={lang}", body).json() for lang in ("en", "it", "es")}
    assert {one["error"] for one in told.values()} == {"not_your_turn"}
    assert len({one["message"] for one in told.values()}) == 3
    assert told["en"]["facts"] == {"side": "blue", "waiting": ["red"]}
    verdict = blue.post(f"/tables/{key}/explain", {"choice": COLLECT})
    assert (verdict["legal"], verdict["refusal"]["error"]) == (False, "not_your_turn")
    assert red.post(f"/tables/{key}/explain", {"choice": {"do": "dance"}})["refusal"]["error"] == "malformed.word"


def test_a_token_does_what_its_scopes_say(client: TestClient, key: str) -> None:
    reader, player = Program(client, "Cleo", "read"), Program(client, "Dora", "play")
    answer = reader.send("POST", "/tables", {"game": "antechamber", "players": 2, "title": "x"})
    assert (answer.status_code, answer.json()["error"], answer.json()["facts"]) == (403, "scope", {"scope": "tables"})
    assert "tables" in answer.json()["message"]
    body = {"key": "k1", "epoch": 0, "sequence": 0, "choice": COLLECT}
    assert reader.refused("POST", f"/tables/{key}/act", body) == (403, "scope")
    assert player.refused("GET", f"/tables/{key}") == (403, "scope")
    assert player.refused("POST", f"/tables/{key}/act", body) == (403, "seat")


def test_a_token_that_is_none_is_refused_everywhere(client: TestClient, key: str) -> None:
    for bearer in ("x", "hrl_" + "x" * 43, ""):
        for path in ("/api/v1/me", f"/api/v1/tables/{key}", "/api/v1/games"):
            answer = client.get(path, headers={"authorization": f"Bearer {bearer}"})
            assert (answer.status_code, answer.json()["error"]) == (401, "bad_token"), path


def test_whoever_is_nobody_reads_what_everybody_may(client: TestClient, key: str) -> None:
    assert client.get(f"/api/v1/tables/{key}").json()["own"] == []
    assert client.get("/api/v1/me").json()["error"] == "nobody"
    assert client.get("/api/v1/mine").status_code == 401
    assert client.get(f"/api/v1/tables/{key}/choices").status_code == 401


def test_browsers_use_it_with_their_session_and_from_our_pages(client: TestClient) -> None:
    come_as_guest(client)
    assert client.get("/api/v1/me").json()["scopes"] is None
    body = {"game": "antechamber", "players": 2, "title": "A table"}
    for headers in (ORIGIN, {"x-horloge-token": token_of(client), "origin": "https://evil.test"}, {}):
        answer = client.post("/api/v1/tables", json=body, headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (403, "foreign")
    assert client.post("/api/v1/tables", json=body, headers=ORIGIN | {"x-horloge-token": token_of(client)}).json()[
        "key"
    ]


def test_too_many_calls_are_told_when_to_come_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.base.rate_limits import Limit

    monkeypatch.setattr("app.api.caller.CALLS", Limit("few calls", 3, 5))
    for _ in range(3):
        assert client.get("/api/v1/games").status_code == 200
    answer = client.get("/api/v1/games")
    assert (answer.status_code, answer.json()["error"], answer.headers["retry-after"]) == (429, "too_many", "5")


def test_a_page_and_a_program_play_at_one_table(client: TestClient, red: Program) -> None:
    other = another(client)
    key = begun(client, other)
    assert red.get(f"/tables/{key}")["own"] == []
    assert table_of(client)


def test_boards_are_begun_from_positions_and_records(red: Program, blue: Program, key: str) -> None:
    act(red, key, COLLECT)
    board = red.post(f"/tables/{key}/analyse", {"step": 1})["key"]
    assert red.get(f"/tables/{board}")["own"] == ["red", "blue"]
    assert blue.refused("GET", f"/tables/{board}") == (404, "not_found")
    assert [one["key"] for one in red.get("/boards")["boards"]] == [board]
    assert red.refused("POST", f"/tables/{key}/analyse", {"step": 7}) == (404, "not_found")
    assert blue.refused("POST", f"/tables/{board}/discard", {}) == (404, "not_found")
    assert red.post(f"/tables/{board}/discard") == {}
    while (at := red.get(f"/tables/{key}"))["status"] == "playing":
        program = red if at["waiting"][0] == "red" else blue
        act(program, key, program.get(f"/tables/{key}/choices")["asked"][0]["choices"][0])
    brought = blue.post("/boards", {"record": red.get(f"/tables/{key}/record")})["key"]
    assert blue.get(f"/tables/{brought}")["ranking"] == at["ranking"]
    assert red.refused("POST", "/boards", {"record": {"record": 1}}) == (422, "unfit_record")


def test_a_lesson_is_taken_by_a_program(red: Program, blue: Program) -> None:
    key = red.post("/games/versailles/lesson")["key"]
    assert red.post("/games/versailles/lesson")["key"] == key
    before = red.get(f"/tables/{key}")["sequence"]
    assert red.post(f"/tables/{key}/lesson", {"what": "go"}) == {}
    assert red.get(f"/tables/{key}")["sequence"] > before
    assert blue.refused("POST", f"/tables/{key}/lesson", {"what": "go"}) == (404, "not_found")
    assert red.post(f"/tables/{key}/lesson", {"what": "end"}) == {}
    assert red.refused("POST", "/games/chess/lesson", {}) == (404, "not_found")


def test_the_table_is_asked_to_go_back_and_agrees(red: Program, blue: Program, key: str) -> None:
    act(red, key, COLLECT)
    act(red, key, {"do": "tip"})
    act(blue, key, COLLECT)
    at = {"epoch": 0, "sequence": 3}
    vote = red.post(f"/tables/{key}/motion", at | {"ask": 1})["motion"]
    assert (vote["side"], vote["step"], vote["waiting"], vote["outcome"]) == ("red", 1, ["blue"], "")
    assert blue.get(f"/tables/{key}")["motion"] == vote
    assert red.refused("POST", f"/tables/{key}/motion", at | {"agree": vote["id"]})[0] in (409, 422)
    assert red.refused("POST", f"/tables/{key}/motion", at | {"agree": 1, "refuse": 1}) == (422, "unreadable")
    after = blue.post(f"/tables/{key}/motion", at | {"agree": vote["id"]})
    assert (after["sequence"], after["waiting"], after["motion"]) == (4, ["red"], None)
    assert red.get(f"/tables/{key}/view")["view"] == red.get(f"/tables/{key}/at/0")["view"]


def test_a_board_that_was_thrown_away_elsewhere_is_not_there_any_more(
    red: Program, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process keeps the board in memory until it finds out."""
    bodies = {
        "act": {"key": "k1", "epoch": 0, "sequence": 0, "choice": COLLECT},
        "motion": {"epoch": 0, "sequence": 0, "ask": 1},
        "seen": {"epoch": 0, "sequence": 0},
    }
    for call, body in bodies.items():
        board = red.post(f"/tables/{key}/analyse", {})["key"]
        red.get(f"/tables/{board}/view")
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(Rooms, "forget", lambda *_: None)
            red.post(f"/tables/{board}/discard")
        assert red.refused("POST", f"/tables/{board}/{call}", body) == (404, "not_found"), call
        assert red.refused("GET", f"/tables/{board}/view") == (404, "not_found"), "it is forgotten here too"
