"""The arena: fair seats, recorded seeds, ratings that mean what they say; and the order of the levels."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from parlour.cli import main
from parlour.core.errors import BadSetup
from parlour.lab import elo
from parlour.lab.arena import Played, challenge, lineups, play, ratings, run
from parlour.lab.intervals import share_interval
from parlour.lab.plot import ratings_picture


def test_every_bot_sits_in_every_seat_of_a_deal():
    for players in (2, 3, 4, 5):
        for table in (lineups(["a", "b", "c"], players, 7), lineups(["a", "b"], players, 4), challenge("a", "b", players, 0)):
            tables = list(table)
            assert len(tables) == players
            for seat in range(players):
                assert sorted(t[seat] for t in tables) == sorted(tables[0])


def test_two_bots_take_turns_as_guest():
    assert [next(lineups(["a", "b"], 4, deal)).count("a") for deal in range(4)] == [1, 3, 1, 3]


def match(seed, seats, winner):
    return Played(seed, seats, [1.0 if seat == winner else 0.0 for seat in range(len(seats))], [0] * len(seats), 1)


def test_ratings_follow_the_victories():
    played = [match(seed, ["a", "b"], 0) for seed in range(30)] + [match(seed, ["b", "a"], seed % 2) for seed in range(30)]
    best, worst = ratings(["b", "a"], played)
    assert (best.bot, worst.bot) == ("a", "b")
    assert best.share == 0.75
    assert best.fair == 0.5
    # Three of four is 191 points of Elo.
    assert best.elo - worst.elo == pytest.approx(191, abs=12)
    assert best.elo_low < best.elo < best.elo_high
    assert best.elo_low > worst.elo_high


def test_equals_have_intervals_around_even():
    played = [match(seed, ["a", "b", "b"], seed % 3) for seed in range(60)]
    for rating in ratings(["a", "b"], played):
        assert rating.elo_low < 0 < rating.elo_high
        assert rating.share_low < 1 / 3 < rating.share_high


@pytest.mark.parametrize(
    ("deals", "players", "part", "luck"), [(12, 4, 0.25, 0.1), (30, 2, 0.5, 0.2), (10, 4, 0.9, 0.05), (60, 2, 0.95, 0.0)]
)
def test_an_interval_holds_the_truth_19_times_of_20(deals, players, part, luck):
    """Simulated: the matches of a deal share some luck."""
    chance, held = np.random.default_rng(7), 0
    for _ in range(1000):
        own = part + luck * chance.choice([-1, 1], deals)
        low, high = share_interval(chance.binomial(players, own).astype(float), np.full(deals, float(players)))
        held += low <= part <= high
    assert 0.935 <= held / 1000 <= 0.995


def test_nothing_is_certain_after_a_few_matches():
    low, high = share_interval(np.full(10, 2.0), np.full(10, 2.0))
    assert 0.7 < low < 0.9
    assert high == 1.0
    low, high = share_interval(np.array([1.0]), np.array([2.0]))
    assert low < 0.2
    assert high > 0.8


def deals_of(chance, strength, deals, luck):
    """What becomes of bots of known strength: each deal from every seat, whose cards help whoever sits there."""
    players, tables = len(strength), []
    for _ in range(deals):
        cards = np.exp(luck * chance.standard_normal(players))
        seats, won = np.ones((players, players)), np.zeros((players, players))
        order = chance.permutation(players)
        for turn in range(players):
            sitting = np.roll(order, turn)
            odds = strength[sitting] * cards
            won[turn, chance.choice(sitting, p=odds / odds.sum())] = 1
        tables.append((seats, won))
    return tables


@pytest.mark.parametrize(
    ("apart", "deals", "luck"),
    [
        ((-100, 0, 100), 8, 0.0),
        ((-60, -20, 30, 50), 12, 1.5),
        ((-40, 40), 20, 1.0),
        ((-40, 40), 150, 1.0),
        ((-300, 300), 6, 0.0),
    ],
)
def test_elo_lies_in_its_interval_19_times_of_20(apart, deals, luck):
    """Simulated: what the same bots come to over very many deals is the truth."""
    chance, strength = np.random.default_rng(11), 10 ** (np.array(apart) / 400)
    truth = elo.fit(deals_of(chance, strength, 12_000, luck))
    held, wide, many = 0.0, [], 300
    for _ in range(many):
        low, high = elo.intervals(deals_of(chance, strength, deals, luck))
        held += ((low <= truth) & (truth <= high)).mean() / many
        wide.append(high - low)
    assert 0.935 <= held <= 0.998, held
    assert np.median(wide) < 1200


def test_who_won_everything_is_not_surely_infinite():
    for deals, surely in ((2, False), (10, True)):
        low, high = elo.intervals([(np.ones((2, 2)), np.array([[1.0, 0.0], [1.0, 0.0]]))] * deals)
        assert (low[0] > high[1]) == surely, "four of four may be luck, twenty of twenty are none"
        assert high[0] - low[0] > 150, "by how much they cannot say"


def test_the_same_seed_plays_the_same_match():
    assert play("dokitto", ["club:simulations=20", "random", "beginner"], 5, {}) == play(
        "dokitto", ["club:simulations=20", "random", "beginner"], 5, {}
    )


def test_an_arena_needs_two_different_bots():
    for bots in (["club"], ["club", "club"]):
        with pytest.raises(BadSetup, match="two or more"):
            run("doce", bots, 2)
    with pytest.raises(BadSetup, match="is no bot"):
        run("doce", ["club:simulations=many", "random"], 2, processes=1)


def test_the_command_prints_ratings_and_draws_them(tmp_path):
    picture, data = tmp_path / "ratings.svg", tmp_path / "arena.json"
    asked = ["arena", "dokitto", "--bots", "beginner,random", "--games", "4", "-p", "2", "--processes", "1", "-s", "3"]
    said = CliRunner().invoke(main, [*asked, "--json", "--plot", str(picture), "--out", str(data)])
    assert said.exit_code == 0, said.output
    result = json.loads(said.output)
    assert [one["seed"] for one in result["played"]] == [3, 3, 4, 4]
    assert result == json.loads(data.read_text())
    assert {r["bot"] for r in result["ratings"]} == {"beginner", "random"}
    assert picture.read_text().startswith("<svg")
    assert "beginner" in picture.read_text()
    said = CliRunner().invoke(main, asked)
    assert "seeds 3 to 4" in said.output
    assert "95 % interval" in said.output


def test_a_guest_sits_alone_among_hosts_in_every_seat():
    asked = [
        "arena",
        "dokitto",
        "--bots",
        "beginner,random",
        "--guest",
        "--games",
        "6",
        "-p",
        "3",
        "--processes",
        "1",
        "--json",
    ]
    said = CliRunner().invoke(main, asked)
    assert said.exit_code == 0, said.output
    tables = [one["seats"] for one in json.loads(said.output)["played"]]
    assert sorted(table.index("beginner") for table in tables) == [0, 0, 1, 1, 2, 2]
    assert all(table.count("random") == 2 for table in tables)
    wrong = CliRunner().invoke(main, [*asked[:2], "--guest", "--bots", "random,beginner,casual"])
    assert "A guest and his hosts are two bots, not 3." in wrong.output


def test_a_picture_of_ratings_escapes_names():
    drawn = ratings_picture("a < b", ratings(["<a>", "b"], [match(1, ["<a>", "b"], 0)]))
    assert "<a>" not in drawn
    assert "&lt;a&gt;" in drawn


@pytest.mark.parametrize(
    ("key", "guest", "host", "deals", "players", "least"),
    [
        ("doce", "beginner", "random", 3, 2, 0.8),
        ("doce", "club", "beginner", 4, 2, 0.7),
        ("dokitto", "club:simulations=100", "random", 10, 3, 0.45),
        ("dokitto", "beginner", "random", 12, 3, 0.35),
    ],
)
def test_a_higher_level_wins_more_than_its_share(key, guest, host, deals, players, least):
    won = [
        play(key, table, seed, {}).shares[table.index(guest)]
        for seed in range(deals)
        for table in challenge(guest, host, players, seed)
    ]
    assert sum(won) / len(won) >= least


def test_the_oracle_is_no_opponent():
    from parlour.bots import bot

    with pytest.raises(BadSetup, match="no level"):
        bot("dokitto", "oracle")
    assert sum(play("dokitto", ["oracle:simulations=50", "random"], 2, {}).shares) == 1.0


def test_of_who_never_sat_down_nothing_is_known() -> None:
    assert share_interval(np.zeros(3), np.zeros(3)) == (0.0, 1.0)
