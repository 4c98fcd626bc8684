"""The positions of Compass for the slow test of all games, tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [(4, 4, 8, {})]
"""The number of players, the interval between the positions, their number, the options."""
READ_IN = ("view",)
"""Where a side reads what it did in secret: the log has no entry for a sealed plan."""
