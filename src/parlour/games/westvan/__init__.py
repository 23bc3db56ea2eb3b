"""West Van Soft, for two to six: build ice creams that your secret character likes, and spoil the others'."""

from parlour.games.westvan.table import WestVan

GAME = WestVan()
