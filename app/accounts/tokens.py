"""Secrets that people and their programs carry: in cookies, in the links of mails, in forms, in headers. Only digests
of them are stored.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

FORM = b"form"
PROGRAMS = "hrl_"
"""The prefix of a program's token, so that people and tools who find one recognise it."""
SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")
KEY_BYTES = 32
FORM_SHAPE = re.compile(r"[A-Za-z0-9_-]{86}")
"""The shape of a mask and a key."""


def new_token() -> str:
    """Return 256 random bits."""
    return secrets.token_urlsafe(32)


def token_from(cookie: str, request: str) -> str:
    """Return the same token for a request that is sent again: only the browser with that cookie can get it."""
    made = hmac.new(cookie.encode(), request.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def is_token(text: str) -> bool:
    """Tell whether it looks like one of our tokens; nothing else is looked up."""
    return SHAPE.fullmatch(text) is not None


def is_program_token(text: str) -> bool:
    return text.startswith(PROGRAMS) and is_token(text.removeprefix(PROGRAMS))


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def form_key_of(cookie: str) -> bytes:
    """Return the secret by which a browser's forms prove where they come from. It follows from the cookie; the cookie
    cannot be computed from it."""
    return hmac.new(cookie.encode(), FORM, hashlib.sha256).digest()


def form_token_of(cookie: str) -> str:
    """Return the key as a form carries it: a mask, and the key under that mask. Each page draws its own mask, so that
    the lengths of compressed pages reveal nothing of the key (BREACH)."""
    mask = secrets.token_bytes(KEY_BYTES)
    return base64.urlsafe_b64encode(mask + unmasked(mask, form_key_of(cookie))).decode().rstrip("=")


def is_form_token(sent: str, cookie: str) -> bool:
    """Tell whether it is the key of this cookie, under any mask."""
    if not FORM_SHAPE.fullmatch(sent):
        return False
    raw = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    return hmac.compare_digest(unmasked(raw[:KEY_BYTES], raw[KEY_BYTES:]), form_key_of(cookie))


def unmasked(mask: bytes, masked: bytes) -> bytes:
    """Mask or unmask; both are the same operation."""
    return (int.from_bytes(mask) ^ int.from_bytes(masked)).to_bytes(KEY_BYTES)
