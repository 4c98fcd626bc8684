"""The 46 event cards.

An event is a number, an id and the category of its crisis; `icon` where a cube may control it, `optional` where its
conference event may be declined. Its upper half, the crisis (5.5), stands below it in SHEET, then its lower half, the
conference event (5.2).
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.versailles.cards.kinds import (
    CheckUprising,
    ChooseOne,
    ChoosePlayer,
    DemobiliseUnit,
    Deploy,
    EachPlayer,
    Effects,
    Event,
    Exhaust,
    Happiness,
    HappinessPerUnit,
    IfNoToken,
    Pay,
    PerToken,
    PowderKeg,
    Recover,
    RecoverUnit,
    ReturnInfluence,
    Unrest,
    Unsettle,
    Where,
    Who,
    Withdraw,
)

Half = tuple[Effects, ...]
Order = Literal["ending_with_decider", "starting_with_decider", "ending_with_active"]


def either(who: Who, *effects: Effects) -> ChooseOne:
    """One of these effects, chosen by this player."""
    return ChooseOne(who, tuple((effect,) for effect in effects))


def each(order: Order, then: Effects) -> Half:
    return (EachPlayer(order, (then,)),)


def pick_player(then: Effects, regions: int = 0) -> Half:
    return (ChoosePlayer((then,), regions),)


def raise_or_lower(region: Where, by: int) -> Half:
    return (either("decider", Unrest(region, +by), Unrest(region, -by)),)


def check(where: Where, modifier: int = 0) -> Half:
    return (CheckUprising(where, modifier),)


def check_or(where: Where, if_none: Effects) -> Half:
    """A check, and the effect if no uprising occurs."""
    return (CheckUprising(where, if_none=(if_none,)),)


RECOVER_A_UNIT = each("ending_with_active", RecoverUnit("self"))

SHEET: dict[Event, tuple[Half, Half]] = {
    Event(1, "arthur_balfour", "unrest", optional=True, icon=True): (
        check("highest"),
        (Pay(2), Happiness("decider", +2), Unrest("middle_east", +2)),
    ),
    Event(2, "mustafa_kemal", "unrest"): (
        check("highest"),
        (PowderKeg("middle_east", +1), *check("middle_east")),
    ),
    Event(3, "bela_kun", "unrest", icon=True): (
        check("highest"),
        (CheckUprising("balkans", PerToken("bolshevik"), either_way=True),),
    ),
    Event(4, "billy_hughes", "unrest", icon=True): (
        check("highest"),
        pick_player(either("target", Happiness("target", -2), Unrest("pacific", +2))),
    ),
    Event(5, "chaim_weizmann", "unrest"): (
        check("highest"),
        check_or("middle_east", Unrest("middle_east", -1)),
    ),
    Event(6, "edward_house", "unrest", icon=True): (
        check("highest"),
        (ReturnInfluence(),),
    ),
    Event(7, "eleftherios_venizelos", "unrest"): (
        check("highest"),
        check_or("balkans", Unrest("balkans", +1)),
    ),
    Event(8, "emile_cottin", "unrest"): (
        check("highest"),
        (Exhaust("lowest_happiness", 6),),
    ),
    Event(9, "ferdinand_foch", "unrest", icon=True): (
        check("highest"),
        pick_player(either("target", DemobiliseUnit("target"), Happiness("target", -2))),
    ),
    Event(10, "fridtjof_nansen", "unrest", icon=True): (
        check("highest", +1),
        (Recover("decider", PerToken("bolshevik", 2)),),
    ),
    Event(11, "henri_mordacq", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (Unsettle(("reparations",)),),
    ),
    Event(12, "gertrude_bell", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (Unrest("middle_east", -3),),
    ),
    Event(13, "henry_cabot_lodge", "unrest"): (
        check("highest", +1),
        each("ending_with_decider", Withdraw("self", one=True)),
    ),
    Event(14, "henry_white", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (Unsettle(("league",)),),
    ),
    Event(15, "herbert_hoover", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (Unrest("europe", -3),),
    ),
    Event(16, "ho_chi_minh", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (PowderKeg("pacific", +1),),
    ),
    Event(17, "ibn_saud", "unrest", icon=True): (
        check("highest", +1),
        raise_or_lower("middle_east", 2),
    ),
    Event(18, "ida_tarbell", "unrest", optional=True, icon=True): (
        check("highest", +1),
        (Unrest("raised_by_option", +1),),
    ),
    Event(19, "ignacy_paderewski", "unrest"): (
        check("highest", +1),
        check_or("balkans", Unrest("balkans", -1)),
    ),
    Event(20, "take_ionescu", "speech"): (
        (Unrest("settled", -1),),
        check_or("balkans", Unrest("balkans", -1)),
    ),
    Event(21, "jan_smuts", "speech", icon=True): (
        (Unrest("settled", -1),),
        pick_player(either("target", Happiness("target", -2), Unrest("africa", +2))),
    ),
    Event(22, "john_foster_dulles", "speech"): (
        (Unrest("settled", +1),),
        (Unrest("europe", PerToken("reparations")),),
    ),
    Event(23, "john_maynard_keynes", "speech"): (
        (HappinessPerUnit(-1),),
        each("ending_with_decider", either("self", Recover("self", 4), Happiness("self", +2))),
    ),
    Event(24, "keith_murdoch", "speech", optional=True, icon=True): (
        (HappinessPerUnit(-1),),
        (Unrest("pacific", +2),),
    ),
    Event(25, "vladimir_lenin", "scandal"): (
        (Withdraw("all"),),
        each("starting_with_decider", either("self", DemobiliseUnit("self"), Happiness("self", -2))),
    ),
    Event(26, "lu_zhengxiang", "scandal", icon=True): (
        (HappinessPerUnit(-1),),
        raise_or_lower("pacific", 1),
    ),
    Event(27, "mahatma_gandhi", "scandal"): (
        (CheckUprising("highest", if_nothing_unsettled=(Unrest("checked", +1),)),),
        (IfNoToken("self_determination", "middle_east", check("middle_east")),),
    ),
    Event(28, "maurice_hankey", "famine", optional=True, icon=True): (
        (Unrest("random", +2),),
        (Unsettle(("league", "reparations")),),
    ),
    Event(29, "millicent_fawcett", "famine"): (
        (Unrest("random", +2),),
        each("ending_with_decider", either("self", Exhaust("self", 4, in_full=True), Happiness("self", -2))),
    ),
    Event(30, "nikola_i", "civil_war", optional=True, icon=True): (
        (PowderKeg("random", +1),),
        (Unrest("balkans", +1),),
    ),
    Event(31, "nikola_pasic", "civil_war", optional=True, icon=True): (
        (PowderKeg("random", +1),),
        (Unrest("balkans", +2),),
    ),
    Event(32, "paul_hymans", "rebellion", optional=True, icon=True): (
        check("settled"),
        (Unrest("europe", +2),),
    ),
    Event(33, "prince_faisal", "strike", icon=True): (
        (Happiness("winner", -2),),
        raise_or_lower("middle_east", 2),
    ),
    Event(34, "queen_marie", "strike", optional=True, icon=True): (
        (HappinessPerUnit(-1),),
        (Pay(1), either("decider", Unrest("balkans", +1), Unrest("europe", +1))),
    ),
    Event(35, "robert_borden", "natural_disaster", optional=True, icon=True): (
        (Unrest("random", +2),),
        (Pay(2), PowderKeg("any", -1)),
    ),
    Event(36, "saad_zaghloul", "rights_march"): (
        (HappinessPerUnit(-2),),
        check("middle_east"),
    ),
    Event(37, "samuel_gompers", "rights_march"): (
        (Happiness("winner", -1),),
        each("ending_with_decider", either("self", Exhaust("self", 3, in_full=True), Happiness("self", -2))),
    ),
    Event(38, "stephen_pichon", "rights_march", optional=True, icon=True): (
        (HappinessPerUnit(-1),),
        (Unsettle(("league",)),),
    ),
    Event(39, "sykes_picot", "suffragettes", optional=True, icon=True): (
        (Exhaust("most_issues", 2),),
        (Pay(1), PowderKeg("middle_east", +1)),
    ),
    Event(40, "t_e_lawrence", "recovery_efforts", icon=True): (
        (PowderKeg("random", -1),),
        raise_or_lower("middle_east", 1),
    ),
    Event(41, "tomas_masaryk", "recovery_efforts", optional=True, icon=True): (
        (PowderKeg("random", -1),),
        (Pay(2), Unrest("europe", -2)),
    ),
    Event(42, "vittorio_orlando", "gossip", icon=True): (
        (Recover("all", 4),),
        pick_player(either("target", Exhaust("target", 4, in_full=True), Unrest("chosen", +1)), regions=2),
    ),
    Event(43, "w_e_b_du_bois", "gossip", optional=True, icon=True): (
        (Withdraw("all"),),
        (Pay(3), Happiness("decider", +2)),
    ),
    Event(44, "wellington_koo", "military_manoeuvres", optional=True, icon=True): (
        RECOVER_A_UNIT,
        (Pay(2), Unrest("pacific", -2)),
    ),
    Event(45, "winston_churchill", "military_manoeuvres", optional=True, icon=True): (
        RECOVER_A_UNIT,
        (Deploy(), Happiness("decider", +1)),
    ),
    Event(46, "bolshevik_threat", "military_manoeuvres"): (
        RECOVER_A_UNIT,
        check("europe", +1),
    ),
}

EVENTS: dict[str, Event] = {
    event.id: replace(event, crisis=crisis, conference=conference) for event, (crisis, conference) in SHEET.items()
}

# The effects are those of the printed cards, with three doubts: the name of sykes_picot is reconstructed, the crisis of
# nikola_i is taken from a published game, and the crises of samuel_gompers and stephen_pichon may be each other's. The
# icon is known on arthur_balfour, billy_hughes, ho_chi_minh, keith_murdoch, paul_hymans, w_e_b_du_bois and
# winston_churchill; elsewhere it is reconstructed: it is on every card that leaves its holder something to decide.
