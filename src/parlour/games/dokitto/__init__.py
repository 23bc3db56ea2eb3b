"""Dokitto! Ice, for two to five: tricks that fill a cone, and a fourth scoop that topples it."""

from parlour.games.dokitto.table import Dokitto

GAME = Dokitto()
