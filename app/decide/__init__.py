"""A question becomes a form and a form a choice: `decision` lists what a player may answer, `form_fields` makes fields
of types, `submitting` turns what was sent into a move, `undo` and `votes` are for going back, `layout` puts a table
together.
"""
