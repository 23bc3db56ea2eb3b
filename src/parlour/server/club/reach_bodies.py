"""The bodies of the calls about being told."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parlour.server.storage.club_notices import Kind

Minute = Annotated[int, msgspec.Meta(ge=0, lt=1440)]


class ReachShown(msgspec.Struct, omit_defaults=True):
    """How this device's person is told that something waits for them, and what this house can do."""

    kinds: list[Kind]
    zone: str
    quiet: tuple[int, int] | None = None
    key: str | None = None
    """What a browser subscribes with; without it this house sends no pushes."""
    here: bool = False
    """This device is told by pushes."""
    mails: bool = False
    """This house sends mails."""
    mail: str | None = None
    """The confirmed address."""


class ReachWish(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to hear of, and between which minutes of their day not."""

    kinds: list[Kind]
    zone: Annotated[str, msgspec.Meta(max_length=60)]
    quiet: tuple[Minute, Minute] | None = None


class PushTo(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's subscription."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    key: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class MailTo(msgspec.Struct, forbid_unknown_fields=True):
    mail: Annotated[str, msgspec.Meta(max_length=254)]


class CodeShown(msgspec.Struct):
    """What a link in a mail does when one presses the button there."""

    what: Literal["confirm", "stop"]
    mail: str


BODIES = (ReachShown, ReachWish, PushTo, MailTo, CodeShown)
