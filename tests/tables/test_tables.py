"""Tables as state machines: rebuilt from their log they are the same, what is refused changes nothing, nothing leaks."""

from __future__ import annotations

import random

import msgspec
import pytest
from table_kit import Kept, find, shown

import parlour
from parlour.bots import seen_by
from parlour.core.errors import ParlourError
from parlour.tables import acts, agreeing, names, redactor
from parlour.tables import entries as e
from parlour.tables.clocks import Clocks
from parlour.tables.due import Pace, next_due, takeover_at
from parlour.tables.errors import Unfit
from parlour.tables.players import chosen
from parlour.tables.saved import restored, saved
from parlour.tables.shown import Clock, Settings
from parlour.tables.table import Table

GAMES = [game.key for game in parlour.games() if type(game).world is parlour.Game.world]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_table_rebuilt_from_its_log_is_the_same_table_after_anything(game, seed):
    rng = random.Random(seed)
    players = rng.choice(list(find(game).seats)[:4])
    clock = rng.choice([Clock(), Clock("move", 30), Clock("game", 300, 5), Clock("correspondence", 86400)])
    kept = Kept(game, ["mine", *["other"] * (players - 1)], Settings(clock=clock))
    refused = 0
    for _ in range(100):
        table = kept.table
        seat = rng.randrange(players)
        playing = table.phase == "running"
        things = [
            (acts.say, "hello", seat, None), (acts.show, "wow", None, "Eve"),
            (agreeing.undo, seat), (agreeing.answer_undo, seat, rng.random() < 0.7),
            (agreeing.pause, seat), (agreeing.resume, seat), (agreeing.answer_pause, seat, rng.random() < 0.7),
            (acts.went_away, seat), (acts.came_back, seat), (acts.take_back, seat),
            (acts.rematch, seat, "ab"), (acts.start, "dev0"),
            (acts.rehouse, table.seats[seat].sitting, f"dev{seat}"), (acts.rename, table.seats[seat].device, seat, "Zoe"),
            (acts.mute, table.host, seat, None, rng.random() < 0.5), (acts.remove, table.host, seat, rng.random() < 0.5),
        ]  # fmt: skip
        before = shown(table), table.version
        try:
            if playing and rng.random() < 0.8:
                kept.move(rng.choice)
            else:
                kept.do(*rng.choice(things))
        except ParlourError:
            refused += 1
            assert (shown(kept.table), kept.table.version) == before
    assert refused
    again = kept.rebuilt()
    assert shown(again) == shown(kept.table)
    assert again.seats == kept.table.seats
    assert next_due(again, Pace()) == next_due(kept.table, Pace())
    copy = restored("t", saved(kept.table), find)
    assert shown(copy) == shown(kept.table)
    assert (copy.seats, copy.version, copy.finished) == (again.seats, again.version, again.finished)
    for _ in range(20):
        if copy.phase != "running":
            break
        batch = kept.move(rng.choice)
        copy.take(batch)
        assert shown(copy) == shown(kept.table)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(game):
    rng = random.Random(3)
    players = min(3, find(game).seats[-1])
    kept = Kept(game, ["mine", *["other"] * (players - 1)])
    varied = 0
    for _ in range(60):
        table = kept.table
        if table.phase != "running":
            break
        state = table.match.state
        true = bytes(state)
        for seat in range(players):
            told = msgspec.json.encode(redactor.Account(table).side(seat))
            twin = seen_by(table.game, state, seat)
            varied += bytes(twin) != true
            table.match.restore(bytes(twin))
            table._legal.clear()
            assert msgspec.json.encode(redactor.Account(table).side(seat)) == told
            table.match.restore(true)
            table._legal.clear()
        kept.move(rng.choice)
    assert varied


def test_neither_seed_nor_salts_nor_devices_leave_while_a_match_runs():
    kept = Kept("dokitto")
    kept.do(acts.say, "hi", 0, None)
    said = shown(kept.table).decode()
    assert kept.table.seed.hex() not in said
    assert '"seed"' not in said
    assert "dev0" not in said
    while kept.table.phase == "running":
        kept.move()
    said = shown(kept.table).decode()
    assert kept.table.seed.hex() in said
    assert kept.table.next_seed.hex() not in said
    assert "dev0" not in said


def test_a_bot_is_handed_a_redealt_record_and_never_the_true_one(monkeypatch):
    seen = []

    class Peeker:
        def choose(self, game, state, seat):
            seen.append((game, bytes(state), seat))
            return game.legal(state, seat)[0]

    monkeypatch.setattr("parlour.tables.players.player", lambda game, level: Peeker())
    match = parlour.game("dokitto").new(3, seed=1)
    seat = match.acting[0]
    chosen(match.game, match.state, seat, "easy")
    game, state, _ = seen[0]
    assert state != bytes(match.state)
    twin = match.state
    twin.restore(state)
    assert game.view(twin, seat) == match.view(seat)
    assert bytes(twin.key) != bytes(match.state.key)


def test_an_undo_goes_back_to_the_same_cards():
    kept = Kept("dokitto")
    views = [kept.table.match.view(seat) for seat in (0, 1)]
    first = kept.table.acting[0]
    kept.move()
    kept.do(agreeing.undo, first)
    kept.do(agreeing.answer_undo, 1 - first, True)
    assert [kept.table.match.view(seat) for seat in (0, 1)] == views
    assert kept.table.moves == 0
    assert all(fact.move is None for fact in kept.table.facts if fact.kind == "game")


