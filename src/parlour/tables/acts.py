"""What people may ask of a table: its seats, its talk, who is here. Each function looks at the table, changes nothing, and
returns the batch for the log. Moves are in playing.py, what others must agree to in agreeing.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from parlour.core import words
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.tables import agreeing, deal, may, names
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.players import bot_name
from parlour.tables.shown import EMOTES, OVER, PAUSED, RUNNING, WAITING, Level, Settings
from parlour.tables.table import Table


def create(
    find: Callable[[str], Game],
    at: int,
    *,
    game: str,
    seats: Sequence[tuple[str, str | None, Level, int | None, int | None]],
    device: str,
    options: dict[str, Any],
    settings: Settings,
    commit: str = "",
    position: dict[str, Any] | None = None,
    start: bool = False,
    seed: bytes | None = None,
) -> e.Batch:
    """A table with its first seats: (kind, name, level, sign, colour) with kind open, bot or mine."""
    known = find(game)
    if settings.clock.kind != "none" and settings.clock.seconds < 1:
        raise BadSetup(words.say("A clock needs seconds: at least 1."))
    # A trial deal says at once what is wrong with players, options or position.
    trial = Match(known, players=None if position else len(seats), seed=0, options=options, start=position)
    if trial.players != len(seats):
        raise BadSetup(
            words.say(
                "The position is for {players} players, but the table has {seats} seats.",
                players=trial.players,
                seats=len(seats),
            )
        )
    batch: e.Batch = [
        e.Created(at, game, known.version, len(seats), options, settings, (seed or secrets.token_bytes(32)).hex(), position)
    ]
    taken: set[str] = set()
    for number, (kind, name, level, *look) in enumerate(seats):
        if kind == "mine":
            called = names.person(name or known.seat_names(len(seats))[number], taken)
            sign, colour = look or (None, None)
            batch.append(e.Seated(at, number, called, device, "", sign, colour, commit))
        elif kind == "bot":
            called = bot_name(number, taken)
            batch.append(e.BotSeated(at, number, level, called))
        else:
            continue
        taken.add(called)
    if start:
        if len(taken) < len(seats):
            raise Unfit("not_now", words.say("A table with open seats cannot start yet."))
        batch += deal.begin(at, [commit], known.version)
    return batch


def sit(
    table: Table,
    at: int,
    device: str,
    name: str,
    seat: int | None = None,
    commit: str = "",
    look: tuple[int | None, int | None] = (None, None),
) -> e.Batch:
    free = [number for number, s in enumerate(table.seats) if s.kind == "open"]
    if seat is None:
        if not free:
            raise Unfit("not_now", words.say("Every seat is taken. You can watch, or open a table of your own."))
        seat = free[0]
    if not 0 <= seat < len(table.seats):
        raise may.no_seat(table, seat)
    if seat not in free:
        raise Unfit("not_now", words.say("{name} sits there already.", name=table.seats[seat].name))
    may.waiting(table)
    _welcome(table, device)
    return [e.Seated(at, seat, names.person(name, table.names), device, "", *look, commit)]


def dress(table: Table, at: int, device: str | None, seat: int, sign: int, colour: int) -> e.Batch:
    """Change sign and colour, before they are on any card or board."""
    may.own(table, device, seat)
    may.waiting(table)
    return [e.Dressed(at, seat, sign, colour)]


def _welcome(table: Table, device: str) -> None:
    if device in table.barred:
        raise Unfit("not_yours", words.say("The host of this table has removed you: you can watch."))


def stand(table: Table, at: int, device: str | None, seat: int) -> e.Batch:
    may.own(table, device, seat)
    return _gives_up(table, at, seat)


def _gives_up(table: Table, at: int, seat: int, by_host: bool = False, barred: bool = False) -> e.Batch:
    """Before the match the seat is open again, then it is a bot's. Those who stay and want another match get it."""
    may.settled(table)
    if table.phase is WAITING:
        return [e.Opened(at, seat, by_host, barred)]
    batch: e.Batch = [e.Left(at, seat, by_host, barred), *agreeing.all_agree(table, at, seat)]
    others = [other for other in table.persons() if other != seat]
    if table.phase is OVER and others and all(table.seats[other].wants for other in others):
        batch += deal.begin(at, [table.seats[other].commit for other in others], table.game.version, again=True)
    return batch


