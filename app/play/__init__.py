"""The pages of a table. `scene` holds what there is to show, `parts` renders it piece by piece, `plain` draws games
without templates of their own, `table` puts the pieces together, `routes` answers requests.
"""
