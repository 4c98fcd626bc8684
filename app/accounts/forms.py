"""Forms as they arrive: a flat list of named texts, each named once, of a sensible size. Called by the guard, which
reads every form before its route is asked, and by routes; what is in the fields is judged by services.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from fastapi import HTTPException, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

LARGEST = 64 * 1024
"""Bytes of a form, with everything."""
UPLOADS = dict.fromkeys(("/analysis", "/api/v1/boards"), 4 * 1024 * 1024)
"""Where a file may be sent, and how many bytes that may be, with everything: see web.bodies. A record takes some
250 bytes for a step, and has up to `app.analysis.reading.STEPS` of them."""
FIELDS = 200
LONGEST = 8_200
"""Characters of a field, each end of a line counted twice, as forms send it."""
TOKEN = "token"  # noqa: S105 - the name of the field, not what is in it
ONCE = "once"
"""The field of a form that makes something: see app.once."""
FORM_TYPE = "application/x-www-form-urlencoded"
UPLOAD_TYPE = "multipart/form-data"
JSON_TYPE = "application/json"
FILE = "file"
"""The field of a file."""

Fields = dict[str, str]


class BadForm(HTTPException):
    """Not what any form of ours sends."""

    def __init__(self) -> None:
        super().__init__(422)


async def fields_of(request: Request) -> Fields:
    """Everything a form sent, its token included; read once."""
    found: Fields | None = request.scope.get("fields")
    if found is None:
        kind = request.headers.get("content-type", FORM_TYPE)
        found = await uploaded(request) if brings_file(request, kind) else parsed(await request.body(), kind)
        request.scope["fields"] = found
    return found


def brings_file(request: Request, content_type: str) -> bool:
    return request.scope["path"] in UPLOADS and content_type.partition(";")[0].strip().lower() == UPLOAD_TYPE


async def uploaded(request: Request) -> Fields:
    """The fields of a form that a file came with; the file itself is what `file_of` gives."""
    most = UPLOADS[request.scope["path"]]
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=8, max_part_size=most)
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError, ValueError) as error:
        raise BadForm from error
    items = form.multi_items()
    files = [content for _, content in items if isinstance(content, UploadFile)]
    request.scope["file"] = await files[0].read() if files else b""
    await form.close()
    strange = any((name == FILE) != isinstance(content, UploadFile) for name, content in items)
    if strange or len(dict(items)) < len(items):
        raise BadForm
    return {name: content for name, content in items if isinstance(content, str)}


def file_of(request: Request) -> bytes:
    """The file that came with the form; empty if none did."""
    found: bytes = request.scope.get("file", b"")
    return found


def is_json(request: Request) -> bool:
    return media_type(request.headers.get("content-type", "")) == JSON_TYPE


def media_type(header: str) -> str:
    return header.partition(";")[0].strip().lower()


def parsed(body: bytes, content_type: str) -> Fields:
    if media_type(content_type) != FORM_TYPE:
        raise HTTPException(415)
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except ValueError as error:
        raise BadForm from error
    fields = dict(pairs)
    if len(fields) < len(pairs) or any(len(text) > LONGEST or "\0" in text for pair in pairs for text in pair):
        raise BadForm
    return fields


async def form_of(request: Request, *names: str) -> Fields:
    """What was filled in. A field that a form always sends is there, empty if it wasn't; an unknown one is refused."""
    fields = await fields_of(request)
    if set(fields) - {TOKEN, *names}:
        raise BadForm
    return {name: fields.get(name, "") for name in names}
