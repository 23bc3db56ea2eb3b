"""What people may ask of a table. Each function looks at the table, changes nothing, and returns the batch for the log.

The exception is `play`: it carries the move out in the match at once, so that it is worked out only once; its batch must
be taken next, or the table thrown away and rebuilt.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from parlour.bots import seen_by
from parlour.core import words
from parlour.core.errors import BadMove, BadSetup
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.tables import deal, names
from parlour.tables import entries as e
from parlour.tables.errors import Unfit
from parlour.tables.players import bot_name
from parlour.tables.race import FASTEST, MOST_AGAIN, OVERDUE, SLACK, Gate
from parlour.tables.shown import EMOTES, OVER, PAUSED, RUNNING, WAITING, Level, Settings
from parlour.tables.table import Table
from parlour.tables.undo import last_move, stands, told_nothing


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


def _waiting(table: Table) -> None:
    if table.phase is not WAITING:
        raise Unfit("not_now", words.say("The match has begun already."))
    _settled(table)


def _settled(table: Table) -> None:
    """Between the commitments and the deal nothing changes at the seats."""
    if table.dealing is not None:
        raise Unfit("not_now", words.say("The cards are being shuffled: a moment."))


def _running(table: Table) -> None:
    if table.phase is PAUSED:
        raise Unfit("not_now", words.say("The match is paused. Resume it first."))
    if table.phase is not RUNNING:
        raise Unfit("not_now", words.say("No match is running at this table."))


def _no_race(table: Table) -> None:
    if table.gate is not None:
        raise Unfit("not_now", words.say("Not in a race: wait until it is over."))


def _host(table: Table, device: str | None) -> None:
    if not device or table.host != device:
        raise Unfit("not_yours", words.say("Only the host of the table can do that."))


def _no_seat(table: Table, seat: int) -> Unfit:
    last = len(table.seats) - 1
    return Unfit("no_seat", words.say("There is no seat {seat}: this table has the seats 0 to {last}.", seat=seat, last=last))


def own(table: Table, device: str | None, seat: int) -> None:
    """The seat exists and is this device's."""
    if seat not in table.seats_of(device):
        if not 0 <= seat < len(table.seats):
            raise _no_seat(table, seat)
        raise Unfit("not_yours", words.say("This seat is not held by your device."))


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
        raise _no_seat(table, seat)
    if seat not in free:
        raise Unfit("not_now", words.say("{name} sits there already.", name=table.seats[seat].name))
    _waiting(table)
    _welcome(table, device)
    return [e.Seated(at, seat, names.person(name, table.names), device, "", *look, commit)]


def dress(table: Table, at: int, device: str | None, seat: int, sign: int, colour: int) -> e.Batch:
    """Change sign and colour, before they are on any card or board."""
    own(table, device, seat)
    _waiting(table)
    return [e.Dressed(at, seat, sign, colour)]


def _welcome(table: Table, device: str) -> None:
    if device in table.barred:
        raise Unfit("not_yours", words.say("The host of this table has removed you: you can watch."))


def stand(table: Table, at: int, device: str | None, seat: int) -> e.Batch:
    own(table, device, seat)
    return _gives_up(table, at, seat)


def _gives_up(table: Table, at: int, seat: int, by_host: bool = False, barred: bool = False) -> e.Batch:
    """Before the match the seat is open again, then it is a bot's. Those who stay and want another match get it."""
    _settled(table)
    if table.phase is WAITING:
        return [e.Opened(at, seat, by_host, barred)]
    batch: e.Batch = [e.Left(at, seat, by_host, barred), *_all_agree(table, at, seat)]
    others = [other for other in table.persons() if other != seat]
    if table.phase is OVER and others and all(table.seats[other].wants for other in others):
        batch += deal.begin(at, [table.seats[other].commit for other in others], table.game.version, again=True)
    return batch


def remove(table: Table, at: int, device: str | None, seat: int, bar: bool = False) -> e.Batch:
    """The host removes a person, or frees a seat that somebody keeps without being here."""
    _host(table, device)
    if not 0 <= seat < len(table.seats):
        raise _no_seat(table, seat)
    if table.seats[seat].kind != "person":
        raise Unfit("not_now", words.say("Nobody sits there."))
    if table.seats[seat].device == device:
        raise Unfit("not_now", words.say("This is your own seat: stand up instead."))
    if table.settings.cup or (table.settings.rated and table.phase in (RUNNING, PAUSED)):
        raise Unfit("not_now", words.say("What happens here counts: nobody can be removed from this match."))
    return _gives_up(table, at, seat, True, bar)


