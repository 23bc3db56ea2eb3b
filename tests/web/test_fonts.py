"""The faces that the pages ship have the letters of every language that Parlour speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from babel import Locale
from babel.dates import format_datetime
from fontTools.ttLib import TTFont

from parlour.core.words import languages

HOUSE = Path(__file__).parents[2]
FONTS = HOUSE / "web" / "src" / "fonts"


def letters_of(*files: Path) -> set[str]:
    return {chr(code) for file in files for code in TTFont(file).getBestCmap()}


def told(language: str) -> str:
    """Everything that Parlour says in a language."""
    names = (f".{language}.md", f".{language}.json", f"/{language}.ts")
    found = [
        path for room in ("src/parlour", "web/src") for path in (HOUSE / room).rglob("*") if path.as_posix().endswith(names)
    ]
    assert len(found) > 10
    return "".join(path.read_text(encoding="utf-8") for path in found)


@pytest.mark.parametrize("language", [language for language in languages() if language not in ("en", "ja")])
def test_both_faces_have_the_letters_of_a_language(language: str) -> None:
    wanted = {letter for letter in told(language) if letter.isalpha()}
    polish = FONTS / "fraunces-polish-900.woff2"
    assert not wanted - letters_of(*FONTS.glob("figtree-*.woff2")) - {"℃"}
    assert not wanted - letters_of(polish, *FONTS.glob("caprasimo-*.woff2")) - {"℃"}


def test_the_partner_faces_are_asked_for_all_that_they_have() -> None:
    css = (HOUSE / "web" / "src" / "base.css").read_text(encoding="utf-8")
    for file in ("fraunces-polish-900", "figtree-latin-ext-wght-normal"):
        ranges = re.search(rf"{file}.woff2[^}}]*unicode-range: ([^;]+);", css)
        assert ranges
        covered = set[int]()
        for part in ranges[1].replace("U+", "").split(", "):
            least, _, most = part.partition("-")
            covered |= set(range(int(least, 16), int(most or least, 16) + 1))
        assert not {
            letter
            for letter in letters_of(FONTS / f"{file}.woff2")
            if letter.isalpha() and 0x100 <= ord(letter) < 0x2B0 and ord(letter) not in covered
        }


def dates(language: str) -> Iterator[str]:
    """What a browser writes for itself: days of the week, months, dates and times."""
    spoken = Locale.parse(language)
    for names in (spoken.days, spoken.months):
        for widths in names.values():
            for named in widths.values():
                yield from named.values()
    for style in ("short", "medium"):
        yield format_datetime(datetime(2026, 11, 19, 21, 30), style, locale=spoken)


@pytest.mark.skipif("ja" not in languages(), reason="Parlour does not speak Japanese yet")
def test_the_japanese_faces_have_all_of_our_own_words_and_are_small() -> None:
    faces = sorted(FONTS.glob("zen-maru-gothic-ja-*.woff2"))
    assert len(faces) == 2
    assert sum(face.stat().st_size for face in faces) < 400_000
    words = told("ja") + "".join(dates("ja"))
    wanted = {letter for letter in words if ord(letter) > 0x2E80 and letter.isalpha()}
    for face in faces:
        assert not wanted - letters_of(face), "python tools/make_fonts.py cuts them anew"
