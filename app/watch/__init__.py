"""The health of the site: what each process counts, what the store knows about tables and deliveries, and the addresses
at which operators and monitors ask for both.
"""
