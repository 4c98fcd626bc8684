"""The permissions of programs, which their tokens carry."""

READ, PLAY, TABLES, TALK, NOTICES = "read", "play", "tables", "talk", "notices"
SCOPES = (READ, PLAY, TABLES, TALK, NOTICES)
"""The permissions of programs: look at what their owner may see; decide for their owner's sides; create, join and
arrange tables; write in their owner's name and keep their notes; change what their owner is notified of, and where."""
