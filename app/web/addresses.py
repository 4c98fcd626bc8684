"""Addresses of this site's pages that depend on the request: the page itself, where a reader goes next, the site's
name. Nothing else builds an address from a request (tests/house/test_addresses.py).
"""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlencode, urlsplit

from starlette.requests import HTTPConnection, Request

from app.web.origins import origin_asked_for
from app.words.language import PARAMETER

LONGEST = 1_000
PAGES = ("hx-current-url", "referer")
"""The headers that name the page from which something was sent."""
PATH = "/:@!$&'()*+,;=~"
"""Characters that a path may contain as they are, besides letters, digits and -._"""


def local_path(address: str) -> str:
    """Return the address if it leads to a page of this site, else the first page. Browsers read a backslash as a slash,
    drop tabs and line ends, and take two slashes at the beginning for another site."""
    fine = address.startswith("/") and not address.startswith("//") and "\\" not in address
    if not fine or not address.isprintable() or len(address) > LONGEST:
        return "/"
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    return "/" if parts.scheme or parts.netloc else address


def here(request: Request) -> str:
    """Return the address of this page, to come back to it in any language. Where a form's own address shows nothing by
    itself, its route sets the page with `comes_back_to`."""
    if back := request.scope.get("back"):
        return local_path(str(back))
    asked = [(name, text) for name, text in request.query_params.multi_items() if name != PARAMETER]
    return local_path(quote(request.scope["path"], safe=PATH) + (f"?{urlencode(asked)}" if asked else ""))


def comes_back_to(request: Request, address: str) -> None:
    request.scope["back"] = address


def parameter(request: HTTPConnection, name: str) -> str:
    """Return a query parameter of the page; for what a form or script sends, of the page that it is on."""
    if request.scope.get("method", "GET") == "GET":
        return request.query_params.get(name, "")
    page = next((request.headers[header] for header in PAGES if header in request.headers), "")
    try:
        return parse_qs(urlsplit(page).query).get(name, [""])[0]
    except ValueError:
        return ""


def goal(request: Request) -> str:
    """Return where a reader goes once they have a name: where they were about to go, else this page."""
    wanted = request.query_params.get("next")
    return local_path(wanted) if wanted else here(request)


def in_language(address: str, language: str) -> str:
    """Return the address of the same page in another language."""
    return address + ("&" if "?" in address else "?") + f"{PARAMETER}={language}"


def address_of(request: Request) -> str:
    """Return the address at which visitors reach the site: as configured, else as the request says, if that is a valid
    one."""
    settings = request.app.state.services.settings
    asked = None if settings.address else origin_asked_for(request)
    return str(asked) if asked else str(settings.public_address)
