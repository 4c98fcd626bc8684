"""The database access of the site: all SQL is in this package. `db` opens the database, defines its tables and migrates
it; each other folder stores one thing: games and their logs, tables and seats, people, messages, ratings, what
operators do.
"""
