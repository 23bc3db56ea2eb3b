"""What a game must pass. Each check plays the game and asserts; give it players, a seed, options and how much to do."""

from __future__ import annotations

import random
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import numpy as np

from parlour.core.contract import WORLD
from parlour.core.errors import BadMove, Refused
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.state import own_fields, plain
from parlour.testing.playing import play_through, played, some_options
from parlour.testing.secrets import fair_redeals, known_to, never_leaks, no_deal_tells, own_bytes, redeals_are_fair, redealt

__all__ = [
    "copies_are_independent",
    "fair_redeals",
    "fields_are_checked",
    "golden",
    "illegal_moves_change_nothing",
    "keep",
    "known_to",
    "never_leaks",
    "never_stuck",
    "no_deal_tells",
    "own_bytes",
    "play_through",
    "played",
    "positions_round_trip",
    "records_replay",
    "redeals_are_fair",
    "redealt",
    "same_at_all_speeds",
    "setup_sets_everything",
    "some_options",
    "well_made",
    "words_hold",
]  # fmt: skip


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


CONTRACT = ("State", "ACTIONS", "OBSERVED", "setup", "acting", "legal", "apply", "scores", "winners", "resample", "observe")


def well_made(game: Game) -> None:
    """All parts of a game are there and fit together; a sentence says what is missing and where."""
    where = f"{game.folder.name}/"
    for name in CONTRACT:
        assert hasattr(game.rules, name), f"{where}rules.py lacks `{name}`: core/contract.py says what it does."
    assert (game.folder / "ledger.md").is_file(), f"{where}ledger.md is missing: write down the numbered rules first."
    for name in ("turn_rule", "over_rule"):
        rule = getattr(game, name)
        assert rule in game.ledger.rules, f"{where}table.py: {name} is {rule!r}, which {where}ledger.md does not have."
    size, said = game.rules.OBSERVED, game.observation_layout.size
    assert said == size, f"{where}rules.py: LAYOUT has {said} numbers, but OBSERVED is {size}."
    fields = own_fields(game.rules.State)
    for option in game.options:
        assert option.name in fields, f"{where}rules.py: State needs a field {option.name!r} for the option of this name."
    for kind, told in game.told.items():
        for field, owners in told.secret.items():
            for name in (field, *owners):
                assert name in told.fields.split(), f"{where}table.py: Told {told.name!r} ({kind}) has no field {name!r}."
        for text, known in ((told.text, set(told.fields.split())), (told.hidden, set(told.fields.split()) - set(told.secret))):
            strange = {name for _, name, _, _ in Formatter().parse(text) if name} - known
            assert not strange, (
                f"{where}table.py: Told {told.name!r} ({kind}) says {text!r}, but {min(strange)!r} is "
                f"{'secret' if strange & set(told.secret) else 'none of its fields'}."
            )


def never_stuck(game: Game, players: int, seed: int = 0, **options: Any) -> int:
    """A random match ends, and at every decision everything that the contract promises holds. Returns its length."""
    moves = 0
    for match, dice in play_through(game, players, seed, **options):
        state = match.state
        wrong = list(game.problems(state))
        assert wrong == [], f"`problems` finds after {moves} moves: {' '.join(wrong)} {match.position()}"
        assert game.rules.acting(state) & WORLD == 0, "the world was not asked"
        for seat in range(players):
            legal = game.legal(state, seat)
            assert bool(legal) == (seat in match.acting), f"seat {seat} acts without a move or moves without acting"
            assert len(legal) == len(set(legal)), "a move is listed twice"
            assert all(0 <= number < game.rules.ACTIONS for number in legal), "`legal` lists a number that is no move (ACTIONS)"
        if moves % 5 == 0 or match.over:
            words_hold(match)
            positions_round_trip(match)
            illegal_moves_change_nothing(match, dice)
            copies_are_independent(match, dice)
        moves += 1
    outcome = match.outcome
    assert outcome is not None
    assert outcome.winners, "nobody won: `winners` names at least one seat, a draw is a shared victory"
    assert outcome.reason, "`reason` says nothing"
    return moves - 1


def words_hold(match: Match) -> None:
    """Moves, views, log and pictures can be said, and said back."""
    game, state = match.game, match.state
    for seat in match.acting:
        for number in game.legal(state, seat):
            move = game.move(number)
            assert game.number(move) == number, f"move({number}) is {move}, but number() of it is {game.number(move)}"
            text = game.text(move, seat)
            back = game.number(game.parse(text, seat))
            assert back == number, f"text() writes {move} as {text!r}, but parse() reads that as {game.move(back)}"
            assert msgspec.convert(msgspec.to_builtins(move), type(move)) == move, f"{move} does not survive JSON"
            assert game.label(move, seat), f"{move} has no label for its button"
        fields_are_checked(game, seat, move)
    for viewer in (None, *range(match.players)):
        assert msgspec.json.encode(match.view(viewer))
        if game.open:
            assert match.view(viewer) == msgspec.structs.replace(match.view(None), seat=viewer), "something is hidden after all"
        assert all(isinstance(sentence, str) for sentence in match.log(viewer, since=max(0, match.told - 40)))
        assert match.svg(viewer).startswith("<svg")
        assert match.draw(viewer)


def fields_are_checked(game: Game, seat: int, move: Any) -> None:
    """A move with a field of another type is no move."""
    for field in msgspec.structs.fields(move):
        wrong: Any = True if field.type is int else 7 if field.type is str else None
        if wrong is not None:
            try:
                game.read_move(msgspec.structs.replace(move, **{field.name: wrong}), seat)
            except BadMove:
                continue
            raise AssertionError(f"{move} was accepted with {field.name}={wrong!r}: `number` must refuse it with BadMove")


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


def setup_sets_everything(game: Game, players: int, seed: int = 0, **options: Any) -> None:
    """Setup on a record full of old values gives the same bytes as on an empty one."""
    clean, used = (game.blank(players, seed, options).records for _ in range(2))
    kept = {option.name for option in game.options}
    for name in own_fields(game.rules.State):
        if name not in kept:
            used[name] = 1
    game.rules.setup(plain(clean))
    game.rules.setup(plain(used))
    stale = [name for name in own_fields(game.rules.State) if clean[name].tobytes() != used[name].tobytes()]
    assert not stale, f"setup() leaves old values in {', '.join(stale)}: set every field of State, also those used later"
    assert clean.tobytes() == used.tobytes(), "setup() draws differently from the stream on a record that was used before"


def keep(game: Game, path: Path) -> None:
    """Write a golden play-through and its story."""
    match = played(game, game.seats[len(game.seats) // 2], seed=12)
    match.save(path)
    path.with_suffix(".txt").write_text("\n".join(match.log()) + "\n", encoding="utf-8")


def golden(game: Game, path: Path) -> None:
    """A kept play-through still verifies and still tells the same story.

    Where the file does not exist yet it is written from a random match, and the check fails once, so that somebody looks.
    """
    story = path.with_suffix(".txt")
    if not path.exists():
        keep(game, path)
        raise AssertionError(f"{path.name} was missing and has been written: read {story.name} and keep both")
    record = Record.load(path)
    assert list(record.verify(lambda key: game)) == []
    assert "\n".join(record.replay(lambda key: game).log()) + "\n" == story.read_text(encoding="utf-8")
