"""What slow tests of every game look at: tests/app/trust/test_leaks.py."""

TABLES: list[tuple[int, int, int, dict[str, str]]] = [
    (4, 15, 6, {}),
    (2, 9, 5, {"options.others": "automated"}),
]
"""Players, at each so many-th position, so many of them, options."""
