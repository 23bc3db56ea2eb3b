"""The physics of a flick: MuJoCo decides what happens, a `FlickReport` says it.

`simulate` runs one flick, `simulate_many` a batch with the same results bit for bit, `practice` a lone penguin.
"""

from parlour.games.icecool.physics import events
from parlour.games.icecool.physics.run import FlickJob, FlickRun, practice, simulate, simulate_many, warm_up
from parlour.games.icecool.trajectory import Trajectory

__all__ = ["FlickJob", "FlickRun", "Trajectory", "events", "practice", "simulate", "simulate_many", "warm_up"]
