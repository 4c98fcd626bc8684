"""The API for programs: what pages can do, as JSON under /api/v1. A call uses the same service as the page and answers
with structs of `answers`; its signature says what it takes and returns, from which `openapi` makes the document and
`docs` the page at /api/docs.
"""
