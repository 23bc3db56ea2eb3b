"""The command line, as a person or a program would use it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.cli import main
from parlour.testing import kit

GOLDEN = Path(__file__).parent.parent / "games/doce/golden.parlour"


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=typed)


def as_json(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_help_names_every_command() -> None:
    listed = run("--help").output
    for name in ("bench", "games", "play", "replay", "rules", "simulate", "verify"):
        assert name in listed
        assert run(name, "--help").exit_code == 0


def test_games_lists_them_all() -> None:
    result = run("games")
    for game in parlour.games():
        assert game.name in result.output
    listed = as_json("games")
    assert [game["key"] for game in listed] == [game.key for game in parlour.games()]
    assert listed[0]["options"][0]["rule"].startswith("DOC-")


def test_rules_shows_one_rule_some_or_all() -> None:
    assert "touches" in run("rules", "doce", "9").output
    assert as_json("rules", "doce", "doc-9")[0]["id"] == "DOC-09"
    assert as_json("rules", "doce", "R4")[0]["id"] == "DOC-R4"
    assert {rule["id"] for rule in as_json("rules", "doce", "blocker", "zone")} >= {"DOC-20"}
    assert len(as_json("rules", "dokitto")) >= 42
    assert "no rule '99'" in run("rules", "doce", "99").output
    assert "No rule of DOCE" in run("rules", "doce", "zeppelin").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("play chess", "There is no game 'chess'. Known: doce, "),
        ("rules dok", "There is no game 'dok'. Did you mean dokitto? Known: "),
        ("simulate doce -p 3", "DOCE is for 2 players, not 3."),
        ("bench cakes", "There is no benchmark 'cakes'. Known: rules, "),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(arguments: str, says: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert says in " ".join(result.output.split())


def test_a_person_plays_is_refused_looks_up_and_leaves() -> None:
    typed = "?\nhello\nblock c3\npass\nrules zone\nlog\nwhy\nquit\n"
    result = run("play", "doce", "-s", "1", "-o", "first=0", typed=typed)
    assert result.exit_code == 0
    for part in ("W1@a1", "'hello' is no move", "DOC-15", "DOC-09", "blocks C3"):
        assert part in result.output, part


def test_a_whole_match_by_typing_is_saved_and_verified(tmp_path: Path) -> None:
    match = kit.played(parlour.game("doce"), 2, seed=4)
    typed = "\n".join(entry.move for entry in match.entries if entry.move) + "\n"
    file = tmp_path / "match.parlour"
    result = run("play", "doce", "-s", "4", "--hot-seat", "--save", str(file), typed=typed)
    assert match.outcome is not None
    assert f"{' and '.join(match.names[seat] for seat in match.outcome.winners)} won: {match.outcome.reason}." in result.output
    assert parlour.verify(file) == []
    assert parlour.load(file).outcome == match.outcome


def test_the_menu_seats_you(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(typed="9\n2\n3\nquit\n")
    assert "Pull up a chair" in result.output
    assert "9 is none of" in result.output
    assert "Dokitto! Ice" in result.output
    assert run(typed="q\n").exit_code == 0
    assert run(typed="").exit_code == 0


def test_leaving_by_end_of_input_is_polite() -> None:
    result = run("play", "dokitto", "-p", "2", typed="")
    assert result.exit_code == 0
    assert "Traceback" not in result.output


def test_simulate_counts_lengths_scores_and_seats() -> None:
    study = as_json("simulate", "dokitto", "-p", "3", "-n", "600", "-s", "5")
    assert study["games"] == 600
    assert len(study["seats"]) == 3
    assert abs(sum(row["share"] for row in study["seats"]) - 1) < 1e-9
    assert study == as_json("simulate", "dokitto", "-p", "3", "-n", "600", "-s", "5")
    assert study["moves"] != as_json("simulate", "dokitto", "-p", "3", "-n", "600", "-s", "6")["moves"]
    assert [row["place"] for row in study["order"]] == [1, 2, 3]
    assert sum(row["share"] for row in study["order"]) == pytest.approx(1)
    assert sum(study["reasons"].values()) == pytest.approx(1)
    assert study["length"]["least"] <= study["length"]["5 %"] <= study["length"]["50 %"] <= study["length"]["most"]
    assert 0 <= study["ties"] < 0.2
    assert "share of wins" in run("simulate", "doce", "-n", "200", "-o", "diagonals=long").output
    assert "NAME=VALUE" in run("simulate", "doce", "-o", "diagonals").output


def test_replay_tells_shows_and_draws(tmp_path: Path) -> None:
    told = run("replay", str(GOLDEN)).output
    assert "places" in told
    assert "won" in told
    early = as_json("replay", str(GOLDEN), "--move", "3")
    assert len([e for e in early["events"] if e["kind"] == "placed"]) == 3
    picture = tmp_path / "last.svg"
    assert run("replay", str(GOLDEN), "--svg", str(picture), "--move", "2", "--pictures").exit_code == 0
    assert picture.read_text().startswith("<svg")


def test_verify_says_genuine_or_what_is_wrong(tmp_path: Path) -> None:
    assert "Genuine" in run("verify", str(GOLDEN)).output
    assert as_json("verify", str(GOLDEN))["genuine"] is True
    lines = GOLDEN.read_text().splitlines()
    forged = tmp_path / "forged.parlour"
    forged.write_text("\n".join([lines[0], lines[1].replace('"W', '"W').replace("@d4", "@d3"), *lines[2:]]))
    result = run("verify", str(forged))
    assert result.exit_code == 1
    assert "Line 2, move 1" in result.output
    missing = run("verify", str(tmp_path / "nowhere"))
    assert missing.exit_code == 1
    assert "Cannot read" in missing.output
    assert "Not genuine" not in missing.output


def test_bench_prints_ours_beside_the_peers_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlour, "games", lambda: (parlour.game("doce"),))
    figures = as_json("bench", "rules", "--quick")
    assert figures["connect_four"]["ours"] > 0
    assert set(figures["connect_four"]) == {"ours", "open_spiel_cpp", "open_spiel_python", "pgx"}
    assert figures["doce"]["ours"] > figures["doce"]["plain"] > 0
    assert "connect_four" in run("bench", "--quick").output


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("casual,club:zest=5", "no 'zest' to change"),
        ("casual,club:simulations=0", "one simulation or more"),
        ("casual,no_such_module.bot", "no module 'no_such_module'"),
        ("casual,json.bot", "no function 'bot'"),
        ("casual,os.getcwd", "of a view"),
    ],
)
def test_an_arena_says_what_is_wrong_with_a_bot_before_it_plays(bots: str, says: str) -> None:
    result = run("arena", "doce", "--bots", bots, "-n", "2")
    assert result.exit_code == 1
    assert says in result.output


def test_two_seeds_of_a_simulation_share_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.cli.simulate.CHUNK", 5)
    dealt: list[bytes] = []
    batch = parlour.Game.batch

    def seen(self: parlour.Game, count: int, **more: Any) -> Any:
        made = batch(self, count, **more)
        dealt.extend(row.tobytes() for row in made.states)
        return made

    monkeypatch.setattr(parlour.Game, "batch", seen)
    for seed in ("0", "1"):
        as_json("simulate", "doce", "-n", "15", "-s", seed)
    assert len(set(dealt)) == 30


def test_who_begins_is_told_apart_from_who_sits_where() -> None:
    """With the starter fixed both tables say the same; with the second seat starting they are turned by one."""
    first = as_json("simulate", "doce", "-n", "100", "-o", "first=1")
    assert [row["share"] for row in first["order"]] == [first["seats"][1]["share"], first["seats"][0]["share"]]


def test_a_mistyped_command_gets_a_suggestion() -> None:
    result = run("simulat", "doce")
    assert result.exit_code == 2
    assert "Did you mean simulate?" in result.output


def test_a_bot_that_reads_the_record_may_enter_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_tomorrow.py").write_text(
        "from parlour.bots import Bot\n\n\n"
        "class Last(Bot):\n    name, level = 'Last', 'own'\n\n    def __init__(self, seed=0):\n        self.seed = seed\n\n"
        "    def choose(self, game, state, seat):\n        return game.legal(state, seat)[-1]\n\n\n"
        "class Nobody:\n    pass\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    result = as_json("arena", "doce", "--bots", "random,mine_of_tomorrow:Last", "-n", "2", "--processes", "1")
    assert {rating["bot"] for rating in result["ratings"]} == {"random", "mine_of_tomorrow:Last"}
    refused = run("arena", "doce", "--bots", "random,mine_of_tomorrow:Nobody", "-n", "2")
    assert refused.exit_code == 1
    assert "gives no parlour.bots.Bot" in refused.output


def test_a_bot_of_your_own_may_lie_in_the_folder_where_you_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_today.py").write_text("def first(view, moves):\n    return moves[0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    result = as_json("arena", "doce", "--bots", "random,mine_of_today.first", "-n", "2", "--processes", "1")
    assert {rating["bot"] for rating in result["ratings"]} == {"random", "mine_of_today.first"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("arena", "doce", "--plot"),
        ("arena", "doce", "--out"),
        ("play", "doce", "--save"),
        ("flick", "5", "power", "50", "--gif"),
        ("flick", "5", "power", "50", "--svg"),
        ("replay", str(GOLDEN), "--svg"),
        ("film", str(GOLDEN)),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*arguments, str(tmp_path / "nowhere" / "x"))
    assert result.exit_code == 2
    assert "There is no folder" in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--port", "99999"), 2, "not in the range"),
        (("--host", "no.such.host.invalid"), 1, "no address of this machine"),
        (("--behind-proxy", "the proxy"), 1, "no address or network"),
        (("--database", "mysql://here/tables"), 1, "mysql://… is not known: give --database postgresql"),
        (("--database", "postgresql://127.0.0.1:1/tables"), 1, "database at 127.0.0.1:1 does not answer"),
    ],
)
def test_a_server_is_not_started_where_nobody_can_reach_it(
    arguments: tuple[str, ...], code: int, says: str, tmp_path: Path
) -> None:
    result = run("serve", "--no-browser", "--data", str(tmp_path), *arguments)
    assert result.exit_code == code
    assert says in result.output


def test_a_club_without_its_extra_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.cli.serve.find_spec", lambda package: None)
    result = run("serve", "--no-browser", "--database", "postgresql://127.0.0.1:1/tables")
    assert "pip install 'parlour[club]'" in result.output
