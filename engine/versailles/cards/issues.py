"""The 53 issue cards.

An issue is a number, an id, a group and stars; `no_military` where units may not be bid on it (10.2). Below it stand
its options: the tokens each leaves on the card, then by how much it moves unrest and happiness.
"""

from __future__ import annotations

from typing import TypedDict, Unpack

from msgspec.structs import replace

from engine.versailles.cards.board import NATIONS, REGIONS
from engine.versailles.cards.kinds import Issue, Option, Token

END = "rush_to_the_finish"
"""5.6: the card that ends the game."""


class Changes(TypedDict, total=False):
    """By how much an option moves the unrest of regions and the happiness of nations."""

    europe: int
    balkans: int
    middle_east: int
    pacific: int
    africa: int
    uk: int
    france: int
    usa: int
    italy: int
    japan: int


def option(name: str, *tokens: Token, **changes: Unpack[Changes]) -> Option:
    unrest = tuple((region, changes[region]) for region in REGIONS if region in changes)
    happiness = tuple((nation, changes[nation]) for nation in NATIONS if nation in changes)
    return Option(name, unrest, happiness, tokens)


SHEET: dict[Issue, tuple[Option, ...]] = {
    Issue(1, "rheinland", "europe", stars=6): (
        option("french_occupation", europe=+1),
        option("independent_buffer_state", "containment", europe=+2, uk=-1),
        option("demilitarised_german", "industry", france=-3),
    ),
    Issue(2, "prussia", "europe", stars=5): (
        option("corridor_to_poland", "containment", europe=+2, uk=-1, france=+1),
        option("plebiscite", "self_determination", europe=+1, france=-1),
        option("stays_german", "reparations", europe=-1, france=-2),
    ),
    Issue(3, "high_seas_fleet", "europe", stars=5): (
        option("to_uk", "naval:uk", "naval:uk", france=-1, usa=-2),
        option("shared_out", "naval:uk", "naval:usa", europe=+1, japan=+1),
        option("scuttled", "containment", europe=+1, uk=+1),
    ),
    Issue(4, "sudetenland", "europe", stars=4): (
        option("to_czechoslovakia", "containment", europe=+2, france=+1),
        option("to_germany", "industry", europe=-1, france=-1),
        option("plebiscite", "self_determination", europe=+1, france=-1),
    ),
    Issue(5, "kiel_canal", "europe", stars=3): (
        option("destroy", "containment", europe=+1, france=+1, usa=-1),
        option("open_to_trade", "industry", "naval:either", uk=-1),
        option("stays_german", "reparations", europe=-1, uk=-1, france=-1),
    ),
    Issue(6, "silesia", "europe", stars=5): (
        option("to_poland", "containment", europe=+2, uk=-1, france=+1),
        option("to_germany", "reparations", europe=-1, france=-2),
        option("plebiscite", "industry", europe=+1),
    ),
    Issue(7, "disarmament", "league", stars=6, no_military=True): (
        option("limited", uk=-3, france=-3, italy=-1),
        option("moderate", "containment", europe=+1, uk=-1, france=-1),
        option("extreme", "containment", "containment", europe=+3, france=+1, usa=+1),
    ),
    Issue(8, "inter_allied_debt", "europe", stars=4, no_military=True): (
        option("maintain", "reparations", uk=-1, france=-2, usa=+2, italy=-1),
        option("cancel", "industry", uk=+1, france=+2, usa=-3, italy=+1),
    ),
    Issue(9, "trade_with_germany", "europe", stars=4, no_military=True): (
        option("limited_trade", "reparations", europe=+1, france=+1, usa=-1),
        option("free_trade", "industry", europe=-1, uk=-1, france=-2),
    ),
    Issue(10, "tyrol", "europe", stars=4): (
        option("to_austria", "self_determination", italy=-3),
        option("divided", europe=+1, uk=+1, italy=-1),
        option("to_italy", "empire:italy", europe=+2, usa=-1, italy=+2),
    ),
    Issue(11, "slovenia_croatia", "balkans", stars=5): (
        option("both_independent", "self_determination", italy=+1),
        option("slovenia_independent", "bolshevik", balkans=+1, italy=-1),
        option("both_in_yugoslavia", "containment", "containment", balkans=+1, italy=-3),
    ),
    Issue(12, "anschluss", "europe", stars=4): (
        option("yes", "self_determination", europe=-1, france=-2, italy=-2),
        option("no", "reparations", europe=+2, italy=+1),
    ),
    Issue(13, "dalmatian_islands", "balkans", stars=3): (
        option("to_italy", "empire:italy", balkans=+2, usa=-1, italy=+1),
        option("to_yugoslavia", "containment", italy=-2),
        option("neutral_zone", "naval:either", balkans=+1, italy=-1),
    ),
    Issue(14, "montenegro", "balkans", stars=4): (
        option("independent", "self_determination", balkans=+1, france=-1, italy=+1),
        option("to_yugoslavia", "containment", balkans=+1, italy=-2),
        option("italian_protectorate", "empire:italy", balkans=+2, usa=-1),
    ),
    Issue(15, "smyrna", "middle_east", stars=4): (
        option("to_turkey", "bolshevik", middle_east=-1, uk=-2),
        option("to_greece", "naval:either", middle_east=+2, uk=-1),
        option("to_italy", "empire:italy", middle_east=+2, france=-1, usa=-1),
    ),
    Issue(16, "thrace", "middle_east", stars=4): (
        option("to_bulgaria", "industry", balkans=-1, france=-1),
        option("plebiscite", "self_determination", balkans=+1, middle_east=+1),
        option("to_greece", "naval:uk", middle_east=+2, italy=-1),
    ),
    Issue(17, "macedonia", "balkans", stars=4): (
        option("to_bulgaria", "industry", balkans=+1, france=-1),
        option("to_greece", "naval:either", balkans=+2),
        option("to_yugoslavia", "containment", balkans=+1, italy=-2),
    ),
    Issue(18, "constantinople", "middle_east", stars=6): (
        option("to_greece", "naval:either", "naval:either", middle_east=+3, uk=+1, italy=-2),
        option("open_city", "naval:either", middle_east=+2, france=-1),
        option("to_turkey", balkans=+1),
    ),
    Issue(19, "banat", "balkans", stars=5): (
        option("to_romania", europe=+1, uk=-1),
        option("to_hungary", "reparations", balkans=+1, france=-1),
        option("to_yugoslavia", "containment", balkans=+1, italy=-2),
    ),
    Issue(20, "bessarabia", "balkans", stars=4): (
        option("to_romania", "bolshevik", usa=-1),
        option("to_russia", "industry", balkans=-1, france=-1),
        option("plebiscite", "self_determination", balkans=+1),
    ),
    Issue(21, "transylvania", "balkans", stars=5): (
        option("to_romania", "bolshevik", "containment", balkans=+2, uk=-1, france=+1),
        option("to_hungary", "reparations", balkans=-1, france=-1),
        option("divided", "industry", balkans=+1, italy=-1),
    ),
    Issue(22, "fiume", "balkans", stars=5): (
        option("to_italy", "empire:italy", balkans=+2, usa=-2, italy=+2),
        option("to_yugoslavia", "containment", france=+1, italy=-3),
        option("free_city", "industry", balkans=+1, italy=-1),
    ),
    Issue(23, "dobruja", "balkans", stars=3): (
        option("to_romania", "bolshevik", balkans=+1),
        option("plebiscite", "self_determination", balkans=+1, france=-1, usa=+1),
        option("to_bulgaria", "reparations", balkans=-1, france=-1),
    ),
    Issue(24, "ukraine", "europe", stars=5): (
        option("to_poland", "bolshevik", "containment", europe=+2, uk=-1, france=+1),
        option("independent", "self_determination", europe=+2),
        option("to_russia", "industry", europe=-1, france=-1),
    ),
    Issue(25, "baltic_states", "europe", stars=4): (
        option("to_poland", "containment", "bolshevik", europe=+2, uk=-1, france=+1),
        option("lithuania_independent", "self_determination", europe=+1),
        option("baltic_states_independent", "self_determination", "bolshevik", europe=+3, uk=+1),
    ),
    Issue(26, "negotiations_with_russia", "europe", stars=4): (
        option("offer", "industry", europe=+1, italy=-1, japan=-1),
        option("do_not_offer", "bolshevik", "bolshevik", uk=-1, usa=-1),
    ),
    Issue(27, "byelorus", "europe", stars=3): (
        option("independent", "self_determination", europe=+2, usa=+1),
        option("to_poland", "bolshevik", europe=+1, uk=-1),
        option("to_russia", "industry", europe=-1, france=-1),
    ),
    Issue(28, "ethiopia", "africa", stars=3): (
        option("uk_mandate", "empire:uk", usa=-1, italy=-1),
        option("italian_mandate", "empire:italy", africa=+2, france=-1, usa=-1),
        option("independent", "self_determination", africa=+1, italy=-2),
    ),
    Issue(29, "south_west_africa", "africa", stars=5): (
        option("south_african_mandate", "empire:uk", usa=-1, italy=-1),
        option("south_african_annexation", "empire:uk", africa=+1, usa=-2),
        option("independent", "self_determination", uk=-2),
    ),
    Issue(30, "somalia", "africa", stars=2): (
        option("uk_mandate", "empire:uk", italy=-2),
        option("italian_mandate", "empire:italy", africa=+1, usa=-1),
        option("independent", "self_determination", africa=+1, uk=-1, italy=-1),
    ),
    Issue(31, "armenia", "middle_east", stars=4): (
        option("independent", "self_determination", middle_east=+3),
        option("us_mandate", "industry", middle_east=+1, usa=-1),
        option("to_turkey", usa=-2),
    ),
    Issue(32, "cilicia", "middle_east", stars=3): (
        option("french_mandate", "empire:france", middle_east=+2, uk=-1, france=+1),
        option("to_armenia", "industry", middle_east=+2, france=-1, usa=+1),
        option("to_turkey", "bolshevik", middle_east=-1, france=-1, usa=-1),
    ),
    Issue(33, "arabia", "middle_east", stars=3): (
        option("hashemite_kingdom", "naval:uk", middle_east=+1, uk=+1, france=-1),
        option("uk_protectorate", "empire:uk", middle_east=+2, usa=-1),
        option("saudi_rule", "industry", middle_east=+1, uk=-2),
    ),
    Issue(34, "kurdistan", "middle_east", stars=3): (
        option("uk_mandate", "empire:uk", middle_east=+1, usa=-1),
        option("independent", "self_determination", middle_east=+3, usa=+1),
        option("to_turkey", "bolshevik", middle_east=-1, uk=-1),
    ),
    Issue(35, "mesopotamia", "middle_east", stars=5): (
        option("uk_mandate", "empire:uk", "industry", middle_east=+2, france=-1),
        option("arab_kingdom", "naval:uk", middle_east=+1, france=-1),
        option("independent", "self_determination", middle_east=-1, uk=-2),
    ),
    Issue(36, "palestine", "middle_east", stars=5): (
        option("uk_mandate", "empire:uk", middle_east=+1, france=-1),
        option("french_mandate", "empire:france", middle_east=+2, uk=-1),
        option("zionist_state", "self_determination", middle_east=+3, uk=+1, usa=+1),
    ),
    Issue(37, "syria", "middle_east", stars=5): (
        option("uk_mandate", "empire:uk", middle_east=+1, france=-3),
        option("independent", "self_determination", france=-2),
        option("french_mandate", "empire:france", middle_east=+1, usa=-1),
    ),
    Issue(38, "military_intervention", "league", stars=5, no_military=True): (
        option("standing_force", "containment", "bolshevik", europe=+1, france=+2, usa=-3),
        option("case_by_case", "bolshevik", balkans=+1, usa=-1),
        option("sanctions_only", "industry", france=-2),
    ),
    Issue(39, "womens_suffrage", "league", stars=4, no_military=True): (
        option("include", "self_determination", uk=+1, france=-1, usa=-1, italy=-1),
        option("exclude", uk=-1),
    ),
    Issue(40, "racial_equality", "league", stars=4, no_military=True): (
        option("adopt", "self_determination", uk=-2, usa=-1, japan=+3),
        option("preamble_only", uk=-1, japan=+1),
        option("reject", pacific=+1, uk=+1, usa=+1, japan=-3),
    ),
    Issue(41, "labour_charter", "league", stars=3, no_military=True): (
        option("binding", "bolshevik", europe=-1, usa=-1, japan=-1),
        option("voluntary", "industry", europe=+1, uk=+1, italy=-1),
    ),
    Issue(42, "freedom_of_the_seas", "league", stars=5, no_military=True): (
        option("guaranteed", "naval:usa", uk=-3, usa=+1),
        option("naval_parity", "naval:uk", "naval:usa", japan=-2),
        option("british_primacy", "naval:uk", uk=+1, france=-1, usa=-2),
    ),
    Issue(43, "german_east_africa", "africa", stars=4): (
        option("uk_mandate", "empire:uk", africa=+1, usa=-1),
        option("international_administration", "industry", uk=-1, france=-1, usa=+1),
        option("sold_for_reparations", "reparations", africa=+2),
    ),
    Issue(44, "cameroon_togoland", "africa", stars=3): (
        option("french_mandate", "empire:france", africa=+1, usa=-1),
        option("partition", "empire:france", "empire:uk", africa=+2),
        option("league_trust", "reparations", france=-1, usa=+1),
    ),
    Issue(45, "league_voting", "league", stars=5, no_military=True): (
        option("one_state_one_vote", "self_determination", uk=-1, france=-1, usa=-2, japan=+1),
        option("great_power_veto", "containment", balkans=+1, africa=+1, japan=+1),
    ),
    Issue(46, "korea", "pacific", stars=2): (
        option("to_japan", pacific=+2, japan=+2),
        option("independent", "self_determination", japan=-2),
    ),
    Issue(47, "shantung", "pacific", stars=6): (
        option("to_china", "self_determination", japan=-3),
        option("to_japan", "naval:either", "naval:either", pacific=+1, japan=+2),
    ),
    Issue(48, "new_guinea_samoa", "pacific", stars=3): (
        option("to_japan", pacific=+1, uk=-1, usa=-1, japan=+2),
        option("independent", "self_determination", pacific=+1, uk=-1, japan=-1),
        option("anz_mandate", "empire:uk", usa=-1, japan=-2),
    ),
    Issue(49, "vietnam", "pacific", stars=2): (
        option("french_mandate", "empire:france", pacific=+2, usa=-1),
        option("independent", "self_determination", france=-2),
    ),
    Issue(50, "indemnity", "reparations", stars=6, no_military=True): (
        option("no", "industry", uk=-2, france=-2),
        option("yes", "reparations", "reparations", europe=+2, uk=+1, france=+2, usa=-1),
    ),
    Issue(51, "reconstruction", "reparations", stars=6, no_military=True): (
        option("low", "industry", uk=-2, france=-2, italy=-1),
        option("medium", "reparations", europe=+1, france=-1),
        option("high", "reparations", "reparations", europe=+3, france=+1, usa=-1),
    ),
    Issue(52, "widows_pensions", "reparations", stars=5): (
        option("no", "industry", uk=-1, france=-1),
        option("yes", "reparations", europe=+1, usa=-1),
    ),
    Issue(53, "rush_to_the_finish", "end", stars=7, no_military=True): (),
}

