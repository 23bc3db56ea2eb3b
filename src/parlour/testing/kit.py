"""What a game must pass. Each check plays the game and asserts; give it players, a seed, options and how much to do."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from parlour.core.contract import WORLD
from parlour.core.errors import BadMove, ParlourError, Refused
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


def redealt(game: Game, state: State, seat: int, seed: int) -> State:
    """A copy in which everything that the seat cannot know has been exchanged, the random stream included."""
    guess = state.copy()
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


def own_bytes(game: Game, state: State) -> bytes:
    """All of a record but its random stream."""
    return b"".join(state.records[name].tobytes() for name in own_fields(game.rules.State))


def never_leaks(game: Game, players: int, seed: int = 0, every: int = 7, **options: Any) -> int:
    """What a seat sees and hears does not change when everything hidden from it does. Returns how many redeals differed.

    Looked at is every seventh position, and each that something new led to: all that happens is looked at three times. Where
    a seat sees what spectators do not, the others' redeals must change that, and depend on nothing but what they know.
    """
    changed, looked, told = 0, Counter[str](), 0
    exchanged, private = set[tuple[int, int]](), set[int]()
    before: State | None = None
    for step, (match, _) in enumerate(play_through(game, players, seed, **options)):
        state, kinds = match.state, {event["kind"] for event in match.events(since=told)}
        fresh = any(looked[kind] < 3 for kind in kinds)
        if step % every == 0 or fresh:
            looked.update(kinds)
            if before is not None:
                nothing_told(match, before, step)
            for seat in range(players):
                if match.view(seat) != msgspec.structs.replace(match.view(None), seat=seat):
                    private.add(seat)
                guess = redealt(game, state, seat, step)
                sees_nothing_hidden(game, state, guess, seat)
                depends_on_nothing_hidden(game, state, guess, seat, step)
                changed += own_bytes(game, guess) != own_bytes(game, state)
                for other in set(range(players)) - {seat}:
                    if (seat, other) not in exchanged and known_to(game, guess, other) != known_to(game, state, other):
                        exchanged.add((seat, other))
        told, before = match.told, state
    for seat in range(players):
        for other in private - {seat}:
            assert (seat, other) in exchanged, (
                f"resample(state, {seat}) never changed what seat {other} sees in a whole match of {game.name}: it leaves that "
                f"seat's true cards in place, so bots would cheat. Redeal everything that seat {seat} cannot know (or say "
                "`open = True` in table.py if nothing is hidden)."
            )
    return changed


def sees_nothing_hidden(game: Game, state: State, guess: State, seat: int) -> None:
    """The seat cannot tell a redeal from the truth, and the redeal is a possible state."""
    wrong = list(game.problems(guess))
    assert wrong == [], f"resample(state, {seat}) made an impossible state: {' '.join(wrong)}"
    if known_to(game, state, seat) != known_to(game, guess, seat):
        true, other = (msgspec.to_builtins(game.view(each, seat)) for each in (state, guess))
        fields = [name for name in true if true[name] != other.get(name)]
        where = f"the view's {', '.join(fields)}" if fields else "`legal` or `observe`"
        raise AssertionError(
            f"Seat {seat} of {game.name} sees something hidden: {where} changed with what it cannot know. Either `view` shows "
            f"too much, or resample(state, {seat}) exchanges what the seat knows."
        )


def depends_on_nothing_hidden(game: Game, state: State, guess: State, seat: int, seed: int) -> None:
    """From the same chance, the truth and a redeal of it lead to the same redeal: `resample` collects what is unseen in an
    order that does not tell where it was, as sets of bits do, or sorted."""
    one, two = redealt(game, state, seat, seed + 1), redealt(game, guess, seat, seed + 1)
    fields = [name for name in own_fields(game.rules.State) if one.records[name].tobytes() != two.records[name].tobytes()]
    assert not fields, (
        f"resample(state, {seat}) of {game.name} depends on what the seat cannot know: {', '.join(fields)} came out "
        "differently from two records that look the same to it, with the same chance. Collect the unseen cards sorted (or as "
        "a set of bits) before they are shuffled, and overwrite every hidden field."
    )


def nothing_told(match: Match, before: State, seed: int, worlds: int = 3) -> None:
    """What was told of the last move tells nobody anything hidden.

    The move is made again in worlds that a seat could not tell apart before it; where the seat sees the same after it too, it
    must have heard the same, and so must a spectator. What everybody sees and no view keeps is `fleeting` in its Told. Two
    seats are asked, others at other moments.
    """
    game, entry = match.game, match.entries[-1]
    if entry.move is None or entry.seat is None or game.has_world:
        return
    number = game.read_move(entry.move, entry.seat)
    for seat in {seed % match.players, (seed + 1) % match.players}:
        heard: dict[int | None, tuple[bytes, list[Any]]] = {}
        for world in range(worlds + 1):
            twin = redealt(game, before, seat, 31 * seed + world) if world else before.copy()
            if number not in game.legal(twin, entry.seat):
                continue
            twin.notes = []
            game.rules.apply(twin, entry.seat, number)
            for viewer in (seat, None):
                sees = known_to(game, twin, seat) if viewer is not None else msgspec.json.encode(game.view(twin, None))
                said = [game.event(note, viewer) for note in twin.notes if not game.told[note[0]].fleeting]
                first = heard.setdefault(viewer, (sees, said))
                if first[0] == sees and first[1] != said:
                    told = next((a, b) for a, b in zip_longest(first[1], said) if a != b)
                    raise AssertionError(
                        f"{'A spectator' if viewer is None else f'Seat {viewer}'} of {game.name} hears something hidden: after "
                        f"{entry.move!r} of seat {entry.seat} it may hear {told[0]} or {told[1]} and sees the same. Name the "
                        "field in `secret` of its Told, or say `fleeting=True` if all may see it but no view keeps it."
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
        assert far < 5, (
            f"resample(state, {seat}) deals {world} {seen[world]} times of {times} instead of about {times * share:.0f}"
        )


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
