"""The database access of the site: all SQL is in this package.

`tables` defines the tables, `database` opens the database and `schema` migrates it. `rooms` reads and opens rooms.
`ledger` is the only way to advance a game: one action, one transaction.
"""
