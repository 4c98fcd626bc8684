"""Reads forms: a flat list of text fields, each named once, of a limited size. The guard reads every form before its
route runs; services validate the content of the fields.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from fastapi import HTTPException, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from app.base.numbers import number_in
from app.model.forms import TOKEN, BadForm

LARGEST = 64 * 1024
"""The size of a whole form in bytes."""
UPLOADS = dict.fromkeys(("/analysis", "/api/v1/boards"), 4 * 1024 * 1024)
"""Addresses that take a file, and the size of the whole form in bytes: see `web.body_limits`. A record takes some 250
bytes per step and has up to `app.features.analysis.record_import.STEPS` of them."""
FIELDS = 200
LONGEST = 8_200
"""Characters of a field; each line end counts twice, as forms send it."""
FORM_TYPE = "application/x-www-form-urlencoded"
UPLOAD_TYPE = "multipart/form-data"
JSON_TYPE = "application/json"
FILE = "file"
"""The field of a file."""

Fields = dict[str, str]


async def fields_of(request: Request) -> Fields:
    """Return all fields of a form, including its token. The body is read once."""
    found: Fields | None = request.scope.get("fields")
    if found is None:
        kind = request.headers.get("content-type", FORM_TYPE)
        found = await uploaded(request) if brings_file(request, kind) else parsed(await request.body(), kind)
        request.scope["fields"] = found
    return found


def brings_file(request: Request, content_type: str) -> bool:
    return request.scope["path"] in UPLOADS and content_type.partition(";")[0].strip().lower() == UPLOAD_TYPE


async def uploaded(request: Request) -> Fields:
    """Return the fields of a form with a file; `file_of` returns the file."""
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
    """Return the file that came with the form, empty if there was none."""
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


def whole(text: str, digits: int = 18) -> int:
    """Read a field that holds a whole number of at most so many digits. Raises BadForm."""
    number = number_in(text, digits)
    if number is None:
        raise BadForm
    return number


def seat_in(form: Fields) -> int:
    """Read the number of a seat; -1, which no seat has, if the form names none."""
    number = number_in(form["seat"], 2)
    return -1 if number is None else number


async def form_of(request: Request, *names: str) -> Fields:
    """Return the fields of these names. A missing field is empty; an unknown one is refused with BadForm."""
    fields = await fields_of(request)
    if set(fields) - {TOKEN, *names}:
        raise BadForm
    return {name: fields.get(name, "") for name in names}
