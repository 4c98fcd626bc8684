"""A mail server for tests. It keeps the mails it takes, and refuses, fails or hangs up when told to. With a certificate
it offers STARTTLS; it lets every user log in, and records each command and whether it was encrypted.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """`answers` are given to the next recipients, in order, instead of accepting them."""

    port: int = 0
    tls: ssl.SSLContext | None = None
    taken: list[EmailMessage] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    heard: list[tuple[str, bool]] = field(default_factory=list)
    """Each command, and whether it was encrypted."""
    deaf: bool = False
    """Take a mail, but hang up instead of confirming it."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(b"220 test\r\n")
            while line := await reader.readline():
                if not await self.answer(line.decode().strip(), reader, writer):
                    break
        except (ConnectionError, ssl.SSLError):
            self.heard.append(("hung up", False))
        finally:
            writer.close()

    async def answer(self, line: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer a line; return whether to go on listening."""
        said, encrypted = line.upper(), writer.get_extra_info("ssl_object") is not None
        self.heard.append((line, encrypted))
        if said.startswith("EHLO"):
            offered = ["STARTTLS"] * (self.tls is not None and not encrypted) + ["AUTH PLAIN LOGIN"]
            writer.write("".join(f"250-{one}\r\n" for one in ("test", *offered)).encode() + b"250 8BITMIME\r\n")
            return True
        if said == "STARTTLS" and self.tls:
            writer.write(b"220 go on\r\n")
            await writer.start_tls(self.tls)
            return True
        if said.startswith("AUTH"):
            writer.write(b"235 welcome\r\n")
            return True
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
async def mail_server(tls: ssl.SSLContext | None = None, from_the_start: bool = False) -> AsyncIterator[MailServer]:
    """Start a server. With a certificate it offers STARTTLS, or speaks TLS from the start."""
    made = MailServer(tls=tls)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0, ssl=tls if from_the_start else None)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
