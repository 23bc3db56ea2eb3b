"""Who may talk to this server: by what name it is called, and from whose page."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

NOBODYS = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".intranet", ".test")
"""Endings that are given by the house or the machine: nobody on the internet can own a name that has one of them."""


def _split(address: str) -> tuple[str, str]:
    """Host and port, and host alone, of an address, both empty if it is none."""
    try:
        parts = urlsplit(address)
        return parts.netloc.lower(), (parts.hostname or "").rstrip(".")
    except ValueError:
        return "", ""


@lru_cache(maxsize=1000)
def right_host(host: str, known: tuple[str, ...]) -> bool:
    """Whether we are called by a name of ours. A stranger's page can make its own name lead to us, and would then count as our
    page (DNS rebinding); it cannot do so with bare addresses, names of this house, or those of `known` addresses."""
    _, name = _split(f"//{host}")
    try:
        ip_address(name)
    except ValueError:
        ours = name == "" or "." not in name or name.endswith(NOBODYS)
        return ours or any(name == _split(address)[1] for address in known)
    return True


def right_origin(origin: str, host: str, allowed: tuple[str, ...]) -> bool:
    """Whether a browser's page may talk to us: it is ours, or of a known origin. Programs send no origin."""
    if not origin or origin in allowed:
        return True
    place = _split(origin)[0]
    return place != "" and place == host.lower()


def may_enter(headers: dict[bytes, bytes], allowed: tuple[str, ...], changes: bool = True) -> str | None:
    """Why a request is not let in, for people; None if it is."""
    host = headers.get(b"host", b"").decode("latin-1")
    if not right_host(host, allowed):
        return "This server does not go by that name: start it with --public-url, or with --origin for each of its names."
    if changes and not right_origin(headers.get(b"origin", b"").decode("latin-1"), host, allowed):
        return "This page may not talk to this server."
    return None
