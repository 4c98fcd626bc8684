"""The languages. Sentences live in <language>.po, the site's in chapters of this folder, a game's in a folder `words`
beside its rules, under keys such as `refusal.not_your_turn`; facts are filled in by name: "{side} raises to {coins}".
A sentence with a plural goes by the first number among its facts. `catalogue` reads the files, so there is nothing to
compile; `language` picks a visitor's; `reader` turns what a game tells (entries, refusals, questions, sides) into
sentences; `check` finds what is missing.
"""
