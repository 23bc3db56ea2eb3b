"""What a bot knows about ICECOOL2: what a flick is worth (worth, sight), how to find one (flicks), players and words."""

from parlour.games.icecool import quick
from parlour.games.icecool.bots.flicks import KERNELS
from parlour.games.icecool.bots.player import plain, player
from parlour.games.icecool.physics import events

__all__ = ["kernels", "plain", "player"]

kernels = (KERNELS, quick.KERNELS, events.KERNELS)
