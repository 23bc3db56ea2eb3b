"""The bodies of the club's calls."""

from __future__ import annotations

from typing import Annotated

import msgspec

from parlour.server.bodies import CallShown, Name, PersonShown, TableSummary
from parlour.tables.shown import Level, Sign

PersonId = Annotated[str, msgspec.Meta(min_length=8, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
TableId = Annotated[str, msgspec.Meta(min_length=16, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


class PasskeyShown(msgspec.Struct):
    id: str
    since: int


class Tally(msgspec.Struct):
    """What somebody's matches of a game came to, against people or bots of a level: how many, the parts of the victory, and how
    often they were first, second and third."""

    game: str
    against: str
    matches: int
    shares: float
    firsts: int
    seconds: int
    thirds: int


class MeShown(msgspec.Struct, omit_defaults=True):
    """This device's person."""

    id: str
    name: str
    since: int
    matches: int
    devices: int
    sign: int | None = None
    colour: int | None = None
    tallies: list[Tally] = []
    passkeys: list[PasskeyShown] = []
    can_keep: bool = False
    """Whether this server can keep passkeys."""


class ChangeMe(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    sign: Sign
    colour: Sign


class PlayerShown(msgspec.Struct, omit_defaults=True):
    """A seat of a finished match; without a name it was somebody who is not known any more."""

    name: str
    sign: int
    colour: int
    score: int
    place: int
    seat: int
    level: Level | None = None
    gone: bool = False
    mine: bool = False


class Past(msgspec.Struct, omit_defaults=True):
    """A finished match in somebody's history."""

    table: str
    match: int
    game: str
    ended: int
    players: list[PlayerShown]
    rated: bool = False
    here: bool = False
    """It can still be looked at: its table was not deleted."""


class History(msgspec.Struct, omit_defaults=True):
    matches: list[Past]
    before: int | None = None
    """Ask for what was before this time; nothing was if it is missing."""


class Mate(msgspec.Struct):
    """Somebody with whom one has played: how often, whose part of the victory was what, and when last."""

    person: PersonShown
    matches: int
    shares: float
    theirs: float
    last: int


class CallPeople(msgspec.Struct, forbid_unknown_fields=True):
    """Tell these people that there is a chair for them at a table where one sits oneself."""

    table: TableId
    people: Annotated[list[PersonId], msgspec.Meta(min_length=1, max_length=15)]


class Called(msgspec.Struct):
    """How many were told."""

    told: int


class TableNamed(msgspec.Struct, forbid_unknown_fields=True):
    table: TableId


class PasskeyNamed(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=1400)]


class PersonNamed(msgspec.Struct, forbid_unknown_fields=True):
    person: PersonId


class ClaimMe(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=4, max_length=20)]


class NewClub(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class ClubShown(msgspec.Struct, omit_defaults=True):
    """A club in a list, or as somebody sees it who is not in it yet."""

    id: str
    name: str
    members: int
    mine: bool = False


class MemberShown(msgspec.Struct, omit_defaults=True):
    person: PersonShown
    seen: int
    since: int
    host: bool = False
    me: bool = False


class Honour(msgspec.Struct):
    """What a member's matches at the tables of a club came to."""

    person: str
    game: str
    matches: int
    shares: float


class ClubPage(msgspec.Struct, omit_defaults=True):
    """A club, for its members."""

    id: str
    name: str
    since: int
    members: list[MemberShown]
    tables: list[TableSummary]
    honours: list[Honour]
    rated: list[str]
    """The games at which the strength of members is known."""
    host: bool = False


BODIES = (
    MeShown, ChangeMe, History, Mate, CallPeople, Called, CallShown, TableNamed, PersonNamed, ClaimMe, NewClub, ClubShown,
    ClubPage,
)  # fmt: skip
