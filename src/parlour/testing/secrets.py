"""What the kit asks of everything hidden: nobody sees, hears or can conclude it, and what bots imagine instead is fair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec
import numpy as np

from parlour.core.contract import WORLD
from parlour.core.errors import ParlourError
from parlour.core.game import Event, Game
from parlour.core.match import Match
from parlour.core.state import State, own_fields
from parlour.core.stream import quick_seed, rekey
from parlour.testing.playing import play_through

FAR = 5.0
"""Standard deviations that nothing honest is off by."""
ASKED = 4
"""Moves that a seat may not make, asked for in every position that is looked at."""


def redealt(game: Game, state: State, seat: int, seed: int) -> State:
    """A copy in which everything that the seat cannot know has been exchanged, the random stream included."""
    guess = state.copy()
    quick = [0] * 4
    quick_seed(quick, seed, seat)
    rekey(guess, quick)
    game.rules.resample(guess, seat)
    return guess


def known_to(game: Game, state: State, seat: int) -> bytes:
    """All that a seat learns, as bytes: view, legal moves, observation, and what the table does about it in its sight."""
    out = np.zeros(game.rules.OBSERVED, np.float32)
    game.rules.observe(state, seat, out)
    who = int(game.rules.acting(state))
    legal = [] if who & WORLD else game.legal(state, seat)
    late = game.time_out(state, seat) if legal else None
    told = [game.view(state, seat), legal, late, game.awaited(state, who), game.race(state), game.aims(state, seat)]
    return msgspec.json.encode(told) + out.tobytes()


def own_bytes(game: Game, state: State) -> bytes:
    """All of a record but its random stream."""
    return b"".join(state.records[name].tobytes() for name in own_fields(game.rules.State))


def never_leaks(game: Game, players: int, seed: int = 0, every: int = 7, **options: Any) -> int:
    """What a seat sees and hears does not change when everything hidden from it does. Returns how many redeals differed.

    Looked at is every seventh position, and each that something new led to: all that happens is looked at three times. Where
    a seat sees what spectators do not, the others' redeals must change that, and depend on nothing but what they know.
    """
    changed, looked, told, made = 0, Counter[str](), 0, 0
    exchanged, private, chance = set[tuple[int, int]](), set[int](), False
    before: State | None = None
    for step, (match, _) in enumerate(play_through(game, players, seed, **options)):
        state, kinds = match.state, {event["kind"] for event in match.events(since=told)}
        fresh = any(looked[kind] < 3 for kind in kinds)
        if step % every == 0 or fresh:
            looked.update(kinds)
            if before is not None:
                nothing_told(match, before, made, step)
            for seat in range(players):
                if match.view(seat) != msgspec.structs.replace(match.view(None), seat=seat):
                    private.add(seat)
                guess = redealt(game, state, seat, step)
                sees_nothing_hidden(game, state, guess, seat)
                no_refusal_tells(game, state, guess, seat, step)
                chance |= depends_on_nothing_hidden(game, state, guess, seat, step)
                changed += own_bytes(game, guess) != own_bytes(game, state)
                for other in set(range(players)) - {seat}:
                    if (seat, other) not in exchanged and known_to(game, guess, other) != known_to(game, state, other):
                        exchanged.add((seat, other))
        told, made, before = match.told, len(match.entries), state
    for seat in range(players):
        for other in private - {seat}:
            assert (seat, other) in exchanged, (
                f"resample(state, {seat}) never changed what seat {other} sees in a whole match of {game.name}: it leaves that "
                f"seat's true cards in place, so bots would cheat. Redeal everything that seat {seat} cannot know (or say "
                "`open = True` in table.py if nothing is hidden)."
            )
    assert chance or not changed, (
        f"resample of {game.name} deals the same from every chance: bots would know what they must guess. Shuffle what is "
        "unseen with `random_below(state, ...)`."
    )
    return changed


def sees_nothing_hidden(game: Game, state: State, guess: State, seat: int) -> None:
    """The seat cannot tell a redeal from the truth, no more can those who watch, and the redeal is a possible state."""
    wrong = list(game.problems(guess))
    assert wrong == [], f"resample(state, {seat}) made an impossible state: {' '.join(wrong)}"
    for viewer in (seat, None):
        true, other = (msgspec.to_builtins(game.view(each, viewer)) for each in (state, guess))
        fields = [name for name in true if true[name] != other.get(name)]
        assert not fields, (
            f"{_viewer(viewer)} of {game.name} sees something hidden: the view's {', '.join(fields)} changed with what it "
            f"cannot know. Either `view` shows too much, or resample(state, {seat}) exchanges what the seat knows."
        )
    assert known_to(game, state, seat) == known_to(game, guess, seat), (
        f"Seat {seat} of {game.name} sees something hidden: `legal`, `observe`, `time_out`, `awaited`, `race` or `aims` "
        f"changed with what it cannot know. Ask there only what the seat knows, or let resample(state, {seat}) leave that "
        "alone."
    )


def no_refusal_tells(game: Game, state: State, guess: State, seat: int, seed: int) -> None:
    """A move that is not allowed is refused by the same rule and in the same words whatever lies hidden."""
    who = int(game.rules.acting(state))
    if not who or who & WORLD:
        return
    why = game.why_not if (who >> seat) & 1 else game.why_wait
    for number in _some(game.rules.ACTIONS, seed):
        if not ((who >> seat) & 1 and game.allows(state, seat, number)):
            one, two = (why(each, seat, game.move(number)) for each in (state, guess))
            assert one == two, (
                f"Seat {seat} of {game.name} learns something hidden by asking for {game.move(number)}: it is told "
                f"{one[1]!r} or {two[1]!r}. Let `why_not` speak only of what the seat knows."
            )


def _some(numbers: int, seed: int) -> Iterator[int]:
    """A few of many numbers, others for other seeds."""
    return ((seed * 7919 + n * (numbers // ASKED + 1)) % numbers for n in range(min(ASKED, numbers)))


def depends_on_nothing_hidden(game: Game, state: State, guess: State, seat: int, seed: int) -> bool:
    """From the same chance, the truth and a redeal of it lead to the same redeal: `resample` collects what is unseen in an
    order that does not tell where it was, as sets of bits do, or sorted. Returns whether another chance led elsewhere."""
    one, two = redealt(game, state, seat, seed + 1), redealt(game, guess, seat, seed + 1)
    fields = [name for name in own_fields(game.rules.State) if one.records[name].tobytes() != two.records[name].tobytes()]
    assert not fields, (
        f"resample(state, {seat}) of {game.name} depends on what the seat cannot know: {', '.join(fields)} came out "
        "differently from two records that look the same to it, with the same chance. Collect the unseen cards sorted (or as "
        "a set of bits) before they are shuffled, and overwrite every hidden field."
    )
    return own_bytes(game, one) != own_bytes(game, guess)


def nothing_told(match: Match, before: State, made: int, seed: int, worlds: int = 3) -> None:
    """What was told of the last move, the line `made` of the match, tells nobody anything hidden.

    The move is made again in worlds that a seat could not tell apart before it; where the seat sees the same after it too, it
    must have heard the same, and so must a spectator. What everybody sees and no view keeps is `fleeting` in its Told. Two
    seats are asked, others at other moments. What the world did about the move is the same in all of them.
    """
    game, (entry, *after) = match.game, match.entries[made:]
    assert entry.move is not None
    assert entry.seat is not None
    number = game.read_move(entry.move, entry.seat)
    for seat in {seed % match.players, (seed + 1) % match.players}:
        heard: dict[int | None, tuple[bytes, list[Any]]] = {}
        for world in range(worlds + 1):
            twin = redealt(game, before, seat, 31 * seed + world) if world else before.copy()
            if not game.allows(twin, entry.seat, number):
                continue
            twin.notes = []
            try:
                game.rules.apply(twin, entry.seat, number)
                for line in after:
                    game.happen(twin, line.world)
            except ParlourError:
                continue  # There the world cannot have done this.
            for viewer in (seat, None):
                sees = known_to(game, twin, seat) if viewer is not None else msgspec.json.encode(game.view(twin, None))
                said = _said(game, twin.notes, viewer)
                first = heard.setdefault(viewer, (sees, said))
                if first[0] == sees and first[1] != said:
                    raise AssertionError(
                        f"{_hears(game, viewer, first[1], said)} after {entry.move!r} of seat {entry.seat}, and sees the same. "
                        f"{REMEDY}"
                    )


REMEDY = "Name the field in `secret` of its Told, or say `fleeting=True` if all may see it but no view keeps it."


def no_deal_tells(game: Game, players: int, deals: int = 40, **options: Any) -> None:
    """What is told of a deal is the same for those who watch wherever they see the same."""
    heard = dict[bytes, list[Any]]()
    for seed in range(deals):
        match = game.new(players, seed, **options)
        said = _said(game, match.notes, None)
        first = heard.setdefault(msgspec.json.encode(match.view(None)), said)
        assert first == said, f"{_hears(game, None, first, said)} of a deal, and sees the same. {REMEDY}"


def _said(game: Game, notes: Any, viewer: int | None) -> list[tuple[Event, str]]:
    """What somebody hears: events and sentences."""
    names = [f"seat {seat}" for seat in range(game.seats[-1])]
    events = [game.event(note, viewer) for note in notes if not game.told[note[0]].fleeting]
    return [(event, game.sentence(event, names)) for event in events]


def _viewer(viewer: int | None) -> str:
    return "A spectator" if viewer is None else f"Seat {viewer}"


def _hears(game: Game, viewer: int | None, one: list[Any], two: list[Any]) -> str:
    told = next((a, b) for a, b in zip_longest(one, two) if a != b)
    return f"{_viewer(viewer)} of {game.name} hears something hidden: it may hear {told[0]} or {told[1]}"


def redeals_are_fair(game: Game, players: int, deals: int = 400, **options: Any) -> None:
    """Before anybody has moved, a redeal is as likely as the deal itself: over many deals the others observe the same in the
    truth as in redeals, as often. (Later on nobody can say without knowing how people play.)"""
    seat, size = 0, game.rules.OBSERVED
    others = [other for other in range(players) if other != seat]
    lead, spread = np.zeros((players, size)), np.zeros((players, size))
    for seed in range(deals):
        true = game.new(players, seed, **options).state
        guess = redealt(game, true, seat, seed)
        for other in others:
            one, two = np.zeros(size, np.float32), np.zeros(size, np.float32)
            game.rules.observe(true, other, one)
            game.rules.observe(guess, other, two)
            lead[other] += one - two
            spread[other] += (one - two) ** 2
    far = np.abs(lead) / np.sqrt(np.maximum(spread, 1e-9))
    other, number = (int(place) for place in np.unravel_index(int(far.argmax()), far.shape))
    part = next(part for part in game.observation_layout if part.first <= number < part.first + part.size)
    more = lead[other, number]
    assert far[other, number] < FAR, (
        f"resample(state, {seat}) of {game.name} is not fair: in {deals} deals what seat {other} observes in {part.name!r} at "
        f"{number - part.first} was {abs(more):.0f} {'more' if more > 0 else 'less'} than in their redeals. Every deal that "
        "a seat must hold possible comes as often as it would be dealt."
    )


def fair_redeals(
    game: Game, state: State, seat: int, worlds: Mapping[Any, float], shown: Callable[[State], Any], times: int = 3000
) -> None:
    """Redeals of a small position come as often as brute force says: `worlds` are all deals that the seat must hold possible,
    each with its weight, as `shown` names them."""
    seen = Counter(shown(redealt(game, state, seat, number)) for number in range(times))
    strange = set(seen) - set(worlds)
    assert not strange, f"resample(state, {seat}) dealt what cannot be: {next(iter(strange))}"
    whole = sum(worlds.values())
    for world, weight in worlds.items():
        share = weight / whole
        far = abs(seen[world] - times * share) / math.sqrt(times * share * (1 - share) or 1)
        assert far < FAR, (
            f"resample(state, {seat}) deals {world} {seen[world]} times of {times} instead of about {times * share:.0f}"
        )
