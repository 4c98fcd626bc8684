"""Web push by the standards: only the browser can read a message, and the push service knows which site sent it."""

import json
from datetime import UTC, datetime

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.features.notifications import web_push as push
from app.features.notifications.messages import Message
from app.features.notifications.web_push import WrongKeys, b64, keys_of, unb64

MESSAGE = Message(
    "id", datetime(2026, 3, 10, tzinfo=UTC), "Ada", "A table", "Your turn", "https://h.example/t", "topic"
)
SECONDS = 1_770_000_000
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class Browser:
    """The secrets of a browser, and its handling of messages."""

    def __init__(self, key: str = "", secret: str = "") -> None:
        self.key = push.private(key or push.new_key())
        self.secret = unb64(secret) if secret else b"sixteen letters."
        self.point = push.public(self.key)

    @property
    def keys(self) -> str:
        return keys_of(b64(self.point), b64(self.secret))

    def read(self, body: bytes) -> bytes:
        salt, size, rest = body[:16], int.from_bytes(body[16:20]), body[20:]
        theirs, record = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
        assert len(record) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, theirs))
        secret = push.derive_key(shared, self.secret, b"WebPush: info\0" + self.point + theirs, 32)
        key, nonce = push.content_keys(secret, salt)
        text = AESGCM(key).decrypt(nonce, record, None)
        assert text.endswith(push.END)
        return text.removesuffix(push.END)


def test_the_example_of_the_standard_is_read() -> None:
    """RFC 8291, section 5."""
    browser = Browser("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg")
    assert b64(browser.point) == POINT
    body = unb64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"


def test_only_the_browser_can_read_it_and_no_two_look_alike() -> None:
    browser = Browser()
    first, second = push.encrypt(b"text", browser.keys), push.encrypt(b"text", browser.keys)
    assert browser.read(first) == browser.read(second) == b"text"
    assert first[:16] != second[:16]
    with pytest.raises(InvalidTag):
        Browser().read(first)


def claims(header: str) -> tuple[dict[str, object], bytes, bytes]:
    token, key = (part.partition("=")[2] for part in header.removeprefix("vapid ").split(", "))
    signed, _, mark = token.rpartition(".")
    named = ec.EllipticCurvePublicKey.from_encoded_point(push.CURVE, unb64(key))
    raw = unb64(mark)
    signature = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    named.verify(signature, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unb64(signed.partition(".")[2])), unb64(key), signature


def test_a_service_learns_who_sends_and_until_when_that_is_good() -> None:
    site = push.new_key()
    address = "https://push.example:8443/send/abc"
    body, headers = push.encrypted_post(MESSAGE, address, Browser().keys, site, "mailto:a@h.example", SECONDS)
    told, key, _ = claims(headers["Authorization"])
    assert told == {"aud": "https://push.example:8443", "exp": SECONDS + push.GOOD_FOR, "sub": "mailto:a@h.example"}
    assert key == push.public(push.private(site))
    assert (headers["Content-Encoding"], headers["Topic"]) == ("aes128gcm", "topic")
    assert len(body) <= 4096


def test_a_signature_that_was_tampered_with_would_be_found() -> None:
    _, headers = push.encrypted_post(
        MESSAGE, "https://push.example/", Browser().keys, push.new_key(), "https://h", SECONDS
    )
    head, payload, mark = headers["Authorization"].split(".", 2)
    with pytest.raises(InvalidSignature):
        claims(f"{head}.{b64(json.dumps({'aud': 'https://other.example'}).encode())}.{mark}")
    assert payload


def test_a_long_message_is_cut_to_what_services_take() -> None:
    browser = Browser()
    long = msgspec.structs.replace(MESSAGE, body="è" * 9_000)
    body, _ = push.encrypted_post(long, "https://push.example/", browser.keys, push.new_key(), "https://h", SECONDS)
    assert len(body) <= 4096
    assert json.loads(browser.read(body))["title"] == "A table"


@pytest.mark.parametrize(
    ("point", "secret"),
    [
        ("", ""), ("AAAA", b64(b"s" * 16)), (b64(b"\x04" + b"\x01" * 64), b64(b"s" * 16)), ("not base64!", "x"),
        (POINT, b64(b"short")), (POINT, "é"),
    ],
)  # fmt: skip
def test_what_are_no_keys_of_a_browser_are_refused(point: str, secret: str) -> None:
    with pytest.raises(WrongKeys):
        keys_of(point, secret)
