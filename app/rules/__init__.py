"""The rules pages. `book` reads a game's rules into chapters and clauses, `search` finds words in them, `links` makes
the link from a clause shown anywhere to its text, `routes` answers requests. The texts lie in each game's folder.
"""
