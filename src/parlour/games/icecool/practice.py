"""The practice run (ICE-7): one penguin alone in the school, from the red circle; nothing counts and nothing is kept."""

from __future__ import annotations

from parlour.core.errors import BadMove
from parlour.games.icecool import moves, plan, report
from parlour.games.icecool.report import COLOURS, FlickReport, Spot
from parlour.games.icecool.school import SCHOOL

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

    @property
    def done(self) -> bool:
        """Through the school and back to the Classroom."""
        place = plan.classify(self.spot.x, self.spot.y)
        return len(self.rooms) > 1 and place is not None and place.room == HOME

    def start_again(self) -> None:
        self.spot, self.flicks, self.rooms, self.last = CIRCLE, 0, {HOME}, None

    def flick(self, text: str) -> list[str]:
        """Flick, and hear what happens. Out of the school means back to where the flick began, as in the game."""
        move = moves.parse(text)
        if not isinstance(move, moves.Flick):
            raise BadMove("In practice there are only flicks, such as flick 34.5 power 62 right 0.4 head.")
        from parlour.games.icecool.physics import practice

        self.last = practice(moves.intent(move), self.spot, self.colour).report
        self.flicks += 1
        rest = self.last.rest[self.colour]
        if rest is not None and rest.spot is not None:
            self.spot = rest.spot
        for event in self.last.events:
            if isinstance(event, report.Pass | report.Over):
                self.rooms.add(event.target)
        return report.words(self.last)

    def place(self) -> bool:
        """Onto the nearest orange line, if the penguin is close to a wall or stuck (ICE-52)."""
        place = plan.classify(self.spot.x, self.spot.y)
        if place is None or not (place.door or plan.close_to_wall(self.spot.x, self.spot.y)):
            return False
        at = plan.orange_spot(place.rooms[0], self.spot.x, self.spot.y, [])
        assert at is not None
        self.spot = Spot(*at)
        return True
