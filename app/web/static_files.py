"""Serves the files of static/. An address with a hash never changes its content, so browsers cache it for ever, and its
text is compressed once, as tightly as possible. Some files are joined from others (`app.render.bundles`).
"""

from __future__ import annotations

import mimetypes
from pathlib import Path, PurePosixPath

import anyio.to_thread
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.render.bundles import LEAN, file_at, known, lean
from app.web.compression import packed, way_of

FOR_EVER = "public, max-age=31536000, immutable"
TEXTS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
TEXTS[".webmanifest"] = "application/manifest+json"

# Not every machine's list has these.
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        kept = scope["query_string"].startswith(b"v=")
        if kept and (way := way_of(scope)) and (found := self.lasting(path)):
            body = await anyio.to_thread.run_sync(packed, way, found[0])
            headers = {"Content-Encoding": way, "Vary": "Accept-Encoding", "Cache-Control": FOR_EVER}
            return Response(body, media_type=found[1], headers=headers)
        made = file_at(path)
        response = Response(made[0], media_type=made[1]) if made else await super().get_response(path, scope)
        if kept and response.status_code == 200:
            response.headers["Cache-Control"] = FOR_EVER
        return response

    def lasting(self, path: str) -> tuple[str, str] | None:
        """Return a text that is worth compressing once, with its type: every file, and the joins that pages have asked
        for. Other joins that an address could ask for are compressed on the fly, like pages."""
        if known(path):
            return file_at(path)
        kind = TEXTS.get(PurePosixPath(path).suffix)
        where, stat = self.lookup_path(path)
        if not (kind and stat):
            return None
        text, folder = Path(where).read_text("utf-8"), PurePosixPath(path).parts[0]
        return (lean(folder, text) if folder in LEAN else text), kind
