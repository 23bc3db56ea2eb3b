"""The ledger: every rule of a game with its number, read from the game's own `ledger.md`.

It is the one source for `parlour rules`, for the sentence behind a refused move and for the check that every rule has a
test. A rule is a list item that begins with its number in bold, or a row of a table that begins with the number of a
ruling; it reaches to the next rule, heading or blank line that ends the list.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cached_property

import msgspec

from parlour.core.errors import UnknownRule
from parlour.core.synonyms import Synonyms, first_within
from parlour.core.words import say

ITEM = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*\s*(.*)$")
RULING = re.compile(r"^\| *(?:[A-Z]+-)?(R\d+) *\|(.*)\|\s*$")
HEADING = re.compile(r"^(#+)\s+(.*?)\s*$")


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule: its id, the heading it stands under, and its words (Markdown)."""

    id: str
    section: str
    text: str


class Ledger:
    """All rules of one game, in order."""

    def __init__(self, text: str, prefix: str) -> None:
        self.text = text
        self.prefix = prefix

    @cached_property
    def rules(self) -> dict[str, Rule]:
        found: dict[str, Rule] = {}
        section, current, lines = "", "", list[str]()

        def close() -> None:
            nonlocal current
            if current:
                found[current] = Rule(current, section, "\n".join(lines).strip())
            current = ""

        for line in self.text.splitlines():
            if heading := HEADING.match(line):
                close()
                section = heading[2]
            elif item := ITEM.match(line):
                close()
                current, lines = item[1], [item[2]]
            elif (ruling := RULING.match(line)) and not current:
                question, *rest = (cell.strip() for cell in re.split(r"(?<!\\)\|", ruling[2]))
                choice = rest[1] if len(rest) > 1 else rest[0]
                name = f"{self.prefix}-{ruling[1]}"
                found[name] = Rule(name, section, f"{question} — {choice}")
            elif current and line.startswith("---"):
                close()
            elif current and (line.strip() or lines[-1].strip()):
                if line.strip() and not line.startswith((" ", "|")) and not lines[-1].strip():
                    close()
                else:
                    lines.append(line.strip())
        close()
        return found

    @property
    def ids(self) -> list[str]:
        """The numbered rules that a test must name: all but the rulings."""
        return [id for id in self.rules if not id.startswith(f"{self.prefix}-R")]

    def rule(self, id: str) -> Rule:
        """One rule; `doc-8`, `DOC-08` and `8` all find DOC-08."""
        wanted = id.strip().upper()
        wanted = wanted if wanted.startswith(f"{self.prefix}-") else f"{self.prefix}-{wanted}"
        for known, rule in self.rules.items():
            if _loose(known) == _loose(wanted):
                return rule
        near = get_close_matches(wanted, list(self.rules), 1) or list(self.rules)[:1]
        raise UnknownRule(say("The ledger has no rule {id!r}. Try {near}.", id=id, near=near[0]))

    def search(self, words: str, said: Synonyms | None = None) -> list[Rule]:
        """The rules that are about all the words, the plainest first; about most of them, if no rule is about all."""
        wanted = (said or Synonyms()).meant(words)
        found: list[tuple[int, int, Rule]] = []
        for rule in self.rules.values():
            text = f"{rule.id} {rule.section} {rule.text}".lower()
            ranks = [rank for ways in wanted for rank in [first_within(ways, text)] if rank is not None]
            if ranks:
                found.append((len(wanted) - len(ranks), sum(ranks), rule))
        fewest = min((missed for missed, *_ in found), default=0)
        return [
            rule for missed, _, rule in sorted(found, key=lambda one: (not _is(words, one[2].id), one[1])) if missed == fewest
        ]


def _is(words: str, id: str) -> bool:
    return words.strip().lower() == id.lower()


def _loose(id: str) -> str:
    return re.sub(r"-(R?)0+(\d)", r"-\1\2", id)
