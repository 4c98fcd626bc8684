"""The topics by which readers can filter the log."""

from __future__ import annotations

from engine.belle_epoque import action_journal as actions
from engine.belle_epoque import automated_journal as automated
from engine.belle_epoque import journal
from engine.belle_epoque.orders import OrderFired, OrderSwitchedOff
from engine.core.topics import Topic

DICE = (
    journal.EventRolled,
    actions.ContestRolled,
    actions.DieRolledAgain,
    automated.RowRolled,
    automated.CellRolled,
    automated.CardDieRolled,
    automated.LossRolled,
)
CONTESTS = (
    actions.ContestBegan,
    actions.FleetsCommitted,
    actions.ArmiesCommitted,
    actions.ContestRolled,
    actions.DieRolledAgain,
    actions.LeftAsItIs,
    actions.ContestWon,
    actions.BothLeft,
    actions.ContestLapsed,
)
HOLDERS = (journal.AllianceBegan, journal.AllianceEnded, journal.ControlBegan, journal.ControlEnded)
CARDS = (
    journal.EventDrawn,
    journal.CardClaimed,
    journal.IntrigueDrawn,
    journal.IntrigueKept,
    actions.CardPlayed,
    actions.CardAimed,
    actions.Marked,
    actions.IntrigueStolen,
)
TOPICS = (
    Topic("orders", (OrderFired, OrderSwitchedOff), recap=True),
    Topic("holders", HOLDERS, recap=True),
    Topic("contests", CONTESTS, recap=True),
    Topic("cards", CARDS),
    Topic("dice", DICE),
)
