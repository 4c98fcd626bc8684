"""Secrets that people carry: in cookies, in the links of mails, in forms. What is kept of one is its digest."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

FORM = b"form"
SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Whether it looks like one of ours; nothing else is looked up."""
    return SHAPE.fullmatch(text) is not None


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def form_token_of(cookie: str) -> str:
    """What the forms of a browser carry. It follows from the cookie, and the cookie can't be got back from it."""
    return hmac.new(cookie.encode(), FORM, hashlib.sha256).hexdigest()
