"""The codes of a second factor, without side effects: those that an app shows (TOTP, RFC 6238), and recovery codes.
`second` decides who may do what with them.
"""

from __future__ import annotations

import base64
import hmac
import io
import secrets
import unicodedata

import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from markupsafe import Markup

from app.accounts.tokens import digest_of

SECRET_BYTES, DIGITS, SECONDS = 20, 6, 30
"""Every app can handle these; some apps silently replace other values by these."""
SKEW = 1
"""By how many steps an app's clock may be wrong, either way."""
RECOVERIES, RECOVERY_BYTES = 10, 10
"""Ten codes of 80 bits each: too many to try, so a plain digest of each is stored."""
ISSUER = "Horloge"


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def typed(code: str) -> str:
    """Return a code without the spaces and dashes that people copy with it, in any script's digits."""
    plain = unicodedata.normalize("NFKC", code).upper()
    return "".join(sign for sign in plain if sign.isascii() and sign.isalnum())


def is_code(code: str) -> bool:
    """Tell whether it looks like an app's code."""
    return len(code) == DIGITS and code.isdecimal()


def matching_step(secret: bytes, code: str, seconds: float) -> int | None:
    """Return the time step of a code; None if the code is not valid now."""
    now = int(seconds // SECONDS)
    steps = range(max(now - SKEW, 0), now + SKEW + 1)
    matching = [step for step in steps if hmac.compare_digest(code_at(secret, step).encode(), code.encode())]
    return matching[-1] if matching else None


def code_at(secret: bytes, step: int) -> str:
    return generator(secret).generate(step * SECONDS).decode()


def generator(secret: bytes) -> TOTP:
    return TOTP(secret, DIGITS, SHA1(), SECONDS)  # noqa: S303 - the only one that all apps take


def written(secret: bytes) -> str:
    """Return the secret as people type it into an app."""
    return base64.b32encode(secret).decode()


def in_fours(text: str) -> str:
    return " ".join(text[place : place + 4] for place in range(0, len(text), 4))


def picture(secret: bytes, name: str) -> Markup:
    """Draw the QR code for an app, as an SVG without script or style."""
    address = generator(secret).get_provisioning_uri(name, ISSUER)
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, dark="#000", light="#fff",
        svgclass="qr", lineclass=None,
    )  # fmt: skip
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn by the library from modules alone


def new_recoveries() -> list[str]:
    """Return new recovery codes."""
    return [in_fours(written(secrets.token_bytes(RECOVERY_BYTES))) for _ in range(RECOVERIES)]


def recovery_digest(person: int, code: str) -> str:
    return digest_of(f"{person} {typed(code)}")
