"""Programs for tests: they call the API with a token and check each answer against its document."""

from functools import cache
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response
from jsonschema import Draft202012Validator
from starlette.routing import compile_path

from app.api.openapi import document
from tests.app.features.accounts.test_api_tokens import token_for
from tests.support.visitors import another, come_as_guest

ALL = ("read", "play", "tables", "talk")


class Program:
    """A program of a new guest."""

    def __init__(self, client: TestClient, name: str, *scopes: str) -> None:
        self.owner = another(client)
        come_as_guest(self.owner, name)
        self.token = token_for(self.owner, *(scopes or ALL))
        self.client = another(client)

    def send(self, method: str, path: str, body: Any = None, **given: Any) -> Response:
        headers = {"authorization": f"Bearer {self.token}"} | given.pop("headers", {})
        sent = {"json": body} if body is not None else {}
        answer = self.client.request(method, f"/api/v1{path}", headers=headers, **sent, **given)
        hold_to_document(method, f"/api/v1{path}", answer)
        return answer

    def get(self, path: str, **given: Any) -> Any:
        answer = self.send("GET", path, **given)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.send("POST", path, {} if body is None else body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None, **given: Any) -> tuple[int, str]:
        """Return the status and the name of an error."""
        answer = self.send(method, path, body, **given)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]


def hold_to_document(method: str, path: str, answer: Response) -> None:
    """Check an answer against the schema of its call; every error must be an Error."""
    assert answer.headers["content-type"] == "application/json"
    known = operation(method, path.partition("?")[0])
    if answer.status_code == 200:
        assert known, f"{method} {path} is not in the document"
        schema = known["responses"]["200"]["content"]["application/json"]["schema"]
        name = schema.get("$ref", "").rpartition("/")[2]
    else:
        name = "Error"
        assert answer.json()["message"], "a sentence says why"
        assert not answer.json()["message"].startswith("ui."), answer.json()["message"]
    if name:
        validator(name).validate(answer.json())
    else:
        assert isinstance(answer.json(), dict)


def new_table(program: Program, **wanted: Any) -> str:
    asked = {"game": "antechamber", "players": 2, "title": "A table", "options": {"rounds": 1}} | wanted
    return str(program.post("/tables", asked)["key"])


def act(program: Program, key: str, choice: Any, **more: Any) -> Any:
    at = program.get(f"/tables/{key}")
    body = {"key": f"k{at['sequence']}", "epoch": at["epoch"], "sequence": at["sequence"], "choice": choice}
    return program.post(f"/tables/{key}/act", body | more)


COLLECT = {"do": "collect"}


@cache
def operation(method: str, path: str) -> Any:
    for known, calls in document()["paths"].items():
        if method.lower() in calls and compile_path(known)[0].fullmatch(path):
            return calls[method.lower()]
    return None


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator of a schema in the document that forbids undeclared fields."""
    components = {
        key: schema | {"additionalProperties": False} for key, schema in document()["components"]["schemas"].items()
    }
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": components}})
