"""The interface for programs: what pages can do, as JSON under /api/v1. A call does what the page's own service does
and says it in structs of `answers`; what it takes and gives is written down once, in its signature, from which
`openapi` makes the document and `docs` the page at /api/docs.
"""
