"""Devices: their tokens are given out here, carry our mark, and are known by their hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from parlour.core.words import say
from parlour.server.storage import Store
from parlour.tables.errors import Unfit

MARK = 16
"""Characters of a token that only the workers of this database can make."""


def hashed(token: str) -> str:
    """A device is known by the hash of its token; the token itself is kept nowhere."""
    return hashlib.sha256(b"parlour device 1" + token.encode()).hexdigest()


class Devices:
    """The devices of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._secret = b""

    async def open(self) -> None:
        self._secret = await self._store.secret("devices")

    def _mark(self, body: str) -> str:
        mark = hmac.digest(self._secret, body.encode(), "sha256")[: MARK * 3 // 4]
        return base64.urlsafe_b64encode(mark).decode()

    def new(self) -> str:
        body = secrets.token_urlsafe(24)
        return body + self._mark(body)

    async def known(self, token: str) -> str:
        """The device of a token that was given out here. Those of older servers have no mark, but a seat somewhere."""
        device = hashed(token)
        ours = hmac.compare_digest(self._mark(token[:-MARK]).encode(), token[-MARK:].encode())
        if not ours and not await self._store.of_device(device, 1):
            raise Unfit("no_device", say("This server does not know your device. Ask for a new device token."))
        return device
