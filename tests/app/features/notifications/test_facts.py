"""Notifications follow from the state of the games: each is found once, by one process, and vanishes when it is
settled.
"""

import asyncio

import pytest

from app.features.talk.messages import Talk
from app.live.bus import OneProcess
from app.live.talk import TalkLive
from app.rooms.talk_permissions import standing
from app.rooms.vote_kinds import TakeBack
from app.rooms.votes import cast_vote, propose
from app.store.db.schema.games import rooms
from app.store.games.votes import Vote
from app.store.messages.talk import TalkStore
from engine.core.menu import OneOf
from tests.app.features.notifications.site import NotifiedSite, Time, people_of
from tests.games.tiny import GAME
from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Accept, Collect, Offer, Order, Pass, Publish, Raise, Tip
from tests.support.games import out_of_turn
from tests.support.process import acted, board, unheard

ANYTHING = OneOf(Accept("red"), clause="7.2")


async def look(site: NotifiedSite, time: Time) -> None:
    time.passes(seconds=11)
    await site.look()


async def test_who_is_asked_first_hears_that_the_game_has_begun(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, _ = people_of(room)
    await look(site, time)
    assert await site.kinds() == [(ada, "turn", True)]


async def test_a_game_is_looked_at_once_it_has_settled(site: NotifiedSite, time: Time) -> None:
    await site.game()
    await site.look()
    assert await site.kinds() == []
    await look(site, time)
    assert await site.kinds()
    (row,) = await site.rows(rooms)
    assert row.news_at is None


async def test_a_turn_that_is_taken_matters_no_more(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    await look(site, time)
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await look(site, time)
    assert await site.kinds() == [(ada, "turn", False), (bob, "turn", True)]


async def test_who_goes_on_with_a_turn_is_not_told_of_it(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, _ = people_of(room)
    await acted(room, "red", Collect(), "k1")
    await look(site, time)
    assert await site.waiting(ada) == []


async def test_as_long_as_it_stands_it_is_one_thing(site: NotifiedSite, time: Time) -> None:
    """Whatever others do during that time."""
    room = await site.game()
    ada, _ = people_of(room)
    await look(site, time)
    before = await site.waiting(ada)
    for n in range(3):
        await acted(room, "blue", Order("none" if n % 2 else "every_auction"), f"k{n}")
        await look(site, time)
    assert [one for one in await site.waiting(ada) if one.kind == "turn"] == before
    assert [kind for _, kind, stands in await site.kinds() if stands].count("turn") == 1


async def test_a_turn_that_comes_back_is_told_again(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip()), ("blue", Collect()), ("blue", Tip())]):
        await acted(room, side, choice, f"k{n}")
        await look(site, time)
    (again,) = await site.waiting(ada)
    assert (again.kind, again.sequence) == ("turn", room.sequence)
    assert await site.waiting(bob) == []


async def test_an_offer_is_told_to_whom_it_is_made(site: NotifiedSite, time: Time) -> None:
    room = await site.game()
    room.game = out_of_turn(GAME, awaited=lambda state: {whisper.to: ANYTHING for whisper in state.whispers})
    _, bob = people_of(room)
    await acted(room, "red", Offer("blue", 1), "k1")
    await look(site, time)
    assert [one.kind for one in await site.waiting(bob)] == ["offer"]
    await acted(room, "blue", Accept("red"), "k2")
    await look(site, time)
    assert await site.waiting(bob) == []


async def test_who_was_outbid_hears_of_it(site: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.tiny.turn.SCANDAL", 1)
    room = await site.game("Ada", "Bob", "Cleo")
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    (auction,) = (step for step in room.position.agenda if isinstance(step, Auction))
    first, second, third = auction.still_in
    await acted(room, first, Raise(1), "k2")
    await acted(room, second, Raise(2), "k3")
    await look(site, time)
    people = dict(zip(("red", "blue", "green"), people_of(room), strict=True))
    assert [one.kind for one in await site.waiting(people[first])] == ["outbid"]
    assert [one.kind for one in await site.waiting(people[third])] == ["turn"], "who never bid"
    time.passes(minutes=2)
    await site.tell()
    mails = {to: text for to, _, text in await site.mails()}
    name = {"red": "ada", "blue": "bob", "green": "cleo"}[first]
    assert f"{second.capitalize()} has outbid you: 2 coins." in mails[f"{name}@example.org"]
    await acted(room, third, Pass(), "k4")
    await acted(room, first, Pass(), "k5")
    await look(site, time)
    assert [kind for _, kind, stands in await site.kinds() if stands and kind == "outbid"] == []


async def test_the_end_is_told_to_all_but_who_ended_it(site: NotifiedSite, time: Time) -> None:
    room = await site.game(options='{"rounds":1}')
    ada, bob = people_of(room)
    for n, (side, choice) in enumerate([("red", Collect()), ("red", Tip()), ("blue", Collect()), ("blue", Tip())]):
        await acted(room, side, choice, f"k{n}")
    await look(site, time)
    assert room.status == "finished"
    assert [one.kind for one in await site.waiting(ada)] == ["over"]
    assert await site.waiting(bob) == []


async def test_who_is_to_vote_hears_of_it_until_they_have(site: NotifiedSite, time: Time) -> None:
    room = await site.game(*("Ada", "Bob", "Cleo"))
    ada, bob, cleo = people_of(room)
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    vote = await propose(room, ada, "red", TakeBack(0), room.sequence)
    assert isinstance(vote, Vote)
    await look(site, time)
    asked = [(person, kind) for person, kind, stands in await site.kinds() if stands and kind == "motion"]
    assert asked == [(bob, "motion"), (cleo, "motion")]
    await cast_vote(room, bob, vote.id, True)
    await look(site, time)
    assert [person for person, kind, stands in await site.kinds() if stands and kind == "motion"] == [cleo]


async def test_of_several_processes_one_writes_down_what_it_finds(
    site: NotifiedSite, other: NotifiedSite, time: Time
) -> None:
    for n in range(4):
        await site.game(f"Ada{n}", f"Bob{n}")
    time.passes(seconds=11)
    await asyncio.gather(*(one.look() for one in (site, other) * 3))
    assert len(await site.kinds()) == 4


async def test_what_died_while_it_looked_is_looked_at_again(
    site: NotifiedSite, other: NotifiedSite, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process dies before it has stored anything, or in the middle of that."""
    await site.game()
    time.passes(seconds=11)

    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("app.store.messages.notices.raise_notice", dies)
        with pytest.raises(asyncio.CancelledError):
            await site.look()
    assert await site.kinds() == []
    await other.look()
    assert len(await site.kinds()) == 1


async def test_lessons_and_boards_tell_nothing(site: NotifiedSite, time: Time) -> None:
    room = await site.game(kind="analysis")
    await acted(room, "red", Collect(), "k1")
    await look(site, time)
    assert await site.kinds() == []
    (row,) = await site.rows(rooms)
    assert row.news_at is None


async def test_an_invitation_is_told_in_the_transaction_that_makes_it(site: NotifiedSite) -> None:
    guest = await site.person("Guest")
    await site.table("Ada", invited=(guest.id,))
    assert [one.kind for one in await site.waiting(guest.id)] == ["invitation"]


def talk_of(site: NotifiedSite) -> Talk:
    store, bus = TalkStore(site.process.database), OneProcess()
    bus.start(unheard)
    return Talk(store, TalkLive(store, bus))


async def test_who_is_called_by_name_hears_of_it_once_until_they_have_read_it(site: NotifiedSite, time: Time) -> None:
    room = await site.game("Ada", "Bob", "Cleo")
    ada, bob, cleo = people_of(room)
    talk, who = talk_of(site), standing(room, await site.found(ada))
    assert who
    await talk.say(who, "table", "Well, @bob? And @Cleopatra?")
    await talk.say(who, "table", "@Bob!")
    (first,) = await site.waiting(bob)
    assert (first.kind, first.sequence, first.seen) == ("mention", 1, False)
    assert await site.waiting(cleo) == []
    await talk.store.read(bob, who.table.id, "table", 2)
    assert [one.seen for one in await site.waiting(bob)] == [True]
    await talk.say(who, "table", "@Bob again")
    assert [(one.sequence, one.seen) for one in await site.waiting(bob)] == [(3, False)]


async def test_who_mutes_somebody_is_not_called_by_them(site: NotifiedSite) -> None:
    room = await site.game()
    ada, bob = people_of(room)
    talk, who = talk_of(site), standing(room, await site.found(ada))
    assert who
    await talk.store.mute(bob, ada)
    await talk.say(who, "table", "@Bob")
    assert await site.waiting(bob) == []


async def test_who_can_not_hear_a_channel_is_not_called_in_it(site: NotifiedSite) -> None:
    room = await site.game("Ada", "Bob", "Cleo")
    ada, bob, cleo = people_of(room)
    talk, who = talk_of(site), standing(room, await site.found(ada))
    assert who
    await talk.say(who, "red-blue", "@Bob, not a word to @Cleo")
    assert await site.waiting(cleo) == []
    assert len(await site.waiting(bob)) == 1