def mute(table: Table, at: int, device: str | None, seat: int | None, line: int | None, yes: bool = True) -> e.Batch:
    """The host mutes a seat's device, or the spectator who said the line of a version; or lets them talk again."""
    _host(table, device)
    if seat is not None:
        if not 0 <= seat < len(table.seats):
            raise _no_seat(table, seat)
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
    own(table, device, seat)
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
    _host(table, device)
    _waiting(table)
    if not 0 <= seat < len(table.seats):
        raise _no_seat(table, seat)
    if table.seats[seat].kind == "person" and seat not in table.seats_of(device):
        raise Unfit("not_yours", words.say("{name} sits there; only they can stand up.", name=table.seats[seat].name))
    if kind == "bot":
        held = table.seats[seat]
        return [e.BotSeated(at, seat, level, held.name if held.kind == "bot" else bot_name(seat, set(table.names)))]
    return [e.Opened(at, seat)]


def start(table: Table, at: int, device: str | None, fill: bool = False) -> e.Batch:
    _host(table, device)
    _waiting(table)
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


def read_move(table: Table, seat: int, move: Any) -> int:
    """The number of a move given as number, text or typed move."""
    if type(move) is int and 0 <= move < table.game.rules.ACTIONS:
        return move
    if isinstance(move, dict):
        kinds: Any = table.game.moves[0]
        for kind in table.game.moves[1:]:
            kinds = kinds | kind
        try:
            move = msgspec.convert(move, kinds)
        except msgspec.ValidationError as wrong:
            raise BadMove(words.say("This is no move of {game}: {wrong}.", game=table.game.name, wrong=str(wrong))) from None
    number = table.game.read_move(move, seat)
    if not 0 <= number < table.game.rules.ACTIONS:
        raise BadMove(words.say("{move!r} is no move of {game}.", move=move, game=table.game.name))
    return number


def play(
    table: Table,
    at: int,
    seat: int,
    number: int,
    *,
    id: str | None = None,
    seen: int | None = None,
    bot: bool = False,
    race: list[tuple[int, int]] | None = None,
    late: bool = False,
    ms: int | None = None,
    alone: bool = False,
) -> e.Batch:
    """Make a move. Raises Refused with the rule, the table unchanged, if it is not allowed.

    In a race it is an answer, with its fair time `ms`; the move that decides a race comes with the slaps of `race`.
    """
    _running(table)
    assert table.match is not None
    if seen is not None and seen != table.moves:
        raise Unfit("stale", words.say("Something happened before your move arrived. Look again."))
    if table.seats[seat].stand_in and not bot and not late and race is None:
        raise Unfit("not_now", words.say("A bot plays for you. Take your seat back first."))
    if alone:
        _goes_alone(table, seat, number)
    if table.gate is not None and race is None:
        return _answer(table, table.gate, at, seat, number, id, ms)
    batch: e.Batch = [table.carry_out(seat, number, at, id=id, bot=bot, race=race, late=late)]
    if table.match.over:
        batch.append(e.Sealed(at, secrets.token_hex(32)))
    return batch


def _goes_alone(table: Table, seat: int, number: int) -> None:
    """A page makes a move by itself because it is the only one. Never the first of a match, never one that ends a round,
    as far as the seat can know: those wait for a tap."""
    game, match = table.game, table.match
    assert match is not None
    only = table.gate is None and table.legal(seat) == [number] and type(game).allows is Game.allows
    if only and seat in table.moved:
        twin = seen_by(game, match.state, seat)
        twin.notes = []
        before = getattr(twin, game.round_field, 0)
        game.rules.apply(twin, seat, number)
        if game.rules.acting(twin) and getattr(twin, game.round_field, 0) == before:
            return
    raise Unfit("tap", words.say("This move waits for a tap."))


def _answer(table: Table, gate: Gate, at: int, seat: int, number: int, id: str | None, ms: int | None) -> e.Batch:
    """The one way into a race: not before it opens, not after it has closed, once a seat."""
    if seat not in gate.seats:
        raise Unfit("not_now", words.say("This race is not yours."))
    if not gate.is_open(at):
        raise Unfit("not_now", words.say("Not yet: the race has not opened."))
    if (known := gate.answers.get(seat)) is not None:
        if id is not None and known.id == id:
            return []
        raise Unfit("not_now", words.say("You have answered this race already."))
    if at > gate.closes + SLACK or seat not in table.acting:
        raise Unfit("not_now", words.say("The race is over."))
    assert table.match is not None
    if number not in table.legal(seat) and (refusal := table.match.why_not(seat, number)):
        raise refusal
    text = table.game.text(table.game.move(number), seat)
    fair = max(FASTEST, at - gate.opens) if ms is None else ms
    return [e.Slapped(at, seat, text, fair, int.from_bytes(secrets.token_bytes(4)), id)]


