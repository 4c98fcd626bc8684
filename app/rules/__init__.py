"""The rules pages. `book` reads a game's rules into chapters and clauses, `search` finds words in them, `links` links a
clause shown anywhere to its text, `routes` answers requests. The texts are in each game's folder.
"""