ISSUES: dict[str, Issue] = {issue.id: replace(issue, options=options) for issue, options in SHEET.items()}

# This is known of the printed cards. Every other number, star, sign and option is a reconstruction that a real card may
# replace; fiume, labour_charter, freedom_of_the_seas, german_east_africa, cameroon_togoland and the title of ukraine
# are inventions.
#   Numbers: 2, 7, 8, 11, 12, 16, 17, 20, 23, 26, 27, 29, 38, 46, 49 to 53.
#   Stars: rheinland, anschluss, constantinople, negotiations_with_russia, ethiopia, south_west_africa, armenia, arabia,
#     korea, vietnam, widows_pensions, rush_to_the_finish.
#   Units may be bid on: constantinople, negotiations_with_russia, ethiopia, armenia, shantung, widows_pensions.
#   Options: french_occupation of rheinland, both_independent of slovenia_croatia, to_greece of smyrna, plebiscite of
#     thrace, to_turkey of constantinople, uk_mandate of ethiopia, independent and to_turkey of armenia, french_mandate
#     of syria, to_japan of shantung, low of reconstruction, yes of widows_pensions.
#   Options in part: limited of disarmament, no of anschluss, to_yugoslavia of montenegro, open_city of constantinople,
#     to_romania of banat and of bessarabia, do_not_offer of negotiations_with_russia, all of south_west_africa,
#     independent of syria, korea and vietnam, exclude of womens_suffrage, to_china of shantung, no of widows_pensions.
