"""The bus over Redis: PUBLISH on a few channels, with rooms spread over them by a hash of their key."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

from redis.asyncio import Redis

from app.live.bus import CONNECT_SECONDS, Gathering, Hear, Hint, encode_hints, hear_all

SHARDS = 16
QUIET_SECONDS = 5.0


def channel(room: str) -> str:
    return f"horloge:{crc32(room.encode()) % SHARDS}"


CHANNELS = [f"horloge:{shard}" for shard in range(SHARDS)]


class RedisBus(Gathering):
    name = "Redis"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.sender: Redis = Redis.from_url(url, socket_timeout=CONNECT_SECONDS, socket_connect_timeout=CONNECT_SECONDS)
        self.listener: Redis = Redis.from_url(url, socket_timeout=None, socket_connect_timeout=CONNECT_SECONDS)

    async def listen(self, hear: Hear) -> None:
        async with self.listener.pubsub(ignore_subscribe_messages=True) as feed:
            await feed.subscribe(*CHANNELS)
            while True:
                message = await feed.get_message(timeout=QUIET_SECONDS)
                if message is None:
                    await feed.ping()
                elif message["type"] == "message":
                    hear_all(hear, message["data"])

    async def send(self, hints: Iterable[Hint]) -> None:
        sharded: dict[str, list[Hint]] = defaultdict(list)
        for hint in hints:
            sharded[channel(hint.room)].append(hint)
        async with self.sender.pipeline(transaction=False) as pipeline:
            for shard, some in sharded.items():
                pipeline.publish(shard, encode_hints(some))
            await pipeline.execute()

    async def hang_up(self) -> None:
        await self.sender.aclose()
        await self.listener.aclose()
