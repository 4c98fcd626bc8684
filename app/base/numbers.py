"""Reads whole numbers that people and programs send as text."""


def number_in(text: str, digits: int = 18) -> int | None:
    """Return the number that a text of at most so many plain digits stands for; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
