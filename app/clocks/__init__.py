"""Time at a table: what was agreed about it (`terms`), whose hours count (`calendar`), how much of it each side has
left (`reckoning`), what is done when it runs out (`ringing`), how it is held (`holding`), also in outages (`heart`).
"""
