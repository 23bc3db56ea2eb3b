"""What a game must pass. Each check plays the game and asserts; give it players, a seed, options and how much to do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from parlour.core.contract import WORLD
from parlour.core.errors import ParlourError, Refused
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.state import State, own_fields, plain
from parlour.core.stream import quick_seed, rekey

LONGEST = 20_000


def some_options(game: Game, players: int, dice: random.Random) -> dict[str, Any]:
    """A random set of options; now and then one that this game refuses to combine is tried again."""
    for _ in range(100):
        chosen = {option.name: dice.choice(option.examples(players)) for option in game.options if dice.random() < 0.7}
        try:
            game.new(players, 0, **chosen)
        except ParlourError:
            continue
        return chosen
    return {}


def play_through(game: Game, players: int, seed: int = 0, **options: Any) -> Iterator[tuple[Match, random.Random]]:
    """A match at every decision of a random play-through, the last time when it is over."""
    dice = random.Random(f"{game.key} {players} {seed}")
    match = game.new(players, seed, **options)
    for _ in range(LONGEST):
        yield match, dice
        if match.over:
            return
        seat = dice.choice(match.acting)
        match.play(seat, dice.choice(match.legal(seat)))
    raise AssertionError(f"{game.name} does not end after {LONGEST} moves with players={players}, seed={seed}, {options}")


def played(game: Game, players: int, seed: int = 0, **options: Any) -> Match:
    """A random match, finished."""
    *_, (match, _) = play_through(game, players, seed, **options)
    return match


def same_at_all_speeds(game: Game, players: int, games: int = 200, seed: int = 0, speed: str = "cpu", **options: Any) -> None:
    """Random games give the same bytes in plain Python and at the other speed, move counts and outcomes included."""
    slow = game.batch(games, players=players, seed=seed, speed="plain", **options)
    fast = game.batch(games, players=players, seed=seed, speed=speed, **options)
    assert slow.states.tobytes() == fast.states.tobytes(), "setup differs"
    assert np.array_equal(slow.play_out(seed=7), fast.play_out(seed=7)), "the numbers of moves differ"
    different = [i for i in range(games) if slow.states[i].tobytes() != fast.states[i].tobytes()]
    assert not different, f"{len(different)} of {games} games end differently, first game {different[:1]}"
    for ours, theirs in zip(slow.scores(), fast.scores(), strict=True):
        assert np.array_equal(ours, theirs), "scores or winners differ"
    seats = np.zeros(games, np.int32)
    assert np.array_equal(slow.observe(seats), fast.observe(seats)), "observations differ"


def never_stuck(game: Game, players: int, seed: int = 0, **options: Any) -> int:
    """A random match ends, and at every decision everything that the contract promises holds. Returns its length."""
    moves = 0
    for match, dice in play_through(game, players, seed, **options):
        state = match.state
        assert list(game.problems(state)) == [], match.position()
        assert game.rules.acting(state) & WORLD == 0, "the world was not asked"
        for seat in range(players):
            legal = game.legal(state, seat)
            assert bool(legal) == (seat in match.acting), f"seat {seat} acts without a move or moves without acting"
            assert len(legal) == len(set(legal)), "a move is listed twice"
            assert all(0 <= number < game.rules.ACTIONS for number in legal)
        if moves % 5 == 0 or match.over:
            words_hold(match)
            positions_round_trip(match)
            illegal_moves_change_nothing(match, dice)
            copies_are_independent(match, dice)
        moves += 1
    outcome = match.outcome
    assert outcome is not None
    assert outcome.winners, "nobody won"
    assert outcome.reason
    return moves - 1


def words_hold(match: Match) -> None:
    """Moves, views, log and pictures can be said, and said back."""
    game, state = match.game, match.state
    for seat in match.acting:
        for number in game.legal(state, seat):
            move = game.move(number)
            assert game.number(move) == number
            assert game.number(game.parse(game.text(move, seat), seat)) == number
            assert msgspec.convert(msgspec.to_builtins(move), type(move)) == move
    for viewer in (None, *range(match.players)):
        assert msgspec.json.encode(match.view(viewer))
        if game.open:
            assert match.view(viewer) == msgspec.structs.replace(match.view(None), seat=viewer), "something is hidden after all"
        assert all(isinstance(sentence, str) for sentence in match.log(viewer, since=max(0, match.told - 40)))
        assert match.svg(viewer).startswith("<svg")
        assert match.draw(viewer)


def positions_round_trip(match: Match) -> None:
    """A position and back is the same position, for every seat the same view."""
    told = match.position()
    again = match.game.position(msgspec.json.decode(msgspec.json.encode(told)))
    assert again.position() == told
    for viewer in (None, *range(match.players)):
        assert again.view(viewer) == match.view(viewer)


def illegal_moves_change_nothing(match: Match, dice: random.Random, tries: int = 5) -> None:
    """Moves that are not legal are refused with a rule of the ledger, and nothing changes."""
    game = match.game
    before = (bytes(match.state), match.told, len(match.entries))
    for _ in range(tries):
        seat, number = dice.randrange(match.players), dice.randrange(game.rules.ACTIONS)
        if seat in match.acting and game.allows(match.state, seat, number):
            continue
        try:
            match.play(seat, number)
        except Refused as no:
            assert no.rule in game.ledger.rules, f"{no.rule} is not in the ledger"
            assert no.sentence.endswith((".", "!", "?")), f"not a sentence: {no.sentence}"
        else:
            raise AssertionError(f"seat {seat} could make the illegal move {number}")
    assert before == (bytes(match.state), match.told, len(match.entries))


def copies_are_independent(match: Match, dice: random.Random) -> None:
    before = (bytes(match.state), match.told)
    twin = match.copy()
    if not twin.over:
        seat = dice.choice(twin.acting)
        twin.play(seat, dice.choice(twin.legal(seat)))
    assert before == (bytes(match.state), match.told)


def records_replay(game: Game, players: int, seed: int = 0, **options: Any) -> None:
    """A record, written and read, replays to the same bytes and verifies."""
    match = played(game, players, seed, **options)
    record = Record.parse(str(match.record()))

    def find(key: str) -> Game:
        assert key == game.key
        return game

    assert bytes(record.replay(find).state) == bytes(match.state)
    assert list(record.verify(find)) == []
    half = len(record.entries) // 2
    assert record.replay(find, half).entries == match.entries[:half]


def redealt(game: Game, state: State, seat: int, seed: int) -> State:
    """A copy in which everything that the seat cannot know has been exchanged, the random stream included."""
    guess = plain(state.records.copy())
    quick = [0] * 4
    quick_seed(quick, seed, seat)
    rekey(guess, quick)
    game.rules.resample(guess, seat)
    return guess


def known_to(game: Game, state: State, seat: int) -> bytes:
    """All that a seat learns, as bytes: view, legal moves, observation."""
    out = np.zeros(game.rules.OBSERVED, np.float32)
    game.rules.observe(state, seat, out)
    legal = [] if game.rules.acting(state) & WORLD else game.legal(state, seat)
    return msgspec.json.encode([game.view(state, seat), legal]) + out.tobytes()


def never_leaks(game: Game, players: int, seed: int = 0, every: int = 7, **options: Any) -> int:
    """What a seat sees does not change when everything hidden from it does. Returns how many redeals differed."""
    changed = 0
    for step, (match, _) in enumerate(play_through(game, players, seed, **options)):
        if step % every:
            continue
        state = match.state
        for seat in range(players):
            guess = redealt(game, state, seat, step)
            assert known_to(game, state, seat) == known_to(game, guess, seat), f"seat {seat} sees something hidden"
            assert list(game.problems(guess)) == [], "a redeal is not a possible state"
            changed += any(
                guess.records[name].tobytes() != state.records[name].tobytes() for name in own_fields(game.rules.State)
            )
    return changed


def setup_sets_everything(game: Game, players: int, seed: int = 0, **options: Any) -> None:
    """Setup on a record full of old values gives the same bytes as on an empty one."""
    clean, used = game.blank(players, seed, options), game.blank(players, seed, options)
    kept = {option.name for option in game.options}
    for name in own_fields(game.rules.State):
        if name not in kept:
            used[name] = 1
    game.rules.setup(plain(clean))
    game.rules.setup(plain(used))
    assert clean.tobytes() == used.tobytes()


def golden(game: Game, path: Path) -> None:
    """A kept play-through still verifies and still tells the same story.

    Where the file does not exist yet it is written from a random match, and the check fails once, so that somebody looks.
    """
    story = path.with_suffix(".txt")
    if not path.exists():
        players = game.seats[len(game.seats) // 2]
        match = played(game, players, seed=12)
        match.save(path)
        story.write_text("\n".join(match.log()) + "\n", encoding="utf-8")
        raise AssertionError(f"{path.name} was missing and has been written: read {story.name} and keep both")
    record = Record.load(path)
    assert list(record.verify(lambda key: game)) == []
    assert "\n".join(record.replay(lambda key: game).log()) + "\n" == story.read_text(encoding="utf-8")