def test_move_clocks_game_clocks_and_pauses_count_what_they_should():
    clocks = Clocks(Clock("game", 60, 5), 2, 0)
    clocks.turn((0,), 0)
    assert clocks.left(0, 10_000) == 50_000
    clocks.turn((1,), 10_000, mover=0)
    assert (clocks.left(0, 99_000), clocks.left(1, 15_000)) == (55_000, 55_000)
    clocks.stop(20_000)
    assert clocks.left(1, 9_999_999) == 50_000
    clocks.go_on(10_000_000)
    assert clocks.left(1, 10_001_000) == 49_000
    assert clocks.flag(1) == 10_050_000
    each = Clocks(Clock("move", 30), 2, 0)
    each.turn((0, 1), 0)
    each.turn((1,), 20_000, mover=0)
    assert (each.left(1, 20_000), each.flag(1), each.flag(0)) == (10_000, 30_000, None)


def test_a_seat_that_moves_again_gets_a_fresh_move_clock():
    clocks = Clocks(Clock("move", 30), 2, 0)
    clocks.turn((0,), 0)
    clocks.turn((0,), 29_000, mover=0)
    assert clocks.flag(0) == 59_000


def test_nobody_stands_in_for_a_person_when_no_other_person_is_there():
    kept = Kept("doce", options={"first": 0})
    kept.do(acts.went_away, 0)
    assert takeover_at(kept.table, 0) == kept.table.seats[0].away + 60_000
    kept.do(acts.went_away, 1)
    assert takeover_at(kept.table, 0) is None


def test_names_and_words_are_cleaned():
    assert names.person(" Ada\u202e\n Love ", []) == "Ada Love"
    assert names.person("ada", ["Ada", "Bea"]) == "ada 2"
    assert names.words("a\u0000b\u2028c") == "ab c"
    for nothing in (
        "",
        "   ",
        "\u200b\u200b",
        "...",
        "\u3164",
        "\u2800\u2800",
        "\u200d\u200d",
        "\u0301\u0301",
        "\u00ad",
        "\U000e0041",
    ):
        with pytest.raises(Unfit):
            names.person(nothing, [])
    assert len(names.person("x" * 300, [])) == 40


def test_names_of_emoji_and_of_all_scripts_stand_and_towers_of_marks_do_not():
    for name in ("🐧", "👩\u200d👩\u200d👧", "❤️", "🇩🇪", "نور", "می\u200cخواهم", "श्री", "ภู่", "Zoë", "Nguyễn", "名前", "1"):
        assert names.person(name, []) == name
        assert parlour.game("doce").new(names=[name, "Bea"]).names[0] == name
    tower = names.person("A" + "\u0337\u0301\u0316" * 12 + "da", [])
    assert len(tower) <= 5
    # What nobody can tell apart is not the same name twice.
    assert names.person("A\u200dda", ["Ada"]) == "Ada 2"
    assert names.person("Ａｄａ", ["Ada"]) == "Ａｄａ 2"
    assert names.person("نو\u200dر", ["نور"]).endswith(" 2")


def test_a_table_of_other_rules_is_refused_and_says_so():
    kept = Kept("doce")
    created = e.decoded(kept.log[0])
    created[0] = msgspec.structs.replace(created[0], rules=99)
    with pytest.raises(parlour.BadRecord, match="version 99"):
        Table.rebuilt("t", [created], find)


def test_a_move_that_does_not_lead_where_it_led_is_noticed():
    kept = Kept("doce")
    kept.move()
    moved = e.decoded(kept.log[-1])
    moved[0] = msgspec.structs.replace(moved[0], check="0" * 16)
    with pytest.raises(parlour.BadRecord, match="does not lead"):
        Table.rebuilt("t", [*(e.decoded(body) for body in kept.log[:-1]), moved], find)


def test_a_saved_table_that_was_changed_or_is_of_other_rules_is_not_believed():
    kept = Kept("doce")
    kept.move()
    body = msgspec.msgpack.decode(saved(kept.table))
    state = bytearray(body["match"]["state"])
    state[-1] ^= 1
    for change in ({"rules": 99}, {"format": 99}, {"match": body["match"] | {"state": bytes(state)}}, {"seats": 3}):
        with pytest.raises(parlour.BadRecord):
            restored("t", msgspec.msgpack.encode(body | change), find)


def test_people_may_talk_and_come_and_go_for_days_and_a_table_keeps_the_latest_of_it(monkeypatch):
    monkeypatch.setattr("parlour.tables.company.MOST_TALK", 20)
    kept = Kept("doce", start=False)
    for number in range(30):
        kept.do(acts.say, f"word {number}", 0, None)
        kept.do(acts.stand, "dev1", 1)
        kept.do(acts.sit, "dev1", f"B{number}", 1)
    assert len(kept.table.facts) == 20
    assert [fact.text for fact in kept.table.facts if fact.kind == "chat"][-1] == "word 29"
    kept.do(acts.start, "dev0")
    for _ in range(25):
        kept.move()
        kept.do(acts.show, "wow", 0, None)
    told = [fact for fact in kept.table.facts if fact.kind == "game"]
    assert len(told) == 26, "what the game tells stays until the next deal"
    assert len(kept.table.facts) == 26 + 20
    assert [fact.version for fact in kept.table.facts] == sorted(fact.version for fact in kept.table.facts)
    assert shown(kept.rebuilt()) == shown(kept.table)
    again = restored("t", saved(kept.table), find)
    for table in (kept.table, again):
        table.take(acts.say(table, kept.at, "one more", 0, None))
    assert shown(again) == shown(kept.table)
