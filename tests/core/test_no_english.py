"""No English is left in another language: nothing that is said in it has a word that only English has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.core.words import languages

HOUSE = Path(__file__).parents[2]
COMMON = """
    the of and is are be it you your their this that with from for by not any each every when only may must plays places blocks
    wins rounds match game turn squares line lines dice cards points players white black starts begins over after before first
    last who what which why how new next back take choose moves drop draw hand deck trick roll scoop penguin
"""
ENGLISH = set(COMMON.split())
"""Words that English text can hardly do without."""
ALIKE = {
    "de": {"hand", "die", "match"},
    "es": {"match"},
    "fr": {"match", "dice"},
    "it": {"match"},
    "ja": set[str](),
    "pl": {"by", "match"},
    "pt": {"match"},
}
"""Those that another language has too, or has taken over."""
NAMES = re.compile(
    r"West Van Soft|Dokitto! Ice|New Game \+5|Punish Who\?|\{[^{}]*\}|`[^`]*`|<[^>]*>|https?://\S+|--[a-z-]+|\[/?[a-z ]*\]"
    r"|\bparlour [a-z]+[^.;,]*"
)
"""What stays as it is in every language: names of games and cards, fields, commands."""
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
        words = set(re.findall(r"[^\W\d_]+", NAMES.sub(" ", text).lower()))
        if found := words & (ENGLISH - ALIKE[language]):
            left.append(f"{where} {sorted(found)}: {text}")
    assert not left, "\n".join(left)
