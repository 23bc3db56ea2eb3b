"""Opponents: search and knowledge. Everything here sees one seat's knowledge only.

`bot(key, level)` takes a seat, `from_view` makes a bot of your own function, `seen_by` is what a bot may be handed.
"""

from parlour.bots.levels import CHARACTERS, LEVELS
from parlour.bots.opponents import Bot, bot, from_view, seen_by

__all__ = ["CHARACTERS", "LEVELS", "Bot", "bot", "from_view", "seen_by"]
