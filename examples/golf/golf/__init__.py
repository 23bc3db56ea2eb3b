"""Golf, for two to four: four cards face down, and the lowest sum wins."""

from golf.table import Golf

GAME = Golf()
