"""Where notices arrive: a push service of our own with browsers that decrypt what it has, and a mail server."""

from __future__ import annotations

import asyncio
import base64
import hmac
import json
import secrets
import ssl
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from server_kit import PATIENCE, free_port


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    """HKDF of one block, written out as RFC 5869 says it."""
    extracted = hmac.digest(salt, key, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")[:length]


class Browser:
    """A subscription, and whoever holds its keys."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)

    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "key": coded(point(self.key)), "auth": coded(self.auth)}

    def decrypted(self, body: bytes) -> bytes:
        """RFC 8188 and RFC 8291, from the reader's side; raises if it was changed or is for somebody else."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size, "more than one record"
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), public)
        content = derived(self.auth, shared, b"WebPush: info\x00" + point(self.key) + theirs, 32)
        cipher = AESGCM(derived(salt, content, b"Content-Encoding: aes128gcm\x00", 16))
        opened = cipher.decrypt(derived(salt, content, b"Content-Encoding: nonce\x00", 12), sealed, None).rstrip(b"\x00")
        assert opened[-1:] == b"\x02", "the last record ends with 2"
        return opened[:-1]


def vouched(header: str, audience: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header and the key behind them; raises if they are not signed by it (RFC 8292)."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, mark = parts["t"].rpartition(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
    raw = plain(mark)
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(signature, said.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(plain(part)) for part in said.split("."))
    assert head["alg"] == "ES256"
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert claims["sub"].startswith(("https://", "mailto:"))
    return claims, parts["k"]


class PushService:
    """Takes pushes, as the browsers' services do. What it answers by path can be changed; `None` is no answer at all."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int | None] = {}
        self.keys: set[str] = set()
        self.browsers: dict[str, Browser] = {}
        self._arrived = threading.Condition()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                answer = service.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                if answer is not None:
                    self.send_response(answer)
                    self.send_header("content-length", "0")
                    self.end_headers()
                else:
                    service.hangs.wait(PATIENCE)

            def log_message(self, *_: object) -> None: ...

        self.hangs = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int | None:
        try:
            _, key = vouched(headers["authorization"], self.origin)
        except (InvalidSignature, AssertionError, KeyError, ValueError):
            return 401
        fits = headers.get("content-encoding") == "aes128gcm" and len(headers.get("topic", "")) <= 32
        if not fits or not headers.get("ttl", "").isdigit():
            return 400
        with self._arrived:
            self.keys.add(key)
            self.got.append((path, headers, body))
            self._arrived.notify_all()
        return self.answers.get(path, 201)

    def browser(self, name: str) -> Browser:
        if name not in self.browsers:
            self.browsers[name] = Browser(f"{self.origin}/{name}")
        return self.browsers[name]

    def of(self, browser: Browser) -> list[dict[str, Any]]:
        """What one browser was told, in order."""
        path = browser.endpoint.removeprefix(self.origin)
        return [json.loads(browser.decrypted(body)) for to, _, body in self.got if to == path]

    def until(self, ready: Callable[[], object]) -> None:
        """Wait for what arrives."""
        end = time.monotonic() + PATIENCE
        with self._arrived:
            while not ready():
                assert self._arrived.wait(max(0.0, end - time.monotonic())), "nothing arrives"

    def stop(self) -> None:
        self.hangs.set()
        self.server.shutdown()
        self.server.server_close()


def certificate(folder: Path) -> Path:
    """A certificate for localhost that vouches for itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    at = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), at, at + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    path = folder / "localhost.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(*form))
    return path


class MailBox:
    """A mail server: by STARTTLS for those who know the password, or encrypted from the first byte on, for everybody."""

    def __init__(self, pem: Path, user: str = "", password: str = "") -> None:
        self.mails: list[EmailMessage] = []
        self.encrypted: list[bool] = []
        """For each mail, whether its line was."""
        self.refuses = False
        self._arrived = threading.Condition()

        def known(server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
            fits = (given.login, given.password) == (user.encode(), password.encode())
            return AuthResult(success=fits, handled=fits)

        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(pem)
        self._trust, self._more = (None if user else trust), dict[str, Any]()
        if user:
            self._more = {"authenticator": known, "auth_required": True, "tls_context": trust, "require_starttls": True}
        self._loop = asyncio.new_event_loop()
        self._lines: list[SMTP] = []
        self.port = free_port()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuses:
            return "451 Not now"
        with self._arrived:
            self.mails.append(message_from_bytes(envelope.content, policy=default))  # type: ignore[arg-type]
            self.encrypted.append(session.ssl is not None)
            self._arrived.notify_all()
        return "250 OK"

    def start(self) -> MailBox:
        def line() -> SMTP:
            self._lines.append(SMTP(self, hostname="localhost", loop=self._loop, **self._more))
            return self._lines[-1]

        async def begin() -> None:
            self._server = await self._loop.create_server(line, "127.0.0.1", self.port, ssl=self._trust)

        self._loop.run_until_complete(begin())
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def until(self, count: int) -> None:
        """Wait for so many mails."""
        end = time.monotonic() + PATIENCE
        with self._arrived:
            while len(self.mails) < count:
                assert self._arrived.wait(max(0.0, end - time.monotonic())), "no mail arrives"

    def stop(self) -> None:
        def end() -> None:
            self._server.close()
            for line in self._lines:  # Whoever has not hung up by now.
                if line.transport is not None:
                    line.transport.abort()
            self._loop.call_soon(self._loop.stop)

        self._loop.call_soon_threadsafe(end)
        self._thread.join()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()
