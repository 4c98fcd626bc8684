"""One hostile visitor at a real server process: everyone else is answered, and the process is healthy all the time.
`horloge harness hostile` measures the speed; here nothing depends on the clock.
"""

import asyncio
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

from app.cli import horloge
from tests.harness.hostile import KINDS
from tests.harness.siege import CALM, Phase, Site, gathered, phase, site_of

ROUNDS = 3
PATIENCE = 60.0
REFUSED = {"imports": "429", "halves": "429", "connections": "429", "rubbish": "400"}
"""The answers that the hostile visitor gets at least once, for kinds that reach a limit within so few rounds."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_of("sqlite", tmp_path_factory.mktemp("siege")) as made:
        yield made


@pytest.mark.parametrize("kind", [CALM, *KINDS])
def test_everybody_else_is_answered_and_the_process_is_well(site: Site, kind: str) -> None:
    found = asyncio.run(besieged(site, kind))
    assert found.refused == []
    assert found.failed_checks == []
    assert found.asked == ROUNDS * len(site.people) * 3
    assert found.checks > 0
    assert found.spent.keys() == {"server", "visitors", "harness"}
    assert found.spent["server"] > 0
    if kind in REFUSED:
        assert REFUSED[kind] in found.hostile
    if kind == "honest":
        assert set(found.hostile) <= {"200", "429"}


async def besieged(site: Site, kind: str) -> Phase:
    async with gathered(site) as people:
        return await phase(site, people, kind, rounds=ROUNDS, patience=PATIENCE)


@pytest.mark.parametrize("asked", [("--site", "moon"), ("--kinds", "tickling")])
def test_what_there_is_not_is_said_with_what_there_is(asked: tuple[str, str]) -> None:
    answer = CliRunner().invoke(horloge, ["harness", "hostile", *asked])
    assert answer.exit_code == 2
    assert "there are:" in " ".join(answer.output.replace("│", " ").split())
