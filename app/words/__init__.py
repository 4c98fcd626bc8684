"""The languages. Sentences are in <language>.po, the site's in chapters of this folder, a game's in a folder `words`
beside its rules, under keys such as `refusal.not_your_turn`; facts are filled in by name: "{side} raises to {coins}". A
plural follows the first number among the facts. `catalogue` reads the files, so nothing has to be compiled; `language`
picks a visitor's language; `reader` turns what a game tells (entries, refusals, questions, sides) into sentences;
`check` finds what is missing.
"""
