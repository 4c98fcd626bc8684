"""The places of things on the map of 1933, in its units, placed by eye. To move something, change it here."""

from __future__ import annotations

from typing import NamedTuple


class Card(NamedTuple):
    """The left upper corner of a state's card, a point on its land, and whether a line is to join them."""

    x: int
    y: int
    pin: tuple[int, int]
    is_joined: bool = False


class Water(NamedTuple):
    """The place of a sea's name, the degrees by which the name is turned, and the place of the first fleet."""

    name: tuple[int, int]
    turned: int
    fleet: tuple[int, int]


CARDS = {
    "norway": Card(316, 256, (370, 290)),
    "sweden": Card(402, 268, (440, 290)),
    "finland": Card(530, 236, (560, 260)),
    "denmark": Card(274, 362, (374, 396), True),
    "netherlands": Card(264, 414, (312, 472), True),
    "belgium": Card(196, 532, (288, 512), True),
    "estonia": Card(548, 308, (580, 335)),
    "latvia": Card(529, 358, (560, 376)),
    "lithuania": Card(519, 408, (545, 416)),
    "poland": Card(506, 494, (540, 510)),
    "czechoslovakia": Card(440, 534, (470, 556)),
    "austria": Card(394, 587, (440, 600)),
    "hungary": Card(474, 590, (510, 604)),
    "romania": Card(580, 602, (615, 618)),
    "bulgaria": Card(577, 675, (612, 690)),
    "yugoslavia": Card(476, 652, (510, 668)),
    "albania": Card(468, 800, (527, 735), True),
    "greece": Card(556, 878, (578, 812), True),
    "spain": Card(104, 690, (140, 706)),
    "portugal": Card(8, 588, (58, 672), True),
    "france": Card(186, 590, (230, 610)),
    "united_kingdom": Card(160, 438, (215, 450)),
    "germany": Card(346, 478, (390, 500)),
    "italy": Card(326, 632, (370, 660)),
    "soviet_union": Card(760, 380, (800, 400)),
    "french_north_africa": Card(130, 910, (165, 926)),
    "libya": Card(450, 985, (487, 1000)),
    "egypt": Card(704, 965, (740, 980)),
}
ARMIES = {
    "czechoslovakia": (531, 556),
    "latvia": (520, 388),
    "lithuania": (566, 399),
    "austria": (450, 577),
    "hungary": (535, 579),
    "belgium": (305, 534),
    "netherlands": (326, 466),
    "denmark": (372, 412),
    "albania": (527, 742),
    "greece": (563, 778),
    "portugal": (48, 718),
    "syria_lebanon": (872, 810),
    "palestine_transjordan": (868, 912),
}
"""The place of the first army, if it is not right below the card."""
LABELS = {
    "ireland": (128, 436),
    "switzerland": (338, 604),
    "syria_lebanon": (866, 792),
    "palestine_transjordan": (862, 896),
}
SEAS = {
    "barents_sea": Water((640, 34), 0, (640, 52)),
    "norwegian_sea": Water((316, 160), -30, (346, 196)),
    "north_sea": Water((300, 318), 0, (300, 334)),
    "baltic_sea": Water((497, 340), -72, (478, 396)),
    "english_channel": Water((190, 511), 0, (190, 524)),
    "atlantic_ocean": Water((62, 470), 0, (62, 488)),
    "bay_of_biscay": Water((118, 590), 0, (132, 606)),
    "mediterranean": Water((262, 790), 0, (262, 806)),
    "tyrrhenian_sea": Water((392, 752), 0, (392, 768)),
    "adriatic_sea": Water((446, 694), 44, (470, 728)),
    "ionian_sea": Water((512, 900), 0, (512, 916)),
    "aegean_sea": Water((622, 800), 0, (622, 816)),
    "levant_sea": Water((736, 878), 0, (736, 894)),
    "black_sea": Water((774, 646), 0, (774, 662)),
}
SEA_SEEDS = {
    "barents_sea": (70.8, 35.0),
    "norwegian_sea": (66.0, 3.0),
    "north_sea": (56.0, 3.0),
    "baltic_sea": (57.5, 19.8),
    "english_channel": (50.2, -1.0),
    "atlantic_ocean": (48.0, -12.0),
    "bay_of_biscay": (45.0, -4.0),
    "mediterranean": (39.0, 6.0),
    "tyrrhenian_sea": (40.0, 12.0),
    "adriatic_sea": (43.0, 15.0),
    "ionian_sea": (36.0, 18.5),
    "aegean_sea": (38.6, 25.2),
    "levant_sea": (33.5, 29.0),
    "black_sea": (43.0, 34.0),
}
"""The latitude and longitude of a point in each sea."""
LANES = (
    "M660 925Q600 884 540 930Q470 985 420 912",
    "M640 745Q668 726 700 706",
)
"""Links that no common edge can show: along the Libyan coast, and the Straits."""
VIEWS = {
    "centre": (280, 394, 400, 400),
    "west": (0, 480, 400, 400),
    "islands": (0, 250, 400, 400),
    "north": (290, 10, 400, 400),
    "east": (600, 250, 400, 400),
    "balkans": (400, 620, 400, 400),
    "levant": (600, 650, 400, 400),
    "africa": (0, 650, 400, 400),
}
"""The sections for a phone: so narrow that a card is a target of 44 px."""
