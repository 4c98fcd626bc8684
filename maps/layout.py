"""The places of things on the panels, in units of a panel, placed by eye. To move something, change it here."""

from __future__ import annotations

from typing import NamedTuple


class At(NamedTuple):
    """The left upper corner of a block of spaces, and the place of its land, if a line is to join them."""

    x: int
    y: int
    pin: tuple[int, int] | None = None


BLOCKS = {
    "europe": {
        "netherlands": At(170, 96, (208, 178)),
        "belgium": At(122, 214, (196, 199)),
        "portugal": At(18, 226, (52, 322)),
        "spain": At(80, 306),
        "italy": At(228, 402, (268, 318)),
        "greece": At(352, 422, (362, 362)),
        "serbia": At(262, 237, (338, 293)),
        "romania": At(396, 170, (398, 268)),
        "bulgaria": At(436, 251, (390, 303)),
        "ottoman_empire": At(450, 332),
    },
    "africa": {
        "algeria_morocco": At(152, 82),
        "libya": At(264, 100),
        "egypt_sudan": At(358, 150),
        "horn_of_africa": At(436, 236),
        "french_guinea": At(72, 212),
        "congo": At(308, 314),
        "tanganyika": At(391, 352),
        "namibia": At(264, 410),
        "south_africa": At(318, 506),
    },
    "asia": {
        "persia": At(14, 268, (72, 196)),
        "afghanistan_baluchistan": At(92, 92, (124, 190)),
        "china": At(214, 172),
        "manchuria_korea": At(346, 46, (392, 128)),
        "japan": At(484, 140, (452, 166)),
        "indochina": At(190, 356, (302, 312)),
        "micronesia": At(466, 254, (470, 330)),
        "melanesia": At(506, 384, (478, 432)),
    },
}
FLEET_BOXES = {"europe": [8, 22, 112, 80], "africa": [30, 372, 150, 76], "asia": [36, 404, 130, 76]}
"""The left, top, width and height of each box."""
RATE_BOXES = {"africa": [30, 470, 150, 46]}
"""The boxes of continents that have one armament rate for all territories."""
LABELS = {
    "europe": {
        "uk": [152, 176],
        "france": [190, 293],
        "germany": [264, 180],
        "austria_hungary": [318, 214],
        "russia": [430, 112],
    },
    "africa": {},
    "asia": {"russia": [236, 70]},
}
"""The names of the Powers' own lands."""
