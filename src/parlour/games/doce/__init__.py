"""DOCE, for two: dice on a grid, lines of four that add up to twelve."""

from parlour.games.doce.table import Doce

GAME = Doce()
