"""Where others in the house reach this machine, as far as it can be told without asking anybody: nothing is sent."""

from __future__ import annotations

import re
import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from parlour.core.errors import ParlourError

Address = IPv4Address | IPv6Address
ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
OUTSIDE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses of documentation: connecting a datagram socket to one only chooses the way out."""
GET_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
BRIDGE = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|podman|kube|flannel|cali|vEthernet", re.IGNORECASE)
TUNNEL = re.compile(r"tun|tap|wg|ppp|tailscale|zt|utun|ipsec|nordlynx|proton", re.IGNORECASE)
IN_CONTAINERS = tuple(ip_network(network) for network in ("172.16.0.0/12", "10.88.0.0/16"))


class Way(msgspec.Struct, frozen=True):
    """One address of this machine and the network that it belongs to, by the system's name for it."""

    address: str
    network: str = ""


def ways(host: str) -> list[Way]:
    """The addresses at which others reach a server that listens at `host`, the likeliest first; none: only this machine."""
    if host not in ANYWHERE:
        address = _read(host)
        return [] if host == "localhost" or (address is not None and not _leads_here(address)) else [Way(host)]
    first = [out for family, far in OUTSIDE if (out := _way_out(family, far)) is not None]
    # Only where the system does not list them is a name asked for: that may take long without a network.
    listed = dict(_interfaces()) or dict.fromkeys(_by_name(), "")
    found = [(ip_address(text), name) for text, name in (dict.fromkeys(first, "") | listed).items()]
    fit = [(ip, name) for ip, name in found if (ip.version == 4 or host == "::") and _leads_here(ip)]
    if contained():
        fit = [(ip, name) for ip, name in fit if not any(ip in network for network in IN_CONTAINERS)]
    fit = [(ip, name) for ip, name in fit if not BRIDGE.match(name)] or fit
    fit = [(ip, name) for ip, name in fit if ip.version == 4] or fit
    # A tunnel leads to other houses, whatever the way out is.
    fit.sort(key=lambda known: (bool(TUNNEL.match(known[1])), str(known[0]) not in first, not known[0].is_private))
    return [Way(str(ip), name) for ip, name in fit]


def link(address: str, port: int) -> str:
    """The address as a link.

    >>> link("192.168.1.5", 8765), link("fd00::5", 80)
    ('http://192.168.1.5:8765', 'http://[fd00::5]')
    """
    place = f"[{address}]" if ":" in address else address
    return f"http://{place}" + ("" if port == 80 else f":{port}")


def public_origin(given: str) -> str:
    """What was given as --public-url, as an origin: scheme, name and port, no path.

    >>> public_origin("HTTPS://Games.example/")
    'https://games.example'
    """
    url = urlsplit(given.strip())
    try:
        port = url.port
    except ValueError:
        port = -1
    plain = url.path in ("", "/") and not (url.query or url.fragment or url.username or url.password)
    if url.scheme not in ("http", "https") or not url.hostname or port == -1 or not plain:
        raise ParlourError(f"{given!r} is no address of a house: give --public-url https://games.example, without a path.")
    place = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    usual = {"http": 80, "https": 443}[url.scheme]
    return f"{url.scheme}://{place}" + ("" if port in (None, usual) else f":{port}")


def is_here(host: str) -> bool:
    """Whether a name or address means this very machine, for whoever says it.

    >>> is_here("localhost"), is_here("127.0.0.1"), is_here("[::1]"), is_here("192.168.1.5")
    (True, True, True, False)
    """
    plain = host.strip("[]").lower().rstrip(".")
    address = _read(plain)
    return plain == "localhost" or plain.endswith(".localhost") or (address is not None and address.is_loopback)


def contained() -> bool:
    """Whether this is a container, whose addresses nobody outside of its machine knows."""
    return any(Path(mark).exists() for mark in ("/.dockerenv", "/run/.containerenv"))


def _leads_here(ip: Address) -> bool:
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast)


def _read(text: str) -> Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _way_out(family: int, far: str) -> str | None:
    """The address that this machine would call from."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            return str(probe.getsockname()[0]).partition("%")[0]
    except OSError:
        return None


def _interfaces() -> Iterator[tuple[str, str]]:
    """Every address and the interface that has it, where the system tells."""
    if sys.platform == "win32":
        return
    import fcntl

    for _, name in socket.if_nameindex():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
            try:
                answer = fcntl.ioctl(asks.fileno(), GET_ADDRESS, struct.pack("256s", name[:15].encode()))
            except OSError:
                continue
            yield socket.inet_ntoa(answer[20:24]), name
    try:
        lines = Path("/proc/net/if_inet6").read_text().splitlines()
    except OSError:
        return
    for fields in (line.split() for line in lines):
        yield str(IPv6Address(int(fields[0], 16))), fields[5]


def _by_name() -> Iterator[str]:
    """What this machine's own name stands for; on some systems that is all that can be asked."""
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return
    yield from (str(entry[4][0]).partition("%")[0] for entry in found)
