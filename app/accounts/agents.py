"""Names a browser in a few words that its owner recognises."""

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
"""The mark of each browser; those that also carry the marks of others come first."""
SYSTEMS = {"Windows": "Windows", "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Mac OS": "macOS"}
SYSTEMS |= {"CrOS": "ChromeOS", "Linux": "Linux"}


def shortened(agent: str) -> str:
    """Return `Firefox · Windows`; of an unknown browser the beginning of its name, without invisible characters."""
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    said = " · ".join(filter(None, (browser, system))) or agent
    return "".join(sign for sign in said if sign.isprintable())[:LONGEST]
