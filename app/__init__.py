"""The web server. It knows a game only by its Game record, which it gets from engine.core.registry.

Read in this order: main (how it is put together), store (the database), rooms (one live game), live (sockets and the
bus between processes), play (the pages of a table), words (languages).
"""
