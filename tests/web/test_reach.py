"""How a table calls somebody whose page is closed: what one chooses for it, and what the worker of the app shows."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from people import ask
from playwright.sync_api import Browser, Route, expect

from parlour.server.club.push import encoded

# A browser's push service cannot be asked here: this one answers as it would, at an address of a known service.
SERVICE = """
window.asked = [];
Object.defineProperty(navigator, 'serviceWorker', { value: { register: () => Promise.resolve(), ready: Promise.resolve({
  pushManager: {
    getSubscription: () => Promise.resolve(window.made ?? null),
    subscribe: (wish) => {
      window.asked.push(wish);
      window.made = { toJSON: () => (KEYS), unsubscribe: () => { window.made = null; return Promise.resolve(true); } };
      return Promise.resolve(window.made);
    },
  },
}) } });
window.PushManager ??= class {};
Notification.requestPermission = () => Promise.resolve(window.answer ?? 'granted');
"""


def service() -> str:
    point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    key = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(*point)
    known = {"endpoint": "https://web.push.apple.com/mara", "keys": {"p256dh": encoded(key), "auth": encoded(bytes(16))}}
    return SERVICE.replace("KEYS", json.dumps(known))


@pytest.mark.parametrize("phone", [False, True])
def test_one_chooses_what_to_hear_of_and_when_it_is_quiet(person, phone):
    mara = person(phone=phone)
    device = mara.device
    mara.script(service())
    page = mara.go("/settings")
    here = page.get_by_label("Tell me on this device")
    expect(here).not_to_be_checked()
    expect(page.get_by_role("group", name="Call me when …")).to_have_count(0)
    page.evaluate("window.answer = 'denied'")
    here.click()
    expect(page.get_by_role("alert")).to_contain_text("The browser does not allow notifications")
    expect(here).not_to_be_checked()
    page.evaluate("window.answer = 'granted'")
    here.click()
    expect(here).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert page.evaluate("asked.at(-1).userVisibleOnly && asked.at(-1).applicationServerKey.length") == 65
    page.get_by_label("Everybody is at my table", exact=False).uncheck()
    page.get_by_label("Be quiet at night").click()
    expect(page.get_by_label("from", exact=True)).to_have_value("22:00")
    page.get_by_label("to", exact=True).fill("07:30")
    page.get_by_label("to", exact=True).blur()
    headers = {"Authorization": f"Bearer {device}"}

    def known() -> dict:
        return ask(f"{mara.server}/api/reach", **headers)

    page.wait_for_function(
        "(token) => fetch('/api/reach', { headers: { Authorization: `Bearer ${token}` } })"
        ".then((answer) => answer.json()).then((said) => said.quiet?.[1] === 450)",
        arg=device,
    )
    assert known()["kinds"] == ["turn", "call", "round"]
    assert known()["quiet"] == [22 * 60, 7 * 60 + 30]
    assert known()["here"]
    assert mara.fits()
    mara.in_both_lights(f"reach-{'phone' if phone else 'desk'}")
    page.reload()
    expect(page.get_by_label("Tell me on this device")).to_be_checked()
    expect(page.get_by_label("Everybody is at my table", exact=False)).not_to_be_checked()
    page.get_by_label("Tell me on this device").click()
    expect(page.get_by_label("Tell me on this device")).not_to_be_checked()
    assert "here" not in known()


def test_a_mail_address_is_asked_for_and_a_link_in_a_mail_needs_one_press(person):
    mara = person(phone=True)
    said = {"kinds": ["turn", "full", "call", "round"], "zone": "UTC", "mails": True}
    posted: list[tuple[str, str]] = []

    def answer(route: Route) -> None:
        posted.append((route.request.method, route.request.post_data or ""))
        route.fulfill(json=said)

    def code(route: Route) -> None:
        posted.append((route.request.method, ""))
        route.fulfill(json={"what": "stop" if "stop" in route.request.url else "confirm", "mail": "mara@example.org"})

    mara.page.route("**/api/reach", answer)
    mara.page.route("**/api/reach/mail", answer)
    mara.page.route("**/api/reach/code/*", code)
    page = mara.go("/settings")
    page.get_by_label("Tell me by mail").fill("mara@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_role("status").filter(has_text="on its way to mara@example.org")).to_be_visible()
    assert ("POST", '{"mail":"mara@example.org"}') in posted
    mara.in_both_lights("reach-mail")
    posted.clear()
    page = mara.go("/reach/abc~def")
    expect(page.get_by_role("heading", name="Is mara@example.org yours?")).to_be_visible()
    assert [method for method, _ in posted] == ["GET"]  # Looking does nothing.
    mara.in_both_lights("reach-confirm")
    page.get_by_role("button", name="Yes, call me there").click()
    expect(page.get_by_role("heading", name="From now on a table can call you at mara@example.org.")).to_be_visible()
    page = mara.go("/reach/stop~def")
    page.get_by_role("button", name="No more mails").click()
    expect(page.get_by_role("heading", name="Nothing more is written to mara@example.org.")).to_be_visible()


def test_a_link_that_is_none_says_so(person):
    mara = person()
    mara.expected = ("404",)
    page = mara.go("/reach/none~none")
    expect(page.get_by_text("This link is not known or too old. Ask for a new one.")).to_be_visible()


def test_a_push_is_shown_unless_the_table_is_looked_at_and_one_tap_leads_there(browser: Browser, server: str):
    context = browser.new_context(permissions=["notifications"], base_url=server)
    try:
        page = context.new_page()
        wires = context.new_cdp_session(page)
        found: list[dict] = []
        wires.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"]))
        wires.send("ServiceWorker.enable")
        page.goto("/settings")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")

        def push(link: str, tag: str) -> None:
            said = {"title": "DOCE: it is your turn", "body": "At the table with Bea.", "link": link, "tag": tag}
            wires.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": server, "registrationId": found[-1]["registrationId"], "data": json.dumps(said)},
            )

        shown = "navigator.serviceWorker.ready.then((made) => made.getNotifications()).then((all) => all.map((n) => "
        push("/t/a-table-that-is-there", "one")
        page.wait_for_function(f"{shown}[n.title, n.body, n.data, n.tag].join('|')).join() === "
                               "'DOCE: it is your turn|At the table with Bea.|/t/a-table-that-is-there|one')")  # fmt: skip
        push("/t/a-table-that-is-there", "one")  # The same again takes its place.
        push("/t/another-table-of-mine", "two")
        page.wait_for_function(f"{shown}n.tag).sort().join() === 'one,two')")
        page.bring_to_front()
        page.evaluate("window.focus()")
        if page.evaluate("document.hasFocus()"):
            push("/settings", "three")
            push("/mine", "four")
            page.wait_for_function(f"{shown}n.tag).sort().join() === 'four,one,two')")
    finally:
        context.close()
