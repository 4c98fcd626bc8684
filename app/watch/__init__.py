"""Whether all is well: what each process counts, what the store tells about tables and deliveries, and the addresses at
which operators and their monitors ask for both.
"""
