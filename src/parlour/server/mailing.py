"""Mail by the host's own SMTP server: over TLS from the start, or from STARTTLS on; a login never goes out in the clear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import msgspec

from parlour.core.errors import ParlourError
from parlour.server.addresses import is_here

if TYPE_CHECKING:
    from email.message import EmailMessage

TIMEOUT = 15.0
ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9-]{1,63})*", re.ASCII)
CODED = "=?"
"""Where the words of a header are written in code, they could say another address: no address has that."""


class MailServer(msgspec.Struct, frozen=True):
    """Where mail is handed over, and whom it is from."""

    host: str
    port: int
    tls: bool
    """From the first byte on (smtps); else by STARTTLS."""
    user: str
    password: str
    sender: str

    @classmethod
    def of(cls, address: str, sender: str) -> MailServer:
        """What was given as --mail and --mail-from.

        >>> MailServer.of("smtps://ann:s%40fe@mail.example", "Parlour <games@example.org>").password
        's@fe'
        """
        from email.utils import parseaddr

        try:
            url = urlsplit(address)
            port = url.port
        except ValueError:
            url, port = urlsplit(""), None
        if url.scheme not in ("smtp", "smtps") or not url.hostname:
            raise ParlourError("The mail server cannot be read: give --mail smtps://user:password@mail.example, or smtp://…")
        if not is_address(parseaddr(sender)[1]):
            raise ParlourError('Say whom mails are from: --mail-from "Parlour <games@example.org>"')
        tls = url.scheme == "smtps"
        user, password = unquote(url.username or ""), unquote(url.password or "")
        return cls(url.hostname, port or (465 if tls else 587), tls, user, password, sender)


def is_address(text: str) -> bool:
    return len(text) <= 254 and CODED not in text and ADDRESS.fullmatch(text) is not None


def message(server: MailServer, to: str, subject: str, text: str, *, stop: str = "", id: str = "") -> EmailMessage:
    """A mail in plain words. `stop` is where one press ends them (RFC 8058)."""
    from email.headerregistry import Address
    from email.message import EmailMessage
    from email.utils import formatdate, make_msgid, parseaddr

    name, sender = parseaddr(server.sender)
    domain = sender.rpartition("@")[2]
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = Address(name, addr_spec=sender), to, subject
    mail["Date"], mail["Message-ID"] = formatdate(), f"<{id}@{domain}>" if id else make_msgid(domain=domain)
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail


def send(server: MailServer, mail: EmailMessage) -> None:
    """In a thread of its own: hand it over. Raises OSError or SMTPException."""
    import smtplib
    import ssl

    trust = ssl.create_default_context()
    if server.tls:
        with smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=trust) as line:
            _hand_over(line, server, mail)
        return
    with smtplib.SMTP(server.host, server.port, timeout=TIMEOUT) as line:
        line.ehlo()
        if line.has_extn("starttls"):
            line.starttls(context=trust)
            line.ehlo()
        elif server.user and not is_here(server.host):
            raise smtplib.SMTPNotSupportedError("The mail server offers no TLS: no password is said to it in the clear.")
        _hand_over(line, server, mail)


def _hand_over(line: Any, server: MailServer, mail: EmailMessage) -> None:
    if server.user:
        line.login(server.user, server.password)
    line.send_message(mail)
