"""Reads the YAML that docker-compose.yml is written in, for tests: mappings, lists, JSON in one line, anchors, merges
and blocks of text. Whatever else YAML has is refused, so that nothing is misread.
"""

from __future__ import annotations

import json
import re
from typing import Any

GIVEN = re.compile(r"\$\{(?P<name>[A-Z_]+)(?::\?[^}]+|:-)\}")
"""A value that comes from the environment, with no value of its own."""
KEY = re.compile(r"(?P<key>[\w.<-]+):(?: +(?P<rest>.*))?$")
ANCHOR = re.compile(r"&(\w+) *")


class Reader:
    def __init__(self, text: str) -> None:
        self.lines = [line for line in text.splitlines() if "\t" not in line or refuse(line)]
        self.at = 0
        self.anchors: dict[str, Any] = {}

    def peek(self) -> tuple[int, str] | None:
        """The next line that says something, and how far it is indented."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() and not line.lstrip().startswith("#"):
                return len(line) - len(line.lstrip()), line.strip()
            self.at += 1
        return None

    def block(self, indent: int) -> Any:
        """What stands this far in."""
        found = self.peek()
        assert found, "something is expected"
        return self.list(indent) if found[1].startswith("- ") else self.mapping(indent)

    def list(self, indent: int) -> list[Any]:
        items = []
        while (found := self.peek()) and found[0] == indent and found[1].startswith("- "):
            self.at += 1
            items.append(self.value(found[1][2:].strip(), indent))
        return items

    def mapping(self, indent: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        while (found := self.peek()) and found[0] == indent:
            match = KEY.match(found[1]) or refuse(found[1])
            self.at += 1
            value = self.value(match["rest"] or "", indent)
            if match["key"] == "<<":
                merged |= value
            else:
                assert match["key"] not in made, f"{match['key']} stands there twice"
                made[match["key"]] = value
        assert found is None or found[0] < indent, f"indented otherwise: {found}"
        return merged | made

    def value(self, text: str, indent: int) -> Any:
        if anchor := ANCHOR.match(text):
            self.anchors[anchor[1]] = made = self.value(text[anchor.end() :], indent)
            return made
        if text == "|":
            return self.text(indent)
        if text.startswith("*"):
            return self.anchors[text[1:]]
        if text:
            return scalar(text)
        found = self.peek()
        return self.block(found[0]) if found and found[0] > indent else None

    def text(self, indent: int) -> str:
        taken = []
        while self.at < len(self.lines) and (not (line := self.lines[self.at]).strip() or begins(line) > indent):
            taken.append(line)
            self.at += 1
        depth = begins(taken[0])
        return "\n".join(line[depth:] for line in taken) + "\n"


def begins(line: str) -> int:
    return len(line) - len(line.lstrip())


def scalar(text: str) -> Any:
    if text[0] in '[{"':
        return json.loads(text)
    if text[0] in "'>|!%@`" or " #" in text or ": " in text.replace("${", "").partition("?")[0]:
        refuse(text)
    return int(text) if text.isdigit() else text


def refuse(text: str) -> Any:
    raise ValueError(f"this reader does not know such YAML: {text!r}")


def composed(text: str) -> dict[str, Any]:
    """The file as data. Where an anchor is used, what it names is shared."""
    found: dict[str, Any] = Reader(text).block(0)
    return found


def filled(text: str, given: dict[str, str]) -> str:
    """As Docker fills it in. Raises KeyError where something has to be given and is not."""
    made = GIVEN.sub(lambda found: given.get(found["name"], "") if ":-}" in found[0] else given[found["name"]], text)
    return made.replace("$$", "$")
