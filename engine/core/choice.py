"""The base of choices, the answers of sides. They are JSON on the wire and typed inside; every game subclasses
Choice.
"""

from msgspec import Struct

from engine.core.naming import snake


class Choice(Struct, frozen=True, gc=False, tag_field="do", tag=snake, forbid_unknown_fields=True):
    """An answer to a step. It holds tuples and scalars only, so that it can be compared, stored and shared."""
