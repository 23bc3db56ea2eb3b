"""The pages in German: a match of DOCE from its options to its replay, without an English word anywhere on the page."""

from __future__ import annotations

import re

from hands import play_out, positions
from playwright.sync_api import Page, expect
from running import QUICK

LAST_ROUND = positions("doce").LAST_ROUND

GERMAN = QUICK.replace('"en"', '"de"')
# Words that English text can hardly do without and that German does not have.
ENGLISH = re.compile(
    r"(?<![\w/.-])(the|of|to|and|or|is|are|be|it|you|your|their|this|that|with|from|for|by|not|no|any|each|every|when|only|may"
    r"|must|plays|places|blocks|wins|round|rounds|match|game|turn|square|squares|line|lines|dice|cards?|points?|players?|white"
    r"|black|starts|begins|over|after|before|first|last|who|what|which|why|how|new|next|back|take|choose|moves?)(?![\w/-])",
    re.IGNORECASE,
)
EVERYTHING = """() => {
  const names = ['aria-label', 'title', 'alt', 'placeholder'];
  const read = (node) => {
    if (node.nodeType === 3) return [node.data];
    if (node.nodeType !== 1 || node.matches('script, noscript, style, code, [lang=en]')) return [];
    return [...names.map((name) => node.getAttribute(name) ?? ''), ...[...node.childNodes].flatMap(read)];
  };
  return [document.title, ...read(document.body)].map((text) => text.trim()).filter(Boolean);
}"""


def english_on(page: Page) -> list[str]:
    """Every text, label and title of the page that has an English word in it."""
    return [text for text in page.evaluate(EVERYTHING) if ENGLISH.search(text)]


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
