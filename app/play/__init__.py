"""The pages of a table. `scene` is what there is to show, `parts` renders it piece by piece, `plain` draws games that
have no templates of their own, `table` lays the pieces out, `routes` answers requests.
"""
