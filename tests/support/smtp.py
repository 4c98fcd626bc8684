"""A mail server for tests: it keeps what it takes, and refuses, fails or hangs up when told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """`answers` are what the next recipients are told, in order, instead of being taken."""

    port: int = 0
    taken: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    deaf: bool = False
    """Takes a mail, and hangs up instead of saying so."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"220 test\r\n")
            while line := await reader.readline():
                if not await self.answer(line.decode().strip().upper(), reader, writer):
                    break
        finally:
            writer.close()

    async def answer(self, said: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether to go on listening."""
        if said == "DATA":
            writer.write(b"354 go on\r\n")
            body = await reader.readuntil(b"\r\n.\r\n")
            self.taken.append(message_from_bytes(body[:-3], policy=policy.default))
            if self.deaf:
                return False
        refusal = self.answers.pop(0) if said.startswith("RCPT") and self.answers else ""
        writer.write(f"{refusal or '250 fine'}\r\n".encode() if said != "QUIT" else b"221 bye\r\n")
        return said != "QUIT"


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    made = MailServer()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
