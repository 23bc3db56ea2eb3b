"""What a bot knows about DOCE: its own alpha-beta search (board, moves, search), and players by level."""

from parlour.games.doce.bots.bench import bench
from parlour.games.doce.bots.player import KERNELS, player

__all__ = ["bench", "chapter", "kernels", "player"]

kernels = (KERNELS,)


def chapter(state):  # type: ignore[no-untyped-def]
    """A plain search judges at the end of the round."""
    return state.round_no
