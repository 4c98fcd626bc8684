"""Cards and board of Versailles 1919 as data. `kinds` says what a card is made of, the other modules are the tables.

No rule depends on a number in them: replacing a card needs no code.
"""