def remove(table: Table, at: int, device: str | None, seat: int, bar: bool = False) -> e.Batch:
    """The host removes a person, or frees a seat that somebody keeps without being here."""
    may.host(table, device)
    if not 0 <= seat < len(table.seats):
        raise may.no_seat(table, seat)
    if table.seats[seat].kind != "person":
        raise Unfit("not_now", words.say("Nobody sits there."))
    if table.seats[seat].device == device:
        raise Unfit("not_now", words.say("This is your own seat: stand up instead."))
    if table.settings.cup or (table.settings.rated and table.phase in (RUNNING, PAUSED)):
        raise Unfit("not_now", words.say("What happens here counts: nobody can be removed from this match."))
    return _gives_up(table, at, seat, True, bar)


def mute(table: Table, at: int, device: str | None, seat: int | None, line: int | None, yes: bool = True) -> e.Batch:
    """The host mutes a seat's device, or the spectator who said the line of a version; or lets them talk again."""
    may.host(table, device)
    if seat is not None:
        if not 0 <= seat < len(table.seats):
            raise may.no_seat(table, seat)
        whom = table.seats[seat].device
    else:
        said = next((fact for fact in table.facts if fact.version == line and fact.kind in ("chat", "emote")), None)
        whom = None if said is None else said.device if said.seat is None else table.seats[said.seat].device
        whom = "" if said is not None and said.seat is None and whom is None else whom
    if whom is None:
        raise Unfit("not_now", words.say("There is nobody to mute."))
    if whom == device:
        raise Unfit("not_now", words.say("You cannot mute yourself."))
    return [e.Muted(at, whom, yes)] if yes != (whom in table.muted) else []


def rename(table: Table, at: int, device: str | None, seat: int, name: str) -> e.Batch:
    may.own(table, device, seat)
    called = names.person(name, [other for number, other in enumerate(table.names) if number != seat])
    return [e.Renamed(at, seat, called)] if called != table.seats[seat].name else []


def forget(table: Table, at: int, device: str, name: str) -> e.Batch:
    """Whoever holds this device, or held a seat with it until a bot took it, wants to be known nowhere any more."""
    batch: e.Batch = []
    taken = [seat.name for seat in table.seats if device not in (seat.device, seat.left)]
    for number, seat in enumerate(table.seats):
        if device in (seat.device, seat.left):
            taken.append(names.person(name, taken))
            batch.append(e.Renamed(at, number, taken[-1], gone=True))
    return batch


def set_seat(table: Table, at: int, device: str | None, seat: int, kind: str, level: Level) -> e.Batch:
    may.host(table, device)
    may.waiting(table)
    if not 0 <= seat < len(table.seats):
        raise may.no_seat(table, seat)
    if table.seats[seat].kind == "person" and seat not in table.seats_of(device):
        raise Unfit("not_yours", words.say("{name} sits there; only they can stand up.", name=table.seats[seat].name))
    if kind == "bot":
        held = table.seats[seat]
        return [e.BotSeated(at, seat, level, held.name if held.kind == "bot" else bot_name(seat, set(table.names)))]
    return [e.Opened(at, seat)]


def start(table: Table, at: int, device: str | None, fill: bool = False) -> e.Batch:
    may.host(table, device)
    may.waiting(table)
    batch: e.Batch = []
    taken = set(table.names)
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            if not fill:
                raise Unfit("not_now", words.say("There are open seats. Wait for players, or fill them with bots."))
            name = bot_name(number, taken)
            taken.add(name)
            batch.append(e.BotSeated(at, number, "medium", name))
    return batch + deal.begin(at, [seat.commit for seat in table.seats], table.game.version)


