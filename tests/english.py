"""What is left of English in another language: words that only English has."""

from __future__ import annotations

import re

COMMON = """
    the of and is are be it you your their this that with from for by not any each every when only may must plays places blocks
    wins rounds match game turn squares line lines dice cards points players white black starts begins over after before first
    last who what which why how new next back take choose moves drop draw hand deck trick roll scoop penguin
"""
ENGLISH = set(COMMON.split())
"""Words that English text can hardly do without."""
ALIKE = {
    "de": {"hand", "die", "match"},
    "es": {"match", "dice"},
    "fr": {"match", "places", "points"},
    "it": {"match", "dice"},
    "ja": set[str](),
    "pl": {"by", "match"},
    "pt": {"match", "for"},
}
"""Those that another language has too, or has taken over."""
NAMES = re.compile(
    r"West Van Soft|Dokitto! Ice|New Game \+5|Punish Who\?|\{[^{}=]*\}|\{\w+:|`[^`]*`|<[^>]*>|https?://\S+|--[a-z-]+"
    r"|\[/?[a-z ]*\]|\bparlour [a-z]+[^.;,]*"
)
"""What stays as it is in every language: names of games and cards, fields, commands."""


def english_in(text: str, language: str) -> list[str]:
    """The English words of a text that is meant to be in another language."""
    words = set(re.findall(r"[^\W\d_]+", NAMES.sub(" ", text).lower()))
    return sorted(words & (ENGLISH - ALIKE[language]))
