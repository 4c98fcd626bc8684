"""The names of kinds of notices, as settings show them."""

from __future__ import annotations

from markupsafe import Markup

from app.words.catalogue import Words
from app.words.reader import readable, reader_of
from engine.core import registry


def setting_called(words: Words, setting: str) -> Markup:
    """Return the name of a kind of notice on the settings page; an alert with its game."""
    key, _, name = setting.rpartition(".")
    if not key:
        return words.say(f"ui.notices.kind.{setting}")
    game = registry.games().get(key)
    called = reader_of(game, words.language).word("alert", f"{name}.wish") if game else readable(name)
    return Markup("{} <small>{}</small>").format(called, game.title if game else key)
