"""What is wrong with a table as somebody wants it. Raised by service and inviting; the form says it at the field."""

from __future__ import annotations

from collections.abc import Mapping

Fault = tuple[str, Mapping[str, object]]
"""The key of a sentence, and its facts."""


class Unfit(ValueError):
    """A table that can't be made so: for each field what is wrong, as a fault or just the key of its sentence."""

    def __init__(self, **faults: Fault | str) -> None:
        super().__init__(faults)
        self.faults: dict[str, Fault] = {
            field: (fault, {}) if isinstance(fault, str) else fault for field, fault in faults.items()
        }
