"""Looking back at games: `vantage` decides who may see what of the past, `moments` restores past positions, `routes`
and `bar` show them, step by step. `papers` serves what can be exported: records (`exporting`), and the dice with their
proof (`dice`, `verify`).
"""
