"""Sentences in any language. English is written where it is said; every other language is a file of translations.

`say("{seat} draws {cards}.", seat=…, cards=…)` is an English string that remembers its template and its values. It stays
English wherever it is kept or compared; only on its way to a reader `Words.of` says it in the reader's language, by the
translation of its template in `words.<language>.json`. A template without one is said in English. What a translation may ask of
its values (numbers, cases, genders) is told in `grammar.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from operator import itemgetter
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from parlour.core import grammar


class Said(str):
    """An English text that remembers how it was made."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]


def say(template: str, /, **values: Any) -> Said:
    """An English text that can be said in other languages. The template is always written out, so that it can be found."""
    said = Said(_fill(template, values) if values else template)
    said.template, said.values = template, values
    return said


class Who(Said):
    """Somebody at the table, by number until `named` says who sits there."""

    __slots__ = ("seat",)
    seat: int


def who(seat: int) -> Who:
    """A seat for a sentence that is made where nobody knows the names: people are counted from 1, as forms do."""
    said = say("Player {number}", number=seat + 1)
    somebody = Who(said)
    somebody.template, somebody.values, somebody.seat = said.template, said.values, seat
    return somebody


def named(text: str, names: Sequence[str]) -> str:
    """A text in which everybody has their name."""
    if isinstance(text, Who):
        return names[text.seat] if text.seat < len(names) else text
    if not isinstance(text, Said) or not text.values:
        return text
    values = {field: named(value, names) if isinstance(value, Said) else value for field, value in text.values.items()}
    return say(text.template, **values) if any(values[field] is not value for field, value in text.values.items()) else text


def names_somebody(text: str) -> bool:
    """Whether a text is another one for other people."""
    return isinstance(text, Who) or (isinstance(text, Said) and any(map(names_somebody, text.values.values())))


def strung(parts: Sequence[Any], by: str) -> str:
    """Parts one after the other, as `by.join` does for plain strings."""
    return reduce(lambda a, b: say("{a}{by}{b}", a=a, by=by, b=b), parts) if parts else ""


def padded(text: str, width: int) -> str:
    """A text that takes so many columns of a terminal in every language."""
    said = Said(f"{text:<{width}}")
    said.template, said.values = f"{{text:<{width}}}", {"text": text}
    return said


def both(parts: Sequence[Any]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return say("{a} and {b}", a=strung(parts[:-1], ", "), b=parts[-1]) if len(parts) > 1 else parts[0]


def either(parts: Sequence[Any]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return say("{a} or {b}", a=strung(parts[:-1], ", "), b=parts[-1]) if len(parts) > 1 else parts[0]


@lru_cache(maxsize=4096)
def _form(template: str) -> tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]] | None]:
    """A template as a form for `%`, which is filled much faster, and how its values are taken; None for the latter if it has
    more than names in it."""
    form, names = "", []
    for text, name, how, conversion in Formatter().parse(template):
        form += text.replace("%", "%%")
        if name is not None:
            form += "%s"
            names.append(name if not how and not conversion else "")
    if len(names) < 2 or not all(name.isidentifier() for name in names):
        return form, None
    return form, itemgetter(*names)


Translation = str | Mapping[str, str]
"""What a language says for a template: a sentence, or its forms by name, the plain one by "" (see grammar.py)."""


class Words:
    """One language: its code and the translation of every template."""

    def __init__(self, code: str, catalogue: Mapping[str, Translation]) -> None:
        self.code = code
        self.catalogue = {template: text if isinstance(text, str) else text[""] for template, text in catalogue.items()}
        self.forms = {template: text for template, text in catalogue.items() if not isinstance(text, str)}

    def of(self, text: str, form: str = "") -> str:
        """A text in this language, in a form of it if it has one. What was not made by `say` (a name) stays as it is."""
        if type(text) is str:
            return text
        if not self.catalogue or not isinstance(text, Said):
            return str(text)
        if form and form in (forms := self.forms.get(text.template, {})):
            return self._filled(forms[form], text.values)
        return self.fill(text.template, text.values) if text.values else self.catalogue.get(text.template, text.template)

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """A template with its values, both in this language."""
        if self.catalogue:
            return self._filled(self.catalogue.get(template, template), values)
        return _fill(template, values)

    def _filled(self, translation: str, values: Mapping[str, Any]) -> str:
        if (parts := grammar.parts(translation)) is not None:
            return "".join(part if isinstance(part, str) else self._part(part, values) for part in parts)
        return _fill(
            translation, {name: self.of(value) if isinstance(value, Said) else value for name, value in values.items()}
        )

    def _part(self, part: grammar.Part, values: Mapping[str, Any]) -> str:
        value = values[part.name]
        if part.choices:
            chosen = grammar.chosen(part.choices, self._is(value))
            return self._filled(chosen, {name: values[name] for name in grammar.fields(chosen)})
        if part.spec and isinstance(value, str):
            return grammar.laid(self.of(value), self.of(value, "short"), part.spec)
        if isinstance(value, Said):
            told = self.of(value, part.form.lower())
            return told[:1].upper() + told[1:] if part.form[:1].isupper() else told
        return grammar.number(format(value, part.spec), self.code) if part.spec else str(value)

    def _is(self, value: Any) -> list[str]:
        """What a value is, to those who choose by it: its number, or what its language says of it, and how it begins."""
        if isinstance(value, int) or (type(value) is str and value.removeprefix("-").isdecimal()):
            return [str(value), grammar.plural(self.code, int(value))]
        words = [] if isinstance(value, Said) else [str(value).strip()]
        if isinstance(value, Said):
            for text, name, _, _ in Formatter().parse(self.forms.get(value.template, {}).get("is", "")):
                words += text.split()
                words += self._is(value.values[name]) if name else []
        return words if "consonant" in words else [*words, *grammar.beginning(self.of(value))]

    def error(self, wrong: BaseException) -> str:
        """The sentence of an error that is meant for people."""
        return self.of(wrong.args[0]) if wrong.args and isinstance(wrong.args[0], str) else str(wrong)


def _fill(template: str, values: Mapping[str, Any]) -> str:
    form, taken = _form(template)
    if taken:
        return form % taken(values)
    asks = "=" in template and grammar.parts(template) is not None
    return ENGLISH._filled(template, values) if asks else template.format_map(values)


ENGLISH = Words("en", {})


def read(folder: Path, code: str) -> dict[str, Translation]:
    """The translations that lie in a folder; none if it has no file for the language."""
    file = folder / f"words.{code}.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str | dict[str, str]]) if file.is_file() else {}


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, English first: those that the core speaks."""
    return ("en", *sorted(file.name.split(".")[1] for file in Path(__file__).parent.glob("words.*.json")))


def spoken(wished: str) -> str:
    """The language for a wish such as `de`, `de-AT` or a browser's `Accept-Language`; English if there is none of them.

    >>> spoken("fr;q=0.9, de-AT, en;q=0.4")
    'de'
    """
    ranked = []
    for part in wished.lower().split(","):
        code, _, quality = part.partition(";q=")
        try:
            ranked.append((-float(quality or 1), code.strip().replace("_", "-").split("-")[0].split(".")[0]))
        except ValueError:
            continue
    return next((code for _, code in sorted(ranked, key=lambda rank: rank[0]) if code in languages()), "en")
