"""The fields that forms of the site share, and the refusal of a form that none of its pages sends."""

from fastapi import HTTPException

TOKEN = "token"  # noqa: S105 - the name of the field, not its value
ONCE = "once"
"""The field of a form that creates something: see `app.web.idempotency`."""


class BadForm(HTTPException):
    """No form of this site sends this."""

    def __init__(self) -> None:
        super().__init__(422)
