"""Copies, shallow, deep or by pickle, as processes and searches make them: the same thing, and independent."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.core.registry import words
from parlour.lab.connect_four import GAME as CONNECT_FOUR

DOKITTO = parlour.game("dokitto")


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


every_way = pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, by_pickle])


@every_way
def test_a_game_is_the_same_game(twin_of: Callable[[Any], Any]) -> None:
    assert twin_of(DOKITTO) is DOKITTO
    toy = parlour.game("icecool").rehearsal()
    assert type(twin_of(toy)) is type(toy), "the one without physics, though both have one key"
    assert twin_of(CONNECT_FOUR).new(seed=1).check() == CONNECT_FOUR.new(seed=1).check(), "one that nobody registered"


@every_way
def test_a_match_goes_on_by_itself(twin_of: Callable[[Any], Any]) -> None:
    match = DOKITTO.new(3, seed=1, first_lead=0)
    match.play(0, match.legal(0)[0])
    before, told = match.check(), match.log()
    twin = twin_of(match)
    assert (twin.check(), twin.log(), twin.view(0)) == (before, told, match.view(0))
    twin.play(1, twin.legal(1)[0])
    assert (match.check(), match.log(), match.acting) == (before, told, (1,))
    assert len(twin.log()) == len(told) + 1
    match.play(1, match.legal(1)[0])
    assert match.record(sealed=False) == twin.record(sealed=False)


@every_way
@pytest.mark.parametrize("speed", ["plain", "cpu"])
def test_a_batch_goes_on_by_itself(twin_of: Callable[[Any], Any], speed: str) -> None:
    batch = DOKITTO.batch(5, players=3, seed=1, speed=speed)
    before = batch.states.tobytes()
    twin = twin_of(batch)
    assert repr(twin) == repr(batch)
    twin.play_out()
    assert batch.states.tobytes() == before
    batch.play_out()
    assert batch.states.tobytes() == twin.states.tobytes()


def test_a_refusal_comes_home_from_another_process_with_its_rule_and_its_languages() -> None:
    wrong = DOKITTO.new(2, seed=1, first_lead=0).why_not(0, "take matcha")
    again = by_pickle(wrong)
    assert wrong is not None
    assert (str(again), again.rule, again.sentence) == (str(wrong), wrong.rule, wrong.sentence)
    assert words("de").error(again) == words("de").error(wrong) != str(wrong)
