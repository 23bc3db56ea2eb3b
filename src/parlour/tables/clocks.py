"""Time at a table, as a pure account: who has how much left, who is absent, and what falls due when."""

from __future__ import annotations

from parlour.tables.shown import Clock


class Clocks:
    """The clocks of one match. Times are ms since 1970; all of it follows from the entries' times."""

    def __init__(self, clock: Clock, seats: int, at: int) -> None:
        self.clock = clock
        self.ticks = clock.kind != "none"
        self.bank = [clock.seconds * 1000] * seats
        self.since: list[int | None] = [None] * seats
        """When each acting seat's decision began; None while it has none."""
        self.fallen: set[int] = set()
        """Seats whose time for the whole game is used up."""
        self.stopped: int | None = None
        """Since when nobody's time is counted."""
        self.last = at

    def turn(self, acting: tuple[int, ...], at: int, mover: int | None = None) -> None:
        """After a move: charge the mover, and begin the decisions of those who act now."""
        self.last = at
        for seat, began in enumerate(self.since):
            acts = seat in acting
            if began is not None:
                if acts and seat != mover:
                    continue
                self._charge(seat, at - began, moved=seat == mover)
            self.since[seat] = at if acts else None

    def _charge(self, seat: int, spent: int, moved: bool) -> None:
        if self.clock.kind == "game" and seat not in self.fallen:
            self.bank[seat] = max(0, self.bank[seat] - spent) + (self.clock.increment * 1000 if moved else 0)

    def fall(self, seat: int) -> None:
        """The flag is down: in a game clock for good."""
        if self.clock.kind == "game":
            self.bank[seat] = 0
            self.fallen.add(seat)

    def stop(self, at: int) -> None:
        """Pause: every clock stays where it is."""
        self.stopped = at

    def go_on(self, at: int) -> None:
        """As if the time between had not been."""
        gone = 0 if self.stopped is None else at - self.stopped
        self.stopped, self.last = None, at
        self.since = [None if began is None else began + gone for began in self.since]

    def left(self, seat: int, now: int) -> int | None:
        """Milliseconds left for the seat; None without a clock."""
        if not self.ticks:
            return None
        began = self.since[seat]
        full = self.bank[seat] if self.clock.kind == "game" else self.clock.seconds * 1000
        return full if began is None else max(0, full - ((now if self.stopped is None else self.stopped) - began))

    def flag(self, seat: int) -> int | None:
        """When the seat's time runs out, if nothing happens."""
        began = self.since[seat]
        if not self.ticks or began is None or self.stopped is not None:
            return None
        return began + (self.bank[seat] if self.clock.kind == "game" else self.clock.seconds * 1000)

    def spent(self, seat: int) -> bool:
        """The seat has nothing left for the whole game."""
        return seat in self.fallen
