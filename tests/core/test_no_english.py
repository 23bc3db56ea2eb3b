"""No English is left in another language: nothing that is said in it has a word that only English has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from english import english_in

from parlour.core.words import languages

HOUSE = Path(__file__).parents[2]
TYPED = re.compile("Write |Type |is no move|register|lets you choose|Say next|wheel|Commands")
"""Sentences that quote what a person types, which is English everywhere."""


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a language and where it stands."""
    for file in sorted((HOUSE / "src" / "parlour").rglob(f"words.{language}.json")):
        for template, translation in json.loads(file.read_text(encoding="utf-8")).items():
            for form, text in ({"": translation} if isinstance(translation, str) else translation).items():
                if form != "is" and not TYPED.search(template):
                    yield f"{file.parent.name}: {template}", text
    for file in sorted((HOUSE / "src" / "parlour").rglob(f"*.{language}.md")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{file.parent.name}/{file.name}:{number}", re.sub(r"\]\([^)]*\)", "]", line)
    for file in sorted((HOUSE / "web" / "src").rglob(f"words/{language}.ts")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            found = re.search(r"""^ +(?:'[^']+'|\w+):\s*(.+),$|^ +('.*'|".*"),$""", line)
            if found:
                yield f"{file.relative_to(HOUSE)}:{number}", found[1] or found[2]


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_word_is_left_in_english(language: str) -> None:
    left = []
    for where, text in sentences(language):
        if found := english_in(text, language):
            left.append(f"{where} {found}: {text}")
    assert not left, "\n".join(left)
