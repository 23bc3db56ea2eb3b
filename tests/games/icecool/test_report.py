"""Reports: the ledger's JSON, its validation rules, and English."""

import msgspec
import pytest

from parlour.games.icecool.report import (
    BadReport,
    Bounce,
    Colour,
    Event,
    Exit,
    FlickReport,
    Over,
    Pass,
    Rest,
    Spot,
    Touch,
    from_json,
    to_json,
    validate,
    words,
)
from parlour.testing import rule

START: dict[Colour, Spot | None] = {"P": Spot(46, 53), "O": Spot(20, 13), "T": Spot(53, 20), "K": None}


HERE, THERE = Rest(20, 13), Rest(53, 20)


def told(*events: Event, o: Rest | None = HERE, t: Rest | None = THERE, **changes: object) -> FlickReport:
    rest: dict[Colour, Rest | None] = {"P": Rest(46, 53), "O": o, "T": t, "K": None}
    report = FlickReport(0, "O", START, events, rest, True, 1.5)
    return msgspec.structs.replace(report, **changes)


GOOD = told(
    Bounce(0, 0.1, "O", "W:CLS:S"),
    Pass(1, 0.5, "O", "D1", "CLS", "GYM"),
    Touch(2, 0.6, "O", "T"),
    Over(3, 0.7, "T", "GYM", "KIT", "D2"),
    o=Rest(53, 13),
    t=Rest(50, 50),
)


@rule("ICE-21", "ICE-34")
def test_the_json_is_the_ledgers_and_survives() -> None:
    text = to_json(GOOD)
    assert from_json(text) == GOOD
    assert b'{"k":"pass","i":1,"t":0.5,"p":"O","door":"D1","from":"CLS","to":"GYM"}' in text
    out = told(Exit(0, 0.2, "O", "CLS"), o=Rest(out=True))
    assert b'"O":{"out":true}' in to_json(out)
    assert from_json(to_json(out)) == out


def test_text_that_is_no_report_is_refused() -> None:
    for text in (
        b"{}",
        b"no",
        to_json(GOOD).replace(b'"v":1', b'"v":2'),
        to_json(GOOD).replace(b'"k":"pass"', b'"k":"hop"'),
    ):
        with pytest.raises(BadReport):
            from_json(text)


def test_a_sound_report_is_accepted() -> None:
    validate(GOOD, START, "O")
    validate(told(Exit(0, 0.2, "O", "CLS"), o=Rest(out=True)), START, "O")
    validate(told(o=Rest(out=True)), START, "O")  # perched, R25
    validate(told(Pass(0, 0.2, "O", "D1", "CLS", "GYM"), o=Rest(40.5, 13)), START, "O")  # through, then stuck


@rule("ICE-22", "ICE-57")
def test_a_stuck_penguin_may_leave_to_either_side() -> None:
    start: dict[Colour, Spot | None] = {**START, "O": Spot(39.2, 13)}
    for rest, events in (
        (Rest(50, 13), ()),
        (Rest(20, 13), ()),
        (Rest(20, 13), (Pass(0, 0.4, "O", "D1", "GYM", "CLS"),)),
        (Rest(40, 13), ()),
    ):
        validate(told(*events, o=rest, start=start), start, "O")
    with pytest.raises(BadReport, match="V5"):
        validate(told(o=Rest(50, 53), start=start), start, "O")


BAD: list[tuple[str, FlickReport]] = [
    ("V1", told(start={**START, "O": Spot(20, 14)})),
    ("V1", told(actor="T")),
    ("V2", told(Touch(1, 0.1, "O", "T"))),
    ("V2", told(Touch(0, 0.2, "O", "T"), Touch(1, 0.1, "O", "P"))),
    ("V3", told(Pass(0, 0.1, "O", "D1", "LAB", "CLS"))),
    ("V3", told(Pass(0, 0.1, "O", "D4", "CLS", "GYM"), o=Rest(50, 13))),
    ("V3", told(Over(0, 0.1, "O", "CLS", "KIT"), o=Rest(40, 60))),
    ("V3", told(Over(0, 0.1, "O", "CLS", "GYM", "D5"), o=Rest(50, 13))),
    ("V3", told(Bounce(0, 0.1, "O", "W:CLS:Q"))),
    ("V4", told(Exit(0, 0.1, "O", "CLS"), Exit(1, 0.2, "O", "CLS"), o=Rest(out=True))),
    ("V4", told(Exit(0, 0.1, "O", "CLS"))),
    ("V4", told(o=None)),
    ("V5", told(o=Rest(50, 13))),
    ("V6", told(o=Rest(20, 13), t=Rest(22, 13))),
    ("V6", told(o=Rest(1.0, 13))),
    ("V6", told(o=Rest(40, 5))),
    ("V7", told(Touch(0, 0.1, "O", "O"))),
    ("V7", told(Touch(0, 0.1, "O", "K"))),
    ("V8", told(settled=False)),
]


@pytest.mark.parametrize(("broken", "report"), BAD)
def test_an_impossible_report_names_the_rule_it_breaks(broken: str, report: FlickReport) -> None:
    if broken == "V6" and report.rest["T"] == Rest(22, 13):
        report = msgspec.structs.replace(report, events=(Pass(0, 0.1, "T", "D1", "GYM", "CLS"),))
    with pytest.raises(BadReport) as refused:
        validate(report, START, "O")
    assert refused.value.rule == broken


def test_a_flick_in_words() -> None:
    assert words(GOOD, {"O": "Mara"}) == [
        "Mara bounces off the Classroom's south wall.",
        "Mara passes D1 into the Gym.",
        "Mara runs into Teal.",
        "Teal flies over D2 into the Kitchen.",
    ]
    assert words(told()) == ["Orange slides to a stop in the Classroom."]
    assert words(told(o=Rest(40, 13))) == ["Orange ends stuck in D1, the door between Classroom and Gym."]
    assert words(told(o=Rest(out=True))) == ["Orange is left perched on a wall and counts as out."]
