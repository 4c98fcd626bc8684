"""Results: what finished games say of their players: the `outcome` of one game; `rating` and `season` over many. All of
it is pure, so it can be computed again at any time.
"""
