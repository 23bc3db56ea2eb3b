"""Measuring the levels: whole deals only, a table for the page, and nothing lost when time is up."""

import msgspec

import parlour
from parlour.lab import report
from parlour.lab.arena import Played, made
from parlour.lab.calibrate import Calibration, Measurement, Plan, Step, budget_of, measurable, plans, together


def test_every_game_has_all_its_measurements():
    for key in measurable():
        budget = budget_of(key)
        parts = [plan.part for plan in plans(key)]
        assert parts.count("levels") == 4
        assert "equal time" in parts
        assert ("ceiling" in parts) == budget.oracle
        assert len({(plan.part, plan.guest, plan.host, plan.players) for plan in plans(key)}) == len(parts)
        assert parts.count("newcomers") == 4 * sum(players in parlour.game(key).seats for players in (2, 4))


def test_only_whole_deals_count():
    one = Measurement("dokitto", 2, Plan("levels", "a", "b"), 7)
    assert one.step() is None
    jobs = [one.next() for _ in range(4)]
    assert [(seed, table) for _, table, seed in jobs] == [(7, ["a", "b"]), (7, ["b", "a"]), (8, ["a", "b"]), (8, ["b", "a"])]
    for _, table, seed in jobs[:3]:
        one.add(Played(seed, table, [float(bot == "a") for bot in table], [0, 0], 1), 1.0)
    step = one.step()
    assert (step.games, step.share, step.fair) == (2, 1.0, 0.5)
    assert one.spent == 3.0


def test_the_oracle_is_the_ceiling():
    steps = [Step("ceiling", guest, "beginner", share, 0, 1, 0.25, 8, 1) for guest, share in (("club", 0.4), ("oracle", 0.55))]
    found = together("dokitto", steps)
    assert (found.players, found.oracle_edge) == (4, {"club": 0.5})
    assert msgspec.json.decode(msgspec.json.encode(found), type=Calibration) == found


def test_a_description_in_words():
    assert report.in_words("master:simulations=3000:seconds=none") == "master, 3000 simulations"
    assert report.in_words("plain:seconds=0.03:simulations=100000000") == "plain, 0.03 s a move"
    assert report.in_words("plain:simulations=2000:hand=3") == "plain, 2000 simulations, hand 3"
    assert report.in_words("club:weights.guard=0.5:flights=2") == "club, guard 0.5, 2 flights"
    assert report.in_words("club") == "club"


def test_who_meets_a_level_at_equal_thinking_has_its_hand_and_pace():
    hosts = {(key, plan.part): plan.host for key in ("ion", "icecool") for plan in plans(key)}
    assert hosts["ion", "equal simulations"].endswith(":reaction=1700")
    assert "club:simulations=300" in {plan.guest for plan in plans("dokitto")}, "as it sits at the table, slips and all"
    assert hosts["ion", "equal time"].endswith(":reaction=1100")
    assert hosts["icecool", "equal simulations"].endswith(":hand=3")
    assert hosts["icecool", "equal time"].endswith(":hand=1")
    assert "master" in {plan.guest for plan in plans("icecool")}, "as it is: its thinking has an end of its own"


def test_a_new_measurement_replaces_what_was_known_of_the_same_bots():
    def step(guest, host, share):
        return Step("levels", guest, host, share, 0.1, 0.9, 0.25, 40, 7)

    old = [step("club", "casual", 0.3), step("master:simulations=9", "club", 0.4), step("master:horizon=20", "club", 0.5)]
    new = [step("master:simulations=3000", "club", 0.6), step("beginner", "random", 0.7)]
    known = Calibration("ion", 4, old, {}, note="Mind the gap.")
    found = report.renewed(known, Calibration("ion", 4, new, {}))
    assert (found.steps, found.note) == ([old[0], *new], "Mind the gap.")
    assert report.renewed(None, found) is found


def test_equal_time_is_the_processors():
    for key in (key for key in measurable() if budget_of(key).processor):
        (plan,) = [plan for plan in plans(key) if plan.part == "equal time"]
        assert "processor=1" in plan.guest
        assert "processor=1" in plan.host
    assert "processor" not in report.in_words(plan.guest)


def test_every_table_of_the_page_lies_where_the_page_wants_it(monkeypatch, tmp_path):
    step = Step("levels", "club", "casual", 0.75, 0.6, 0.9, 0.5, 40, 7)
    found = Calibration("doce", 2, [step], {}, note="Few matches.")
    monkeypatch.setattr(report, "measured", lambda key: found if key == "doce" else None)
    monkeypatch.setattr(report, "DOCS", tmp_path / "page.md")
    blocks = [f"<!-- measured: {keys} -->\nold\n<!-- /measured -->" for keys in ("doce ion", "icecool")]
    report.DOCS.write_text("\nb\n".join(blocks))
    report.main()
    page = report.DOCS.read_text()
    first, last = page.split("\nb\n")
    assert "| club | casual | 75.0% | 60.0% to 90.0% | 50% | 40 |" in first
    assert "First seeds: 7. Few matches." in first
    assert "old" not in page
    assert "|" not in last
    report.main()
    assert report.DOCS.read_text() == page


def test_the_plain_search_knows_nothing_but_the_rules_unless_it_is_told_where_chapters_end():
    hosts = {plan.part: plan.host for plan in plans("westvan")}
    plain, told = hosts["equal time"], hosts["equal time, chapters"]
    assert "chapters" not in plain
    assert told == f"{plain}:chapters=1"
    assert made("westvan", plain, 1)._knows is None
    knows = made("westvan", told, 1)._knows
    assert [name for name in ("imagine", "chapter", "choose", "sensible", "value") if hasattr(knows, name)] == ["chapter"]
