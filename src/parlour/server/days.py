"""Days as people count them: where they live, also when clocks are set forward or back."""

from __future__ import annotations

from typing import Any

# A tab of a browser, which runs all of this too, need not know zones.


def zone_of(name: str) -> Any:
    """A time zone by its name; UTC where it is not known."""
    from datetime import UTC
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # No such zone, or this machine knows none.
        return UTC


def known_zone(name: str) -> str:
    """The same name, or that of the zone that is taken instead."""
    return name if str(zone_of(name)) == name else "UTC"


def days_later(at: int, days: int, zone: str) -> int:
    """The same time of the day so many days later.

    >>> (days_later(1_774_554_000_000, 7, "Europe/Berlin") - 1_774_554_000_000) / 3_600_000
    167.0
    """
    from datetime import datetime, timedelta

    second, rest = divmod(at, 1000)
    later = datetime.fromtimestamp(second, zone_of(zone)) + timedelta(days=days)
    return round(later.timestamp()) * 1000 + rest
