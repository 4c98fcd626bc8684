"""Those who run the site, and what they may do to tables and people: `may` says who may do what, `deeds` carries it
out, by what `kinds` and `branching` decide. `routes` are the pages, app.commands.admin is the shell.
"""
