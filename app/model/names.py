"""Names of people: which ones are allowed, and which are too much alike."""

from __future__ import annotations

import re
import unicodedata

SHORTEST, LONGEST = 2, 24
MARKS = 2
"""How many accents a letter may carry; with more it overlaps its neighbours."""
RESERVED = {"admin", "administrator", "moderator", "horloge", "root", "system", "support", "spectator"}
NOBODY = re.compile(r"\W*n\W*n[\W\d]*", re.IGNORECASE)
"""The name of people who have left for good: N. N. and a number."""
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of invisible characters: control, overrides of direction, joiners, unassigned."""
LOOKALIKES = str.maketrans(
    "авегіјкмнорстухѕԁԛԝһьпӏαβγεζηικμνορτυχω01iıøđł",
    "aberljkmhopctyxsdqwhbnlabyeznlkuvoptuxwolllodl",
)


class Unfit(ValueError):
    """Not an allowed name: `reason` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def clean_name(name: str) -> str:
    """Return the name as it will be shown. Raises Unfit."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(sign) in UNSEEN for sign in tidy) or is_overloaded(tidy):
        raise Unfit("signs")
    if not SHORTEST <= len(tidy) <= LONGEST:
        raise Unfit("length")
    if not any(sign.isalnum() for sign in tidy):
        raise Unfit("letters")
    if fold_name(tidy) in map(fold_name, RESERVED) or NOBODY.fullmatch(tidy):
        raise Unfit("reserved")
    return tidy


def is_overloaded(name: str) -> bool:
    run = 0
    for sign in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.combining(sign) else 0
        if run > MARKS:
            return True
    return False


def fold_name(name: str) -> str:
    """Return what is left of a name without case, accents, spaces, punctuation and differences between look-alike
    letters."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(sign for sign in bare if sign.isalnum()).translate(LOOKALIKES).replace("rn", "m").replace("vv", "w")
    return plain[:80] or "-"


def with_number(name: str, number: int) -> str:
    """Return the name with a number, for a person whose name is taken."""
    suffix = f" {number}"
    return name[: LONGEST - len(suffix)].rstrip() + suffix
