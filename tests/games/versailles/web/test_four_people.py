"""Four people play Versailles to its end using only the forms of its pages: they act, make deals, bid, and leave secret
maximums and orders, each reading their own page as it is without JavaScript.
"""

import random
import re
from collections import Counter

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.support.playing import Panel, arrange, send, table_of
from tests.support.visitors import another, come_as_guest, post

DECISIONS = 3_000
LEAD = re.compile(r"<small>(\d+) to lead</small>.*?name=\"(place\.[^\"]+)\"", re.DOTALL)
ASKED = re.compile(r'class="part part-asked".*?</section>', re.DOTALL)
NAMES = {"uk": "UK", "france": "France", "usa": "USA", "italy": "Italy"}
OPTIONS = {"options.length": "intense", "options.deals": "on"}
CLAUSES = ("transfer", "settle_issue", "take_option", "modify_die", "bid_at_most", "stay_off", "words", "decide")


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return Settings(database_url=sqlite_url, bot_pace=0)


class Person:
    """A player who reads pages and sends forms; `done` counts the outcomes."""

    def __init__(self, client: TestClient, key: str, chance: random.Random) -> None:
        self.client, self.key, self.chance = client, key, chance
        self.done: Counter[str] = Counter()

    def look(self) -> str:
        shown = self.client.get(f"/tables/{self.key}")
        assert shown.status_code == 200
        return shown.text

    def send(self, seen: Panel, what: str, **fields: str) -> str:
        """Send a form; return the page that comes back if it was refused, nothing if it succeeded."""
        answer = send(self.client, self.key, seen, **fields)
        if answer.status_code == 303:
            self.done[what] += 1
            return ""
        assert answer.status_code in (200, 409, 422), answer.text
        assert answer.status_code != 422 or 'id="refusal"' in answer.text or "fault-" in answer.text
        return answer.text

    def decide(self, page: str) -> None:
        """Choose something that the page offers: settle where that is possible, so that the game comes to an end."""
        seen = Panel(page)
        if not seen.buttons:
            return
        settling = [button for button in seen.buttons if '"settle"' in button[1]]
        quick = [button for button in seen.buttons if "deploy" not in button[1] and "demobilise" not in button[1]]
        name, value = self.chance.choice(settling if settling and self.chance.random() < 0.9 else quick or seen.buttons)
        kind = value if name == "do" else re.findall(r'"do":"(\w+)"', value)[0]
        self.send(seen, kind, **{name: value}, **self.filled(page, seen, kind))

    def filled(self, page: str, seen: Panel, kind: str) -> dict[str, str]:
        """Fill in a form at random, as far as possible."""
        if kind == "place":
            return {field: least for least, field in self.chance.sample(LEAD.findall(page), 2)}
        given = {name: word for name, word in (seen.picked | seen.filled).items() if name.startswith(f"{kind}.")}
        for name in sorted(seen.most.keys() & given.keys()):
            given[name] = str(seen.most[name] if kind == "reclaim" else self.chance.randint(0, min(seen.most[name], 4)))
        ticked = [name for name in seen.ticks if name.startswith(f"{kind}.") and self.chance.random() < 0.4]
        return given | dict.fromkeys(ticked, "on")

    def offer(self) -> None:
        """Compose an offer clause by clause, as without JavaScript."""
        page = self.look()
        for clause in self.chance.sample(CLAUSES, self.chance.randint(1, 2)):
            page = self.redrawn(Panel(page), "add", f"offer.clauses.{clause}", "offer")
        self.propose(Panel(page), "offer")

    def propose(self, seen: Panel, kind: str) -> None:
        texts = {name: "I shall remember this." for name in seen.filled if name.endswith(".text")}
        parties = dict.fromkeys((name for name in seen.ticks if ".parties." in name), "on") if kind == "offer" else {}
        own = {name: word for name, word in (seen.picked | seen.filled).items() if name.startswith(f"{kind}.")}
        later = {name: "on" for name in seen.ticks if name.endswith(".later") and self.chance.random() < 0.5}
        self.send(seen, kind, do=kind, panel="aside", **(own | texts | parties | later))

    def redrawn(self, seen: Panel, button: str, value: str, kind: str) -> str:
        """Request the form with another row, or filled in with what was offered; check that everything typed comes
        back."""
        assert (button, value) in seen.others
        typed = {name: word for name, word in (seen.picked | seen.filled).items() if name.startswith(f"{kind}.")}
        answer = send(self.client, self.key, seen, **{button: value}, panel="aside", **typed)
        assert answer.status_code == 200
        again = Panel(answer.text)
        assert typed.keys() <= (again.filled | again.picked).keys()
        return answer.text

    def counter(self, page: str) -> None:
        seen = Panel(page)
        fills = [value for name, value in seen.others if name == "fill"]
        if fills:
            page = self.redrawn(seen, "fill", fills[0], "counter")
            page = self.redrawn(Panel(page), "add", "counter.clauses.words", "counter")
            self.propose(Panel(page), "counter")

    def answer(self) -> None:
        """Answer an offer: counter it, accept it or decline it."""
        page = self.look()
        if self.chance.random() < 0.5:
            self.counter(page)
        else:
            self.decide(page)

    def leave_word(self) -> None:
        """Leave orders or a secret maximum, for times away."""
        seen = Panel(self.look())
        kinds = [value for name, value in seen.aside if name == "do" and value in ("leave_orders", "set_ceiling")]
        if kinds:
            kind = self.chance.choice(kinds)
            self.send(seen, kind, do=kind, panel="aside", **self.filled("", seen, kind))


def sit_down(client: TestClient, chance: random.Random) -> list[Person]:
    """Start a game of four people."""
    clients = [client, *(another(client) for _ in range(3))]
    for one, name in zip(clients, ("Ada", "Bob", "Cleo", "Dora"), strict=True):
        come_as_guest(one, name)
    key = table_of(client, players=4, game="versailles", **OPTIONS)
    for seat, one in enumerate(clients[1:], start=1):
        assert arrange(one, key, "sit", seat).status_code == 303
        assert arrange(one, key, "ready").status_code == 303
    assert post(client, f"/tables/{key}/start").status_code == 303
    return [Person(one, key, chance) for one in clients]


def test_four_people_play_to_the_end_and_haggle_on_the_way(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.rooms.new_seed", lambda: "5eed" * 16)
    chance = random.Random(7)
    people = dict(zip(NAMES, sit_down(client, chance), strict=True))
    reader = people["uk"]
    page = reader.look()
    for _ in range(DECISIONS):
        if 'id="result-title"' in page:
            break
        asked = ASKED.findall(page)[0]
        person = people[next(side for side, name in NAMES.items() if f"<b>{name}</b>" in asked)]
        somebody = chance.choice([*people.values()])
        whim = chance.random()
        if whim < 0.05:
            somebody.offer()
            chance.choice([one for one in people.values() if one is not somebody]).answer()
        elif whim < 0.08:
            somebody.leave_word()
        elif whim < 0.2:
            somebody.counter(somebody.look()) if whim < 0.11 else somebody.decide(somebody.look())
        person.decide(page if person is reader and whim >= 0.2 else person.look())
        reader = person
        page = reader.look()
    assert 'id="result-title"' in client.get(f"/tables/{people['uk'].key}").text
    done = sum((person.done for person in people.values()), Counter())
    assert all(
        done[kind]
        for kind in (
            "place",
            "settle",
            "bid",
            "offer",
            "counter",
            "accept_offer",
            "decline_offer",
            "leave_orders",
            "set_ceiling",
        )
    ), done
