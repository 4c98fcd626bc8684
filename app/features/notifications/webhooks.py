"""The bodies of webhook calls: programs get a message as JSON, signed so that they know where it comes from; Discord
and Slack get a line of chat. docs/api.md tells receivers how to check the signature.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

import msgspec

from app.features.notifications.messages import Message

JSON, DISCORD, SLACK = SHAPES = ("json", "discord", "slack")
LONGEST = 1_800
"""Characters of a line of chat; Discord takes 2000."""
FOR_SLACK = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}

Posted = tuple[bytes, dict[str, str]]
"""A body and its headers."""


def new_secret() -> str:
    return f"whs_{secrets.token_urlsafe(32)}"


def signed_post(message: Message, shape: str, secret: str, seconds: int) -> Posted:
    """Return the message as its receiver takes it; `seconds` is the time, which the signature covers too."""
    headers = {"Content-Type": "application/json"}
    match shape:
        case "discord":
            return encoded({"content": line(message), "allowed_mentions": {"parse": []}}), headers
        case "slack":
            return encoded({"text": "".join(FOR_SLACK.get(sign, sign) for sign in line(message))}), headers
    body = msgspec.json.encode(message)
    signed = {"Horloge-Message": message.id, "Horloge-Signature": signature(secret, seconds, body)}
    return body, headers | signed


def signature(secret: str, seconds: int, body: bytes) -> str:
    mark = hmac.new(secret.encode(), b"%d." % seconds + body, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={mark}"


def line(message: Message) -> str:
    said = f"{message.title}\n{message.body}".strip()
    return f"{said[:LONGEST]}\n{message.address}"


def encoded(body: object) -> bytes:
    return msgspec.json.encode(body)
