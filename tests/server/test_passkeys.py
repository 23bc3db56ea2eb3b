"""Passkeys by an authenticator of our own: it answers as it should, and then as somebody would who is not the person."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import cbor2
import httpx
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from server_kit import Served

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class Authenticator:
    """A device that holds one passkey."""

    def __init__(self, host: str) -> None:
        self.key, self.id, self.host, self.uses = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(20), host, 0

    def _data(self, host: str | None, attested: bytes = b"") -> bytes:
        self.uses += 1
        flags = PRESENT | VERIFIED | (ATTESTED if attested else 0)
        named = hashlib.sha256((host or self.host).encode()).digest()
        return named + bytes([flags]) + self.uses.to_bytes(4, "big") + attested

    def _answer(self, kind: str, challenge: str, origin: str, **response: bytes) -> dict[str, Any]:
        said = json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin, "crossOrigin": False})
        known = {"clientDataJSON": said.encode()} | response
        named = {"id": text(self.id), "rawId": text(self.id), "type": "public-key", "clientExtensionResults": {}}
        return {"credential": named | {"response": {name: text(part) for name, part in known.items()}}}

    def made(self, challenge: str, origin: str, host: str | None = None) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        told = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": self._data(host, attested)})
        return self._answer("create", challenge, origin, attestationObject=told)

    def shown(self, challenge: str, origin: str, host: str | None = None, key: Any = None) -> dict[str, Any]:
        data = self._data(host)
        answer = self._answer("get", challenge, origin, authenticatorData=data)
        said = base64.urlsafe_b64decode(answer["credential"]["response"]["clientDataJSON"] + "==")
        signature = (key or self.key).sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        answer["credential"]["response"]["signature"] = text(signature)
        return answer


class Page:
    """A device at a page of the house."""

    def __init__(self, server: Served) -> None:
        self.origin = f"http://localhost:{server.port}"
        self.calls = httpx.Client(base_url=self.origin, headers={"origin": self.origin})
        self.calls.headers["authorization"] = f"Bearer {self.post('/api/devices', {})['token']}"

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.calls.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def challenge(self, what: str) -> str:
        return str(self.post(f"/api/passkeys/{what}")["options"]["challenge"])

    @property
    def me(self) -> str:
        return str(self.calls.get("/api/me").json()["id"])


@pytest.fixture
def visit(served: Served) -> Iterator[Callable[[], Page]]:
    """Somebody with a device that was never here."""
    pages: list[Page] = []

    def come() -> Page:
        pages.append(Page(served))
        return pages[-1]

    yield come
    for page in pages:
        page.calls.close()


@pytest.fixture
def mara(visit) -> tuple[Page, Authenticator]:
    page, holder = visit(), Authenticator("localhost")
    page.post("/api/me", {"name": "Mara", "sign": 1, "colour": 1})
    page.post("/api/passkeys", holder.made(page.challenge("new"), page.origin))
    return page, holder


def test_a_passkey_brings_its_person_and_nobody_else_does(visit, mara):
    page, holder = mara
    other = visit()
    before = other.me
    wrong = [
        holder.shown(other.challenge("ask"), "https://games.example"),  # From a page of somebody else.
        holder.shown(other.challenge("ask"), page.origin.replace("localhost", "127.0.0.1")),
        holder.shown(other.challenge("ask"), other.origin, host="games.example"),  # Made for another house.
        holder.shown(other.challenge("ask"), other.origin, key=ec.generate_private_key(ec.SECP256R1())),
        holder.shown(page.challenge("ask"), other.origin),  # Signed for another device.
        holder.shown(other.challenge("new"), other.origin),  # Signed for something else.
        holder.shown(text(secrets.token_bytes(56)), other.origin),  # A challenge of one's own.
        {"credential": {"id": text(holder.id)}},
        {"credential": {"id": text(holder.id), "response": {"clientDataJSON": "e30"}}},
    ]
    for answer in wrong:
        said = other.calls.post("/api/passkeys/enter", json=answer)
        assert 400 <= said.status_code < 500, said.text
        assert other.me == before
    right = holder.shown(other.challenge("ask"), other.origin)
    assert other.post("/api/passkeys/enter", right)["id"] == page.me == other.me
    # The same answer is none a second time: the passkey has counted on.
    third = visit()
    said = third.calls.post("/api/passkeys/enter", json=right)
    assert 400 <= said.status_code < 500
    assert third.me != page.me


def test_nobody_keeps_a_passkey_of_another_origin_or_one_that_is_kept_or_drops_anothers(visit, mara):
    page, holder = mara
    other = visit()
    for answer in (
        Authenticator("localhost").made(other.challenge("new"), "https://games.example"),
        Authenticator("localhost").made(other.challenge("new"), other.origin, host="games.example"),
        Authenticator("localhost").made(page.challenge("new"), other.origin),
        holder.made(other.challenge("new"), other.origin),
    ):
        assert 400 <= other.calls.post("/api/passkeys", json=answer).status_code < 500
    assert other.post("/api/passkeys/drop", {"id": text(holder.id)}) == []
    assert len(page.calls.get("/api/me").json()["passkeys"]) == 1
    # A page of another house gets no challenge at all.
    assert other.calls.post("/api/passkeys/ask", headers={"origin": "https://games.example"}).status_code == 403
