"""It is your turn: pushes that only one browser can read, mails as a digest, each thing told once and to nobody else."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cup_kit import guests
from receivers import Browser, MailBox, PushService, certificate, plain, vouched
from server_kit import CALM, GENEROUS, QUICK, Party, Served, fails, play_on, run
from services import Postgres

from parlour.client import Client
from parlour.core.errors import ParlourError
from parlour.server import mailing
from parlour.server import messages as m
from parlour.server.club import push
from parlour.server.club.reach import quiet_until
from parlour.server.config import Config, ReachConfig
from parlour.server.cup.shown import CupArrive, CupBegin
from parlour.server.mailing import MailServer
from parlour.server.storage.club_notices import Subscription, Wishes
from parlour.tables.errors import Unfit
from parlour.tables.shown import Clock, Settings

LETTER = Settings(clock=Clock("correspondence", 3 * 86400))
SOON = {"every": 0.05, "after": 0, "mail": 0.3, "gap": 0.3}
PUBLIC = "https://games.example"


@pytest.fixture
def service() -> Iterator[PushService]:
    found = PushService()
    yield found
    found.stop()


@pytest.fixture
def mailbox(tmp_path, monkeypatch) -> Iterator[MailBox]:
    pem = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    box = MailBox(pem, "ann", "s@fe").start()
    yield box
    box.stop()


def by(service: PushService | None = None, box: MailBox | None = None, **more: Any) -> ReachConfig:
    server = MailServer.of(f"smtp://ann:s%40fe@localhost:{box.port}", "Parlour <games@games.example>") if box else None
    return ReachConfig(**(SOON | {"push_services": (service.origin,) if service else (), "server": server} | more))


async def tell_me(client: Client, browser: Browser) -> dict[str, Any]:
    return await client.call("POST", "/api/reach/push", browser.subscription())


async def wish(client: Client, **more: Any) -> dict[str, Any]:
    known = {"kinds": ["turn", "full", "call", "round"], "zone": "UTC", "quiet": None}
    return await client.call("PUT", "/api/reach", known | more)


def metric(server: Served, by: str, answer: str) -> float:
    return server.metrics().get(f'parlour_notices_total{{by="{by}",answer="{answer}"}}', 0)


async def until(ready: Any) -> None:
    end = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


# The message itself.


def test_a_push_is_encrypted_as_the_example_of_the_standard():
    """RFC 8291, section 5 and appendix A."""
    browser = Browser(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        ec.derive_private_key(int.from_bytes(plain("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), ec.SECP256R1()),
        plain("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    ours = ec.derive_private_key(int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1())
    known = browser.subscription()
    assert known["key"].startswith("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx")
    sealed = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        known["key"],
        known["auth"],
        salt=plain("DGv6ra1nlYgDCS1FRnbzlw"),
        ours=ours,
        even=0,
    )
    assert push.encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
        "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.decrypted(sealed) == b"When I grow up, I want to be a watermelon"


def test_only_its_browser_can_read_a_push_and_its_length_tells_little():
    browser, other = Browser("x"), Browser("y")
    known = browser.subscription()
    sealed = push.encrypted(b"your turn", known["key"], known["auth"])
    assert browser.decrypted(sealed) == b"your turn"
    with pytest.raises(InvalidTag):
        other.decrypted(sealed)
    with pytest.raises(InvalidTag):
        browser.decrypted(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    assert len(push.encrypted(b"a" * 100, known["key"], known["auth"])) == len(sealed)
    with pytest.raises(ValueError, match="too long"):
        push.encrypted(bytes(push.MOST + 1), known["key"], known["auth"])


def test_a_push_says_who_sends_it_and_is_signed():
    secret = bytes(range(32))
    claims, key = vouched(
        push.authorization("https://fcm.googleapis.com/fcm/send/abc", secret, PUBLIC), "https://fcm.googleapis.com"
    )
    assert claims["sub"] == PUBLIC
    assert key == push.public_key(secret)


@pytest.mark.parametrize(
    ("endpoint", "fits"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=abc", True),
        ("https://web.push.apple.com/abc", True),
        ("http://fcm.googleapis.com/fcm/send/abc", False),
        ("https://fcm.googleapis.com:8443/abc", False),
        ("https://user@fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com.evil.example/abc", False),
        ("https://evilnotify.windows.com/abc", False),
        ("http://127.0.0.1:5432/", False),
        ("https://169.254.169.254/latest", False),
        ("https://[::1]/", False),
        ("http://trusted.example:81/x", True),
        ("nothing", False),
        ("https://[", False),
        ("https://fcm.googleapis.com/a\x00b", False),
        ("https://fcm.googleapis.com/a\nb", False),
        ("https://fcm.googleapis.com\\@127.0.0.1/", False),
        ("https://127.0.0.1%2f.push.apple.com/", False),
        ("https://127.0.0.1⁄.push.apple.com/", False),
        (f"https://{'a' * 64}.push.apple.com/", False),
        ("https://..push.apple.com/", False),
    ],
)
def test_nothing_is_sent_but_to_push_services(endpoint, fits):
    known = Browser(endpoint).subscription()
    to = Subscription(known["endpoint"], known["key"], known["auth"], "en")
    if fits:
        assert push.checked(to, ("http://trusted.example:81",)) is to
    else:
        with pytest.raises(Unfit):
            push.checked(to, ("http://trusted.example:81",))


@pytest.mark.parametrize("key", ["", "!", "AAAA", "B" * 87])
def test_a_subscription_with_keys_that_are_none_is_refused(key):
    with pytest.raises(Unfit):
        push.checked(Subscription("https://web.push.apple.com/x", key, push.encoded(bytes(16)), "en"), ())


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "left"),
    [
        ((22, 7), "UTC", 23, 8),
        ((22, 7), "UTC", 3, 4),
        ((22, 7), "UTC", 7, 0),
        ((22, 7), "UTC", 12, 0),
        ((9, 17), "UTC", 12, 5),
        ((22, 7), "Asia/Tokyo", 14, 8),
        ((22, 7), "Nowhere/AtAll", 23, 8),
        ((5, 5), "UTC", 5, 0),
        (None, "UTC", 3, 0),
    ],
)
def test_quiet_hours_go_by_the_clock_of_the_person(quiet, zone, now, left):
    hours = quiet and (quiet[0] * 60, quiet[1] * 60)
    until = quiet_until(Wishes(quiet=hours, zone=zone), now * 3600_000)
    assert until == ((now + left) * 3600_000 if left else 0)


# Pushes from tables.


def test_who_plays_by_letter_is_told_once_that_it_is_their_turn_and_no_card_is_in_it(serve, service):
    server = serve(reach=by(service))

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("ion", settings=LETTER, start=False)
            browsers = [service.browser("ada"), service.browser("bea")]
            for client, browser in zip(party.clients, browsers, strict=True):
                assert (await tell_me(client, browser))["here"]
            await ada.send(m.Start())
            await ada.until(lambda: bool(ada.acting))
            first = ada.acting[0]
            await asyncio.to_thread(service.until, lambda: service.of(browsers[first]))
            (told,) = service.of(browsers[first])
            assert told["title"] == "ION: it is your turn"
            assert told["body"] == f"At the table with {('Bea', 'Ada')[first]}. You have 2 days."
            assert told["link"] == f"/t/{party.table}"
            assert set(told) == {"title", "body", "link", "tag"}
            assert service.of(browsers[1 - first]) == []
            # Nothing more of the same turn; the next turn is told to whose it is.
            link = (ada, bea)[first]
            while ada.acting == [first]:
                moves = link.moves
                await play_on(link, 1)
                await ada.until(lambda moves=moves: ada.moves > moves)
            if not ada.over:
                await asyncio.to_thread(service.until, lambda: service.of(browsers[1 - first]))
            assert len(service.of(browsers[first])) == 1
            return (await party.clients[0].call("GET", "/api/reach"))["key"]

    key = asyncio.run(asyncio.wait_for(test(), 200))
    assert service.keys == {key}


def test_at_a_live_table_only_who_is_away_is_told_and_a_host_hears_that_all_are_there(serve, service):
    server = serve(reach=by(service))

    async def test():
        async with Party(server.address) as party:
            host = await party.device()
            await tell_me(host, service.browser("ada"))
            table = await host.create("doce", ["mine", "open"], options={"first": 0})
            guest = await party.device()
            await tell_me(guest, service.browser("bea"))
            await guest.join(table, "Bea")
            await asyncio.to_thread(service.until, lambda: service.got)
            assert [path for path, _, _ in service.got] == ["/ada"]
            assert service.of(service.browser("ada"))[0]["title"] == "DOCE: everybody is there"
            party.table = table
            ada, bea = await party.link(host), await party.link(guest)
            await ada.send(m.Start())
            await bea.until(lambda: bea.table.phase == "running")
            await ada.play("4 c3")
            while ada.acting != [0] or ada.moves < 2:
                link, moves = (ada, bea)[ada.acting[0]], ada.moves
                await play_on(link, 1)
                await ada.until(lambda moves=moves: ada.moves > moves)
            assert len(service.got) == 1  # Both are here: nobody is told.
            await ada.close()
            await asyncio.to_thread(service.until, lambda: len(service.got) > 1)
            assert [path for path, _, _ in service.got] == ["/ada", "/ada"]

    run(test())


def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(serve, service):
    server = serve(reach=by(service))
    service.answers = {"/gone": 410, "/fails": 503}

    async def test():
        async with Party(server.address) as party:
            for name in ("gone", "fails"):
                client = await party.device()
                await tell_me(client, service.browser(name))
                await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(service.until, lambda: len(service.got) == 2)
            await until(lambda: metric(server, "push", "gone") and metric(server, "push", "later"))
            gone, fails_ = party.clients
            assert "here" not in await gone.call("GET", "/api/reach")
            assert (await fails_.call("GET", "/api/reach"))["here"]
            assert metric(server, "push", "sent") == 0

    run(test())


def test_a_push_service_that_never_answers_slows_no_table_and_nobody_else(serve, service):
    server = serve(reach=by(service))
    service.answers = {f"/dead{number}": None for number in range(4)}

    async def test():
        async with Party(server.address) as party:
            for number in range(4):
                client = await party.device()
                await tell_me(client, service.browser(f"dead{number}"))
                await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(service.until, lambda: len(service.got) == 4)
            lively = await party.device()
            await tell_me(lively, service.browser("lively"))
            await lively.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(service.until, lambda: service.of(service.browser("lively")))
            (link,) = await party.sit_down("doce", people=1, bots=1, settings=CALM)
            await play_on(link, 3)
            assert metric(server, "push", "later") == 0  # The four are still waited for.

    run(test())
    service.hangs.set()


def test_several_workers_tell_each_turn_once(postgres: Postgres, service):
    reach = by(service, every=0.02)
    servers = [Served(Config(postgres.address, None, QUICK, GENEROUS, logs=False, reach=reach)).start() for _ in range(2)]

    async def test():
        async with Party(servers[0].address) as party:
            clients = [await party.device() for _ in range(8)]
            for number, client in enumerate(clients):
                await tell_me(client, service.browser(f"{number}"))
                await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(service.until, lambda: len({path for path, _, _ in service.got}) == 8)
            await until(lambda: sum(metric(server, "push", "sent") for server in servers) == 8)
            await asyncio.sleep(0.3)  # Some more looks of both.
            assert len(service.got) == 8

    try:
        run(test())
    finally:
        for server in servers:
            server.stop()


# Mails.


def code_in(text: str) -> str:
    found = re.search(rf"{PUBLIC}/reach/([\w~-]+)", text)
    assert found is not None
    return found[1]


def test_a_mail_goes_to_a_confirmed_address_as_a_digest_and_one_press_ends_them(serve, mailbox):
    server = serve(reach=by(box=mailbox, mail=1.5), public_url=PUBLIC)

    async def test():
        async with Client(server.address) as ada, Client(server.address) as eve:
            assert (await ada.call("GET", "/api/reach")).get("mail") is None
            asked = await ada.call("POST", "/api/reach/mail", {"mail": "ada@example.org"})
            assert asked["mails"]
            assert "mail" not in asked  # not before it is confirmed
            await asyncio.to_thread(mailbox.until, 1)
            letter = mailbox.mails[0]
            assert mailbox.encrypted == [True]
            assert (letter["to"], letter["subject"]) == ("ada@example.org", "Is this your address?")
            code = code_in(letter.get_content())
            assert (await eve.call("GET", f"/api/reach/code/{code}")) == {"what": "confirm", "mail": "ada@example.org"}
            assert "mail" not in await ada.call("GET", "/api/reach")  # looking does nothing
            await eve.call("POST", f"/api/reach/code/{code}")
            assert (await ada.call("GET", "/api/reach"))["mail"] == "ada@example.org"
            assert "mail" not in await eve.call("GET", "/api/reach")
            tables = [
                await ada.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True) for _ in range(2)
            ]
            await asyncio.to_thread(mailbox.until, 2)
            digest = mailbox.mails[1]
            assert digest["subject"] == "2 tables wait for you"
            text = digest.get_content()
            assert all(f"{PUBLIC}/t/{table}" in text for table in tables)
            stop = code_in(text)
            assert digest["list-unsubscribe"] == f"<{PUBLIC}/api/reach/code/{stop}>"
            assert digest["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
            await eve.call("POST", f"/api/reach/code/{stop}")
            assert "mail" not in await ada.call("GET", "/api/reach")
            for wrong in (code[:-3], code[:-1] + "AB", "x~y", "nothing"):
                assert (await fails(ada.call("POST", f"/api/reach/code/{wrong}"))).code == "no_code"
            assert len(mailbox.mails) == 2

    run(test())


def test_what_is_over_before_the_mail_goes_out_is_not_in_it(serve, mailbox):
    server = serve(reach=by(box=mailbox, mail=1), public_url=PUBLIC)

    async def test():
        async with Party(server.address) as party:
            client = await party.device()
            await client.call("POST", "/api/reach/mail", {"mail": "ada@example.org"})
            await asyncio.to_thread(mailbox.until, 1)
            await client.call("POST", f"/api/reach/code/{code_in(mailbox.mails[0].get_content())}")
            one = await client.create("doce", ["mine", "open"], options={"first": 0}, settings=LETTER)
            other = await party.device()
            await other.join(one, "Bea")
            party.table = one
            link = await party.link(client)
            await link.send(m.Start())
            await link.until(lambda: link.acting == [0])
            await link.play("4 c3")
            two = await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(mailbox.until, 2)
            assert mailbox.mails[1]["subject"] == "DOCE: it is your turn"
            assert two in mailbox.mails[1].get_content()
            assert one not in mailbox.mails[1].get_content()

    run(test())


def test_a_mail_server_that_refuses_is_told_and_asked_again(serve, mailbox):
    server = serve(reach=by(box=mailbox), public_url=PUBLIC)

    async def test():
        async with Client(server.address) as ada:
            mailbox.refuses = True
            assert "could not be sent" in str(await fails(ada.call("POST", "/api/reach/mail", {"mail": "a@example.org"})))
            mailbox.refuses = False
            await ada.call("POST", "/api/reach/mail", {"mail": "a@example.org"})
            await asyncio.to_thread(mailbox.until, 1)
            for bad in ("nobody", "a@b@c", "a b@example.org", "a@example.org\nBcc: b@example.org", "@example.org"):
                assert (await fails(ada.call("POST", "/api/reach/mail", {"mail": bad}))).code == "bad_message"
            for _ in range(3):
                await ada.call("POST", "/api/reach/mail", {"mail": "a@example.org"})
            assert (await fails(ada.call("POST", "/api/reach/mail", {"mail": "a@example.org"}))).code == "too_fast"

    run(test())


def test_quiet_hours_and_kinds_are_kept_to(serve, service):
    server = serve(reach=by(service))

    async def test():
        async with Client(server.address) as quiet, Client(server.address) as choosy, Client(server.address) as all_:
            for name, client in (("quiet", quiet), ("choosy", choosy), ("all", all_)):
                await tell_me(client, service.browser(name))
            minute = int(time.time() // 60) % 1440
            said = await wish(quiet, quiet=[(minute - 60) % 1440, (minute + 60) % 1440], zone="UTC")
            assert said["quiet"] == [(minute - 60) % 1440, (minute + 60) % 1440]
            assert (await wish(choosy, kinds=["call"], zone="Europe/Berlin"))["zone"] == "Europe/Berlin"
            assert (await fails(wish(choosy, quiet=[0, 1440]))).code == "bad_message"
            assert (await wish(all_, zone="Nowhere"))["zone"] == "UTC"
            for client in (quiet, choosy, all_):
                await client.create("doce", ["mine", "bot"], options={"first": 0}, settings=LETTER, start=True)
            await asyncio.to_thread(service.until, lambda: service.got)
            await asyncio.sleep(0.5)  # The others had their time.
            assert [path for path, _, _ in service.got] == ["/all"]

    run(test())


def test_a_house_that_sets_nothing_up_still_plays_and_says_so(serve):
    server = serve()

    async def test():
        async with Client(server.address) as ada:
            shown = await ada.call("GET", "/api/reach")
            assert "mails" not in shown
            assert "sends no mails" in str(await fails(ada.call("POST", "/api/reach/mail", {"mail": "a@example.org"})))
            refused = await fails(tell_me(ada, Browser("https://push.evil.example/x")))
            assert "push service is not known" in str(refused)
            assert (await fails(Client(server.address, token="x" * 40).call("GET", "/api/reach"))).status == 401

    run(test())


def test_mail_is_handed_over_encrypted_and_no_password_goes_out_in_the_clear(tmp_path, monkeypatch, mailbox):
    open_to_all = MailBox(tmp_path / "localhost.pem").start()
    try:
        server = MailServer.of(f"smtps://localhost:{open_to_all.port}", "Parlour <games@games.example>")
        mailing.send(server, mailing.message(server, "ada@example.org", "Grüße", "Ein Tisch wartet – dort.", id="one"))
        letter = open_to_all.mails[0]
        assert (letter["subject"], letter["from"], letter["message-id"]) == (
            "Grüße", "Parlour <games@games.example>", "<one@games.example>"
        )  # fmt: skip
        assert letter.get_content().splitlines() == ["Ein Tisch wartet – dort."]
    finally:
        open_to_all.stop()
    wrong = MailServer.of(f"smtp://ann:guess@localhost:{mailbox.port}", "games@games.example")
    with pytest.raises(smtplib.SMTPAuthenticationError):
        mailing.send(wrong, mailing.message(wrong, "ada@example.org", "x", "x"))
    monkeypatch.setenv("SSL_CERT_FILE", "/dev/null")  # Nobody vouches for that server.
    with pytest.raises(ssl.SSLCertVerificationError):
        mailing.send(wrong, mailing.message(wrong, "ada@example.org", "x", "x"))
    monkeypatch.setattr(mailing, "is_here", lambda host: False)
    monkeypatch.setattr(smtplib.SMTP, "has_extn", lambda line, name: False)
    with pytest.raises(smtplib.SMTPNotSupportedError, match="no password is said"):
        mailing.send(wrong, mailing.message(wrong, "ada@example.org", "x", "x"))
    assert mailbox.mails == []


@pytest.mark.parametrize(
    "address",
    [
        "=?utf-8?q?victim=40example.org=2c_a?=@evil.example",
        "=?utf-8?b?dmljdGltQGV4YW1wbGUub3JnLCBh?=@evil.example",
        "a\x00b@example.org",
        "a\x1bb@example.org",
        "ü@example.org",
        "a@example.org.",
        "a@example.org,b@example.org",
        '"a b"@example.org',
        "a" * 65 + "@example.org",
    ],
)
def test_no_address_is_more_than_one_address(address):
    assert not mailing.is_address(address)


def test_a_push_service_whose_name_cannot_be_is_forgotten_and_harms_nobody():
    known = Browser("https://xn--a.push.apple.com/").subscription()
    to = push.checked(Subscription(known["endpoint"], known["key"], known["auth"], "en"), ())

    async def test():
        async with httpx.AsyncClient() as client:
            assert await push.send(client, to, b"{}", secret=bytes(range(32)), contact=PUBLIC, topic="x") == "gone"

    run(test())


def test_a_mail_server_is_read_or_refused_in_a_sentence():
    server = MailServer.of("smtps://ann:s%40fe@mail.example", "Parlour <games@example.org>")
    assert (server.host, server.port, server.tls, server.user, server.password) == ("mail.example", 465, True, "ann", "s@fe")
    assert MailServer.of("smtp://mail.example", "games@example.org").port == 587
    for wrong in ("mail.example", "http://mail.example", "smtp://", "smtp://x:y"):
        with pytest.raises(ParlourError, match="--mail smtps"):
            MailServer.of(wrong, "games@example.org")
    with pytest.raises(ParlourError, match="--mail-from"):
        MailServer.of("smtp://mail.example", "nobody")


def test_who_is_called_to_a_table_hears_of_it_and_who_deletes_everything_hears_nothing_more(serve, service):
    server = serve(reach=by(service))

    async def test():
        async with Party(server.address) as party:
            ada, bea = await party.sit_down("doce")
            await asyncio.gather(play_on(ada), play_on(bea))
            await bea.until(lambda: bea.over)
            host, guest = party.clients
            await tell_me(guest, service.browser("bea"))
            people = []
            while not people:  # The match is counted a moment after it has ended.
                people = await host.call("GET", "/api/me/people")
                await asyncio.sleep(0.05)
            table = await host.create("ion", ["mine", "open"])
            call = {"table": table, "people": [people[0]["person"]["id"]]}
            assert await host.call("POST", "/api/me/people/call", call) == {"told": 1}
            await asyncio.to_thread(service.until, lambda: service.got)
            (told,) = service.of(service.browser("bea"))
            assert (told["title"], told["link"]) == ("Ada wants to play ION with you", f"/t/{table}")
            kept = await guest.call("GET", "/api/me/export")
            assert kept["reach"]["wishes"]["kinds"] == ["turn", "full", "call", "round"]
            gone = guest.token
            guest.token = (await guest.call("POST", "/api/me/delete"))["token"]
            for token in (gone, guest.token):
                guest.token = token
                assert "here" not in await guest.call("GET", "/api/reach")

    run(test())


def test_whoever_has_a_board_in_a_round_hears_of_it_once(serve, service):
    server = serve(reach=by(service))

    async def test():
        people = await guests(3, server.address)
        cup = await people[0].found(begins=None)
        for guest in people[:2]:
            await guest.join(cup)
        for guest in people:
            await tell_me(guest.clients[0], service.browser(guest.name))
        await people[0].act(cup, CupBegin())
        await asyncio.to_thread(service.until, lambda: len(service.got) == 2)
        for guest in people[:2]:
            (told,) = service.of(service.browser(guest.name))
            assert (told["title"], told["body"]) == ("Autumn cup: round 1 begins", "Your table waits for you.")
            assert told["link"] == f"/cup/{cup}"
        assert service.of(service.browser(people[2].name)) == []

    run(test())


def test_who_waits_at_a_board_of_a_league_is_told_of_to_the_other_once_in_an_hour(serve, service):
    server = serve(reach=by(service))

    async def test():
        people = await guests(2, server.address)
        weekly = {"clock": Clock("game", 900, 10), "lasts": 7 * 86_400, "patience": 7 * 86_400, "steady": True}
        cup = await people[0].found(**weekly)
        for guest in people:
            await guest.join(cup)
        await tell_me(people[1].clients[0], service.browser("P1"))
        await people[0].act(cup, CupBegin())
        await asyncio.to_thread(service.until, lambda: len(service.got) == 1)
        for letter in "ab":
            shown = await people[0].act(cup, CupArrive(64 * letter))
            assert shown.rounds[0].boards[0].here == [0]
        await asyncio.to_thread(service.until, lambda: len(service.got) == 2)
        await asyncio.sleep(0.5)
        told = service.of(service.browser("P1"))[1:]
        assert [(one["title"], one["link"]) for one in told] == [("P0 wants to play DOCE with you", f"/cup/{cup}")]
        await people[1].act(cup, CupArrive(64 * "c"))
        assert (await people[1].show(cup)).rounds[0].boards[0].table

    run(test())
