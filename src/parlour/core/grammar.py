"""What a translation, and an English sentence too, may ask of its values, so that no word is glued to another.

- `{n:one=card|other=cards}` chooses by the number in a field, in the language's own plural forms; `0=` names a
  number itself.
- `{flavour:acc}` is another form of a value, from its own translation: `{"": "wanilia", "acc": "wanilię", "is": "f"}`;
  `{flavour:Acc}` begins with a capital letter, and `{flavour:Nom}` is the plain form with one.
- `{flavour:m=ein roter|f=eine rote}` chooses by what the value is: the words of its "is", and how it begins (`vowel`,
  `consonant`); a name or a sign is what it reads. A value made of values is what they are: `"is": "{flavour}"`.
- `{room:<12}` takes so many columns of a terminal, in the value's form `short` where it is longer; `{card:.0}` says nothing,
  where one language needs a value that another does not.

Where nothing fits, `other` is taken, else the last.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from string import Formatter
from typing import NamedTuple

COMMA = frozenset({"de", "es", "fr", "it", "pl", "pt"})
"""Languages that write 1,5."""


class Part(NamedTuple):
    """A field of a translation that asks for more than its value."""

    name: str
    form: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    spec: str = ""


@lru_cache(maxsize=4096)
def parts(translation: str) -> tuple[str | Part, ...] | None:
    """The words and fields of a translation; None if its fields are plain ones."""
    found: list[str | Part] = []
    plain = True
    for text, name, spec, conversion in Formatter().parse(translation):
        if text:
            found.append(text)
        if name is None:
            continue
        if conversion:
            return None  # for programmers; these have nothing else
        plain = plain and not spec
        if spec and "=" in spec:
            found.append(Part(name, choices=_choices(spec)))
        elif spec and spec.isalpha() and len(spec) > 1:
            found.append(Part(name, form=spec))
        else:
            found.append(Part(name, spec=spec or ""))
    return None if plain else tuple(found)


def _choices(spec: str) -> tuple[tuple[str, str], ...]:
    split = (alternative.partition("=") for alternative in spec.split("|"))
    return tuple((key, text) for key, _, text in split)


@lru_cache(maxsize=4096)
def fields(template: str) -> frozenset[str]:
    """The names that a template or a translation fills in."""
    found = set[str]()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found.add(name)
            found |= fields(spec) if spec and "{" in spec else set()
    return frozenset(found)


def chosen(choices: Sequence[tuple[str, str]], what: Sequence[str]) -> str:
    """The alternative for what a value is: the first that names any of it, else `other`, else the last."""
    for key, text in choices:
        if key in what:
            return text
    return dict(choices).get("other", choices[-1][1])


def plural(language: str, n: int) -> str:
    """The form of a counted word beside a whole number, as CLDR has it for the languages that are spoken here."""
    n = abs(n)
    if language == "ja":
        return "other"
    if language == "pl":
        if n == 1:
            return "one"
        return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"
    if language in ("es", "fr", "it", "pt") and n and n % 1_000_000 == 0:
        return "many"
    return "one" if n == 1 or (n == 0 and language in ("fr", "pt")) else "other"


def beginning(text: str) -> list[str]:
    """How a word begins, for what is shortened before it."""
    letter = unicodedata.normalize("NFD", text[:1]).lower()[:1]
    return ["vowel" if letter and letter in "aeiouœæ" else "consonant"]


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: a letter of Japanese has two."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text
    )


def laid(text: str, short: str, spec: str) -> str:
    """A text as a field of a terminal wants it."""
    if not spec.startswith("<"):
        return format(text, spec)
    width = int(spec[1:])
    told = text if columns(text) <= width else short
    return told + " " * (width - columns(told))


def number(text: str, language: str) -> str:
    """A number with decimals as the language writes it."""
    return text.replace(".", ",") if language in COMMA else text
