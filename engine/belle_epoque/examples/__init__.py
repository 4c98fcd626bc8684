"""Worked examples of La Belle Époque, in the form `belle_epoque/examples/2`. form.py defines the file, reading.py reads
it, notation.py lays positions out, steps.py carries steps out, comparing.py reports the differences.
"""
