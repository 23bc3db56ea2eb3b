"""What a seat of ICECOOL2 sees: the school, and what it may know of the cards."""

from __future__ import annotations

import msgspec

from parlour.core.game import View
from parlour.core.state import State
from parlour.games.icecool import choices, happening, plan, position, rules
from parlour.games.icecool.glance import Glance, doors_to_pass, glance, runners_in_reach
from parlour.games.icecool.ground import STEPS
from parlour.games.icecool.hidden import face_down, rounds
from parlour.games.icecool.moves import COLOURS, TASKS
from parlour.games.icecool.parts import ANNOUNCE, FINISHED, PREFLICK, ROOMS, STATION, TOURNAMENT
from parlour.games.icecool.position import PHASES
from parlour.games.icecool.report import Spot
from parlour.games.icecool.school import DOOR_IDS, ROOM_IDS


class Penguin(msgspec.Struct, frozen=True):
    """One player's penguin: where it stands (None: not on the board), its ID, its fish."""

    colour: str
    x: float | None
    y: float | None
    room: str | None
    """The room it stands in; None when it is stuck in a door or not on the board."""
    door: str | None
    """The door it is stuck in."""
    sees: list[str]
    """Stuck: the rooms in which it can be seen."""
    close: bool
    """Close to a wall: outside the orange line."""
    caught: bool
    collected: int


class Hand(msgspec.Struct, frozen=True):
    """A player's fish cards. `faces` are those of the face-down cards, for their owner only."""

    down: int
    up: list[str]
    faces: list[str] | None
    points: int | None
    """Of all cards, for those who may know them."""
    announced: list[str]
    """Tasks of which everybody knows that a face-down card is there."""


class IcecoolView(View):
    """The school and what one seat may know of the cards."""

    phase: str
    round: int
    rounds: int
    scoring: str
    catcher: int
    turn: int
    announced: str | None
    first_flick: bool
    """The player on turn flicks from the red circle and tries again until it is away."""
    tries: int
    penguins: list[Penguin]
    fish: dict[str, list[str]]
    fish_doors: list[str]
    ids: list[int]
    """How many ID cards each seat holds."""
    cards: list[Hand]
    deck: int
    places: dict[str, Spot]
    """Where the player on turn may put the penguin on an orange line."""
    may_flick: bool
    """The player on turn may flick, if there is a task to announce right after saying which or none."""
    may_move_fish: bool
    """The seat that looks may move a fish before the flick or now."""
    glance: Glance | None
    """Where the player on turn would look first."""
    doors: list[list[str]]
    """By seat: doors whose passing would bring it a fish."""
    reach: list[int]
    """Runners whom the Catcher could touch in a straight line from where the penguins stand."""
    flicks: int


def view(state: State, seat: int | None, scoring: str) -> IcecoolView:
    """What a seat may see, and nothing else."""
    who = rules.acting(state)
    seats = range(state.players)
    soon = announced(state)
    mine = seat is not None and bool((who >> seat) & 1)
    may_flick = soon.phase == PREFLICK and bool(choices.may_flick(soon))
    return IcecoolView(
        players=state.players,
        seat=seat,
        acting=[s for s in seats if (who >> s) & 1],
        phase=PHASES[state.phase],
        round=state.round_no,
        rounds=rounds(state),
        scoring=scoring,
        catcher=state.catcher,
        turn=state.turn,
        announced=TASKS[state.announced - 1] if state.announced else None,
        first_flick=bool((state.first >> state.turn) & 1) and state.phase != STATION,
        tries=state.tries,
        penguins=[_penguin(state, s) for s in seats],
        fish=position.fish_on_doors(state),
        fish_doors=[id for door, id in enumerate(DOOR_IDS) if (state.fish_doors >> door) & 1],
        ids=[rules.ids_held(state, s) for s in seats],
        cards=[_hand(state, s, seat) for s in seats],
        deck=state.deck_left,
        places={
            ROOM_IDS[room]: Spot(soon.offer_x[room] / STEPS, soon.offer_y[room] / STEPS)
            for room in range(ROOMS)
            if soon.offer_x[room] >= 0
        },
        may_flick=may_flick,
        may_move_fish=mine and state.phase != STATION and bool(choices.may_move_fish(state, state.turn)),
        glance=glance(soon) if may_flick else None,
        doors=[doors_to_pass(state, s) for s in seats],
        reach=runners_in_reach(state),
        flicks=state.flicks,
    )


def announced(state: State) -> State:
    """The turn as it will be when it is said whether a task is tried: what may be done then is seen before."""
    if state.phase != ANNOUNCE:
        return state
    twin = state.copy()
    rules.begin_preflick(twin)
    return twin


def _penguin(state: State, seat: int) -> Penguin:
    at = happening.spot(state, seat)
    place = None if at is None else plan.classify(at.x, at.y)
    return Penguin(
        colour=COLOURS[seat],
        x=None if at is None else at.x,
        y=None if at is None else at.y,
        room=None if place is None else place.room,
        door=None if place is None else place.door,
        sees=[] if place is None else list(place.sees),
        close=at is not None and plan.close_to_wall(at.x, at.y),
        caught=bool((state.caught >> seat) & 1),
        collected=state.collected[seat],
    )


def _hand(state: State, seat: int, viewer: int | None) -> Hand:
    """Faces are for the owner, for all when the match is over, in a tournament for nobody (ICE-28, 76)."""
    tournament = state.scoring == TOURNAMENT
    open = (viewer == seat or state.phase == FINISHED) and not tournament
    return Hand(
        down=face_down(state, seat),
        up=position.pile(state.up, seat),
        faces=position.pile(state.down, seat) if open else None,
        points=rules.score(state, seat) if open or tournament else None,
        announced=[TASKS[task] for task in range(len(TASKS)) if (state.known[seat] >> task) & 1],
    )
