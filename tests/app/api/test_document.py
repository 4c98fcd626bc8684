"""The API document lists every call with its purpose and valid examples; the page shows all of it."""

import re
from collections.abc import Iterator
from datetime import date

import msgspec
import pytest
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.accounts.programs import SCOPES
from app.api.openapi import PARTS, document, filled
from app.clock import now
from app.main import create_app
from app.play.offers import tag_of
from engine.core import registry
from tests.house.source import docs

CALLS = [call for part in PARTS for call in part.all]


def test_every_route_of_the_api_is_in_the_document() -> None:
    routes = {
        (method, str(route.path))
        for route in iter_route_contexts(create_app().routes)
        for method in route.methods or ()
        if str(route.path).startswith("/api/v1")
    }
    documented = {(method.upper(), path) for path, calls in document()["paths"].items() for method in calls}
    assert documented == routes
    assert len({call.name for call in CALLS}) == len(CALLS), "each has a name of its own"


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_every_call_says_what_it_is_for(call) -> None:  # type: ignore[no-untyped-def]
    assert call.about.endswith(".")
    assert not call.scope or call.scope in SCOPES
    assert call.method == "GET" or call.scope, "what changes something is allowed by a scope"
    in_path = set(re.findall(r"{(\w+)}", call.path))
    assert in_path == {one.name for one in call.parameters if one.place == "path"}
    assert all(one.about for one in call.parameters if one.place == "query")


@pytest.mark.parametrize("call", [call for call in CALLS if call.body], ids=lambda call: call.name)
def test_every_example_is_what_the_call_takes(call) -> None:  # type: ignore[no-untyped-def]
    assert msgspec.json.decode(msgspec.json.encode(filled(call.example)), type=call.body)


def test_every_reference_leads_to_a_schema() -> None:
    text = msgspec.json.encode(document()).decode()
    named = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert named <= set(document()["components"]["schemas"])


def test_the_page_shows_every_call_and_every_schema(client: TestClient) -> None:
    page = client.get("/api/docs").text
    assert client.get("/api/openapi.json").content == msgspec.json.encode(document())
    for call in CALLS:
        assert f'id="call-{call.name}"' in page
        assert call.path in page
    for name in document()["components"]["schemas"]:
        assert f'id="schema-{name}"' in page
    for lang in ("it", "es"):
        assert client.get(f"/api/docs?lang={lang}").status_code == 200


def test_the_guide_for_programs_names_every_call() -> None:
    text = docs()
    assert [call.path for call in CALLS if f"`{call.method} {call.path.removeprefix('/api/v1')}`" not in text] == []


def test_examples_name_what_there_is() -> None:
    made = filled({"a": "{game}", "b": "{do}", "c": "{first}", "d": "{last}"})
    game = registry.games()[made["a"]]
    assert made["b"] in {tag_of(kind) for kind in game.choices}
    assert now().date() < date.fromisoformat(made["c"]) < date.fromisoformat(made["d"])
    for call in CALLS:
        assert "{" not in "".join(texts_in(filled(call.example))), call.name


def texts_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from texts_in(inner)
        case list():
            for inner in value:
                yield from texts_in(inner)
