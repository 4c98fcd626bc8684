"""Admin actions on tables and people. `may` says who may do what; `deeds` carries actions out, by what `kinds` and
`branching` decide. `routes` are the pages, `app.commands.admin` is the shell.
"""
