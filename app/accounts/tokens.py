"""Secrets that people and their programs carry: in cookies, in the links of mails, in forms, in headers. What is kept
of one is its digest.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

FORM = b"form"
PROGRAMS = "hrl_"
"""What the token of a program begins with, so that people and tools that find one know what it is."""
SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def token_from(cookie: str, request: str) -> str:
    """The same for a request that is sent again: only the browser of that cookie gets it back from us."""
    made = hmac.new(cookie.encode(), request.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def is_token(text: str) -> bool:
    """Whether it looks like one of ours; nothing else is looked up."""
    return SHAPE.fullmatch(text) is not None


def is_program_token(text: str) -> bool:
    return text.startswith(PROGRAMS) and is_token(text.removeprefix(PROGRAMS))


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def form_token_of(cookie: str) -> str:
    """What the forms of a browser carry. It follows from the cookie, and the cookie can't be got back from it."""
    return hmac.new(cookie.encode(), FORM, hashlib.sha256).hexdigest()
