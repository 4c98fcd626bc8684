"""What a browser calls itself, in a few words that its owner recognises. Called when a session begins."""

from __future__ import annotations

LONGEST = 80
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
}
BROWSERS |= {"CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"}
"""The sign of each, those first that carry the signs of others too."""
SYSTEMS = {"Windows": "Windows", "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Mac OS": "macOS"}
SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


def shortened(agent: str) -> str:
    """`Firefox · Windows`; of an unknown one the beginning of what it says, without what does not show."""
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    said = " · ".join(filter(None, (browser, system))) or agent
    return "".join(sign for sign in said if sign.isprintable())[:LONGEST]
