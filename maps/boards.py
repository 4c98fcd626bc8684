"""The panels: the modern countries that make up each region, and the projection of the panel."""

from __future__ import annotations

from dataclasses import dataclass

from maps.frontiers import PATCHES_1890, PATCHES_ASIA, Patch
from maps.projection import Projection, azimuthal, centred, conformal_conic, equal_earth


@dataclass(frozen=True)
class Panel:
    id: str
    width: int
    height: int
    projection: Projection
    window: tuple[float, float, float, float]
    """The west, south, east and north of the land to draw."""
    members: dict[str, tuple[str, ...]]
    """For each region the modern countries, or the owners of patches."""
    patches: tuple[Patch, ...] = ()
    tolerance: float = 1.3
    least: float = 8
    """The square units below which a piece of land joins what is around it."""


POWERS = {
    "uk": "uk",
    "france": "france",
    "germany": "central_powers",
    "austria_hungary": "central_powers",
    "russia": "russia",
}
"""The Power to whose own land a region belongs."""

EUROPE = {
    "belgium": ("Belgium",),
    "netherlands": ("Netherlands",),
    "portugal": ("Portugal",),
    "spain": ("Spain", "Andorra"),
    "italy": ("Italy", "San Marino", "Vatican"),
    "greece": ("Greece",),
    "serbia": ("Serbia",),
    "bulgaria": ("Bulgaria",),
    "romania": ("Romania",),
    "ottoman_empire": (
        "Turkey",
        "Albania",
        "Macedonia",
        "Kosovo",
        "Syria",
        "Lebanon",
        "Israel",
        "Palestine",
        "Jordan",
        "Iraq",
        "Kuwait",
    ),
    "uk": ("United Kingdom", "Ireland", "Isle of Man", "Jersey", "Guernsey"),
    "france": ("France", "Monaco"),
    "germany": ("Germany",),
    "austria_hungary": (
        "Austria",
        "Hungary",
        "Czechia",
        "Slovakia",
        "Slovenia",
        "Croatia",
        "Bosnia and Herz.",
        "Liechtenstein",
    ),
    "russia": (
        "Russia",
        "Finland",
        "Åland",
        "Estonia",
        "Latvia",
        "Lithuania",
        "Belarus",
        "Ukraine",
        "Moldova",
        "Poland",
        "Georgia",
        "Armenia",
        "Azerbaijan",
        "Kazakhstan",
    ),
}

AFRICA = {
    "algeria_morocco": ("Morocco", "Algeria", "Tunisia", "W. Sahara"),
    "libya": ("Libya",),
    "egypt_sudan": ("Egypt", "Sudan", "S. Sudan"),
    "horn_of_africa": ("Ethiopia", "Eritrea", "Djibouti", "Somalia", "Somaliland"),
    "french_guinea": (
        "Senegal",
        "Gambia",
        "Guinea-Bissau",
        "Guinea",
        "Sierra Leone",
        "Liberia",
        "Côte d'Ivoire",
        "Mali",
        "Burkina Faso",
    ),
    "congo": ("Dem. Rep. Congo",),
    "tanganyika": ("Tanzania", "Rwanda", "Burundi", "Mozambique", "Malawi"),
    "namibia": ("Namibia", "Angola"),
    "south_africa": ("South Africa", "Lesotho", "eSwatini", "Botswana"),
}

ASIA = {
    "japan": ("Japan",),
    "china": ("China", "Mongolia", "Taiwan", "Hong Kong", "Macao"),
    "manchuria_korea": ("North Korea", "South Korea"),
    "persia": ("Iran",),
    "afghanistan_baluchistan": ("Afghanistan",),
    "indochina": ("Vietnam", "Laos", "Cambodia"),
    "micronesia": ("Micronesia", "Palau", "Marshall Is.", "N. Mariana Is.", "Guam", "Nauru"),
    "melanesia": ("Papua New Guinea", "Solomon Is.", "Vanuatu", "New Caledonia", "Fiji"),
    "russia": (
        "Russia",
        "Kazakhstan",
        "Uzbekistan",
        "Turkmenistan",
        "Kyrgyzstan",
        "Tajikistan",
        "Georgia",
        "Armenia",
        "Azerbaijan",
    ),
}

PANELS = (
    Panel(
        "europe",
        600,
        500,
        centred(conformal_conic, {"lon0": 15, "lat0": 47, "lat1": 38, "lat2": 56}, 770, (285, 262), (15, 46.5)),
        (-30, 22, 75, 78),
        EUROPE,
        PATCHES_1890,
    ),
    Panel(
        "africa",
        600,
        600,
        centred(azimuthal, {"lon0": 18, "lat0": 2}, 430, (300, 305), (17, 2)),
        (-35, -45, 80, 60),
        AFRICA,
    ),
    Panel(
        "asia",
        600,
        500,
        centred(equal_earth, {"lon0": 105}, 325, (296, 262), (105, 20)),
        (5, -35, 205, 80),
        ASIA,
        PATCHES_ASIA,
    ),
)
