"""The pages of the rules: a game's clauses and what is found in them, and the gallery of its cards."""
