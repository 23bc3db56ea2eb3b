"""What a person may choose on a device, and how the page calls when it is their turn."""

from __future__ import annotations

import json

import pytest
from hands import FREE, ME, see_turn, until
from playwright.sync_api import expect

from parlour.core.registry import keys

NEW = {"name": "Mara", "pace": "instant", "motion": "less", "language": "en", "met": keys()}
LOUD = json.dumps(NEW | {"sound": True})
# Everything that is started on an AudioContext is counted, and whether the context runs.
EARS = """
window.heard = [];
for (const kind of ['OscillatorNode', 'AudioBufferSourceNode']) {
  const start = window[kind].prototype.start;
  window[kind].prototype.start = function (...when) {
    window.heard.push(this.context.state);
    return start.apply(this, when);
  };
}
window.contexts = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.contexts++; } };
"""
BELLS = """
window.notes = [];
const Real = window.Notification;
window.Notification = class { constructor(title, more) { window.notes.push([title, more.body]); } close() {} };
Object.defineProperty(window.Notification, 'permission', { get: () => Real.permission });
window.asked = 0;
window.Notification.requestPermission = () => { window.asked++; return Real.requestPermission(); };
"""


def test_every_sound_plays_and_none_before_the_first_touch(person):
    mara = person(settings=LOUD)
    mara.script(EARS)
    page = mara.go("/settings")
    assert page.evaluate("contexts") == 0
    page.get_by_text("Hear the sounds").click()
    buttons = page.locator(".sounds button")
    count = buttons.count()
    assert count >= 11
    for i in range(count):
        before = page.evaluate("heard.length")
        buttons.nth(i).click()
        until(page, f"heard.length > {before}")
    until(page, "heard.length && contexts === 1")
    buttons.last.click()
    assert page.evaluate("heard.at(-1)") == "running"
    assert mara.axe() == []
    mara.picture("settings-sounds")
    page.get_by_label("Sound", exact=True).uncheck()
    silent = page.evaluate("heard.length")
    page.get_by_label("Hints at the table").click()
    assert page.evaluate("heard.length") == silent
    expect(page.locator(".sounds")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_sound_is_on_from_the_first_touch_and_off_with_one_tap(person, phone):
    mara = person(phone=phone, settings=json.dumps(NEW))
    mara.script(EARS)
    page = mara.sit("doce", options={"first": 0})
    button = page.get_by_role("button", name="Sound", exact=True)
    expect(button).to_have_attribute("aria-pressed", "true")
    see_turn(page)
    assert page.evaluate("contexts") == 0, "nothing is heard before the first touch"
    page.locator("[data-square=c3]").click()
    page.locator(".act .btn.pri").click()
    until(page, "heard.length > 0")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    silent = page.evaluate("heard.length")
    page.locator(".cell.shut.mine").first.click(force=True)
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.evaluate("heard.length") == silent
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


# The sound card is a roll of paper: every sound is written into three seconds of its own.
PAPER = """
window.cursor = window.written = 0;
const draw = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.written++; return draw.apply(this, when); };
window.AudioContext = class {
  constructor() {
    window.paper = new OfflineAudioContext(1, 44100 * 3 * 20, 44100);
    Object.defineProperty(window.paper, 'currentTime', { get: () => window.cursor });
    window.paper.resume = () => Promise.resolve();
    return window.paper;
  }
};
"""
MEASURE = """async (count) => {
  const drawn = (await paper.startRendering()).getChannelData(0);
  const db = (x) => 20 * Math.log10(x + 1e-9);
  return Array.from({ length: count }, (_, i) => {
    const part = drawn.subarray(i * 3 * 44100, (i + 1) * 3 * 44100);
    // The loudest 100 ms: as long as an ear takes to judge.
    let peak = 0, loudest = 0;
    for (let at = 0; at + 4410 <= part.length; at += 1102) {
      let sum = 0;
      for (let k = 0; k < 4410; k++) sum += part[at + k] ** 2;
      loudest = Math.max(loudest, Math.sqrt(sum / 4410));
    }
    for (const x of part) peak = Math.max(peak, Math.abs(x));
    return { peak: db(peak), rms: db(loudest) };
  });
}"""


def test_every_sound_is_soft_and_as_loud_as_the_others(person):
    mara = person(settings=LOUD)
    mara.script(PAPER)
    mara.spoilt = True
    page = mara.go("/settings")
    page.get_by_text("Hear the sounds").click()
    buttons = page.locator(".sounds button")
    names = buttons.all_inner_texts()
    page.evaluate("cursor = 57")
    buttons.first.click()
    until(page, "written > 0")  # the voices are there
    for i in range(len(names)):
        page.evaluate(f"cursor = {3 * i}")
        buttons.nth(i).click()
    found = dict(zip(names, page.evaluate(MEASURE, len(names)), strict=True))
    told = "\n".join(f"{name:16} peak {at['peak']:6.1f} dB, loudest 100 ms {at['rms']:6.1f} dB" for name, at in found.items())
    print(told)
    assert all(at["peak"] < -12 for at in found.values()), told
    assert all(-42 < at["rms"] < -24 for at in found.values()), told


def test_symbols_grow_beside_the_colours(person):
    mara = person()
    page = mara.go("/settings")
    page.get_by_label("Stronger symbols beside colours").check()
    page = mara.sit("dokitto", options={"first_lead": 0})
    see_turn(page)
    card = page.locator("[data-card]").first
    assert card.locator("use[href^='#fl-']").count() == 5, "on the awning, at the edge and in the window"
    assert mara.axe() == []
    mara.picture("symbols-dokitto")
    page = mara.sit("doce", options={"first": 0})
    see_turn(page)
    expect(page.locator(".f").first.locator("text")).to_have_text("1")
    mara.picture("symbols-doce")


def test_theme_motion_and_language_take_effect_at_once_and_stay(person):
    mara = person()
    page = mara.go("/settings")
    page.locator("label select").first.select_option("dark")
    page.get_by_label("Motion").select_option("full")
    classes = page.evaluate("document.documentElement.className")
    assert "dark" in classes
    assert "still" not in classes
    page.get_by_label("Motion").select_option("less")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.locator("html.dark.still")).to_be_attached()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_my_turn_is_in_the_title_and_a_notification_comes_when_i_wanted_one(person):
    """The browser is asked on the click and never before."""
    mara, theo = person(settings=LOUD), person()
    mara.script(EARS + BELLS)
    mara.context.grant_permissions(["notifications"], origin=mara.server)
    page = mara.go("/settings")
    assert page.evaluate("asked") == 0
    page.get_by_label("Tell me when it is my turn").check()
    until(page, "asked === 1")
    expect(page.get_by_label("Tell me when it is my turn")).to_be_checked()
    table = mara.open("doce", [ME, FREE], options={"first": 1})
    page = mara.go(f"/t/{table}")
    assert page.evaluate("asked") == 0
    guest = theo.go(f"/t/{table}")
    guest.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(guest.locator(".cell.ok").first).to_be_visible()
    assert "Your turn" not in page.title()
    page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })")
    heard = page.evaluate("heard.length")
    guest.locator("[data-square=c3]").click()
    guest.locator(".act .btn.pri").click()
    until(page, "notes.length === 1")
    assert page.evaluate("notes[0]") == ["Your turn", "It is your turn in DOCE."]
    assert "Your turn" in page.title()
    assert page.evaluate("heard.length") > heard, "two glasses"
    page.evaluate("delete document.visibilityState")
    page.locator(".cell.ok").first.click()
    page.locator(".act .btn.pri").click()
    until(page, "!document.title.includes('Your turn')")


def test_a_browser_that_says_no_is_told_kindly(person):
    mara = person()
    mara.script(BELLS + "Notification.requestPermission = async () => 'denied';")
    page = mara.go("/settings")
    page.get_by_label("Tell me when it is my turn").click()
    expect(page.get_by_role("alert")).to_contain_text("The browser does not allow notifications")
    expect(page.get_by_label("Tell me when it is my turn")).not_to_be_checked()
    assert mara.axe() == []
