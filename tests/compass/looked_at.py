"""What slow tests of every game look at: tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [(4, 4, 8, {})]
"""Players, at each so many-th position, so many of them, options."""
READ_IN = ("view",)
"""Where a side reads what it did in secret: of a sealed plan the log tells nobody."""
