"""Hostile texts, and bytes that no browser sends; each is put wherever something can be put."""

from app.accounts.forms import LONGEST

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "<!--",
    "]]>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "&lt;script&gt;",
    "&#60;script&#62;",
    "{{ 7 * 7 }}",
    "{% include 'base.html' %}",
    "{0.__class__}",
    "${7*7}",
    "%s%n%x",
    "'; DROP TABLE people; --",
    '" OR ""="',
    "%' OR 1=1 --",
    "\\",
    "../../etc/passwd",
    "//evil.test/",
    "https://evil.test/",
    "Ada\r\nBcc: all@example.org",
    "a\u202eb\u2066c",
    "\u200b",
    "Ａｄａ",
    "a\u0301\u0302\u0303\u0304\u0305",
    "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\ufeff",
    "\uffff",
    "hx-get=/logout",
]
MARKERS = ["<script>alert", "<img src=x", "<svg/onload", "onmouseover='", 'onfocus="', "<!--\n"]
"""Must not appear unescaped in any page."""
NUMBERS = [
    "-1",
    "0",
    "1.5",
    "1e3",
    "1e400",
    "NaN",
    "Infinity",
    "-0",
    "+1",
    " 1 ",
    "0x10",
    "1_000",
    "٣",
    "²",
    "2147483648",
    "9223372036854775808",
    "9" * 30,
    "9" * 3_000,
]
"""Not numbers, or very large ones."""
ODD = ["", " ", "null", "None", "true", "[]", "{}", "on", "a" * 3_999]
BYTES = [b"\x00", b"a\x00b", b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"a" * (LONGEST + 1)]
"""Refused everywhere: NUL, invalid UTF-8, too much."""

DOES = "window.hit=1"
WAYS_OUT = ["", '"', "'", '">', "'>", "</title>", "</textarea>", "-->"]
"""Each closes an attribute, an element that holds text alone, or a comment."""
WAYS_IN = [
    f"<script data-hostile>{DOES}</script>",
    f"<img data-hostile src=x onerror={DOES}>",
    f"<svg data-hostile onload={DOES}>",
    f"<svg><animate data-hostile onbegin={DOES} attributeName=x>",
    f"<details data-hostile open ontoggle={DOES}>",
    f"<iframe data-hostile srcdoc='<script>parent.{DOES}</script>'></iframe>",
    f" data-hostile autofocus tabindex=0 onfocus={DOES} x=",
    f"<input data-hostile autofocus onfocus={DOES}>",
    f"<a data-hostile href=javascript:{DOES}>",
    f"<meta data-hostile http-equiv=refresh content='0;url=javascript:{DOES}'>",
    "<base data-hostile href=//evil.test/>",
    "<link data-hostile rel=stylesheet href=//evil.test/x.css>",
    "<button data-hostile hx-get=/logout hx-trigger=load>",
]
PAYLOADS = [out + into for out in WAYS_OUT for into in WAYS_IN]
"""Each would run in a browser if a page contained it unescaped."""
