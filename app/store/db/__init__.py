"""The database itself: `database` opens it, `schema` defines its tables, `migrations` brings them up to date,
`prepared` and `connections` are for statements that nearly every request sends.
"""
