"""Fonts that no reader has, for tests that measure pages: our fonts are withheld, and the only one left is very narrow
or very wide.
"""

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from app.paths import STATIC

OURS = "ours"
WIDTHS = {"narrow": 0.75, "wide": 1.2}
"""The width of their letters relative to those of our text; common sans-serifs lie between 0.9 and 1.1."""
MEASURED = pytest.mark.parametrize("fonts", [OURS, *WIDTHS])
"""Marks a test that measures pages: it runs under our fonts, and under each strange one alone."""
WITHHELD = "--disable-remote-fonts"


def machine_with(fonts: str, folder: Path) -> dict[str, str]:
    """Save the font in a folder; return the environment in which a browser finds no other one."""
    widened(TTFont(STATIC / "vendor" / "fonts" / "text-latin.woff2"), WIDTHS[fonts]).save(folder / "strange.ttf")
    places = f"<dir>{folder}</dir><cachedir>{folder / 'cache'}</cachedir>"
    configuration = folder / "fonts.conf"
    configuration.write_text(f'<?xml version="1.0"?><fontconfig>{places}</fontconfig>', encoding="utf-8")
    return {"FONTCONFIG_FILE": str(configuration)}


def widened(font: TTFont, width: float) -> TTFont:
    """Return the font with letters of another width, under a name of its own."""
    glyphs, shapes = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        glyphs[name].draw(DecomposingFilterPen(TransformPen(pen, (width, 0, 0, 1, 0, 0)), glyphs))
        shapes[name] = pen.glyph()
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(font.getGlyphOrder())
    builder.setupCharacterMap(font.getBestCmap())
    builder.setupGlyf(shapes)
    builder.setupHorizontalMetrics({name: (round(glyphs[name].width * width), 0) for name in shapes})
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupNameTable({"familyName": "Strange", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=font["hhea"].ascent, sTypoDescender=font["hhea"].descent)
    builder.setupPost()
    return builder.font
