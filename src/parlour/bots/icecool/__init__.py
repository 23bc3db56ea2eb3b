"""What a bot knows about ICECOOL2: what a flick is worth (worth, sight), how to find one (flicks), players and words."""

from parlour.bots.icecool.player import plain, player

__all__ = ["plain", "player"]
