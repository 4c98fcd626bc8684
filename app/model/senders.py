"""The senders of moves. The request key of a move begins with its sender: the id of a person, or one of these names."""

BOT, CLOCK, VOTE, LESSON, ORDERS = "bot", "timeout", "motion", "guide", "order"
NOT_CHOSEN = (CLOCK, ORDERS)
"""Senders of answers that the side did not choose at that moment."""


def sender_of(key: str) -> str:
    return key.partition(".")[0]
