"""The kit catches what an author gets wrong: each test is a game that is right but for one mistake."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.core.game import Told
from parlour.core.stream import random_below, rekey
from parlour.games.dokitto import rules as dokitto_rules
from parlour.games.dokitto.table import Dokitto
from parlour.games.icecool import rules as icecool_rules
from parlour.games.icecool.table import Rehearsal
from parlour.games.ion import record as ion_record
from parlour.games.ion.table import Ion
from parlour.lab import connect_four
from parlour.lab.connect_four.table import Drop
from parlour.testing import kit

DOKITTO = parlour.game("dokitto")
honest = dokitto_rules.resample


def test_an_honest_game_passes() -> None:
    assert kit.never_leaks(DOKITTO, 2) > 0


def test_a_redeal_that_leaves_the_others_their_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def stars_only(state: Any, seat: int) -> None:
        hands = state.records["hand"].copy()
        honest(state, seat)
        state.records["hand"] = hands

    monkeypatch.setattr(dokitto_rules, "resample", stars_only)
    with pytest.raises(AssertionError, match=r"resample\(state, 0\) never changed what seat 1 sees.*bots would cheat"):
        kit.never_leaks(DOKITTO, 2)


def test_a_redeal_that_leaves_one_neighbour_alone_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats 0 and 1 exchange what they hold with the cards put aside; seat 2 always keeps its own."""

    def spares_the_last(state: Any, seat: int) -> None:
        truth = state.records["hand"][0, 2].copy()
        for _ in range(200):
            honest(state, seat)
            if (state.records["hand"][0, 2] == truth).all():
                return
        state.records["hand"][0, 2] = truth

    monkeypatch.setattr(dokitto_rules, "resample", spares_the_last)
    with pytest.raises(AssertionError, match=r"resample\(state, .\)"):
        kit.never_leaks(DOKITTO, 3)


def test_a_redeal_whose_chance_depends_on_the_truth_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def told_by_its_chance(state: Any, seat: int) -> None:
        for _ in range(int(state.records["hand"][0, 1 - seat].sum()) % 3):
            random_below(state, 7)
        honest(state, seat)

    monkeypatch.setattr(dokitto_rules, "resample", told_by_its_chance)
    with pytest.raises(AssertionError, match=r"depends on what the seat cannot know.*sorted"):
        kit.never_leaks(DOKITTO, 2)


def last_trick() -> tuple[parlour.Match, dict[str, int]]:
    """Two players with a card each, and by brute force all that seat 0 must hold possible in the other hand."""
    for match, _ in kit.play_through(DOKITTO, 2, 3):
        view = match.view(0)
        if view.hand_sizes == [1, 1] and not view.choosing and view.trick is None:
            break
    position = match.position()
    flavours = [letter for letter in position["flavours"] if letter not in view.out_of[1]]
    seen = {*view.hand, *(card for trick in view.past for card in trick.cards.values())}
    return match, {f"{letter}{number}": 1 for letter in flavours for number in range(1, 14) if f"{letter}{number}" not in seen}


def other_card(state: Any) -> str:
    return str(DOKITTO.position_of(state).hands[1][0])


def test_redeals_of_a_small_position_come_as_often_as_brute_force_says(monkeypatch: pytest.MonkeyPatch) -> None:
    match, worlds = last_trick()
    assert 5 < len(worlds) < 39
    kit.fair_redeals(DOKITTO, match.state, 0, worlds, other_card, times=1500)

    def twice_for_a_high_card(state: Any, seat: int) -> None:
        honest(state, seat)
        if other_card(state)[1:] < "5":
            honest(state, seat)

    monkeypatch.setattr(dokitto_rules, "resample", twice_for_a_high_card)
    with pytest.raises(AssertionError, match="times of 1500 instead of about"):
        kit.fair_redeals(DOKITTO, match.state, 0, worlds, other_card, times=1500)


def test_a_drawn_card_that_everybody_hears_of_is_caught() -> None:
    class Loud(Ion):
        told = {**Ion.told, ion_record.DREW: Told("drew", "seat card pile", "{seat} draws {card}.")}

    with pytest.raises(AssertionError, match=r"hears something hidden.*'drew'.*`secret`"):
        kit.never_leaks(Loud(), 2, race_mode="sealed")


