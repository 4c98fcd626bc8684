"""Only app/web/addresses.py builds an address that depends on a request: no other module and no template makes a link,
a form's action or a redirect out of a visitor's input.
"""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from tests.house.source import ROOT, files, modules, tree

HOME = ROOT / "app/web"
BUILDERS = {"local_path", "here", "goal", "address_of"}
FROM_REQUESTS = {"url", "base_url", "url_for", "url_path_for"}
REQUESTS = {"request", "visit", "socket", "websocket", "connection"}
HEADERS = {"host", "referer", "origin", "forwarded", "x-forwarded-host"}
ANSWERED_HERE = {"app/web/headers.py": "says who sits at this machine, and builds nothing"}
"""Modules that may read such a header."""
ATTRIBUTE = re.compile(
    r"""\b(?:href|action|formaction|src|hx-(?:get|post|put|delete))=(["'])\s*((?:\{[{%].*?[}%]\}|.)*?)\1""", re.DOTALL
)
FIXED = re.compile(r"/(?!/|\{\{)|#|\?|\{% (?:if|for)")
"""The beginnings of an address in an attribute that stays on this site, however it goes on."""
OURS = {
    "here | in_language(code)": "made in app/web/addresses.py",
    "asset(": "a file of static/",
    "book.address": "of the rules of a game",
    "rules.address": "of the rules of a game",
    "bar.address(": "of a step of a table",
    "address": "of a list, given by the template that includes it",
    "ending": "given by the route, a constant",
    "back": "given by the route, a path of ours",
    "'/": "a constant",
    '"/': "a constant",
    "link": "made of `address_of`",
}
"""The expressions that an address may begin with, and why."""


def taken_from_requests(module: ast.Module) -> Iterator[str]:
    """Yield `request.url`, `request.headers.get("host")`, and redirects to addresses that are not ours."""
    module = Constants(module).visit(deepcopy(module))
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute) and node.attr in FROM_REQUESTS and names_a_request(node.value):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Call) and reads_header(node):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Call) and called(node) == "RedirectResponse" and node.args and not ours(node.args[0]):
            yield f"line {node.lineno}: {ast.unparse(node.args[0])}"
        if isinstance(node, ast.Dict):
            loose = (value for key, value in zip(node.keys, node.values, strict=True) if is_location(key))
            yield from (f"line {node.lineno}: {ast.unparse(value)}" for value in loose if not ours(value))


class Constants(ast.NodeTransformer):
    """Replaces the names of a module's constants by their values."""

    def __init__(self, module: ast.Module) -> None:
        assigned = [
            node for node in module.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        ]
        self.known = {name.id: node.value for node in assigned for name in node.targets if isinstance(name, ast.Name)}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.known.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def names_a_request(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in REQUESTS


def reads_header(node: ast.Call) -> bool:
    words = [word.value for word in node.args[:1] if isinstance(word, ast.Constant)]
    return ast.unparse(node.func).endswith(("headers.get", "headers.getlist")) and bool(HEADERS & {*words})


def is_location(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and str(key.value).lower() in ("location", "hx-redirect", "hx-location")


def called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def ours(node: ast.expr) -> bool:
    """Tell whether this is a path of this site, however it goes on."""
    match node:
        case ast.Constant(value=str(text)):
            return leads_here(text)
        case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Constant(value=str(text))), *more]):
            return leads_here(text) and (text != "/" or not more)
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *more]):
            return leads_here(text) and (text != "/" or not more)
        case ast.BinOp(left=left):
            return ours(left)
        case ast.IfExp(body=body, orelse=other):
            return ours(body) and ours(other)
        case ast.Call():
            return called(node) in BUILDERS
    return False


def leads_here(text: str) -> bool:
    return text.startswith("/") and not text.startswith("//")


def loose_addresses(template: str) -> list[str]:
    """Return the attributes whose address begins with an expression that is none of ours."""
    found = [value.strip() for _, value in ATTRIBUTE.findall(template)]
    return [value for value in found if value and not FIXED.match(value) and not one_of_ours(value)]


def one_of_ours(value: str) -> bool:
    begins = re.match(r"\{\{-?\s*(.*?)\s*-?\}\}", value)
    if begins is None:
        return value.startswith("https://")
    said = begins[1]
    return any(said == name or (name.endswith(("(", "/")) and said.startswith(name)) for name in OURS)


def asks_the_request(template: str) -> list[str]:
    return [said for said in re.findall(r"\{[{%].*?[}%]\}", template, re.DOTALL) if re.search(r"\brequest\.", said)]


def checked() -> list[Path]:
    return [
        path for path in modules("app") if HOME not in path.parents and str(path.relative_to(ROOT)) not in ANSWERED_HERE
    ]


def test_no_module_builds_an_address_from_a_request() -> None:
    assert {path.name: found for path in checked() if (found := [*taken_from_requests(tree(path))])} == {}


def test_no_template_builds_an_address_from_a_request() -> None:
    pages = {path: path.read_text() for path in files("templates", ending=".html")}
    assert pages
    assert {path.name: found for path, text in pages.items() if (found := loose_addresses(text))} == {}
    assert {path.name: found for path, text in pages.items() if (found := asks_the_request(text))} == {}


def test_a_planted_address_is_found() -> None:
    source = """
link = str(request.url)
back = request.headers.get("referer", "/")
RedirectResponse(request.query_params["next"])
RedirectResponse(f"/{path}/")
RedirectResponse(f"//{host}")
RedirectResponse("/fine" if ok else elsewhere)
Response(headers={"Location": link})
RedirectResponse(f"/tables/{key}")
RedirectResponse(local_path(wanted))
RedirectResponse("/guest?" + urlencode(asked))
"""
    found = sorted({line.partition(":")[0] for line in taken_from_requests(ast.parse(source))})
    assert found == [f"line {number}" for number in range(2, 9)]


def test_a_planted_address_in_a_template_is_found() -> None:
    planted = """<a href="{{ request.url }}">a</a> <form action="{{ wanted }}"> <a href="/{{ path }}">b</a>
<a href='{{ here }}'>c</a> <a href="/tables/{{ key }}">d</a> <a href="{{ here | in_language(code) }}">e</a>"""
    assert loose_addresses(planted) == ["{{ request.url }}", "{{ wanted }}", "/{{ path }}", "{{ here }}"]
    assert asks_the_request(planted) == ["{{ request.url }}"]
