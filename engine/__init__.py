"""The rules of every game: pure, without input or output, importing nothing from app.

`core` is what every game shares; each other folder is one game. app knows a game only by its Game record.
"""
