"""ICECOOL2, for two to four: penguins flicked through a school. The rules never see a velocity; the physics reports."""

from parlour.games.icecool.table import Icecool

GAME = Icecool()
