"""The error for a table that cannot be made as it was asked for; the form shows it at the field."""

from __future__ import annotations

from collections.abc import Mapping

Fault = tuple[str, Mapping[str, object]]
"""The key of a sentence, and its facts."""


class Unfit(ValueError):
    """The table cannot be made like this: for each field what is wrong, as a fault or just the key of its sentence."""

    def __init__(self, **faults: Fault | str) -> None:
        super().__init__(faults)
        self.faults: dict[str, Fault] = {
            field: (fault, {}) if isinstance(fault, str) else fault for field, fault in faults.items()
        }
