"""What a bot knows about ICECOOL2: what a flick is worth (worth, sight), how to find one (flicks), players and words."""

from parlour.bots.icecool.flicks import KERNELS
from parlour.bots.icecool.player import plain, player
from parlour.games.icecool import quick

__all__ = ["kernels", "plain", "player"]

kernels = (KERNELS, quick.KERNELS)
