"""docker-compose.yml starts the site that docs/operating.md describes. The test reads it without Docker; the tests of
processes and of the harness run such a site, several processes over Postgres and Redis.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

from app.base.paths import ROOT
from app.cli import horloge
from app.settings import Settings, read_settings
from tests.house.test_documented import settings_of
from tests.support.composed import GIVEN, composed, filled

TEXT = (ROOT / "docker-compose.yml").read_text()
FILE = composed(TEXT)
SERVICES: dict[str, dict[str, Any]] = FILE["services"]
OURS = {name for name, service in SERVICES.items() if "build" in service}
APPS = {name for name in OURS if SERVICES[name]["command"] == ["horloge", "serve"]}
SECRET = re.compile(r"PASSWORD|TOKEN|AUTH|SECRET$|MAIL_URL|DATABASE_URL|REDIS_URL")
GIVEN_ONES = {"HORLOGE_ADDRESS": "https://example.org"}
PINS = re.findall(r"^pin ([A-Z]+_IMAGE) ", (ROOT / "deploy" / "images.sh").read_text(), re.MULTILINE)


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
def test_images_are_taken_by_digest(name: str) -> None:
    """No service names a tag, which may lead elsewhere tomorrow: nothing starts without the digests that
    deploy/images.sh found."""
    assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:\?run deploy/images.sh\}", SERVICES[name]["image"])
    assert variable_of(SERVICES[name]["image"]) in PINS


@pytest.mark.parametrize("name", sorted(OURS))
def test_our_own_image_is_built_upon_one_that_is_taken_by_digest(name: str) -> None:
    assert variable_of(SERVICES[name]["build"]["args"]["PYTHON_IMAGE"]) == "PYTHON_IMAGE"
    assert "PYTHON_IMAGE" in PINS
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert bases == ["${PYTHON_IMAGE}"] * 2


def variable_of(text: str) -> str:
    found = GIVEN.fullmatch(text)
    assert found
    return found["name"]


FAKE_DOCKER = """#!/bin/sh
[ "$1 $2 $3" = "buildx imagetools inspect" ] && echo "%s"
"""


def pinned(folder: Path, digest: str) -> subprocess.CompletedProcess[str]:
    """Run the script against a registry that gives this answer."""
    docker = folder / "docker"
    docker.write_text(FAKE_DOCKER % digest)
    docker.chmod(0o755)
    environment = {"PATH": f"{folder}:/usr/bin:/bin"}
    command = ["sh", str(ROOT / "deploy" / "images.sh")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_script_pins_what_the_registry_says(tmp_path: Path) -> None:
    digest = f"sha256:{'0a' * 32}"
    done = pinned(tmp_path, digest)
    assert [line.partition("=")[0] for line in done.stdout.splitlines()] == PINS
    assert all(re.fullmatch(rf"[A-Z]+_IMAGE=[a-z]+:[\w.-]+@{digest}", line) for line in done.stdout.splitlines())
    assert {variable_of(SERVICES[name]["image"]) for name in set(SERVICES) - OURS} | {"PYTHON_IMAGE"} == set(PINS)


@pytest.mark.parametrize("digest", ["", "unknown", "sha256:short"])
def test_without_a_digest_nothing_is_pinned(tmp_path: Path, digest: str) -> None:
    done = pinned(tmp_path, digest)
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_guarded(name: str) -> None:
    """It is read-only but for temporary folders, without capabilities or a way to get any, and with limits."""
    service = SERVICES[name]
    assert service["read_only"] is True
    assert any(mount.startswith("/tmp:size=") for mount in service["tmpfs"])
    assert all("size=" in mount for mount in service["tmpfs"])
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert 0 < service["pids_limit"] <= 256
    assert 0 < service["cpus"] <= 2
    assert not {"privileged", "network_mode", "pid", "ipc", "devices"} & set(service)
    assert not any("docker.sock" in volume for volume in service.get("volumes", ()))


def test_the_proxy_reaches_neither_store() -> None:
    networks = {name: set(service["networks"]) for name, service in SERVICES.items()}
    stores = networks["postgres"] | networks["redis"]
    assert stores == {"back"}
    assert not networks["proxy"] & stores
    assert all(networks[name] == {"front", "back"} for name in OURS)
    assert FILE["networks"]["back"]["internal"] is True


@pytest.mark.parametrize("name", SERVICES)
def test_a_check_gives_a_busy_process_time(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    patience = int(check["timeout"].removesuffix("s"))
    assert patience >= (20 if name in APPS else 10)
    assert check["retries"] >= 3
    inner = re.search(r"timeout=(\d+)", str(check["test"]))
    assert (int(inner[1]) < patience) if inner else name not in APPS
    assert "health_timeout 10s" in (ROOT / "Caddyfile").read_text()


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_are_files(name: str) -> None:
    """No variable holds a secret, since those who may inspect a container would see it; and each secret is one of the
    files that are made."""
    for variable, value in SERVICES[name].get("environment", {}).items():
        assert not SECRET.search(variable) or variable.endswith("_FILE"), variable
        assert not re.search(r"://[^/]*@", str(value)), variable
    for secret in SERVICES[name].get("secrets", ()):
        assert FILE["secrets"][secret] == {"file": f"./secrets/{secret}"}


def test_the_script_makes_each_secret_once(tmp_path: Path) -> None:
    command = ["sh", str(ROOT / "deploy" / "secrets.sh"), str(tmp_path / "secrets")]
    subprocess.run(command, check=True)
    made = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
    assert (
        set(made)
        == set(FILE["secrets"])
        == {name for service in SERVICES.values() for name in service.get("secrets", ())}
    )
    long = [text for name, text in made.items() if re.search(r"password|token", name)]
    assert all(re.fullmatch(r"[0-9a-f]{48}\n", text) for text in long)
    assert len(set(long)) == len(long)
    subprocess.run(command, check=True)
    assert {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()} == made
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700


def test_the_settings_read_what_the_script_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["sh", str(ROOT / "deploy" / "secrets.sh"), str(tmp_path)], check=True)
    monkeypatch.setenv("HORLOGE_SECRETS", str(tmp_path))
    for name in ("DATABASE_URL", "REDIS_URL", "HORLOGE_WATCH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    read, password = read_settings(), (tmp_path / "horloge_password").read_text().strip()
    assert read.database_url == f"postgresql+asyncpg://horloge:{password}@postgres/horloge"
    assert read.redis_url.startswith("redis://:")
    assert len(read.watch_token) == 48
    assert read.mail_url == ""


def test_what_is_set_are_settings_that_there_are() -> None:
    known = settings_of(Settings)
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= set(known)
    given: dict[str, Any] = {
        variable.lower().removeprefix("horloge_"): filled(value, GIVEN_ONES) for variable, value in ours().items()
    }
    assert Settings(**given).proxies != "127.0.0.1", "the proxy is another machine there"
    assert {name.upper() for name in SERVICES["app-1"]["secrets"]} <= set(known)


def ours() -> dict[str, str]:
    return {variable: str(value) for variable, value in SERVICES["backup"]["environment"].items()}


def test_the_commands_are_commands_that_there_are() -> None:
    """Their options exist too, and each night's backup is tried out."""
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
    """It also owns the folder that backups go to."""
    text = (ROOT / "Dockerfile").read_text()
    assert "http://127.0.0.1:8000/health/ready" in text
    assert "/healthz" not in text
    assert re.search(r"chown horloge .*/backups", text)