def decide(table: Table, at: int) -> e.Batch:
    """The race is over: the first slap is made, or without one the next seat stays out. If it comes much too late and
    nobody could answer, the race is run again."""
    gate = table.gate
    if gate is None or table.phase is not RUNNING:
        return []
    order = gate.order
    if order:
        slaps = [(slap.seat, slap.ms) for slap in order]
        first = order[0]
        return play(table, at, first.seat, first.number, id=first.id, bot=first.id is None, race=slaps)
    late = at > gate.closes + SLACK + OVERDUE and not gate.answers and table.acting == gate.seats
    if late and gate.again < MOST_AGAIN:
        return [e.Repeated(at)]
    return play(table, at, table.acting[0], gate.stay, bot=True, race=[])


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


def undo(table: Table, at: int, seat: int) -> e.Batch:
    """Take back the seat's last move, if it can be (undo.py): at once while it told nobody anything, unless the game says
    that what is played stays; else the other persons are asked. A bot that stands in for somebody agrees to nothing."""
    _running(table)
    _no_race(table)
    assert table.match is not None
    if not table.settings.undo:
        raise Unfit("not_now", words.say("At this table moves stand."))
    if table.undo is not None:
        raise Unfit("not_now", words.say("Somebody asks to take back already."))
    keep = last_move(table, seat)
    if keep is None:
        raise Unfit("not_now", words.say("You have made no move that could be taken back."))
    stands(table, seat, keep)
    if not table.game.stays_rule and told_nothing(table, seat, keep, list(range(table.match.players))):
        return [e.Undone(at, seat, keep)]
    others = [other for other in table.persons() if other != seat]
    for other in others:
        if table.seats[other].stand_in:
            name = table.seats[other].name
            raise Unfit("not_now", words.say("A bot plays for {name}, who is asked when they are back.", name=name))
    asked: e.Batch = [e.UndoAsked(at, seat, keep)]
    return asked if others else [*asked, e.Undone(at, seat, keep)]


def answer_undo(table: Table, at: int, seat: int, yes: bool) -> e.Batch:
    _running(table)
    if table.undo is None or seat not in table.undo.waiting:
        raise Unfit("not_now", words.say("Nobody waits for this answer."))
    batch: e.Batch = [e.UndoAnswered(at, seat, yes)]
    if yes and table.undo.waiting == [seat]:
        batch.append(e.Undone(at, table.undo.seat, table.undo.moves))
    return batch


def pause(table: Table, at: int, seat: int) -> e.Batch:
    """Everybody who is here has to agree; alone with bots it begins at once. Asking again is to agree."""
    _running(table)
    _no_race(table)
    asked = table.pause
    if asked is None:
        return [e.PauseAsked(at, seat)] if table.others_here(seat) else [e.Paused(at, seat)]
    if seat in asked.waiting:
        return answer_pause(table, at, seat, True)
    if asked.waiting:
        raise Unfit("not_now", words.say("The others have not decided yet."))
    return [e.Paused(at, asked.seat)]


def answer_pause(table: Table, at: int, seat: int, yes: bool) -> e.Batch:
    """Agree or not; who asked may take it back."""
    _running(table)
    asked = table.pause
    if asked is None or (seat not in asked.waiting and (yes or seat != asked.seat)):
        raise Unfit("not_now", words.say("Nobody waits for this answer."))
    batch: e.Batch = [e.PauseAnswered(at, seat, yes)]
    if yes and asked.waiting == [seat]:
        _no_race(table)
        batch.append(e.Paused(at, asked.seat))
    return batch


def resume(table: Table, at: int, seat: int) -> e.Batch:
    if table.phase is not PAUSED:
        raise Unfit("not_now", words.say("The match is not paused."))
    return [e.Resumed(at, seat)]


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
    return [e.Away(at, seat), *_all_agree(table, at, seat)]


def _all_agree(table: Table, at: int, gone: int) -> e.Batch:
    """Nobody but who is gone had to agree to the pause that somebody asked for."""
    asked = table.pause
    agreed = asked is not None and asked.waiting == [gone] and table.gate is None and table.phase is RUNNING
    return [e.Paused(at, asked.seat)] if asked is not None and agreed else []


def rematch(table: Table, at: int, seat: int, commit: str = "") -> e.Batch:
    if table.phase is not OVER:
        raise Unfit("not_now", words.say("The match is not over yet."))
    if table.settings.cup:
        raise Unfit("not_now", words.say("The tournament says who plays whom next."))
    _settled(table)
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
