"""The tables of the database, as SQLAlchemy Core tables, by topic. The files in migrations/ create them; a test
compares the two.
"""
