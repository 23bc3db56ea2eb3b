"""Names and words of people: cleaned before they are kept, so that nothing in them can dress up as something else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from parlour.core.words import say
from parlour.tables.errors import Unfit
from parlour.tables.shown import LONGEST_CHAT, LONGEST_NAME

# Invisible and direction-changing characters have no place in a line of text; joiners stay, since scripts need them.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINERS = {"\u200c", "\u200d"}


def cleaned(text: str) -> str:
    """One line, composed, without control characters, blanks never doubled.

    >>> cleaned("  Ada\\n\\u202eLove  lace ")
    'Ada Love lace'
    """
    words = unicodedata.normalize("NFC", text).split()
    kept = (c for c in " ".join(words) if c in JOINERS or unicodedata.category(c) not in UNSEEN)
    return " ".join("".join(kept).split())


def person(name: str, taken: Iterable[str]) -> str:
    """A name for a seat; a second Ada is called Ada 2."""
    plain = cleaned(name)[:LONGEST_NAME].strip()
    if not plain or not any(c.isalnum() for c in plain):
        raise Unfit("bad_message", say("Give a name of 1 to {most} characters.", most=LONGEST_NAME))
    used = {other.casefold() for other in taken}
    if plain.casefold() not in used and plain.isprintable():
        return plain
    plain = "".join(c for c in plain if c.isprintable())[: LONGEST_NAME - 3]
    numbered = (f"{plain} {number}" for number in range(2, len(used) + 3))
    return next(name for name in numbered if name.casefold() not in used)


def words(text: str) -> str:
    """A chat line."""
    plain = cleaned(text)[:LONGEST_CHAT]
    if not plain:
        raise Unfit("bad_message", say("There is nothing to say in this message."))
    return plain