def test_a_view_that_shows_too_much_at_rare_moments_only_is_caught() -> None:
    """A scoop is chosen now and then, hardly ever at every seventh step."""

    class Mirror(Dokitto):
        def view(self, state: Any, seat: int | None) -> Any:
            view = super().view(state, seat)
            if view.choosing and seat is not None:
                view.score[0] += int(state.hand[1 - seat, 0]) & 1
            return view

    with pytest.raises(AssertionError, match=r"Seat . of Dokitto! Ice sees something hidden: the view's score"):
        kit.never_leaks(Mirror(), 2)


def test_those_who_watch_see_no_hand() -> None:
    class Glass(Dokitto):
        def view(self, state: Any, seat: int | None) -> Any:
            view = super().view(state, seat)
            if seat is None:
                view.hand = super().view(state, 1).hand
            return view

    with pytest.raises(AssertionError, match=r"A spectator of Dokitto! Ice sees something hidden: the view's hand"):
        kit.never_leaks(Glass(), 2)


def test_those_who_watch_hear_of_no_card_that_is_drawn() -> None:
    """Everybody at the table hears what they may; the gallery hears everything."""

    class Gallery(Ion):
        def event(self, note: Any, viewer: int | None, *, open: bool = False) -> Any:
            return super().event(note, viewer, open=open or viewer is None)

    with pytest.raises(AssertionError, match=r"A spectator of ION hears something hidden.*'drew'"):
        kit.never_leaks(Gallery(), 2, race_mode="sealed")


def test_a_sentence_that_says_more_than_its_event_is_caught() -> None:
    class Chatty(Ion):
        heard = 0

        def event(self, note: Any, viewer: int | None, *, open: bool = False) -> Any:
            self.heard = note[2] if note[0] == ion_record.DREW else 0
            return super().event(note, viewer, open=open)

        def sentence(self, event: Any, names: Any, *more: Any) -> str:
            return super().sentence(event, names, *more) + " " * (self.heard & 1)

    with pytest.raises(AssertionError, match=r"hears something hidden.*'drew'"):
        kit.never_leaks(Chatty(), 2, race_mode="sealed")


def test_a_card_that_everybody_hears_of_is_caught_where_the_world_moves_too() -> None:
    class Loud(Rehearsal):
        told = {**Rehearsal.told, icecool_rules.DREW: Told("drew", "seat card", "{seat} draws a {card}.")}

    with pytest.raises(AssertionError, match=r"hears something hidden.*'drew'"):
        kit.never_leaks(Loud(), 3)


def test_a_deal_that_is_told_to_all_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dokitto_rules.setup

    def announced(state: Any) -> None:
        whole(state)
        state.notes.append((dokitto_rules.LED, 1, int(state.hand[1, 0]) & 7))

    kit.no_deal_tells(DOKITTO, 2)
    monkeypatch.setattr(dokitto_rules, "setup", announced)
    with pytest.raises(AssertionError, match=r"A spectator of Dokitto! Ice hears something hidden.*of a deal"):
        kit.no_deal_tells(DOKITTO, 2)


def test_moves_that_depend_on_hidden_cards_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dokitto_rules.legal

    def told_by_its_moves(state: Any, seat: int, moves: Any) -> int:
        count = int(whole(state, seat, moves))
        return count - 1 if count > 1 and int(state.hand[1 - seat, 0]) & 1 else count

    monkeypatch.setattr(dokitto_rules, "legal", told_by_its_moves)
    with pytest.raises(AssertionError, match=r"Seat . of Dokitto! Ice sees something hidden: `legal`"):
        kit.never_leaks(DOKITTO, 2)


def test_a_default_for_the_late_that_depends_on_hidden_cards_is_caught() -> None:
    class Late(Dokitto):
        def time_out(self, state: Any, seat: int) -> Any:
            legal = self.legal(state, seat)
            return self.move(legal[int(state.hand[1 - seat, 0]) % len(legal)])

    with pytest.raises(AssertionError, match=r"sees something hidden: `legal`, `observe`, `time_out`"):
        kit.never_leaks(Late(), 2)


def test_a_leave_to_aim_that_depends_on_hidden_cards_is_caught() -> None:
    class Aiming(Dokitto):
        def aims(self, state: Any, seat: int) -> bool:
            return bool(int(state.hand[1 - seat, 0]) & 1)

    with pytest.raises(AssertionError, match=r"sees something hidden: .* or `aims` changed"):
        kit.never_leaks(Aiming(), 2)


