"""The pages in other languages: no English word anywhere on them, whether they are read, played or learned from."""

from __future__ import annotations

import re

import pytest
from english import english_in
from hands import ME, play_out, positions
from playwright.sync_api import Page, expect
from running import QUICK

import parlour
from parlour.core.registry import words
from parlour.core.words import languages

LAST_ROUND = positions("doce").LAST_ROUND

GERMAN = QUICK.replace('"en"', '"de"')
EVERYTHING = """() => {
  const names = ['aria-label', 'title', 'alt', 'placeholder'];
  const read = (node) => {
    if (node.nodeType === 3) return [node.data];
    if (node.nodeType !== 1 || node.matches('script, noscript, style, code, [lang=en]')) return [];
    return [...names.map((name) => node.getAttribute(name) ?? ''), ...[...node.childNodes].flatMap(read)];
  };
  return [document.title, ...read(document.body)].map((text) => text.trim()).filter(Boolean);
}"""


def english_on(page: Page, language: str = "de") -> list[str]:
    """Every text, label and title of the page that has an English word in it."""
    return [text for text in page.evaluate(EVERYTHING) if english_in(text, language)]


def test_a_match_of_doce_in_german_shows_no_english_word(person):
    mara = person(settings=GERMAN)
    page = mara.go("/new?game=doce")
    expect(page.get_by_text("Welche Diagonalen als Reihen zählen.")).to_be_visible()
    assert english_on(page) == []
    page.goto(f"{mara.server}/rules/doce")
    expect(page.get_by_text("Freiwillig passen gibt es nicht.")).to_be_visible()
    assert english_on(page) == []
    page = mara.sit("doce", position=LAST_ROUND)
    expect(page.get_by_text("Du bist dran").first).to_be_visible(timeout=15000)
    play_out(page, "doce", decisions=4)
    assert english_on(page) == []
    play_out(page, "doce")
    expect(page.get_by_text(re.compile("Es ist aus: vier Runden sind gespielt"))).to_be_visible()
    assert english_on(page) == []
    mara.picture("doce-result-german")
    page.get_by_role("link", name="Wiederholung ansehen").click()
    expect(page.get_by_text(re.compile(r"Schritt 0 von \d+"))).to_be_visible()
    expect(page.get_by_text("Mara setzt").first).to_be_attached()
    assert english_on(page) == []


def test_a_refusal_is_german_and_a_table_can_change_its_language(person):
    mara = person(settings=GERMAN)
    marked = LAST_ROUND | {"board": {"c3": "W4", "a1": "B1"}, "marks": ["c3", "a1"]}
    page = mara.sit("doce", position=marked)
    expect(page.get_by_text("Du bist dran").first).to_be_visible(timeout=15000)
    page.locator("[data-square=b3]").click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("Nicht neben C3")
    assert english_on(page) == []
    page.keyboard.press("Escape")
    play_out(page, "doce", decisions=3)
    expect(page.locator(".talk").get_by_text("Mara setzt").first).to_be_attached()
    page.get_by_role("button", name="Tischmenü").click()
    page.locator("summary", has_text="Einstellungen").click()
    page.locator("select:has(option[lang=en])").select_option("en")
    expect(page.locator(".talk").get_by_text("Mara places").first).to_be_attached()
    expect(page.locator(".talk").get_by_text("Mara setzt")).to_have_count(0)


KEYS = [game.key for game in parlour.games()]
OTHERS = [language for language in languages() if language not in ("en", "de")]


@pytest.mark.parametrize("language", OTHERS)
def test_no_page_of_a_phone_shows_an_english_word(person, language):
    """Each language opens the pages of another game; all their words are read by test_no_english.py."""
    key = KEYS[OTHERS.index(language) % len(KEYS)]
    mara = person(phone=True, settings=QUICK.replace('"en"', f'"{language}"'))
    page = mara.go("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("main")).to_be_visible()
    paths = {"home": "/", "new": f"/new?game={key}", "rules": f"/rules/{key}", "learn": f"/learn/{key}"}
    for name, path in paths.items():
        page = mara.go(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert english_on(page, language) == [], name
        assert mara.fits(), name
        mara.picture(f"{name}-{language}")
    game = parlour.game(key)
    page = mara.sit(key, min(3, game.seats[-1]))
    expect(page.locator("main .stage *").first).to_be_visible()
    rule = next(iter(game.ledger_in(language).rules.values()))
    assert rule.text != game.ledger.rules[rule.id].text
    assert words(language).fill(game.pitch, {}) != game.pitch
    page.wait_for_load_state("networkidle")
    assert english_on(page, language) == []
    assert mara.fits()
    if language == "ja":
        faces = "[...document.querySelectorAll('svg text')].map((node) => getComputedStyle(node).fontFamily)"
        assert [face for face in page.evaluate(faces) if "Zen Maru Gothic" not in face] == []
    mara.picture(f"table-{language}")


def test_two_people_at_one_table_read_it_in_their_own_languages(person):
    mara, theo = person(settings=GERMAN), person(phone=True)
    table = mara.open("doce", [ME, {"kind": "open"}], position=LAST_ROUND)
    page, other = mara.go(f"/t/{table}"), theo.go(f"/t/{table}")
    other.get_by_role("textbox", name="Your name").fill("Theo")
    other.get_by_role("button", name="Sit down").first.click()
    page.get_by_role("button", name="Los geht’s").click()
    play_out(page, "doce", decisions=1)
    expect(page.locator(".talk").get_by_text("Mara setzt").first).to_be_attached()
    expect(other.locator(".talk").get_by_text("Mara places").first).to_be_attached()
