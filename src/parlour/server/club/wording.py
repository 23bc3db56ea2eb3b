"""What notices say, in the reader's language: nothing that is not on the outside of a table."""

from __future__ import annotations

from parlour.core.registry import game, keys
from parlour.core.words import Words, both, say
from parlour.server.storage.club_notices import Notice
from parlour.server.waits import About

MOST_NAMES = 3
DAY, HOUR = 86_400_000, 3_600_000


def head(notice: Notice, about: About, words: Words) -> str:
    """The line that says what it is."""
    name = game(about.game).name if about.game in keys() else "Parlour"
    if notice.kind == "turn":
        return words.of(say("{game}: it is your turn", game=name))
    if notice.kind == "full":
        return words.of(say("{game}: everybody is there", game=name))
    if notice.kind == "call":
        return words.of(say("{who} wants to play {game} with you", who=_who(about), game=name))
    return words.of(say("{title}: round {round} begins", title=about.title, round=about.round))


def body(notice: Notice, about: About, now: int, words: Words) -> str:
    """The line below, empty if there is nothing to add."""
    if notice.kind == "full":
        return words.of(say("Your table is full: start when you like."))
    if notice.kind == "call":
        return words.of(say("A seat is kept for you."))
    if notice.kind == "round":
        return words.of(say("Your table waits for you."))
    said = [words.of(say("At the table with {who}.", who=_who(about)))] if about.names else []
    left = (about.ends or 0) - now
    if left >= 2 * DAY:
        said.append(words.of(say("You have {days} days.", days=left // DAY)))
    elif left >= 2 * HOUR:
        said.append(words.of(say("You have {hours} hours.", hours=left // HOUR)))
    return " ".join(said)


def digest(count: int, words: Words) -> str:
    """The head of several at once."""
    return words.of(say("{count} tables wait for you", count=count))


def _who(about: About) -> str:
    names = about.names[:MOST_NAMES]
    return both(names) if names else say("somebody")
