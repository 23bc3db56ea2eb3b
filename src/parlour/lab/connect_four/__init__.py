"""Connect Four: the template of a game, small and complete. Copy this folder to begin your own.

It is not one of the parlour's games: it shows the contract and is what we compare with other engines on the same work.
"""

from parlour.lab.connect_four.table import ConnectFour

GAME = ConnectFour()
