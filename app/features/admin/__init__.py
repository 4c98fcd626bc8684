"""Admin actions on tables and people: `actions` carries them out, `rewinding` leads a game elsewhere and
`rewind_preview` shows what would change, `people` bans and appoints. `routes` are the pages, `app.commands.admin` is
the shell.
"""
