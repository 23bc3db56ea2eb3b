"""How fast a bot answers tells nothing: a detective who may learn from as many answers as it likes is no better than chance."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable

import pytest
from table_kit import Kept

from parlour.server import timer
from parlour.tables import playing
from parlour.tables.due import Pace, next_due
from parlour.tables.errors import Unfit

PACE = Pace()
Told = list[tuple[int, bool]]
"""How long each answer took, and whether there was a choice."""


def test_nobody_moves_for_a_person_who_is_there_not_even_an_only_move():
    kept, forced = Kept("dokitto"), 0
    while kept.table.phase == "running":
        forced += len(kept.table.legal(kept.table.acting[0])) == 1
        assert next_due(kept.table, PACE) is None
        kept.move()
    assert forced


def answers(monkeypatch: pytest.MonkeyPatch, think: Callable[[random.Random], int], matches: int = 10) -> Told:
    """What bots took over some matches of Dokitto! Ice where thinking takes what `think` says; no time passes really."""
    rng, clock, told = random.Random(1), [0], Told()

    def chosen(game, state, seat, level):
        clock[0] += think(rng)
        return rng.choice(sorted(game.legal(state, seat)))

    monkeypatch.setattr(timer, "now", lambda: clock[0])
    monkeypatch.setattr(timer, "chosen", chosen)
    timer.THOUGHTS["dokitto", "easy"].clear()
    for number in range(matches):
        kept = Kept("dokitto", ("mine", "bot", "bot", "bot"), seed=bytes([number] * 32))
        table = kept.table
        while table.phase == "running":
            due = next_due(table, PACE)
            if due is None:
                kept.move(rng.choice)
                continue
            clock[0] = table.clocks.last
            thought = timer.Thought(table, due)
            move = thought.only
            if move is None:
                move = timer.chosen(*thought.asked)
                thought.done()
            clock[0] = kept.at = thought.answer_at(PACE)
            told.append((clock[0] - table.clocks.last, thought.only is None))
            kept.take(thought.move(table, move))
    return told


def best_guess(told: Told) -> float:
    """How often the best of many rules is right that was found on one half of the answers and is tried on the other: slower
    or faster than so many ms, or a remainder of them, means a choice. Both kinds count alike; 0.5 is chance."""

    def right(part: Told, rule: Callable[[int], bool]) -> float:
        choice, forced = ([rule(ms) for ms, kind in part if kind == wanted] for wanted in (True, False))
        return (sum(choice) / len(choice) + 1 - sum(forced) / len(forced)) / 2

    rules: list[Callable[[int], bool]] = [lambda ms, limit=limit: ms > limit for limit in range(0, 3000, 25)]
    rules += [lambda ms, limit=limit: ms <= limit for limit in range(0, 3000, 25)]
    rules += [lambda ms, rest=rest: ms % PACE.step == rest for rest in range(PACE.step)]
    learnt = max(rules, key=lambda rule: right(told[::2], rule))
    return right(told[1::2], learnt)


THINKS = {
    "a beginner": lambda rng: rng.randint(1, 40),
    "a master": lambda rng: rng.randint(570, 1020),
    "a busy machine": lambda rng: round(300 * 2 ** rng.gauss(1.5, 1)),
}


@pytest.mark.parametrize("who", THINKS)
def test_the_time_of_an_answer_does_not_tell_whether_there_was_a_choice(who, monkeypatch):
    told = answers(monkeypatch, THINKS[who])
    forced = sum(not choice for _, choice in told)
    assert forced > 150
    # Three times what chance strays with so many answers of each kind in the half that is tried.
    assert best_guess(told) < 0.5 + 3 * 0.5 / (forced / 2) ** 0.5


def test_the_detective_can_find_it_where_forced_moves_pretend_nothing(monkeypatch):
    monkeypatch.setattr(timer, "pretended", lambda table, seat, thoughts: 0)
    assert best_guess(answers(monkeypatch, THINKS["a master"])) > 0.65


def test_a_pause_cannot_be_worked_out_from_what_everybody_knows():
    kept = Kept("dokitto", ("bot", "mine", "mine"), options={"first_lead": 0})
    pauses = []
    for seed in (bytes(32), bytes([1] * 32), bytes([2] * 32)):
        kept.table.seed = seed
        due = next_due(kept.table, PACE)
        pauses.append(due.at - kept.table.clocks.last)
        assert PACE.bot[0] <= pauses[-1] <= PACE.bot[1]
        assert next_due(kept.table, PACE) == due
    known = zlib.crc32(b"t 1 0 0") % (PACE.bot[1] - PACE.bot[0] + 1) + PACE.bot[0]
    assert len(set(pauses)) == 3
    assert known not in pauses


def test_a_thought_that_takes_longer_is_answered_at_the_next_step():
    kept = Kept("dokitto", ("bot", "mine"), options={"first_lead": 0})
    due = next_due(kept.table, PACE)
    assert timer.answer_at(due, due.at - 300, PACE) == due.at
    assert timer.answer_at(due, due.at, PACE) == due.at
    assert timer.answer_at(due, due.at + 1, PACE) == due.at + PACE.step
    assert timer.answer_at(due, due.at + PACE.step + 1, PACE) == due.at + 2 * PACE.step


def test_a_page_makes_an_only_move_by_itself_but_never_a_first_one_or_one_that_ends_a_round():
    kept, made, refused = Kept("dokitto", ["mine", "other", "other"]), 0, {"first": 0, "end": 0, "choice": 0}
    while kept.table.phase == "running":
        table, seat = kept.table, kept.table.acting[0]
        legal, first, rounds = table.legal(seat), seat not in table.moved, table.match.state.round_no
        try:
            kept.do(playing.play, seat, legal[0], alone=True)
        except Unfit:
            kept.do(playing.play, seat, legal[0])
            ended = table.phase == "over" or table.match.state.round_no != rounds
            assert len(legal) > 1 or first or ended
            refused["choice" if len(legal) > 1 else "first" if first else "end"] += 1
        else:
            assert len(legal) == 1
            assert table.match.state.round_no == rounds
            made += 1
    assert made
    assert refused["end"]
    assert refused["choice"]