def _speaker(table: Table, seat: int | None, name: str | None, device: str | None) -> tuple[str | None, str | None]:
    """How somebody who may talk is called, and the device if it has no seat."""
    if (device or "") in table.muted:
        raise Unfit("not_now", words.say("The host has muted you at this table."))
    if seat is not None:
        return None, None
    if not table.settings.spectator_chat:
        raise Unfit("not_now", words.say("At this table only the players talk."))
    return names.cleaned(name or "") or "A spectator", device


def say(table: Table, at: int, text: str, seat: int | None, name: str | None, device: str | None = None) -> e.Batch:
    called, spectator = _speaker(table, seat, name, device)
    return [e.Said(at, names.words(text), seat, called, spectator)]


def show(table: Table, at: int, emote: str, seat: int | None, name: str | None, device: str | None = None) -> e.Batch:
    called, spectator = _speaker(table, seat, name, device)
    if emote not in EMOTES:
        raise Unfit("bad_message", words.say("There is no emote {emote!r}.", emote=emote))
    return [e.Showed(at, emote, seat, called, spectator)]


def take_back(table: Table, at: int, seat: int) -> e.Batch:
    """The owner takes the seat back from its stand-in."""
    if not table.seats[seat].stand_in:
        raise Unfit("not_now", words.say("Nobody plays for you: it is your seat."))
    if table.clocks.spent(seat):
        raise Unfit("not_now", words.say("Your time for this match is used up: the bot plays it to the end."))
    if _is_late(table, seat):
        raise Unfit("not_now", words.say("Your time for this move is up: the bot makes it, then the seat is yours again."))
    return [e.HandedBack(at, seat)]


def _is_late(table: Table, seat: int) -> bool:
    """The move that the seat had no time left for is still to be made: nobody gets a new clock by coming back."""
    return table.seats[seat].why == "clock" and seat in table.awaited


def came_back(table: Table, at: int, seat: int) -> e.Batch:
    """The owner is here again; a stand-in for an absent owner hands back."""
    batch: e.Batch = []
    held = table.seats[seat]
    if held.away is not None:
        batch.append(e.Back(at, seat))
    if held.stand_in and not table.clocks.spent(seat) and not _is_late(table, seat):
        batch.append(e.HandedBack(at, seat))
    return batch


def went_away(table: Table, at: int, seat: int) -> e.Batch:
    if table.seats[seat].kind != "person" or table.seats[seat].away is not None:
        return []
    return [e.Away(at, seat), *agreeing.all_agree(table, at, seat)]


def rematch(table: Table, at: int, seat: int, commit: str = "") -> e.Batch:
    if table.phase is not OVER:
        raise Unfit("not_now", words.say("The match is not over yet."))
    if table.settings.cup:
        raise Unfit("not_now", words.say("The tournament says who plays whom next."))
    may.settled(table)
    batch: e.Batch = []
    if not table.seats[seat].wants:
        batch.append(e.Wanted(at, seat, commit=commit))
    waiting = [other for other in table.persons() if other != seat and not table.seats[other].wants]
    if not waiting:
        others = [other.commit for number, other in enumerate(table.seats) if number != seat]
        commits = [*others, commit if batch else table.seats[seat].commit]
        batch += deal.begin(at, commits, table.game.version, again=True)
    if not batch:
        raise Unfit("not_now", words.say("The others have not decided yet."))
    return batch


def rehouse(table: Table, at: int, sitting: int, device: str) -> e.Batch:
    """A sitting moves to another device, wherever its person sits now. It ends with that: a second code for it is void."""
    _welcome(table, device)
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and seat.sitting == sitting:
            return [e.Rehoused(at, number, device)]
    raise Unfit("no_seat", words.say("The seat has changed hands since this code was made. Ask for a new one."))
