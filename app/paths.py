"""The folders with the data beside app/, in a checkout and in an installed Horloge alike."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MIGRATIONS = ROOT / "migrations"
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
CATALOGUES = Path(__file__).resolve().parent / "words"
