"""Looking back at games: `vantage` says who may look at what and from where, `moments` brings past positions back,
`routes` and `bar` show them, step by step. `papers` are what can be taken away: records (`exporting`), and the dice
with their proof (`dice`, `verify`).
"""
