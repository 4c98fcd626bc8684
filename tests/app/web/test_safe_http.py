"""Outgoing requests reach only the open internet, at the very address that was checked, and delay nothing else."""

import asyncio
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from app.web import safe_http as outgoing
from app.web.safe_http import Forbidden, Unanswered, is_public, judge, post, taken_apart
from tests.support.receiving import Receiver, status


class Names:
    """A name server: each name has these addresses, in turn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **answers: list[list[str]]) -> None:
        self.answers, self.asked = answers, 0
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", self.look_up, raising=False)
        self.really = socket.getaddrinfo

    async def look_up(self, host: str, port: int, **how: Any) -> list[Any]:
        name = host.partition(".")[0]
        if name not in self.answers:
            return self.really(host, port, proto=socket.IPPROTO_TCP, flags=socket.AI_NUMERICHOST)
        self.asked += 1
        found = self.answers[name]
        return [(0, 0, 0, "", (address, port)) for address in (found.pop(0) if len(found) > 1 else found[0])]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1",
        "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::", "64:ff9b::a00:1",
        "2001:db8::1", "fec0::1", "64:ff9b:1::7f00:1", "::7f00:1", "::ffff:0:127.0.0.1",
    ],
)  # fmt: skip
def test_what_is_not_public_is_not_reached_however_it_is_wrapped(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_the_open_internet_is(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://example.org/", "scheme"),
        ("ftp://example.org/", "scheme"),
        ("javascript:alert(1)", "address"),
        ("https:///nothing", "address"),
        ("https://user:password@example.org/", "address"),
        ("https://example.org:22/", "port"),
        ("https://example.org:99999/", "address"),
        ("https://exa mple.org/", "address"),
        ("https://example.org/\r\nHost: other", "address"),
        ("https://[fe80::1%25eth0]/", "address"),
        ("https://[not-one]/", "address"),
        ("https://example.org/" + "a" * 500, "address"),
        ("", "address"),
    ],
)
def test_what_is_no_address_of_ours_is_refused_with_its_reason(url: str, reason: str) -> None:
    with pytest.raises(Forbidden) as refused:
        taken_apart(url, local=False)
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://[::1]:8443/", "https://2130706433/", "https://0x7f.1/", "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data/", "https://[::ffff:127.0.0.1]/", "https://localhost/",
    ],
)  # fmt: skip
async def test_a_private_address_is_refused_however_it_is_written(url: str) -> None:
    with pytest.raises(Forbidden, match="private"):
        await judge(url)


async def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    Names(monkeypatch, mixed=[["8.8.8.8", "10.0.0.1"]], fine=[["8.8.8.8", "2606:4700:4700::1111"]])
    await judge("https://fine.example/")
    with pytest.raises(Forbidden, match="private"):
        await judge("https://mixed.example/")


async def test_the_connection_goes_to_the_address_that_was_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with another address at the second lookup leads nowhere."""
    names = Names(monkeypatch, rebound=[["8.8.8.8"], ["127.0.0.1"]])
    reached: list[tuple[str, str]] = []

    async def open_connection(host: str, port: int, **how: Any) -> Any:
        reached.append((host, how["server_hostname"]))
        raise OSError("no way")

    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    with pytest.raises(Unanswered):
        await post("https://rebound.example/", b"", {})
    assert (reached, names.asked) == ([("8.8.8.8", "rebound.example")], 1)
    with pytest.raises(Forbidden, match="private"):
        await post("https://rebound.example/", b"", {})
    assert len(reached) == 1


async def test_this_machine_is_reached_only_where_that_is_allowed(receiver: Receiver) -> None:
    with pytest.raises(Forbidden, match="scheme"):
        await post(receiver.address, b"", {})
    answer = await post(f"{receiver.address}?a=b", b"body", {"Content-Type": "text/plain"}, local=True)
    assert answer.status == 204
    (taken,) = receiver.taken
    assert (taken.path, taken.body, taken.headers["content-type"]) == ("/hook?a=b", b"body", "text/plain")
    assert taken.headers["host"] == f"127.0.0.1:{receiver.port}"
    with pytest.raises(Forbidden, match="private"):
        await post("http://10.0.0.1/", b"", {}, local=True)


async def test_nobody_is_followed_elsewhere(receiver: Receiver) -> None:
    receiver.answers = [status(302, f"Location: {receiver.address}")]
    assert (await post(receiver.address, b"", {}, local=True)).status == 302
    assert receiver.connections == 1


async def test_how_long_to_wait_is_heard(receiver: Receiver) -> None:
    receiver.answers = [status(429, "Retry-After: 17"), status(503, "Retry-After: Wed, 21 Oct 2026 07:28:00 GMT")]
    assert await post(receiver.address, b"", {}, local=True) == (429, 17.0)
    assert await post(receiver.address, b"", {}, local=True) == (503, 0.0)


async def test_what_comes_before_the_answer_is_passed_over(receiver: Receiver) -> None:
    receiver.answers = [status(103, "Link: </a>") + status(200)]
    assert (await post(receiver.address, b"", {}, local=True)).status == 200


@pytest.mark.parametrize(
    "answer",
    [b"", b"220 mail.example ESMTP\r\n\r\n", b"HTTP/1.1 200 Fine\r\nA: " + b"a" * 40_000, b"HTTP/1.1 2\r\n\r\n"],
)
async def test_who_does_not_speak_as_a_web_server_is_not_listened_to(receiver: Receiver, answer: bytes) -> None:
    receiver.answers = [answer]
    with pytest.raises(Unanswered):
        await post(receiver.address, b"", {}, local=True)


async def test_who_keeps_silent_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.05)

    left = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while await reader.read(1024):
                pass
        writer.transport.abort()
        left.set()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    with pytest.raises(Unanswered, match="TimeoutError"):
        await post(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", b"", {}, local=True)
    await left.wait()
    server.close()
    await asyncio.sleep(0)  # cancelled requests are closed in this turn


async def test_a_name_that_is_not_known_just_now_may_be_later() -> None:
    with pytest.raises(Forbidden, match="name"):
        await judge("https://nothing.invalid/")
    with pytest.raises(Unanswered):
        await post("https://nothing.invalid/", b"", {})


def certificate(folder: Path, name: str) -> Path:
    """Make a self-signed certificate for a server of this name."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder().subject_name(who).issuer_name(who).public_key(key.public_key())
        .serial_number(1).not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(plain + made.public_bytes(pem))
    return file


async def test_over_tls_the_certificate_has_to_be_of_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = certificate(tmp_path, "localhost")
    given = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    given.load_cert_chain(file)
    monkeypatch.setattr(outgoing, "trusted_context", lambda: ssl.create_default_context(cafile=str(file)))
    receiver = Receiver()
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0, ssl=given)
    port = server.sockets[0].getsockname()[1]
    Names(monkeypatch, localhost=[["127.0.0.1"]], other=[["127.0.0.1"]])
    assert (await post(f"https://localhost:{port}/", b"", {}, local=True)).status == 204
    with pytest.raises(Unanswered, match="CERTIFICATE_VERIFY_FAILED"):
        await post(f"https://other.example:{port}/", b"", {}, local=True)
    server.close()
