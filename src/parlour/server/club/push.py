"""Web Push: a message that only one browser can read (RFC 8291, aes128gcm of RFC 8188), signed by this server (RFC 8292).

Where a subscription leads to is a stranger's word: only known push services are called, never an address of the host's network.
"""

from __future__ import annotations

import base64
import json
import re
import secrets
import time
from functools import lru_cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from parlour.core.words import say
from parlour.server.storage.club_notices import Subscription
from parlour.tables.errors import Unfit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey
    from httpx import AsyncClient

Sent = Literal["sent", "gone", "never", "later"]
"""What became of a push: it is on its way; the browser has left; it will never be taken; it may be taken later."""

SERVICES = (
    "fcm.googleapis.com", "jmt17.google.com", "updates.push.services.mozilla.com", ".push.services.mozilla.com",
    ".notify.windows.com", "web.push.apple.com", ".push.apple.com",
)  # fmt: skip
"""The push services of the browsers; a dot stands for every name below."""
PLAIN = re.compile(r"https?://[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*(?::\d+)?(?:/[!-~]*)?")
"""An address without anything that one program reads otherwise than another: names, a port, a path of plain signs."""
RECORD = 4096
MOST = 3000
"""Bytes of a message; services take about 4000 with all that is around it."""
EVEN = 128
"""Messages are filled up to so many bytes: their length tells nothing."""
LASTS, TOKEN_LASTS = 24 * 3600, 12 * 3600
"""Seconds that a service keeps a message for a browser that sleeps, and that a signature lasts."""
TIMEOUT = 10.0
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""


def possible() -> bool:
    from importlib.util import find_spec

    return find_spec("cryptography") is not None and find_spec("httpx") is not None


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.strip("=") + "=" * (-len(text.strip("=")) % 4))


@lru_cache(maxsize=4)
def signing_key(secret: bytes) -> EllipticCurvePrivateKey:
    """The key of this server, from the secret that all of its workers know."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key(secret: bytes) -> str:
    """What a browser subscribes with."""
    return encoded(_point(signing_key(secret)))


def checked(to: Subscription, services: tuple[str, ...]) -> Subscription:
    """Raises Unfit if nothing can or may be sent there."""
    try:
        fits = len(decoded(to.key)) == 65 and len(decoded(to.auth)) == 16 and decoded(to.key)[0] == 4
        _their_key(to.key)
    except (ValueError, ArithmeticError):
        fits = False
    if not fits or not known_service(to.endpoint, services):
        raise Unfit("bad_message", say("This browser's push service is not known here: nothing can be sent to it."))
    return to


def known_service(endpoint: str, services: tuple[str, ...]) -> bool:
    """Whether an address is one of a push service; `services` are origins that the host trusts beside the usual ones."""
    try:
        url = urlsplit(endpoint)
        port = url.port
    except ValueError:
        return False
    if not PLAIN.fullmatch(endpoint):
        return False
    if f"{url.scheme}://{url.netloc}" in services:
        return True
    host = url.hostname or ""
    named = any(host == service or (service.startswith(".") and host.endswith(service)) for service in SERVICES)
    return url.scheme == "https" and port in (None, 443) and url.username is None and named and len(endpoint) <= 1000


def encrypted(message: bytes, key: str, auth: str, *, salt: bytes | None = None, ours: EllipticCurvePrivateKey | None = None,
              even: int = EVEN) -> bytes:  # fmt: skip
    """A message for one browser. `salt` and `ours` are drawn anew for each, but for tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(message) > MOST:
        raise ValueError("This is too long for a push.")
    salt, ours = salt or secrets.token_bytes(16), ours or ec.generate_private_key(ec.SECP256R1())
    theirs, mine = decoded(key), _point(ours)
    shared = ours.exchange(ec.ECDH(), _their_key(key))
    input_key = _derived(decoded(auth), shared, b"WebPush: info\0" + theirs + mine, 32)
    content_key = _derived(salt, input_key, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, input_key, b"Content-Encoding: nonce\0", 12)
    plain = message + b"\x02" + bytes(-(len(message) + 1) % even if even else 0)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(content_key).encrypt(nonce, plain, None)


def authorization(endpoint: str, secret: bytes, contact: str) -> str:
    """The header that says whose push it is."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    url, key = urlsplit(endpoint), signing_key(secret)
    claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(time.time()) + TOKEN_LASTS, "sub": contact}
    said = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={said}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={public_key(secret)}"


async def send(client: AsyncClient, to: Subscription, message: bytes, *, secret: bytes, contact: str, topic: str) -> Sent:
    """Hand a message to a browser's push service. Newer ones of a topic take the place of those that still wait there."""
    from httpx import HTTPError, InvalidURL

    headers = {
        "authorization": authorization(to.endpoint, secret, contact),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(LASTS),
        "urgency": "normal",
        "topic": topic,
    }
    try:
        answer = await client.post(to.endpoint, content=encrypted(message, to.key, to.auth), headers=headers)
    except HTTPError:
        return "later"
    except (InvalidURL, UnicodeError):  # No name that there can be.
        return "gone"
    if answer.is_success:
        return "sent"
    if answer.status_code in (401, 403, 404, 410):
        return "gone"
    return "later" if answer.status_code == 429 or answer.status_code >= 500 else "never"


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _their_key(key: str) -> EllipticCurvePublicKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))


def _derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(key)
