"""Puts into words what went wrong the last time something was sent to a browser or webhook, from what `carrying` has
stored.
"""

from __future__ import annotations

import re

from markupsafe import Markup

from app.words.catalogue import Words

ANSWERED = re.compile(r"answer (\d+)")
FORBIDDEN = "forbidden: "


def trouble_said(words: Words, trouble: str) -> Markup:
    """Explain a refused address by its reason and an answer by its status; everything else means that nothing
    answered."""
    if trouble.startswith(FORBIDDEN):
        return words.say(f"ui.notices.address.{trouble.removeprefix(FORBIDDEN)}")
    if answered := ANSWERED.fullmatch(trouble):
        return words.say("ui.notices.trouble.answer", status=answered[1])
    return words.say("ui.notices.trouble.silent")
