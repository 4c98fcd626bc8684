"""Projects latitude and longitude to the plane of a panel. A projection gives x and y on a unit sphere, y to the north;
a panel then places it: x = left + scale * x, y = top - scale * y.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import asin, cos, log, pi, radians, sin, sqrt, tan

Parameters = Mapping[str, float]
Formula = Callable[[float, float, Parameters], tuple[float, float]]


def conformal_conic(lon: float, lat: float, of: Parameters) -> tuple[float, float]:
    """Lambert's conformal conic: shapes are right, two parallels are true."""
    first, second = radians(of["lat1"]), radians(of["lat2"])
    n = log(cos(first) / cos(second)) / log(cot_half(of["lat1"]) / cot_half(of["lat2"]))
    scale = cos(first) / cot_half(of["lat1"]) ** n / n
    here, origin = scale * cot_half(lat) ** n, scale * cot_half(of["lat0"]) ** n
    turn = n * radians(lon - of["lon0"])
    return here * sin(turn), origin - here * cos(turn)


def cot_half(lat: float) -> float:
    return 1 / tan(pi / 4 + radians(lat) / 2)


def azimuthal(lon: float, lat: float, of: Parameters) -> tuple[float, float]:
    """Lambert's azimuthal equal-area: a disc seen from above one point."""
    here, middle, turn = radians(lat), radians(of["lat0"]), radians(lon - of["lon0"])
    k = sqrt(2 / (1 + sin(middle) * sin(here) + cos(middle) * cos(here) * cos(turn)))
    return k * cos(here) * sin(turn), k * (cos(middle) * sin(here) - sin(middle) * cos(here) * cos(turn))


def equal_earth(lon: float, lat: float, of: Parameters) -> tuple[float, float]:
    """Equal Earth by Šavrič, Patterson and Jenny: a map of the world, equal-area, with curved sides."""
    a, b, c, d = 1.340264, -0.081106, 0.000893, 0.003796
    t = asin(sqrt(3) / 2 * sin(radians(lat)))
    slope = 9 * d * t**8 + 7 * c * t**6 + 3 * b * t**2 + a
    return 2 * sqrt(3) / 3 * radians(lon - of["lon0"]) * cos(t) / slope, d * t**9 + c * t**7 + b * t**3 + a * t


@dataclass(frozen=True)
class Projection:
    formula: Formula
    parameters: Parameters
    scale: float
    left: float
    top: float

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        x, y = self.formula(lon, lat, self.parameters)
        return self.left + self.scale * x, self.top - self.scale * y


def centred(
    formula: Formula, parameters: Parameters, scale: float, at: tuple[float, float], centre: tuple[float, float]
) -> Projection:
    """Place a projection so that the longitude and latitude of `centre` fall on the x and y of `at`."""
    x, y = formula(*centre, parameters)
    return Projection(formula, parameters, scale, round(at[0] - scale * x, 2), round(at[1] + scale * y, 2))
