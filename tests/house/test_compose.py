"""docker-compose.yml starts what docs/operating.md describes. No Docker is needed to look at it; that such a site holds
together, several processes over Postgres and Redis, the tests of processes and of the harness show.
"""

import re
from typing import Any

import pytest
import typer

from app.cli import horloge
from app.paths import ROOT
from app.settings import Settings
from tests.house.test_documented import settings_of
from tests.support.composed import GIVEN, composed, filled

TEXT = (ROOT / "docker-compose.yml").read_text()
FILE = composed(TEXT)
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
OURS = {name for name, service in SERVICES.items() if "build" in service}
APPS = {name for name in OURS if SERVICES[name]["command"] == ["horloge", "serve"]}
SECRET = re.compile(r"PASSWORD|TOKEN|AUTH|SECRET|MAIL_URL")
GIVEN_ONES = {"POSTGRES_PASSWORD": "x", "REDIS_PASSWORD": "x", "HORLOGE_ADDRESS": "https://example.org"}


def test_two_apps_stand_between_a_proxy_and_the_stores() -> None:
    assert len(APPS) == 2
    assert sorted(OURS - APPS) == ["backup"]
    assert set(SERVICES) - OURS == {"postgres", "redis", "proxy"}
    assert set(SERVICES["proxy"]["depends_on"]) == APPS
    published = [name for name, service in SERVICES.items() if "ports" in service]
    assert published == ["proxy"], "nobody reaches the others from outside"
    caddy = (ROOT / "Caddyfile").read_text()
    assert f"reverse_proxy {' '.join(f'{name}:8000' for name in sorted(APPS))} {{" in caddy
    assert "health_uri /health/ready" in caddy


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_says_whether_it_is_well_and_is_started_again(name: str) -> None:
    service = SERVICES[name]
    assert service["healthcheck"]["test"][0] in {"CMD", "CMD-SHELL"}
    assert service["restart"] == "unless-stopped"
    for other, condition in service.get("depends_on", {}).items():
        assert other in SERVICES
        assert condition == {"condition": "service_healthy"}


@pytest.mark.parametrize("name", sorted(set(SERVICES) - OURS))
def test_images_are_pinned(name: str) -> None:
    assert re.fullmatch(r"[a-z]+:\d+\.\d+", SERVICES[name]["image"])


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_come_from_outside(name: str) -> None:
    for variable, value in SERVICES[name]["environment"].items():
        assert not SECRET.search(variable) or GIVEN.fullmatch(str(value)), variable
        if variable.endswith("_URL") and "@" in str(value):
            password = str(value).partition("://")[2].rpartition("@")[0].partition(":")[2]
            assert GIVEN.fullmatch(password), variable


def test_what_is_set_are_settings_that_there_are() -> None:
    known = settings_of(Settings)
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= set(known)
    given: dict[str, Any] = {
        variable.lower().removeprefix("horloge_"): filled(value, GIVEN_ONES) for variable, value in ours().items()
    }
    read = Settings(**given)
    assert read.database_url.startswith("postgresql+asyncpg://horloge:x@postgres/")
    assert read.redis_url.startswith("redis://:x@redis:")
    assert read.proxies != "127.0.0.1", "the proxy is another machine there"


def ours() -> dict[str, str]:
    return {variable: str(value) for variable, value in SERVICES["backup"]["environment"].items()}


def test_the_commands_are_commands_that_there_are() -> None:
    """With options that there are; each night's backup is tried out."""
    commands = typer.main.get_command(horloge)
    script = SERVICES["backup"]["command"][2]
    lines = re.findall(r"\bhorloge ([^;&\n]+)", script)
    called = {line.split()[0]: line.split()[1:] for line in [*lines, "serve"]}
    assert set(called) == {"backup", "restore", "serve"}
    for name, words in called.items():
        options = {option for parameter in commands.commands[name].params for option in parameter.opts}  # type: ignore[attr-defined]
        assert {word for word in words if word.startswith("--")} <= options
    assert "--trial" in called["restore"]


def test_what_has_to_last_lies_on_volumes_that_are_named() -> None:
    mounted = [volume for service in SERVICES.values() for volume in service.get("volumes", ())]
    named = {volume.partition(":")[0] for volume in mounted if not volume.startswith(".")}
    assert named == set(FILE["volumes"])
    assert {"database", "backups", "certificates"} <= named
    for volume in mounted:
        if volume.startswith("."):
            assert (ROOT / volume.partition(":")[0]).is_file()


def test_the_image_asks_an_address_that_there_is() -> None:
    """And owns the folder that backups go to."""
    text = (ROOT / "Dockerfile").read_text()
    assert "http://127.0.0.1:8000/health/ready" in text
    assert "/healthz" not in text
    assert re.search(r"chown horloge .*/backups", text)


@pytest.mark.parametrize("strange", ["a: >\n  b", "a: {b: c", "a: 'b'", "a:\n\tb: c", "a: b\n  c: d", "a: b\na: c"])
def test_what_the_reader_does_not_know_it_refuses(strange: str) -> None:
    with pytest.raises((ValueError, AssertionError)):
        composed(strange)
