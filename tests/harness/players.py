"""Players and spectators over the public protocol alone: sockets and forms of the pages (docs/api.md). A player who
loses the connection goes to any process that is up and asks again under the same key or, now and then, never does.
Everything they send, are told and are shown goes into the history.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Protocol

import httpx2
import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from engine.core.state import Side
from tests.harness.cluster import Cluster
from tests.harness.history import History, Request
from tests.harness.requests import Requests
from tests.harness.tables import Seat

NOWHERE = 2**31 - 1
"""A sequence that no table is at: a client that claims it is sent everything."""
PATIENCE = 4.0
"""Seconds after which a client stops waiting for an answer: its outcome is unknown."""
GONE = (OSError, WebSocketException, httpx2.HTTPError, EOFError, TimeoutError)
BY_FORM, TWICE, AGAIN, OTHERWISE, GIVE_UP = 0.12, 0.06, 0.04, 0.04, 0.15
"""How often something is sent by a form instead of the socket; by both at once; again after it was answered; something
else under its key; and how often an unknown outcome is left unknown."""
SETTLED = {409, 422, 403, 404}
"""Statuses after which nothing has happened, and nothing will."""


class Now(Struct):
    epoch: int
    status: str
    side: Side | None
    waiting: tuple[Side, ...]
    view: Raw


class Heard(Struct):
    """The part of a frame or an answer that matters to a player."""

    seq: int = -1
    now: Now | None = None
    html: str = ""
    answer: str = ""
    status: int = 0
    sequence: int = -1


class Errand(Struct):
    """A request as it goes over the wire."""

    request: Request
    key: str
    body: bytes


class Answer(Struct, frozen=True):
    status: int
    sequence: int = -1


class Place(Protocol):
    """A place where a process listens."""

    @property
    def address(self) -> str: ...


Choose = Callable[["Player"], Awaitable[bytes | None]]
"""Returns what a player would choose now, if anything."""
heard = msgspec.json.Decoder(Heard).decode


@asynccontextmanager
async def dialled(place: Place, room: str, form: str, headers: dict[str, str]) -> AsyncIterator[ClientConnection]:
    address = f"{place.address.replace('http', 'ws', 1)}/tables/{room}/feed?after={NOWHERE}&as={form}&lang=en"
    own = {"cookie": headers["cookie"]} if "cookie" in headers else {}
    opening = connect(
        address,
        additional_headers=own,
        origin=Origin(place.address),
        compression=None,
        proxy=None,
        open_timeout=PATIENCE,
        close_timeout=0.2,
    )
    async with opening as socket:
        try:
            yield socket
        finally:
            await closed(socket)


async def closed(socket: ClientConnection) -> None:
    """Close the socket. A player cancelled during the close would leave it open: the library waits for the other end
    first."""
    try:
        await socket.close()
    finally:
        socket.transport.abort()


class Player:
    def __init__(
        self,
        seat: Seat,
        cluster: Cluster,
        history: History,
        http: Requests,
        chance: Random,
        choose: Choose,
        pause: float,
    ) -> None:
        self.seat, self.cluster, self.history, self.http = seat, cluster, history, http
        self.chance, self.choose, self.pause = chance, choose, pause
        self.now: Now | None = None
        self.sequence = -1
        self.news = asyncio.Event()
        self.asked: dict[str, asyncio.Future[Answer]] = {}
        self.owed: Errand | None = None
        """The request sent last, as long as its outcome is unknown."""
        self.lost_at: float | None = None
        self.number = 0

    async def play(self) -> None:
        """Play until cancelled."""
        pause = 0.0
        while True:
            with suppress(*GONE):
                slot, pause = self.cluster.any(self.chance), min(0.4, pause + 0.05)
                async with dialled(slot, self.seat.room, "json", self.seat.headers(slot.address)) as socket:
                    pause = 0.0
                    await self.sit(socket)
            if self.lost_at is None and self.sequence >= 0:
                self.lost_at = time.monotonic()
            self.now = None
            await asyncio.sleep(0.02 + pause + 0.1 * self.chance.random())

    def leave(self) -> None:
        """End: a player who is away has not come back."""
        if self.lost_at is not None:
            self.history.be_back(self.lost_at)

    async def sit(self, socket: ClientConnection) -> None:
        """Play for as long as the connection holds."""
        acting = asyncio.create_task(self.go_on(socket))
        try:
            async for frame in socket:
                self.hear(heard(frame))
        finally:
            acting.cancel()
            for answer in self.asked.values():
                answer.cancel()
            self.asked.clear()
            with suppress(asyncio.CancelledError, *GONE):
                await acting

    def hear(self, told: Heard) -> None:
        if told.answer:
            answer = self.asked.pop(told.answer, None)
            if answer and not answer.done():
                answer.set_result(Answer(told.status, told.sequence))
        elif told.now:
            self.now, self.sequence = told.now, told.seq
            self.history.show(self.seat.room, told.now.epoch, told.seq, told.now.side, bytes(told.now.view))
            if self.lost_at is not None:
                self.history.be_back(self.lost_at)
                self.lost_at = None
            self.news.set()

    async def go_on(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.pause * 2 * self.chance.random())
            with suppress(*GONE):
                if self.owed is None:
                    self.owed = await self.decide()
                if self.owed:
                    await self.ask(socket, self.owed)
                else:
                    await self.wait_for_news()

    async def wait_for_news(self) -> None:
        self.news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.news.wait()

    async def decide(self) -> Errand | None:
        choice = await self.choose(self) if self.now and self.now.status == "playing" else None
        return self.errand(choice) if choice else None

    def errand(self, choice: bytes, key: str = "") -> Errand | None:
        """Make a request of a choice, decided at the position shown last."""
        if self.now is None or self.now.side is None:
            return None
        if not key:
            self.number += 1
            key = f"k{self.number}"
        place = {"epoch": self.now.epoch, "sequence": self.sequence, "side": self.now.side}
        body = msgspec.json.encode({"key": key, **place, "choice": Raw(choice)})
        kept = f"{self.seat.person}.{key}.{self.now.epoch}.{self.sequence}"
        return Errand(self.history.send(self.seat.room, kept, self.now.side, choice), key, body)

    async def ask(self, socket: ClientConnection, errand: Errand) -> None:
        """Send it; once it is settled, it is not owed any more."""
        way = self.chance.random()
        if way < TWICE:
            both = self.by_socket(socket, errand), self.by_form(errand)
            found = await asyncio.gather(*both, return_exceptions=True)
            answers = [answer for answer in found if isinstance(answer, Answer)]
        else:
            answers = [await (self.by_form(errand) if way < TWICE + BY_FORM else self.by_socket(socket, errand))]
        settled = [self.note(errand, answer) for answer in answers]
        if True in settled:
            self.owed = None
            await self.try_again(errand)
        elif self.chance.random() < GIVE_UP:
            self.owed = None

    async def by_socket(self, socket: ClientConnection, errand: Errand) -> Answer:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.asked[errand.key] = answer
        await socket.send(b'{"act":' + errand.body + b"}", text=True)
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def by_form(self, errand: Errand) -> Answer:
        """Send it by form to any process that is up."""
        slot = self.cluster.any(self.chance)
        headers = self.seat.headers(slot.address) | {"content-type": "application/json"}
        address = f"{slot.address}/tables/{self.seat.room}/act"
        told = await self.http.post(address, content=errand.body, headers=headers)
        return Answer(told.status_code, told.json()["sequence"] if told.status_code == 200 else -1)

    def note(self, errand: Errand, answer: Answer) -> bool:
        """Record an answer; return whether it settles the request."""
        self.history.answers[answer.status] += 1
        if answer.status == 200:
            self.history.accept(errand.request, answer.sequence)
        elif answer.status in SETTLED:
            self.history.refuse(errand.request)
        return answer.status == 200 or answer.status in SETTLED

    async def try_again(self, errand: Errand) -> None:
        """Repeat a settled request, which gets the same answer, or send another choice under its key, which is
        refused."""
        if not errand.request.sequences:
            return
        way = self.chance.random()
        if way < AGAIN:
            self.note(errand, await self.by_form(errand))
        elif way < AGAIN + OTHERWISE:
            other = self.instead(errand)
            self.note(other, await self.by_form(other))

    def instead(self, errand: Errand) -> Errand:
        """Return the same request with another choice."""
        request, said = errand.request, json.loads(errand.body)
        said["choice"] = other_than(said["choice"])
        choice = msgspec.json.encode(said["choice"])
        return Errand(
            self.history.send(request.room, request.key, request.side, choice), errand.key, msgspec.json.encode(said)
        )


def other_than(choice: dict[str, object]) -> dict[str, object]:
    """Return another choice of the same game."""
    passes: dict[str, object] = {"do": "order", "pass_in": "none"}
    return passes if choice != passes else {"do": "order", "pass_in": "every_auction"}


async def guess(player: Player) -> bytes | None:
    """At the Antechamber, guess a choice that may be legal by what the view shows. Half of the guesses are not, and are
    refused."""
    assert player.now
    view, side, chance = json.loads(bytes(player.now.view)), player.now.side, player.chance
    choices: list[dict[str, object]] = [{"do": "order", "pass_in": "none" if view["order"] else "every_auction"}]
    if side in player.now.waiting and chance.random() < 0.7:
        choices = [{"do": "collect"}, {"do": "tip"}, {"do": "publish", "dispatch": chance.choice(view["hand"] or [1])}]
        choices += [{"do": "call_ballot"}, {"do": "stake", "coins": chance.randint(0, 2)}]
        if bidding := view["bidding"]:
            raised = {"do": "raise", "coins": bidding["standing"] + 1}
            choices = [{"do": "pass"}, raised, {"do": "leak", "leak": False}, {"do": "leak", "leak": True}]
    return msgspec.json.encode(chance.choice(choices))


async def enquire(player: Player) -> bytes | None:
    """At any game, pick one of the legal choices that the server lists."""
    assert player.now
    side = player.now.side
    if side not in player.now.waiting:
        return None
    slot = player.cluster.any(player.chance)
    address = f"{slot.address}/api/v1/tables/{player.seat.room}/choices?side={side}&limit=20"
    told = await player.http.get(address, headers=player.seat.headers(slot.address))
    if told.status_code != 200:
        return None
    menus = [menu["choices"] for menu in told.json()["asked"] if menu["choices"]]
    return msgspec.json.encode(player.chance.choice(player.chance.choice(menus))) if menus else None


class Onlooker:
    """A spectator: a program that receives views, or a page that receives changes of its parts."""

    def __init__(self, room: str, form: str, cluster: Cluster, history: History, chance: Random) -> None:
        self.room, self.form, self.cluster, self.history, self.chance = room, form, cluster, history, chance

    async def look(self) -> None:
        while True:
            with suppress(*GONE):
                async with dialled(self.cluster.any(self.chance), self.room, self.form, {}) as socket:
                    async for frame in socket:
                        self.hear(heard(frame))
            await asyncio.sleep(0.1 + 0.1 * self.chance.random())

    def hear(self, told: Heard) -> None:
        if told.now:
            self.history.show(self.room, told.now.epoch, told.seq, told.now.side, bytes(told.now.view))
        elif told.seq >= 0:
            self.history.show(self.room, 0, told.seq)
