"""Finished games and what follows from them: results, leaderboards, statistics."""
