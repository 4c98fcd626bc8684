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
KEY_BYTES = 32
FORM_SHAPE = re.compile(r"[A-Za-z0-9_-]{86}")
"""Of a mask and a key."""


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


def form_key_of(cookie: str) -> bytes:
    """The secret that a browser's forms prove they know. It follows from the cookie; the cookie can't be got
    back from it."""
    return hmac.new(cookie.encode(), FORM, hashlib.sha256).digest()


def form_token_of(cookie: str) -> str:
    """The key as a form carries it: a mask, and the key under that mask. Each page draws its own, so that the lengths
    of compressed pages tell nothing of the key (BREACH)."""
    mask = secrets.token_bytes(KEY_BYTES)
    return base64.urlsafe_b64encode(mask + unmasked(mask, form_key_of(cookie))).decode().rstrip("=")


def is_form_token(sent: str, cookie: str) -> bool:
    """Whether it is the key of this cookie, under any mask."""
    if not FORM_SHAPE.fullmatch(sent):
        return False
    raw = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    return hmac.compare_digest(unmasked(raw[:KEY_BYTES], raw[KEY_BYTES:]), form_key_of(cookie))


def unmasked(mask: bytes, masked: bytes) -> bytes:
    """Masking and unmasking are the same."""
    return (int.from_bytes(mask) ^ int.from_bytes(masked)).to_bytes(KEY_BYTES)