def test_a_refusal_that_gives_a_card_away_is_caught() -> None:
    class Helpful(Dokitto):
        def why_not(self, state: Any, seat: int, move: Any) -> tuple[str, str]:
            rule, sentence = super().why_not(state, seat, move)
            return rule, sentence if int(state.hand[1 - seat, 0]) & 1 else f"{sentence} It would not help you."

    with pytest.raises(AssertionError, match=r"learns something hidden by asking for .* Let `why_not` speak"):
        kit.never_leaks(Helpful(), 2)


def test_a_redeal_of_the_right_cards_that_prefers_some_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of eight honest redeals: every one of them is possible, and nothing shows."""

    def hopes(state: Any, seat: int) -> None:
        best: Any = None
        for _ in range(8):
            honest(state, seat)
            hand = state.records["hand"][0, 1 - seat]
            low = sum(int(bits & 0b111).bit_count() for bits in hand)
            if best is None or low > best[0]:
                best = low, state.records.copy()
        for name in ("hand", "star"):
            state.records[name] = best[1][name]

    kit.redeals_are_fair(DOKITTO, 2)
    monkeypatch.setattr(dokitto_rules, "resample", hopes)
    assert kit.never_leaks(DOKITTO, 2) > 0
    with pytest.raises(AssertionError, match=r"resample\(state, .\) of Dokitto! Ice is not fair: .*seat ."):
        kit.redeals_are_fair(DOKITTO, 2)


def test_a_redeal_without_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def always_the_same(state: Any, seat: int) -> None:
        rekey(state, [1, 2, 3, 4])
        honest(state, seat)

    monkeypatch.setattr(dokitto_rules, "resample", always_the_same)
    with pytest.raises(AssertionError, match=r"deals the same from every chance"):
        kit.never_leaks(DOKITTO, 2)


def test_a_move_with_a_field_of_another_type_is_no_move_of_any_game() -> None:
    for wrong in (Drop(True), Drop(2.0), Drop("2"), Drop(None)):  # type: ignore[arg-type]
        with pytest.raises(parlour.BadMove, match="no move"):
            connect_four.GAME.read_move(wrong, 0)
    assert connect_four.GAME.read_move(Drop(3), 0) == connect_four.GAME.number(Drop(3))
    for game in parlour.games():
        last = game.rules.ACTIONS - 1
        numbers = {*range(min(600, last)), *range(0, last, max(1, last // 300)), last}  # each flick of ICECOOL2 is a number
        moves = [game.move(number) for number in sorted(numbers)]
        assert {type(move) for move in moves} == set(game.moves)
        for move in moves:
            kit.fields_are_checked(game, 0, move)


def test_what_is_missing_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Untold(Dokitto):
        folder = DOKITTO.folder  # type: ignore[assignment]
        told = {kind: told for kind, told in Dokitto.told.items() if told.name != "led"}

    with pytest.raises(LookupError, match=r"dokitto/table.py cannot tell what happened.*no Told for note"):
        kit.never_stuck(Untold(), 2)

    class Misspelt(Ion):
        folder = parlour.game("ion").folder  # type: ignore[assignment]
        told = {**Ion.told, ion_record.DREW: Told("drew", "seat card pile", "", "", {"cart": ("seat",)})}

    with pytest.raises(AssertionError, match=r"ion/table.py: Told 'drew' .* has no field 'cart'"):
        kit.well_made(Misspelt())

    class Mistold(Misspelt):
        told = {**Ion.told, ion_record.DREW: Told("drew", "seat card pile", "{seat} draws {crad}.", "", {"card": ("seat",)})}

    with pytest.raises(AssertionError, match=r"says '\{seat\} draws \{crad\}.', but 'crad' is none of its fields"):
        kit.well_made(Mistold())

    class Boasting(Misspelt):
        secret = {"card": ("seat",)}
        told = {**Ion.told, ion_record.DREW: Told("drew", "seat card pile", "", "{seat} draws {card}.", secret)}

    with pytest.raises(AssertionError, match=r"but 'card' is secret"):
        kit.well_made(Boasting())
    monkeypatch.delattr(dokitto_rules, "observe")
    with pytest.raises(AssertionError, match=r"dokitto/rules.py lacks `observe`"):
        kit.well_made(DOKITTO)


def test_a_setup_that_forgets_a_field_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dokitto_rules.setup

    def forgetful(state: Any) -> None:
        old = state.records["score"].copy()
        whole(state)
        state.records["score"] = old

    monkeypatch.setattr(dokitto_rules, "setup", forgetful)
    with pytest.raises(AssertionError, match=r"setup\(\) leaves old values in score"):
        kit.setup_sets_everything(DOKITTO, 2)
