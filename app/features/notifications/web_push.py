"""Web push: messages that only one browser can read (RFC 8291, in one record of RFC 8188), sent through its maker's
push service, to which the site identifies itself by a key of its own (VAPID, RFC 8292).
"""

from __future__ import annotations

import base64
import binascii
import os
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.features.notifications.messages import Message

CURVE = ec.SECP256R1()
POINT, AUTH, SCALAR, SALT = 65, 16, 32, 16
"""The length in bytes of a public key, of a browser's secret, of a private key, and of a record's salt."""
RECORD = 4096
LONGEST = 3_000
"""Bytes of a message; services take 4096 in all."""
KEPT_SECONDS = 2 * 24 * 3600
"""How long a service keeps what it cannot deliver."""
GOOD_FOR = 12 * 3600
END = b"\x02"
"""The delimiter of the last record."""

Posted = tuple[bytes, dict[str, str]]


class WrongKeys(ValueError):
    """These are not the keys of a browser."""


def new_key() -> str:
    """Return a new private key for the site, as text."""
    return b64(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(SCALAR))


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unb64(text)), CURVE)


def public(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def keys_of(p256dh: str, auth: str) -> str:
    """Return a browser's keys as text. Raises WrongKeys."""
    try:
        point, secret = unb64(p256dh), unb64(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except (ValueError, binascii.Error) as error:
        raise WrongKeys from error
    if len(point) != POINT or len(secret) != AUTH:
        raise WrongKeys
    return f"{b64(point)} {b64(secret)}"


def encrypted_post(message: Message, address: str, browser: str, site: str, subject: str, seconds: int) -> Posted:
    """Return the message encrypted for one browser; `site` is the site's private key, `subject` a contact for push
    services."""
    headers = {
        "Authorization": authorization(private(site), address, subject, seconds),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Topic": message.topic,
    }
    return encrypt(payload(message), browser), headers


def payload(message: Message) -> bytes:
    """Return what the service worker shows; long texts are cut."""
    body = message.body
    while True:
        shown = {"id": message.id, "title": message.title, "body": body, "address": message.address}
        text = msgspec.json.encode(shown | {"topic": message.topic})
        if len(text) <= LONGEST:
            return text
        body = body[: len(body) * 3 // 4]


def encrypt(text: bytes, browser: str) -> bytes:
    point, secret = map(unb64, browser.split())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    once, salt = ec.generate_private_key(CURVE), os.urandom(SALT)
    ours = public(once)
    shared = derive_key(once.exchange(ec.ECDH(), theirs), secret, b"WebPush: info\0" + point + ours, 32)
    key, nonce = content_keys(shared, salt)
    head = salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + END, None)


def content_keys(shared: bytes, salt: bytes) -> tuple[bytes, bytes]:
    key = derive_key(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    return key, derive_key(shared, salt, b"Content-Encoding: nonce\0", 12)


def derive_key(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """Derive a key by HKDF with SHA-256, for at most 32 bytes (RFC 5869)."""
    return mac(mac(salt, secret), info + b"\x01")[:length]


def mac(key: bytes, text: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(text)
    return made.finalize()


def authorization(key: ec.EllipticCurvePrivateKey, address: str, subject: str, seconds: int) -> str:
    """Return the VAPID header, signed for the one service of this address."""
    parts = urlsplit(address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": seconds + GOOD_FOR, "sub": subject}
    signed = ".".join(b64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={signed}.{b64(r.to_bytes(SCALAR) + s.to_bytes(SCALAR))}, k={b64(public(key))}"


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
