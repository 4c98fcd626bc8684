"""The database. Nobody else writes SQL.

`tables` says what is kept, `database` opens it, `schema` brings it up to date. `rooms` reads and opens rooms; `ledger`
is the one way in which a game goes on: one action, one transaction.
"""
