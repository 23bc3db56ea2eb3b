"""Names and words of people: cleaned before they are kept, so that nothing in them can dress up as something else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from parlour.core.words import say
from parlour.tables.errors import Unfit
from parlour.tables.shown import LONGEST_CHAT, LONGEST_NAME

# Invisible and direction-changing characters have no place in a line of text; joiners stay where scripts and emoji need them.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINERS = {"\u200c", "\u200d"}
BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5"}
"""Letters and marks by their category that show nothing at all."""
MARKS = {"Mn", "Me"}
MOST_MARKS = 2
"""Marks on one letter: as many as living languages put there; towers of them would lie over the lines above."""


def cleaned(text: str) -> str:
    """One line, composed, without control characters, blanks never doubled, no towers of marks.

    >>> cleaned("  Ada\\n\\u202eLove  lace ")
    'Ada Love lace'
    """
    words = unicodedata.normalize("NFC", text).split()
    kept = list(_seen(" ".join(words)))
    told = (c for at, c in enumerate(kept) if c not in JOINERS or _joins(kept, at))
    return " ".join("".join(told).split())


def _seen(text: str) -> Iterator[str]:
    """What shows, or changes how its neighbours look."""
    marks, base = 0, False
    for c in text:
        kind = unicodedata.category(c)
        if c in BLANK or (kind in UNSEEN and c not in JOINERS):
            continue
        if kind in MARKS:
            marks += 1
            if marks > MOST_MARKS or not base:
                continue
        elif c not in JOINERS:
            marks, base = 0, not c.isspace()
        yield c


def _joins(text: list[str], at: int) -> bool:
    """Whether a joiner stands between two characters of a script, or two emoji, that it can join."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and not (
        before[0].isspace() or before[0].isascii() or after[0].isspace() or after[0].isascii()
    )


def _shows(text: str) -> bool:
    """Whether there is a letter, a number or a picture in it."""
    return any(c.isalnum() or unicodedata.category(c) == "So" for c in text)


def _alike(name: str) -> str:
    """The same for names that people cannot tell apart by a joiner, a width or a capital."""
    bare = "".join(c for c in unicodedata.normalize("NFKC", name) if c not in JOINERS and not "\ufe00" <= c <= "\ufe0f")
    return bare.casefold()


def person(name: str, taken: Iterable[str]) -> str:
    """A name for a seat; a second Ada is called Ada 2."""
    plain = cleaned(cleaned(name)[:LONGEST_NAME])
    if not _shows(plain):
        raise Unfit("bad_message", say("Give a name of 1 to {most} characters.", most=LONGEST_NAME))
    used = {_alike(other) for other in taken}
    if _alike(plain) not in used:
        return plain
    short = cleaned(plain[: LONGEST_NAME - 3])
    numbered = (f"{short} {number}" for number in range(2, len(used) + 3))
    return next(name for name in numbered if _alike(name) not in used)


def words(text: str) -> str:
    """A chat line."""
    plain = cleaned(cleaned(text)[:LONGEST_CHAT])
    if not plain:
        raise Unfit("bad_message", say("There is nothing to say in this message."))
    return plain
