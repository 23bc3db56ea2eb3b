"""What a server is started with. Workers read it from the environment, where `parlour serve` puts it."""

from __future__ import annotations

import os
from typing import Any

import msgspec

from parlour.server.addresses import Way, link, ways
from parlour.server.mailing import MailServer
from parlour.tables.due import Pace

VARIABLE = "PARLOUR_SERVER"


class Limits(msgspec.Struct, frozen=True):
    """What one client may ask for."""

    message: int = 16 * 1024
    """Bytes of a websocket message or a REST body."""
    rate: float = 20
    """Messages a second, a socket, in the long run."""
    burst: int = 60
    aims: float = 30
    """Aims a second, a socket, that are shown to the others; more are dropped."""
    bad: int = 30
    """Messages that cannot be read, until the socket is closed."""
    outbox: int = 512
    """Messages a slow client may be behind, until its socket is closed; it comes back with its version."""
    calls: float = 20
    """REST calls a second, an address."""
    call_burst: int = 200
    practice: float = 2
    """Practice tries a second, an address; each costs a tenth of a second of a processor."""
    practice_burst: int = 10
    tables: float = 0.5
    """Tables a second, an address, in the long run."""
    table_burst: int = 40
    devices: float = 1
    """New devices a second, an address."""
    device_burst: int = 100
    persons: float = 0.1
    """New persons, and tries to be one of those there are, a second, an address."""
    person_burst: int = 40
    invitations: float = 0.05
    """Calls to a table, clubs joined, and times at a board of a tournament before it begins, a second, a person."""
    invitation_burst: int = 20
    replays: float = 2
    """Replays, records and verdicts a second, an address; each is a match that is dealt again."""
    replay_burst: int = 20
    chat: float = 1
    """Lines and emotes a second: a device at its seats, or all who watch from one address."""
    chat_burst: int = 10
    crowd: float = 3
    """The same for all who watch a table together."""
    crowd_burst: int = 15
    sockets: int = 20_000
    sockets_each: int = 500
    """Sockets of one address."""
    arrivals: float = 5
    """New sockets a second, an address."""
    arrival_burst: int = 300
    hello: float = 10
    """Seconds for the first message."""

    @classmethod
    def wide(cls, **more: Any) -> Limits:
        """For tests and benchmarks, where many people are one program: nobody is refused."""
        counted = ("tables", "devices", "persons", "invitations", "replays", "calls", "practice", "chat", "crowd", "arrivals")
        bursts = ("table", "device", "person", "invitation", "replay", "call", "practice", "chat", "crowd", "arrival")
        wide: dict[str, Any] = dict.fromkeys((*counted, "rate"), 1000000.0) | {f"{name}_burst": 10**6 for name in bursts}
        return cls(**(wide | {"burst": 10**6, "sockets_each": 10**6} | more))

    connections: int = 256
    """Connections that are not websockets, an address."""
    half: float = 10
    """Seconds for a whole request; whoever needs twice as long is let go."""


class ReachConfig(msgspec.Struct, frozen=True):
    """How people are told that something waits for them."""

    every: float = 5
    """Seconds between looks for what is to be told."""
    after: float = 20
    """Seconds that somebody is waited for before they are told."""
    mail: float = 1800
    """Seconds until a mail is written: what happens meanwhile is in it too, and what is over is not."""
    gap: float = 3600
    """Seconds between two mails to the same person."""
    push_services: tuple[str, ...] = ()
    """Origins of push services that are trusted beside those of the browsers."""
    server: MailServer | None = None


class Config(msgspec.Struct, frozen=True):
    """All settings of a server."""

    database: str = ":memory:"
    """A file for SQLite, or postgresql://…"""
    bus: str | None = None
    """redis://…, or None for a single process."""
    pace: Pace = Pace()
    limits: Limits = Limits()
    away_grace: float = 5
    """Seconds after the last socket of a seat closes until the table is told."""
    idle: float = 60
    """Seconds until a table that nobody watches leaves the memory."""
    sweep: float = 2
    """Seconds between looks for tables that are due and that no process holds."""
    recheck: float = 5
    """Seconds between looks whether other workers kept something that was not heard of. Only with a bus."""
    claim: int = 10_000
    """Milliseconds that a worker has for a bot's thoughts, until another one thinks instead. Only with a bus."""
    keep: float | None = None
    """Days that tables are kept after the last thing happened there; None: for ever."""
    keep_waiting: float = 14
    """The same for tables where no match was begun."""
    retain: float = 600
    """Seconds between looks for tables that are too old."""
    behind_proxy: tuple[str, ...] = ()
    """Addresses or networks of proxies whose X-Forwarded-For is believed; limits then count the real address."""
    closed: bool = False
    """No new devices: those who were here before play on, others may only watch."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may talk to this server."""
    listens: tuple[str, int] = ("127.0.0.1", 0)
    """The address and the port that it listens at; `run` puts them here."""
    public_url: str | None = None
    """The origin that others reach it at, for a host behind a name."""
    ways: tuple[str, ...] | None = None
    """For tests only: the addresses of this machine in the house, instead of what the system says."""
    pages: str | None = None
    """The folder of the built pages; None: those in the package."""
    reach: ReachConfig = ReachConfig()
    bot_threads: int = 2
    compile: bool = False
    """Turn the rules of games that are played into machine code, beside; `parlour serve` does."""
    logs: bool = True
    """What happens to the server, as JSON lines on standard error."""
    terminal: bool = False
    """Without them: what the host should know, as sentences."""
    seeds: str | None = None
    """For tests only: the seed of every table instead of a secret one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The addresses whose pages are ours, beside those by which a page of this very server came."""
        return self.origins if self.public_url is None else (*self.origins, self.public_url)

    def invitations(self) -> list[Way]:
        """The links under which others reach the server, the likeliest first, each with the name of its network."""
        if self.public_url is not None:
            return [Way(self.public_url)]
        host, port = self.listens
        found = ways(host) if self.ways is None else [Way(address) for address in self.ways]
        return [Way(link(way.address, port), way.network) for way in found]

    def to_environment(self) -> None:
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Config:
        return msgspec.json.decode(os.environ[VARIABLE], type=cls)
