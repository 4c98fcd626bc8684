"""Means that every page and form of the site goes through, whichever feature it belongs to."""
