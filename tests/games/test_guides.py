"""Every game on one illustrated page, in every language, and rules that are found as people ask for them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.core import picture
from parlour.core.guide import read
from parlour.core.registry import game, keys, words
from parlour.core.words import languages

GUIDED = [key for key in keys() if (game(key).folder / "guide.md").is_file()]


@pytest.mark.parametrize("key", GUIDED)
def test_a_guide_begins_with_the_goal_and_has_the_same_pictures_in_every_language(key: str) -> None:
    folder = game(key).folder
    english = read((folder / "guide.md").read_text(encoding="utf-8"))
    assert english[0].title == "Goal"
    assert len(english) >= 6
    drawn = [part.picture for section in english for part in section.parts]
    assert len([name for name in drawn if name]) >= 5
    for language in languages()[1:]:
        other = read((folder / f"guide.{language}.md").read_text(encoding="utf-8"))
        assert [len(section.parts) for section in other] == [len(section.parts) for section in english]
        assert [part.picture for section in other for part in section.parts] == drawn
        assert english[0].title != other[0].title
        for mine, theirs in zip(english, other, strict=True):
            for a, b in zip(mine.parts, theirs.parts, strict=True):
                assert (len(a.words), len(a.points), len(a.rows)) == (len(b.words), len(b.points), len(b.rows)), mine.title
                assert not a.shows or a.shows != b.shows


@pytest.mark.parametrize("key", GUIDED)
def test_every_picture_is_drawn_with_symbols_that_there_are(key: str) -> None:
    known = picture._art()["symbols"]
    for language in languages():
        for section in game(key).guide(words(language)):
            for part in section.parts:
                assert part.words or part.points or part.rows, section.title
                if part.shows:
                    assert part.picture.startswith("<svg")
                    assert set(re.findall(r'href="#([\w-]+)"', part.picture)) <= set(known)


def test_words_in_pictures_are_said_in_every_language() -> None:
    assert ">Traube</text>" in game("dokitto").guide(words("de"))[1].parts[0].picture
    for language in languages()[1:]:
        drawn = "".join(part.picture for section in game("westvan").guide(words(language)) for part in section.parts)
        assert "of tastes" not in drawn, f"{language}: a name on two lines is one name"


def test_the_name_of_a_card_has_two_lines_that_are_as_equal_as_can_be() -> None:
    assert picture.halves("Dog ate my ice cream") == ["Dog ate my", "ice cream"]
    assert picture.halves("Mouldy") == ["Mouldy"]
    plate = picture.name_plate(50, 100, "Change of tastes", 13, "#fff")
    assert re.findall(r">([^<>]+)</text>", plate) == ["Change", "of tastes"]
    other = picture.renamed(f"<svg>{plate}</svg>", {"Change of tastes": "Un “cambio” de gustos"}.__getitem__)
    assert re.findall(r">([^<>]+)</text>", other) == ["Un “cambio”", "de gustos"]


def test_a_game_may_show_its_table_and_needs_no_guide() -> None:
    connect = __import__("parlour.lab.connect_four", fromlist=["GAME"]).GAME
    assert connect.guide() == []
    assert connect.guide_picture("table").startswith("<svg")


ASKED = sorted(Path(__file__).parent.glob("*/asked.json"))
FIND = [(file.parent.name, *row) for file in ASKED for row in json.loads(file.read_text(encoding="utf-8"))]
"""What people ask and the rule that answers, as each game's `asked.json` has it."""


@pytest.mark.parametrize(("key", "language", "asked", "rule"), FIND)
def test_what_people_say_finds_the_rule(key: str, language: str, asked: str, rule: str) -> None:
    found = [found.id for found in game(key).find_rules(asked, language)]
    assert rule in found[:12], found


def test_a_word_that_no_rule_knows_finds_nothing_and_numbers_are_found() -> None:
    assert game("dokitto").find_rules("xyzzy") == []
    assert game("dokitto").find_rules("?!") == []
    assert game("dokitto").find_rules("DOK-31")[0].id == "DOK-31"
    assert game("dokitto").find_rules("(.*[") == [], "nothing that is typed is a pattern"
