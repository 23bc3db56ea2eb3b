"""The parts of the game as whole numbers: cards, spots, and what the world reports. Data for rules.py and toy.py."""

from __future__ import annotations

from typing import Final

from parlour.core.state import table
from parlour.games.icecool.ground import DOOR_ROOMS, RADIUS, STEPS
from parlour.games.icecool.report import OVERLAP_ALLOWED
from parlour.games.icecool.school import DOOR_IDS, ROOM_IDS, SCHOOL

MOST_PLAYERS: Final = 4
FISH: Final = 3  # tokens of each colour
ROOMS: Final = len(ROOM_IDS)
DOORS: Final = len(DOOR_IDS)
CLASSROOM: Final = ROOM_IDS.index(SCHOOL.red_circle.room)
KITCHEN: Final = ROOM_IDS.index(SCHOOL.catcher_room)

# Cards: 1J 1T 1B 2 3. The three 1s are numbered like their tasks.
KINDS: Final = 5
TASKS: Final = 3
JUMP, TWO_DOORS, BOUNCE = range(TASKS)
TWO, THREE = 3, 4
VALUE = table([1, 1, 1, 2, 3])
NO_CARD: Final = -1
MOST_OF_A_VALUE: Final = 36
MOST_CARDS: Final = 3 * MOST_OF_A_VALUE
# Two 1s for the ice skates: JJ JT JB TT TB BB (R30).
PAIRS = table([(a, b) for a in range(TASKS) for b in range(a, TASKS)])
PAIR_COUNT: Final = 6

STATION, ANNOUNCE, PREFLICK, FLYING, POST, FINISHED = range(6)
STANDARD, TOURNAMENT = range(2)  # scoring
TRIES: Final = 10  # at the first flick (R9)
CATCHES_OF_TWO: Final = 2  # end a round of two players (ICE-70)
ROUNDS_OF_TWO: Final = 4

# Spots. A penguin that is not on the board has OFF in both coordinates.
OFF: Final = -1
OUT: Final = -2  # in a report: has left the school
FAR: Final = -10_000_000  # the place of nobody among "the others"
TOUCHING: Final = 2 * RADIUS - OVERLAP_ALLOWED  # no two penguins at rest are closer (I4)

# The Catcher's spots: 63 x 35 points, half a centimetre apart, from (30.5, 44.5).
COLUMNS: Final = 63
ROWS: Final = 35
SPOT_STEP: Final = STEPS // 2
FIRST_X: Final = 30_500
FIRST_Y: Final = 44_500

# DOORS_OF[room]: its doors, as bits.
DOORS_OF = table([sum(1 << door for door in range(DOORS) if room in DOOR_ROOMS.tolist()[door]) for room in range(ROOMS)])

# What the world reports, also the order within one step (ledger 4.1). An event is a row of five numbers:
# kind, penguin, then the other penguin, the door (-1: none) or the surface, then from and to (rooms).
TOUCH, PASS, OVER, EXIT, BUMP = range(5)
EVENTS: Final = 96  # the physics tells no more of one flick
EVENT_SIZE: Final = 5
JAMBS: Final = 4 * ROOMS  # surfaces: 4 x room + side (N E S W), then the door frames
