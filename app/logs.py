"""Logs: structured, one line each, for people or as JSON. Each command calls `set_up` once; everything else asks
structlog for a logger. Disabled levels cost nothing; secrets are removed; uvicorn's logs take the same way.
"""

from __future__ import annotations

import logging
import logging.config
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO

import structlog

SECRET = ("seed", "token", "password", "secret", "cookie", "authorization", "state", "position", "hand", "choice")
"""Words in the name of a field that mark it as secret; `request_key` and the like contain none of them."""
HIDDEN = "(hidden)"
ROOT, OURS = logging.getLogger(), logging.getLogger("app")

Event = MutableMapping[str, Any]


def hide_secrets(_logger: object, _method: str, event: Event) -> Event:
    """Replace everything logged under a name that sounds secret, at any depth."""
    for name, value in event.items():
        event[name] = HIDDEN if sounds_secret(name) else cleaned(value)
    return event


def sounds_secret(name: object) -> bool:
    return isinstance(name, str) and any(part in SECRET for part in name.lower().rstrip("s").split("_"))


def cleaned(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: HIDDEN if sounds_secret(name) else cleaned(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(inner) for inner in value]
    return value


def set_up(level: str, form: str, to: TextIO | None = None) -> None:
    """Send everything from `level` up to one stream, by default standard error. Debug messages of the libraries are
    dropped: they contain cookies and hands of cards."""
    to = to or sys.stderr
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        hide_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(to)
    handler.setFormatter(formatter(form, shared, colours=to.isatty()))
    ROOT.handlers = [handler]
    OURS.setLevel(number)
    ROOT.setLevel(max(number, logging.INFO))
    logging.getLogger("alembic.runtime.plugins").setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], name != "uvicorn.access"


def tells_all() -> bool:
    """Tell whether every action is logged. This check costs nothing; structlog's own takes as long as storing an
    action."""
    return OURS.isEnabledFor(logging.DEBUG)


def formatter(form: str, shared: list[structlog.typing.Processor], colours: bool) -> logging.Formatter:
    """Return the formatter. Tracebacks come without local variables, since a position contains secrets."""
    last: list[structlog.typing.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if form == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        last += [structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=plain, pad_event_to=0)]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
