"""Worked examples of 1933: form is how a file is written, positions turns it into positions and back, actions carries
out what is done, facts says what follows, reading reads a file and compares.
"""
