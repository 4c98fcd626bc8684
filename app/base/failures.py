"""Failures that every storey may have to catch."""


class StoreUnavailable(Exception):
    """The database did not carry out a transaction, or did not say whether it did. Trying again with the same request
    key is safe."""
