"""The ten strategy cards, each with four conditions (12.3)."""

from __future__ import annotations

from engine.versailles.cards.kinds import Condition, ConditionKind, Nation, Strategy, TokenKind

ABSTAINERS: tuple[Nation, ...] = ("japan", "italy")
"""The nations that the cards name as signing or not."""


def per_token(token: TokenKind, points: int) -> Condition:
    return Condition("tokens", points, token)


def per(kind: ConditionKind, points: int) -> Condition:
    return Condition(kind, points)


def per_nation(kind: ConditionKind, points: int) -> Condition:
    return Condition(kind, points, nations=ABSTAINERS)


HAPPINESS_TWICE = Condition("happiness_twice")

SHEET: dict[str, tuple[Condition, ...]] = {
    "balance_of_power": (
        per_token("naval", 1),
        per_token("empire", 1),
        per("restless_regions", 1),
        per("different_regions", 1),
    ),
    "outlawing_war": (
        per_token("containment", 1),
        per_token("bolshevik", 1),
        per_token("self_determination", 1),
        per("calm_regions", 2),
    ),
    "isolationism": (
        per_token("industry", 1),
        per_token("self_determination", 1),
        per_nation("not_signing", 3),
        HAPPINESS_TWICE,
    ),
    "mobilization": (
        per_token("containment", 1),
        per_token("bolshevik", 1),
        per("units", 2),
        per("restless_regions", 1),
    ),
    "global_trade": (
        per_token("industry", 2),
        per_token("reparations", -1),
        HAPPINESS_TWICE,
        per("restless_regions", 1),
    ),
    "national_growth": (
        per_token("empire", 1),
        per_token("industry", 1),
        per_token("self_determination", -1),
        per_nation("signing", 3),
    ),
    "fourteen_points": (
        per_token("containment", 1),
        per_token("self_determination", 1),
        per_nation("signing", 3),
        per("league_issues", 1),
    ),
    "revanchism": (
        per_token("empire", 1),
        per_token("naval", 1),
        per_nation("not_signing", 2),
        per("units", 1),
    ),
    "reparations": (
        per_token("reparations", 1),
        per_token("containment", 1),
        HAPPINESS_TWICE,
        per("reparations_issues", 2),
    ),
    "contain_communism": (
        per_token("bolshevik", 2),
        per_token("industry", 1),
        per("units", 1),
        per("calm_regions", 1),
    ),
}

STRATEGIES: dict[str, Strategy] = {
    name: Strategy(number, name, conditions) for number, (name, conditions) in enumerate(SHEET.items(), 1)
}

# These conditions of the printed cards are known, first to fourth; every other one is a reconstruction, in its points
# at least, that a real card may replace, and so is the title of balance_of_power.
#   outlawing_war 1, 3, 4; isolationism 1, 2, 4; global_trade all; fourteen_points 1, 2, 4; reparations 3.
