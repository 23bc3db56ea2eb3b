"""The practice run (ICE-7): one penguin alone in the school, from the red circle; nothing counts and nothing is kept."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.core.errors import BadMove
from parlour.core.words import say
from parlour.games.icecool import moves, plan, report, trajectory
from parlour.games.icecool.glance import Glance, first_look
from parlour.games.icecool.report import COLOURS, FlickReport, Spot
from parlour.games.icecool.school import ROOM_IDS, SCHOOL
from parlour.games.icecool.trajectory import Trajectory

HOME = SCHOOL.red_circle.room
CIRCLE = Spot(SCHOOL.red_circle.x, SCHOOL.red_circle.y)


class Practice:
    """`flick("34.5 power 62")` says what happens; `done` once the penguin has been out of the Classroom and is back."""

    def __init__(self, seat: int = 1) -> None:
        self.colour = COLOURS[seat]
        self.spot = CIRCLE
        self.flicks = 0
        self.rooms = {HOME}
        self.last: FlickReport | None = None
        self.path: Trajectory | None = None

    @property
    def done(self) -> bool:
        """Through the school and back to the Classroom."""
        place = plan.classify(self.spot.x, self.spot.y)
        return len(self.rooms) > 1 and place is not None and place.room == HOME

    def start_again(self) -> None:
        self.spot, self.flicks, self.rooms, self.last, self.path = CIRCLE, 0, {HOME}, None, None

    def flick(self, text: str) -> list[str]:
        """Flick, and hear what happens. Out of the school means back to where the flick began, as in the game."""
        move = moves.parse(text)
        if not isinstance(move, moves.Flick):
            raise BadMove(say("In practice there are only flicks, such as flick 34.5 power 62 right 0.4 head."))
        from parlour.games.icecool.physics import practice

        self.last, self.path = practice(moves.intent(move), self.spot, self.colour)
        self.flicks += 1
        rest = self.last.rest[self.colour]
        if rest is not None and rest.spot is not None:
            self.spot = rest.spot
        for event in self.last.events:
            if isinstance(event, report.Pass | report.Over):
                self.rooms.add(event.target)
        return report.words(self.last)

    @property
    def orange(self) -> Spot | None:
        """Where the orange line would take the penguin, if it is close to a wall or stuck (ICE-52)."""
        place = plan.classify(self.spot.x, self.spot.y)
        if place is None or not (place.door or plan.close_to_wall(self.spot.x, self.spot.y)):
            return None
        at = plan.orange_spot(place.rooms[0], self.spot.x, self.spot.y, [])
        assert at is not None
        return Spot(*at)

    def place(self) -> bool:
        """Onto the nearest orange line, if it may be."""
        self.spot, before = self.orange or self.spot, self.spot
        return self.spot != before


class PracticeAsk(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One try: a flick, or `place`. `spot` (null: the red circle) and `rooms` are those of the last answer."""

    flick: moves.Flick | str | None = None
    place: bool = False
    colour: str = "orange"
    spot: Spot | None = None
    rooms: list[str] = []


class PracticeAnswer(msgspec.Struct, omit_defaults=True):
    """What came of it. `place` is where the orange line would take the penguin now, if it may be put there."""

    spot: Spot
    rooms: list[str]
    done: bool
    lines: list[str] = []
    place: Spot | None = None
    glance: Glance | None = None
    """Where one would look first: at the nearest door."""
    report: FlickReport | None = None
    path: str | None = None
    seconds: float = 0


def practise(asked: Any) -> PracticeAnswer:
    """One try of somebody who practises, from JSON. It all comes from the asker, so everything is checked."""
    try:
        ask = msgspec.convert(asked, PracticeAsk)
    except msgspec.ValidationError as wrong:
        raise BadMove(say("This is no practice: {wrong}.", wrong=str(wrong))) from None
    run = Practice(moves.colour_number(ask.colour))
    if ask.spot is not None:
        run.spot = Spot(*_standing(ask.spot))
    if unknown := set(ask.rooms) - set(ROOM_IDS):
        raise BadMove(say("There is no room {room}: the rooms are {rooms}.", room=min(unknown), rooms=", ".join(ROOM_IDS)))
    run.rooms.update(ask.rooms)
    lines: list[str] = []
    if ask.place:
        if not run.place():
            raise BadMove(say("Onto the orange line goes only who is close to a wall or stuck in a door (ICE-51, ICE-52)."))
    elif ask.flick is None:
        raise BadMove(say("Say how to flick, such as flick 34.5 power 62, or place."))
    else:
        lines = run.flick(ask.flick if isinstance(ask.flick, str) else moves.text(ask.flick))
    return PracticeAnswer(
        spot=run.spot,
        rooms=sorted(run.rooms),
        done=run.done,
        lines=lines,
        place=run.orange,
        glance=first_look((run.spot.x, run.spot.y), (), (), tuple(range(len(SCHOOL.doors)))),
        report=run.last,
        path=None if run.path is None else trajectory.to_base64(run.path),
        seconds=0 if run.path is None else round(run.path.seconds, 4),
    )


def _standing(spot: Spot) -> tuple[float, float]:
    """A spot on the grid where a penguin can stand."""
    x0, y0, x1, y1 = SCHOOL.outline
    at = plan.snap(spot.x, spot.y) if x0 <= spot.x <= x1 and y0 <= spot.y <= y1 else None
    if at is None or plan.classify(*at) is None or report.in_wall(Spot(*at)):
        raise BadMove(
            say("No penguin can stand at {x:g}, {y:g}: that is inside a wall or outside of the school.", x=spot.x, y=spot.y)
        )
    return at
