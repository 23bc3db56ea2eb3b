"""What people say and what the rules say: groups of words and phrases that mean the same, as data.

`synonyms.<language>.json` has the groups of the house, a file of the same name in a game's folder those of the game. Its first
line is a list of words that say nothing (who, the, happens). Every other line is a group, the plainest words first; where it
has a `>`, only what stands before it is looked up: who asks for a draw means a tie too, not the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Letters of a language that puts no space between its words."""
MEANT = re.compile("[\u3400-\u9fff々\u30a1-\u30ff]+|[a-z0-9-]+")
"""What is a word there by itself: not the endings and particles, which are in hiragana."""


def first_within(ways: Sequence[str], text: str) -> int | None:
    """The place of the first of these that the text has, or a word that begins with it; short ones whole, since they begin
    too many others."""
    for place, way in enumerate(ways):
        if UNSPACED.search(way):
            if way in text:
                return place
            continue
        end = r"\b" if len(way) < 4 else ""
        if re.search(rf"\b{re.escape(way)}{end}", text):
            return place
    return None


@cache
def _groups(folder: Path, language: str) -> list[list[str]]:
    file = folder / f"synonyms.{language}.json"
    return msgspec.json.decode(file.read_bytes(), type=list[list[str]]) if file.is_file() else [[]]


class Synonyms:
    """The groups of one language, of the house and of one game."""

    def __init__(self, language: str = "en", game: Path | None = None) -> None:
        house, own = _groups(Path(__file__).parent, language), _groups(game, language) if game else [[]]
        self.empty = set(house[0]) | set(own[0])
        self.groups = own[1:] + house[1:]

    def meant(self, words: str) -> list[list[str]]:
        """Each word or phrase of a search with all the ways to say it, itself first."""
        rest = re.sub(r"[?!.,;:]+(?=\s|$)", " ", words.lower())
        wanted: list[list[str]] = []
        if UNSPACED.search(rest):
            return self._meant_unspaced(rest)
        phrases = sorted({phrase for group in self.groups for phrase in group if " " in phrase}, key=len, reverse=True)
        for phrase in phrases:
            if re.search(rf"\b{re.escape(phrase)}\b", rest):
                rest = rest.replace(phrase, " ")
                wanted.append(self._ways(phrase))
        left = rest.split()
        said = [word for word in left if word not in self.empty] or ([] if wanted else left)
        return wanted + [self._ways(word) for word in said]

    def _meant_unspaced(self, rest: str) -> list[list[str]]:
        """All known words within, the longest first, and then what else stands there."""
        wanted: list[list[str]] = []
        for known in sorted({way for group in self.groups for way in group if way != ">"}, key=len, reverse=True):
            if known in rest:
                rest = rest.replace(known, " ")
                wanted.append(self._ways(known))
        return wanted + [self._ways(word) for word in MEANT.findall(rest) if word not in self.empty]

    def _ways(self, word: str) -> list[str]:
        same = {word, word.removesuffix("s"), word.removesuffix("ed")}
        found = [group for group in self.groups if same & set(group[: group.index(">")] if ">" in group else group)]
        return list(dict.fromkeys([word, *(way for group in found for way in group if way != ">")]))
