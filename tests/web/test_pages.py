"""The pages around the tables: the shelf, opening a table, settings, rules, and what is not there."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from hands import FREE, ME
from playwright.sync_api import expect

import parlour
from parlour.core.registry import keys

PAGES = Path(__file__).parents[2] / "src" / "parlour" / "pages"
SHORTHAND = re.compile(r"[`§{}\[\]*=_]|\w\(|RULING|FACT|[A-Z]{6,}|\bn\b|Option ")
GAMES = keys()


@pytest.mark.parametrize("phone", [False, True])
def test_the_shelf_shows_every_game_to_everybody(person, phone):
    mara = person(phone=phone)
    page = mara.go("/")
    for key in GAMES:
        expect(page.locator(f"[data-game={key}]")).to_be_visible()
    expect(page.locator("[data-game=doce] button.now")).to_be_visible()
    mara.in_both_lights(f"home-{'phone' if phone else 'wide'}")


def test_a_sixth_game_stands_on_the_shelf_too(person):
    mara = person()

    def with_another(route):
        games = route.fetch().json()
        route.fulfill(json=[*games, games[0] | {"key": "nim", "name": "Nim"}])

    mara.page.route("**/api/games", with_another)
    page = mara.go("/")
    expect(page.locator("[data-game=nim]")).to_contain_text("Nim")
    assert mara.fits()
    mara.picture("home-six-wide")
    expect(mara.go("/new?game=nim").get_by_role("radio", name="Nim")).to_be_checked()


def test_the_first_page_is_light():
    """Under 60 kB of script, gzip; nothing else is fetched before the shelf is shown."""
    html = (PAGES / "index.html").read_text(encoding="utf-8")
    scripts = set(re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', html))
    assert scripts
    size = sum(len(gzip.compress((PAGES / name.lstrip("/")).read_bytes())) for name in scripts)
    assert size < 60_000, f"{size} bytes of script"


@pytest.mark.parametrize("path", ["/settings", "/new?game=dokitto", "/new?game=doce", "/rules/doce", "/mine", "/nowhere"])
def test_every_page_is_for_everybody(person, path):
    mara = person()
    page = mara.go(path)
    for phone in (False, True):
        if phone:
            page.set_viewport_size({"width": 390, "height": 844})
            page.emulate_media(color_scheme="dark")
        expect(page.locator("h1")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert mara.fits()
        assert mara.axe() == []
        mara.picture(f"page-{re.sub(r'[^a-z]+', '-', path[1:])}-{'phone' if phone else 'wide'}")


def test_the_way_back_is_in_sight_on_a_phone_on_its_side(person):
    mara = person(size=(844, 390))
    for path in ("/nowhere", "/t/abcdefghijklmnopqrst"):
        page = mara.go(path)
        expect(page.get_by_role("link", name="Back to the shelf")).to_be_in_viewport(ratio=1)


def test_my_name_is_asked_once_and_kept(person):
    mara = person(settings="{}")
    page = mara.go("/")
    page.get_by_role("button", name="Tell your name").click()
    page.get_by_label("Your name").fill("Theodora")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Theodora")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Theodora")).to_be_visible()


def test_the_lights_go_out_and_stay_out(person):
    mara = person()
    page = mara.go("/")
    page.get_by_role("button", name="Lights").click()
    assert page.evaluate("document.documentElement.classList.contains('dark')")
    page.reload()
    expect(page.locator("html.dark")).to_be_attached()


def test_everything_is_there_in_german(person):
    mara = person()
    page = mara.go("/settings")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.goto(mara.server + "/")
    expect(page.get_by_role("heading", name="Nimm Platz.")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    mara.picture("home-german")


def test_the_rules_are_searched_by_words(person):
    mara = person()
    page = mara.go("/rules/doce")
    page.get_by_label("Search the rules").fill("blocker turn")
    expect(page.get_by_text("DOC-17", exact=True)).to_be_visible()
    page.get_by_label("Search the rules").fill("penguin volcano")
    expect(page.get_by_text("No rule has all these words.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_read_as_plain_sentences(person, game, language):
    """No shorthand, no code, no unresolved number; every number in the text leads to its rule."""
    mara = person(settings=json.dumps({"name": "Mara", "language": language}))
    page = mara.go(f"/rules/{game}")
    page.locator(".rule").first.wait_for()
    texts = page.locator(".rule .text").all_inner_texts()
    assert len(texts) == len(parlour.game(game).ledger.rules)
    for text in texts:
        assert not SHORTHAND.search(text.replace("4 + 4 + 4 = 12", "")), text
        assert re.match(r"[A-Z0-9Ä-Ü„+−]", text), text
        # A rule with a table or a choice below it ends its sentence before that.
        assert text.split("\n")[0].rstrip().endswith((".", ")", "?", ":")), text
    ids = set(page.locator(".rule .id").all_inner_texts())
    assert set(page.locator(".text .ref").evaluate_all("links => links.map((link) => link.hash.slice(1))")) <= ids


def test_a_number_in_a_rule_leads_to_that_rule(person):
    mara = person()
    page = mara.go("/rules/doce#DOC-21")
    expect(page.locator("#rule-DOC-21.lit")).to_be_in_viewport()
    page.locator("#rule-DOC-21").get_by_role("link", name="DOC-08").click()
    expect(page.locator("#rule-DOC-08.lit")).to_be_in_viewport()
    assert page.evaluate("location.hash") == "#DOC-08"
    page.locator("#rule-DOC-16").get_by_role("link", name="our ruling").click()
    expect(page.locator("#rule-DOC-R5.lit")).to_be_in_viewport()
    expect(page.locator("#rule-DOC-R11")).to_contain_text("Your table may choose: Who starts the first round.")


@pytest.mark.parametrize(("language", "every"), [("en", "every liked card"), ("de", "jede gemochte Karte")])
def test_options_are_read_as_words(person, language, every):
    """What the server calls `cards` is told as a family says it: on the form, in the waiting room and with the rule."""
    mara = person(settings=json.dumps({"name": "Mara", "language": language}))
    page = mara.go("/new?game=westvan")
    liked = page.locator(".opt", has=page.get_by_role("link", name="WVS-R11")).locator("select")
    expect(liked.locator("option:checked")).to_have_text(every)
    page.goto(f"{mara.server}/rules/westvan#WVS-R11")
    expect(page.locator("#rule-WVS-R11 .choice")).to_contain_text(every)
    table = mara.open("westvan", [ME, FREE], options={"day_start": "random"})
    page.goto(f"{mara.server}/t/{table}")
    expect(page.locator(".opts").first).to_contain_text("der Zufall entscheidet" if language == "de" else "chance decides")


def test_an_option_may_take_more_than_its_words(person):
    mara = person()
    page = mara.go("/new?game=dokitto")
    flavours = page.locator(".opt", has=page.get_by_role("link", name="DOK-R10"))
    expect(flavours.locator("option:checked")).to_have_text("always the same")
    flavours.locator("select").select_option("")
    flavours.get_by_role("textbox").fill("SCMV")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".opts").first).to_contain_text("Which flavours are in the game: SCMV")


@pytest.mark.parametrize("phone", [False, True])
def test_a_table_is_opened_by_the_rules_of_the_house_or_as_printed(person, phone):
    mara = person(phone=phone)
    page = mara.go("/new?game=westvan")
    house, printed = (page.get_by_role("radio", name=name) for name in ("House rules", "As printed"))
    expect(house).to_be_checked()
    page.get_by_text("As printed").click()
    expect(printed).to_be_checked()
    expect(page.get_by_role("checkbox", name="Moves may be taken back")).not_to_be_checked()
    mara.picture(f"open-printed-{phone}")
    page.get_by_role("checkbox", name="Moves may be taken back").check()
    expect(printed).not_to_be_checked()
    page.get_by_text("As printed").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".opts").first).to_contain_text("Who scoops first on days 2 and 3: chance decides")
    table = page.url.split("/t/")[1]
    told = page.evaluate("(table) => fetch(`/api/tables/${table}`).then((answer) => answer.json())", table)["table"]
    assert told["settings"]["undo"] is False
    assert {name: told["options"][name] for name in ("questions", "refills", "closing_time")} == {
        "questions": "turn", "refills": "played", "closing_time": False,
    }  # fmt: skip


def test_a_time_is_asked_and_told_in_seconds(person):
    mara = person(phone=True)
    page = mara.go("/new?game=ion")
    page.get_by_text("More options").click()
    lasts = page.locator(".opt", has=page.get_by_role("link", name="ION-77")).get_by_role("spinbutton")
    expect(lasts).to_have_value("5")
    lasts.fill("2.5")
    mara.picture("open-ion-seconds")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".opts").first).to_contain_text("How long a real-time race stays open: 2.5 s")


@pytest.mark.parametrize("phone", [False, True])
def test_what_waits_for_me_and_where_i_may_sit_down_are_told_apart(person, phone):
    mara, theo = person(phone=phone), person()
    mara.sit("dokitto", 4, options={"first_lead": 0})
    mine = mara.open("icecool", [ME, FREE])
    open_table = theo.open("ion", [{"kind": "mine", "name": "Theo"}, FREE], settings={"public": True})
    page = mara.go("/")
    turn = page.get_by_role("link", name="Your turn in Dokitto! Ice")
    expect(turn).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Join")).to_be_in_viewport(ratio=1)
    mines, opens = (
        page.locator("section", has=page.get_by_role("heading", name=name)) for name in ("Your tables", "Open tables")
    )
    expect(mines.locator(f"a[href='/t/{mine}']")).to_be_visible()
    expect(opens.locator(f"a[href='/t/{open_table}']")).to_contain_text("1 of 2 seated: Theo")
    assert mara.axe() == []


def test_a_bot_that_is_called_has_a_strength(person):
    mara = person()
    page = mara.go(f"/t/{mara.open('doce', [ME, FREE])}")
    page.get_by_role("button", name="Put a bot here").click()
    expect(page.get_by_label("Strength").locator("option:checked")).to_have_text("Otter · casual")


def test_an_option_leads_to_its_rule(person):
    mara = person()
    page = mara.go("/new?game=doce")
    page.get_by_role("link", name="DOC-R4", exact=True).click()
    expect(page.locator("#rule-DOC-R4.lit")).to_be_in_viewport()


def test_settings_survive_nonsense(person):
    mara = person(settings=json.dumps({"name": "Mara", "theme": "purple", "pace": 7}))
    page = mara.go("/")
    expect(page.get_by_role("heading", name="Pull up a chair.")).to_be_visible()
