"""A position becomes fragments of a page: `scene` holds what there is to show of a table, `parts` renders it piece by
piece, by templates that declare what they read (`template_reads`), `skeleton` stands around the pieces.
"""
