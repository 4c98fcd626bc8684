"""Tools that anything else may use; they know nothing of games, pages or the store."""
