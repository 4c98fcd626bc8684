"""The positions that slow tests of every game look at: tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [
    (5, 13, 4, {"options.years": "1"}),
    (3, 7, 4, {"options.years": "1"}),
]
"""Players, at each so many-th position, so many of them, options."""
