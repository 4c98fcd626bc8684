"""The log of a page as a tree: what is sent to the page is swapped in as htmx does it."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from xml.etree import ElementTree as ET

CONTINUED = "afterbegin:#log>:first-child>ol,#log:not(:has(h3))"


def tree(html: str) -> ET.Element:
    """Parse the markup of a log."""
    return ET.fromstring(f"<ol>{html.replace('&nbsp;', ' ')}</ol>")


def text(node: ET.Element) -> str:
    return "".join(node.itertext())


def is_group(node: ET.Element) -> bool:
    return node.get("class") == "log-group"


def swap(log: ET.Element, sent: Iterable[str]) -> None:
    """Swap markup into the log by its `hx-swap-oob`."""
    for html in sent:
        [fresh] = tree(html)
        how = fresh.attrib.pop("hx-swap-oob")
        if how == "true":
            replace(log, fresh)
            continue
        assert how in ("afterbegin", CONTINUED)
        into = log
        if how == CONTINUED and any(map(is_group, log)):
            assert is_group(log[0]), "the group at the top is what goes on"
            into = log[0][1]
        into[:0] = list(fresh)


def replace(log: ET.Element, fresh: ET.Element) -> None:
    """Put a line in the place of the one with its id."""
    [(parent, at)] = [
        (parent, at) for parent in log.iter() for at, child in enumerate(parent) if child.get("id") == fresh.get("id")
    ]
    parent[at] = fresh


def headings(log: ET.Element) -> list[str]:
    return [text(node[0]) for node in log if is_group(node)]


def without_ids(log: ET.Element) -> str:
    """Return the log without the ids by which lines are replaced: a line that was replaced keeps its id."""
    bare = deepcopy(log)
    for node in bare.iter("li"):
        node.attrib.pop("id", None)
    return ET.tostring(bare, "unicode")
