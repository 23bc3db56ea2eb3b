"""Golf: lay cards, the highest sum wins."""

from golf.table import Golf

GAME = Golf()
