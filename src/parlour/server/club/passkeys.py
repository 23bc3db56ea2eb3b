"""Passkeys: a person is found again on any device that holds one. The extra `club` brings what checks them.

A challenge is made for one device and is good for a few minutes. Nothing of it is kept: it carries its own mark, which only the
workers of this database can make, and what came of it counts for the device that asked alone.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, post
from litestar.params import JSONBody

from parlour.core.words import say
from parlour.server import bodies as m
from parlour.server.asking import address_of, device_of, hub_of
from parlour.server.club import bodies as b
from parlour.server.limits import spend
from parlour.server.storage.steps import step
from parlour.server.telling import now
from parlour.tables.errors import Unfit

if TYPE_CHECKING:
    from parlour.server.club import Club
    from parlour.server.hub import Hub

AnyRequest = Request[Any, Any, Any]
LASTS = 5 * 60_000
MOST = 10
"""Passkeys of one person."""
MARK, TIME = 32, 8


class Asked(msgspec.Struct):
    """What the browser's `navigator.credentials` is given, in its JSON form."""

    options: dict[str, Any]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What the browser answers, in its JSON form."""

    credential: dict[str, Any]


def possible() -> bool:
    """Whether what checks passkeys is installed."""
    return find_spec("webauthn") is not None


def _library() -> Any:
    if not possible():
        raise Unfit("not_now", say("This server keeps no passkeys: they need the extra club (pip install parlour[club])."))
    import webauthn

    return webauthn


async def of(club: Club, person: str) -> list[b.PasskeyShown]:
    sql = "SELECT id, since FROM passkeys WHERE person = $1 ORDER BY since"
    return [b.PasskeyShown(*row) for row in await club.hub.store.ask(sql, person)]


def _origin(request: AnyRequest) -> str:
    """Where the page is: server/door.py has let it in, so it is ours."""
    origin = request.headers.get("origin", "")
    if not origin:
        raise Unfit("bad_message", say("Passkeys are for pages: this call names none."))
    return origin


def _host(request: AnyRequest) -> str:
    return urlsplit(_origin(request)).hostname or ""


class Challenges:
    """What a device has to sign."""

    def __init__(self, secret: bytes, device: str, what: str) -> None:
        self.secret, self.about = secret, f"{what} {device}".encode()

    def _mark(self, head: bytes) -> bytes:
        return hmac.digest(self.secret, head + self.about, "sha256")

    def new(self) -> bytes:
        head = (now() + LASTS).to_bytes(TIME, "big") + secrets.token_bytes(16)
        return head + self._mark(head)

    def known(self, credential: dict[str, Any]) -> bytes:
        """The challenge that was signed, if it is ours, for this device, and not too old."""
        try:
            said = str(credential["response"]["clientDataJSON"])
            signed = str(msgspec.json.decode(_bytes(said))["challenge"])
            challenge = _bytes(signed)
        except (KeyError, TypeError, ValueError):
            raise Unfit("bad_message", say("This is no answer of a passkey.")) from None
        head, mark = challenge[:-MARK], challenge[-MARK:]
        if not hmac.compare_digest(self._mark(head), mark) or int.from_bytes(head[:TIME], "big") < now():
            raise Unfit("not_now", say("That took too long: try again."))
        return challenge


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def _challenges(hub: Hub, device: str, what: str) -> Challenges:
    return Challenges(await hub.store.secret("passkeys"), device, what)


@post("/api/passkeys/new", status_code=200)
async def new_passkey(request: AnyRequest) -> Asked:
    """What a browser needs to make a passkey for this person."""
    from parlour.server.club.api import person_of

    library, hub, device, person = _library(), hub_of(request), await device_of(request), await person_of(request)
    kinds = library.helpers.structs
    options = library.generate_registration_options(
        rp_id=_host(request),
        rp_name="Parlour",
        user_id=person.id.encode(),
        user_name=person.name or "Parlour",
        challenge=(await _challenges(hub, device, "new")).new(),
        authenticator_selection=kinds.AuthenticatorSelectionCriteria(
            resident_key=kinds.ResidentKeyRequirement.REQUIRED, user_verification=kinds.UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[kinds.PublicKeyCredentialDescriptor(id=_bytes(one.id)) for one in await of(hub.club, person.id)],
    )
    return Asked(msgspec.json.decode(library.options_to_json(options)))


@post("/api/passkeys", status_code=201)
async def add_passkey(request: AnyRequest, data: JSONBody[Answer]) -> b.PasskeyShown:
    """Keep the passkey that the browser has made."""
    from parlour.server.club.api import person_of

    library, hub, device, person = _library(), hub_of(request), await device_of(request), await person_of(request)
    challenge = (await _challenges(hub, device, "new")).known(data.credential)
    if len(await of(hub.club, person.id)) >= MOST:
        raise Unfit("not_now", say("You have {most} passkeys already.", most=MOST))
    try:
        made = library.verify_registration_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=_host(request),
            expected_origin=_origin(request),
        )
    except Exception:
        raise Unfit("bad_message", say("This is no answer of a passkey.")) from None
    id, at = base64.urlsafe_b64encode(made.credential_id).decode().rstrip("="), now()
    sql = "INSERT INTO passkeys VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id"
    values = (id, person.id, made.credential_public_key, made.sign_count, at)
    if await hub.store.together([step(sql, *values, rows=1)]) is None:
        raise Unfit("not_now", say("This passkey is kept already."))
    return b.PasskeyShown(id, at)


@post("/api/passkeys/ask", status_code=200)
async def ask_passkey(request: AnyRequest) -> Asked:
    """What a browser needs to show a passkey that it has."""
    library, hub, device = _library(), hub_of(request), await device_of(request)
    spend(hub.budgets.persons, address_of(request))
    challenge = (await _challenges(hub, device, "ask")).new()
    options = library.generate_authentication_options(rp_id=_host(request), challenge=challenge)
    return Asked(msgspec.json.decode(library.options_to_json(options)))


@post("/api/passkeys/enter", status_code=200)
async def enter_by_passkey(request: AnyRequest, data: JSONBody[Answer]) -> m.PersonShown:
    """This device is the person of the passkey from now on."""
    library, hub, device = _library(), hub_of(request), await device_of(request)
    challenge = (await _challenges(hub, device, "ask")).known(data.credential)
    id = str(data.credential.get("id", "")).rstrip("=")
    rows = await hub.store.ask("SELECT person, key, uses FROM passkeys WHERE id = $1", id)
    if not rows:
        raise Unfit("no_code", say("This server does not know the passkey: its profile may have been deleted."))
    person, key, uses = rows[0]
    try:
        checked = library.verify_authentication_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=_host(request),
            expected_origin=_origin(request),
            credential_public_key=bytes(key),
            credential_current_sign_count=uses,
        )
    except Exception:
        raise Unfit("bad_message", say("This is no answer of a passkey.")) from None
    sql = "UPDATE passkeys SET uses = $2 WHERE id = $1 AND uses = $3 RETURNING id"
    if await hub.store.together([step(sql, id, checked.new_sign_count, uses, rows=1)]) is None:
        raise Unfit("not_now", say("That took too long: try again."))
    await hub.club.join(device, person)
    found = (await hub.club.persons.by_id([person]))[person]
    return m.PersonShown(found.id, found.name, found.sign or 0, found.colour or 0)


@post("/api/passkeys/drop", status_code=200)
async def drop_passkey(request: AnyRequest, data: JSONBody[b.PasskeyNamed]) -> list[b.PasskeyShown]:
    """Forget one of my passkeys."""
    from parlour.server.club.api import person_of

    hub, person = hub_of(request), await person_of(request)
    await hub.store.together([step("DELETE FROM passkeys WHERE id = $1 AND person = $2", data.id, person.id)])
    return await of(hub.club, person.id)


HANDLERS = [new_passkey, add_passkey, ask_passkey, enter_by_passkey, drop_passkey]
